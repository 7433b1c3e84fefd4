// The state of the page, and everything a person can do to it. Views read `state` and call these
// actions; after each of them the page is drawn again and the open questions are brought up to date.

import { Answers } from "./answers.js";
import { Problem, ask } from "./api.js";
import { parseBoard, parseCards, shown, spoken } from "./cards.js";
import * as game from "./match.js";
import { listRules, questionsFor, rulesMember } from "./questions.js";
import * as store from "./store.js";

/** @import { Path } from "./api.js" */
/** @import { Card } from "./cards.js" */
/** @import { Board, Deal, Hand, Match, Options, Place, Row, SettledHand, Spot, Stakes } from "./match.js" */
/** @import { Question } from "./questions.js" */
/** @import { Preferences, Preset } from "./store.js" */

/** @typedef {"setup" | "play" | "settle" | "match"} View a part of the page */

/**
 * A match that is being set up: amounts are texts, as the fields have them.
 * @typedef {object} Setup
 * @property {string} preset
 * @property {Options} changed
 * @property {{name: string, stack: string}[]} seats
 * @property {number} button
 * @property {string} pointValue
 * @property {Stakes} stakes
 * @property {string} matchCap
 */

/**
 * All that the page shows, beside the answers.
 * @typedef {object} State
 * @property {View} view
 * @property {Preset[] | null} presets null until the service has named them
 * @property {Setup | null} setup null until then too
 * @property {string[]} setupFaults
 * @property {Match | null} match null while none is running
 * @property {number} chosen the seat that cards and advice are for
 * @property {Place} target where the next card goes
 * @property {Spot | null} held a card that was picked up
 * @property {number} ranked which of the ranked placements is outlined
 * @property {Card} cursor where the keyboard is in the picker
 * @property {{text: string, fault: string | null}} typed
 * @property {string} said what screen readers read out
 * @property {{title: string, lines: string[]} | null} notice
 * @property {Preferences} preferences
 */

/** @typedef {Pick<State, "match" | "chosen" | "target" | "view">} Past what undoing brings back */

const UNDO_STEPS = 200;
/** @param {string} name */
const seatAt = (name, stack = "") => ({ name, stack });

export class Table {
  #draw;
  /** @type {string | null} */
  #focus = null;
  /** @type {Past[]} */
  #past = [];

  /** @param {(focus: string | null) => void} draw draws the page; `focus` is what to focus then */
  constructor(draw) {
    this.#draw = draw;
    this.answers = new Answers(() => this.#changed());
    /** @type {State} */
    this.state = {
      view: "setup",
      presets: null,
      setup: null,
      setupFaults: [],
      match: null,
      chosen: 0,
      target: { seat: 0, place: "hand" },
      held: null,
      ranked: 0,
      cursor: "As",
      typed: { text: "", fault: null },
      said: "",
      notice: null,
      preferences: store.loadPreferences(),
    };
  }

  /** The rule sets are the first question: they say how many cards come, and to how many. */
  start() {
    this.answers.want([listRules]);
    this.#changed();
  }

  // What views ask.

  /** The match, for what is shown and done only while one is running. */
  get match() {
    return there(this.state.match);
  }

  /** The rule sets, for what is shown only once the service has named them. */
  get presets() {
    return there(this.state.presets);
  }

  get setup() {
    return there(this.state.setup);
  }

  /** @returns {Deal} */
  get deal() {
    return this.presetOf(this.match.rules.preset).deal;
  }

  get questions() {
    const { match, presets } = this.state;
    return questionsFor({ ...this.state, deal: match && presets ? this.deal : null });
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** @param {string} name */
  presetOf(name) {
    return there(this.presets.find((one) => one.preset === name));
  }

  // Going about.

  /** @param {View} view */
  go(view) {
    this.state.view = view;
    this.state.held = null;
    this.#focus = "title";
    this.#changed();
  }

  dismiss() {
    this.state.notice = null;
    this.#changed();
  }

  /** @param {Partial<Preferences>} changes */
  prefer(changes) {
    this.state.preferences = { ...this.state.preferences, ...changes };
    store.savePreferences(this.state.preferences);
    this.#changed();
  }

  /** @param {Question<Path>} question */
  retry(question) {
    this.answers.retry(question);
  }

  // Set up.

  /** @param {Partial<Setup>} changes */
  changeSetup(changes) {
    const setup = { ...this.setup, ...changes };
    const { min, max } = this.presetOf(setup.preset).players;
    while (setup.seats.length < min) setup.seats = [...setup.seats, seatAt(nameOf(setup.seats))];
    setup.seats = setup.seats.slice(0, max);
    setup.button = Math.min(setup.button, setup.seats.length - 1);
    this.state.setup = setup;
    this.state.setupFaults = [];
    this.#changed();
  }

  /**
   * @param {number} place
   * @param {Partial<Setup["seats"][number]>} changes
   */
  changeSeat(place, changes) {
    const { seats } = this.setup;
    this.changeSetup({ seats: seats.with(place, { ...seats[place], ...changes }) });
  }

  addSeat() {
    const { seats } = this.setup;
    this.changeSetup({ seats: [...seats, seatAt(nameOf(seats))] });
  }

  /** @param {number} place */
  removeSeat(place) {
    this.changeSetup({ seats: this.setup.seats.filter((_, seat) => seat !== place) });
  }

  /**
   * Options as JSON text, for those that have no field of their own.
   * @param {string} text
   */
  changeOptions(text) {
    try {
      const { preset, ...changed } = JSON.parse(text || "{}");
      this.changeSetup({ changed });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.state.setupFaults = [`the options are no JSON object: ${message}`];
      this.#changed();
    }
  }

  /**
   * Another preset brings its own options.
   * @param {string} preset
   */
  choosePreset(preset) {
    this.changeSetup({ preset, changed: {} });
  }

  /**
   * @param {keyof Options & keyof Preset} name
   * @param {string | number} value
   */
  changeOption(name, value) {
    const { preset, changed } = this.setup;
    const { [name]: _, ...others } = changed;
    const same = this.presetOf(preset)[name] === value;
    this.changeSetup({ changed: same ? others : { ...others, [name]: value } });
  }

  /** Start a match, once the service has accepted its options: it says what is wrong with them. */
  async startMatch() {
    const { preset, changed, seats, button, pointValue, stakes, matchCap } = this.setup;
    const rules = { preset, changed };
    if (Object.keys(changed).length) {
      const members = { board: "//", rules: rulesMember(rules) };
      try {
        await ask({ method: "GET", path: "/v1/score", members });
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        const faults = problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`);
        this.state.setupFaults = faults.length ? faults : [problem.message];
        return this.#changed();
      }
    }
    this.#keepPast();
    this.state.match = game.newMatch({
      rules,
      pointValue: Number(pointValue),
      stakes,
      matchCap: matchCap === "" ? null : Number(matchCap),
      button,
      seats: seats.map(({ name, stack }, place) => ({
        name: name.trim() || `Seat ${place + 1}`,
        stack: stack === "" ? null : Number(stack),
      })),
    });
    this.#beginHand();
    return this.go("play");
  }

  // Play.

  /** @param {number} seat */
  choose(seat) {
    const { place } = this.state.target;
    const wanted = this.match.hand.seats[seat].fantasyland ? "hand" : place;
    this.#chooseSeat(seat, wanted);
    this.#changed();
  }

  /** On to whoever's turn it is. */
  chooseTurn() {
    const seat = game.turn(this.match.hand, this.deal);
    if (seat === null) return this.go("settle");
    this.choose(seat);
    this.#focus = "board-title";
    return this.#changed();
  }

  /**
   * A place was tapped: a card that is held goes there, else the next cards do.
   * @param {Place} at
   */
  tapPlace(at) {
    const { match } = this;
    const { held } = this.state;
    if (!held) {
      this.state.target = at;
      return this.#changed();
    }
    this.state.held = null;
    if (at.place === held.place && at.seat === held.seat) return this.#changed();
    const card = game.cardsAt(match.hand, held)[held.index];
    if (!game.roomAt(match.hand, at, this.deal)) return this.#say(`no room: ${nameOfPlace(at)}`);
    this.#play(game.move(match.hand, held, at, this.deal));
    return this.#say(`${spoken(card)} moved: ${nameOfPlace(at)}`);
  }

  /**
   * A card on the table was tapped: it is picked up, or put down again.
   * @param {Spot} at
   */
  tapCard(at) {
    const { held } = this.state;
    const same = held && samePlace(held, at);
    if (held && !same) return this.tapPlace(at);
    this.state.held = same ? null : at;
    return this.#changed();
  }

  /**
   * A card of the picker was tapped: it goes where cards go now, or its place is shown.
   * @param {Card} card
   */
  tapDeck(card) {
    const { match } = this;
    const { chosen, target } = this.state;
    const used = game.usedCards(match.hand, chosen, this.deal).get(card);
    if (used) return this.#say(`${spoken(card)} is in use: ${this.whereIs(used)}`);
    if (!game.roomAt(match.hand, target, this.deal)) {
      return this.#say(`no room: ${nameOfPlace(target)}`);
    }
    const fault = this.#putOne(card);
    return this.#say(fault ?? `${spoken(card)}: ${nameOfPlace(target)}`);
  }

  /** @param {Card} card */
  moveCursor(card) {
    this.state.cursor = card;
    this.#focus = `card-${card}`;
    this.#changed();
  }

  takeAway() {
    const { match } = this;
    const { held } = this.state;
    if (!held) return;
    const card = game.cardsAt(match.hand, held)[held.index];
    this.state.held = null;
    this.#play(game.take(match.hand, held));
    this.#say(`${spoken(card)} taken away`);
  }

  /** @param {string} text */
  type(text) {
    this.state.typed = { text, fault: null };
    this.#changed();
  }

  /** Typed or pasted: a whole board of the chosen seat, or cards for where cards go now. */
  enterTyped() {
    const { text } = this.state.typed;
    const fault = text.includes("/") ? this.#enterBoard(text) : this.#enterCards(text);
    this.state.typed = fault ? { text, fault } : { text: "", fault: null };
    this.#changed();
  }

  /** @param {number} number */
  rank(number) {
    this.state.ranked = number;
    this.#changed();
  }

  /**
   * Put cards from the hand where a ranked placement or a best set has them.
   * @param {Partial<Board>} rows
   */
  place(rows) {
    this.#play(game.place(this.match.hand, this.state.chosen, rows, this.deal));
    this.#focus = "board-title";
    this.#say("placed");
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    if (before.view !== this.state.view) this.#focus = "title";
    Object.assign(this.state, before, { held: null, ranked: 0, notice: null });
    this.#save();
    this.#say("undone");
  }

  // Settle.

  /** @param {SettledHand} settled */
  nextHand(settled) {
    this.#keepPast();
    this.state.match = game.nextHand(this.match, settled);
    this.#beginHand();
    this.go("play");
  }

  // Kept.

  exported() {
    return store.exportText(this.state.match);
  }

  /** @param {File} file */
  async importFile(file) {
    const { match, faults } = store.importText(await file.text(), this.presets);
    if (!match) {
      const title = `${file.name} was not imported; the match is as it was`;
      this.state.notice = { title, lines: faults };
      return this.#changed();
    }
    this.#keepPast();
    this.state.match = match;
    this.state.notice = null;
    this.#chooseSeat(game.turn(match.hand, this.deal) ?? 0, "hand");
    this.#save();
    return this.go("play");
  }

  clear() {
    this.#keepPast();
    this.state.match = null;
    store.save(null);
    this.go("setup");
  }

  // Words that several views need.

  /** @param {number} seat */
  nameOf(seat) {
    return this.match.seats[seat].name;
  }

  /** @param {Place} place */
  whereIs({ seat, place }) {
    return seat === null ? "dead cards" : `${this.nameOf(seat)}, ${nameOfPlace({ place })}`;
  }

  // The rest is how actions do their work.

  #beginHand() {
    this.#chooseSeat(game.turn(this.match.hand, this.deal) ?? 0, "hand");
    this.#save();
  }

  /**
   * @param {number} seat
   * @param {Place["place"]} place
   */
  #chooseSeat(seat, place) {
    this.state.chosen = seat;
    this.state.target = place === "dead" ? { seat: null, place } : { seat, place };
    this.state.held = null;
    this.state.ranked = 0;
  }

  /** @param {Card} card */
  #putOne(card) {
    const { match } = this;
    const { target } = this.state;
    if (!game.roomAt(match.hand, target, this.deal)) return `no room: ${nameOfPlace(target)}`;
    this.#play(game.put(match.hand, target, card));
    this.#moveOnTarget();
    return null;
  }

  /** A full row hands over to the next one that has room. */
  #moveOnTarget() {
    const { match } = this;
    const { target } = this.state;
    if (!inRow(target) || game.roomAt(match.hand, target, this.deal)) return;
    const next = [...game.ROWS].reverse().find((row) => {
      return game.roomAt(match.hand, { ...target, place: row }, this.deal);
    });
    if (next) this.state.target = { ...target, place: next };
  }

  /** @param {string} text */
  #enterCards(text) {
    const { cards, fault } = parseCards(text);
    if (fault) return fault;
    if (!cards.length) return "type cards such as Qh Kd, or a board such as Qh//AhKh";
    const { match } = this;
    const { target } = this.state;
    const room = game.roomAt(match.hand, target, this.deal);
    if (cards.length > room) {
      const count = cards.length === 1 ? "1 card is" : `${cards.length} cards are`;
      return `${count} too many for ${nameOfPlace(target)}: there is room for ${room}`;
    }
    let { hand } = match;
    for (const card of cards) hand = game.put(hand, target, card);
    this.#play(hand);
    this.#moveOnTarget();
    this.state.said = `${cards.map(shown).join(" ")}: ${nameOfPlace(target)}`;
    return null;
  }

  /** @param {string} text */
  #enterBoard(text) {
    const { rows, fault } = parseBoard(text);
    if (!rows) return fault;
    for (const row of game.ROWS) {
      const count = rows[row].length;
      if (count > game.ROOM[row]) return `the ${row} holds ${game.ROOM[row]} cards, not ${count}`;
    }
    const { chosen } = this.state;
    this.#play(game.putBoard(this.match.hand, chosen, rows));
    this.state.said = `the board of ${this.nameOf(chosen)} is entered`;
    return null;
  }

  /** @param {Hand} hand */
  #play(hand) {
    this.#keepPast();
    this.state.match = { ...this.match, hand };
    this.state.ranked = 0;
    this.#save();
  }

  #keepPast() {
    const { match, chosen, target, view } = this.state;
    this.#past.push({ match, chosen, target, view });
    if (this.#past.length > UNDO_STEPS) this.#past.shift();
  }

  #save() {
    if (store.save(this.state.match)) return;
    const lines = ["Export the match to a file if you want to keep it."];
    this.state.notice = { title: "This browser keeps nothing for this page", lines };
  }

  /** @param {string} text */
  #say(text) {
    this.state.said = text;
    this.#changed();
  }

  #changed() {
    if (!this.state.presets) this.#takeRules();
    else this.answers.want(this.questions);
    this.#draw(this.#focus);
    this.#focus = null;
  }

  #takeRules() {
    const { answer } = this.answers.to(listRules);
    if (!answer) return;
    this.state.presets = answer.presets;
    const setup = { preset: answer.default, changed: {}, button: 1, matchCap: "" };
    const seats = [seatAt("Seat 1"), seatAt("Seat 2")];
    this.state.setup = { ...setup, seats, pointValue: "1", stakes: "uncapped" };
    const { match, faults } = store.load(answer.presets);
    if (faults.length) {
      this.state.notice = { title: "The kept match cannot be read any more", lines: faults };
    }
    if (match) {
      this.state.match = match;
      this.state.view = "play";
      this.#chooseSeat(game.turn(match.hand, this.deal) ?? 0, "hand");
    }
    this.answers.want(this.questions);
  }
}

/** @param {unknown[]} seats */
const nameOf = (seats) => `Seat ${seats.length + 1}`;

/** @type {(one: Spot, other: Spot) => boolean} */
const samePlace = (one, other) =>
  one.seat === other.seat && one.place === other.place && one.index === other.index;

/**
 * Whether cards of a row are meant.
 * @param {Place} at
 * @returns {at is Place & {seat: number, place: Row}}
 */
const inRow = (at) => /** @type {string[]} */ (game.ROWS).includes(at.place);

/**
 * What is there by now, else the caller is at fault.
 * @template Thing
 * @param {Thing | null | undefined} thing
 */
function there(thing) {
  if (thing === null || thing === undefined) throw new Error("asked for before it is there");
  return thing;
}

/** @type {Record<string, string>} */
const NAMES_OF_PLACES = { hand: "cards in hand", dead: "dead cards", discards: "discards" };

/**
 * A place in words.
 * @param {{place: Place["place"]}} place
 */
export const nameOfPlace = ({ place }) => NAMES_OF_PLACES[place] ?? `${place} row`;
