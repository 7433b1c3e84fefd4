// Numbers as people read them. The API gives `{value, numerator, denominator}` where it is exact
// and `{value, std_error}` where it sampled; how sure a number is always stands beside it.

import { html } from "../html.js";

/** @import { Schemas } from "../api.js" */

/**
 * A chance; only what is certain reads 0 % or 100 %.
 * @param {number} value
 */
export function percent(value) {
  if (value === 0 || value === 1) return `${100 * value} %`;
  if (value < 0.0005) return "<0.1 %";
  if (value > 0.9995) return ">99.9 %";
  return `${(100 * value).toFixed(1)} %`;
}

/** @param {number} value */
export const points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
/** @param {number} value */
export const plain = (value) => value.toFixed(1);

export const whole = new Intl.NumberFormat("en");
const money = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
/** @param {number} value */
export const signed = (value) => (value < 0 ? "−" : value > 0 ? "+" : "") + money.format(Math.abs(value));
/** @param {number} value */
export const amount = (value) => (value < 0 ? "−" : "") + money.format(Math.abs(value));

/** @type {Record<string, string>} */
const RANKS = { A: "aces", K: "kings", Q: "queens", J: "jacks", T: "tens" };

/**
 * A category's name in words: "pair_Q" is "pair of queens".
 * @param {string} name
 */
export function category(name) {
  const [, kind, rank] = /^(pair|three_of_a_kind)_(.)$/.exec(name) ?? [];
  if (!kind) return name.replaceAll("_", " ");
  return `${kind === "pair" ? "pair of" : "three"} ${RANKS[rank] ?? `${rank}s`}`;
}

/**
 * One figure with its name; a sampled one with its standard error, where it has any.
 * @param {{
 *   name: string,
 *   number: Schemas["Number"],
 *   format: (value: number) => string,
 *   tone?: string,
 * }} props
 */
export function Figure({ name, number, format, tone }) {
  const error = number.std_error;
  /** @type {(value: number) => string} */
  const spread = format === percent ? (value) => `${(100 * value).toFixed(1)} %` : plain;
  return html`<div class="figure ${tone ?? ""}">
    <dt>${name}</dt>
    <dd>${format(number.value)}
      ${error !== undefined && error > 0 && html` <small>± ${spread(error)}</small>`}</dd>
  </div>`;
}

/**
 * How an answer came to its numbers.
 * @typedef {object} Computed
 * @property {"exact" | "sampled" | "table"} method
 * @property {number} [samples]
 * @property {boolean} [complete]
 * @property {string} [policy] what plays the samples; none where only the boards opposite are sampled
 */

/**
 * "exact", or "sampled" and how.
 * @param {{answer: Computed}} props
 */
export function Method({ answer }) {
  if (answer.method !== "sampled") {
    const table = answer.method === "table";
    return html`<span class="method ${table ? "sampled" : "exact"}">${table ? "sampled ±, from a table" : "exact"}</span>`;
  }
  const ours = answer.policy !== undefined && answer.policy !== "best-play";
  const early = answer.complete === false ? ", stopped by the time limit" : "";
  return html`<span class="method sampled" title="± is one standard error${early}">
    sampled ±, ${whole.format(answer.samples ?? 0)} ${ours ? "deals" : "boards opposite"}
  </span>`;
}
