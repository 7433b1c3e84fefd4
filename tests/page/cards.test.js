import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DECK, parseBoard, parseCards, shown, spoken, symbol } from "./table/cards.js";

describe("cards that people type", () => {
  /** @type {[string, string[]][]} */
  const readable = [
    ["", []],
    ["QhQd2s", ["Qh", "Qd", "2s"]],
    ["Qh Qd", ["Qh", "Qd"]],
    ["10♥, q♦", ["Th", "Qd"]],
    ["tH AS", ["Th", "As"]],
    ["9♤", ["9s"]],
    ["K♠\uFE0F K♥\uFE0E", ["Ks", "Kh"]],
  ];
  for (const [text, cards] of readable) {
    test(`“${text}”`, () => assert.deepEqual(parseCards(text), { cards, fault: null }));
  }

  for (const [text, before, wrong] of [
    ["Qh1d", ["Qh"], "1d"],
    ["Qx", [], "Qx"],
    ["Q", [], "Q"],
    ["QhhhhhK", ["Qh"], "hhhh"],
    ["0h", [], "0h"],
  ]) {
    test(`“${text}” is refused from its fault on`, () => {
      const { cards, fault } = parseCards(String(text));
      assert.deepEqual(cards, before);
      assert.equal(fault?.startsWith(`“${wrong}” is no card`), true, String(fault));
    });
  }
});

describe("boards that people type", () => {
  test("three rows, which may be empty", () => {
    assert.deepEqual(parseBoard("Qh//Ah Kh"), {
      rows: { top: ["Qh"], middle: [], bottom: ["Ah", "Kh"] },
      fault: null,
    });
  });

  for (const text of ["Qh", "Qh/Ah", "///"]) {
    test(`“${text}” has not three rows`, () => {
      const { rows, fault } = parseBoard(text);
      assert.equal(rows, null);
      assert.match(String(fault), /two slashes/);
    });
  }

  test("a fault names its row", () => {
    assert.match(String(parseBoard("Qh/Ax/2c").fault), /^middle: “Ax”/);
  });
});

describe("cards that people read", () => {
  test("ten is 10, in signs and in words", () => {
    assert.equal(shown("Th"), "10♥");
    assert.equal(shown("2c"), "2♣");
    assert.equal(symbol("As"), "♠");
    assert.equal(spoken("Th"), "ten of hearts");
    assert.equal(spoken("9d"), "9 of diamonds");
  });

  test("what is shown is read again as the same card, for the whole deck", () => {
    assert.equal(new Set(DECK).size, 52);
    assert.deepEqual(parseCards(DECK.map(shown).join(" ")), { cards: DECK, fault: null });
  });
});
