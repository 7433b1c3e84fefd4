// The state of the page, and everything a person can do to it. Views read `state` and call these
// actions; after each of them the page is drawn again and the open questions are brought up to date.

import { Answers } from "./answers.js";
import { ask } from "./api.js";
import { parseBoard, parseCards, shown, spoken } from "./cards.js";
import * as game from "./match.js";
import { listRules, questionsFor, rulesMember } from "./questions.js";
import * as store from "./store.js";

const UNDO_STEPS = 200;
const seatAt = (name, stack = "") => ({ name, stack });

export class Table {
  #draw;
  #focus = null;
  #past = [];

  constructor(draw) {
    this.#draw = draw;
    this.answers = new Answers(() => this.#changed());
    this.state = {
      view: "setup",
      presets: null,
      setup: null,
      setupFaults: [],
      match: null,
      chosen: 0,
      target: { seat: 0, place: "hand" },
      held: null, // the place of a card that was picked up
      ranked: 0, // which of the ranked placements is outlined
      cursor: "As", // where the keyboard is in the picker
      typed: { text: "", fault: null },
      said: "", // read out by screen readers
      notice: null, // {title, lines}
      preferences: store.loadPreferences(),
    };
  }

  /** The rule sets are the first question: they say how many cards come, and to how many. */
  start() {
    this.answers.want([listRules]);
    this.#changed();
  }

  // What views ask.

  get deal() {
    const { match, presets } = this.state;
    return match && presets ? this.presetOf(match.rules.preset).deal : null;
  }

  get questions() {
    return questionsFor({ ...this.state, deal: this.deal });
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  presetOf(name) {
    return this.state.presets.find((one) => one.preset === name);
  }

  // Going about.

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

  prefer(changes) {
    this.state.preferences = { ...this.state.preferences, ...changes };
    store.savePreferences(this.state.preferences);
    this.#changed();
  }

  retry(question) {
    this.answers.retry(question);
  }

  // Set up.

  changeSetup(changes) {
    const setup = { ...this.state.setup, ...changes };
    const { min, max } = this.presetOf(setup.preset).players;
    while (setup.seats.length < min) setup.seats = [...setup.seats, seatAt(nameOf(setup.seats))];
    setup.seats = setup.seats.slice(0, max);
    setup.button = Math.min(setup.button, setup.seats.length - 1);
    this.state.setup = setup;
    this.state.setupFaults = [];
    this.#changed();
  }

  changeSeat(place, changes) {
    const { seats } = this.state.setup;
    this.changeSetup({ seats: seats.with(place, { ...seats[place], ...changes }) });
  }

  addSeat() {
    const { seats } = this.state.setup;
    this.changeSetup({ seats: [...seats, seatAt(nameOf(seats))] });
  }

  removeSeat(place) {
    this.changeSetup({ seats: this.state.setup.seats.filter((_, seat) => seat !== place) });
  }

  /** Options as JSON text, for those that have no field of their own. */
  changeOptions(text) {
    try {
      const { preset, ...changed } = JSON.parse(text || "{}");
      this.changeSetup({ changed });
    } catch (error) {
      this.state.setupFaults = [`the options are no JSON object: ${error.message}`];
      this.#changed();
    }
  }

  /** Another preset brings its own options. */
  choosePreset(preset) {
    this.changeSetup({ preset, changed: {} });
  }

  changeOption(name, value) {
    const { preset, changed } = this.state.setup;
    const { [name]: _, ...others } = changed;
    const same = this.presetOf(preset)[name] === value;
    this.changeSetup({ changed: same ? others : { ...others, [name]: value } });
  }

  /** Start a match, once the service has accepted its options: it says what is wrong with them. */
  async startMatch() {
    const { preset, changed, seats, button, pointValue, stakes, matchCap } = this.state.setup;
    const rules = { preset, changed };
    if (Object.keys(changed).length) {
      const members = { board: "//", rules: rulesMember(rules) };
      try {
        await ask({ method: "GET", path: "/v1/score", members });
      } catch (problem) {
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

  choose(seat) {
    const { place } = this.state.target;
    const wanted = this.state.match.hand.seats[seat].fantasyland ? "hand" : place;
    this.#chooseSeat(seat, wanted);
    this.#changed();
  }

  /** On to whoever's turn it is. */
  chooseTurn() {
    const seat = game.turn(this.state.match.hand, this.deal);
    if (seat === null) return this.go("settle");
    this.choose(seat);
    this.#focus = "board-title";
    return this.#changed();
  }

  /** A place was tapped: a card that is held goes there, else the next cards do. */
  tapPlace(at) {
    const { held, match } = this.state;
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

  /** A card on the table was tapped: it is picked up, or put down again. */
  tapCard(at) {
    const { held } = this.state;
    const same = held && samePlace(held, at);
    if (held && !same) return this.tapPlace({ seat: at.seat, place: at.place });
    this.state.held = same ? null : at;
    return this.#changed();
  }

  /** A card of the picker was tapped: it goes where cards go now, or its place is shown. */
  tapDeck(card) {
    const { match, chosen, target } = this.state;
    const used = game.usedCards(match.hand, chosen, this.deal).get(card);
    if (used) return this.#say(`${spoken(card)} is in use: ${this.whereIs(used)}`);
    if (!game.roomAt(match.hand, target, this.deal)) {
      return this.#say(`no room: ${nameOfPlace(target)}`);
    }
    const fault = this.#putOne(card);
    return this.#say(fault ?? `${spoken(card)}: ${nameOfPlace(target)}`);
  }

  moveCursor(card) {
    this.state.cursor = card;
    this.#focus = `card-${card}`;
    this.#changed();
  }

  takeAway() {
    const { held, match } = this.state;
    if (!held) return;
    const card = game.cardsAt(match.hand, held)[held.index];
    this.state.held = null;
    this.#play(game.take(match.hand, held));
    this.#say(`${spoken(card)} taken away`);
  }

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

  rank(number) {
    this.state.ranked = number;
    this.#changed();
  }

  /** Put cards from the hand where a ranked placement or a best set has them. */
  place(rows) {
    const { match, chosen } = this.state;
    this.#play(game.place(match.hand, chosen, rows, this.deal));
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

  nextHand(settled) {
    this.#keepPast();
    this.state.match = game.nextHand(this.state.match, settled);
    this.#beginHand();
    this.go("play");
  }

  // Kept.

  exported() {
    return store.exportText(this.state.match);
  }

  async importFile(file) {
    const { match, faults } = store.importText(await file.text(), this.state.presets);
    if (faults.length) {
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

  nameOf(seat) {
    return this.state.match.seats[seat].name;
  }

  whereIs({ seat, place }) {
    return seat === null ? "dead cards" : `${this.nameOf(seat)}, ${nameOfPlace({ place })}`;
  }

  // The rest is how actions do their work.

  #beginHand() {
    this.#chooseSeat(game.turn(this.state.match.hand, this.deal), "hand");
    this.#save();
  }

  #chooseSeat(seat, place) {
    this.state.chosen = seat;
    this.state.target = place === "dead" ? { seat: null, place } : { seat, place };
    this.state.held = null;
    this.state.ranked = 0;
  }

  #putOne(card) {
    const { match, target } = this.state;
    if (!game.roomAt(match.hand, target, this.deal)) return `no room: ${nameOfPlace(target)}`;
    this.#play(game.put(match.hand, target, card));
    this.#moveOnTarget();
    return null;
  }

  /** A full row hands over to the next one that has room. */
  #moveOnTarget() {
    const { match, target } = this.state;
    if (!game.ROWS.includes(target.place) || game.roomAt(match.hand, target, this.deal)) return;
    const next = [...game.ROWS].reverse().find((row) => {
      return game.roomAt(match.hand, { ...target, place: row }, this.deal);
    });
    if (next) this.state.target = { ...target, place: next };
  }

  #enterCards(text) {
    const { cards, fault } = parseCards(text);
    if (fault) return fault;
    if (!cards.length) return "type cards such as Qh Kd, or a board such as Qh//AhKh";
    const { match, target } = this.state;
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

  #enterBoard(text) {
    const { rows, fault } = parseBoard(text);
    if (fault) return fault;
    for (const row of game.ROWS) {
      const count = rows[row].length;
      if (count > game.ROOM[row]) return `the ${row} holds ${game.ROOM[row]} cards, not ${count}`;
    }
    const { match, chosen } = this.state;
    this.#play(game.putBoard(match.hand, chosen, rows));
    this.state.said = `the board of ${this.nameOf(chosen)} is entered`;
    return null;
  }

  #play(hand) {
    this.#keepPast();
    this.state.match = { ...this.state.match, hand };
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

const nameOf = (seats) => `Seat ${seats.length + 1}`;

const samePlace = (one, other) =>
  one.seat === other.seat && one.place === other.place && one.index === other.index;

/** A place in words. */
export function nameOfPlace({ place }) {
  return { hand: "cards in hand", dead: "dead cards", discards: "discards" }[place] ?? `${place} row`;
}
