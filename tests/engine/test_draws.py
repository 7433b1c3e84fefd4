"""Draws against plain enumeration, closed forms and published figures."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest

from ofcapi.engine.board import Board, parse_board, unseen_cards
from ofcapi.engine.cards import DECK, format_cards, parse_cards
from ofcapi.engine.draws import RowDraws, cards_to_come_default, draw_odds
from ofcapi.engine.rules import PRESETS, ROW_SIZES, ROWS, compile_rules

PINEAPPLE = compile_rules(PRESETS["pineapple"])
DEUCE_TO_SEVEN = compile_rules(PRESETS["deuce-to-seven"])
CASES = json.loads((Path(__file__).parents[1] / "data" / "draws.json").read_text())

HIGH_NAMES = (
    "high_card pair two_pair three_of_a_kind straight flush full_house four_of_a_kind "
    "straight_flush royal_flush"
).split()
LOW_NAMES = (
    "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind two_pair "
    "pair low_A low_K low_Q low_J low_T low_9 low_8 low_7 low_75432"
).split()
TOP_NAMES = ["high_card"]
TOP_NAMES += ["pair_" + rank for rank in "23456789TJQKA"]
TOP_NAMES += ["three_of_a_kind_" + rank for rank in "23456789TJQKA"]


def naive_name(cards: tuple[int, ...], low: bool) -> str:
    """What a finished row is, from its cards' letters alone; ranks and trips on top by letter."""
    text = format_cards(cards)
    letters, suits = text[::2], set(text[1::2])
    times = Counter(letters)
    shape = sorted(times.values(), reverse=True)
    if len(cards) == 3:
        most = times.most_common(1)[0][0]
        return {1: "high_card", 2: "pair_" + most, 3: "three_of_a_kind_" + most}[shape[0]]
    if shape[0] > 1:
        return {
            (4, 1): "four_of_a_kind",
            (3, 2): "full_house",
            (3, 1, 1): "three_of_a_kind",
            (2, 2, 1): "two_pair",
            (2, 1, 1, 1): "pair",
        }[tuple(shape)]
    ladder = "23456789TJQKA" if low else "A23456789TJQKA"
    straight = any(set(letters) == set(ladder[start : start + 5]) for start in range(10))
    if len(suits) == 1:
        if straight:
            return "royal_flush" if set(letters) == set("TJQKA") else "straight_flush"
        return "flush"
    if straight:
        return "straight"
    if not low:
        return "high_card"
    if set(letters) == set("75432"):
        return "low_75432"
    return "low_" + max(letters, key="23456789TJQKA".index)


def naive_exactly(
    placed: tuple[int, ...], size: int, low: bool, unseen: list[int], to_come: int
) -> dict[str, int]:
    """Every set of cards to come, and for each the best of all the ways to finish the row."""
    names = TOP_NAMES if size == 3 else LOW_NAMES if low else HIGH_NAMES
    value = {
        chosen: names.index(naive_name(placed + chosen, low))
        for chosen in combinations(unseen, size - len(placed))
    }
    best = Counter(
        max(value[chosen] for chosen in combinations(came, size - len(placed)))
        for came in combinations(unseen, to_come)
    )
    return {name: best[place] for place, name in enumerate(names)}


def draws_of(
    row: str, placed: tuple[int, ...], unseen: list[int], to_come: int, low: bool = False
) -> RowDraws:
    board = Board(**{row: placed})
    odds = draw_odds(board, DEUCE_TO_SEVEN if low else PINEAPPLE, unseen, to_come)
    return odds.rows[ROWS.index(row)]


def check(
    row: str, placed: tuple[int, ...], unseen: list[int], to_come: int, low: bool = False
) -> None:
    found = draws_of(row, placed, unseen, to_come, low)
    expected = naive_exactly(placed, ROW_SIZES[ROWS.index(row)], low, unseen, to_come)
    where = f"{row} {format_cards(placed)} of {format_cards(sorted(unseen))}, {to_come} to come"
    assert found.exactly is not None, where
    assert found.at_least is not None, where
    assert {name: found.exactly[name] for name in expected} == expected, where
    assert sum(expected.values()) == found.denominator == comb(len(unseen), to_come)
    reached = found.denominator
    for name, count in expected.items():
        assert found.at_least[name] == reached, where
        reached -= count
    if row == "top":
        for category in ("pair", "three_of_a_kind"):
            ranks = [count for name, count in expected.items() if name.startswith(category)]
            assert found.exactly[category] == sum(ranks), where
            assert found.at_least[category] == found.at_least[category + "_2"], where


def random_rows(
    random: Random, count: int
) -> Iterator[tuple[str, tuple[int, ...], list[int], int]]:
    """Rows and small decks of few ranks or suits, so that every category happens."""
    for place in range(count):
        row = ROWS[place % 3]
        size = ROW_SIZES[place % 3]
        ranks = random.randint(5, 13)
        lowest = random.choice([0, 13 - ranks, random.randint(0, 13 - ranks)])
        suits = random.choice([1, 2, 2, 3, 4])
        of_suits = random.sample(range(4), suits)
        deck = [4 * rank + suit for rank in range(lowest, lowest + ranks) for suit in of_suits]
        placed = random.randint(0, min(size, len(deck) - size))
        random.shuffle(deck)
        unseen = deck[placed : placed + random.randint(size, 13)]
        least = size - placed
        to_come = random.randint(least, min(len(unseen), least + 3))
        yield row, tuple(deck[:placed]), unseen, to_come


@pytest.mark.parametrize("seed", range(6))
def test_random_rows_by_enumeration(seed: int) -> None:
    for row, placed, unseen, to_come in random_rows(Random(seed), 75):
        check(row, placed, unseen, to_come)


@pytest.mark.parametrize("seed", range(6))
def test_random_lows_by_enumeration(seed: int) -> None:
    for _, placed, unseen, to_come in random_rows(Random(100 + seed), 150):
        low = len(placed) + to_come >= 5
        if low and len(placed) < 5:
            check("middle", placed, unseen, to_come, low=True)


@pytest.mark.parametrize(
    ("deck", "to_come"),
    [
        ("2c3c4c5c6c7c 9hThJhQhKhAh AsKsQsJsTs9s", 16),
        ("2c3c4c5c6c7c 2h3h4h5h6h7h 2s3s4s5s6s7s", 15),
        ("2c3c4c5c6c7c 2h3h4h5h6h7h 2s3s4s5s6s7s", 17),
        ("Ac2c3c4c5c6c 9cTcJcQcKc 3h4h5h6h7h", 13),
        ("Ac2c3c4c5c 8s9sTsJs 4d5d6d7d8d9d 2h", 12),
        ("2c3c4c5c 2d3d4d5d 2h3h4h5h 2s3s4s5s", 16),
    ],
)
def test_an_empty_row_in_reach_of_several_straight_flushes(deck: str, to_come: int) -> None:
    check("bottom", (), parse_cards(deck)[0], to_come)


@pytest.mark.parametrize(
    ("placed", "deck", "to_come"),
    [
        ("5h6h7h", "3h8h4c4h9c", 3),
        ("5h6h7h8h", "4c9c4h9h4d9d", 2),
        ("", "2h3h4h5h7hKc9hThJh", 6),
        ("", "2h3h4h5h6h7hAh8hThKh", 5),
        ("ThJhQhKh", "Ah9h9c2h", 1),
        ("", "ThJhQhKhAh9hTsJsQsKsAs", 5),
        ("2c3d", "4c5c7c4d5d7d6c6d2h", 4),
    ],
)
def test_lows_that_can_be_forced_into_straights_and_flushes(
    placed: str, deck: str, to_come: int
) -> None:
    check("middle", tuple(parse_cards(placed)[0]), parse_cards(deck)[0], to_come, low=True)
