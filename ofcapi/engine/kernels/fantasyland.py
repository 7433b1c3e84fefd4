"""The search for the best set of a Fantasyland hand, exact by bounds.

What a set is worth must be a sum of one number for each row, by its strength, and of one number
for the three rows together that depends on the *group* of each row alone: whether the row makes a
player stay, and whether it beats, ties or loses to each opponent's. There are few groups, so the
joint part can be bounded exactly for each middle and group of bottoms.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.hands import HandTables
from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.rows import finish_row
from ofcapi.engine.rules import RuleArrays

NONE = -(1 << 62)
"""The worth of what does not exist; far below every worth, and sums with it do not overflow."""


class SetWorth(NamedTuple):
    """What a legal set is worth: the worth of its rows, and of the three groups together.

    worth   (3, 7918) int64, by row and strength
    group   (3, 7918) uint8, the row's group by strength
    joint   (groups of tops, of middles, of bottoms) int64
    """

    worth: NDArray[np.int64]
    group: NDArray[np.uint8]
    joint: NDArray[np.int64]


class Rows(NamedTuple):
    """Candidates for one row, those of group ``g`` from ``starts[g]`` to ``starts[g + 1]``, each
    group best worth first: strengths int16, masks int64, worth int64, all of one length."""

    strengths: NDArray[np.int16]
    masks: NDArray[np.int64]
    worth: NDArray[np.int64]
    starts: NDArray[np.int64]


class FoundSet(NamedTuple):
    """A set: its worth (NONE: there is no set), the strength of its top, the masks of its rows."""

    value: int
    top: int
    bottom_mask: int
    middle_mask: int
    top_mask: int


@kernel
def choose(n: int, k: int) -> int:
    """The number of ways to take ``k`` of ``n``."""
    ways = 1
    for step in range(k):
        ways = ways * (n - step) // (step + 1)
    return ways


@kernel
def sort_rows(
    worth: NDArray[np.int64],
    group: NDArray[np.uint8],
    groups: int,
    strengths: NDArray[np.int16],
    masks: NDArray[np.int64],
) -> Rows:
    """The candidates of one row by group, in each group best worth first."""
    size = strengths.size
    below = np.empty(size, dtype=np.int64)
    starts = np.zeros(groups + 1, dtype=np.int64)
    for place in range(size):
        below[place] = -worth[strengths[place]]
        starts[group[strengths[place]] + 1] += 1
    for index in range(groups):
        starts[index + 1] += starts[index]
    ends = starts[:-1].copy()
    rows = Rows(
        np.empty(size, dtype=np.int16),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        starts,
    )
    for place in np.argsort(below):
        index = group[strengths[place]]
        to = ends[index]
        ends[index] += 1
        rows.strengths[to] = strengths[place]
        rows.masks[to] = masks[place]
        rows.worth[to] = -below[place]
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
    cap: int,
    middle: int,
    middle_mask: int,
    reach: NDArray[np.int64],
) -> None:
    """Fill ``reach`` (groups of bottoms): the most that the middle with the best top beside it,
    disjoint and not above it, and the joint worth can come to; NONE where no top fits.

    A few steps for each group of tops: the first top below the cap that shares no card.
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
def is_before(one: FoundSet, other: FoundSet) -> bool:
    """Whether a set goes before another: more value, stronger top, then the higher masks."""
    if one.value != other.value:
        return one.value > other.value
    if one.top != other.top:
        return one.top > other.top
    if one.bottom_mask != other.bottom_mask:
        return one.bottom_mask > other.bottom_mask
    if one.middle_mask != other.middle_mask:
        return one.middle_mask > other.middle_mask
    return one.top_mask > other.top_mask


@kernel
def try_tops(
    tables: HandTables,
    values: SetWorth,
    cards: NDArray[np.int64],
    cap: int,
    middle: int,
    middle_mask: int,
    bottom: int,
    bottom_mask: int,
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
                if is_before(found, best):
                    best = found
    return best


@kernel
def try_bottoms(
    tables: HandTables,
    arrays: RuleArrays,
    values: SetWorth,
    cards: NDArray[np.int64],
    bottoms: Rows,
    middle: int,
    middle_mask: int,
    reach: NDArray[np.int64],
    margin: int,
    best: FoundSet,
) -> FoundSet:
    """The better of ``best`` and the best set with this middle."""
    need = arrays.middle_need[middle]
    for index in range(reach.size):
        for place in range(bottoms.starts[index], bottoms.starts[index + 1]):
            if reach[index] + bottoms.worth[place] < best.value + margin:
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
def best_legal_set(
    tables: HandTables,
    arrays: RuleArrays,
    values: SetWorth,
    cards: NDArray[np.int64],
    margin: int,
) -> FoundSet:
    """The legal set of 13 to 17 cards that is worth most.

    ``margin`` 0 looks at every set of the greatest value and takes the first of them in the
    order of ``is_before``; 1 takes any one of them, sooner.

    Branch and bound. Each five cards are bounded as a middle by themselves, the best top that
    fits beside them, and the best bottom of all (``bound_middle``). Middles are taken in the
    order of that bound until it falls below the best set found; for each, bottoms in the order of
    their worth until middle, top and bottom together fall below it. Every bound is the worth of
    a choice that only leaves out that top and bottom share no card, so none is below what can
    be had, and the bounds hold for any worth whatever.
    """
    size = cards.size
    nothing = np.empty(0, dtype=np.int64)
    fives, five_masks = np.empty(choose(size, 5), np.int16), np.empty(choose(size, 5), np.int64)
    threes, three_masks = np.empty(choose(size, 3), np.int16), np.empty(choose(size, 3), np.int64)
    finish_row(tables, 5, nothing, cards, fives, five_masks)
    finish_row(tables, 3, nothing, cards, threes, three_masks)
    groups = values.joint.shape
    tops = sort_rows(values.worth[0], values.group[0], groups[0], threes, three_masks)
    bottoms = sort_rows(values.worth[2], values.group[2], groups[2], fives, five_masks)
    first = first_under(tops, values.worth.shape[1])
    reach = np.empty((fives.size, groups[2]), dtype=np.int64)
    below = np.empty(fives.size, dtype=np.int64)
    for place in range(fives.size):
        middle = fives[place]
        cap = arrays.middle_cap[middle]
        bound_middle(values, tops, first, cap, middle, five_masks[place], reach[place])
        most = NONE
        for index in range(groups[2]):
            at = bottoms.starts[index]
            if at < bottoms.starts[index + 1] and reach[place, index] > NONE:
                most = max(most, reach[place, index] + bottoms.worth[at])
        below[place] = -most
    best = FoundSet(NONE, 0, 0, 0, 0)
    for place in np.argsort(below):
        if below[place] == -NONE or -below[place] < best.value + margin:
            break
        best = try_bottoms(
            tables,
            arrays,
            values,
            cards,
            bottoms,
            np.int64(fives[place]),
            np.int64(five_masks[place]),
            reach[place],
            margin,
            best,
        )
    return best
