// What the page asks, and when. Each question is plain data.

import { ROWS, allComplete, atStreetEnd, boardText, dealtNow, isComplete, placed } from "./match.js";

/** @import { Path, Schemas, Sent } from "./api.js" */
/** @import { Deal, FinishedHand, Match, Options, Row, Rules, Seat, Spot } from "./match.js" */

/**
 * Where the cards of a question lie on the table, by their JSON pointers in its members: so a
 * fault is shown at the card it is about.
 * @typedef {Record<string, Spot>} CardsByPointer
 */

/**
 * The seats that points settle against, in the order of the question's opponents, and those that
 * are left out because they are in the middle of a street.
 * @typedef {{against: number[], leftOut: number[]}} Opposite
 */

/**
 * A question and what leads back from its answer: the channel that it belongs to, its cards, and
 * who sits opposite where that matters.
 * @template {Path} P
 * @typedef {Sent<P> & {channel: string, cards: CardsByPointer, opposite?: Opposite}} Question
 */

/** @typedef {string | {fantasyland: number}} Opponent an opponent as requests name them */

/** @typedef {string | Omit<Options, "preset"> & {preset: string}} RulesMember */

/**
 * The members of a request as the page writes them: the presets are those that the service names.
 * @template Request
 * @typedef {Omit<Request, "rules"> & {rules: RulesMember}} Members
 */

/**
 * The rule set as requests name it: a preset, or a preset with changed options.
 * @param {Rules} rules
 * @returns {RulesMember}
 */
export function rulesMember({ preset, changed }) {
  return Object.keys(changed).length ? { preset, ...changed } : preset;
}

/** @type {Question<"/v1/rules">} */
export const listRules = {
  channel: "rules",
  method: "GET",
  path: "/v1/rules",
  members: {},
  cards: {},
};

/**
 * Every question that the state of the page calls for.
 * @param {{view: string, match: Match | null, deal: Deal | null, chosen: number}} state
 * @returns {Question<Path>[]}
 */
export function questionsFor({ view, match, deal, chosen }) {
  if (!match || !deal) return [];
  /** @type {Question<Path>[]} */
  const questions = [];
  if (match.hands.length) questions.push(totals(match));
  if (view === "play") {
    match.hand.seats.forEach((seat, place) => {
      if (placed(seat)) questions.push(score(match, place));
    });
    questions.push(...advice(match, deal, chosen));
  }
  if (view === "settle" && allComplete(match.hand)) questions.push(settlement(match));
  return questions;
}

/**
 * What is asked about the chosen seat: by how far it is, odds, placements, or a set.
 * @param {Match} match
 * @param {Deal} deal
 * @param {number} place
 * @returns {Question<Path>[]}
 */
export function advice(match, deal, place) {
  const seat = match.hand.seats[place];
  if (isComplete(seat)) return [];
  if (seat.fantasyland) {
    if (placed(seat) || seat.discards.length) return [];
    if (seat.hand.length === seat.fantasyland) return [fantasylandSet(match, deal, place)];
    return seat.hand.length ? [] : [fantasylandOdds(match, place)];
  }
  const waiting = placed(seat) === 0;
  if (seat.hand.length === dealtNow(seat, deal) && (waiting || atStreetEnd(seat, deal))) {
    return [placements(match, deal, place)];
  }
  if (seat.hand.length || !atStreetEnd(seat, deal)) return [];
  return [odds(match, deal, place), draws(match, deal, place)];
}

/**
 * The question of a path among those that are asked, if it is.
 * @template {Path} P
 * @param {Question<Path>[]} questions
 * @param {P} path
 */
export const asked = (questions, path) =>
  questions.find(/** @returns {question is Question<P>} */ (question) => question.path === path);

/**
 * @param {Match} match
 * @param {number} place
 * @returns {Question<"/v1/score">}
 */
export function score(match, place) {
  const seat = match.hand.seats[place];
  /** @type {Members<Schemas["ScoreRequest"]>} */
  const members = { board: boardText(seat), rules: rulesMember(match.rules) };
  // A Fantasyland hand also stays or not: the number of its cards says that it is one.
  if (seat.fantasyland) members.in_fantasyland = seat.fantasyland;
  const cards = ownCards(place, seat);
  return { channel: `score ${place}`, method: "GET", path: "/v1/score", members, cards };
}

/**
 * @param {Match} match
 * @param {Deal} deal
 * @param {number} place
 * @returns {Question<"/v1/odds">}
 */
function odds(match, deal, place) {
  const { members, cards, opposite } = position(match, deal, place);
  return { channel: "odds", method: "GET", path: "/v1/odds", members, cards, opposite };
}

/**
 * @param {Match} match
 * @param {Deal} deal
 * @param {number} place
 * @returns {Question<"/v1/draws">}
 */
function draws(match, deal, place) {
  const { members, cards, gone } = position(match, deal, place);
  const { opponents, ...own } = members;
  if (opponents && !deal.same_cards) {
    // Draws know one board: what the others show is dead to it.
    const shown = Object.entries(cards).filter(([pointer]) => pointer.startsWith("/opponents/"));
    shown.forEach(([, at], index) => (cards[`/dead/${gone.length + index}`] = at));
    const boards = opponents.filter((one) => typeof one === "string");
    own.dead += boards.join("").replaceAll("/", "");
  }
  return { channel: "draws", method: "GET", path: "/v1/draws", members: own, cards };
}

/**
 * @param {Match} match
 * @param {Deal} deal
 * @param {number} place
 * @returns {Question<"/v1/placements">}
 */
function placements(match, deal, place) {
  const { members, cards, opposite } = position(match, deal, place);
  const { hand } = match.hand.seats[place];
  hand.forEach((_, index) => (cards[`/dealt/${index}`] = { seat: place, place: "hand", index }));
  /** @type {Members<Schemas["PlacementsRequest"]>} */
  const whole = { ...members, dealt: hand.join(""), limit: 5 };
  return { channel: "odds", method: "POST", path: "/v1/placements", members: whole, cards, opposite };
}

/**
 * What one seat sees: its board, its own discards, dead cards, and the others.
 * @param {Match} match
 * @param {Deal} deal
 * @param {number} place
 */
function position(match, deal, place) {
  const { seats, dead } = match.hand;
  const seat = seats[place];
  const cards = ownCards(place, seat);
  const gone = [...seat.discards, ...dead];
  seat.discards.forEach((_, index) => {
    cards[`/dead/${index}`] = { seat: place, place: "discards", index };
  });
  dead.forEach((_, index) => {
    cards[`/dead/${seat.discards.length + index}`] = { seat: null, place: "dead", index };
  });
  const { opponents, opposite } = othersOf(match, deal, place, cards);
  for (const other of deal.same_cards ? [] : opposite.leftOut) {
    // A board in the middle of a street cannot be played on: its cards are dead and no more.
    for (const at of Object.values(rowCards("", other, seats[other]))) {
      cards[`/dead/${gone.length}`] = at;
      gone.push(cardAt(seats[other], at));
    }
  }
  /** @type {Members<Schemas["OddsRequest"]> & {dead: string, opponents?: Opponent[]}} */
  const members = { board: boardText(seat), dead: gone.join(""), rules: rulesMember(match.rules) };
  if (opponents.length) members.opponents = opponents;
  return { members, cards, gone, opposite };
}

/** @type {(seat: Seat, at: Spot) => string} */
const cardAt = (seat, at) => seat[/** @type {Row} */ (at.place)][at.index];

/**
 * The others as one seat sees them; the cards on their boards are added to the cards by pointer.
 * @param {Match} match
 * @param {Deal} deal
 * @param {number} place
 * @param {CardsByPointer} cards
 */
function othersOf(match, deal, place, cards) {
  /** @type {Opponent[]} */
  const opponents = [];
  /** @type {Opposite} */
  const opposite = { against: [], leftOut: [] };
  match.hand.seats.forEach((other, at) => {
    if (at === place) return;
    const faceDown = other.fantasyland && !isComplete(other);
    if (placed(other) && !faceDown && !atStreetEnd(other, deal)) {
      opposite.leftOut.push(at);
      return;
    }
    opposite.against.push(at);
    if (faceDown) {
      // A Fantasyland hand lies face down until the end: its cards are unseen.
      opponents.push({ fantasyland: other.fantasyland });
      return;
    }
    Object.assign(cards, rowCards(`/opponents/${opponents.length}`, at, other));
    opponents.push(boardText(other));
  });
  return { opponents, opposite };
}

/**
 * @param {Match} match
 * @param {number} place
 * @returns {Question<"/v1/fantasyland/odds">}
 */
function fantasylandOdds(match, place) {
  const { fantasyland } = match.hand.seats[place];
  /** @type {Members<Schemas["FantasylandOddsRequest"]>} */
  const members = { cards: fantasyland, rules: rulesMember(match.rules) };
  return { channel: "odds", method: "GET", path: "/v1/fantasyland/odds", members, cards: {} };
}

/**
 * @param {Match} match
 * @param {Deal} deal
 * @param {number} place
 * @returns {Question<"/v1/fantasyland/set">}
 */
function fantasylandSet(match, deal, place) {
  const seat = match.hand.seats[place];
  /** @type {CardsByPointer} */
  const cards = {};
  seat.hand.forEach((_, index) => {
    cards[`/cards/${index}`] = { seat: place, place: "hand", index };
  });
  const { opponents, opposite } = othersOf(match, deal, place, cards);
  /** @type {Members<Schemas["FantasylandSetRequest"]>} */
  const members = { cards: seat.hand.join(""), rules: rulesMember(match.rules) };
  if (opponents.length) members.opponents = opponents;
  return { channel: "odds", method: "POST", path: "/v1/fantasyland/set", members, cards, opposite };
}

/**
 * The match up to the hand before this one.
 * @param {Match} match
 * @returns {Question<"/v1/settlement">}
 */
export function totals(match) {
  const members = matchMembers(match, match.hands);
  return { channel: "totals", method: "POST", path: "/v1/settlement", members, cards: {} };
}

/**
 * The match with the hand that has just been finished as its last.
 * @param {Match} match
 * @returns {Question<"/v1/settlement">}
 */
export function settlement(match) {
  const last = match.hand.seats.map((seat) => ({
    board: boardText(seat),
    fantasyland: seat.fantasyland,
  }));
  const hands = [...match.hands, { seats: last }];
  /** @type {CardsByPointer} */
  const cards = {};
  match.hand.seats.forEach((seat, place) => {
    Object.assign(cards, rowCards(`/hands/${hands.length - 1}/${place}/board`, place, seat));
  });
  const members = matchMembers(match, hands);
  return { channel: "settlement", method: "POST", path: "/v1/settlement", members, cards };
}

/**
 * @param {Match} match
 * @param {FinishedHand[]} hands
 * @returns {Members<Schemas["SettlementRequest"]>}
 */
function matchMembers({ rules, seats, button, pointValue, stakes, matchCap }, hands) {
  const members = {
    rules: rulesMember(rules),
    button,
    point_value: pointValue,
    stakes,
    hands: hands.map((hand, number) =>
      hand.seats.map(({ board, fantasyland }, place) => ({
        name: seats[place].name,
        board,
        ...(fantasyland ? { in_fantasyland: fantasyland } : {}),
        // Stacks run on from the first hand: the service works them out, hand after hand.
        ...(number === 0 && seats[place].stack !== null ? { stack: seats[place].stack } : {}),
      })),
    ),
  };
  return matchCap === null ? members : { ...members, match_cap: matchCap };
}

/** @type {(place: number, seat: Seat) => CardsByPointer} */
const ownCards = (place, seat) => rowCards("/board", place, seat);

/**
 * @param {string} pointer
 * @param {number} place
 * @param {Seat} seat
 */
function rowCards(pointer, place, seat) {
  /** @type {CardsByPointer} */
  const cards = {};
  for (const row of ROWS) {
    seat[row].forEach((_, index) => {
      cards[`${pointer}/${row}/${index}`] = { seat: place, place: row, index };
    });
  }
  return cards;
}
