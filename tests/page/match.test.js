import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as game from "./table/match.js";
import {
  AGREEMENT,
  CLASSIC,
  FINISHED,
  PINEAPPLE,
  SIDE_BY_SIDE,
  cards,
  handOf,
  matchOf,
  seat,
} from "./tables.js";

/** @import { SettledHand } from "./table/match.js" */

/** @type {(button: number, fantasyland: number[]) => Pick<SettledHand, "next" | "players">} */
const settledWith = (button, fantasyland) => ({
  next: { button, button_moves: true, fantasyland: fantasyland.some(Boolean) },
  players: fantasyland.map((count) => ({
    name: "",
    foul: null,
    royalties: { top: 0, middle: 0, bottom: 0, total: 0 },
    points: 0,
    money: 0,
    stack: null,
    fantasyland: { enters: count > 0, stays: false, cards: count },
  })),
});

describe("a match", () => {
  test("begins with one empty hand for each seat, and the button where it was agreed", () => {
    const match = game.newMatch(AGREEMENT);
    assert.deepEqual(match.hand, handOf([seat(), seat()]));
    assert.deepEqual(match.hands, []);
    assert.equal(match.pointValue, 2);
    assert.equal(match.seats, AGREEMENT.seats);
  });

  test("goes on as the settlement says: the button and who is in Fantasyland", () => {
    const match = matchOf(handOf([seat(FINISHED[0]), seat(FINISHED[1], { fantasyland: 14 })]));
    const next = game.nextHand(match, settledWith(0, [14, 0]));
    assert.equal(next.hand.button, 0);
    assert.deepEqual(next.hand.seats, [seat("//", { fantasyland: 14 }), seat()]);
  });

  test("deals each Fantasyland hand as many cards as the settlement says", () => {
    const match = matchOf(handOf(FINISHED.map((board) => seat(board))));
    const next = game.nextHand(match, settledWith(0, [15, 17]));
    assert.deepEqual(next.hand.seats.map((one) => game.dealtNow(one, PINEAPPLE)), [15, 17]);
  });

  test("keeps of a finished hand its boards and who was in Fantasyland", () => {
    const match = matchOf(handOf([seat(FINISHED[0]), seat(FINISHED[1], { fantasyland: 14 })]));
    const next = game.nextHand(match, settledWith(0, [0, 0]));
    const kept = [
      { board: FINISHED[0], fantasyland: 0 },
      { board: FINISHED[1], fantasyland: 14 },
    ];
    assert.deepEqual(next.hands, [{ seats: kept }]);
  });

  test("keeps the button of its first hand, because stacks and the button run on from there", () => {
    const match = matchOf(handOf(FINISHED.map((board) => seat(board))));
    const next = game.nextHand(game.nextHand(match, settledWith(0, [0, 0])), settledWith(1, [0, 0]));
    assert.equal(next.button, 1);
    assert.equal(next.hands.length, 2);
  });
});

describe("undoing", () => {
  const before = handOf([seat("Qh//AhKh", { hand: cards("2c3c4c"), discards: ["5c"] }), seat()], {
    dead: ["6c"],
  });
  const spot = game.ROWS[0];
  /** @type {[string, () => unknown][]} */
  const actions = [
    ["put", () => game.put(before, { seat: 0, place: spot }, "Kd")],
    ["put to the dead cards", () => game.put(before, { seat: null, place: "dead" }, "Kd")],
    ["take", () => game.take(before, { seat: 0, place: "bottom", index: 0 })],
    [
      "move",
      () =>
        game.move(
          before,
          { seat: 0, place: "hand", index: 0 },
          { seat: 0, place: "middle" },
          PINEAPPLE,
        ),
    ],
    ["place", () => game.place(before, 0, { middle: ["2c"], bottom: ["3c"] }, PINEAPPLE)],
    ["type a board", () => game.putBoard(before, 0, { top: ["2c"], middle: [], bottom: [] })],
    ["go to the next hand", () => game.nextHand(matchOf(before), settledWith(0, [0, 0]))],
  ];
  for (const [name, act] of actions) {
    test(`${name} leaves the hand before as it was`, () => {
      const copy = structuredClone(before);
      assert.notDeepEqual(act(), before);
      assert.deepEqual(before, copy);
    });
  }
});

describe("how far a seat is", () => {
  test("a board as text, its cards, and when it is full", () => {
    assert.equal(game.boardText(seat("Qh//AhKh")), "Qh//AhKh");
    assert.equal(game.placed(seat("Qh//AhKh")), 3);
    assert.equal(game.isComplete(seat(FINISHED[0])), true);
    assert.equal(game.isComplete(seat("QsQh/AsAhAd2c3c/4s5s6s7s8s")), false);
  });

  test("a hand is over when every board is full", () => {
    assert.equal(game.allComplete(handOf(FINISHED.map((board) => seat(board)))), true);
    assert.equal(game.allComplete(handOf([seat(FINISHED[0]), seat("Qh//")])), false);
  });

  /** @type {[string, import("./table/match.js").Deal, number, boolean, number][]} */
  const steps = [
    // board, deal, cards dealt at once, at the end of a street, cards left to place
    ["//", PINEAPPLE, 5, false, 5],
    ["Qh//AhKh", PINEAPPLE, 5, false, 2],
    ["Qh/2c/AhKhJh", PINEAPPLE, 3, true, 0],
    ["Qh/2c3c/AhKhJh", PINEAPPLE, 3, false, 1],
    ["Qh/2c3c4c/AhKhJh", PINEAPPLE, 3, true, 0],
    [FINISHED[0], PINEAPPLE, 0, true, 0],
    ["Qh/2c/AhKhJh", CLASSIC, 1, true, 0],
    ["Qh/2c3c/AhKhJh", CLASSIC, 1, true, 0],
  ];
  for (const [board, deal, dealt, atEnd, left] of steps) {
    test(`${board} in ${deal.name}`, () => {
      assert.equal(game.dealtNow(seat(board), deal), dealt);
      assert.equal(game.atStreetEnd(seat(board), deal), atEnd);
      assert.equal(game.toPlace(seat(board), deal), left);
    });
  }

  test("a Fantasyland hand comes at once and fills the board", () => {
    const land = seat("QsQhKd//", { fantasyland: 15 });
    assert.equal(game.dealtNow(land, PINEAPPLE), 15);
    assert.equal(game.toPlace(land, PINEAPPLE), 10);
  });
});

describe("whose turn it is", () => {
  test("left of the button first, around the table", () => {
    const hand = handOf([seat(), seat(), seat()], { button: 1 });
    assert.deepEqual(game.actingOrder(hand), [2, 0, 1]);
    assert.equal(game.turn(hand, PINEAPPLE), 2);
  });

  test("the next seat that is a street behind", () => {
    const five = "Qh/2c/AhKhJh";
    assert.equal(game.turn(handOf([seat(five), seat()], { button: 1 }), PINEAPPLE), 1);
    assert.equal(game.turn(handOf([seat(five), seat(five)], { button: 1 }), PINEAPPLE), 0);
  });

  test("a street that is half placed is not over", () => {
    const hand = handOf([seat("Qh/2c3c/AhKhJh"), seat("Qd/2d/AdKdJd")], { button: 1 });
    assert.equal(game.turn(hand, PINEAPPLE), 0);
  });

  test("Fantasyland hands are set after the others, whoever has the button", () => {
    const land = seat("//", { fantasyland: 14 });
    assert.equal(game.turn(handOf([land, seat()], { button: 1 }), PINEAPPLE), 1);
    assert.equal(game.turn(handOf([land, seat(FINISHED[1])], { button: 1 }), PINEAPPLE), 0);
  });

  test("nobody's after the last card", () => {
    assert.equal(game.turn(handOf(FINISHED.map((board) => seat(board))), PINEAPPLE), null);
  });
});

describe("cards in use", () => {
  const hand = handOf(
    [seat("Qh//", { hand: ["2c"], discards: ["3c"] }), seat("/Kd/", { hand: ["4c"] })],
    { dead: ["5c"] },
  );

  test("every card and its place", () => {
    const used = game.usedCards(hand, 0, PINEAPPLE);
    assert.deepEqual(Object.fromEntries(used), {
      Qh: { seat: 0, place: "top", index: 0 },
      "2c": { seat: 0, place: "hand", index: 0 },
      "3c": { seat: 0, place: "discards", index: 0 },
      Kd: { seat: 1, place: "middle", index: 0 },
      "4c": { seat: 1, place: "hand", index: 0 },
      "5c": { seat: null, place: "dead", index: 0 },
    });
  });

  test("side by side, both players get the same cards, so the other seat uses none up", () => {
    const used = game.usedCards(hand, 1, SIDE_BY_SIDE);
    assert.deepEqual([...used.keys()], ["Kd", "4c", "5c"]);
  });
});

describe("room for cards", () => {
  const hand = handOf([seat("QhQd/2c/AhKh", { hand: ["3c"] }), seat("//", { fantasyland: 15 })], {
    dead: ["5c"],
  });

  test("rows hold 3, 5 and 5", () => {
    assert.equal(game.roomAt(hand, { seat: 0, place: "top" }, PINEAPPLE), 1);
    assert.equal(game.roomAt(hand, { seat: 0, place: "middle" }, PINEAPPLE), 4);
    assert.equal(game.roomAt(hand, { seat: 0, place: "bottom" }, PINEAPPLE), 3);
  });

  test("the hand takes what the street deals", () => {
    assert.equal(game.roomAt(hand, { seat: 0, place: "hand" }, PINEAPPLE), 2);
    assert.equal(game.roomAt(hand, { seat: 0, place: "hand" }, CLASSIC), 0);
  });

  test("of a Fantasyland hand, placed and discarded cards are no longer to come", () => {
    const land = handOf([seat("QhQd//", { fantasyland: 15, hand: ["2c"], discards: ["3c"] })]);
    assert.equal(game.roomAt(land, { seat: 0, place: "hand" }, PINEAPPLE), 11);
    assert.equal(game.roomAt(land, { seat: 0, place: "discards" }, PINEAPPLE), 1);
  });

  test("there is one discard a street in Pineapple, none in classic", () => {
    assert.equal(game.roomAt(hand, { seat: 0, place: "discards" }, PINEAPPLE), 4);
    assert.equal(game.roomAt(hand, { seat: 0, place: "discards" }, CLASSIC), 0);
  });

  test("dead cards are as many as the deck has", () => {
    assert.equal(game.roomAt(hand, { seat: null, place: "dead" }, PINEAPPLE), 51);
  });
});

describe("placing cards", () => {
  const opened = seat("Qh/2c/AhKhJh", { hand: cards("3c4c5c"), discards: ["6c"] });
  const hand = handOf([opened, seat()]);

  test("a card moves from one place to another", () => {
    const from = /** @type {const} */ ({ seat: 0, place: "bottom", index: 1 });
    const moved = game.move(hand, from, { seat: 0, place: "top" }, PINEAPPLE);
    assert.equal(game.boardText(moved.seats[0]), "QhKh/2c/AhJh");
    assert.deepEqual(moved.seats[0].hand, opened.hand);
  });

  test("what the street leaves in hand is discarded with its last card", () => {
    const from = /** @type {const} */ ({ seat: 0, place: "hand", index: 0 });
    const one = game.move(hand, from, { seat: 0, place: "middle" }, PINEAPPLE);
    assert.deepEqual(one.seats[0].hand, ["4c", "5c"]);
    const two = game.move(one, from, { seat: 0, place: "middle" }, PINEAPPLE);
    assert.equal(game.boardText(two.seats[0]), "Qh/2c3c4c/AhKhJh");
    assert.deepEqual(two.seats[0].hand, []);
    assert.deepEqual(two.seats[0].discards, ["6c", "5c"]);
  });

  test("a ranked placement does the same at once", () => {
    const after = game.place(hand, 0, { top: ["5c"], bottom: ["3c"] }, PINEAPPLE);
    assert.deepEqual(after.seats[0], seat("Qh5c/2c/AhKhJh3c", { discards: ["6c", "4c"] }));
    assert.equal(after.seats[1], hand.seats[1]);
  });

  test("of the opening nothing is discarded", () => {
    const dealt = handOf([seat("//", { hand: cards("AhKhJhQh2c") })]);
    const after = game.place(dealt, 0, { bottom: cards("AhKhJh"), top: ["Qh"] }, PINEAPPLE);
    assert.deepEqual(after.seats[0].hand, ["2c"]);
    assert.deepEqual(after.seats[0].discards, []);
  });

  test("more cards in hand than a street leaves over are not discarded", () => {
    const many = handOf([seat("Qh/2c3c/AhKhJh", { hand: cards("4c5c6c") })]);
    const after = game.place(many, 0, { middle: ["4c"] }, PINEAPPLE);
    assert.deepEqual(after.seats[0].hand, ["5c", "6c"]);
  });

  test("a Fantasyland hand discards the rest once its board is full", () => {
    const held = [...cards("QsQhKdAsAhAd2c3c4s5s6s7s8s"), "9d"];
    const dealt = handOf([seat("//", { fantasyland: 14, hand: held })]);
    const [top, middle, bottom] = FINISHED[0].split("/").map(cards);
    const part = game.place(dealt, 0, { top, middle }, PINEAPPLE);
    assert.equal(part.seats[0].hand.length, 6);
    const full = game.place(part, 0, { bottom }, PINEAPPLE);
    assert.deepEqual(full.seats[0], seat(FINISHED[0], { fantasyland: 14, discards: ["9d"] }));
  });

  test("a board that is typed replaces the board, and its cards leave the hand", () => {
    const rows = { top: ["3c"], middle: [], bottom: ["Ah"] };
    const after = game.putBoard(hand, 0, rows);
    assert.deepEqual(after.seats[0], { ...opened, ...rows, hand: ["4c", "5c"] });
  });
});
