// One small library draws the page: Preact, with htm's tagged templates in the place of JSX, so
// that the source runs as it is, with no build step. Views are functions from the state to markup.

import { h } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

export { render } from "./vendor/preact.mjs";
export const html = htm.bind(h);
