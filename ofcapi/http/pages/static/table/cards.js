// Cards as the API writes them, "Qh": reading what people type, showing what they read.

import { ROWS } from "./match.js";

/** @import { Board } from "./match.js" */

/** @typedef {string} Card a card as the API writes it: its rank, then its suit */

export const RANKS = [..."AKQJT98765432"];
export const SUITS = [..."shdc"];
export const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** @type {Record<string, string>} */
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

const ONE_CARD = /^(10|[2-9TJQKA])([shdc♠♥♦♣♤♡♢♧])/i;
/** @type {Record<string, string>} */
const SUIT_OF = { "♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c" };

/** @param {Card} card */
export const symbol = (card) => SYMBOLS[card[1]];
/** @param {Card} card */
export const shown = (card) => (card[0] === "T" ? "10" : card[0]) + symbol(card);
/** @param {Card} card */
export const spoken = (card) => `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;

/**
 * The cards of a text such as "QhQd2s", "10♥, q♦" or "Qh Qd", up to its fault, which is in words.
 * @param {string} text
 * @returns {{cards: Card[], fault: string | null}}
 */
export function parseCards(text) {
  /** @type {Card[]} */
  const cards = [];
  let rest = text.replace(/\s|,|\uFE0E|\uFE0F/g, "");
  while (rest) {
    const found = ONE_CARD.exec(rest);
    if (!found) return { cards, fault: `“${rest.slice(0, 4)}” is no card; write Qh, 10h or Q♥` };
    const rank = found[1] === "10" ? "T" : found[1].toUpperCase();
    cards.push(rank + (SUIT_OF[found[2]] ?? found[2].toLowerCase()));
    rest = rest.slice(found[0].length);
  }
  return { cards, fault: null };
}

/**
 * The rows of "top/middle/bottom", or its fault in words.
 * @param {string} text
 * @returns {{rows: Board, fault: null} | {rows: null, fault: string}}
 */
export function parseBoard(text) {
  const parts = text.split("/");
  if (parts.length !== 3) {
    return { rows: null, fault: "a board is top/middle/bottom, with two slashes" };
  }
  /** @type {Board} */
  const rows = { top: [], middle: [], bottom: [] };
  for (const [place, name] of ROWS.entries()) {
    const { cards, fault } = parseCards(parts[place]);
    if (fault) return { rows: null, fault: `${name}: ${fault}` };
    rows[name] = cards;
  }
  return { rows, fault: null };
}
