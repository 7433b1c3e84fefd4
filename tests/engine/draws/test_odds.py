"""Draws against plain enumeration, closed forms and published figures."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ofcapi.engine.draws.odds import RowDraws, draw_odds
from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import DECK, format_cards, parse_cards
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import ROW_SIZES, ROWS, compile_rules

PINEAPPLE = compile_rules(PRESETS["pineapple"])
DEUCE_TO_SEVEN = compile_rules(PRESETS["deuce-to-seven"])
CASES = json.loads((Path(__file__).parents[2] / "data" / "draws.json").read_text())

HIGH_NAMES = [
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight"),
    *("flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
]
LOW_NAMES = [
    *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"),
    *("three_of_a_kind", "two_pair", "pair", "low_A", "low_K", "low_Q"),
    *("low_J", "low_T", "low_9", "low_8", "low_7", "low_75432"),
]
TOP_NAMES = ["high_card"]
TOP_NAMES += ["pair_" + rank for rank in "23456789TJQKA"]
TOP_NAMES += ["three_of_a_kind_" + rank for rank in "23456789TJQKA"]


def naive_name(cards: tuple[int, ...], low: bool) -> str:
    """The name of a finished row, from its cards' letters only; pairs and trips on top by rank."""
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
    """For every set of cards to come, the best of all ways to finish the row."""
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
    """Rows and small decks with few ranks or suits, so that every category occurs."""
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_rows_by_enumeration(seed: int) -> None:
    for row, placed, unseen, to_come in random_rows(Random(seed), 75):
        check(row, placed, unseen, to_come)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_lows_by_enumeration(seed: int) -> None:
    for _, placed, unseen, to_come in random_rows(Random(100 + seed), 150):
        low = len(placed) + to_come >= 5
        if low and len(placed) < 5:
            check("middle", placed, unseen, to_come, low=True)


@pytest.mark.slow
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


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text)[0])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_checked_cases_to_the_last_integer(case: dict[str, Any]) -> None:
    placed, dead = cards(case["placed"]), cards(case["dead"])
    unseen = list(unseen_cards(placed, dead))
    assert len(unseen) == case["unseen"]
    found = draws_of(case["row"], placed, unseen, case["cards_to_come"])
    assert found.at_least is not None
    for category, expected in case["expect"]["at_least"].items():
        assert found.at_least[category] == expected["numerator"], category
        assert found.denominator == expected["denominator"]


@pytest.mark.parametrize(
    ("row", "to_come", "counts"),
    [
        # Five-card hands, worst first: any textbook.
        (
            "bottom",
            5,
            [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4],
        ),
        # Best five of seven cards: B. Alspach, "7-Card Poker Hands", 2000.
        (
            "middle",
            7,
            [
                *(23294460, 58627800, 31433400, 6461620, 6180020),
                *(4047644, 3473184, 224848, 37260, 4324),
            ],
        ),
    ],
)
def test_an_empty_row_has_the_published_frequencies(
    row: str, to_come: int, counts: list[int]
) -> None:
    found = draws_of(row, (), list(DECK), to_come)
    assert found.exactly == dict(zip(HIGH_NAMES, counts, strict=True))
    assert found.denominator == sum(counts)


def test_an_empty_top_has_the_frequencies_of_three_cards() -> None:
    found = draws_of("top", (), list(DECK), 3)
    assert found.exactly is not None
    assert found.exactly["high_card"] == comb(13, 3) * 4**3 == 18304
    for rank in "23456789TJQKA":
        assert found.exactly["pair_" + rank] == comb(4, 2) * 48
        assert found.exactly["three_of_a_kind_" + rank] == comb(4, 3)


def test_an_empty_low_has_the_frequencies_of_five_cards() -> None:
    found = draws_of("middle", (), list(DECK), 5, low=True)
    mixed = 4**5 - 4
    expected = {
        f"low_{rank}": (comb(place, 4) - 1) * mixed for place, rank in enumerate("789TJQKA", 5)
    }
    # Only the highest straight is ace high; 7-5-4-3-2 is counted separately.
    expected |= {"low_7": (comb(5, 4) - 1 - 1) * mixed, "low_75432": mixed}
    expected |= {"straight": 9 * mixed, "straight_flush": 8 * 4, "royal_flush": 4}
    expected |= {"flush": (comb(13, 5) - 9) * 4}
    assert found.exactly is not None
    assert {name: found.exactly[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("placed", "dead", "to_come", "category", "needed", "outs"),
    [
        ("AhKh5h2h", "QdJc7s", 12, "flush", 1, 9),
        ("JhJdTcTs", "2c", 8, "full_house", 1, 4),
        ("3cTcKc", "8d2s", 8, "flush", 2, 10),
        ("6c7d8h9s", "", 12, "straight", 1, 8),
        ("QcQdQhQs", "AcAdAhAs", 3, "four_of_a_kind", 0, 0),
    ],
)
def test_draws_of_a_single_kind_are_hypergeometric(
    placed: str, dead: str, to_come: int, category: str, needed: int, outs: int
) -> None:
    unseen = list(unseen_cards(cards(placed), cards(dead)))
    found = draws_of("bottom", cards(placed), unseen, to_come)
    misses = sum(comb(outs, few) * comb(len(unseen) - outs, to_come - few) for few in range(needed))
    assert found.at_least is not None
    assert found.at_least[category] == comb(len(unseen), to_come) - misses


@pytest.mark.parametrize(
    ("placed", "dead", "to_come", "category", "percent"),
    [
        # Forum of flopturnriver.com, "Math question (Open Face Chinese Poker)".
        ("3cTcKc", "8d2s", 8, "flush", "55.0"),
        # Wikipedia, "Draw (poker)".
        ("AhKh5h2h", "3c", 2, "flush", "34.97"),
        ("JhJdTcTs", "2c", 8, "full_house", "53.89"),
    ],
)
def test_published_chances(
    placed: str, dead: str, to_come: int, category: str, percent: str
) -> None:
    found = draws_of("bottom", cards(placed), list(unseen_cards(cards(placed + dead))), to_come)
    assert found.at_least is not None
    digits = len(percent.partition(".")[2])
    assert f"{100 * found.at_least[category] / found.denominator:.{digits}f}" == percent


def test_queens_on_top_by_closed_form() -> None:
    """With a queen on top, deals with no queen, at most one king and at most one ace fail."""
    board = parse_board("Qh/6c6d/9s8s")[0]
    top = draw_odds(board, PINEAPPLE, unseen_cards(board.cards), 12).rows[0]
    failing = sum(4**high * comb(2, high) * comb(47 - 3 - 8, 12 - high) for high in range(3))
    assert top.at_least is not None
    assert top.at_least["pair_Q"] == comb(47, 12) - failing


def test_best_is_at_least_but_not_exactly() -> None:
    """Two pair with two live outs: without a full house the row stays exactly two pair."""
    found = draws_of("bottom", cards("JhJdTcTs"), list(unseen_cards(cards("JhJdTcTs"))), 8)
    assert found.at_least is not None
    assert found.exactly is not None
    assert found.at_least["flush"] == found.at_least["full_house"] == found.exactly["full_house"]
    assert found.exactly["flush"] == found.exactly["pair"] == 0
    assert found.exactly["two_pair"] == comb(48, 8) - found.at_least["full_house"]


@pytest.mark.parametrize(
    ("row", "placed", "low", "made", "reached"),
    [
        ("top", "QhQd2s", False, "pair", "pair_Q"),
        ("top", "Qh7d2s", False, "high_card", "high_card"),
        ("top", "5h5d5s", False, "three_of_a_kind", "three_of_a_kind_5"),
        ("middle", "2h3h4h5hAh", False, "straight_flush", "straight_flush"),
        ("middle", "2h3d4h5hAh", True, "low_A", "low_A"),
        ("middle", "2h3d4h5h7h", True, "low_75432", "low_75432"),
    ],
)
def test_a_full_row_is_certain(row: str, placed: str, low: bool, made: str, reached: str) -> None:
    names = TOP_NAMES if row == "top" else LOW_NAMES if low else HIGH_NAMES
    for to_come in (0, 8):
        found = draws_of(row, cards(placed), list(unseen_cards(cards(placed))), to_come, low)
        assert (found.open, found.made, found.outs) == (0, made, {})
        assert found.at_least is not None
        assert found.exactly is not None
        for name in names:
            better = names.index(name) <= names.index(reached)
            assert found.at_least[name] == found.denominator * better
            assert found.exactly[name] == found.denominator * (name == reached)
        if row == "top":
            assert found.exactly[made] == found.denominator


def test_too_few_cards_to_finish_a_row_leave_the_other_rows_their_answer() -> None:
    board = parse_board("Qh/4c4d/AhKh5h2h")[0]
    odds = draw_odds(board, PINEAPPLE, unseen_cards(board.cards), 1)
    top, middle, bottom = odds.rows
    assert top.at_least is top.exactly is middle.at_least is middle.exactly is None
    assert top.outs == {"pair": cards("QcQdQs")}
    assert bottom.at_least is not None
    # Nine hearts, minus the queen on top.
    assert bottom.at_least["flush"] == 8
    assert (odds.unseen, odds.cards_to_come, bottom.denominator) == (45, 1, 45)


@pytest.mark.parametrize(
    ("board", "unseen", "to_come"),
    [
        ("Qh//", "QhKh2c", 2),
        ("Qh//", "KhKh2c", 2),
        ("Qh//", "Kh2c", 3),
        ("Qh//", "Kh2c", -1),
        ("//", "".join(map(format_cards, [DECK])), 18),
    ],
)
def test_impossible_questions_are_refused(board: str, unseen: str, to_come: int) -> None:
    with pytest.raises(ValueError, match="unseen card"):
        draw_odds(parse_board(board)[0], PINEAPPLE, cards(unseen), to_come)


@pytest.mark.parametrize(
    ("row", "placed", "low", "made", "outs"),
    [
        ("bottom", "KhQh9h5h", False, "high_card", {"flush": 9, "pair": 12}),
        (
            "bottom",
            "6h7h8h9h",
            False,
            "high_card",
            {"straight_flush": 2, "flush": 7, "straight": 6, "pair": 12},
        ),
        ("bottom", "JhJdTcTs", False, "two_pair", {"full_house": 4}),
        ("bottom", "JhJdJc", False, "three_of_a_kind", {"four_of_a_kind": 1}),
        ("middle", "JhJd3c", False, "pair", {"three_of_a_kind": 2, "two_pair": 3}),
        ("top", "Qh7c", False, "high_card", {"pair": 6}),
        ("top", "QhQc", False, "pair", {"three_of_a_kind": 2}),
        ("bottom", "", False, None, {}),
        ("middle", "2h4h7c8d", True, "low_8", {"low_8": 12, "low_9": 4, "low_T": 4}),
        ("middle", "3h4h5h6h", True, "low_7", {"low_8": 3, "low_9": 3, "low_T": 3}),
        ("middle", "2h4h7c", True, "low_7", {}),
        ("middle", "2h2c7c8d", True, "pair", {}),
    ],
)
def test_outs(row: str, placed: str, low: bool, made: str | None, outs: dict[str, int]) -> None:
    unseen = list(unseen_cards(cards(placed)))
    found = draws_of(row, cards(placed), unseen, 12, low)
    assert found.made == made
    counted = {category: len(live) for category, live in found.outs.items()}
    assert counted == outs
    assert set().union(*found.outs.values()) <= set(unseen)
