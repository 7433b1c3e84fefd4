// Tables to test with.

import { newMatch } from "./table/match.js";

/** @import { Agreement, Deal, Hand, Match, Seat } from "./table/match.js" */

/** @type {Deal} */
export const PINEAPPLE = {
  name: "pineapple",
  opening: 5,
  streets: 4,
  dealt: 3,
  kept: 2,
  same_cards: false,
};
/** @type {Deal} */
export const CLASSIC = { ...PINEAPPLE, name: "classic", streets: 8, dealt: 1, kept: 1 };
/** @type {Deal} */
export const SIDE_BY_SIDE = { ...PINEAPPLE, name: "side-by-side", same_cards: true };

/** @param {string} text cards such as "AhKd" */
export const cards = (text) => text.match(/../g) ?? [];

/**
 * @param {string} board
 * @param {Partial<Seat>} others
 * @returns {Seat}
 */
export function seat(board = "//", others = {}) {
  const [top, middle, bottom] = board.split("/").map(cards);
  return { fantasyland: 0, top, middle, bottom, hand: [], discards: [], ...others };
}

/**
 * @param {Seat[]} seats
 * @param {Partial<Hand>} others
 * @returns {Hand}
 */
export const handOf = (seats, others = {}) => ({ button: 1, dead: [], seats, ...others });

/**
 * @param {Hand} hand
 * @param {Partial<Match>} others
 * @returns {Match}
 */
export const matchOf = (hand, others = {}) => ({ ...newMatch(AGREEMENT), hand, ...others });

/** @type {Agreement} */
export const AGREEMENT = {
  rules: { preset: "pineapple", changed: {} },
  pointValue: 2,
  stakes: "uncapped",
  matchCap: null,
  button: 1,
  seats: [
    { name: "Ann", stack: null },
    { name: "Bob", stack: null },
  ],
};

export const FINISHED = ["QsQhKd/AsAhAd2c3c/4s5s6s7s8s", "2s2h3d/KsKhKcTcJc/4d5d6d7d8d"];
