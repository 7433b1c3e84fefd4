"""Counting: with how many sets of cards to come a row can be made at least each of its classes.

Nothing is enumerated. "At least a flush" fails where no flush and nothing better can be made; the
sets of cards for which it fails are counted rank by rank, by small automata that know what the
cards so far can make (``draw_automata``). Straight flushes, which are few, go by inclusion and
exclusion over the cards that they need. Every count is a whole number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.cards import RANKS, cards_of, mask_of
from ofcapi.engine.draw_automata import (
    ROW_SIZE,
    ROYAL_WINDOW,
    WINDOWS,
    Lows,
    four_suits,
    lows,
    no_suit,
    one_suit,
    shapes,
    straights,
)
from ofcapi.engine.hands import (
    CATEGORIES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
)
from ofcapi.engine.kernels import draws as kernels

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
"""The same by live cards, by how many of them have to be taken, by cards taken."""

_BY_NUMBER = np.arange(5)
_BY_OWN_SUIT = np.array([own + other for own in (0, 1) for other in range(4)])
_BY_SUIT_SET = np.array([suits.bit_count() for suits in range(16)])
_ANY_NUMBER = np.zeros((1, 5, 5), dtype=np.int16)


def _ranks_placed(cards: Sequence[int]) -> NDArray[np.int64]:
    return np.bincount([card >> 2 for card in cards], minlength=13).astype(np.int64)


def _own_suit(cards: Sequence[int]) -> int | None:
    suits = {card & 3 for card in cards}
    return suits.pop() if len(suits) == 1 else None


def _ways_by_own_suit(pool: Pool, suit: int) -> NDArray[np.int64]:
    """Shape (13, 8): ways of the takes of ``one_suit`` at each rank."""
    own = _WAYS[pool.by_suit[:, suit], :2]
    others = _WAYS[pool.by_rank - pool.by_suit[:, suit], :4]
    return (own[:, :, None] * others[:, None, :]).reshape(13, 8)


def top_counts(cards: tuple[int, ...], pool: Pool, to_come: int) -> list[int]:
    """How many sets make a top row at least each of ``TOP_CLASSES``.

    A set fails where it has at each rank fewer cards than the class or a better one takes.
    """
    placed = _ranks_placed(cards)
    total = len(cards)
    pair_takes = np.where(total - np.minimum(placed, 2) <= 1, 2 - placed, 5)
    trips_take = np.where(placed == total, 3 - placed, 5)
    fewer_than = np.empty((26, 13), dtype=np.int64)
    for rank in range(13):
        at_or_above = np.arange(13) >= rank
        fewer_than[rank] = np.where(at_or_above, np.minimum(pair_takes, trips_take), trips_take)
        fewer_than[13 + rank] = np.where(at_or_above, trips_take, 5)
    ways = np.where(_BY_NUMBER < fewer_than[:, :, None], _WAYS[pool.by_rank], 0)
    failing = kernels.walk_each(_ANY_NUMBER, placed, _BY_NUMBER, ways, to_come)[:, 0]
    every = comb(len(pool.cards), to_come)
    return [every, *(every - count for count in failing.tolist())]


def high_counts(cards: tuple[int, ...], pool: Pool, to_come: int) -> list[int]:
    """How many sets make a five-card row at least each of ``CATEGORIES``.

    What fails is counted: from the top, sets without a straight flush; of those, sets without
    four of a kind or a full house; of those, by everything else, sets without any flush.
    """
    every = comb(len(pool.cards), to_come)
    placed = _ranks_placed(cards)
    shape = shapes(tuple(sorted(placed[placed > 0].tolist())))
    failing = [0] * len(CATEGORIES)

    to_royal, to_straight_flush = _suited_runs(cards, pool)
    failing[ROYAL_FLUSH] = _sets_with_none(to_royal, pool, to_come)
    failing[STRAIGHT_FLUSH] = _sets_with_none(to_straight_flush, pool, to_come)

    needed = _signed_needs(to_straight_flush, to_come)
    signs = np.array(list(needed.values()), dtype=object)
    given = np.array(list(needed)) >> _SIZE_BITS
    given = given[:, None] >> 3 * np.arange(13) & 7
    ways = _WAYS_WITH[pool.by_rank, given]
    ends = signs @ kernels.walk_each(shape.steps, placed, _BY_NUMBER, ways, to_come).astype(object)
    for category in (FOUR_OF_A_KIND, FULL_HOUSE):
        failing[category] = int(ends[shape.made < category].sum())

    rest = _without_flush(cards, placed, pool, to_come)
    failing[FLUSH] = sum(sum(counts) for counts in rest)
    for category in range(HIGH_CARD, STRAIGHT + 1):
        failing[category] = sum(rest[0][:category])
    return [every - count for count in failing]


def _open_windows(placed: NDArray[np.int64]) -> tuple[int, ...]:
    """The straights, as bit sets of ranks, that all the placed cards fit into."""
    own = _bits(placed)
    if placed.max() > 1:
        return ()
    return tuple(window for window in WINDOWS if own & ~window == 0)


def _bits(ranks: NDArray[np.int64]) -> int:
    """The bit set of the ranks that are there, from numbers by rank (13,)."""
    return sum(1 << rank for rank in range(13) if ranks[rank])


_Targets: TypeAlias = list[tuple[int, ...]]


def _suited_runs(cards: tuple[int, ...], pool: Pool) -> tuple[_Targets, _Targets]:
    """The royal and straight flushes in reach: for each suit, the bit sets of the ranks needed."""
    placed = _ranks_placed(cards)
    own = _bits(placed)
    to_royal: _Targets = []
    to_straight_flush: _Targets = []
    for suit in {card & 3 for card in cards} or range(4):
        if any(card & 3 != suit for card in cards):
            break
        live = _bits(pool.by_suit[:, suit])
        reached = [w for w in _open_windows(placed) if w & ~own & ~live == 0]
        to_royal.append(tuple(w & ~own for w in reached if w == ROYAL_WINDOW))
        to_straight_flush.append(tuple(w & ~own for w in reached))
    return to_royal, to_straight_flush


_SIZE_BITS = 6


@lru_cache(maxsize=4096)
def _signed_unions(targets: tuple[int, ...]) -> dict[int, int]:
    """Inclusion and exclusion over sets of ranks of one suit.

    The signs by bit set such that, for any cards, the signs of the sets that they include sum to
    1 where they include none of the targets and to 0 otherwise. Most unions of straights cancel.
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
    """The signs over several suits, by need: needs add up, and one that is too large is left out.

    Which suit a card is of makes no difference to equal ranks, so that needs with the same
    numbers by rank are one.
    """
    signs = {0: 1}
    for of_suit in targets:
        found: dict[int, int] = {}
        more = _signed_unions(of_suit).items()
        for need, sign in signs.items():
            for other, other_sign in more:
                both = need + other
                if both & (1 << _SIZE_BITS) - 1 <= to_come:
                    found[both] = found.get(both, 0) + sign * other_sign
        signs = {need: sign for need, sign in found.items() if sign}
    return signs


def _sets_with_none(targets: _Targets, pool: Pool, to_come: int) -> int:
    """How many sets of cards include none of the targets of any suit."""
    total = 0
    for need, sign in _signed_needs(targets, to_come).items():
        size = need & (1 << _SIZE_BITS) - 1
        total += sign * comb(len(pool.cards) - size, to_come - size)
    return total


def _without_flush(
    cards: tuple[int, ...], placed: NDArray[np.int64], pool: Pool, to_come: int
) -> list[list[int]]:
    """Sets that make no flush and no full house or better.

    By straight or not (the straights second), and by category of equal ranks.
    """
    suit = _own_suit(cards)
    if not cards:
        suits, sizes = four_suits(to_come), _BY_SUIT_SET
        wanted = np.arange(16)[:, None] >> np.arange(4) & 1
        ways = (wanted <= pool.by_suit[:, None, :]).all(axis=2).astype(np.int64)
    elif suit is not None:
        suits, sizes = one_suit(ROW_SIZE - len(cards), to_come), _BY_OWN_SUIT
        ways = _ways_by_own_suit(pool, suit)
    else:
        suits, sizes = no_suit(to_come), _BY_NUMBER
        ways = _WAYS[pool.by_rank]
    shape = shapes(tuple(sorted(placed[placed > 0].tolist())))
    there = _bits(placed + pool.by_rank)
    straight = straights(tuple(w for w in _open_windows(placed) if w & ~there == 0))
    counts = kernels.walk_without_flush(
        suits.steps, straight.steps, shape.below_full_house, placed, sizes, ways
    )
    ends = counts[suits.cards == to_come].sum(axis=0)
    return [
        [
            int(ends[straight.made == made][:, shape.made == category].sum())
            for category in range(STRAIGHT)
        ]
        for made in (False, True)
    ]


def low_counts(cards: tuple[int, ...], pool: Pool, to_come: int) -> list[int]:
    """How many sets make a 2-7 low at least each of ``LOW_CATEGORIES``."""
    every = comb(len(pool.cards), to_come)
    suit = _own_suit(cards)
    placed = _ranks_placed(cards)
    automaton = lows(frozenset(placed.tolist()), suit is not None)
    ways, sizes = _WAYS[pool.by_rank], _BY_NUMBER
    if suit is not None:
        ways, sizes = _ways_by_own_suit(pool, suit), _BY_OWN_SUIT
    lowest, no_pair = _low_walk(automaton, placed, ways, sizes, pool, to_come)
    if not cards:
        for own in pool.by_suit.T:
            _leave_out_suit(
                _low_walk(automaton, placed, _WAYS[own], sizes, pool, to_come), lowest, no_pair
            )
    forced_royals = 0
    if to_come == ROW_SIZE - len(cards):
        forced_royals = sum(map(len, _suited_runs(cards, pool)[0]))
    return [
        every,
        every - forced_royals,
        *(sum(lowest[: category + 1]) for category in range(FOUR_OF_A_KIND, HIGH_CARD, -1)),
        *(no_pair[rank] for rank in range(12, 4, -1)),
        _best_lows(cards, pool, to_come),
    ]


def _low_walk(
    automaton: Lows,
    placed: NDArray[np.int64],
    ways: NDArray[np.int64],
    sizes: NDArray[np.int64],
    pool: Pool,
    to_come: int,
) -> tuple[list[int], list[int]]:
    """Sets by the category of the lowest hand (10), and by rank (13) those with a low up to it.

    Once a hand with no pair, straight or flush is there and no placed card is to follow, cards of
    higher ranks can come as they like.
    """
    counts = kernels.walk_ranks(automaton.steps, placed, sizes, ways, to_come)
    lowest = [
        int(counts[12, to_come, automaton.lowest == category].sum())
        for category in range(len(CATEGORIES))
    ]
    with_low = counts[:, :, automaton.lowest == HIGH_CARD].sum(axis=2).tolist()
    no_pair = [0] * 13
    for rank in range(13):
        if not placed[rank + 1 :].any():
            higher = int(pool.by_rank[rank + 1 :].sum())
            no_pair[rank] = sum(
                count * comb(higher, to_come - taken) for taken, count in enumerate(with_low[rank])
            )
    return lowest, no_pair


def _leave_out_suit(
    suited: tuple[list[int], list[int]], lowest: list[int], no_pair: list[int]
) -> None:
    """Correct the counts of an empty row for the sets that one suit makes flushes.

    ``lowest`` and ``no_pair`` are counted without regard to suits. A hand of five ranks can avoid
    the flush unless all the cards up to its highest are of one suit: any other card can take the
    place of one of its cards, and of five such changes at most two make a straight. So what one
    suit makes alone comes off, and is a flush or, where only a straight was possible, a straight
    flush.
    """
    of_suit, up_to = suited
    for rank in range(13):
        no_pair[rank] -= up_to[rank]
    lowest[HIGH_CARD] -= of_suit[HIGH_CARD]
    lowest[FLUSH] += of_suit[HIGH_CARD]
    lowest[STRAIGHT] -= of_suit[STRAIGHT]
    lowest[STRAIGHT_FLUSH] += of_suit[STRAIGHT]


_SEVEN_FIVE = (0, 1, 2, 3, 5)


def _best_lows(cards: tuple[int, ...], pool: Pool, to_come: int) -> int:
    """How many sets make 7-5-4-3-2 in mixed suits.

    Those with a card of each rank needed, less those whose only such cards make a flush.
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
