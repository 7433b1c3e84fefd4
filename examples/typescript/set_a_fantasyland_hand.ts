// Sets a Fantasyland hand, and prints what staying costs: npm start [ADDRESS]
//
// The types of all paths, members and responses come from openapi.yaml: a wrong name does not
// compile.

import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Set = components["schemas"]["SetAnswer"];

const address = process.argv[2] ?? "http://127.0.0.1:8000";
const client = createClient<paths>({ baseUrl: address });

const { data, error } = await client.POST("/v1/fantasyland/set", {
  body: { rules: "pineapple", cards: "ThJs4h4s5c2cKsTcKd5hKhKc9h7c" },
});
if (error) {
  for (const fault of error.errors) {
    console.error(`${fault.pointer}: ${fault.detail}`);
  }
  process.exit(1);
}

const score = await client.GET("/v1/score", {
  params: { query: { board: data.best.board, rules: "pineapple", in_fantasyland: 14 } },
});
if (score.error) {
  throw new Error(score.error.detail);
}

console.log(line("best for points", data.best));
console.log(line("most royalties", data.best_royalties));
if (data.best_staying) {
  console.log(line("best that stays", data.best_staying));
  console.log(`staying costs ${data.staying_costs} royalties`);
}
const { top, middle, bottom } = score.data.rows;
console.log(`${top.description} / ${middle.description} / ${bottom.description}`);

function line(what: string, set: Set): string {
  const next = set.stays ? "stays" : "leaves";
  return `${what}: ${set.board}, ${set.royalties.total} royalties, ${next}`;
}
