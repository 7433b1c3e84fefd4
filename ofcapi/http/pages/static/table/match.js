// A match as plain data, and what happens to it as pure functions: each takes a hand and gives a
// new one, so that undoing is going back to the one before.
//
//   match  {rules: {preset, changed}, pointValue, stakes, matchCap, button,
//           seats: [{name, stack}], hands: [finished hand, ..], hand}
//   hand   {button, dead: [card], seats: [{fantasyland, top, middle, bottom, hand, discards}]}
//
// `button` is the seat of the button (of the first hand in a match), `fantasyland` the number of
// cards of a Fantasyland hand or 0, `hand` the cards that were dealt and not placed yet. A finished
// hand keeps `{seats: [{board, fantasyland}]}`, which is all that settling needs.
//
// No poker is known here beyond how the cards come, and that is read from the `deal` of
// /v1/rules: {opening, streets, dealt, kept, same_cards}.

export const ROWS = ["top", "middle", "bottom"];
export const ROOM = { top: 3, middle: 5, bottom: 5 };
const BOARD_SIZE = 13;

export function newHand(seats, button, fantasyland = []) {
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

export function newMatch({ rules, pointValue, stakes, matchCap, seats, button }) {
  const hand = newHand(seats.length, button);
  return { rules, pointValue, stakes, matchCap, seats, button, hands: [], hand };
}

/** The match with its hand settled, and the next hand dealt as /v1/settlement says. */
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

export const boardText = (seat) => ROWS.map((row) => seat[row].join("")).join("/");
export const placed = (seat) => ROWS.reduce((sum, row) => sum + seat[row].length, 0);
export const isComplete = (seat) => placed(seat) === BOARD_SIZE;
export const allComplete = (hand) => hand.seats.every(isComplete);

/** The cards that the seat is dealt at once now: the opening, a street or a Fantasyland hand. */
export function dealtNow(seat, deal) {
  if (isComplete(seat)) return 0;
  if (seat.fantasyland) return seat.fantasyland;
  return placed(seat) < deal.opening ? deal.opening : deal.dealt;
}

/** Whether the board stands at the end of a street; an empty one waits for the opening. */
export function atStreetEnd(seat, deal) {
  const beyond = placed(seat) - deal.opening;
  return beyond >= 0 && beyond % deal.kept === 0;
}

/** Cards of the street that are not on the board yet, 0 at its end. */
export function toPlace(seat, deal) {
  if (seat.fantasyland) return BOARD_SIZE - placed(seat);
  const beyond = placed(seat) - deal.opening;
  if (beyond < 0) return -beyond;
  return (deal.kept - (beyond % deal.kept)) % deal.kept;
}

const streetsPlayed = (seat, deal) =>
  placed(seat) < deal.opening ? 0 : 1 + Math.floor((placed(seat) - deal.opening) / deal.kept);

/** The seats in the order in which they act: left of the button first. */
export const actingOrder = (hand) =>
  hand.seats.map((_, place) => (hand.button + 1 + place) % hand.seats.length);

/** Whose turn it is, null after the last card. Fantasyland hands are set in their own time. */
export function turn(hand, deal) {
  const open = actingOrder(hand).filter((place) => !isComplete(hand.seats[place]));
  const ordinary = open.filter((place) => !hand.seats[place].fantasyland);
  if (!ordinary.length) return open[0] ?? null;
  const played = (place) => streetsPlayed(hand.seats[place], deal);
  const least = Math.min(...ordinary.map(played));
  return ordinary.find((place) => played(place) === least);
}

// Where cards are. A place is `{seat, place}`: a row, "hand", "discards", or "dead" (of no seat).

export const cardsAt = (hand, { seat, place }) =>
  place === "dead" ? hand.dead : hand.seats[seat][place];

/** Every card in use and where, as `card -> {seat, place, index}`, for the picker of one seat. */
export function usedCards(hand, viewer, deal) {
  const used = new Map();
  hand.seats.forEach((seat, place) => {
    // Side by side, both players are dealt the same cards.
    if (deal.same_cards && place !== viewer) return;
    for (const name of [...ROWS, "hand", "discards"]) {
      seat[name].forEach((card, index) => used.set(card, { seat: place, place: name, index }));
    }
  });
  hand.dead.forEach((card, index) => used.set(card, { seat: null, place: "dead", index }));
  return used;
}

/** How many more cards a place takes. */
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

function withCards(hand, { seat, place }, cards) {
  if (place === "dead") return { ...hand, dead: cards };
  const seats = hand.seats.with(seat, { ...hand.seats[seat], [place]: cards });
  return { ...hand, seats };
}

export const put = (hand, at, card) => withCards(hand, at, [...cardsAt(hand, at), card]);

export const take = (hand, at) =>
  withCards(hand, at, cardsAt(hand, at).filter((_, index) => index !== at.index));

/** The card at one place goes to another; what a street leaves in hand is discarded with it. */
export function move(hand, from, to, deal) {
  const card = cardsAt(hand, from)[from.index];
  const moved = put(take(hand, from), to, card);
  return from.place === "hand" ? discardRest(moved, from.seat, deal) : moved;
}

/** Cards go from the hand to their rows at once: `{top: [..], middle: [..], bottom: [..]}`. */
export function place(hand, seat, rows, deal) {
  const before = hand.seats[seat];
  const going = ROWS.flatMap((row) => rows[row] ?? []);
  const after = { ...before, hand: before.hand.filter((card) => !going.includes(card)) };
  for (const row of ROWS) after[row] = [...before[row], ...(rows[row] ?? [])];
  return discardRest({ ...hand, seats: hand.seats.with(seat, after) }, seat, deal);
}

function discardRest(hand, place, deal) {
  const seat = hand.seats[place];
  const left = seat.hand.length;
  const spare = seat.fantasyland ? seat.fantasyland - BOARD_SIZE : deal.dealt - deal.kept;
  const done = seat.fantasyland ? isComplete(seat) : atStreetEnd(seat, deal);
  if (!done || !left || left > spare) return hand;
  const after = { ...seat, hand: [], discards: [...seat.discards, ...seat.hand] };
  return { ...hand, seats: hand.seats.with(place, after) };
}

/** A whole board at once, as typed; cards in hand that are now on the board leave the hand. */
export function putBoard(hand, place, rows) {
  const seat = hand.seats[place];
  const now = ROWS.flatMap((row) => rows[row]);
  const kept = seat.hand.filter((card) => !now.includes(card));
  return { ...hand, seats: hand.seats.with(place, { ...seat, ...rows, hand: kept }) };
}
