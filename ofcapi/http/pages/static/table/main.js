// Where the page begins.

import { html, render } from "./html.js";
import { Table } from "./table.js";
import { Page } from "./views/page.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
root.textContent = "";

const table = new Table((focus) => {
  const { theme, fourColours } = table.state.preferences;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.fourColours = String(fourColours);
  render(html`<${Page} table=${table} />`, root);
  if (focus) document.getElementById(focus)?.focus();
});
table.start();
