// One small library draws the page: Preact, with htm's tagged templates in the place of JSX, so
// that the source runs as it is, with no build step. Views are functions from the state to markup.

import { h } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

/** @import { VNode } from "./vendor/preact.mjs" */

/**
 * What one of the page's fields tells when it is changed: an input, a text area or a choice.
 * @typedef {Event & {target: HTMLInputElement}} FieldEvent
 */

/**
 * What goes into a template: text, attributes, components, markup, and what fields call.
 * @typedef {string | number | boolean | null | undefined | object
 *   | ((event: FieldEvent) => unknown)} Value
 */

export { render } from "./vendor/preact.mjs";
/** @type {(strings: TemplateStringsArray, ...values: Value[]) => VNode} */
export const html = htm.bind(h);
