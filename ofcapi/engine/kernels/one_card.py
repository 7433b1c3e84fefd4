"""Loops over streets of one card (classic).

A *state* is which of the unseen cards went to which row: for each row a set of a cards, a bit set
of places in the deck, numbered in ascending order of the bit sets. The states of one *shape*
(cards placed in top, middle, bottom) are numbered ``(top * C(n, middle) + middle) * C(n, bottom)
+ bottom`` from the shape's offset on, those in which rows share a card included but left alone.
All shapes share one array of values, so that sub-boards reached in different orders are one state.

Values come in two: the objective's sum, and the points' sum that breaks ties. Of equally good
rows the uppermost takes the card.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.endings import (
    LOWER,
    UPPER,
    Sides,
    Tally,
    count_outcomes,
    fill_settled_rows,
    fill_sides,
    open_rows,
    place_card,
    strengths_with_each_card,
    strengths_with_each_pair,
    value_pairs_in_one_row,
)
from ofcapi.engine.kernels.shapes import HandTables, Leaf, RuleArrays


class Endgame(NamedTuple):
    """What the loops need to know: tables, the two leaves, the board, the cards.

    ``start`` (3, 4) is the board, see ``endings``; ``unseen`` (n,) int64; ``ties_matter`` whether
    the second leaf can break ties; kind (3, 7918) as in ``count_outcome``.
    """

    tables: HandTables
    arrays: RuleArrays
    objective: Leaf
    points: Leaf
    kind: NDArray[np.int64]
    start: NDArray[np.int64]
    unseen: NDArray[np.int64]
    ties_matter: bool


class States(NamedTuple):
    """The states of all shapes.

    offset (4, 6, 6) int64 by shape, -1 where there is none; choose (53, 8) int64 binomials;
    values (states, 2) int64; reached (states,) int64, in how many sequences of cards.
    """

    offset: NDArray[np.int64]
    choose: NDArray[np.int64]
    values: NDArray[np.int64]
    reached: NDArray[np.int64]


class Shape(NamedTuple):
    """The states in which so many cards are in each row.

    ``first`` is the first state's number; placed (3,) int64 the cards in each row; tops, middles,
    bottoms int64, every set of so many places in the deck, in order.
    """

    first: int
    placed: NDArray[np.int64]
    tops: NDArray[np.int64]
    middles: NDArray[np.int64]
    bottoms: NDArray[np.int64]


class Last(NamedTuple):
    """Working space for the last two of n cards.

    Sides for both leaves; sums (2, 2, n) by leaf and side; the cards left (n,); chosen (n,), the
    side that takes each; pairs (n, n); ends (3, n**2) and deals (n**2,) of outcomes. All int64.
    """

    objective: Sides
    points: Sides
    sums: NDArray[np.int64]
    cards: NDArray[np.int64]
    chosen: NDArray[np.int64]
    pairs: NDArray[np.int64]
    ends: NDArray[np.int64]
    deals: NDArray[np.int64]


@kernel
def list_subsets(size: int, sets: NDArray[np.int64]) -> None:
    """All bit sets of so many places, ascending, as many as there is room for."""
    bits = (1 << size) - 1
    for place in range(sets.size):
        sets[place] = bits
        if bits == 0:
            return
        lowest = bits & -bits
        carried = bits + lowest
        bits = carried | (((bits ^ carried) >> 2) // lowest)


@kernel
def read_state(
    shape: Shape, index: int, numbers: NDArray[np.int64], sets: NDArray[np.int64]
) -> bool:
    """The rows' set numbers and sets, filled in, of a state counted from the shape's first.

    Returns whether it is a state at all: no card is in two rows.
    """
    middles, bottoms = shape.middles, shape.bottoms
    numbers[0] = index // bottoms.size // middles.size
    numbers[1] = index // bottoms.size % middles.size
    numbers[2] = index % bottoms.size
    top, middle, bottom = shape.tops[numbers[0]], middles[numbers[1]], bottoms[numbers[2]]
    sets[0], sets[1], sets[2] = top, middle, bottom
    return bool((top & middle) | (top & bottom) | (middle & bottom) == 0)


@kernel
def best_states(
    states: States, shape: Shape, numbers: NDArray[np.int64],
    sets: NDArray[np.int64], best: NDArray[np.int64]
) -> None:  # fmt: skip
    """For each unseen card the state once it is placed best, -1 for a card already placed.

    ``numbers`` and ``sets`` (3,) are as ``read_state`` fills them; ``best`` (n,) is filled.
    A set's number is the sum over its places of C(place, position), so with one more card the
    places above it move up by one position; going through the cards in order keeps both parts of
    the sum at hand.
    """
    choose, values = states.choose, states.values
    deck = best.size
    used = sets[0] | sets[1] | sets[2]
    best[:] = -1
    more = np.empty(3, dtype=np.int64)
    for row in range(3):
        more[:] = shape.placed
        more[row] += 1
        state = states.offset[more[0], more[1], more[2]]
        if state < 0:
            continue
        stride, own_stride = 1, 1
        for other in range(2, -1, -1):
            if other == row:
                own_stride = stride
            else:
                state += stride * numbers[other]
            stride *= choose[deck, more[other]]
        below, above, position = 0, 0, 1
        for card in range(deck):
            if (sets[row] >> card) & 1:
                position += 1
                above += choose[card, position]
        position = 1
        for card in range(deck):
            if (sets[row] >> card) & 1:
                below += choose[card, position]
                position += 1
                above -= choose[card, position]
            elif not (used >> card) & 1:
                after = state + own_stride * (below + choose[card, position] + above)
                rival = best[card]
                better = rival < 0 or values[after, 0] > values[rival, 0]
                if not better and values[after, 0] == values[rival, 0]:
                    better = values[after, 1] > values[rival, 1]
                if better:
                    best[card] = after


@kernel
def sum_sides(leaf: Leaf, sides: Sides, count: int, sums: NDArray[np.int64]) -> None:
    """For each card the sum over the other cards of the board's value.

    ``sums[UPPER, i]`` has card i in the upper open row and each other card in the lower one;
    ``sums[LOWER, i]`` the other way round.
    """
    sums[:, :count] = 0
    need, offer = sides.bound[UPPER], sides.bound[LOWER]
    upper, lower = sides.row[UPPER], sides.row[LOWER]
    upper_code, lower_code = sides.code[UPPER], sides.code[LOWER]
    foul, joint = leaf.foul, leaf.joint
    below = sums[LOWER]
    for i in range(count):
        total = 0
        if leaf.separable:
            own_need, own = need[i], upper[i]
            for j in range(count):
                value = own + lower[j] if own_need <= offer[j] else foul
                below[j] += value
                total += value
        else:
            own_need, own, own_code = need[i], upper[i], upper_code[i]
            for j in range(count):
                value = own + lower[j] + joint[own_code + lower_code[j]]
                value = value if own_need <= offer[j] else foul
                below[j] += value
                total += value
        itself = upper[i] + lower[i] + joint[upper_code[i] + lower_code[i]]
        itself = itself if need[i] <= offer[i] else foul
        sums[UPPER, i] += total - itself
        sums[LOWER, i] -= itself


@kernel
def sum_pairs_in_one_row(
    game: Endgame, leaf: Leaf, rows: NDArray[np.int64], cards: NDArray[np.int64],
    pairs: NDArray[np.int64]
) -> int:  # fmt: skip
    """The sum of the board's value over all ordered pairs of cards in one row's last slots."""
    row, _ = open_rows(rows)
    value_pairs_in_one_row(game.tables, game.arrays, leaf, rows, row, cards, pairs)
    total = 0
    for i in range(cards.size):
        for j in range(i):
            total += pairs[i, j]
    return 2 * total


@kernel
def deal_out(
    game: Endgame, sets: NDArray[np.int64], rows: NDArray[np.int64], last: Last
) -> NDArray[np.int64]:
    """The board of a state, filled into ``rows``; returns the cards left."""
    rows[:] = game.start
    left = 0
    for place in range(game.unseen.size):
        card = game.unseen[place]
        home = -1
        for row in range(3):
            if (sets[row] >> place) & 1:
                home = row
        if home >= 0:
            place_card(game.tables, rows, home, card)
        else:
            last.cards[left] = card
            left += 1
    return last.cards[:left]


@kernel
def sum_both(game: Endgame, rows: NDArray[np.int64], cards: NDArray[np.int64], last: Last) -> None:
    """Fill sides and sums of both leaves for a board with one open slot in each of two rows."""
    fill_sides(game.tables, game.arrays, game.objective, rows, cards, last.objective)
    sum_sides(game.objective, last.objective, cards.size, last.sums[0])
    if game.ties_matter:
        fill_sides(game.tables, game.arrays, game.points, rows, cards, last.points)
        sum_sides(game.points, last.points, cards.size, last.sums[1])


@kernel
def choose_sides(sums: NDArray[np.int64], ties_matter: bool, chosen: NDArray[np.int64]) -> None:
    """The open row that best takes each card, the upper one on a tie."""
    for card in range(chosen.size):
        side = LOWER if sums[0, LOWER, card] > sums[0, UPPER, card] else UPPER
        if ties_matter and sums[0, LOWER, card] == sums[0, UPPER, card]:
            side = LOWER if sums[1, LOWER, card] > sums[1, UPPER, card] else UPPER
        chosen[card] = side


@kernel
def value_last_two(
    game: Endgame, states: States, shape: Shape,
    begin: int, end: int, last: Last
) -> None:  # fmt: skip
    """The values of a range of the states of one shape with two open slots: n**2 steps each."""
    rows = np.empty((3, 4), dtype=np.int64)
    sets = np.empty(3, dtype=np.int64)
    numbers = np.empty(3, dtype=np.int64)
    for index in range(begin, end):
        if not read_state(shape, index, numbers, sets):
            continue
        cards = deal_out(game, sets, rows, last)
        value = states.values[shape.first + index]
        upper, lower = open_rows(rows)
        if upper == lower:
            value[0] = sum_pairs_in_one_row(game, game.objective, rows, cards, last.pairs)
            if game.ties_matter:
                value[1] = sum_pairs_in_one_row(game, game.points, rows, cards, last.pairs)
            continue
        sum_both(game, rows, cards, last)
        sums, chosen, ties_matter = last.sums, last.chosen, game.ties_matter
        choose_sides(sums, ties_matter, chosen[: cards.size])
        for card in range(cards.size):
            side = chosen[card]
            value[0] += sums[0, side, card]
            if ties_matter:
                value[1] += sums[1, side, card]


@kernel
def value_states(
    states: States, shape: Shape,
    begin: int, end: int, best: NDArray[np.int64]
) -> None:  # fmt: skip
    """The values of a range of the states of one shape, from those of one card more.

    ``best`` (n,) int64 is working space.
    """
    values = states.values
    sets = np.empty(3, dtype=np.int64)
    numbers = np.empty(3, dtype=np.int64)
    for index in range(begin, end):
        if not read_state(shape, index, numbers, sets):
            continue
        best_states(states, shape, numbers, sets, best)
        for after in best:
            if after >= 0:
                values[shape.first + index, 0] += values[after, 0]
                values[shape.first + index, 1] += values[after, 1]


@kernel
def reach_states(
    states: States, shape: Shape,
    best: NDArray[np.int64]
) -> None:  # fmt: skip
    """Pass on, from all states of one shape, in how many sequences best play reaches the next.

    ``best`` (n,) int64 is working space.
    """
    reached = states.reached
    sets = np.empty(3, dtype=np.int64)
    numbers = np.empty(3, dtype=np.int64)
    for index in range(shape.tops.size * shape.middles.size * shape.bottoms.size):
        times = reached[shape.first + index]
        if times == 0:
            continue
        read_state(shape, index, numbers, sets)
        best_states(states, shape, numbers, sets, best)
        for after in best:
            if after >= 0:
                reached[after] += times


@kernel
def tally_last_two(
    game: Endgame, states: States, shape: Shape,
    begin: int, end: int, last: Last, tally: Tally
) -> None:  # fmt: skip
    """Count the outcomes of a range of the reached states with two open slots."""
    rows = np.empty((3, 4), dtype=np.int64)
    sets = np.empty(3, dtype=np.int64)
    numbers = np.empty(3, dtype=np.int64)
    for index in range(begin, end):
        times = states.reached[shape.first + index]
        if times == 0:
            continue
        read_state(shape, index, numbers, sets)
        cards = deal_out(game, sets, rows, last)
        upper, lower = open_rows(rows)
        if upper == lower:
            tally_one_row(game, rows, cards, times, last, tally)
        else:
            tally_two_rows(game, rows, cards, times, last, tally)


@kernel
def tally_one_row(
    game: Endgame, rows: NDArray[np.int64], cards: NDArray[np.int64], times: int,
    last: Last, tally: Tally
) -> None:  # fmt: skip
    """Count every pair of cards, in either order, in one row's last two slots."""
    row, _ = open_rows(rows)
    size = cards.size * (cards.size - 1) // 2
    ends, deals, pairs = last.ends[:, :size], last.deals[:size], last.pairs
    fill_settled_rows(game.tables, rows, ends)
    strengths_with_each_pair(game.tables, rows, row, cards, pairs)
    place = 0
    for i in range(cards.size):
        for j in range(i):
            ends[row, place] = pairs[i, j]
            place += 1
    deals[:] = 2 * times
    count_outcomes(game.arrays, game.points, game.kind, ends, deals, tally)


@kernel
def tally_two_rows(
    game: Endgame, rows: NDArray[np.int64], cards: NDArray[np.int64], times: int,
    last: Last, tally: Tally
) -> None:  # fmt: skip
    """Count every two cards that come, the first placed best of the two open rows."""
    sum_both(game, rows, cards, last)
    choose_sides(last.sums, game.ties_matter, last.chosen[: cards.size])
    upper, lower = open_rows(rows)
    size = cards.size * (cards.size - 1)
    ends, deals, chosen = last.ends[:, :size], last.deals[:size], last.chosen
    strengths = last.objective.strength
    fill_settled_rows(game.tables, rows, ends)
    place = 0
    for card in range(cards.size):
        home, other = (upper, lower) if chosen[card] == UPPER else (lower, upper)
        own, others = strengths[chosen[card], card], strengths[1 - chosen[card]]
        for second in range(cards.size):
            if second != card:
                ends[home, place] = own
                ends[other, place] = others[second]
                place += 1
    deals[:] = times
    count_outcomes(game.arrays, game.points, game.kind, ends, deals, tally)


@kernel
def tally_last_card(game: Endgame, last: Last, tally: Tally) -> None:
    """Count the outcomes of a board with one open slot: a look-up a card."""
    row, _ = open_rows(game.start)
    cards = game.unseen
    ends, deals = last.ends[:, : cards.size], last.deals[: cards.size]
    fill_settled_rows(game.tables, game.start, ends)
    strengths_with_each_card(game.tables, game.start, row, cards, ends[row])
    deals[:] = 1
    count_outcomes(game.arrays, game.points, game.kind, ends, deals, tally)
