import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  advice,
  asked,
  questionsFor,
  rulesMember,
  score,
  settlement,
  totals,
} from "./table/questions.js";
import { CLASSIC, FINISHED, PINEAPPLE, SIDE_BY_SIDE, cards, handOf, matchOf, seat } from "./tables.js";

/** @import { Match } from "./table/match.js" */

const FIVE = "Qh/2c/AhKhJh";
const ONE_HAND = [{ seats: FINISHED.map((board) => ({ board, fantasyland: 0 })) }];

/** @type {(view: string, match: Match | null) => string[]} */
const pathsIn = (view, match) =>
  questionsFor({ view, match, deal: PINEAPPLE, chosen: 0 }).map(
    ({ channel, path }) => `${channel}: ${path}`,
  );

describe("which questions are asked", () => {
  test("none without a match", () => {
    assert.deepEqual(pathsIn("play", null), []);
    const match = matchOf(handOf([seat(), seat()]));
    assert.deepEqual(questionsFor({ view: "play", match, deal: null, chosen: 0 }), []);
  });

  test("none of an empty table: the opening is awaited", () => {
    assert.deepEqual(pathsIn("play", matchOf(handOf([seat(), seat()]))), []);
  });

  test("the score of every board that has cards, odds and draws of the chosen one", () => {
    const match = matchOf(handOf([seat(FIVE), seat("Qd//")]));
    assert.deepEqual(pathsIn("play", match), [
      "score 0: /v1/score",
      "score 1: /v1/score",
      "odds: /v1/odds",
      "draws: /v1/draws",
    ]);
  });

  test("the totals once a hand is settled, in every view", () => {
    const match = matchOf(handOf([seat(), seat()]), { hands: ONE_HAND });
    for (const view of ["setup", "play", "settle", "match"]) {
      assert.deepEqual(pathsIn(view, match), ["totals: /v1/settlement"]);
    }
  });

  test("the settlement when every board is full, where it is looked at", () => {
    const match = matchOf(handOf(FINISHED.map((board) => seat(board))));
    assert.deepEqual(pathsIn("settle", match), ["settlement: /v1/settlement"]);
    assert.deepEqual(pathsIn("play", match), ["score 0: /v1/score", "score 1: /v1/score"]);
    const open = matchOf(handOf([seat(FINISHED[0]), seat(FIVE)]));
    assert.deepEqual(pathsIn("settle", open), []);
  });

  /** @type {[string, import("./table/match.js").Seat, string[]][]} */
  const states = [
    ["the opening in hand", seat("//", { hand: cards("AhKhQh2c3c") }), ["/v1/placements"]],
    ["a part of the opening in hand", seat("//", { hand: cards("AhKh") }), []],
    ["a part of the opening placed", seat("Qh//Ah"), []],
    ["the opening placed", seat(FIVE), ["/v1/odds", "/v1/draws"]],
    ["a street in hand", seat(FIVE, { hand: cards("3c4c5c") }), ["/v1/placements"]],
    ["a part of a street in hand", seat(FIVE, { hand: cards("3c4c") }), []],
    ["a part of a street placed", seat("Qh/2c3c/AhKhJh"), []],
    ["a part of a street placed, three in hand", seat("Qh/2c3c/AhKhJh", { hand: cards("4c5c6c") }), []],
    ["a full board", seat(FINISHED[0]), []],
    ["Fantasyland, no card seen", seat("//", { fantasyland: 14 }), ["/v1/fantasyland/odds"]],
    ["Fantasyland, some cards in hand", seat("//", { fantasyland: 14, hand: cards("AhKh") }), []],
    [
      "Fantasyland, all cards in hand",
      seat("//", { fantasyland: 14, hand: cards("QsQhKdAsAhAd2c3c4s5s6s7s8s9d") }),
      ["/v1/fantasyland/set"],
    ],
    ["Fantasyland, a card placed", seat("Qs//", { fantasyland: 14 }), []],
    ["Fantasyland, a card discarded", seat("//", { fantasyland: 14, discards: ["9d"] }), []],
  ];
  for (const [name, chosen, paths] of states) {
    test(`of a seat: ${name}`, () => {
      const questions = advice(matchOf(handOf([chosen, seat()])), PINEAPPLE, 0);
      assert.deepEqual(questions.map(({ path }) => path), paths);
    });
  }

  test("in classic, placements of the one card of a street", () => {
    const match = matchOf(handOf([seat(FIVE, { hand: ["3c"] }), seat()]));
    assert.deepEqual(advice(match, CLASSIC, 0).map(({ path }) => path), ["/v1/placements"]);
  });

  test("placements, sets and odds share a channel, so that the latest one counts", () => {
    const inHand = matchOf(handOf([seat(FIVE, { hand: cards("3c4c5c") }), seat()]));
    const placed = matchOf(handOf([seat(FIVE), seat()]));
    assert.equal(advice(inHand, PINEAPPLE, 0)[0].channel, advice(placed, PINEAPPLE, 0)[0].channel);
  });

  test("a question is found by its path", () => {
    const questions = advice(matchOf(handOf([seat(FIVE), seat()])), PINEAPPLE, 0);
    assert.equal(asked(questions, "/v1/draws"), questions[1]);
    assert.equal(asked(questions, "/v1/placements"), undefined);
  });
});

describe("what they say", () => {
  test("a preset by its name, with its changed options if there are any", () => {
    assert.equal(rulesMember({ preset: "classic", changed: {} }), "classic");
    const changed = { foul_points: 3 };
    assert.deepEqual(rulesMember({ preset: "classic", changed }), {
      preset: "classic",
      foul_points: 3,
    });
  });

  test("the board of a Fantasyland hand says with how many cards", () => {
    const match = matchOf(handOf([seat(FIVE), seat("Qd//", { fantasyland: 15 })]));
    assert.deepEqual(score(match, 0).members, { board: FIVE, rules: "pineapple" });
    const land = { board: "Qd//", rules: "pineapple", in_fantasyland: 15 };
    assert.deepEqual(score(match, 1).members, land);
  });

  const seats = [
    seat(FIVE, { discards: ["3d"] }),
    seat("Qd//AdKd", { discards: ["7h"], hand: ["8h"] }),
    seat("Tc//", { fantasyland: 14 }),
    seat(),
    seat("Qs/2d3h/AsKs"),
  ];
  const match = matchOf(handOf(seats, { dead: ["9s"] }));

  test("odds know own discards, dead cards and the others, but nothing that lies face down", () => {
    const [odds] = advice(match, PINEAPPLE, 0);
    assert.deepEqual(odds.members, {
      board: FIVE,
      dead: "3d9sQdAdKd",
      rules: "pineapple",
      opponents: [{ fantasyland: 14 }, "//", "Qs/2d3h/AsKs"],
    });
    assert.deepEqual(odds.opposite, { against: [2, 3, 4], leftOut: [1] });
  });

  test("a Fantasyland hand that lies open settles as what it is", () => {
    const open = matchOf(handOf([seat(FIVE), seat(FINISHED[1], { fantasyland: 14 })]));
    const [odds] = advice(open, PINEAPPLE, 0);
    const { opponents } = /** @type {{opponents: unknown}} */ (odds.members);
    assert.deepEqual(opponents, [FINISHED[1]]);
  });

  test("draws take the others' open cards for dead", () => {
    const [, draws] = advice(match, PINEAPPLE, 0);
    assert.deepEqual(draws.members, {
      board: FIVE,
      dead: "3d9sQdAdKdQs2d3hAsKs",
      rules: "pineapple",
    });
  });

  test("side by side the other board is no reason why a card should not come", () => {
    const [, draws] = advice(match, SIDE_BY_SIDE, 0);
    assert.deepEqual(draws.members, { board: FIVE, dead: "3d9s", rules: "pineapple" });
  });

  test("placements add the cards in hand, and ask for the best five", () => {
    const dealt = matchOf(handOf([seat(FIVE, { hand: cards("3c4c5c") }), seat()]));
    const [placements] = advice(dealt, PINEAPPLE, 0);
    assert.equal(placements.method, "POST");
    assert.deepEqual(placements.members, {
      board: FIVE,
      dead: "",
      rules: "pineapple",
      dealt: "3c4c5c",
      limit: 5,
      opponents: ["//"],
    });
  });

  test("a Fantasyland set is settled against the others, whether they have finished or not", () => {
    const held = "QsQhKdAsAhAd2c3c4s5s6s7s8s9d";
    const land = seat("//", { fantasyland: 14, hand: cards(held) });
    const [open] = advice(matchOf(handOf([land, seat(FIVE)])), PINEAPPLE, 0);
    assert.deepEqual(open.members, { cards: held, rules: "pineapple", opponents: [FIVE] });
    const [done] = advice(matchOf(handOf([land, seat(FINISHED[1])])), PINEAPPLE, 0);
    assert.deepEqual(done.members, { cards: held, rules: "pineapple", opponents: [FINISHED[1]] });
  });

  test("before its cards are seen, a Fantasyland hand is the number of its cards", () => {
    const land = matchOf(handOf([seat("//", { fantasyland: 15 }), seat()]));
    const [odds] = advice(land, PINEAPPLE, 0);
    assert.deepEqual(odds.members, { cards: 15, rules: "pineapple" });
  });
});

describe("the settlement of a match", () => {
  const last = handOf([seat(FINISHED[1]), seat(FINISHED[0], { fantasyland: 14 })], { button: 0 });
  const running = matchOf(last, {
    hands: ONE_HAND,
    matchCap: 50,
    stakes: "pay_what_you_have",
    seats: [
      { name: "Ann", stack: 100 },
      { name: "Bob", stack: 0 },
    ],
  });
  const first = [
    { name: "Ann", board: FINISHED[0], stack: 100 },
    { name: "Bob", board: FINISHED[1], stack: 0 },
  ];

  test("totals are those of the hands before; stacks are given once, even one of 0", () => {
    assert.deepEqual(totals(running).members, {
      rules: "pineapple",
      button: 1,
      point_value: 2,
      stakes: "pay_what_you_have",
      match_cap: 50,
      hands: [first],
    });
  });

  test("the hand that is over comes last, with who was in Fantasyland", () => {
    const members = /** @type {{hands: object[]}} */ (settlement(running).members);
    const second = [
      { name: "Ann", board: FINISHED[1] },
      { name: "Bob", board: FINISHED[0], in_fantasyland: 14 },
    ];
    assert.deepEqual(members.hands, [first, second]);
  });

  test("without stacks and a limit neither is sent", () => {
    const members = settlement(matchOf(last)).members;
    assert.deepEqual(members, {
      rules: "pineapple",
      button: 1,
      point_value: 2,
      stakes: "uncapped",
      hands: [
        [
          { name: "Ann", board: FINISHED[1] },
          { name: "Bob", board: FINISHED[0], in_fantasyland: 14 },
        ],
      ],
    });
  });

  test("a limit of 0 is a limit, and is sent", () => {
    const members = /** @type {{match_cap?: number}} */ (
      settlement(matchOf(last, { matchCap: 0 })).members
    );
    assert.equal(members.match_cap, 0);
  });

  test("totals and the settlement are told apart by their channels", () => {
    assert.notEqual(totals(running).channel, settlement(running).channel);
  });
});

describe("where a fault belongs", () => {
  /** @type {(match: Match, pointers: import("./table/questions.js").CardsByPointer) => Record<string, string>} */
  const cardsAt = (match, pointers) =>
    Object.fromEntries(
      Object.entries(pointers).map(([pointer, at]) => [
        pointer,
        at.place === "dead" ? match.hand.dead[at.index] : match.hand.seats[at.seat][at.place][at.index],
      ]),
    );
  const match = matchOf(
    handOf([seat(FIVE, { discards: ["3d"], hand: cards("3c4c5c") }), seat("Qd/3h4h/Ad2d")], {
      dead: ["9s"],
    }),
  );

  test("every card of the placements by its pointer in the request", () => {
    const [placements] = advice(match, PINEAPPLE, 0);
    assert.deepEqual(cardsAt(match, placements.cards), {
      "/board/top/0": "Qh",
      "/board/middle/0": "2c",
      "/board/bottom/0": "Ah",
      "/board/bottom/1": "Kh",
      "/board/bottom/2": "Jh",
      "/dead/0": "3d",
      "/dead/1": "9s",
      "/dealt/0": "3c",
      "/dealt/1": "4c",
      "/dealt/2": "5c",
      "/opponents/0/top/0": "Qd",
      "/opponents/0/middle/0": "3h",
      "/opponents/0/middle/1": "4h",
      "/opponents/0/bottom/0": "Ad",
      "/opponents/0/bottom/1": "2d",
    });
  });

  test("in draws the others' cards are among the dead ones, in the order of the request", () => {
    const placed = matchOf(handOf([seat(FIVE, { discards: ["3d"] }), seat("Qd//Ad")], { dead: ["9s"] }));
    const [, draws] = advice(placed, PINEAPPLE, 0);
    const { dead } = /** @type {{dead: string}} */ (draws.members);
    const found = cardsAt(placed, draws.cards);
    assert.deepEqual(cards(dead).map((_, index) => found[`/dead/${index}`]), cards(dead));
  });

  test("in a settlement, cards of the last hand", () => {
    const over = matchOf(handOf(FINISHED.map((board) => seat(board))), { hands: ONE_HAND });
    const found = cardsAt(over, settlement(over).cards);
    assert.equal(Object.keys(found).length, 26);
    assert.equal(found["/hands/1/0/board/top/2"], "Kd");
    assert.equal(found["/hands/1/1/board/bottom/4"], "8d");
    assert.deepEqual(totals(over).cards, {});
  });

  test("in a Fantasyland set, cards in hand", () => {
    const held = cards("QsQhKdAsAhAd2c3c4s5s6s7s8s9d");
    const land = matchOf(handOf([seat("//", { fantasyland: 14, hand: held }), seat()]));
    const [set] = advice(land, PINEAPPLE, 0);
    assert.deepEqual(Object.values(cardsAt(land, set.cards)), held);
    assert.deepEqual(set.cards["/cards/13"], { seat: 0, place: "hand", index: 13 });
  });
});
