import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { keepHere } from "./browser.js";
import {
  exportText,
  importText,
  load,
  loadPreferences,
  save,
  savePreferences,
} from "./table/store.js";
import { FINISHED, PINEAPPLE, handOf, matchOf, seat } from "./tables.js";

/** @import { Preset } from "./table/store.js" */

const pineapple = { preset: "pineapple", deal: PINEAPPLE, players: { min: 2, max: 3 } };
const PRESETS = /** @type {Preset[]} */ ([pineapple]);
const MATCH = matchOf(
  handOf([seat("Qh//AhKh", { discards: ["2c"] }), seat("//", { fantasyland: 14 })]),
  { hands: [{ seats: FINISHED.map((board) => ({ board, fantasyland: 0 })) }] },
);

describe("a file", () => {
  test("brings the match back as it was", () => {
    assert.deepEqual(importText(exportText(MATCH), PRESETS), { match: MATCH, faults: [] });
  });

  for (const [text, fault] of [
    ["{", /^this is no JSON file/],
    ["null", /not exported from this page/],
    ['{"format": "chess"}', /not exported from this page/],
    ['{"format": "ofcapi-table", "version": 2}', /reads version 1, not 2/],
    ['{"format": "ofcapi-table", "version": 1}', /^match: is missing/],
    ['{"format": "ofcapi-table", "version": 1, "match": []}', /^match: is missing/],
  ]) {
    test(`${text} is refused`, () => {
      const { match, faults } = importText(String(text), PRESETS);
      assert.equal(match, null);
      assert.equal(faults.length, 1);
      assert.match(faults[0], /** @type {RegExp} */ (fault));
    });
  }

  const [first] = MATCH.hand.seats;
  /** @type {[string, object][]} */
  const changes = [
    ["match.rules.preset", { rules: { preset: "poker", changed: {} } }],
    ["match.rules.changed", { rules: { preset: "pineapple", changed: [] } }],
    ["match.pointValue", { pointValue: -1 }],
    ["match.pointValue", { pointValue: "1" }],
    ["match.stakes", { stakes: "all" }],
    ["match.matchCap", { matchCap: "none" }],
    ["match.seats[0].name", { seats: [{ name: "", stack: null }, MATCH.seats[1]] }],
    ["match.seats[1].stack", { seats: [MATCH.seats[0], { name: "Bob" }] }],
    ["match.seats", { seats: null }],
    ["match.seats", { seats: [MATCH.seats[0]] }],
    ["match.seats", { seats: Array(4).fill(MATCH.seats[0]) }],
    ["match.hands[0].seats", { hands: [{}] }],
    ["match.hand.seats", { hand: null }],
    ["match.hand.seats", { hand: { ...MATCH.hand, seats: [first] } }],
    ["match.button", { button: 2 }],
    ["match.button", { button: 0.5 }],
    ["match.hands", { hands: {} }],
    [
      "match.hands[0].seats[1].board",
      { hands: [{ seats: [FINISHED[0], "Qh//"].map((board) => ({ board, fantasyland: 0 })) }] },
    ],
    [
      "match.hands[0].seats[0].fantasyland",
      { hands: [{ seats: FINISHED.map((board, place) => ({ board, fantasyland: place ? 0 : 18 })) }] },
    ],
    ["match.hand.button", { hand: { ...MATCH.hand, button: -1 } }],
    ["match.hand.dead", { hand: { ...MATCH.hand, dead: ["qh"] } }],
    ["match.hand.seats[1]", { hand: { ...MATCH.hand, seats: [first, "seat"] } }],
    [
      "match.hand.seats[1].top",
      { hand: { ...MATCH.hand, seats: [first, seat("2c3c4c5c//")] } },
    ],
    [
      "match.hand.seats[1].fantasyland",
      { hand: { ...MATCH.hand, seats: [first, seat("//", { fantasyland: 12 })] } },
    ],
  ];
  for (const [place, change] of changes) {
    test(`is refused for ${place} ${JSON.stringify(change).slice(0, 60)}`, () => {
      const text = exportText({ ...MATCH, ...change });
      const { match, faults } = importText(text, PRESETS);
      assert.equal(match, null);
      assert.deepEqual(
        faults.map((fault) => fault.split(": ")[0]),
        [place],
      );
    });
  }

  test("has every fault named, not the first alone", () => {
    const text = exportText({ ...MATCH, pointValue: -1, button: 9 });
    assert.equal(importText(text, PRESETS).faults.length, 2);
  });
});

describe("what the browser keeps", () => {
  beforeEach(() => keepHere());

  test("nothing at first", () => {
    assert.deepEqual(load(PRESETS), { match: null, faults: [] });
    assert.deepEqual(loadPreferences(), { theme: "auto", fourColours: true });
  });

  test("the match, until it is cleared", () => {
    assert.equal(save(MATCH), true);
    assert.deepEqual(load(PRESETS).match, MATCH);
    assert.equal(save(null), true);
    assert.deepEqual(load(PRESETS), { match: null, faults: [] });
  });

  test("how the page looks; what is not kept is as at first", () => {
    savePreferences({ theme: "dark", fourColours: false });
    assert.deepEqual(loadPreferences(), { theme: "dark", fourColours: false });
    const kept = keepHere();
    kept.set("ofcapi-table-preferences", '{"theme": "light"}');
    assert.deepEqual(loadPreferences(), { theme: "light", fourColours: true });
    kept.set("ofcapi-table-preferences", "{");
    assert.deepEqual(loadPreferences(), { theme: "auto", fourColours: true });
  });

  test("a kept match that lacks a part is refused, and the page goes on", () => {
    keepHere().set(
      "ofcapi-table-match",
      JSON.stringify({ format: "ofcapi-table", version: 1, match: {} }),
    );
    const { match, faults } = load(PRESETS);
    assert.equal(match, null);
    assert.equal(faults.at(-1), "match.seats: is to be 2 to 4 seats");
  });

  test("a browser that keeps nothing does not stop the page", () => {
    keepHere({ refuses: true });
    assert.equal(save(MATCH), false);
    assert.deepEqual(load(PRESETS), { match: null, faults: [] });
    assert.deepEqual(loadPreferences(), { theme: "auto", fourColours: true });
  });
});
