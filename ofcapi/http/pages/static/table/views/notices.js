// What is said beside the answers: that they take a while, or what went wrong.

import { html } from "../html.js";

/** @import { Fault, Path, Problem } from "../api.js" */
/** @import { Question } from "../questions.js" */
/** @import { Table } from "../table.js" */
/** @import { VNode } from "../vendor/preact.mjs" */

/** @typedef {{table: Table, question: Question<Path>}} Props */

/** @type {Record<number, string>} */
const BUSY = { 503: "The service is busy", 429: "Enough questions for the moment", 0: "The service cannot be reached" };

/**
 * Wraps what is shown of an answer: a progress sign, a polite problem, or the answer itself.
 * `quiet` keeps no place for an answer that is not there yet.
 * @param {Props & {quiet?: boolean, children: (answer: object) => VNode | null}} props
 */
export function Answered({ table, question, quiet, children }) {
  const { status, slow, problem, again, answer } = table.answers.to(question);
  if (status === "answered") return children(answer);
  if (status === "waiting" && slow) {
    return html`<div class="waiting" role="status">
      <progress aria-label="working"></progress> Working it out …
    </div>`;
  }
  if (status === "waiting") return quiet ? null : html`<div class="waiting"></div>`;
  if (problem.errors.length) {
    return html`<${Faults} table=${table} question=${question} problem=${problem} />`;
  }
  const seconds = problem.retryAfter === 1 ? "a second" : `${problem.retryAfter} seconds`;
  const detail = problem.message === problem.title ? "" : problem.message;
  return html`<div class="problem" role="status">
    <p><strong>${BUSY[problem.status] ?? problem.title}.</strong>${" "}
      ${again ? `Asking again in ${seconds}.` : detail}</p>
    <button type="button" onClick=${() => table.retry(question)}>Ask now</button>
  </div>`;
}

/**
 * The faults that the API found, each with the card it is about.
 * @param {Props & {problem: Problem}} props
 */
function Faults({ table, question, problem }) {
  const ofCards = problem.errors.every(({ pointer }) => question.cards[pointer]);
  return html`<div class="problem" role="alert">
    ${!ofCards && html`<p><strong>${problem.title}.</strong></p>`}
    <ul>${problem.errors.map((error) => html`<li>${faultText(table, question, error)}</li>`)}</ul>
  </div>`;
}

/**
 * A fault in words: JSON pointers of cards become the places that people know.
 * @type {(table: Table, question: Question<Path>, fault: Fault) => string}
 */
function faultText(table, question, { pointer, detail }) {
  const at = question.cards[pointer];
  const place = at ? table.whereIs(at) : pointer.split("/").filter(Boolean).join(" ");
  return `${place}: ${inWords(table, question, detail)}`;
}

/** @type {(table: Table, question: Question<Path>, detail: string) => string} */
const inWords = (table, question, detail) =>
  detail.replace(/\/[\w/]+/g, (pointer) => {
    const at = question.cards[pointer];
    return at ? table.whereIs(at) : pointer;
  });

/**
 * The fault of each card, by `seat/place/index`, of all the questions that failed.
 * @param {Table} table
 * @param {Question<Path>[]} questions
 * @returns {Map<string, string>}
 */
export function faultsByCard(table, questions) {
  const found = new Map();
  for (const question of questions) {
    for (const { pointer, detail } of table.answers.to(question).problem?.errors ?? []) {
      const at = question.cards[pointer];
      if (at) found.set(`${at.seat}/${at.place}/${at.index}`, inWords(table, question, detail));
    }
  }
  return found;
}

/**
 * Something that a person should know and can put away.
 * @param {{table: Table}} props
 */
export function Notice({ table }) {
  const { notice } = table.state;
  if (!notice) return null;
  return html`<div class="problem notice" role="alert">
    <p><strong>${notice.title}.</strong></p>
    <ul>${notice.lines.slice(0, 8).map((line) => html`<li>${line}</li>`)}</ul>
    ${notice.lines.length > 8 && html`<p>and ${notice.lines.length - 8} more</p>`}
    <button type="button" onClick=${() => table.dismiss()}>Close</button>
  </div>`;
}
