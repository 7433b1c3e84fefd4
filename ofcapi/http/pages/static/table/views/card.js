// One card, wherever it lies: to tap, to look at, or suggested.

import { shown, spoken, symbol } from "../cards.js";
import { html } from "../html.js";

/** @import { Card } from "../cards.js" */

/** @param {Card} card */
const face = (card) => html`
  <span class="rank">${card[0] === "T" ? "10" : card[0]}</span><span class="suit">${symbol(card)}</span>
`;

/** @type {(card: Card, ...more: (string | false | undefined)[]) => string} */
const classes = (card, ...more) => `card suit-${card[1]} ${more.filter(Boolean).join(" ")}`;

/**
 * A card that can be picked up. A fault of the API about it is shown on it.
 * @param {{card: Card, held: boolean, fault: string | undefined, onTap: () => void}} props
 */
export function CardButton({ card, held, fault, onTap }) {
  const label = spoken(card) + (held ? ", picked up" : "") + (fault ? `, ${fault}` : "");
  return html`<button
    type="button"
    class=${classes(card, held && "held", fault && "faulty")}
    aria-label=${label}
    aria-pressed=${held ? "true" : "false"}
    title=${fault}
    onClick=${onTap}
  >${face(card)}</button>`;
}

/**
 * A card that is proposed for an open slot.
 * @param {{card: Card}} props
 */
export const GhostCard = ({ card }) => html`
  <span class=${classes(card, "ghost")} role="img" aria-label="best: ${spoken(card)}">${face(card)}</span>
`;

/**
 * Cards within a line of text.
 * @param {{cards: Card[]}} props
 */
export const CardsInline = ({ cards }) =>
  cards.map((card) => html`
    <span class="inline-card suit-${card[1]}" role="img" aria-label=${spoken(card)}>${shown(card)}</span>
  `);
