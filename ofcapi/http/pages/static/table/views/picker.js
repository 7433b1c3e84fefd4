// The deck: 52 cards to tap, or to reach by arrow keys or by typing their names.

import { DECK, RANKS, SUITS, parseCards, spoken, symbol } from "../cards.js";
import { html } from "../html.js";
import { usedCards } from "../match.js";

/** @import { Card } from "../cards.js" */
/** @import { Spot } from "../match.js" */
/** @import { Table } from "../table.js" */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @param {{table: Table}} props */
export function Picker({ table }) {
  const { chosen, typed } = table.state;
  const used = usedCards(table.match.hand, chosen, table.deal);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    table.enterTyped();
  };
  return html`<section class="picker" aria-label="Cards">
    <div role="grid" aria-label="Deck; arrows move, Enter takes, or type a card such as Qh"
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey(event, table)}>
      ${SUITS.map((suit) => html`<div role="row">
        ${RANKS.map((rank) => html`<${DeckCard} table=${table} card=${rank + suit} place=${used.get(rank + suit)} />`)}
      </div>`)}
    </div>
    <form class="typing" onSubmit=${submit}>
      <label class="visually-hidden" for="typed">Cards, or a board as top/middle/bottom</label>
      <input id="typed" type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
        placeholder="Qh Kd or top/middle/bottom" value=${typed.text}
        aria-invalid=${typed.fault ? "true" : undefined}
        aria-describedby=${typed.fault ? "typed-fault" : undefined}
        onInput=${(event) => table.type(event.target.value)} />
      <button type="submit">Enter</button>
    </form>
    ${typed.fault && html`<p id="typed-fault" class="problem" role="alert">${typed.fault}</p>`}
  </section>`;
}

/** @param {{table: Table, card: Card, place: Spot | undefined}} props */
function DeckCard({ table, card, place }) {
  const { cursor } = table.state;
  const label = spoken(card) + (place ? `, in use: ${table.whereIs(place)}` : "");
  return html`<button
    type="button"
    role="gridcell"
    id="card-${card}"
    class="deck-card suit-${card[1]}"
    tabindex=${card === cursor ? 0 : -1}
    aria-label=${label}
    aria-disabled=${place ? "true" : undefined}
    onClick=${() => table.tapDeck(card)}
  ><span class="rank">${card[0] === "T" ? "10" : card[0]}</span><span class="suit">${symbol(card)}</span></button>`;
}

// A card is typed as its rank, then its suit: the rank waits here for the suit.
let typedRank = "";

/**
 * @param {KeyboardEvent} event
 * @param {Table} table
 */
function onKey(event, table) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { cursor } = table.state;
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    const row = SUITS.indexOf(cursor[1]) + step[0];
    const column = RANKS.indexOf(cursor[0]) + step[1];
    if (SUITS[row] && RANKS[column]) table.moveCursor(RANKS[column] + SUITS[row]);
  } else if (event.key === "Home" || event.key === "End") {
    event.preventDefault();
    table.moveCursor(RANKS.at(event.key === "Home" ? 0 : -1) + cursor[1]);
  } else if (event.key.length === 1) {
    const { cards } = parseCards(typedRank + event.key);
    typedRank = /[2-9tjqka]/i.test(event.key) ? event.key : "";
    if (!DECK.includes(cards[0])) return;
    typedRank = "";
    table.moveCursor(cards[0]);
    table.tapDeck(cards[0]);
  }
}
