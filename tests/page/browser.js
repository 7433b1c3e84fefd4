// What the page needs of a browser, for tests: a place to keep texts, and a service that answers.

/** A `localStorage` that keeps its texts here, or refuses to. */
export function keepHere({ refuses = false } = {}) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const orRefuse = () => {
    if (refuses) throw new Error("the disk is full");
  };
  const storage = {
    /** @param {string} key */
    getItem(key) {
      orRefuse();
      return kept.get(key) ?? null;
    },
    /** @type {(key: string, text: string) => void} */
    setItem(key, text) {
      orRefuse();
      kept.set(key, text);
    },
    /** @param {string} key */
    removeItem(key) {
      orRefuse();
      kept.delete(key);
    },
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  return kept;
}

/**
 * A request that waits for its response.
 * @typedef {object} Request
 * @property {string} address
 * @property {RequestInit} options
 * @property {(response: Response) => void} answer
 * @property {(error: Error) => void} fail
 */

/** A `fetch` whose requests wait here until the test answers them. */
export function answerHere() {
  /** @type {Request[]} */
  const requests = [];
  globalThis.fetch = (address, options = {}) =>
    new Promise((answer, fail) => {
      requests.push({ address: String(address), options, answer, fail });
      options.signal?.addEventListener("abort", () => fail(options.signal?.reason));
    });
  return requests;
}

/** Let what waits for a response go on. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
