// After the last card: who pays whom and why, and the next hand.

import { html } from "../html.js";
import { allComplete, isComplete, placed } from "../match.js";
import { settlement } from "../questions.js";
import { SmallBoard } from "./board.js";
import { Answered, faultsByCard } from "./notices.js";
import { amount, signed } from "./numbers.js";

/** @import { MatchAnswer, Schemas } from "../api.js" */
/** @import { Table } from "../table.js" */

/** @param {{table: Table}} props */
export function Settle({ table }) {
  const { match } = table;
  const done = allComplete(match.hand);
  const question = done ? settlement(match) : null;
  const faults = faultsByCard(table, question ? [question] : []);
  return html`<div class="panel">
    <h2 id="title" tabindex="-1">Settle hand ${match.hands.length + 1}</h2>
    ${!done && html`<p class="hint">The boards are not all finished:${" "}
      ${match.hand.seats.map((seat, place) => !isComplete(seat) && html`
        <span class="missing">${table.nameOf(place)} has ${placed(seat)} of 13 cards. </span>`)}</p>
      <button type="button" class="primary" onClick=${() => { table.go("play"); table.chooseTurn(); }}>Back to play</button>`}
    ${done && html`<${Answered} table=${table} question=${question}>
      ${(/** @type {MatchAnswer} */ answer) => html`<${Result} table=${table} answer=${answer} />`}<//>
      <section class="others" aria-label="The boards">
        ${match.hand.seats.map((_, seat) => html`<${SmallBoard} table=${table} seat=${seat} faults=${faults} />`)}
      </section>`}
  </div>`;
}

/** @param {{table: Table, answer: MatchAnswer}} props */
function Result({ table, answer }) {
  const [hand] = answer.hands.slice(-1);
  const land = hand.players.filter((player) => player.fantasyland.cards);
  return html`
    <div aria-live="polite"><${Standings} players=${hand.players} running=${hand.running} /></div>
    ${hand.pairs.map((pair) => html`<section class="pair">
      <h3>${pair.players.map((seat) => hand.players[seat].name).join(" – ")}
        <span class="worth">${signed(pair.points)}</span></h3>
      <ul>${pair.explanation.map((line) => html`<li>${line}</li>`)}</ul>
      ${pair.owed !== pair.paid && html`<p class="hint">Owed ${amount(pair.owed)}, paid ${amount(pair.paid)}</p>`}
    </section>`)}
    <p>${land.map(({ name, fantasyland }) =>
        `${name} ${fantasyland.stays ? "stays in" : "enters"} Fantasyland with ${fantasyland.cards} cards. `)}
      ${hand.next.button_moves ? "The button moves to" : "The button stays with"}${" "}
      ${hand.players[hand.next.button].name}.</p>
    <button type="button" class="primary" onClick=${() => table.nextHand(hand)}>Next hand</button>
  `;
}

/** @param {{players: Schemas["SeatAnswer"][], running: Schemas["TotalAnswer"][]}} props */
function Standings({ players, running }) {
  const withStacks = players.some((player) => player.stack !== null);
  return html`<table class="standings">
    <caption class="visually-hidden">This hand and the match</caption>
    <thead><tr><th scope="col">Player</th><th scope="col">Royalties</th><th scope="col">Points</th>
      <th scope="col">Money</th><th scope="col">Match</th>${withStacks && html`<th scope="col">Stack</th>`}</tr></thead>
    <tbody>${players.map((player, seat) => html`<tr>
      <th scope="row">${player.name}${player.foul && html` <span class="badge foul">foul</span>`}</th>
      <td>${player.royalties.total}</td>
      <td class=${player.points < 0 ? "minus" : "plus"}>${signed(player.points)}</td>
      <td>${signed(player.money)}</td>
      <td>${signed(running[seat].money)}</td>
      ${withStacks && html`<td>${player.stack === null ? "–" : amount(player.stack)}</td>`}
    </tr>`)}</tbody>
  </table>`;
}
