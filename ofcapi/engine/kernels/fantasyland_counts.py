"""What many random Fantasyland hands earn: the most royalties with and without staying.

Only royalties and staying count here, so rows of one royalty that stay alike are one *level*, and
there are few of them. A hand's rows are sorted by level once; then each question is a branch and
bound over middles and bottoms in which only the best top that fits is looked up.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.random import STEP, mixed, next_number
from ofcapi.engine.kernels.shapes import HandTables, RuleArrays

Whole: TypeAlias = int | np.int64

NO_SET = -1
"""The royalties of a set that does not exist."""

STAYING, OTHER = range(2)
"""Which sets a question is about: those that stay, or those that do not."""


class Levels(NamedTuple):
    """Rows by royalty and by the stay rules under which they stay, best royalty first.

    of       (3, 7918) uint8, the level of each row and strength
    royalty  (3, levels) int64, points
    stays    (stay rules, 3, levels) uint8, 1 where the row stays
    """

    of: NDArray[np.uint8]
    royalty: NDArray[np.int64]
    stays: NDArray[np.uint8]


class Candidates(NamedTuple):
    """Every way to make one row of a hand, by level.

    strengths  (ways,) int16
    masks      (ways,) int32, bit sets of places in the hand
    starts     (levels + 1,) int64: level ``l`` goes from ``starts[l]`` to ``starts[l + 1]``
    """

    strengths: NDArray[np.int16]
    masks: NDArray[np.int32]
    starts: NDArray[np.int64]


@kernel
def fill_rows(
    tables: HandTables,
    cards: NDArray[np.int64],
    threes: NDArray[np.int16],
    three_masks: NDArray[np.int32],
    fives: NDArray[np.int16],
    five_masks: NDArray[np.int32],
) -> None:
    """Every three and every five cards of a hand: strengths, and bit sets of places in the hand.

    One addition and one look-up for each, because four cards are added up before the fifth.
    """
    size = cards.size
    key = np.empty(size, dtype=np.int64)
    for place in range(size):
        key[place] = tables.card_keys[cards[place]]
    three, five = 0, 0
    for a in range(size):
        for b in range(a):
            two = key[a] + key[b]
            for c in range(b):
                total = two + key[c]
                mask = 1 << a | 1 << b | 1 << c
                threes[three] = tables.top_by_sum[total]
                three_masks[three] = mask
                three += 1
                suits = 1 << (cards[a] & 3) & 1 << (cards[b] & 3) & 1 << (cards[c] & 3)
                for d in range(c):
                    four = total + key[d]
                    four_suits = suits & 1 << (cards[d] & 3)
                    for e in range(d):
                        if four_suits & 1 << (cards[e] & 3):
                            bits = 1 << (cards[a] >> 2) | 1 << (cards[b] >> 2)
                            bits |= 1 << (cards[c] >> 2) | 1 << (cards[d] >> 2)
                            fives[five] = tables.flush_by_bits[bits | 1 << (cards[e] >> 2)]
                        else:
                            fives[five] = tables.by_sum[four + key[e]]
                        five_masks[five] = mask | 1 << d | 1 << e
                        five += 1


@kernel
def sort_by_level(
    levels: Levels, row: int, strengths: NDArray[np.int16], masks: NDArray[np.int32]
) -> Candidates:
    """The ways to make one row, sorted by level: a counting sort."""
    of = levels.of[row]
    starts = np.zeros(levels.royalty.shape[1] + 2, dtype=np.int64)
    for strength in strengths:
        starts[of[strength] + 2] += 1
    for level in range(2, starts.size):
        starts[level] += starts[level - 1]
    found = Candidates(np.empty_like(strengths), np.empty_like(masks), starts[:-1])
    for way in range(strengths.size):
        level = of[strengths[way]]
        # While the sort runs, the start of the level after this one is where its next way goes.
        to = starts[level + 1]
        starts[level + 1] += 1
        found.strengths[to] = strengths[way]
        found.masks[to] = masks[way]
    return found


@kernel
def first_tops(
    tops: Candidates, stays: NDArray[np.uint8], which: int, first: NDArray[np.int16]
) -> None:
    """Fill ``first`` (2, strengths + 1): the place of the best top not above a cap, -1 for none.

    Row 0 is about all tops that may stand in the sets asked for, row 1 about those that stay.
    """
    for needed in range(2):
        unfilled = first.shape[1]
        for level in range(stays.shape[1]):
            if (needed and not stays[0, level]) or (which == OTHER and stays[0, level]):
                continue
            for place in range(tops.starts[level], tops.starts[level + 1]):
                strength = np.int64(tops.strengths[place])
                if strength < unfilled:
                    first[needed, strength:unfilled] = place
                    unfilled = strength
        first[needed, :unfilled] = -1


@kernel
def top_beside(
    levels: Levels,
    tops: Candidates,
    stays: NDArray[np.uint8],
    which: int,
    needed: int,
    place: Whole,
    cap: Whole,
    used: Whole,
    least: Whole,
) -> int:
    """The most royalties, if above ``least``, of a top not above the cap that shares no card.

    ``place`` is the first one worth looking at; where a stay is ``needed``, tops must stay.
    """
    if place < 0:
        return NO_SET
    level = np.int64(levels.of[0, tops.strengths[place]])
    while level < stays.shape[1]:
        royalty = levels.royalty[0, level]
        if royalty <= least:
            return NO_SET
        if (stays[0, level] or not needed) and not (which == OTHER and stays[0, level]):
            while place < tops.starts[level + 1]:
                if tops.masks[place] & used == 0 and tops.strengths[place] <= cap:
                    return int(royalty)
                place += 1
        level += 1
        place = tops.starts[level]
    return NO_SET


class Bounds(NamedTuple):
    """What the rows of a hand can come to at most, by level.

    of         (levels,) int64, royalties of a set with a middle of this level, or ``NO_SET``
    beside     (levels, 2) int64, of the best bottom below a middle of this level, far below zero
               where there is none: beside any top, and beside one that must stay
    strongest  (levels,) int64, the strongest bottom of a level, -1 in an empty one
    """

    of: NDArray[np.int64]
    beside: NDArray[np.int64]
    strongest: NDArray[np.int64]


@kernel
def must_stay(stays: NDArray[np.uint8], which: int, middle: int, bottom: int) -> int:
    """1 where only a top can make a set of these levels stay that is to stay, or else 0."""
    return int(which == STAYING and not (stays[1, middle] or stays[2, bottom]))


@kernel
def bound_levels(
    arrays: RuleArrays,
    levels: Levels,
    stays: NDArray[np.uint8],
    which: int,
    tops: Candidates,
    middles: Candidates,
    bottoms: Candidates,
    first: NDArray[np.int16],
) -> Bounds:
    """Bound each level of the middle: the best top under its highest cap, the best bottom.

    A few hundred steps, and one for each five cards.
    """
    count = stays.shape[1]
    strongest = np.full(count, -1, dtype=np.int64)
    for level in range(count):
        for place in range(bottoms.starts[level], bottoms.starts[level + 1]):
            strongest[level] = max(strongest[level], bottoms.strengths[place])
    bounds = Bounds(
        np.full(count, NO_SET, dtype=np.int64),
        np.full((count, 2), -1 << 40, dtype=np.int64),
        strongest,
    )
    for level in range(count):
        if which == OTHER and stays[1, level]:
            continue
        cap, need = np.int64(-1), np.int64(first.shape[1])
        for place in range(middles.starts[level], middles.starts[level + 1]):
            cap = max(cap, arrays.middle_cap[middles.strengths[place]])
            need = min(need, arrays.middle_need[middles.strengths[place]])
        if cap < 0:
            continue
        for bottom in range(count):
            if strongest[bottom] >= need and not (which == OTHER and stays[2, bottom]):
                must = must_stay(stays, which, level, bottom)
                most = max(bounds.beside[level, must], levels.royalty[2, bottom])
                bounds.beside[level, must] = most
        for must in range(2):
            place = first[must, cap]
            if place >= 0:
                top = levels.royalty[0, levels.of[0, tops.strengths[place]]]
                both = levels.royalty[1, level] + bounds.beside[level, must]
                bounds.of[level] = max(bounds.of[level], both + top)
    return bounds


@kernel
def try_middles(
    arrays: RuleArrays,
    levels: Levels,
    stays: NDArray[np.uint8],
    which: int,
    tops: Candidates,
    middles: Candidates,
    bottoms: Candidates,
    first: NDArray[np.int16],
    bounds: Bounds,
    level: int,
    best: Whole,
) -> Whole:
    """The most of ``best`` and the royalties of sets with a middle of one level."""
    own = levels.royalty[1, level]
    for place in range(middles.starts[level], middles.starts[level + 1]):
        middle, mask = middles.strengths[place], np.int64(middles.masks[place])
        cap, need = np.int64(arrays.middle_cap[middle]), np.int64(arrays.middle_need[middle])
        if cap < 0:
            continue
        least = best - own - bounds.beside[level, 0]
        may = top_beside(levels, tops, stays, which, 0, first[0, cap], cap, mask, least)
        least = best - own - bounds.beside[level, 1]
        must = top_beside(levels, tops, stays, which, 1, first[1, cap], cap, mask, least)
        if may == NO_SET and must == NO_SET:
            continue
        for bottom in range(stays.shape[1]):
            if bounds.strongest[bottom] < need or (which == OTHER and stays[2, bottom]):
                continue
            needed = must_stay(stays, which, level, bottom)
            top = must if needed else may
            both = own + levels.royalty[2, bottom]
            if top == NO_SET:
                continue
            for other in range(bottoms.starts[bottom], bottoms.starts[bottom + 1]):
                if both + top <= best:
                    break
                strength = np.int64(bottoms.strengths[other])
                if bottoms.masks[other] & mask or strength < need:
                    continue
                under, used = min(cap, strength), mask | np.int64(bottoms.masks[other])
                found = top_beside(
                    levels, tops, stays, which, needed, first[needed, under], under, used,
                    best - both,
                )  # fmt: skip
                if found != NO_SET:
                    best = both + found
    return best


@kernel
def most_royalties(
    arrays: RuleArrays,
    levels: Levels,
    stays: NDArray[np.uint8],
    which: int,
    tops: Candidates,
    middles: Candidates,
    bottoms: Candidates,
    first: NDArray[np.int16],
) -> Whole:
    """The most royalties of a hand's legal sets of one kind, ``NO_SET`` where there is none.

    ``stays`` (3, levels) is of one stay rule, ``first`` working space, see ``first_tops``. Levels
    of the middle are taken in the order of their bound; both they and middles are left as soon as
    their bound does not beat the best set found.
    """
    first_tops(tops, stays, which, first)
    bounds = bound_levels(arrays, levels, stays, which, tops, middles, bottoms, first)
    best: Whole = NO_SET
    level = int(np.argmax(bounds.of))
    while bounds.of[level] > best:
        bounds.of[level] = NO_SET
        best = try_middles(
            arrays, levels, stays, which, tops, middles, bottoms, first, bounds, level, best
        )
        level = int(np.argmax(bounds.of))
    return best


@kernel
def deal_hand(
    deck: NDArray[np.int64], seed: np.uint64, index: int, cards: NDArray[np.int64]
) -> None:
    """Fill ``cards``, lowest first, with hand ``index`` of a seed and of this number of cards.

    No hand depends on another: hands of other numbers of cards are other hands.
    """
    start = mixed(seed + np.uint64(cards.size))
    state = np.empty(1, dtype=np.uint64)
    state[0] = mixed(start + np.uint64(index + 1) * np.uint64(STEP))
    taken = np.zeros(deck.size, dtype=np.bool_)
    left = cards.size
    while left > 0:
        place = np.int64(next_number(state) % np.uint64(deck.size))
        if not taken[place]:
            taken[place] = True
            left -= 1
    for slot in range(deck.size):
        if taken[slot]:
            cards[left] = deck[slot]
            left += 1


@kernel
def earn_hands(
    tables: HandTables,
    arrays: RuleArrays,
    levels: Levels,
    deck: NDArray[np.int64],
    size: int,
    seed: np.uint64,
    begin: int,
    earned: NDArray[np.int64],
) -> None:
    """What the hands ``begin``, ``begin + 1``, .. of a seed can earn in royalties.

    earned  (hands, 2 x stay rules) int64, filled: for each stay rule the most royalties of a set
            that does not stay, then of one that does; ``NO_SET`` where there is none
    """
    cards = np.empty(size, dtype=np.int64)
    ways = size * (size - 1) * (size - 2) // 6
    threes, three_masks = np.empty(ways, np.int16), np.empty(ways, np.int32)
    ways = ways * (size - 3) * (size - 4) // 20
    fives, five_masks = np.empty(ways, np.int16), np.empty(ways, np.int32)
    first = np.empty((2, levels.of.shape[1] + 1), dtype=np.int16)
    for hand in range(earned.shape[0]):
        deal_hand(deck, seed, begin + hand, cards)
        fill_rows(tables, cards, threes, three_masks, fives, five_masks)
        tops = sort_by_level(levels, 0, threes, three_masks)
        middles = sort_by_level(levels, 1, fives, five_masks)
        bottoms = sort_by_level(levels, 2, fives, five_masks)
        for rule in range(levels.stays.shape[0]):
            stays = levels.stays[rule]
            for staying, which in enumerate((OTHER, STAYING)):
                earned[hand, 2 * rule + staying] = most_royalties(
                    arrays, levels, stays, which, tops, middles, bottoms, first
                )
