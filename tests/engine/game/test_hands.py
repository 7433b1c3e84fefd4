"""Rows: the order of all hands, their categories and their descriptions."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from ofcapi.engine.game.cards import DECK, parse_cards
from ofcapi.engine.game.hands import (
    CATEGORIES,
    CATEGORY,
    CLASSES,
    FIVE_CARD_CLASSES,
    FIVE_CARD_STRENGTHS,
    HAND_TABLES,
    LOW_CATEGORIES,
    LOW_CATEGORY,
    LOW_STRENGTH,
    RANK_KEYS,
    THREE_CARD_CLASSES,
    THREE_CARD_STRENGTHS,
    classify,
    describe,
    describe_low,
    strength_of,
)
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.kernels.rows import score_boards
from ofcapi.engine.kernels.shapes import STRENGTHS
from tests.naive import hands as naive

# One hand of each class, weakest first, such as "QQ952o" and "A9743s" with a line for each.
ORDER_DIGEST = "1541a35289c497bdd25441bcfd21fdbfb1c47a214d48b2af5f5fe43469cb0080"

# Frequencies of poker hands, as in any textbook.
FIVE_CARD_COUNTS = {
    "high_card": 1_302_540,
    "pair": 1_098_240,
    "two_pair": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 36,
    "royal_flush": 4,
}
THREE_CARD_COUNTS = {"high_card": 18_304, "pair": 3_744, "three_of_a_kind": 52}


def multisets(cards: int) -> list[tuple[int, ...]]:
    """Every choice of ranks with at most four equal ones."""
    every = combinations_with_replacement(range(13), cards)
    return [ranks for ranks in every if max(Counter(ranks).values()) <= 4]


FIVES = [(ranks, False) for ranks in multisets(5)] + [
    (ranks, True) for ranks in combinations(range(13), 5)
]
THREES = [(ranks, False) for ranks in multisets(3)]


def cards_for(ranks: Sequence[int], flush: bool) -> tuple[int, ...]:
    """Cards of these ranks, in one suit or not."""
    if flush:
        return tuple(4 * rank + 2 for rank in ranks)
    cards: list[int] = []
    for place, rank in enumerate(sorted(ranks)):
        free = [4 * rank + (place + turn) % 4 for turn in range(4)]
        cards.append(next(card for card in free if card not in cards))
    return tuple(cards)


def cards(text: str) -> tuple[int, ...]:
    found, faults = parse_cards(text)
    assert not faults
    return tuple(found)


def five_of(ranks: str) -> tuple[int, ...]:
    return cards_for([naive.RANKS.index(rank) for rank in ranks], False)


def written(ranks: Sequence[int], flush: bool) -> str:
    counts = Counter(ranks)
    ordered = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    return "".join(naive.RANKS[rank] for rank in ordered) + ("s" if flush else "o")


def digest(order: list[tuple[tuple[int, ...], bool]]) -> str:
    lines = "".join(written(ranks, flush) + "\n" for ranks, flush in order)
    return hashlib.sha256(lines.encode()).hexdigest()


def test_the_order_of_all_7462_classes_is_pinned() -> None:
    by_rules = sorted(FIVES, key=lambda five: naive.hand_of(*five))
    by_engine = sorted(FIVES, key=lambda five: strength_of(cards_for(*five)))
    assert len({naive.hand_of(*five) for five in FIVES}) == len(FIVES) == FIVE_CARD_CLASSES == 7462
    assert written(*by_rules[0]) == "75432o"
    assert written(*by_rules[-1]) == "AKQJTs"
    assert digest(by_rules) == ORDER_DIGEST
    assert digest(by_engine) == ORDER_DIGEST


@pytest.mark.slow
def test_strengths_are_the_places_of_all_hands_of_three_and_five_cards() -> None:
    hands = {cards_for(*row): naive.hand_of(*row) for row in FIVES + THREES}
    place = {hand: place for place, hand in enumerate(sorted(hands.values()), 1)}
    assert len(place) == 7462 + 455 == STRENGTHS - 1
    for row, hand in hands.items():
        strength = strength_of(row)
        assert strength == place[hand]
        assert CLASSES[strength] == hand
        assert CATEGORIES[CATEGORY[strength]] == naive.category(hand)
        assert strength in (FIVE_CARD_STRENGTHS if len(row) == 5 else THREE_CARD_STRENGTHS)
    assert len(FIVE_CARD_STRENGTHS) == FIVE_CARD_CLASSES
    assert len(THREE_CARD_STRENGTHS) == THREE_CARD_CLASSES == 455
    assert CLASSES[0] == ()


@pytest.mark.slow
def test_three_cards_beat_the_five_card_classes_that_the_rules_say() -> None:
    """All 455 x 7,462 comparisons, with missing kickers as a rank below the deuce."""
    fives = sorted(
        (hand[0], *(hand[1:] + (-1,) * 5)[:5]) for hand in (naive.hand_of(*five) for five in FIVES)
    )
    five_strengths = np.array(FIVE_CARD_STRENGTHS)
    for ranks, _ in THREES:
        counts = Counter(ranks)
        shape = max(counts.values())
        deciding = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
        three = ((0, 1, 3)[shape - 1], *(deciding + [-1] * 5)[:5])
        beaten = sum(five < three for five in fives)
        beaten_or_equal = sum(five <= three for five in fives)
        strength = strength_of(cards_for(ranks, False))
        assert beaten == beaten_or_equal == int((five_strengths < strength).sum())
        assert strength not in FIVE_CARD_STRENGTHS


@pytest.mark.parametrize(
    ("top", "middle", "legal"),
    [
        ("QQ7", "QQ982", True),
        ("QQ7", "QQ654", False),
        ("AAK", "AAK32", True),
        ("AKQ", "AKJT9", False),
        ("KKA", "KKQ73", False),
        ("666", "444A2", False),
        ("AKQ", "AKQ32", True),
        ("666", "66632", True),
        ("AAA", "65432", True),
        ("432", "75432", True),
        ("AA2", "3322K", True),
    ],
)
def test_the_three_against_five_examples_of_the_rules(top: str, middle: str, legal: bool) -> None:
    assert (strength_of(five_of(middle)) >= strength_of(five_of(top))) is legal
    assert (naive.hand(five_of(middle)) >= naive.hand(five_of(top))) is legal


def test_suited_or_consecutive_top_cards_are_a_high_card() -> None:
    for text in ("4h3h2h", "AhKhQh", "4c3d2h", "3sAs2d"):
        strength = strength_of(cards(text))
        assert CATEGORIES[CATEGORY[strength]] == "high_card"
        assert strength < strength_of(cards("2c2d3h"))


@pytest.mark.slow
def test_five_card_categories_occur_as_often_as_the_textbooks_say() -> None:
    """Through the bulk kernel: each hand as the middle and as the bottom under the weakest top."""
    every = np.fromiter(
        chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * comb(52, 5)
    ).reshape(-1, 5)
    boards = np.empty((len(every), 13), dtype=np.uint8)
    boards[:, :3] = cards("4c3d2h")
    boards[:, 3:8] = every
    boards[:, 8:] = every
    strengths = np.zeros((len(boards), 3), dtype=np.int16)
    royalties = np.zeros((len(boards), 3), dtype=np.int32)
    entries = np.zeros(len(boards), dtype=np.uint8)
    arrays = compile_rules(PRESETS["classic"]).arrays
    score_boards(HAND_TABLES, arrays, boards, strengths, royalties, entries)
    assert (strengths[:, 0] == strength_of(cards("4c3d2h"))).all()
    assert (strengths[:, 1] == strengths[:, 2]).all()
    counts = np.bincount(CATEGORY[strengths[:, 1]], minlength=10)
    assert dict(zip(CATEGORIES, counts.tolist(), strict=True)) == FIVE_CARD_COUNTS
    for place in range(0, len(every), 257):
        hand = every[place].tolist()
        assert strengths[place, 1] == strength_of(hand)
        assert CLASSES[strengths[place, 1]] == naive.hand(tuple(hand))


def test_three_card_categories_occur_as_often_as_the_textbooks_say() -> None:
    counts: Counter[str] = Counter()
    for row in combinations(DECK, 3):
        strength = strength_of(row)
        assert CLASSES[strength] == naive.hand(row)
        counts[CATEGORIES[CATEGORY[strength]]] += 1
    assert counts == THREE_CARD_COUNTS


def test_strength_does_not_depend_on_the_order_of_the_cards() -> None:
    for text in ("5h4d3c2sAh", "AsKsQsJsTs", "QhQd2s", "9c9d9h2s2c"):
        row = cards(text)
        assert strength_of(row) == strength_of(row[::-1]) == strength_of(row[1:] + row[:1])


def test_the_low_order_of_all_7462_classes() -> None:
    rows = [cards_for(*five) for five in FIVES]
    lowest_last = sorted(rows, key=naive.low_hand, reverse=True)
    for place, row in enumerate(lowest_last, 1):
        strength = strength_of(row)
        assert LOW_STRENGTH[strength] == place
        assert LOW_CATEGORIES[LOW_CATEGORY[strength]] == naive.low_category(naive.low_hand(row))
    threes = list(THREE_CARD_STRENGTHS)
    assert not LOW_STRENGTH[threes].any()
    assert not LOW_CATEGORY[threes].any()


def test_low_categories_occur_as_often_as_counting_says() -> None:
    """An r-high low has four of the ranks below, minus the one straight, in mixed suits."""
    ways: Counter[str] = Counter()
    for ranks, flush in FIVES:
        alike = [comb(4, count) for count in Counter(ranks).values()]
        mixed = len(alike) == 5
        hands = 4 if flush else int(np.prod(alike)) - (4 if mixed else 0)
        ways[LOW_CATEGORIES[LOW_CATEGORY[strength_of(cards_for(ranks, flush))]]] += hands
    assert ways["low_75432"] == 4**5 - 4
    assert ways["low_7"] == 3 * 1020
    for rank in range(6, 13):
        assert ways["low_" + naive.RANKS[rank]] == (comb(rank, 4) - 1) * 1020
    # The wheel is not a straight here: its hands are ace-high lows and flushes.
    assert ways["straight"] == FIVE_CARD_COUNTS["straight"] - 1020
    assert ways["flush"] == FIVE_CARD_COUNTS["flush"] + 4
    assert ways["straight_flush"] == FIVE_CARD_COUNTS["straight_flush"] - 4
    assert sum(ways.values()) == comb(52, 5)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7h5c4c3c2c", "7h6c4c3c2c"),
        ("9h8c7c6c4c", "Th5c4c3c2c"),
        ("KhQcJcTc8c", "Ah5c4c3c2c"),
        ("Ah5c4c3c2c", "Ah6c4c3c2c"),
        ("AhKcQcJc9c", "2h2c3c4c5c"),
        ("AhAcAdKcQc", "6h5c4c3c2c"),
        ("AhKcQcJcTc", "7c5c4c3c2c"),
        ("Ac5c4c3c2c", "Ac6c4c3c2c"),
        ("AcKcQcJc9c", "2h2c2d3c3d"),
    ],
)
def test_the_lower_of_two_2_7_middles_wins(better: str, worse: str) -> None:
    assert LOW_STRENGTH[strength_of(cards(better))] > LOW_STRENGTH[strength_of(cards(worse))]


def test_rank_keys_have_unique_sums_and_are_read_only() -> None:
    assert len({sum(RANK_KEYS[list(ranks)].tolist()) for ranks in multisets(5)}) == 6175
    assert len({sum(RANK_KEYS[list(ranks)].tolist()) for ranks in multisets(3)}) == 455
    for table in (*HAND_TABLES, CATEGORY, LOW_STRENGTH, LOW_CATEGORY):
        assert not table.flags.writeable


def test_ranks_of_an_unfinished_row_are_classed_by_what_is_equal() -> None:
    assert classify([]) == (0,)
    assert classify([3, 3]) == (1, 3)
    assert classify([3, 3, 5, 5]) == (2, 5, 3)
    assert classify([3, 3, 3, 3]) == (7, 3)
    assert classify([5, 4, 3, 2], flush=True) == (0, 5, 4, 3, 2)


@pytest.mark.parametrize(
    ("row", "short", "full"),
    [
        ("AhKd7c", "ace high", "ace high with king, seven"),
        ("6h6d2c", "pair of sixes", "pair of sixes with deuce"),
        ("2h2d2c", "three deuces", "three deuces"),
        ("QhQd9c8s2c", "pair of queens", "pair of queens with nine, eight, deuce"),
        ("QhQd9c9s2c", "two pair, queens and nines", "two pair, queens and nines with deuce"),
        ("QhQdQc9s2c", "three queens", "three queens with nine, deuce"),
        ("Ah2d3c4s5c", "five-high straight", "five-high straight"),
        ("Kh9h8h7h2h", "king-high flush", "king-high flush with nine, eight, seven, deuce"),
        ("6h6d6c2s2c", "sixes full of deuces", "sixes full of deuces"),
        ("6h6d6c6s2c", "four sixes", "four sixes with deuce"),
        ("Ah2h3h4h5h", "five-high straight flush", "five-high straight flush"),
        ("AhKhQhJhTh", "royal flush", "royal flush"),
    ],
)
def test_descriptions(row: str, short: str, full: str) -> None:
    hand = CLASSES[strength_of(cards(row))]
    assert describe(hand) == short
    assert describe(hand, kickers=True) == full


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("7h5c4c3c2c", "7-5-4-3-2"),
        ("Th9c4c3c2c", "T-9-4-3-2"),
        ("Ah5c4c3c2c", "A-5-4-3-2"),
        ("Ac5c4c3c2c", "ace-high flush"),
        ("6h5c4c3c2c", "six-high straight"),
        ("2h2c4c3c7c", "pair of deuces"),
    ],
)
def test_descriptions_of_a_2_7_middle(row: str, words: str) -> None:
    assert describe_low(CLASSES[strength_of(cards(row))]) == words


def test_no_two_classes_of_one_size_have_the_same_full_description() -> None:
    for strengths in (FIVE_CARD_STRENGTHS, THREE_CARD_STRENGTHS):
        words = {describe(CLASSES[strength], kickers=True) for strength in strengths}
        assert len(words) == len(strengths)
