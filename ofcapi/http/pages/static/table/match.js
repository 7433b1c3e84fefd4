// A match as plain data, and what happens to it as pure functions: each takes a hand and gives a
// new one, so that undoing is going back to the one before.
//
// No poker is known here beyond how the cards come, and that is read from the `deal` of /v1/rules.

/** @import { components } from "openapi.yaml" */
/** @import { Card } from "./cards.js" */

/** @typedef {components["schemas"]["DealAnswer"]} Deal how the cards come */
/** @typedef {components["schemas"]["HandAnswer"]} SettledHand a hand of a match, settled */

/** @typedef {"top" | "middle" | "bottom"} Row */
/** @typedef {Record<Row, Card[]>} Board the cards of each row */

/**
 * What one player has in the hand that runs.
 * @typedef {object} SeatCards
 * @property {number} fantasyland the number of cards of a Fantasyland hand, 0 for an ordinary one
 * @property {Card[]} hand the cards that were dealt and are not placed yet
 * @property {Card[]} discards
 */
/** @typedef {Board & SeatCards} Seat */

/**
 * The hand that runs.
 * @typedef {object} Hand
 * @property {number} button the seat of the button
 * @property {Card[]} dead cards that are in nobody's hand and will not come
 * @property {Seat[]} seats clockwise
 */

/**
 * A finished hand: all that settling needs of it.
 * @typedef {object} FinishedHand
 * @property {{board: string, fantasyland: number}[]} seats
 */

/**
 * Who sits in a seat.
 * @typedef {object} Player
 * @property {string} name
 * @property {number | null} stack the money that they began the match with, if that is counted
 */

/** @typedef {Exclude<components["schemas"]["RulesChoice"], string>} Options options of the rules */
/** @typedef {NonNullable<components["schemas"]["SettlementRequest"]["stakes"]>} Stakes */

/**
 * A rule set: a preset of the service, and the options that differ from it.
 * @typedef {object} Rules
 * @property {string} preset
 * @property {Options} changed
 */

/**
 * What a match is played by, and by whom.
 * @typedef {object} Agreement
 * @property {Rules} rules
 * @property {number} pointValue the money for a point
 * @property {Stakes} stakes what limits losses and wins
 * @property {number | null} matchCap the most money that one player can lose, if there is a limit
 * @property {number} button the seat of the button in the first hand
 * @property {Player[]} seats clockwise
 */
/** @typedef {Agreement & {hands: FinishedHand[], hand: Hand}} Match */

/**
 * Where cards lie: in a place of a seat, or dead, which is of no seat.
 * @typedef {{seat: number, place: Row | "hand" | "discards"}} PlaceOfSeat
 * @typedef {PlaceOfSeat | {seat: null, place: "dead"}} Place
 * @typedef {Place & {index: number}} Spot one card of a place
 */

/** @type {Row[]} */
export const ROWS = ["top", "middle", "bottom"];
export const ROOM = { top: 3, middle: 5, bottom: 5 };
const BOARD_SIZE = 13;
/** @type {PlaceOfSeat["place"][]} */
const PLACES_OF_SEAT = [...ROWS, "hand", "discards"];

/**
 * @param {number} seats how many there are
 * @param {number} button
 * @param {number[]} fantasyland the number of cards of each seat's Fantasyland hand, or 0
 * @returns {Hand}
 */
export function newHand(seats, button, fantasyland = []) {
  /** @type {(_: unknown, place: number) => Seat} */
  const seat = (_, place) => ({
    fantasyland: fantasyland[place] ?? 0,
    top: [],
    middle: [],
    bottom: [],
    hand: [],
    discards: [],
  });
  return { button, dead: [], seats: Array.from({ length: seats }, seat) };
}

/**
 * @param {Agreement} agreement
 * @returns {Match}
 */
export function newMatch({ rules, pointValue, stakes, matchCap, seats, button }) {
  const hand = newHand(seats.length, button);
  return { rules, pointValue, stakes, matchCap, seats, button, hands: [], hand };
}

/**
 * The match with its hand settled, and the next hand dealt as /v1/settlement says.
 * @param {Match} match
 * @param {Pick<SettledHand, "next" | "players">} settled
 * @returns {Match}
 */
export function nextHand(match, settled) {
  const seats = match.hand.seats.map((seat) => ({
    board: boardText(seat),
    fantasyland: seat.fantasyland,
  }));
  const cards = settled.players.map((player) => player.fantasyland.cards);
  const hand = newHand(seats.length, settled.next.button, cards);
  return { ...match, hands: [...match.hands, { seats }], hand };
}

// How far a seat is.

/** @param {Board} seat */
export const boardText = (seat) => ROWS.map((row) => seat[row].join("")).join("/");
/** @param {Board} seat */
export const placed = (seat) => ROWS.reduce((sum, row) => sum + seat[row].length, 0);
/** @param {Board} seat */
export const isComplete = (seat) => placed(seat) === BOARD_SIZE;
/** @param {Hand} hand */
export const allComplete = (hand) => hand.seats.every(isComplete);

/**
 * The cards that the seat is dealt at once now: the opening, a street or a Fantasyland hand.
 * @param {Seat} seat
 * @param {Deal} deal
 */
export function dealtNow(seat, deal) {
  if (isComplete(seat)) return 0;
  if (seat.fantasyland) return seat.fantasyland;
  return placed(seat) < deal.opening ? deal.opening : deal.dealt;
}

/**
 * Whether the board stands at the end of a street; an empty one waits for the opening.
 * @param {Board} seat
 * @param {Deal} deal
 */
export function atStreetEnd(seat, deal) {
  const beyond = placed(seat) - deal.opening;
  return beyond >= 0 && beyond % deal.kept === 0;
}

/**
 * Cards of the street that are not on the board yet, 0 at its end.
 * @param {Seat} seat
 * @param {Deal} deal
 */
export function toPlace(seat, deal) {
  if (seat.fantasyland) return BOARD_SIZE - placed(seat);
  const beyond = placed(seat) - deal.opening;
  if (beyond < 0) return -beyond;
  return (deal.kept - (beyond % deal.kept)) % deal.kept;
}

/** @type {(seat: Board, deal: Deal) => number} */
const streetsPlayed = (seat, deal) =>
  placed(seat) < deal.opening ? 0 : 1 + Math.floor((placed(seat) - deal.opening) / deal.kept);

/**
 * The seats in the order in which they act: left of the button first.
 * @param {Hand} hand
 */
export const actingOrder = (hand) =>
  hand.seats.map((_, place) => (hand.button + 1 + place) % hand.seats.length);

/**
 * Whose turn it is, null after the last card. Fantasyland hands are set in their own time.
 * @param {Hand} hand
 * @param {Deal} deal
 */
export function turn(hand, deal) {
  const open = actingOrder(hand).filter((place) => !isComplete(hand.seats[place]));
  const ordinary = open.filter((place) => !hand.seats[place].fantasyland);
  if (!ordinary.length) return open[0] ?? null;
  /** @param {number} place */
  const played = (place) => streetsPlayed(hand.seats[place], deal);
  const least = Math.min(...ordinary.map(played));
  return ordinary.find((place) => played(place) === least) ?? null;
}

// Where cards are.

/**
 * @param {Hand} hand
 * @param {Place} place
 */
export const cardsAt = (hand, { seat, place }) =>
  place === "dead" ? hand.dead : hand.seats[seat][place];

/**
 * Every card in use and where, for the picker of one seat.
 * @param {Hand} hand
 * @param {number} viewer
 * @param {Deal} deal
 */
export function usedCards(hand, viewer, deal) {
  /** @type {Map<Card, Spot>} */
  const used = new Map();
  hand.seats.forEach((seat, place) => {
    // Side by side, both players are dealt the same cards.
    if (deal.same_cards && place !== viewer) return;
    for (const name of PLACES_OF_SEAT) {
      seat[name].forEach((card, index) => used.set(card, { seat: place, place: name, index }));
    }
  });
  hand.dead.forEach((card, index) => used.set(card, { seat: null, place: "dead", index }));
  return used;
}

/**
 * How many more cards a place takes.
 * @param {Hand} hand
 * @param {Place} at
 * @param {Deal} deal
 */
export function roomAt(hand, at, deal) {
  const here = cardsAt(hand, at).length;
  if (at.place === "dead") return 52 - here;
  const seat = hand.seats[at.seat];
  if (at.place === "hand") {
    const inPlay = seat.fantasyland ? placed(seat) + seat.discards.length : 0;
    return Math.max(0, dealtNow(seat, deal) - inPlay - here);
  }
  if (at.place === "discards") {
    const spare = seat.fantasyland
      ? seat.fantasyland - BOARD_SIZE
      : deal.streets * (deal.dealt - deal.kept);
    return Math.max(0, spare - here);
  }
  return ROOM[at.place] - here;
}

/**
 * @param {Hand} hand
 * @param {Place} place
 * @param {Card[]} cards
 * @returns {Hand}
 */
function withCards(hand, { seat, place }, cards) {
  if (place === "dead") return { ...hand, dead: cards };
  const seats = hand.seats.with(seat, { ...hand.seats[seat], [place]: cards });
  return { ...hand, seats };
}

/** @type {(hand: Hand, at: Place, card: Card) => Hand} */
export const put = (hand, at, card) => withCards(hand, at, [...cardsAt(hand, at), card]);

/** @type {(hand: Hand, at: Spot) => Hand} */
export const take = (hand, at) =>
  withCards(hand, at, cardsAt(hand, at).filter((_, index) => index !== at.index));

/**
 * The card at one place goes to another; what a street leaves in hand is discarded with it.
 * @param {Hand} hand
 * @param {Spot} from
 * @param {Place} to
 * @param {Deal} deal
 */
export function move(hand, from, to, deal) {
  const card = cardsAt(hand, from)[from.index];
  const moved = put(take(hand, from), to, card);
  return from.place === "hand" ? discardRest(moved, from.seat, deal) : moved;
}

/**
 * Cards go from the hand to their rows at once.
 * @param {Hand} hand
 * @param {number} seat
 * @param {Partial<Board>} rows
 * @param {Deal} deal
 */
export function place(hand, seat, rows, deal) {
  const before = hand.seats[seat];
  const going = ROWS.flatMap((row) => rows[row] ?? []);
  const after = { ...before, hand: before.hand.filter((card) => !going.includes(card)) };
  for (const row of ROWS) after[row] = [...before[row], ...(rows[row] ?? [])];
  return discardRest({ ...hand, seats: hand.seats.with(seat, after) }, seat, deal);
}

/** @type {(hand: Hand, place: number, deal: Deal) => Hand} */
function discardRest(hand, place, deal) {
  const seat = hand.seats[place];
  const left = seat.hand.length;
  const spare = seat.fantasyland ? seat.fantasyland - BOARD_SIZE : deal.dealt - deal.kept;
  const done = seat.fantasyland ? isComplete(seat) : atStreetEnd(seat, deal);
  if (!done || !left || left > spare) return hand;
  const after = { ...seat, hand: [], discards: [...seat.discards, ...seat.hand] };
  return { ...hand, seats: hand.seats.with(place, after) };
}

/**
 * A whole board at once, as typed; cards in hand that are now on the board leave the hand.
 * @param {Hand} hand
 * @param {number} place
 * @param {Board} rows
 * @returns {Hand}
 */
export function putBoard(hand, place, rows) {
  const seat = hand.seats[place];
  const now = ROWS.flatMap((row) => rows[row]);
  const kept = seat.hand.filter((card) => !now.includes(card));
  return { ...hand, seats: hand.seats.with(place, { ...seat, ...rows, hand: kept }) };
}
