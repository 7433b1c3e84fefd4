// Calls to the API: one function, one kind of error.

/** What went wrong, as a problem document (RFC 9457) says it. */
export class Problem extends Error {
  constructor(status, document, retryAfter = null) {
    super(document.detail || document.title);
    this.status = status;
    this.title = document.title;
    /** `[{pointer, code, detail}]`: every fault of the request, each at its place in it. */
    this.errors = document.errors ?? [];
    /** Seconds after which the same question may be answered, null where it never will be. */
    this.retryAfter = retryAfter;
  }
}

/**
 * Ask a question: `{method, path, members}`.
 *
 * Members of a GET become query parameters, those of a POST the JSON body; the names are the same.
 * GET answers are pure functions of their question, so the browser caches them by their address.
 */
export async function ask({ method, path, members }, signal) {
  const response = await reach(method === "GET" ? get(path, members) : post(path, members), signal);
  const document = await response.json().catch(() => ({}));
  if (response.ok) return document;
  const busy = response.status === 503 || response.status === 429;
  const wait = Number(response.headers.get("Retry-After")) || 1;
  const title = document.title ?? `The service answered ${response.status}`;
  throw new Problem(response.status, { ...document, title }, busy ? wait : null);
}

async function reach([address, options], signal) {
  try {
    return await fetch(address, { ...options, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { title: "The service cannot be reached" }, 3);
  }
}

function get(path, members) {
  const text = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  const pairs = Object.entries(members).map(([name, value]) => [name, text(value)]);
  const query = new URLSearchParams(pairs).toString();
  return [query ? `${path}?${query}` : path, { method: "GET" }];
}

function post(path, members) {
  const headers = { "Content-Type": "application/json" };
  return [path, { method: "POST", headers, body: JSON.stringify(members) }];
}
