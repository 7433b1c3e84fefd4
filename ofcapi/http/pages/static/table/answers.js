// Which questions are open, and what was answered.
//
// Each question belongs to a channel ("odds", "score of seat 2", ..), and a channel follows its
// latest question alone: an older one is aborted. An answer is found by its question, never by
// its channel, so what belongs to a board that has changed since cannot be shown.

import { Problem, ask } from "./api.js";

const SLOW_MS = 300; // after that a progress sign appears
const TRIES = 5; // by itself; after that the person decides
const REMEMBERED = 100;

const keyOf = (question) => JSON.stringify([question.method, question.path, question.members]);
const NOTHING = { status: "waiting", slow: false, answer: null, problem: null, again: false };

export class Answers {
  #changed;
  #open = new Map(); // channel -> {key, controller, timer}
  #known = new Map(); // key -> what `to` gives

  /** `changed` is called whenever there is something new to show. */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * What is known of a question: `{status, slow, answer, problem, again}`, where `status` is
   * "waiting", "answered" or "failed", and `again` that it will be asked again by itself.
   */
  to(question) {
    return this.#known.get(keyOf(question)) ?? NOTHING;
  }

  /** From now on these questions are wanted, and no others. */
  want(questions) {
    const wanted = new Map(questions.map((question) => [question.channel, question]));
    for (const [channel, open] of this.#open) {
      const question = wanted.get(channel);
      if (question && keyOf(question) === open.key) wanted.delete(channel);
      else this.#close(channel);
    }
    for (const question of wanted.values()) this.#start(question, 1);
  }

  /** Ask again at once what has failed. */
  retry(question) {
    this.#close(question.channel);
    this.#start(question, 1);
    this.#changed();
  }

  #close(channel) {
    const open = this.#open.get(channel);
    if (!open) return;
    open.controller.abort();
    clearTimeout(open.timer);
    this.#open.delete(channel);
    if (this.#known.get(open.key)?.status !== "answered") this.#known.delete(open.key);
  }

  async #start(question, tries) {
    const key = keyOf(question);
    const open = { key, controller: new AbortController(), timer: null };
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
      const again = problem.retryAfter !== null && tries < TRIES;
      this.#learn(key, { ...NOTHING, status: "failed", problem, again });
      if (again) {
        clearTimeout(open.timer);
        open.timer = setTimeout(() => this.#start(question, tries + 1), problem.retryAfter * 1000);
        this.#changed();
        return;
      }
    }
    clearTimeout(open.timer);
    this.#changed();
  }

  #learn(key, known) {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value);
  }
}
