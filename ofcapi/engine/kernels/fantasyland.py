"""The search for the best set of a Fantasyland hand, exact by bounds.

What a set is worth must be a sum of one number for each row, by its strength, and of one number
for the three rows together that depends on the *group* of each row alone: whether the row makes a
player stay, and whether it beats, ties or loses to each opponent's. There are few groups, so the
joint part can be bounded exactly for each middle and group of bottoms.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.rows import finish_row
from ofcapi.engine.kernels.shapes import HandTables, RuleArrays

Whole: TypeAlias = int | np.int64

NONE = -(1 << 62)
"""The worth of what does not exist; far below every worth, and sums with it do not overflow."""

PICKED = 10
"""How many middles are picked before the rest are sorted; any number gives the same answer."""


class SetWorth(NamedTuple):
    """What a legal set is worth: the worth of its rows, and of the three groups together.

    worth   (3, 7918) int64, by row and strength
    group   (3, 7918) uint8, the row's group by strength
    place   (3, 7918) int16, the strength's place when sorted by group, then best worth first
    joint   (groups of tops, of middles, of bottoms) int64
    """

    worth: NDArray[np.int64]
    group: NDArray[np.uint8]
    place: NDArray[np.int16]
    joint: NDArray[np.int64]


class Rows(NamedTuple):
    """Candidates for one row, by group, in each group best worth first.

    Strengths are int16, masks and worth int64, all of one length; group ``g`` goes from
    ``starts[g]`` to ``starts[g + 1]``.
    """

    strengths: NDArray[np.int16]
    masks: NDArray[np.int64]
    worth: NDArray[np.int64]
    starts: NDArray[np.int64]


class FoundSet(NamedTuple):
    """A set: its worth (NONE: there is no set), the strength of its top, the masks of its rows.

    The order of the members is the order in which ties are decided: the greater set is better.
    """

    value: Whole
    top: Whole
    bottom_mask: Whole
    middle_mask: Whole
    top_mask: Whole


@kernel
def choose(n: int, k: int) -> int:
    """The number of ways to take ``k`` of ``n``."""
    ways = 1
    for step in range(k):
        ways = ways * (n - step) // (step + 1)
    return ways


@kernel
def sort_rows(
    values: SetWorth, row: int, strengths: NDArray[np.int16], masks: NDArray[np.int64]
) -> Rows:
    """The candidates of one row by group, in each group best worth first: a counting sort."""
    size = strengths.size
    starts = np.zeros(values.joint.shape[row] + 1, dtype=np.int64)
    following = np.zeros(values.place.shape[1] + 1, dtype=np.int32)
    for strength in strengths:
        starts[values.group[row, strength] + 1] += 1
        following[values.place[row, strength] + 1] += 1
    starts = np.cumsum(starts)
    following = np.cumsum(following)
    rows = Rows(
        np.empty(size, dtype=np.int16),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        starts,
    )
    for index in range(size):
        strength = strengths[index]
        to = following[values.place[row, strength]]
        following[values.place[row, strength]] += 1
        rows.strengths[to] = strength
        rows.masks[to] = masks[index]
        rows.worth[to] = values.worth[row, strength]
    return rows


@kernel
def first_under(tops: Rows, strengths: int) -> NDArray[np.int16]:
    """For each group and cap (groups, strengths): the place of the best top not above the cap."""
    groups = tops.starts.size - 1
    first = np.empty((groups, strengths), dtype=np.int16)
    for index in range(groups):
        end = tops.starts[index + 1]
        unfilled = strengths
        for place in range(tops.starts[index], end):
            for cap in range(tops.strengths[place], unfilled):
                first[index, cap] = place
            unfilled = min(unfilled, tops.strengths[place])
        for cap in range(unfilled):
            first[index, cap] = end
    return first


@kernel
def bound_middle(
    values: SetWorth,
    tops: Rows,
    first: NDArray[np.int16],
    cap: Whole,
    middle: Whole,
    middle_mask: Whole,
    reach: NDArray[np.int64],
) -> None:
    """Bound what a middle, a top beside it and the joint worth come to.

    ``reach`` (groups of bottoms,) int64 is filled with the most that they can, NONE where no top
    fits. A few steps for each group of tops: to the first below the cap that shares no card.
    """
    reach[:] = NONE
    if cap < 0:
        return
    own = values.worth[1, middle]
    middle_group = values.group[1, middle]
    for index in range(tops.starts.size - 1):
        place = first[index, min(cap, first.shape[1] - 1)]
        end = tops.starts[index + 1]
        while place < end and (tops.masks[place] & middle_mask or tops.strengths[place] > cap):
            place += 1
        if place < end:
            both = own + tops.worth[place]
            for bottom_group in range(reach.size):
                joint = values.joint[index, middle_group, bottom_group]
                reach[bottom_group] = max(reach[bottom_group], both + joint)


@kernel
def try_tops(
    tables: HandTables,
    values: SetWorth,
    cards: NDArray[np.int64],
    cap: Whole,
    middle: Whole,
    middle_mask: Whole,
    bottom: Whole,
    bottom_mask: Whole,
    best: FoundSet,
) -> FoundSet:
    """The better of ``best`` and the best set with this middle and bottom: at most 35 tops."""
    left = np.empty(cards.size, dtype=np.int64)
    size = 0
    used = middle_mask | bottom_mask
    for card in cards:
        if not used >> card & 1:
            left[size] = card
            size += 1
    both = values.worth[1, middle] + values.worth[2, bottom]
    middle_group, bottom_group = values.group[1, middle], values.group[2, bottom]
    for i in range(size):
        for j in range(i):
            two = tables.card_keys[left[i]] + tables.card_keys[left[j]]
            for k in range(j):
                top = np.int64(tables.top_by_sum[two + tables.card_keys[left[k]]])
                if top > cap:
                    continue
                joint = values.joint[values.group[0, top], middle_group, bottom_group]
                value = both + values.worth[0, top] + joint
                if value < best.value:
                    continue
                one = np.int64(1)
                top_mask = one << left[i] | one << left[j] | one << left[k]
                found = FoundSet(value, top, bottom_mask, middle_mask, top_mask)
                if found > best:
                    best = found
    return best


@kernel
def try_bottoms(
    tables: HandTables,
    arrays: RuleArrays,
    values: SetWorth,
    cards: NDArray[np.int64],
    bottoms: Rows,
    middle: Whole,
    middle_mask: Whole,
    reach: NDArray[np.int64],
    best: FoundSet,
) -> FoundSet:
    """The better of ``best`` and the best set with this middle."""
    need = arrays.middle_need[middle]
    for index in range(reach.size):
        for place in range(bottoms.starts[index], bottoms.starts[index + 1]):
            if reach[index] + bottoms.worth[place] < best.value:
                break
            bottom = np.int64(bottoms.strengths[place])
            if bottoms.masks[place] & middle_mask == 0 and bottom >= need:
                best = try_tops(
                    tables,
                    values,
                    cards,
                    min(np.int64(arrays.middle_cap[middle]), bottom),
                    middle,
                    middle_mask,
                    bottom,
                    np.int64(bottoms.masks[place]),
                    best,
                )
    return best


@kernel
def bound_middles(
    arrays: RuleArrays,
    values: SetWorth,
    tops: Rows,
    bottoms: Rows,
    fives: NDArray[np.int16],
    masks: NDArray[np.int64],
    reach: NDArray[np.int64],
    bound: NDArray[np.int64],
) -> None:
    """Bound every five cards as a middle, with the best bottom of all.

    reach  (fives, groups of bottoms) int64, filled: see ``bound_middle``
    bound  (fives,) int64, filled: the most that a set with this middle can be worth, or NONE
    """
    first = first_under(tops, values.worth.shape[1])
    bound[:] = NONE
    for place in range(fives.size):
        cap = arrays.middle_cap[fives[place]]
        bound_middle(values, tops, first, cap, fives[place], masks[place], reach[place])
        for index in range(reach.shape[1]):
            most = bottoms.starts[index]
            if most < bottoms.starts[index + 1] and reach[place, index] > NONE:
                bound[place] = max(bound[place], reach[place, index] + bottoms.worth[most])


@kernel
def best_legal_set(
    tables: HandTables,
    arrays: RuleArrays,
    values: SetWorth,
    cards: NDArray[np.int64],
) -> FoundSet:
    """The legal set of 13 to 17 cards that is worth most: the greatest ``FoundSet``.

    Branch and bound. Each five cards are bounded as a middle by themselves, the best top that
    fits beside them, and the best bottom of all (``bound_middles``). Middles are taken in the
    order of that bound until it falls below the best set found; for each, bottoms in the order of
    their worth until middle, top and bottom together fall below it. Every bound is the worth of
    a choice that only leaves out that rows share no card and stand in order, so none is below
    what can be had, for any worth. The few most promising middles are picked one by one,
    because after them hardly any are left to sort.
    """
    size = cards.size
    nothing = np.empty(0, dtype=np.int64)
    fives, masks = np.empty(choose(size, 5), np.int16), np.empty(choose(size, 5), np.int64)
    threes, three_masks = np.empty(choose(size, 3), np.int16), np.empty(choose(size, 3), np.int64)
    finish_row(tables, 5, nothing, cards, fives, masks)
    finish_row(tables, 3, nothing, cards, threes, three_masks)
    tops = sort_rows(values, 0, threes, three_masks)
    bottoms = sort_rows(values, 2, fives, masks)
    reach = np.empty((fives.size, values.joint.shape[2]), dtype=np.int64)
    bound = np.empty(fives.size, dtype=np.int64)
    bound_middles(arrays, values, tops, bottoms, fives, masks, reach, bound)
    best = FoundSet(NONE, 0, 0, 0, 0)
    for _ in range(PICKED):
        place = np.argmax(bound)
        if bound[place] < max(best.value, NONE + 1):
            break
        middle, mask = np.int64(fives[place]), np.int64(masks[place])
        best = try_bottoms(tables, arrays, values, cards, bottoms, middle, mask, reach[place], best)
        bound[place] = NONE
    left = np.flatnonzero(bound >= max(best.value, NONE + 1))
    for place in left[np.argsort(-bound[left])]:
        if bound[place] < best.value:
            break
        middle, mask = np.int64(fives[place]), np.int64(masks[place])
        best = try_bottoms(tables, arrays, values, cards, bottoms, middle, mask, reach[place], best)
    return best
