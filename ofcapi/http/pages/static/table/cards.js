// Cards as the API writes them, "Qh": reading what people type, showing what they read.

export const RANKS = [..."AKQJT98765432"];
export const SUITS = [..."shdc"];
export const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

const ONE_CARD = /^(10|[2-9TJQKA])([shdc♠♥♦♣♤♡♢♧])/i;
const SUIT_OF = { "♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c" };

export const symbol = (card) => SYMBOLS[card[1]];
export const shown = (card) => (card[0] === "T" ? "10" : card[0]) + symbol(card);
export const spoken = (card) => `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;

/** The cards of a text such as "QhQd2s", "10♥, q♦" or "Qh Qd": `{cards, fault}`, fault in words. */
export function parseCards(text) {
  const cards = [];
  let rest = text.replace(/[\s,\uFE0E\uFE0F]/g, "");
  while (rest) {
    const found = ONE_CARD.exec(rest);
    if (!found) return { cards, fault: `“${rest.slice(0, 4)}” is no card; write Qh, 10h or Q♥` };
    const rank = found[1] === "10" ? "T" : found[1].toUpperCase();
    cards.push(rank + (SUIT_OF[found[2]] ?? found[2].toLowerCase()));
    rest = rest.slice(found[0].length);
  }
  return { cards, fault: null };
}

/** The rows of "top/middle/bottom": `{rows: {top, middle, bottom}, fault}`. */
export function parseBoard(text) {
  const parts = text.split("/");
  if (parts.length !== 3) {
    return { rows: null, fault: "a board is top/middle/bottom, with two slashes" };
  }
  const rows = {};
  for (const [place, name] of ["top", "middle", "bottom"].entries()) {
    const { cards, fault } = parseCards(parts[place]);
    if (fault) return { rows: null, fault: `${name}: ${fault}` };
    rows[name] = cards;
  }
  return { rows, fault: null };
}
