// While the hand runs: the seats, the chosen board, the cards in hand, the picker, the odds.

import { html } from "../html.js";
import { allComplete, isComplete, placed, toPlace, turn } from "../match.js";
import { asked, totals } from "../questions.js";
import { Advice, suggestion } from "./advice.js";
import { Board, SmallBoard } from "./board.js";
import { faultsByCard } from "./notices.js";
import { signed } from "./numbers.js";
import { Picker } from "./picker.js";
import { Tray } from "./tray.js";

export function Play({ table }) {
  const { match, chosen } = table.state;
  const { questions, deal } = table;
  const next = turn(match.hand, deal);
  const faults = faultsByCard(table, questions);
  const shared = { table, faults };
  return html`
    <h2 id="title" tabindex="-1" class="hand-title">Hand ${match.hands.length + 1}
      <small>${match.rules.preset}${Object.keys(match.rules.changed).length ? ", changed" : ""}</small>
    </h2>
    <div class="seat-tabs" role="group" aria-label="Seats">
      ${match.hand.seats.map((_, seat) => html`<${SeatTab} table=${table} seat=${seat} next=${next} />`)}
    </div>
    <div class="columns">
      <div class="column">
        <${Board} ...${shared} seat=${chosen} suggested=${suggestion(table)} />
        <${NextStep} table=${table} next=${next} />
        <${Tray} ...${shared} />
        <${Picker} table=${table} />
      </div>
      <div class="column">
        <${Advice} table=${table} />
        <section class="others" aria-label="The other boards">
          ${match.hand.seats.map((_, seat) => seat !== chosen && html`
            <${SmallBoard} ...${shared} seat=${seat} />`)}
        </section>
      </div>
    </div>
  `;
}

function SeatTab({ table, seat, next }) {
  const { match, chosen } = table.state;
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

/** What to do now, in one line, with the button that does it. */
function NextStep({ table, next }) {
  const { match, chosen, held } = table.state;
  const seat = match.hand.seats[chosen];
  const left = toPlace(seat, table.deal);
  const undo = html`<button type="button" disabled=${!table.canUndo} onClick=${() => table.undo()}>Undo</button>`;
  let text = left === 0 ? "" : `${left} more to place`;
  let go = null;
  if (held) {
    text = "Tap where it goes";
    go = html`<button type="button" onClick=${() => table.takeAway()}>Take away</button>`;
  } else if (allComplete(match.hand)) {
    text = "Every board is done";
    go = html`<button type="button" class="primary" onClick=${() => table.go("settle")}>Settle</button>`;
  } else if (next !== chosen && (left === 0 || isComplete(seat))) {
    text = "";
    go = html`<button type="button" class="primary" onClick=${() => table.chooseTurn()}>
      Next: ${table.nameOf(next)}</button>`;
  } else if (asked(table.questions, "/v1/placements")) {
    text = "The best placement is outlined";
  }
  return html`<div class="next-step"><span>${text}</span>${go}${undo}</div>`;
}
