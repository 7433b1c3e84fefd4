"""Loops over the end of a board: its last two open slots.

A board is ``rows``, (3, 4) int64: for top, middle and bottom the number of open slots, the sum of
the rank keys, the bit set of the ranks, the suit (see ``rows``).

With one open slot in each of two rows the third row is settled, and whether a board is legal
is one comparison: each card in the upper open row *needs* a number that the card in the lower row
must *offer*. So the value of every pair of cards is an addition, vectorised over the deck.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.rows import NO_SUIT, in_order, join_suit, row_strength
from ofcapi.engine.kernels.shapes import STRENGTHS, HandTables, Leaf, RuleArrays

OPEN, TOTAL, BITS, SUIT = range(4)
NEVER = STRENGTHS + 1
"""Needed by a card with which no lower row is good enough."""
NOTHING = -1
"""Offered by a card with which the lower row is good enough for nothing."""
UPPER, LOWER = range(2)


class Sides(NamedTuple):
    """Each card in the upper and in the lower open row; every array (2, cards) int64.

    ``bound`` is what a card needs (upper) or offers (lower), ``row`` and ``code`` its terms of
    the leaf; the settled row's terms are added to the upper side.
    """

    strength: NDArray[np.int64]
    bound: NDArray[np.int64]
    row: NDArray[np.int64]
    code: NDArray[np.int64]


class Tally(NamedTuple):
    """How often each outcome came up, in deals.

    kinds (3, most kinds of a row) int64, legal boards by row; joint (codes,) int64, legal boards
    by the sum of codes; foul (1,) int64.
    """

    kinds: NDArray[np.int64]
    joint: NDArray[np.int64]
    foul: NDArray[np.int64]


@kernel
def place_card(tables: HandTables, rows: NDArray[np.int64], row: int, card: int) -> None:
    """Put a card into a row, in place."""
    rows[row, OPEN] -= 1
    rows[row, TOTAL] += tables.card_keys[card]
    rows[row, BITS] |= 1 << (card >> 2)
    rows[row, SUIT] = join_suit(rows[row, SUIT], card)


@kernel
def finished_strength(tables: HandTables, rows: NDArray[np.int64], row: int) -> int:
    """The strength of a row without open slots."""
    size = 3 if row == 0 else 5
    return row_strength(tables, size, rows[row, TOTAL], rows[row, BITS], rows[row, SUIT])


@kernel
def count_outcomes(
    arrays: RuleArrays,
    leaf: Leaf,
    kind: NDArray[np.int64],
    ends: NDArray[np.int64],
    deals: NDArray[np.int64],
    tally: Tally,
) -> None:
    """Add finished boards to a tally: ``ends`` (3, n) strengths by row, each in ``deals`` (n,)."""
    caps, needs, codes = arrays.middle_cap, arrays.middle_need, leaf.code
    kinds, joint, foul = tally.kinds, tally.joint, tally.foul
    for place in range(deals.size):
        top, middle, bottom = ends[0, place], ends[1, place], ends[2, place]
        if in_order(top, caps[middle], needs[middle], bottom):
            kinds[0, kind[0, top]] += deals[place]
            kinds[1, kind[1, middle]] += deals[place]
            kinds[2, kind[2, bottom]] += deals[place]
            joint[codes[0, top] + codes[1, middle] + codes[2, bottom]] += deals[place]
        else:
            foul[0] += deals[place]


@kernel
def open_rows(rows: NDArray[np.int64]) -> tuple[int, int]:
    """The upper and the lower row with open slots, the same one twice where there is one."""
    upper = 0
    while rows[upper, OPEN] == 0:
        upper += 1
    lower = 2
    while rows[lower, OPEN] == 0:
        lower -= 1
    return upper, lower


@kernel
def strengths_with_each_card(
    tables: HandTables,
    rows: NDArray[np.int64],
    row: int,
    cards: NDArray[np.int64],
    strengths: NDArray[np.int64],
) -> None:
    """The strength of a row by the card that takes its last open slot."""
    keys = tables.card_keys
    total, bits, suit = rows[row, TOTAL], rows[row, BITS], rows[row, SUIT]
    if row == 0:
        by_sum = tables.top_by_sum
        for place in range(cards.size):
            strengths[place] = by_sum[total + keys[cards[place]]]
        return
    by_sum, by_bits = tables.by_sum, tables.flush_by_bits
    for place in range(cards.size):
        card = cards[place]
        if card & 3 == suit:
            strengths[place] = by_bits[bits | (1 << (card >> 2))]
        else:
            strengths[place] = by_sum[total + keys[card]]


@kernel
def strengths_with_each_pair(
    tables: HandTables,
    rows: NDArray[np.int64],
    row: int,
    cards: NDArray[np.int64],
    strengths: NDArray[np.int64],
) -> None:
    """The strength of a row by the two cards that take its last open slots, ``[i, j]``, j < i."""
    keys = tables.card_keys
    total, bits, suit = rows[row, TOTAL], rows[row, BITS], rows[row, SUIT]
    by_sum = tables.top_by_sum if row == 0 else tables.by_sum
    by_bits = tables.flush_by_bits
    for i in range(cards.size):
        card = cards[i]
        with_one = total + keys[card]
        one_suit = row > 0 and suit in (card & 3, NO_SUIT)
        for j in range(i):
            other = cards[j]
            if one_suit and (card ^ other) & 3 == 0:
                both = bits | (1 << (card >> 2)) | (1 << (other >> 2))
                strengths[i, j] = by_bits[both]
            else:
                strengths[i, j] = by_sum[with_one + keys[other]]


@kernel
def bound_cards(
    arrays: RuleArrays,
    row: int,
    settled_row: int,
    settled: int,
    strengths: NDArray[np.int64],
    bounds: NDArray[np.int64],
) -> None:
    """What an open row needs or offers, by its strength, given the settled row.

    With top and middle open the top needs its strength and the middle offers its cap; with
    middle and bottom open the middle needs its need; a row that the settled row rules out needs
    ``NEVER`` or offers ``NOTHING``.
    """
    caps, needs = arrays.middle_cap, arrays.middle_need
    if row == 0:
        cap = settled if settled_row == 2 else int(caps[settled])
        for place in range(bounds.size):
            bounds[place] = strengths[place] if strengths[place] <= cap else NEVER
    elif row == 2:
        need = settled if settled_row == 0 else int(needs[settled])
        for place in range(bounds.size):
            bounds[place] = strengths[place] if strengths[place] >= need else NOTHING
    elif settled_row == 2:
        for place in range(bounds.size):
            strength = strengths[place]
            bounds[place] = caps[strength] if settled >= needs[strength] else NOTHING
    else:
        for place in range(bounds.size):
            strength = strengths[place]
            bounds[place] = needs[strength] if settled <= caps[strength] else NEVER


@kernel
def fill_sides(
    tables: HandTables,
    arrays: RuleArrays,
    leaf: Leaf,
    rows: NDArray[np.int64],
    cards: NDArray[np.int64],
    sides: Sides,
) -> None:
    """Every card in each of two open rows: a few look-ups each."""
    upper, lower = open_rows(rows)
    settled_row = 3 - upper - lower
    settled = finished_strength(tables, rows, settled_row)
    count = cards.size
    for side in range(2):
        row = upper if side == UPPER else lower
        strengths = sides.strength[side, :count]
        strengths_with_each_card(tables, rows, row, cards, strengths)
        bound_cards(arrays, row, settled_row, settled, strengths, sides.bound[side, :count])
        more, more_code = 0, 0
        if side == UPPER:
            more, more_code = leaf.row[settled_row, settled], leaf.code[settled_row, settled]
        terms, codes = leaf.row[row], leaf.code[row]
        own_terms, own_codes = sides.row[side], sides.code[side]
        for place in range(count):
            own_terms[place] = terms[strengths[place]] + more
            own_codes[place] = codes[strengths[place]] + more_code


@kernel
def fill_settled_rows(tables: HandTables, rows: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
    """The strength of each row without open slots, throughout its line of ``ends`` (3, n)."""
    for row in range(3):
        if rows[row, OPEN] == 0:
            ends[row] = finished_strength(tables, rows, row)


@kernel
def add_joint_terms(leaf: Leaf, sides: Sides, count: int, values: NDArray[np.int64]) -> None:
    """The value of card i in the upper and card j in the lower open row, ``values[i, j]``."""
    joint, foul = leaf.joint, leaf.foul
    need, offer = sides.bound[UPPER], sides.bound[LOWER]
    upper, lower = sides.row[UPPER], sides.row[LOWER]
    upper_code, lower_code = sides.code[UPPER], sides.code[LOWER]
    for i in range(count):
        own_need, own, own_code = need[i], upper[i], upper_code[i]
        line = values[i]
        for j in range(count):
            value = own + lower[j] + joint[own_code + lower_code[j]]
            line[j] = value if own_need <= offer[j] else foul


@kernel
def value_pairs_in_two_rows(
    leaf: Leaf, sides: Sides, count: int, values: NDArray[np.int64]
) -> None:
    """The better way of placing each pair of cards, one into each open row."""
    if not leaf.separable:
        add_joint_terms(leaf, sides, count, values)
        for i in range(count):
            for j in range(i):
                value = max(values[i, j], values[j, i])
                values[i, j] = value
                values[j, i] = value
        return
    foul = leaf.foul
    need, offer = sides.bound[UPPER], sides.bound[LOWER]
    upper, lower = sides.row[UPPER], sides.row[LOWER]
    for i in range(count):
        own_need, own_offer, own_upper, own_lower = need[i], offer[i], upper[i], lower[i]
        line = values[i]
        for j in range(count):
            value = own_upper + lower[j] if own_need <= offer[j] else foul
            other = upper[j] + own_lower if need[j] <= own_offer else foul
            line[j] = max(value, other)


@kernel
def value_pairs_in_one_row(
    tables: HandTables,
    arrays: RuleArrays,
    leaf: Leaf,
    rows: NDArray[np.int64],
    row: int,
    cards: NDArray[np.int64],
    values: NDArray[np.int64],
) -> None:
    """The value of each pair of cards in one row's last two slots."""
    strengths_with_each_pair(tables, rows, row, cards, values)
    above, below = (1 if row == 0 else 0), (1 if row == 2 else 2)
    first = finished_strength(tables, rows, above)
    second = finished_strength(tables, rows, below)
    more = leaf.row[above, first] + leaf.row[below, second]
    more_code = leaf.code[above, first] + leaf.code[below, second]
    terms, codes, joint, foul = leaf.row[row], leaf.code[row], leaf.joint, leaf.foul
    caps, needs = arrays.middle_cap, arrays.middle_need
    top, middle, bottom = first, first, second
    if row == 2:
        middle = second
    for i in range(cards.size):
        line = values[i]
        for j in range(i):
            strength = line[j]
            if row == 0:
                top = strength
            elif row == 1:
                middle = strength
            else:
                bottom = strength
            value = foul
            if in_order(top, caps[middle], needs[middle], bottom):
                value = terms[strength] + more + joint[codes[strength] + more_code]
            line[j] = value
            values[j, i] = value


@kernel
def value_pairs(
    tables: HandTables,
    arrays: RuleArrays,
    leaf: Leaf,
    rows: NDArray[np.int64],
    cards: NDArray[np.int64],
    sides: Sides,
    values: NDArray[np.int64],
) -> None:
    """The value of every pair of cards in the last two open slots, best placed.

    ``values`` is (n, n) or larger and is filled symmetrically for the n cards; the diagonal
    is not meant. Fills ``sides`` where two rows are open.
    """
    upper, lower = open_rows(rows)
    if upper == lower:
        value_pairs_in_one_row(tables, arrays, leaf, rows, upper, cards, values)
    else:
        fill_sides(tables, arrays, leaf, rows, cards, sides)
        value_pairs_in_two_rows(leaf, sides, cards.size, values)


@kernel
def finish_pairs(
    tables: HandTables,
    leaf: Leaf,
    rows: NDArray[np.int64],
    cards: NDArray[np.int64],
    sides: Sides,
    values: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """The strengths of the rows once each of n pairs is placed best.

    On a tie the first card goes into the upper row. ``sides`` is as ``value_pairs`` left it;
    ``first`` and ``second`` (n,) are places in ``cards``, the first lower; ``values`` is working
    space; ``ends`` (3, n) is filled.
    """
    fill_settled_rows(tables, rows, ends)
    top, bottom = open_rows(rows)
    if top == bottom:
        strengths_with_each_pair(tables, rows, top, cards, values)
        for place in range(first.size):
            ends[top, place] = values[second[place], first[place]]
        return
    need, offer = sides.bound[UPPER], sides.bound[LOWER]
    upper, lower = sides.row[UPPER], sides.row[LOWER]
    upper_code, lower_code = sides.code[UPPER], sides.code[LOWER]
    upper_strength, lower_strength = sides.strength[UPPER], sides.strength[LOWER]
    joint, foul = leaf.joint, leaf.foul
    for place in range(first.size):
        i, j = first[place], second[place]
        straight = upper[i] + lower[j] + joint[upper_code[i] + lower_code[j]]
        straight = straight if need[i] <= offer[j] else foul
        crossed = upper[j] + lower[i] + joint[upper_code[j] + lower_code[i]]
        crossed = crossed if need[j] <= offer[i] else foul
        if crossed > straight:
            i, j = j, i
        ends[top, place] = upper_strength[i]
        ends[bottom, place] = lower_strength[j]
