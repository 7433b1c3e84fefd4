// What the API says to the chosen seat: odds and draws, ranked placements, or a Fantasyland set.

import { parseBoard } from "../cards.js";
import { html } from "../html.js";
import { ROWS, atStreetEnd, dealtNow, isComplete, placed, toPlace } from "../match.js";
import { asked } from "../questions.js";
import { CardsInline } from "./card.js";
import { Answered } from "./notices.js";
import { Figure, Method, category, percent, plain, points } from "./numbers.js";

/** The cards that are outlined on the board, by row: the placement in view, or the best set. */
export function suggestion(table) {
  const ranking = asked(table.questions, "/v1/placements");
  if (ranking) return table.answers.to(ranking).answer?.placements[table.state.ranked]?.place;
  const set = asked(table.questions, "/v1/fantasyland/set");
  const best = set && table.answers.to(set).answer?.best;
  return best ? parseBoard(best.board).rows : null;
}

export function Advice({ table }) {
  const { questions } = table;
  const show = (path, View) => {
    const question = asked(questions, path);
    return question && html`<${Answered} table=${table} question=${question}>
      ${(answer) => html`<${View} table=${table} answer=${answer} />`}<//>`;
  };
  return html`<section class="panel advice" aria-labelledby="advice-title">
    <h3 id="advice-title">Odds of ${table.nameOf(table.state.chosen)}</h3>
    <div aria-live="polite">
      ${show("/v1/placements", Ranking)}
      ${show("/v1/odds", Odds)}
      ${show("/v1/fantasyland/set", BestSet)}
      ${show("/v1/fantasyland/odds", BeforeTheCards)}
    </div>
    ${show("/v1/draws", Draws)}
    <${NothingToAsk} table=${table} />
  </section>`;
}

/** Why there are no odds just now. */
function NothingToAsk({ table }) {
  const { match, chosen } = table.state;
  const { deal } = table;
  const seat = match.hand.seats[chosen];
  const dealt = dealtNow(seat, deal);
  let text = null;
  if (isComplete(seat)) text = "This board is finished.";
  else if (!seat.fantasyland && atStreetEnd(seat, deal) && !seat.hand.length) {
    text = `Enter the ${cards(dealt)} dealt under “In hand” to see the placements ranked.`;
  } else if (seat.hand.length < dealt && placed(seat) === 0) {
    text = `Enter ${cards(dealt - seat.hand.length)} ${seat.hand.length ? "more" : "dealt"} under “In hand”, or on the board.`;
  } else if (atStreetEnd(seat, deal) && seat.hand.length < dealt) {
    text = `Enter ${cards(dealt - seat.hand.length)} more.`;
  } else if (toPlace(seat, deal)) {
    text = `Place ${cards(toPlace(seat, deal))} more to see the odds.`;
  }
  const busy = asked(table.questions, "/v1/placements") || asked(table.questions, "/v1/fantasyland/set");
  return text && !busy ? html`<p class="hint">${text}</p>` : null;
}

const cards = (count) => (count === 1 ? "one card" : `${count} cards`);

const Figures = ({ odds }) => html`<dl class="figures">
  <${Figure} name="Foul" number=${odds.foul} format=${percent} tone="bad" />
  <${Figure} name="Fantasyland" number=${odds.fantasyland.enters} format=${percent} tone="good" />
  <${Figure} name="Royalties" number=${odds.royalties.total} format=${plain} />
  <${Figure} name="Points" number=${odds.points} format=${points} />
</dl>`;

const Odds = ({ answer }) => html`
  <p class="how">With best play from here <${Method} answer=${answer} /></p>
  <${Figures} odds=${answer} />
`;

function Ranking({ table, answer }) {
  const { ranked } = table.state;
  return html`
    <p class="how">Placements by expected points, ${answer.placements.length} of ${answer.count}${" "}
      <${Method} answer=${answer} /></p>
    <ol class="ranking">
      ${answer.placements.map((placement, number) => html`<li class=${number === ranked ? "in-view" : ""}>
        <button type="button" class="placement" aria-pressed=${number === ranked ? "true" : "false"}
          onClick=${() => table.rank(number)}>
          <span class="moves"><${Moves} placement=${placement} /></span>
          <span class="worth">${points(placement.points.value)}${placement.points.std_error !== undefined &&
            html` <small>± ${plain(placement.points.std_error)}</small>`}</span>
        </button>
        ${number === ranked && html`
          <${Figures} odds=${placement} />
          <button type="button" class="primary" onClick=${() => table.place(placement.place)}>Place these</button>`}
      </li>`)}
    </ol>
  `;
}

const Moves = ({ placement }) => html`
  ${ROWS.filter((row) => placement.place[row]).map((row) => html`
    <span class="to-row"><${CardsInline} cards=${placement.place[row]} /> ${row}</span>`)}
  ${placement.discard.length > 0 && html`
    <span class="to-row dropped"><${CardsInline} cards=${placement.discard} /> away</span>`}
`;

function BestSet({ table, answer }) {
  const { best, best_royalties: richest, best_staying: staying } = answer;
  const sets = [["best", "Best for points", best]];
  if (richest.board !== best.board) sets.push(["royalties", "Most royalties", richest]);
  if (staying && staying.board !== best.board && staying.board !== richest.board) {
    sets.push(["stay", "Best that stays", staying]);
  }
  return html`
    <p class="how">The best set is outlined on the board <${Method} answer=${answer} /></p>
    ${sets.map(([, name, set]) => html`<div class="set">
      <p><strong>${name}</strong>: royalties ${set.royalties.total},
        ${set.stays ? " stays in Fantasyland" : " does not stay"}${set.legal ? "" : ", a foul"}</p>
      <p>${set.board.split("/").map((row) => html`<span class="to-row"><${CardsInline} cards=${row.match(/../g)} /></span> `)}</p>
      <button type="button" class=${set === best ? "primary" : ""}
        onClick=${() => table.place(parseBoard(set.board).rows)}>Set it so</button>
    </div>`)}
    ${!staying && html`<p class="hint">No set of these cards stays.</p>`}
  `;
}

const BeforeTheCards = ({ answer }) => html`
  <p class="how">Before the cards are seen <${Method} answer=${answer} /></p>
  <dl class="figures">
    <${Figure} name="Can stay" number=${answer.can_stay} format=${percent} tone="good" />
    <${Figure} name="Royalties" number=${answer.royalties} format=${plain} />
  </dl>
  <p class="hint">Enter all ${answer.cards} cards under “In hand” to get the best set.</p>
`;

/** What each row can still become, and the cards that better it next. */
const Draws = ({ table, answer }) => html`<details class="draws" open>
  <summary>Draws, each row on its own <${Method} answer=${answer} /></summary>
  ${ROWS.map((row) => html`<${RowDraws} row=${row} draws=${answer.rows[row]} entry=${entries(table)} />`)}
  <p class="hint">${answer.cards_to_come} cards to come of ${answer.unseen} unseen.</p>
</details>`;

function RowDraws({ row, draws, entry }) {
  if (!draws.open) return null;
  // The top row is given by every rank: shown are whole categories, and what enters Fantasyland.
  const chances = Object.entries(draws.at_least ?? {}).filter(([name, chance]) => {
    const ranked = /_[2-9TJQKA]$/.test(name) && !/^low/.test(name);
    return chance.value > 0 && chance.value < 1 && (!ranked || entry.includes(name));
  });
  const outs = Object.entries(draws.outs);
  return html`<div class="row-draws">
    <h4>${row} ${draws.made && html`<small>${category(draws.made)} now</small>`}</h4>
    <ul class="chances">${chances.map(([name, { value }]) => html`<li>
      <span>${category(name)} or better</span>
      <meter min="0" max="1" value=${value} aria-hidden="true"></meter>
      <strong>${percent(value)}</strong></li>`)}</ul>
    ${outs.length > 0 && html`<ul class="outs" aria-label="outs of the ${row}">${outs.map(([name, list]) => html`<li>
      <span>${list.length} ${list.length === 1 ? "out" : "outs"} to ${category(name)}</span>${" "}<${CardsInline} cards=${list} /></li>`)}</ul>`}
  </div>`;
}

/** The pairs that enter Fantasyland, named as draws name them: "QQ" is "pair_Q". */
function entries(table) {
  const { rules } = table.state.match;
  const { fantasyland } = { ...table.presetOf(rules.preset), ...rules.changed };
  return Object.keys(fantasyland?.entry ?? {}).map((name) => `pair_${name[0]}`);
}
