// A board: three rows to put cards in, what each row is worth, and what is suggested.

import { shown, spoken } from "../cards.js";
import { html } from "../html.js";
import { ROOM, ROWS, placed } from "../match.js";
import { score } from "../questions.js";
import { CardButton, GhostCard } from "./card.js";
import { Answered } from "./notices.js";

/** @import { Schemas } from "../api.js" */
/** @import { Card } from "../cards.js" */
/** @import { Board as Rows, Row as RowName } from "../match.js" */
/** @import { Table } from "../table.js" */

/** @typedef {{table: Table, seat: number, faults: Map<string, string>}} Props */

/**
 * The board of the chosen seat. `suggested` are cards for its open slots, by row.
 * @param {Props & {suggested: Partial<Rows> | null | undefined}} props
 */
export function Board({ table, seat, faults, suggested }) {
  const { match } = table;
  const scored = placed(match.hand.seats[seat]) ? table.answers.to(score(match, seat)).answer : null;
  return html`<section class="board" aria-labelledby="board-title">
    <h3 id="board-title" tabindex="-1">${table.nameOf(seat)}
      <${Standing} scored=${scored} fantasyland=${match.hand.seats[seat].fantasyland} /></h3>
    ${ROWS.map((row) => html`<${Row} table=${table} seat=${seat} row=${row} faults=${faults}
      scored=${scored?.rows[row]} ghosts=${suggested?.[row] ?? []} />`)}
    ${placed(match.hand.seats[seat]) > 0 && html`
      <${Answered} table=${table} question=${score(match, seat)} quiet>${foulReason}<//>`}
  </section>`;
}

/** @param {Schemas["ScoreAnswer"]} answer */
const foulReason = (answer) =>
  answer.foul.reason && html`<p class="foul-reason">Foul: ${answer.foul.reason.detail}</p>`;

/**
 * What the board is so far, as /v1/score says it.
 * @param {{scored: Schemas["ScoreAnswer"] | null, fantasyland: number, short?: boolean}} props
 */
function Standing({ scored, fantasyland, short }) {
  if (!scored) return fantasyland ? html`<span class="badge land">Fantasyland, ${fantasyland}${short ? "" : " cards"}</span>` : null;
  if (scored.foul.status === "foul") return html`<span class="badge foul">foul</span>`;
  const { enters, stays, cards } = scored.fantasyland;
  const { total } = scored.royalties;
  return html`
    ${total > 0 && html`<span class="badge">royalties ${total}</span>`}
    ${(enters || stays) && html`<span class="badge land">${!short && (stays ? "stays in " : "enters ")}
      Fantasyland, ${cards}${!short && " cards"}</span>`}
    ${scored.complete && !enters && !stays && total === 0 && html`<span class="badge">legal</span>`}
  `;
}

/** @param {Props & {row: RowName, scored?: Schemas["RowAnswer"], ghosts: Card[]}} props */
function Row({ table, seat, row, faults, scored, ghosts }) {
  const { target, held } = table.state;
  const cards = table.match.hand.seats[seat][row];
  const here = { seat, place: row };
  const isTarget = target.seat === seat && target.place === row;
  const open = ROOM[row] - cards.length - ghosts.length;
  const holds = cards.length ? cards.map(spoken).join(", ") : "empty";
  return html`<div class="row ${isTarget ? "target" : ""}">
    <button type="button" class="row-name" aria-pressed=${isTarget ? "true" : "false"}
      aria-label="${row} row: ${holds}" onClick=${() => table.tapPlace(here)}>${row}</button>
    <div class="slots" onClick=${(/** @type {{target: Element}} */ event) => event.target.closest("button") ?? table.tapPlace(here)}>
      ${cards.map((card, index) => html`<${CardButton} key=${card}
        card=${card}
        held=${held?.seat === seat && held.place === row && held.index === index}
        fault=${faults.get(`${seat}/${row}/${index}`)}
        onTap=${() => table.tapCard({ ...here, index })} />`)}
      ${ghosts.map((card) => html`<${GhostCard} card=${card} />`)}
      ${Array.from({ length: open }, () => html`<span class="slot"></span>`)}
    </div>
    <p class="row-worth">${scored?.category && scored.description}${scored && scored.royalty > 0 && html`
      <strong> +${scored.royalty}</strong>`}</p>
  </div>`;
}

/**
 * The board of another seat, to look at; a tap chooses its seat.
 * @param {Props} props
 */
export function SmallBoard({ table, seat, faults }) {
  const { match } = table;
  const board = match.hand.seats[seat];
  const scored = placed(board) ? table.answers.to(score(match, seat)).answer : null;
  return html`<div class="small-board">
    <h3><button type="button" class="link" onClick=${() => table.choose(seat)}>${table.nameOf(seat)}</button>
      <${Standing} scored=${scored} fantasyland=${board.fantasyland} short /></h3>
    ${ROWS.map((row) => html`<div class="small-row" role="group" aria-label="${row} row">
      ${board[row].map((card, index) => {
        const fault = faults.get(`${seat}/${row}/${index}`);
        const label = spoken(card) + (fault ? `, ${fault}` : "");
        return html`<span class="inline-card suit-${card[1]} ${fault ? "faulty" : ""}" role="img"
          aria-label=${label} title=${fault}>${shown(card)}</span>`;
      })}
      ${Array.from({ length: ROOM[row] - board[row].length }, () => html`<span class="small-slot"></span>`)}
    </div>`)}
  </div>`;
}
