"""Counting: how many sets of cards to come make a row at least each of its classes.

Nothing is enumerated. "At least a flush" fails if neither a flush nor anything better can be made.
The sets of cards for which it fails are counted rank by rank, by small automata that track what the
cards so far can make (``automata``). Straight flushes are few, so they are counted by inclusion
and exclusion over the cards that they need. Every count is a whole number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.draws.automata import (
    ROW_SIZE,
    ROYAL_WINDOW,
    WINDOWS,
    Lows,
    Shapes,
    four_suits,
    lows,
    no_suit,
    one_suit,
    shapes,
    straights,
)
from ofcapi.engine.game.cards import RANKS, cards_of, mask_of
from ofcapi.engine.game.hands import CATEGORIES
from ofcapi.engine.kernels import draws as kernels
from ofcapi.engine.kernels.shapes import FLUSH, FOUR_OF_A_KIND, FULL_HOUSE, HIGH_CARD, STRAIGHT

TOP_CLASSES = (
    "high_card",
    *(f"pair_{rank}" for rank in RANKS),
    *(f"three_of_a_kind_{rank}" for rank in RANKS),
)
"""What a top row can be by its deciding rank, worst first."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The unseen cards: lowest first, their number by rank (13,) and by rank and suit (13, 4)."""

    cards: tuple[int, ...]
    by_rank: NDArray[np.int64]
    by_suit: NDArray[np.int64]


def pool_of(unseen: Sequence[int]) -> Pool:
    """The unseen cards, sorted and counted."""
    live = np.zeros(52, dtype=np.int64)
    live[list(unseen)] = 1
    by_suit = live.reshape(13, 4)
    return Pool(cards_of(mask_of(unseen)), by_suit.sum(axis=1), by_suit)


_WAYS = np.array([[comb(live, taken) for taken in range(5)] for live in range(5)], dtype=np.int64)
"""Ways to take 0 to 4 cards out of 0 to 4 live ones."""

_WAYS_WITH = np.array(
    [
        [
            [
                comb(live - given, taken - given) if given <= min(live, taken) else 0
                for taken in range(5)
            ]
            for given in range(5)
        ]
        for live in range(5)
    ],
    dtype=np.int64,
)
"""The same, by live cards, by how many of them must be taken, and by cards taken."""

_BY_NUMBER = np.arange(5)
_BY_OWN_SUIT = np.array([own + other for own in (0, 1) for other in range(4)])
_BY_SUIT_SET = np.array([suits.bit_count() for suits in range(16)])
_ANY_NUMBER = np.zeros((1, 5, 5), dtype=np.int16)


@dataclass(frozen=True, slots=True)
class _Placed:
    """The placed cards of a row: how many, by rank (13,), as a bit set of ranks.

    ``suit`` is their suit if they share one. ``windows`` are the straights that they fit into.
    """

    number: int
    by_rank: NDArray[np.int64]
    ranks: int
    suit: int | None
    windows: tuple[int, ...]


def _placed(cards: Sequence[int]) -> _Placed:
    by_rank = np.bincount([card >> 2 for card in cards], minlength=13).astype(np.int64)
    ranks = _bits(by_rank)
    suits = {card & 3 for card in cards}
    windows = tuple(window for window in WINDOWS if ranks & ~window == 0)
    return _Placed(
        len(cards),
        by_rank,
        ranks,
        suits.pop() if len(suits) == 1 else None,
        windows if len(cards) == ranks.bit_count() else (),
    )


def _bits(by_rank: NDArray[np.int64]) -> int:
    """The bit set of the ranks that are present, from numbers by rank (13,)."""
    return sum(1 << rank for rank in range(13) if by_rank[rank])


def _ways_by_own_suit(pool: Pool, suit: int) -> NDArray[np.int64]:
    """Shape (13, 8): ways of the takes of ``one_suit`` at each rank."""
    own = _WAYS[pool.by_suit[:, suit], :2]
    others = _WAYS[pool.by_rank - pool.by_suit[:, suit], :4]
    return (own[:, :, None] * others[:, None, :]).reshape(13, 8)


def _ways_by_suit_set(pool: Pool) -> NDArray[np.int64]:
    """Shape (13, 16): 1 where all the cards of a take of ``four_suits`` are live."""
    wanted = np.arange(16)[:, None] >> np.arange(4) & 1
    live: NDArray[np.bool_] = np.all(wanted <= pool.by_suit[:, None, :], axis=2)
    return live.astype(np.int64)


def top_counts(cards: Sequence[int], pool: Pool, to_come: int) -> list[int]:
    """How many sets of ``to_come`` cards make a top row at least each of ``TOP_CLASSES``.

    A set fails if it has, at each rank, fewer cards than the class or a better one needs.
    """
    row = _placed(cards)
    fits_pair = row.number - np.minimum(row.by_rank, 2) <= 1
    pair_takes = np.where(fits_pair, 2 - row.by_rank, 5)
    trips_take = np.where(row.by_rank == row.number, 3 - row.by_rank, 5)
    fewer_than = np.empty((26, 13), dtype=np.int64)
    for rank in range(13):
        at_or_above = np.arange(13) >= rank
        fewer_than[rank] = np.where(at_or_above, np.minimum(pair_takes, trips_take), trips_take)
        fewer_than[13 + rank] = np.where(at_or_above, trips_take, 5)
    ways = np.where(_BY_NUMBER < fewer_than[:, :, None], _WAYS[pool.by_rank], 0)
    failing = kernels.walk_each(_ANY_NUMBER, row.by_rank, _BY_NUMBER, ways, to_come)[:, 0]
    every = comb(len(pool.cards), to_come)
    return [every, *(every - count for count in failing.tolist())]


def high_counts(cards: Sequence[int], pool: Pool, to_come: int) -> list[int]:
    """How many sets of ``to_come`` cards make a five-card row at least each of ``CATEGORIES``.

    The sets that fail are counted: sets without a straight flush; of those, sets without four of a
    kind or a full house; of those, sets without any flush, by everything else.
    """
    row = _placed(cards)
    shape = shapes(tuple(sorted(row.by_rank[row.by_rank > 0].tolist())))
    to_royal, to_straight_flush = _suited_runs(row, pool)
    needs = _signed_needs(to_straight_flush, to_come)
    by_shape = _without_straight_flush(row, shape, needs, pool, to_come)
    plain, straight = _without_flush(row, shape, pool, to_come)
    failing = [
        *(sum(plain[:category]) for category in range(STRAIGHT + 1)),
        sum(plain) + sum(straight),
        *(sum(by_shape[:category]) for category in (FULL_HOUSE, FOUR_OF_A_KIND)),
        _sets_with_none(needs, pool, to_come),
        _sets_with_none(_signed_needs(to_royal, to_come), pool, to_come),
    ]
    every = comb(len(pool.cards), to_come)
    return [every - count for count in failing]


_Targets: TypeAlias = list[tuple[int, ...]]


def _suited_runs(row: _Placed, pool: Pool) -> tuple[_Targets, _Targets]:
    """The royal and straight flushes in reach: for each suit, the bit sets of the ranks needed."""
    to_royal: _Targets = []
    to_straight_flush: _Targets = []
    suits: Sequence[int] = range(4)
    if row.number:
        suits = () if row.suit is None else (row.suit,)
    for suit in suits:
        live = _bits(pool.by_suit[:, suit]) | row.ranks
        reached = [window for window in row.windows if window & ~live == 0]
        to_royal.append(tuple(w & ~row.ranks for w in reached if w == ROYAL_WINDOW))
        to_straight_flush.append(tuple(w & ~row.ranks for w in reached))
    return to_royal, to_straight_flush


_SIZE_BITS = 6
_SIZE = (1 << _SIZE_BITS) - 1


@lru_cache(maxsize=4096)
def _signed_unions(targets: tuple[int, ...]) -> dict[int, int]:
    """Inclusion and exclusion over sets of ranks of one suit.

    The signs by bit set such that, for any cards, the signs of the sets that they include sum to
    1 if they include none of the targets and to 0 otherwise. Most unions of straights cancel.
    The bit sets are given as needs: see ``_signed_needs``.
    """
    signs = {0: 1}
    for target in targets:
        found = dict(signs)
        for union, sign in signs.items():
            found[union | target] = found.get(union | target, 0) - sign
        signs = {union: sign for union, sign in found.items() if sign}
    return {_need(union): sign for union, sign in signs.items()}


def _need(ranks: int) -> int:
    """A set of ranks of one suit as a need: its size, then three bits a rank for the number."""
    numbers = sum(1 << 3 * rank for rank in range(13) if ranks >> rank & 1)
    return numbers << _SIZE_BITS | ranks.bit_count()


def _signed_needs(targets: _Targets, to_come: int) -> dict[int, int]:
    """The signs over several suits, by need: needs add up; those that get too large are dropped.

    For equal ranks the suit of a card makes no difference, so needs with the same numbers by rank
    are merged.
    """
    signs = {0: 1}
    for of_suit in targets:
        found: dict[int, int] = {}
        more = _signed_unions(of_suit).items()
        for need, sign in signs.items():
            for other, other_sign in more:
                both = need + other
                if both & _SIZE <= to_come:
                    found[both] = found.get(both, 0) + sign * other_sign
        signs = {need: sign for need, sign in found.items() if sign}
    return signs


def _sets_with_none(needs: dict[int, int], pool: Pool, to_come: int) -> int:
    """How many sets of cards include none of the targets that the signed needs stand for."""
    return sum(
        sign * comb(len(pool.cards) - (need & _SIZE), to_come - (need & _SIZE))
        for need, sign in needs.items()
    )


def _without_straight_flush(
    row: _Placed, shape: Shapes, needs: dict[int, int], pool: Pool, to_come: int
) -> list[int]:
    """Sets that make no straight flush, by the best category of equal ranks."""
    given = np.array(list(needs)) >> _SIZE_BITS
    given = given[:, None] >> 3 * np.arange(13) & 7
    ways = _WAYS_WITH[pool.by_rank, given]
    ends = kernels.walk_each(shape.steps, row.by_rank, _BY_NUMBER, ways, to_come)
    # Signed sums use Python's integers, so that no bound on the signs is needed.
    signed = np.array(list(needs.values()), dtype=object) @ ends.astype(object)
    return _by_category(signed, shape)


def _without_flush(
    row: _Placed, shape: Shapes, pool: Pool, to_come: int
) -> tuple[list[int], list[int]]:
    """Sets that make no flush and no full house or better, by the best category of equal ranks.

    Returns first those that make no straight, then those that make one.
    """
    if not row.number:
        suits, sizes, ways = four_suits(to_come), _BY_SUIT_SET, _ways_by_suit_set(pool)
    elif row.suit is not None:
        suits, sizes = one_suit(ROW_SIZE - row.number, to_come), _BY_OWN_SUIT
        ways = _ways_by_own_suit(pool, row.suit)
    else:
        suits, sizes, ways = no_suit(to_come), _BY_NUMBER, _WAYS[pool.by_rank]
    there = row.ranks | _bits(pool.by_rank)
    straight = straights(tuple(window for window in row.windows if window & ~there == 0))
    counts = kernels.walk_without_flush(
        suits.steps, straight.steps, shape.below_full_house, row.by_rank, sizes, ways
    )
    ends = counts[suits.cards == to_come].sum(axis=0)
    plain, made = ends[~straight.made].sum(axis=0), ends[straight.made].sum(axis=0)
    return _by_category(plain, shape), _by_category(made, shape)


def _by_category(by_state: NDArray[Any], shape: Shapes) -> list[int]:
    """Counts of the states of a shape automaton, summed by category (10)."""
    return [int(by_state[shape.made == category].sum()) for category in range(len(CATEGORIES))]


def low_counts(cards: Sequence[int], pool: Pool, to_come: int) -> list[int]:
    """How many sets of ``to_come`` cards make a 2-7 low at least each of ``LOW_CATEGORIES``."""
    row = _placed(cards)
    automaton = lows(frozenset(row.by_rank.tolist()), row.suit is not None)
    ways, sizes = _WAYS[pool.by_rank], _BY_NUMBER
    if row.suit is not None:
        ways, sizes = _ways_by_own_suit(pool, row.suit), _BY_OWN_SUIT
    lowest, no_pair = _low_walk(automaton, row, ways, sizes, pool, to_come)
    if not row.number:
        for own in pool.by_suit.T:
            suited = _low_walk(automaton, row, _WAYS[own], sizes, pool, to_come)
            _leave_out_suit(suited, lowest, no_pair)
    every = comb(len(pool.cards), to_come)
    # Only a row that has to take every card can be forced to be a royal flush.
    forced = to_come == ROW_SIZE - row.number
    royals = sum(map(len, _suited_runs(row, pool)[0])) if forced else 0
    return [
        every,
        every - royals,
        *(sum(lowest[: category + 1]) for category in range(FOUR_OF_A_KIND, HIGH_CARD, -1)),
        *(no_pair[rank] for rank in range(12, 4, -1)),
        _best_lows(cards, pool, to_come),
    ]


def _low_walk(
    automaton: Lows,
    row: _Placed,
    ways: NDArray[np.int64],
    sizes: NDArray[np.int64],
    pool: Pool,
    to_come: int,
) -> tuple[list[int], list[int]]:
    """Sets by the category of the lowest hand (10), and by rank (13) those with a low up to it.

    Once there is a hand with no pair, straight or flush, and no placed card of a higher rank, the
    cards of higher ranks do not matter.
    """
    counts = kernels.walk_ranks(automaton.steps, row.by_rank, sizes, ways, to_come)
    lowest = [
        int(counts[12, to_come, automaton.lowest == category].sum())
        for category in range(len(CATEGORIES))
    ]
    with_low = counts[:, :, automaton.lowest == HIGH_CARD].sum(axis=2).tolist()
    no_pair = [0] * 13
    for rank in range(13):
        if not row.ranks >> rank + 1:
            higher = int(pool.by_rank[rank + 1 :].sum())
            no_pair[rank] = sum(
                count * comb(higher, to_come - taken) for taken, count in enumerate(with_low[rank])
            )
    return lowest, no_pair


def _leave_out_suit(
    suited: tuple[list[int], list[int]], lowest: list[int], no_pair: list[int]
) -> None:
    """Correct the counts of an empty row for the sets in which one suit forces a flush.

    ``lowest`` and ``no_pair`` are counted without regard to suits. A hand of five ranks can avoid
    the flush unless all the cards up to its highest are of one suit: any other card can replace
    one of its cards, and at most two of five such replacements make a straight. So what one suit
    makes alone is subtracted, and counted as a flush if it is not a straight.
    """
    of_suit, up_to = suited
    for rank in range(13):
        no_pair[rank] -= up_to[rank]
    lowest[HIGH_CARD] -= of_suit[HIGH_CARD]
    lowest[FLUSH] += of_suit[HIGH_CARD]
    lowest[STRAIGHT] -= of_suit[STRAIGHT]


_SEVEN_FIVE = (0, 1, 2, 3, 5)


def _best_lows(cards: Sequence[int], pool: Pool, to_come: int) -> int:
    """How many sets make 7-5-4-3-2 in mixed suits.

    These are the sets with a card of each rank needed, minus those whose only such cards make a
    flush.
    """
    ranks = [card >> 2 for card in cards]
    if len(set(ranks)) < len(ranks) or not set(ranks) <= set(_SEVEN_FIVE):
        return 0
    needed = [rank for rank in _SEVEN_FIVE if rank not in ranks]
    others = len(pool.cards) - int(pool.by_rank[needed].sum())
    found = 0
    for left_out in range(1 << len(needed)):
        missing = [rank for place, rank in enumerate(needed) if left_out >> place & 1]
        live = len(pool.cards) - int(pool.by_rank[missing].sum())
        found += (-1) ** len(missing) * comb(live, to_come)
    for suit in {card & 3 for card in cards} or range(4):
        if all(card & 3 == suit for card in cards) and pool.by_suit[needed, suit].all():
            found -= comb(others, to_come - len(needed))
    return found
