// Cards that are not on a board: in hand, discarded, dead.

import { html } from "../html.js";
import { cardsAt, dealtNow, isComplete } from "../match.js";
import { CardButton } from "./card.js";

/** @import { Place } from "../match.js" */
/** @import { Table } from "../table.js" */

/** @typedef {{table: Table, faults: Map<string, string>}} Props */

/**
 * The cards that the chosen seat was dealt and has not placed.
 * @param {Props} props
 */
export function HandTray({ table, faults }) {
  const { chosen } = table.state;
  const seat = table.match.hand.seats[chosen];
  if (isComplete(seat)) return null;
  return html`<div class="trays"><${Tray} table=${table} faults=${faults} name="In hand"
    at=${{ seat: chosen, place: "hand" }} note="of ${dealtNow(seat, table.deal)}" open /></div>`;
}

/**
 * The cards that are gone: the discards of the chosen seat, and dead cards.
 * @param {Props} props
 */
export function GoneTrays({ table, faults }) {
  const { chosen } = table.state;
  const { match, deal } = table;
  const discards = match.hand.seats[chosen].fantasyland || deal.dealt > deal.kept;
  return html`<div class="trays">
    ${discards && html`<${Tray} table=${table} faults=${faults} name="Discards"
      at=${{ seat: chosen, place: "discards" }} />`}
    <${Tray} table=${table} faults=${faults} name="Dead" at=${{ seat: null, place: "dead" }} />
  </div>`;
}

/**
 * A tray that is not open shows its cards while cards go there, or when one of them is at fault.
 * @param {Props & {name: string, at: Place, note?: string, open?: boolean}} props
 */
function Tray({ table, faults, name, at, note, open }) {
  const { target, held } = table.state;
  const cards = cardsAt(table.match.hand, at);
  const isTarget = target.seat === at.seat && target.place === at.place;
  /** @param {number} index */
  const faultOf = (index) => faults.get(`${at.seat}/${at.place}/${index}`);
  const opened = open || isTarget || cards.some((_, index) => faultOf(index));
  return html`<div class="tray ${isTarget ? "target" : ""} ${opened ? "open" : ""}">
    <button type="button" class="tray-name" aria-pressed=${isTarget ? "true" : "false"}
      onClick=${() => table.tapPlace(at)}>${name} <small>${cards.length} ${note}</small></button>
    ${opened && cards.map((card, index) => html`<${CardButton} key=${card}
      card=${card}
      held=${held?.seat === at.seat && held.place === at.place && held.index === index}
      fault=${faultOf(index)}
      onTap=${() => table.tapCard({ ...at, index })} />`)}
  </div>`;
}
