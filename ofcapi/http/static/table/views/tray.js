// Cards that are not on a board: in hand, discarded, dead.

import { html } from "../html.js";
import { cardsAt, dealtNow, isComplete } from "../match.js";
import { CardButton } from "./card.js";

export function Tray({ table, faults }) {
  const { match, chosen } = table.state;
  const seat = match.hand.seats[chosen];
  const { deal } = table;
  const dealt = dealtNow(seat, deal);
  const discards = seat.fantasyland || deal.dealt > deal.kept;
  return html`<div class="trays">
    ${!isComplete(seat) && html`<${Place} table=${table} faults=${faults} name="In hand"
      at=${{ seat: chosen, place: "hand" }} note="of ${dealt}" wide />`}
    ${discards && html`<${Place} table=${table} faults=${faults} name="Discards"
      at=${{ seat: chosen, place: "discards" }} />`}
    <${Place} table=${table} faults=${faults} name="Dead" at=${{ seat: null, place: "dead" }} />
  </div>`;
}

function Place({ table, faults, name, at, note, wide }) {
  const { match, target, held } = table.state;
  const cards = cardsAt(match.hand, at);
  const isTarget = target.seat === at.seat && target.place === at.place;
  return html`<div class="tray ${isTarget ? "target" : ""} ${wide ? "wide" : ""}">
    <button type="button" class="tray-name" aria-pressed=${isTarget ? "true" : "false"}
      onClick=${() => table.tapPlace(at)}>${name} <small>${cards.length} ${note}</small></button>
    ${cards.map((card, index) => html`<${CardButton} key=${card}
      card=${card}
      held=${held?.seat === at.seat && held.place === at.place && held.index === index}
      fault=${faults.get(`${at.seat}/${at.place}/${index}`)}
      onTap=${() => table.tapCard({ ...at, index })} />`)}
  </div>`;
}
