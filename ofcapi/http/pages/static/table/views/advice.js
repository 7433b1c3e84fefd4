// What the API says to the chosen seat: odds and draws, ranked placements, or a Fantasyland set.

import { parseBoard, parseCards } from "../cards.js";
import { html } from "../html.js";
import { ROWS, atStreetEnd, dealtNow, isComplete, placed, toPlace } from "../match.js";
import { asked } from "../questions.js";
import { CardsInline } from "./card.js";
import { Answered } from "./notices.js";
import { Figure, Method, category, percent, plain, points, whole } from "./numbers.js";

/** @import { AnswersByPath, Path, Schemas } from "../api.js" */
/** @import { Board, Row } from "../match.js" */
/** @import { Question } from "../questions.js" */
/** @import { Table } from "../table.js" */
/** @import { VNode } from "../vendor/preact.mjs" */

/** @typedef {{table: Table}} Props */
/** @typedef {Schemas["SetAnswer"]} FantasylandSet */

/**
 * The cards that are outlined on the board, by row: the placement in view, or the best set.
 * @param {Table} table
 * @returns {Partial<Board> | null | undefined}
 */
export function suggestion(table) {
  const ranking = asked(table.questions, "/v1/placements");
  if (ranking) return table.answers.to(ranking).answer?.placements[table.state.ranked]?.place;
  const set = asked(table.questions, "/v1/fantasyland/set");
  const best = set && table.answers.to(set).answer?.best;
  return best ? parseBoard(best.board).rows : null;
}

/**
 * The figures of the chosen seat, or what to do to see some.
 * @param {Props} props
 */
export function Outlook({ table }) {
  const question = table.questions.find(({ channel }) => channel === "odds");
  const View = question && OUTLOOKS[/** @type {keyof typeof OUTLOOKS} */ (question.path)];
  return html`<section class="outlook" aria-label="Odds of ${table.nameOf(table.state.chosen)}" aria-live="polite">
    ${question
      ? html`<${Answered} table=${table} question=${question}>
          ${(/** @type {AnswersByPath[Path]} */ answer) => html`
            <${View} table=${table} answer=${answer} />
            <${Against} table=${table} question=${question} answer=${answer} />`}<//>`
      : html`<p class="hint">${whyNone(table)}</p>`}
  </section>`;
}

/**
 * Whom the points settle against, or that they are those of the board alone.
 * @param {{table: Table, question: Question<Path>, answer: Partial<Settled>}} props
 */
export function Against({ table, question, answer }) {
  const { opposite } = question;
  if (!opposite || answer.settled === undefined) return null;
  const { opponents = [] } = answer;
  const names = opposite.against.map((place, index) => {
    return `${table.nameOf(place)}${howPlayed(opponents[index])}`;
  });
  const leftOut = opposite.leftOut.map((place) => table.nameOf(place));
  return html`<p class="against">${names.length
    ? `Settled against ${names.join(", ")}.`
    : "Points of this board alone: rows and scoops are left out."}
    ${leftOut.length > 0 && ` Left out in the middle of a street: ${leftOut.join(", ")}.`}</p>`;
}

/** @typedef {Pick<Schemas["OddsAnswer"], "settled" | "opponents">} Settled */

/**
 * How an opponent who has not finished was brought to an end, in brackets.
 * @param {Schemas["OpponentAnswer"] | undefined} opponent
 */
function howPlayed(opponent) {
  if (!opponent || opponent.finished) return "";
  if (opponent.unknown) return " (as a typical player)";
  if (opponent.fantasyland) return ` (${opponent.fantasyland} cards in Fantasyland)`;
  return ` (played on ${whole.format(opponent.boards ?? 0)} times)`;
}

/**
 * Why there are no odds just now.
 * @param {Table} table
 */
function whyNone(table) {
  const seat = table.match.hand.seats[table.state.chosen];
  if (isComplete(seat)) return "This board is finished.";
  const missing = dealtNow(seat, table.deal) - seat.hand.length;
  if (seat.fantasyland && placed(seat) === 0) return `Enter ${cards(missing)} more.`;
  if (placed(seat) === 0 || (atStreetEnd(seat, table.deal) && missing > 0)) {
    const which = seat.hand.length ? `${cards(missing)} more` : `the ${cards(missing)} dealt`;
    return `Enter ${which}: in hand to see the placements ranked, or on the board.`;
  }
  const left = cards(toPlace(seat, table.deal));
  return seat.fantasyland ? `Place ${left} more.` : `Place ${left} more to see the odds.`;
}

/** @param {number} count */
const cards = (count) => (count === 1 ? "one card" : `${count} cards`);

/** @typedef {"foul" | "fantasyland" | "royalties" | "points"} Shown the figures of any odds */

/** @param {{odds: Pick<Schemas["OddsAnswer"], Shown>}} props */
const Figures = ({ odds }) => html`<dl class="figures">
  <${Figure} name="Foul" number=${odds.foul} format=${percent} tone="bad" />
  <${Figure} name="Fantasyland" number=${odds.fantasyland.enters} format=${percent} tone="good" />
  <${Figure} name="Royalties" number=${odds.royalties.total} format=${plain} />
  <${Figure} name="Points" number=${odds.points} format=${points} />
</dl>`;

/**
 * What is shown of each answer in the channel "odds".
 * @template {Path} P
 * @typedef {(props: {table: Table, answer: AnswersByPath[P]}) => VNode} View
 */

const OUTLOOKS = {
  /** @type {View<"/v1/odds">} */
  "/v1/odds": ({ answer }) => html`
    <p class="how">Best play from here <${Method} answer=${answer} /></p>
    <${Figures} odds=${answer} />`,

  /** @type {View<"/v1/placements">} */
  "/v1/placements": ({ table, answer }) => html`
    <p class="how">${table.state.ranked ? `Number ${table.state.ranked + 1}` : "Best"}, as outlined${" "}
      <${Method} answer=${answer} /></p>
    <${Figures} odds=${answer.placements[table.state.ranked]} />`,

  /** @type {View<"/v1/fantasyland/set">} */
  "/v1/fantasyland/set": ({ answer }) => html`
    <p class="how">Best set, as outlined <${Method} answer=${answer} /></p>
    <dl class="figures">
      <${Figure} name="Royalties" number=${{ value: answer.best.royalties.total }} format=${String} />
      <${Figure} name="Points" number=${{ value: answer.best.points }} format=${points} />
      <div class="figure good"><dt>Stays</dt><dd>${answer.best.stays ? "yes" : "no"}</dd></div>
    </dl>`,

  /** @type {View<"/v1/fantasyland/odds">} */
  "/v1/fantasyland/odds": ({ answer }) => html`
    <p class="how">Before the ${answer.cards} cards are seen <${Method} answer=${answer} /></p>
    <dl class="figures">
      <${Figure} name="Can stay" number=${answer.can_stay} format=${percent} tone="good" />
      <${Figure} name="Royalties" number=${answer.royalties} format=${plain} />
      <${Figure} name="Worth" number=${{ value: answer.ticket }} format=${points} />
    </dl>`,
};

/**
 * What there is to choose from: ranked placements, or the sets of a Fantasyland hand.
 * @param {Props} props
 */
export function Choices({ table }) {
  const { questions } = table;
  const ranking = asked(questions, "/v1/placements");
  const set = asked(questions, "/v1/fantasyland/set");
  const ranked = ranking && table.answers.to(ranking).answer;
  if (ranked) return html`<${Ranking} table=${table} answer=${ranked} />`;
  const sets = set && table.answers.to(set).answer;
  return sets ? html`<${Sets} table=${table} answer=${sets} />` : null;
}

/** @param {Props & {answer: Schemas["PlacementsAnswer"]}} props */
function Ranking({ table, answer }) {
  const { ranked } = table.state;
  const { placements, count } = answer;
  return html`<section class="panel" aria-labelledby="ranking-title">
    <h3 id="ranking-title">Placements, best first <small>${placements.length} of ${count}</small>
      <${Method} answer=${answer} /></h3>
    <ol class="ranking">
      ${placements.map((placement, number) => html`<li>
        <button type="button" class="placement" aria-pressed=${number === ranked ? "true" : "false"}
          onClick=${() => table.rank(number)}>
          <span class="moves"><${Moves} placement=${placement} /></span>
          <span class="worth">${points(placement.points.value)}${placement.points.std_error !== undefined &&
            html` <small>± ${plain(placement.points.std_error)}</small>`}</span>
        </button>
      </li>`)}
    </ol>
  </section>`;
}

/** @param {{placement: Schemas["PlacementAnswer"]}} props */
const Moves = ({ placement }) => html`
  ${ROWS.filter((row) => placement.place[row]).map((row) => html`
    <span class="to-row"><${CardsInline} cards=${placement.place[row]} /> ${row}</span>`)}
  ${placement.discard.length > 0 && html`
    <span class="to-row"><${CardsInline} cards=${placement.discard} /> away</span>`}
`;

/** @param {Props & {answer: Schemas["FantasylandSetAnswer"]}} props */
function Sets({ table, answer }) {
  const { best, best_royalties: richest, best_staying: staying } = answer;
  /** @type {[string, FantasylandSet][]} */
  const sets = [["Best for points", best]];
  if (richest.board !== best.board) sets.push(["Most royalties", richest]);
  if (staying && staying.board !== best.board && staying.board !== richest.board) {
    sets.push(["Best that stays", staying]);
  }
  return html`<section class="panel" aria-labelledby="sets-title">
    <h3 id="sets-title">Sets of these cards <${Method} answer=${answer} /></h3>
    ${sets.map(([name, set]) => html`<div class="set">
      <p><strong>${name}</strong>: royalties ${set.royalties.total}, ${set.stays ? "stays in Fantasyland" : "does not stay"}${set.legal ? "" : ", a foul"}</p>
      <p class="set-rows">${set.board.split("/").map((row) => html`<span><${CardsInline} cards=${parseCards(row).cards} /></span>`)}</p>
      ${set !== best && html`<button type="button" onClick=${() => placeSet(table, set)}>Set it so</button>`}
    </div>`)}
    ${!staying && html`<p class="hint">No set of these cards stays.</p>`}
  </section>`;
}

/** @type {(table: Table, set: FantasylandSet) => void} */
function placeSet(table, set) {
  const { rows } = parseBoard(set.board);
  if (rows) table.place(rows);
}

/** @param {Props} props */
export function Draws({ table }) {
  const question = asked(table.questions, "/v1/draws");
  const odds = asked(table.questions, "/v1/odds");
  if (!question || !odds) return null;
  // What is wrong with the board is said once, where the odds would be.
  if ([question, odds].every((one) => table.answers.to(one).status === "failed")) return null;
  return html`<${Answered} table=${table} question=${question}>
    ${(/** @type {Schemas["DrawsAnswer"]} */ answer) => html`
      <${DrawsOf} table=${table} answer=${answer} />`}<//>`;
}

/**
 * What each row can still become, and the cards that better it next.
 * @param {Props & {answer: Schemas["DrawsAnswer"]}} props
 */
const DrawsOf = ({ table, answer }) => html`<section class="panel draws" aria-labelledby="draws-title">
  <h3 id="draws-title">Draws, each row on its own <${Method} answer=${answer} /></h3>
  ${ROWS.map((row) => html`<${RowDraws} row=${row} draws=${answer.rows[row]} entry=${entries(table)} />`)}
  <p class="hint">${answer.cards_to_come} cards to come of ${answer.unseen} unseen.</p>
</section>`;

/** @param {{row: Row, draws: Schemas["RowDrawsAnswer"], entry: string[]}} props */
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

/**
 * The pairs that enter Fantasyland, named as draws name them: "QQ" is "pair_Q".
 * @param {Table} table
 */
function entries(table) {
  const { rules } = table.match;
  const { fantasyland } = { ...table.presetOf(rules.preset), ...rules.changed };
  const pairs = Object.keys(fantasyland?.entry ?? {}).filter((name) => /^(.)\1$/.test(name));
  return pairs.map((name) => `pair_${name[0]}`);
}
