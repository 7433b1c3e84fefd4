// Before the first hand: the rule set and its options, the stakes, and who sits where.

import { html } from "../html.js";
import { STAKES } from "../store.js";

/** @import { Stakes } from "../match.js" */
/** @import { Preset } from "../store.js" */
/** @import { Setup as Wanted, Table } from "../table.js" */

const STAKES_IN_WORDS = {
  uncapped: "Everyone pays in full",
  pay_what_you_have: "Nobody pays more than their stack",
  win_up_to_running_stack: "… and nobody wins more than their stack, from each player",
  win_up_to_starting_stack: "… and nobody wins more than their starting stack",
};

// The options that are a choice between names; what they mean is in the API's document.
/** @type {["scoring" | "royalties_paid" | "row_order", string, Record<string, string>][]} */
const CHOICES = [
  ["scoring", "Scoring", { "1-6": "1 a row, 3 more for a scoop", "2-4": "1 a row, 1 more for most rows" }],
  ["royalties_paid", "Royalties", { both: "Both players’ count", row_winner: "Only of rows won" }],
  ["row_order", "Equal middle and bottom", { at_least: "Legal", strict: "Foul" }],
];

/** @param {{table: Table}} props */
export function Setup({ table }) {
  const { setup } = table;
  const { match, setupFaults } = table.state;
  const preset = table.presetOf(setup.preset);
  const needsStacks = setup.stakes !== "uncapped";
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    table.startMatch();
  };
  return html`<form class="panel" onSubmit=${submit}>
    <h2 id="title" tabindex="-1">Set up</h2>
    ${match && html`<p class="hint">A match is running. Starting a new one ends it; export it first
      (under Match) if you want to keep it.</p>`}
    <fieldset>
      <legend>The game</legend>
      <label>Rule set
        <select value=${setup.preset} onChange=${(event) => table.choosePreset(event.target.value)}>
          ${table.presets.map(({ preset: name }) => html`<option value=${name}>${name}</option>`)}
        </select>
      </label>
      <p class="hint">${inWords(preset)}</p>
      <details>
        <summary>Options of the rules</summary>
        <div class="grid">
          ${CHOICES.map(([name, label, values]) => html`<label>${label}
            <select
              value=${setup.changed[name] ?? preset[name]}
              onChange=${(event) => table.changeOption(name, event.target.value)}
            >${Object.entries(values).map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>
          </label>`)}
          <label>Points of a foul
            <input type="number" min="0" max="1000" step="1"
              value=${setup.changed.foul_points ?? preset.foul_points}
              onChange=${(event) => table.changeOption("foul_points", Number(event.target.value))} />
          </label>
        </div>
        <label>All changed options, as <a href="/docs">the API</a> takes them
          <textarea rows="2" spellcheck="false" value=${JSON.stringify(setup.changed)}
            aria-invalid=${setupFaults.length ? "true" : undefined}
            aria-describedby=${setupFaults.length ? "option-faults" : undefined}
            onChange=${(event) => table.changeOptions(event.target.value)}></textarea>
        </label>
      </details>
      ${setupFaults.length > 0 && html`<ul id="option-faults" class="problem" role="alert">
        ${setupFaults.map((fault) => html`<li>${fault}</li>`)}</ul>`}
    </fieldset>
    <fieldset>
      <legend>The seats, clockwise</legend>
      <div class="seats">
        ${setup.seats.map((seat, place) => html`<${Seat}
          table=${table} seat=${seat} place=${place} needsStack=${needsStacks}
          removable=${setup.seats.length > preset.players.min} />`)}
      </div>
      ${setup.seats.length < preset.players.max && html`
        <button type="button" onClick=${() => table.addSeat()}>Add a seat</button>`}
    </fieldset>
    <fieldset>
      <legend>The stakes</legend>
      <div class="grid">
        <label>Money for a point
          <input type="number" min="0" max="10000" step="0.01" required value=${setup.pointValue}
            onInput=${(event) => table.changeSetup({ pointValue: event.target.value })} />
        </label>
        <label>Most that one player can lose
          <input type="number" min="0" step="0.01" placeholder="no limit" value=${setup.matchCap}
            onInput=${(event) => table.changeSetup({ matchCap: event.target.value })} />
        </label>
      </div>
      <label>Stacks
        <select value=${setup.stakes} onChange=${(event) => table.changeSetup({ stakes: /** @type {Stakes} */ (event.target.value) })}>
          ${STAKES.map((name) => html`<option value=${name}>${STAKES_IN_WORDS[name]}</option>`)}
        </select>
      </label>
    </fieldset>
    <button class="primary" type="submit">${match ? "Start a new match" : "Start the match"}</button>
  </form>`;
}

/**
 * @param {{
 *   table: Table,
 *   seat: Wanted["seats"][number],
 *   place: number,
 *   needsStack: boolean,
 *   removable: boolean,
 * }} props
 */
function Seat({ table, seat, place, needsStack, removable }) {
  const { button } = table.setup;
  const nth = `seat ${place + 1}`;
  return html`<div class="seat-row" role="group" aria-label=${nth}>
    <label class="name"><span>Name</span>
      <input type="text" maxlength="100" value=${seat.name}
        onInput=${(event) => table.changeSeat(place, { name: event.target.value })} />
    </label>
    <label class="stack"><span>Stack</span>
      <input type="number" min="0" step="0.01" placeholder="none" required=${needsStack} value=${seat.stack}
        onInput=${(event) => table.changeSeat(place, { stack: event.target.value })} />
    </label>
    <label class="button-at"><span>Button</span>
      <input type="radio" name="button" checked=${place === button}
        onChange=${() => table.changeSetup({ button: place })} />
    </label>
    ${removable && html`<button type="button" class="quiet" aria-label="Remove ${nth}"
      onClick=${() => table.removeSeat(place)}>×</button>`}
  </div>`;
}

/**
 * A rule set in one line.
 * @param {Preset} preset
 */
function inWords({ deal, players, middle, fantasyland }) {
  const keep = deal.kept === deal.dealt ? "" : `, of which ${deal.kept} are kept`;
  const street = deal.dealt === 1 ? "one card" : `${deal.dealt} cards`;
  const seats = players.min === players.max ? players.min : `${players.min} to ${players.max}`;
  const entry = fantasyland?.entry && Object.entries(fantasyland.entry).map(([name, cards]) => {
    return `${name.replaceAll("_", " ")} ${cards}`;
  });
  return [
    `${seats} players. ${deal.opening} cards, then ${deal.streets} streets of ${street}${keep}.`,
    middle === "high" ? "" : " The middle is a deuce-to-seven low.",
    deal.same_cards ? " Both players get the same cards." : "",
    entry ? ` Fantasyland: ${entry.join(", ")} cards.` : " No Fantasyland.",
  ].join("");
}
