"""docs/fantasyland.md is correct: its example, tables and picture agree with the code."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from ofcapi.engine.fantasyland.odds import stay_odds, table_odds
from ofcapi.engine.fantasyland.sets import best_sets
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, compile_rules
from ofcapi.engine.worth.tickets import ticket_figures, ticket_value
from tables.plot_fantasyland import PATH, draw

PAGE = (PATH.parent / "fantasyland.md").read_text(encoding="utf-8")
PINEAPPLE = compile_rules(PRESETS["pineapple"])
QUADS = compile_rules(PRESETS["pineapple-quads-stay"])


def cells_of(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_the_worked_hand_is_set_as_the_page_says() -> None:
    (dealt,) = re.findall(r"^    ((?:10|[2-9TJQKA])[♣♦♥♠].*)$", PAGE, re.M)
    cards = parse_cards(dealt)[0]
    rows = [cells_of(row) for row in re.findall(r"^\| (?:most royalties|best that).*$", PAGE, re.M)]
    default = ticket_value(PRESETS["pineapple"], 14)
    for ticket, best in ((Fraction(5), 0), (default, 1)):
        found = best_sets(cards, PINEAPPLE, "points", {14: ticket})
        assert found.best_staying is not None
        sets = [found.best_royalties, found.best_staying]
        for row, each in zip(rows, sets, strict=True):
            for shown, own in zip(row[1:4], each.board.rows, strict=True):
                assert sorted(parse_cards(shown)[0]) == sorted(own)
            assert row[4:] == [str(sum(each.royalties)), "yes" if each.stays else "no"]
        assert found.best == sets[best]


@pytest.mark.parametrize("cards", FANTASYLAND_CARDS)
def test_the_chances_to_stay_are_those_of_the_table(cards: int) -> None:
    (row,) = re.findall(rf"^\| {cards} \|.*$", PAGE, re.M)
    shown: list[str] = []
    for rules in (QUADS, PINEAPPLE):
        odds = table_odds(cards, rules, {14: ticket_value(rules.rules, 14)})
        assert odds is not None
        percents = [100 * odds.can_stay.value, 100 * odds.stays.value]
        shown = [f"{percent:.2f} %" for percent in percents] + shown
        assert odds.can_stay.std_error < 0.00055
        assert odds.royalties.std_error < 0.01
        royalties = f"{odds.royalties.value:.2f}"
    assert cells_of(row)[1:] == [*shown, royalties]


@pytest.mark.parametrize("preset", ticket_figures()["presets"])
def test_the_values_are_those_of_the_figures(preset: str) -> None:
    figures = ticket_figures()["presets"][preset]
    (row,) = re.findall(rf"^\| `{preset}` \|.*$", PAGE, re.M)
    values = [f"{v['value']:.2f} ± {v['std_error']:.2f}" for v in figures["values"].values()]
    enters, fouls = sum(figures["enters"].values()), figures["normal"]["fouls"]
    ends = [f"{100 * enters:.0f} %", f"{100 * fouls:.0f} %", f"{figures['openings']:,}"]
    assert cells_of(row)[1:] == values + ends


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_dead_cards_change_the_chance_as_the_page_says(number: int) -> None:
    flat = re.sub(r"\s+", " ", PAGE)
    named = re.findall(r"gone \(([^)]*)\)[^%]*?([\d.]+) %", flat)
    dead, percent = named[number]
    odds = stay_odds(14, PINEAPPLE, {14: Fraction(9)}, parse_cards(dead)[0], samples=8_000)
    assert 100 * odds.can_stay.value == pytest.approx(
        float(percent), abs=400 * odds.can_stay.std_error
    )


def test_the_picture_is_drawn_from_the_tables_of_today() -> None:
    assert PATH.read_text(encoding="utf-8") == draw()
    svg = ElementTree.fromstring(draw())
    lines = svg.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 6
    assert all(len(line.attrib["points"].split()) == 5 for line in lines)
    assert PATH.name in PAGE
