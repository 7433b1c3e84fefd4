// Calls to the API: one function, one kind of error.

/** @import { components } from "openapi.yaml" */

/** @typedef {components["schemas"]} Schemas */
/** @typedef {Schemas["FaultAnswer"]} Fault a fault of a request, and where in the request it is */

/**
 * The answer of each path that the page asks, as openapi.yaml describes it.
 * @typedef {{
 *   "/v1/rules": Schemas["RulesListAnswer"],
 *   "/v1/score": Schemas["ScoreAnswer"],
 *   "/v1/odds": Schemas["OddsAnswer"],
 *   "/v1/draws": Schemas["DrawsAnswer"],
 *   "/v1/placements": Schemas["PlacementsAnswer"],
 *   "/v1/fantasyland/odds": Schemas["FantasylandOddsAnswer"],
 *   "/v1/fantasyland/set": Schemas["FantasylandSetAnswer"],
 *   "/v1/settlement": MatchAnswer,
 * }} AnswersByPath
 * @typedef {keyof AnswersByPath} Path
 */

/**
 * The page settles whole matches: such an answer has hands and totals.
 * @typedef {Schemas["SettlementAnswer"]} SettlementAnswer
 * @typedef {SettlementAnswer & Required<Pick<SettlementAnswer, "hands" | "totals">>} MatchAnswer
 */

/**
 * A question as it is sent.
 * @template {Path} P
 * @typedef {object} Sent
 * @property {"GET" | "POST"} method
 * @property {P} path
 * @property {object} members
 */

/**
 * A problem document (RFC 9457), as far as one is there: what stands between the page and the
 * service may answer with less.
 * @typedef {{title: string} & Partial<Schemas["Problem"]>} ProblemDocument
 */

/** What went wrong, as a problem document (RFC 9457) says it. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {ProblemDocument} document
   * @param {number | null} retryAfter
   */
  constructor(status, document, retryAfter = null) {
    super(document.detail || document.title);
    this.status = status;
    this.title = document.title;
    /** Every fault of the request, each at its place in it. @type {Fault[]} */
    this.errors = document.errors ?? [];
    /** Seconds after which the same question may be answered, null where it never will be. */
    this.retryAfter = retryAfter;
  }
}

/**
 * Ask a question.
 *
 * Members of a GET become query parameters, those of a POST the JSON body; the names are the same.
 * GET answers are pure functions of their question, so the browser caches them by their address.
 * @template {Path} P
 * @param {Sent<P>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<AnswersByPath[P]>}
 */
export async function ask({ method, path, members }, signal) {
  const response = await reach(method === "GET" ? get(path, members) : post(path, members), signal);
  const document = await response.json().catch(() => null);
  if (response.ok && document) return document;
  if (response.ok) throw new Problem(response.status, { title: "The response was cut short" }, 3);
  const busy = response.status === 503 || response.status === 429;
  const wait = Number(response.headers.get("Retry-After")) || 1;
  const title = document?.title ?? `The service answered ${response.status}`;
  throw new Problem(response.status, { ...document, title }, busy ? wait : null);
}

/**
 * @param {[address: string, options: RequestInit]} request
 * @param {AbortSignal} [signal]
 */
async function reach([address, options], signal) {
  try {
    return await fetch(address, { ...options, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, { title: "The service cannot be reached" }, 3);
  }
}

/**
 * @param {string} path
 * @param {object} members
 * @returns {[string, RequestInit]}
 */
function get(path, members) {
  /** @param {unknown} value */
  const text = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  const pairs = Object.entries(members).map(([name, value]) => [name, text(value)]);
  const query = new URLSearchParams(pairs).toString();
  return [query ? `${path}?${query}` : path, { method: "GET" }];
}

/**
 * @param {string} path
 * @param {object} members
 * @returns {[string, RequestInit]}
 */
function post(path, members) {
  const headers = { "Content-Type": "application/json" };
  return [path, { method: "POST", headers, body: JSON.stringify(members) }];
}
