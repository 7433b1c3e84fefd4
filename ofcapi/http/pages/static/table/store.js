// What is kept, and where: the match in this browser alone, or in a file that the person keeps.
// Both are the same text, and both are checked in full before anything is believed of them.

import { parseBoard, parseCards } from "./cards.js";
import { ROOM, ROWS } from "./match.js";

/** @import { Schemas } from "./api.js" */
/** @import { Match, Stakes } from "./match.js" */

/** @typedef {Schemas["RulesAnswer"]} Preset a rule set as /v1/rules shows it */

/**
 * How a person likes the page to look.
 * @typedef {object} Preferences
 * @property {string} theme "auto", "light" or "dark"
 * @property {boolean} fourColours whether each suit has a colour of its own
 */

/**
 * A match that was read, or every fault in words with its place. With neither, nothing is kept.
 * @typedef {{match: Match | null, faults: string[]}} Read
 */

const FORMAT = "ofcapi-table";
const VERSION = 1;
const MATCH_KEY = "ofcapi-table-match";
const PREFERENCES_KEY = "ofcapi-table-preferences";

/** @type {Stakes[]} */
export const STAKES = [
  "uncapped",
  "pay_what_you_have",
  "win_up_to_running_stack",
  "win_up_to_starting_stack",
];

/** @param {Match | null} match */
export function exportText(match) {
  return JSON.stringify({ format: FORMAT, version: VERSION, match }, null, 1);
}

/**
 * The match of an exported text.
 * @param {string} text
 * @param {Preset[]} presets
 * @returns {Read}
 */
export function importText(text, presets) {
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return { match: null, faults: [`this is no JSON file: ${/** @type {Error} */ (error).message}`] };
  }
  if (file?.format !== FORMAT) {
    return { match: null, faults: ["this file was not exported from this page"] };
  }
  if (file.version !== VERSION) {
    return { match: null, faults: [`this page reads version ${VERSION}, not ${file.version}`] };
  }
  const faults = matchFaults(file.match, presets);
  return faults.length ? { match: null, faults } : { match: file.match, faults };
}

/**
 * Whether the browser keeps it.
 * @param {Match | null} match
 */
export function save(match) {
  return write(MATCH_KEY, match ? exportText(match) : null);
}

/**
 * The kept match, null where there is none or where it cannot be read any more.
 * @param {Preset[]} presets
 * @returns {Read}
 */
export function load(presets) {
  const text = read(MATCH_KEY);
  return text === null ? { match: null, faults: [] } : importText(text, presets);
}

/** @param {Preferences} preferences */
export const savePreferences = (preferences) =>
  write(PREFERENCES_KEY, JSON.stringify(preferences));

/** @returns {Preferences} */
export function loadPreferences() {
  const defaults = { theme: "auto", fourColours: true };
  try {
    return { ...defaults, ...JSON.parse(read(PREFERENCES_KEY) ?? "{}") };
  } catch {
    return defaults;
  }
}

// A browser may refuse to keep anything (private windows, full disks): then the page still works.

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string | null} text
 */
function write(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

// Checks: each yields what is wrong, in words.

/** @typedef {any} Unchecked what a file holds, before the checks: anything at all */
/** @typedef {(right: unknown, place: string, wanted: string) => boolean} Check whether it is right */

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value */
const isAmount = (value) => typeof value === "number" && value >= 0;
/** @type {(value: Unchecked, count: number) => boolean} */
const isSeat = (value, count) => Number.isInteger(value) && value >= 0 && value < count;
/** @param {Unchecked} value */
const isFantasyland = (value) => value === 0 || (Number.isInteger(value) && value > 12 && value < 18);

/**
 * @param {Unchecked} match
 * @param {Preset[]} presets
 */
function matchFaults(match, presets) {
  if (!isObject(match)) return ["match: is missing"];
  /** @type {string[]} */
  const faults = [];
  /** @type {Check} */
  const check = (right, place, wanted) => {
    if (!right) faults.push(`${place}: ${wanted}`);
    return Boolean(right);
  };
  const preset = presets.find((one) => one.preset === match.rules?.preset);
  check(preset, "match.rules.preset", "is to be a rule set of this service");
  check(isObject(match.rules?.changed), "match.rules.changed", "is to be an object");
  check(isAmount(match.pointValue), "match.pointValue", "is to be a number, 0 or more");
  check(STAKES.includes(match.stakes), "match.stakes", `is to be one of ${STAKES.join(", ")}`);
  const cap = match.matchCap === null || isAmount(match.matchCap);
  check(cap, "match.matchCap", "is to be a number or null");
  const { min = 2, max = 4 } = preset?.players ?? {};
  const count = Array.isArray(match.seats) ? match.seats.length : 0;
  if (!check(count >= min && count <= max, "match.seats", `is to be ${min} to ${max} seats`)) {
    return faults;
  }
  match.seats.forEach((/** @type {Unchecked} */ seat, /** @type {number} */ place) => {
    const name = seat?.name;
    const named = typeof name === "string" && name.length > 0 && name.length <= 100;
    check(named, `match.seats[${place}].name`, "is to be a text of 1 to 100 characters");
    const stack = seat?.stack === null || isAmount(seat?.stack);
    check(stack, `match.seats[${place}].stack`, "is to be a number or null");
  });
  check(isSeat(match.button, count), "match.button", "is to be the number of a seat");
  if (check(Array.isArray(match.hands), "match.hands", "is to be an array")) {
    match.hands.forEach((/** @type {Unchecked} */ hand, /** @type {number} */ number) => {
      checkFinished(hand, count, `match.hands[${number}]`, check);
    });
  }
  checkHand(match.hand, count, "match.hand", check);
  return faults;
}

/** @type {(hand: Unchecked, count: number, place: string, check: Check) => void} */
function checkFinished(hand, count, place, check) {
  const seated = Array.isArray(hand?.seats) && hand.seats.length === count;
  if (!check(seated, `${place}.seats`, `is to be ${count} seats`)) return;
  hand.seats.forEach((/** @type {Unchecked} */ seat, /** @type {number} */ number) => {
    const here = `${place}.seats[${number}]`;
    const { rows, fault } = parseBoard(String(seat?.board));
    const full = rows && ROWS.every((row) => rows[row].length === ROOM[row]);
    check(full, `${here}.board`, fault ?? "is to be a finished board");
    check(isFantasyland(seat?.fantasyland), `${here}.fantasyland`, "is to be 0, or 13 to 17");
  });
}

/** @type {(hand: Unchecked, count: number, place: string, check: Check) => void} */
function checkHand(hand, count, place, check) {
  const seated = Array.isArray(hand?.seats) && hand.seats.length === count;
  if (!check(seated, `${place}.seats`, `is to be ${count} seats`)) return;
  check(isSeat(hand.button, count), `${place}.button`, "is to be the number of a seat");
  checkCards(hand.dead, `${place}.dead`, 52, check);
  hand.seats.forEach((/** @type {Unchecked} */ seat, /** @type {number} */ number) => {
    const here = `${place}.seats[${number}]`;
    if (!check(isObject(seat), here, "is to be an object")) return;
    check(isFantasyland(seat.fantasyland), `${here}.fantasyland`, "is to be 0, or 13 to 17");
    for (const row of ROWS) checkCards(seat[row], `${here}.${row}`, ROOM[row], check);
    for (const name of ["hand", "discards"]) checkCards(seat[name], `${here}.${name}`, 17, check);
  });
}

/** @type {(cards: Unchecked, place: string, most: number, check: Check) => void} */
function checkCards(cards, place, most, check) {
  const right =
    Array.isArray(cards) &&
    cards.length <= most &&
    cards.every((card) => typeof card === "string" && parseCards(card).cards[0] === card);
  check(right, place, `is to be at most ${most} cards such as "Qh"`);
}
