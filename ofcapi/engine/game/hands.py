"""Rows: the strength and category of every five-card and three-card hand, on one scale.

**One scale.** All 7,462 classes of five-card hands and all 455 classes of three-card hands are
sorted together: category first, then rank by rank, where a rank that a three-card hand lacks
counts below every rank. A class's place in that order, 1 (weakest) to 7,917, is its *strength*,
so ``bottom >= middle >= top`` is two comparisons of whole numbers. A three-card and a five-card
hand never tie. Rank-by-rank order of three against five cards: "Fouls" in docs/rules.md.

**Hands as sums.** Each rank has a key such that the sum over any five cards, no more than four of
one rank, is different for every multiset of ranks; the strength of a row without a flush is then
one look-up by its sum, and that of a flush one look-up by the bit set of its ranks.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.cards import RANK_NAMES, RANKS, plural
from ofcapi.engine.kernels.shapes import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRENGTHS,
    THREE_OF_A_KIND,
    TWO_PAIR,
    HandTables,
)

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)

LOW_CATEGORIES = (
    *reversed(CATEGORIES[PAIR:]),
    *("low_A", "low_K", "low_Q", "low_J", "low_T", "low_9", "low_8", "low_7", "low_75432"),
)
"""What a 2-7 low can be, worst first: ``low_9`` is nine high with no pair, straight or flush."""

_WHEEL = (12, 3, 2, 1, 0)
_HIGH_OF_WHEEL = 3
_BEST_LOW = (HIGH_CARD, 5, 3, 2, 1, 0)

RANK_KEYS = np.array(
    [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415], dtype=np.int32
)
"""Shape (13,), int32: the key of each rank, 2 to A. That the sums are unique is checked when the
tables are built."""

FIVE_CARD_CLASSES = 7462
THREE_CARD_CLASSES = 455

_Number = TypeVar("_Number", bound=np.generic)

HandClass: TypeAlias = tuple[int, ...]
"""A category, then the ranks that decide, most important first: ``(PAIR, 10, 7, 4, 2)``."""


def classify(ranks: Sequence[int], flush: bool = False) -> HandClass:
    """The class of three or five ranks; other numbers of ranks are classed by equal ranks alone.

    >>> classify([10, 10, 5])
    (1, 10, 5)
    >>> classify([12, 0, 1, 2, 3])
    (4, 3)
    """
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in counted]
    by_weight = tuple(rank for _, rank in counted)
    if len(ranks) == 5 and len(shape) == 5:
        straight = by_weight == _WHEEL or by_weight[0] - by_weight[4] == 4
        high = _HIGH_OF_WHEEL if by_weight == _WHEEL else by_weight[0]
        if straight and flush:
            return (ROYAL_FLUSH if high == 12 else STRAIGHT_FLUSH, high)
        if flush:
            return (FLUSH, *by_weight)
        if straight:
            return (STRAIGHT, high)
    return (_category_of_shape(shape), *by_weight)


def _category_of_shape(shape: list[int]) -> int:
    most = shape[0] if shape else 0
    second = shape[1] if len(shape) > 1 else 0
    if most == 4:
        return FOUR_OF_A_KIND
    if most == 3:
        return FULL_HOUSE if second == 2 else THREE_OF_A_KIND
    if most == 2:
        return TWO_PAIR if second == 2 else PAIR
    return HIGH_CARD


def _low_order(hand: HandClass) -> HandClass:
    """The class by which 2-7 sorts a hand: the ace is always high, so a wheel is not a straight."""
    if hand == (STRAIGHT, _HIGH_OF_WHEEL):
        return (HIGH_CARD, *_WHEEL)
    if hand == (STRAIGHT_FLUSH, _HIGH_OF_WHEEL):
        return (FLUSH, *_WHEEL)
    return hand


def _low_category(hand: HandClass) -> int:
    low = _low_order(hand)
    if low == _BEST_LOW:
        return LOW_CATEGORIES.index("low_75432")
    if low[0] == HIGH_CARD:
        return LOW_CATEGORIES.index(f"low_{RANKS[low[1]]}")
    return LOW_CATEGORIES.index(CATEGORIES[low[0]])


def _multisets(cards: int) -> list[tuple[int, ...]]:
    every = combinations_with_replacement(range(13), cards)
    return [ranks for ranks in every if all(ranks.count(rank) <= 4 for rank in ranks)]


def _sum_of_keys(ranks: Sequence[int]) -> int:
    return int(RANK_KEYS[list(ranks)].sum())


def _bits(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in ranks)


def _build() -> tuple[
    tuple[HandClass, ...],
    NDArray[np.int16],
    NDArray[np.int16],
    NDArray[np.int16],
]:
    fives = {ranks: classify(ranks) for ranks in _multisets(5)}
    flushes = {ranks: classify(ranks, True) for ranks in fives if len(set(ranks)) == 5}
    threes = {ranks: classify(ranks) for ranks in _multisets(3)}
    five_classes = {*fives.values(), *flushes.values()}
    # A shorter tuple sorts before a longer one with the same start: missing kickers count lowest.
    order = sorted(five_classes | set(threes.values()))
    if len(order) + 1 != STRENGTHS:
        raise AssertionError(f"{len(order)} classes of hands, not {STRENGTHS - 1}")
    strength = {hand: place for place, hand in enumerate(order, 1)}
    by_sum = np.zeros(4 * int(RANK_KEYS[12]) + int(RANK_KEYS[11]) + 1, dtype=np.int16)
    by_bits = np.zeros(1 << 13, dtype=np.int16)
    top_by_sum = np.zeros(3 * int(RANK_KEYS[12]) + 1, dtype=np.int16)
    for table, hands in ((by_sum, fives), (top_by_sum, threes)):
        for ranks, hand in hands.items():
            place = _sum_of_keys(ranks)
            if table[place]:
                raise AssertionError(f"two multisets of ranks share the sum {place}")
            table[place] = strength[hand]
    for ranks, hand in flushes.items():
        by_bits[_bits(ranks)] = strength[hand]
    for table in (by_sum, by_bits, top_by_sum):
        table.setflags(write=False)
    return ((), *order), by_sum, by_bits, top_by_sum


CLASSES, STRENGTH_BY_SUM, FLUSH_STRENGTH_BY_BITS, TOP_STRENGTH_BY_SUM = _build()
"""``CLASSES[strength]`` is the class of a strength. The strengths of hands, all int16 and 0 where
there is no hand: ``STRENGTH_BY_SUM`` (360,919) for five cards that are not a flush by the sum of
their rank keys, ``FLUSH_STRENGTH_BY_BITS`` (8,192) for flushes by the bit set of their ranks,
``TOP_STRENGTH_BY_SUM`` (238,246) for three cards by the sum of their rank keys."""


_CARD_KEYS = np.repeat(RANK_KEYS, 4)
_CARD_KEYS.setflags(write=False)
HAND_TABLES = HandTables(_CARD_KEYS, STRENGTH_BY_SUM, FLUSH_STRENGTH_BY_BITS, TOP_STRENGTH_BY_SUM)
_KEY_OF_CARD: list[int] = _CARD_KEYS.tolist()


def _frozen(array: NDArray[_Number]) -> NDArray[_Number]:
    array.setflags(write=False)
    return array


FIVE_CARD_STRENGTHS: tuple[int, ...] = tuple(
    sorted({*STRENGTH_BY_SUM.tolist(), *FLUSH_STRENGTH_BY_BITS.tolist()} - {0})
)
"""The strengths that five-card hands have, weakest first."""

THREE_CARD_STRENGTHS: tuple[int, ...] = tuple(sorted({*TOP_STRENGTH_BY_SUM.tolist()} - {0}))
"""The strengths that three-card hands have, weakest first."""

CATEGORY = _frozen(np.array([hand[0] if hand else 0 for hand in CLASSES], dtype=np.uint8))
"""Shape (7,918,), uint8: the index into ``CATEGORIES`` of each strength."""


def _build_low() -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    fives = sorted(
        FIVE_CARD_STRENGTHS, key=lambda strength: _low_order(CLASSES[strength]), reverse=True
    )
    low_strength = np.zeros(STRENGTHS, dtype=np.int16)
    low_category = np.zeros(STRENGTHS, dtype=np.uint8)
    for place, strength in enumerate(fives, 1):
        low_strength[strength] = place
        low_category[strength] = _low_category(CLASSES[strength])
    return _frozen(low_strength), _frozen(low_category)


LOW_STRENGTH, LOW_CATEGORY = _build_low()
"""Each of shape (7,918,), by the high strength of five cards: the place of the hand as a 2-7 low,
1 (worst, a royal flush) to 7,462 (7-5-4-3-2), int16; and its index into ``LOW_CATEGORIES``, uint8.
Both are 0 for three-card strengths."""


def strength_of(cards: Sequence[int]) -> int:
    """The strength of a finished row: three cards or five, 1..7917.

    >>> from ofcapi.engine.game.cards import parse_cards
    >>> three, five = parse_cards("QhQd7s")[0], parse_cards("QsQc9d8h2c")[0]
    >>> strength_of(three) < strength_of(five)
    True
    """
    total = 0
    for card in cards:
        total += _KEY_OF_CARD[card]
    if len(cards) == 3:
        return int(TOP_STRENGTH_BY_SUM[total])
    suit = cards[0] & 3
    for card in cards:
        if card & 3 != suit:
            return int(STRENGTH_BY_SUM[total])
    return int(FLUSH_STRENGTH_BY_BITS[_bits([card >> 2 for card in cards])])


def describe(hand: HandClass, kickers: bool = False) -> str:
    """A class in a player's words, with its kickers if asked for.

    >>> describe((PAIR, 10, 7, 4, 2)), describe((FULL_HOUSE, 11, 2))
    ('pair of queens', 'kings full of fours')
    >>> describe((PAIR, 10, 7, 4, 2), kickers=True)
    'pair of queens with nine, six, four'
    """
    category, *ranks = hand
    first = ranks[0]
    deciding = 1
    if category == ROYAL_FLUSH:
        return "royal flush"
    if category in (STRAIGHT_FLUSH, STRAIGHT):
        return f"{RANK_NAMES[first]}-high {CATEGORIES[category].replace('_', ' ')}"
    if category == FULL_HOUSE:
        return f"{plural(first)} full of {plural(ranks[1])}"
    if category == FOUR_OF_A_KIND:
        words = f"four {plural(first)}"
    elif category == FLUSH:
        words = f"{RANK_NAMES[first]}-high flush"
    elif category == THREE_OF_A_KIND:
        words = f"three {plural(first)}"
    elif category == TWO_PAIR:
        words, deciding = f"two pair, {plural(first)} and {plural(ranks[1])}", 2
    elif category == PAIR:
        words = f"pair of {plural(first)}"
    else:
        words = f"{RANK_NAMES[first]} high"
    rest = ranks[deciding:]
    if kickers and rest:
        words += " with " + ", ".join(RANK_NAMES[rank] for rank in rest)
    return words


def describe_low(hand: HandClass) -> str:
    """A class of five cards as a 2-7 low, in a player's words.

    >>> describe_low((HIGH_CARD, 5, 3, 2, 1, 0)), describe_low((STRAIGHT, 3))
    ('7-5-4-3-2', 'A-5-4-3-2')
    """
    low = _low_order(hand)
    if low[0] == HIGH_CARD:
        return "-".join(RANKS[rank] for rank in low[1:])
    return describe(low)
