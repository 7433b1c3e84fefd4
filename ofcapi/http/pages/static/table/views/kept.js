// The match so far, what is kept of it, and how the page looks.

import { html } from "../html.js";
import { totals } from "../questions.js";
import { Answered } from "./notices.js";
import { amount, signed } from "./numbers.js";

/** @import { MatchAnswer } from "../api.js" */
/** @import { FieldEvent } from "../html.js" */
/** @import { Table } from "../table.js" */

/** @param {{table: Table}} props */
export function Kept({ table }) {
  const { match, preferences } = table.state;
  return html`
    <div class="panel">
      <h2 id="title" tabindex="-1">Match</h2>
      ${!match && html`<p class="hint">No match is running.</p>`}
      ${match && !match.hands.length && html`<p class="hint">No hand is settled yet.</p>`}
      ${match && match.hands.length > 0 && html`<${Answered} table=${table} question=${totals(match)}>
        ${(/** @type {MatchAnswer} */ answer) => html`<${Hands} answer=${answer} />`}<//>`}
    </div>
    <section class="panel" aria-labelledby="kept-title">
      <h3 id="kept-title">Kept in this browser</h3>
      <p class="hint">The match lies in this browser alone; the service stores nothing. A file keeps it
        elsewhere.</p>
      <div class="buttons">
        <button type="button" disabled=${!match} onClick=${() => download(table)}>Export</button>
        <label class="button">Import
          <input class="visually-hidden" type="file" accept=".json,application/json" onChange=${(event) => upload(event, table)} />
        </label>
        <button type="button" disabled=${!match} onClick=${() => table.clear()}>Clear</button>
        <button type="button" disabled=${!table.canUndo} onClick=${() => table.undo()}>Undo</button>
      </div>
    </section>
    <section class="panel" aria-labelledby="looks-title">
      <h3 id="looks-title">Looks</h3>
      <label>Light or dark
        <select value=${preferences.theme} onChange=${(event) => table.prefer({ theme: event.target.value })}>
          <option value="auto">As the device</option><option value="light">Light</option><option value="dark">Dark</option>
        </select>
      </label>
      <label class="check"><input type="checkbox" checked=${preferences.fourColours}
        onChange=${(event) => table.prefer({ fourColours: event.target.checked })} /> Four colours for the suits</label>
    </section>
    <p class="hint">Every number on this page comes from <a href="/docs">the API</a>. Its source is
      written to be read: it shows how to call it.</p>
  `;
}

/** @param {{answer: MatchAnswer}} props */
const Hands = ({ answer }) => html`<div class="scroll" tabindex="0" role="group" aria-label="Hands of the match">
  <table class="standings">
    <thead><tr><th scope="col">Hand</th>${answer.totals.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${answer.hands.map((hand, number) => html`<tr>
      <th scope="row">${number + 1}</th>
      ${hand.players.map((player, seat) => html`<td class=${player.points < 0 ? "minus" : "plus"}>
        ${signed(player.points)}${hand.button === seat ? " D" : ""}</td>`)}
    </tr>`)}</tbody>
    <tfoot>
      <tr><th scope="row">Points</th>${answer.totals.map((total) => html`<td>${signed(total.points)}</td>`)}</tr>
      <tr><th scope="row">Money</th>${answer.totals.map((total) => html`<td>${signed(total.money)}</td>`)}</tr>
      ${answer.totals.some((total) => total.stack !== null) && html`<tr><th scope="row">Stack</th>
        ${answer.totals.map((total) => html`<td>${total.stack === null ? "–" : amount(total.stack)}</td>`)}</tr>`}
    </tfoot>
  </table></div>`;

/** @param {Table} table */
function download(table) {
  const file = new Blob([table.exported()], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "ofc-match.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * @param {FieldEvent} event
 * @param {Table} table
 */
async function upload(event, table) {
  const file = event.target.files?.[0];
  if (file) await table.importFile(file);
  event.target.value = "";
}
