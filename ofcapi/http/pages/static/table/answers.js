// Which questions are open, and what was answered.
//
// Each question belongs to a channel ("odds", "score of seat 2", ..), and a channel follows its
// latest question alone: an older one is aborted. An answer is found by its question, never by
// its channel, so what belongs to a board that has changed since cannot be shown.

import { Problem, ask } from "./api.js";

/** @import { AnswersByPath, Path } from "./api.js" */
/** @import { Question } from "./questions.js" */

/**
 * What is known of a question. `slow`: it has been open for a while. `again`: it has failed and
 * will be asked again by itself.
 * @template Answer
 * @typedef {{status: "waiting", slow: boolean, answer: null, problem: null, again: false}
 *   | {status: "answered", slow: false, answer: Answer, problem: null, again: false}
 *   | {status: "failed", slow: false, answer: null, problem: Problem, again: boolean}} Known
 */
/** @typedef {Known<AnswersByPath[Path]>} AnyKnown */

/**
 * A question that a channel follows now.
 * @typedef {object} Open
 * @property {string} key
 * @property {AbortController} controller
 * @property {ReturnType<typeof setTimeout> | undefined} timer
 */

const SLOW_MS = 300; // after that a progress sign appears
const TRIES = 5; // by itself; after that the person decides
const REMEMBERED = 100;

/** @param {Question<Path>} question */
const keyOf = (question) => JSON.stringify([question.method, question.path, question.members]);
/** @satisfies {AnyKnown} */
const NOTHING = /** @type {const} */ ({
  status: "waiting",
  slow: false,
  answer: null,
  problem: null,
  again: false,
});

export class Answers {
  #changed;
  /** @type {Map<string, Open>} */
  #open = new Map(); // by channel
  /** @type {Map<string, AnyKnown>} */
  #known = new Map(); // by key

  /** @param {() => void} changed is called whenever there is something new to show */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * What is known of a question.
   * @template {Path} P
   * @param {Question<P>} question
   */
  to(question) {
    // The path is part of the key: what is known under it is an answer of that path.
    const known = /** @type {Known<AnswersByPath[P]> | undefined} */ (
      this.#known.get(keyOf(question))
    );
    return known ?? NOTHING;
  }

  /**
   * From now on these questions are wanted, and no others.
   * @param {Question<Path>[]} questions
   */
  want(questions) {
    const wanted = new Map(questions.map((question) => [question.channel, question]));
    for (const [channel, open] of this.#open) {
      const question = wanted.get(channel);
      if (question && keyOf(question) === open.key) wanted.delete(channel);
      else this.#close(channel);
    }
    for (const question of wanted.values()) this.#start(question, 1);
  }

  /**
   * Ask again at once what has failed.
   * @param {Question<Path>} question
   */
  retry(question) {
    this.#close(question.channel);
    this.#start(question, 1);
    this.#changed();
  }

  /** @param {string} channel */
  #close(channel) {
    const open = this.#open.get(channel);
    if (!open) return;
    open.controller.abort();
    clearTimeout(open.timer);
    this.#open.delete(channel);
    if (this.#known.get(open.key)?.status !== "answered") this.#known.delete(open.key);
  }

  /**
   * @param {Question<Path>} question
   * @param {number} tries
   */
  async #start(question, tries) {
    const key = keyOf(question);
    /** @type {Open} */
    const open = { key, controller: new AbortController(), timer: undefined };
    this.#open.set(question.channel, open);
    if (this.#known.get(key)?.status === "answered") return;
    this.#learn(key, NOTHING);
    open.timer = setTimeout(() => {
      this.#learn(key, { ...NOTHING, slow: true });
      this.#changed();
    }, SLOW_MS);
    try {
      const answer = await ask(question, open.controller.signal);
      if (this.#open.get(question.channel) !== open) return;
      this.#learn(key, { ...NOTHING, status: "answered", answer });
    } catch (problem) {
      if (this.#open.get(question.channel) !== open) return;
      if (!(problem instanceof Problem)) throw problem;
      const wait = tries < TRIES ? problem.retryAfter : null;
      this.#learn(key, { ...NOTHING, status: "failed", problem, again: wait !== null });
      if (wait !== null) {
        clearTimeout(open.timer);
        open.timer = setTimeout(() => this.#start(question, tries + 1), wait * 1000);
        this.#changed();
        return;
      }
    }
    clearTimeout(open.timer);
    this.#changed();
  }

  /**
   * @param {string} key
   * @param {AnyKnown} known
   */
  #learn(key, known) {
    this.#known.delete(key);
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED) this.#known.delete(oldest);
  }
}
