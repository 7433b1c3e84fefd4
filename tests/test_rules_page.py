"""docs/rules.md is correct: its examples and tables agree with the engine."""

import re
from pathlib import Path

import pytest

from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.hands import strength_of
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import Fantasyland, compile_rules
from ofcapi.engine.game.score import is_legal
from tests.engine.game.test_settlement import WORKED

PAGE = (Path(__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
SHORT = {"three_of_a_kind": "trips", "full_house": "full house", "four_of_a_kind": "quads"}


def rows_of(title: str) -> list[list[str]]:
    """The rows of the table whose header begins with the title."""
    table = PAGE.split(f"| {title} |")[1].split("\n\n")[0]
    return [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in table.splitlines()[2:]
    ]


def test_what_is_a_foul() -> None:
    rules = compile_rules(PRESETS[DEFAULT_PRESET])
    bottom = strength_of(parse_cards("8c7c6c5c4c")[0])
    told = set()
    for top, middle, verdict in rows_of("top | middle"):
        upper, lower = (strength_of(parse_cards(row)[0]) for row in (top, middle))
        legal = is_legal(rules, upper, lower, bottom)
        assert verdict.startswith("legal:" if legal else "foul:"), top
        told.add(legal)
    assert told == {True, False}


@pytest.mark.parametrize("row", ["middle", "bottom"])
def test_royalties_of_five_cards(row: str) -> None:
    (text,) = [points for name, points in rows_of("row") if name == row]
    told = [(name.replace(" ", "_"), int(n)) for name, n in re.findall(r"([a-z ]+) (\d+)", text)]
    told = [(name.strip("_"), points) for name, points in told]
    assert tuple(told) == getattr(PRESETS[DEFAULT_PRESET].royalties, row)


def test_royalties_of_the_top() -> None:
    (text,) = [points for name, points in rows_of("row") if name == "top"]
    assert [int(number) for number in re.findall(r"\d+", text)] == [1, 9, 10, 22]
    top = dict(PRESETS[DEFAULT_PRESET].royalties.top)
    assert [top[key] for key in ("66", "AA", "222", "AAA")] == [1, 9, 10, 22]
    assert list(top.values()) == list(range(1, 23))
    assert set(dict(PRESETS["pagat"].royalties.top).values()) == {*range(1, 10), 20}


def test_the_stakes_that_are_worked_out() -> None:
    told = {
        rule.strip("`"): tuple(map(int, stacks)) for rule, _, *stacks in rows_of("`stakes`")[1:]
    }
    assert told == WORKED


def entry_of(land: Fantasyland) -> str:
    cards = dict(land.entry)
    if "low_75432" in cards:
        both = cards["top_and_low_75432"]
        return f"KK or 7-5-4-3-2 {cards['KK']}, both {both}"
    if len(set(cards.values())) == 1:
        return str(cards["QQ"])
    return ", ".join(f"{key} {number}" for key, number in cards.items())


def stay_of(land: Fantasyland) -> str:
    hands = [least.removeprefix("pair_") if least else "–" for least in land.stay]
    words = [SHORT.get(hand, hand) for hand in hands]
    return " / ".join(["QQ" if word == "Q" else word for word in words])


def test_fantasyland_of_every_rule_set() -> None:
    told = {name.strip("`"): cells for name, *cells in rows_of("rule set")}
    assert set(told) == set(PRESETS)
    dealt = ""
    for name, rules in PRESETS.items():
        dealt = told[name][0] if told[name][0][0] == "5" else dealt
        land, cells = rules.fantasyland, told[name][1:]
        if land is None:
            assert cells == ["–"] * 3
            continue
        assert cells == [entry_of(land), stay_of(land), str(land.stay_cards)], name
        deal = rules.deal
        if told[name][0] == "the same" or told[name][0][0] == "5":
            assert f"{deal.opening}, then {deal.streets} × {deal.dealt}" in dealt, name
