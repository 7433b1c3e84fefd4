"""Draw docs/fantasyland.svg from the package's tables: ``python -m tables.plot_fantasyland``.

On the left is the chance that a hand can stay, on the right the value of the ticket, each by number
of cards. Needs only the standard library.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from ofcapi.engine.fantasyland.odds import table_odds
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, compile_rules
from ofcapi.engine.worth.tickets import ticket_value

PATH = Path(__file__).parent.parent / "docs" / "fantasyland.svg"
WIDTH, HEIGHT = 760, 380
COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#7a5195")
STAY_RULES = {"pineapple": "trips, full house or quads", "pineapple-quads-stay": "trips or quads"}
VALUED = ("pineapple", "pineapple-quads-stay", "ultimate", "classic")


class Panel(NamedTuple):
    """One chart: its position, title, largest value, grid step, unit and lines."""

    left: int
    right: int
    title: str
    most: int
    step: int
    unit: str
    lines: Mapping[str, Sequence[float]]


def draw_panel(panel: Panel) -> list[str]:
    """The SVG elements of one chart, with the legend above it."""
    top, bottom = 96, HEIGHT - 52

    def across(cards: int) -> float:
        inner = panel.right - panel.left - 40
        place = (cards - FANTASYLAND_CARDS[0]) / (len(FANTASYLAND_CARDS) - 1)
        return panel.left + 20 + inner * place

    def up(value: float) -> float:
        return bottom - (bottom - top) * value / panel.most

    drawn = [f'<text x="{panel.left}" y="24" class="title">{escape(panel.title)}</text>']
    for value in range(0, panel.most + 1, panel.step):
        height = up(value)
        drawn.append(
            f'<path d="M{panel.left} {height:.1f}H{panel.right}" class="grid"/>'
            f'<text x="{panel.left - 6}" y="{height + 4:.1f}" class="end">'
            f"{value}{panel.unit}</text>"
        )
    for cards in FANTASYLAND_CARDS:
        place = f'x="{across(cards):.1f}" y="{bottom + 20}"'
        drawn.append(f'<text {place} class="middle">{cards}</text>')
    middle = (panel.left + panel.right) / 2
    drawn.append(f'<text x="{middle}" y="{bottom + 42}" class="middle">cards dealt</text>')
    for number, (name, values) in enumerate(panel.lines.items()):
        colour = COLOURS[number]
        points = [(across(c), up(v)) for c, v in zip(FANTASYLAND_CARDS, values, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = panel.left + 160 * (number % 2), 46 + 18 * (number // 2)
        if len(panel.lines) == 2:
            x, y = panel.left, 46 + 18 * number
        drawn.append(
            f'<path d="M{x} {y - 4}h18" stroke="{colour}" stroke-width="3"/>'
            f'<text x="{x + 24}" y="{y}">{escape(name)}</text>'
        )
    return drawn


def percent_to_stay(preset: str) -> list[float]:
    """The chances in percent that a staying set exists, by number of cards."""
    rules = compile_rules(PRESETS[preset])
    tickets = {cards: ticket_value(rules.rules, cards) for cards in FANTASYLAND_CARDS}
    found = [table_odds(cards, rules, tickets) for cards in FANTASYLAND_CARDS]
    return [100 * odds.can_stay.value for odds in found if odds is not None]


def draw() -> str:
    """The whole picture."""
    values = {
        preset: [float(ticket_value(PRESETS[preset], cards)) for cards in FANTASYLAND_CARDS]
        for preset in VALUED
    }
    most = 10 * (int(max(max(each) for each in values.values())) // 10 + 1)
    chances = {name: percent_to_stay(preset) for preset, name in STAY_RULES.items()}
    panels = (
        Panel(60, 350, "Chance that a hand can stay", 70, 10, "%", chances),
        Panel(430, 740, "Value of the ticket, in points", most, 10, "", values),
    )
    style = (
        "text{font:12px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}"
        ".end{text-anchor:end}.middle{text-anchor:middle}.grid{stroke:#ddd}"
    )
    elements = [element for panel in panels for element in draw_panel(panel)]
    label = "Chance to stay and value of a Fantasyland ticket by number of cards"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{label}">',
            f"<style>{style}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *elements,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Write the picture."""
    PATH.write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
