import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import { answerHere, settled } from "./browser.js";
import { Answers } from "./table/answers.js";
import { Problem, ask } from "./table/api.js";
import { DECK } from "./table/cards.js";

/** @import { Question } from "./table/questions.js" */

/**
 * @param {string} board
 * @returns {Question<"/v1/score">}
 */
const scoreOf = (board) => ({
  channel: "score 0",
  method: "GET",
  path: "/v1/score",
  members: { board, rules: "pineapple" },
  cards: {},
});

/** @type {(document: object, status?: number, headers?: Record<string, string>) => Response} */
const json = (document, status = 200, headers = {}) =>
  new Response(JSON.stringify(document), { status, headers });

let requests = answerHere();
beforeEach(() => {
  requests = answerHere();
});

describe("a request", () => {
  test("by GET has its members in the address, objects as JSON", async () => {
    const rules = { preset: "classic", foul_points: 3 };
    const members = { board: "Qh//AhKh", dead: "", rules, opponents: ["Qd//"], cards: 14 };
    ask({ method: "GET", path: "/v1/odds", members });
    const { address, options } = requests[0];
    const [path, query] = address.split("?");
    assert.equal(path, "/v1/odds");
    assert.equal(options.method, "GET");
    assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), {
      board: "Qh//AhKh",
      dead: "",
      rules: JSON.stringify(rules),
      opponents: '["Qd//"]',
      cards: "14",
    });
    assert.equal(query.includes("/"), false);
  });

  test("by GET without members is the path alone", () => {
    ask({ method: "GET", path: "/v1/rules", members: {} });
    assert.equal(requests[0].address, "/v1/rules");
  });

  test("by POST has its members as the JSON body", () => {
    const members = { cards: "QsQh", rules: "pineapple" };
    ask({ method: "POST", path: "/v1/fantasyland/set", members });
    const { address, options } = requests[0];
    assert.equal(address, "/v1/fantasyland/set");
    assert.equal(options.method, "POST");
    assert.deepEqual(options.headers, { "Content-Type": "application/json" });
    assert.deepEqual(JSON.parse(String(options.body)), members);
  });

  /** @type {(answer: () => void) => Promise<Problem>} */
  async function problemOf(answer) {
    const asking = ask(scoreOf("Qh//"));
    answer();
    const problem = await asking.then(
      () => null,
      (error) => error,
    );
    assert.ok(problem instanceof Problem);
    return problem;
  }

  test("that is refused is a problem with every fault, and is not asked again", async () => {
    const errors = [{ pointer: "/board/top/0", code: "unknown_card", detail: "no card" }];
    const document = { title: "The request does not fit", detail: "One fault", errors };
    const problem = await problemOf(() => requests[0].answer(json(document, 400)));
    assert.equal(problem.status, 400);
    assert.equal(problem.title, "The request does not fit");
    assert.equal(problem.message, "One fault");
    assert.deepEqual(problem.errors, errors);
    assert.equal(problem.retryAfter, null);
  });

  for (const status of [429, 503]) {
    test(`answered ${status} may be asked again when the service says, else in a second`, async () => {
      const wait = { "Retry-After": "7" };
      const later = await problemOf(() => requests[0].answer(json({ title: "Busy" }, status, wait)));
      assert.equal(later.retryAfter, 7);
      const soon = await problemOf(() => requests[1].answer(json({ title: "Busy" }, status)));
      assert.equal(soon.retryAfter, 1);
    });
  }

  test("that something else than the service answered is a problem with its status", async () => {
    const problem = await problemOf(() => requests[0].answer(new Response("<h1>", { status: 502 })));
    assert.equal(problem.message, "The service answered 502");
    assert.deepEqual(problem.errors, []);
  });

  test("whose response is cut short is a problem, not an empty answer", async () => {
    const problem = await problemOf(() => requests[0].answer(new Response('{"board": "Qh')));
    assert.equal(problem.message, "The response was cut short");
    assert.equal(problem.retryAfter, 3);
  });

  test("that reaches nobody may be asked again", async () => {
    const problem = await problemOf(() => requests[0].fail(new TypeError("no network")));
    assert.equal(problem.status, 0);
    assert.equal(problem.retryAfter, 3);
  });
});

describe("answers", () => {
  const changed = mock.fn();
  let answers = new Answers(changed);
  beforeEach(() => {
    changed.mock.resetCalls();
    answers = new Answers(changed);
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout"] });
  });

  test("are found by their question, however often it is wanted", async () => {
    answers.want([scoreOf("Qh//")]);
    answers.want([scoreOf("Qh//")]);
    assert.equal(answers.to(scoreOf("Qh//")).status, "waiting");
    requests[0].answer(json({ board: "Qh//" }));
    await settled();
    assert.deepEqual(answers.to(scoreOf("Qh//")).answer, { board: "Qh//" });
    assert.equal(changed.mock.callCount(), 1);
    answers.want([scoreOf("Qh//")]);
    assert.equal(requests.length, 1);
  });

  test("to a board that has changed since are not shown for the new one", async () => {
    answers.want([scoreOf("Qh//")]);
    answers.want([scoreOf("Qh//Ah")]);
    assert.equal(requests[0].options.signal?.aborted, true);
    requests[0].answer(json({ board: "Qh//" }));
    await settled();
    assert.equal(answers.to(scoreOf("Qh//Ah")).status, "waiting");
    assert.equal(answers.to(scoreOf("Qh//")).status, "waiting");
    requests[1].answer(json({ board: "Qh//Ah" }));
    await settled();
    assert.deepEqual(answers.to(scoreOf("Qh//Ah")).answer, { board: "Qh//Ah" });
  });

  test("that come just as the board changes are nothing new to show", async () => {
    answers.want([scoreOf("Qh//")]);
    requests[0].answer(json({ board: "Qh//" }));
    answers.want([scoreOf("Qh//Ah")]);
    await settled();
    assert.equal(changed.mock.callCount(), 0);
    assert.equal(answers.to(scoreOf("Qh//")).status, "waiting");
  });

  test("that were given are there at once when a board comes back", async () => {
    answers.want([scoreOf("Qh//")]);
    requests[0].answer(json({ board: "Qh//" }));
    await settled();
    answers.want([scoreOf("Qh//Ah")]);
    answers.want([scoreOf("Qh//")]);
    assert.equal(answers.to(scoreOf("Qh//")).status, "answered");
    assert.equal(requests.length, 2);
  });

  test("are kept for the last hundred questions; an older one is asked again", async () => {
    const boards = DECK.flatMap((top) => [`${top}//`, `/${top}/`]).slice(0, 101);
    for (const [number, board] of boards.entries()) {
      answers.want([scoreOf(board)]);
      requests[number].answer(json({ board }));
      await settled();
    }
    assert.equal(answers.to(scoreOf(boards[0])).status, "waiting");
    assert.equal(answers.to(scoreOf(boards[1])).status, "answered");
    answers.want([scoreOf(boards[0])]);
    assert.equal(requests.length, 102);
  });

  test("that take a while are known to be slow", () => {
    answers.want([scoreOf("Qh//")]);
    mock.timers.tick(299);
    assert.equal(answers.to(scoreOf("Qh//")).slow, false);
    mock.timers.tick(1);
    assert.equal(answers.to(scoreOf("Qh//")).slow, true);
  });

  test("of a busy service are asked for again after its wait, five times in all", async () => {
    answers.want([scoreOf("Qh//")]);
    for (let tries = 1; tries <= 5; tries += 1) {
      assert.equal(requests.length, tries);
      requests[tries - 1].answer(json({ title: "Busy" }, 503, { "Retry-After": "2" }));
      await settled();
      const { status, again } = answers.to(scoreOf("Qh//"));
      assert.equal(status, "failed");
      assert.equal(again, tries < 5);
      mock.timers.tick(1999);
      assert.equal(requests.length, tries);
      mock.timers.tick(1);
    }
    assert.equal(requests.length, 5);
    answers.retry(scoreOf("Qh//"));
    assert.equal(requests.length, 6);
  });

  test("that were refused are not asked for again by themselves", async () => {
    answers.want([scoreOf("Qx//")]);
    requests[0].answer(json({ title: "No" }, 400));
    await settled();
    const { status, problem, again } = answers.to(scoreOf("Qx//"));
    assert.equal(status, "failed");
    assert.equal(problem?.status, 400);
    assert.equal(again, false);
    mock.timers.tick(60_000);
    assert.equal(requests.length, 1);
  });

  test("that are wanted no more are not waited for", async () => {
    answers.want([scoreOf("Qh//")]);
    requests[0].answer(json({ title: "Busy" }, 503));
    await settled();
    answers.want([]);
    mock.timers.tick(60_000);
    assert.equal(requests.length, 1);
    assert.equal(changed.mock.callCount(), 1);
  });
});
