// While the hand runs: the seats, the chosen board, the cards in hand, the picker, the odds.

import { html } from "../html.js";
import { allComplete, isComplete, placed, toPlace, turn } from "../match.js";
import { totals } from "../questions.js";
import { nameOfPlace } from "../table.js";
import { Choices, Draws, Outlook, suggestion } from "./advice.js";
import { Board, SmallBoard } from "./board.js";
import { faultsByCard } from "./notices.js";
import { signed } from "./numbers.js";
import { Picker } from "./picker.js";
import { GoneTrays, HandTray } from "./tray.js";

/** @import { Table } from "../table.js" */
/** @import { VNode } from "../vendor/preact.mjs" */

/** @param {{table: Table}} props */
export function Play({ table }) {
  const { chosen } = table.state;
  const { match, questions, deal } = table;
  const next = turn(match.hand, deal);
  const faults = faultsByCard(table, questions);
  const shared = { table, faults };
  return html`
    <div class="hand-title">
      <h2 id="title" tabindex="-1">Hand ${match.hands.length + 1}</h2>
      <span class="hint">${match.rules.preset}${Object.keys(match.rules.changed).length ? ", changed" : ""}</span>
      <button type="button" disabled=${!table.canUndo} onClick=${() => table.undo()}>Undo</button>
    </div>
    <div class="seat-tabs" role="group" aria-label="Seats">
      ${match.hand.seats.map((_, seat) => html`<${SeatTab} table=${table} seat=${seat} next=${next} />`)}
    </div>
    <div class="columns">
      <div class="column">
        <${Board} ...${shared} seat=${chosen} suggested=${suggestion(table)} />
        <${Outlook} table=${table} />
        <${NextStep} table=${table} next=${next} />
        <${HandTray} ...${shared} />
        <${Picker} table=${table} />
        <${GoneTrays} ...${shared} />
      </div>
      <div class="column">
        <${Choices} table=${table} />
        <section class="others" aria-label="The other boards">
          ${match.hand.seats.map((_, seat) => seat !== chosen && html`
            <${SmallBoard} ...${shared} seat=${seat} />`)}
        </section>
        <${Draws} table=${table} />
      </div>
    </div>
  `;
}

/** @param {{table: Table, seat: number, next: number | null}} props */
function SeatTab({ table, seat, next }) {
  const { match } = table;
  const { chosen } = table.state;
  const { fantasyland, ...cards } = match.hand.seats[seat];
  const running = match.hands.length ? table.answers.to(totals(match)).answer?.totals[seat] : null;
  const count = isComplete(cards) ? "done" : `${placed(cards)} of 13`;
  return html`<button
    type="button"
    class="seat-tab ${seat === next ? "to-act" : ""}"
    aria-pressed=${seat === chosen ? "true" : "false"}
    onClick=${() => table.choose(seat)}
  >
    <span class="seat-name">${table.nameOf(seat)}</span>
    <span class="seat-facts">
      ${seat === match.hand.button && html`<abbr class="dealer" title="button">D</abbr>`}
      ${fantasyland > 0 && html`<abbr class="land" title="Fantasyland, ${fantasyland} cards">F${fantasyland}</abbr>`}
      <span>${count}</span>
      ${running && html`<span class="running">${signed(running.points)}</span>`}
      ${seat === next && html`<span class="turn">to act</span>`}
    </span>
  </button>`;
}

/**
 * What to do now, with the button that does it; else where the next card goes.
 * @param {{table: Table, next: number | null}} props
 */
function NextStep({ table, next }) {
  const { match } = table;
  const { chosen, held, target } = table.state;
  const seat = match.hand.seats[chosen];
  const proposed = suggestion(table);
  /** @type {(label: string, act: () => void) => VNode} */
  const go = (label, act) => html`<button type="button" class="primary" onClick=${act}>${label}</button>`;
  if (held) {
    return html`<div class="next-step"><span>Tap where it goes, or</span>
      <button type="button" onClick=${() => table.takeAway()}>Take away</button></div>`;
  }
  const owner = target.seat === null ? "" : `${table.nameOf(target.seat)}, `;
  let step = null;
  if (allComplete(match.hand)) step = go("Settle the hand", () => table.go("settle"));
  else if (proposed) step = go("Place these", () => table.place(proposed));
  else if (next !== null && next !== chosen && toPlace(seat, table.deal) === 0) {
    step = go(`Next: ${table.nameOf(next)}`, () => table.chooseTurn());
  }
  return html`<div class="next-step">
    <span>${!allComplete(match.hand) && html`Next card: <strong>${owner}${nameOfPlace(target)}</strong>`}</span>
    ${step}</div>`;
}
