// The frame: what the page is about, the way to its four parts, and the part in view.

import { html } from "../html.js";
import { listRules } from "../questions.js";
import { Kept } from "./kept.js";
import { Answered, Notice } from "./notices.js";
import { Play } from "./play.js";
import { Settle } from "./settle.js";
import { Setup } from "./setup.js";

/** @import { Table, View } from "../table.js" */

const PARTS = { setup: Setup, play: Play, settle: Settle, match: Kept };
/** @type {[View, string][]} */
const NAMES = [["setup", "Set up"], ["play", "Play"], ["settle", "Settle"], ["match", "Match"]];

/** @param {{table: Table}} props */
export function Page({ table }) {
  const { view, match, presets, said } = table.state;
  if (!presets) {
    return html`<main><h1 class="brand">The table</h1>
      <${Answered} table=${table} question=${listRules}>${() => null}<//></main>`;
  }
  const Part = PARTS[view];
  return html`
    <header>
      <h1 class="brand">The table</h1>
      <nav aria-label="Parts of this page">
        ${NAMES.map(([name, label]) => html`
          <button
            type="button"
            aria-current=${name === view ? "page" : undefined}
            disabled=${!match && (name === "play" || name === "settle")}
            onClick=${() => table.go(name)}
          >${label}</button>`)}
      </nav>
    </header>
    <main class=${view}>
      <${Notice} table=${table} />
      <${Part} table=${table} />
    </main>
    <p class="said" role="status" aria-live="polite">${said}</p>
  `;
}
