"""Playing whole hands: the policy that places each street's cards, and the hand's end, exactly.

**The policy, ``hindsight-1``.** With more than two open slots left after a street, each way to
place the dealt cards is tried on futures: some of the cards still to come are drawn, and the open
slots are filled from them as well as hindsight can. The way with the best average is played. With
two open slots left, each way is worth its exact expectation over all that may still be dealt.
Equal ways go to the first in the fixed order of ``ways``.

Hindsight flatters a board, because real play does not know the cards to come; fewer cards than
will really come make up for much of that. Futures are spent as a race: all ways see a few, the
better ways see more. Every way sees the same futures.

``choose_placement`` is the policy: it alone decides, and everything else here plays what it says.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.endings import (
    BITS,
    LOWER,
    OPEN,
    SUIT,
    TOTAL,
    UPPER,
    Tally,
    finish_pairs,
    finished_strength,
    open_rows,
    place_card,
    value_pairs,
)
from ofcapi.engine.kernels.one_card import (
    Endgame,
    Last,
    sum_both,
    sum_pairs_in_one_row,
    tally_last_card,
    tally_one_row,
    tally_two_rows,
)
from ofcapi.engine.kernels.random import draw_cards, start_state
from ofcapi.engine.kernels.rows import MIXED, NO_SUIT, count_set
from ofcapi.engine.kernels.shapes import HandTables, Leaf, RuleArrays
from ofcapi.engine.kernels.two_card import (
    LOWEST,
    Space,
    sum_best_of_three,
    sum_pairs,
    tally_last_street,
)

FUTURES, CARDS, KEEP = range(3)
"""Columns of a plan: how many futures, of how many cards each, and how many ways stay."""
_ALL_SUITS = 15


class Sums(NamedTuple):
    """Every subset of a few cards by its bit set: sum of rank keys, ranks, suits as a bit set.

    Each (subsets,) int64.
    """

    total: NDArray[np.int64]
    bits: NDArray[np.int64]
    suits: NDArray[np.int64]


class Finishes(NamedTuple):
    """Every finish of each row from a future, by row and by the set of dealt cards placed in it.

    strength, value, code, cards  (3, sets, finishes) int64: the row's strength, its terms of the
                                  leaf, and the bit set of the future's cards that it takes
    found                         (3, sets) int64: how many finishes there are
    best                          (3, sets) int64: the largest value
    wanted                        (3, sets) bool: which of them the ways still in the race need
    """

    strength: NDArray[np.int64]
    value: NDArray[np.int64]
    code: NDArray[np.int64]
    cards: NDArray[np.int64]
    found: NDArray[np.int64]
    best: NDArray[np.int64]
    wanted: NDArray[np.bool_]


class Race(NamedTuple):
    """Working space of a choice by hindsight.

    subsets  (cards + 1, cards + 1, most) int64: all bit sets by how many cards a future has and
             how many are taken; sizes (cards + 1, cards + 1) int64: how many there are
    dealt, future  sums of the dealt and of the drawn cards
    totals   (ways,) int64, each way's sum over the futures seen; running (ways,) bool, still in it
    deck     (52,) int64, the cards futures are drawn from
    """

    subsets: NDArray[np.int64]
    sizes: NDArray[np.int64]
    dealt: Sums
    future: Sums
    finishes: Finishes
    totals: NDArray[np.int64]
    running: NDArray[np.bool_]
    deck: NDArray[np.int64]


class Game(NamedTuple):
    """What play needs to know: tables, the leaf to play for, how cards are dealt, the plan.

    ways  (w, 3) int64: bit sets of the dealt cards that go to top, middle and bottom
    plan  (open slots left, rounds, 3) int64: the race by ``FUTURES``, ``CARDS``, ``KEEP``
    """

    tables: HandTables
    arrays: RuleArrays
    leaf: Leaf
    points: Leaf
    kind: NDArray[np.int64]
    dealt: int
    kept: int
    ways: NDArray[np.int64]
    plan: NDArray[np.int64]


class Workspace(NamedTuple):
    """All the working space of one thread."""

    race: Race
    street: Space
    last: Last


@kernel
def sum_subsets(tables: HandTables, cards: NDArray[np.int64], sums: Sums) -> None:
    """Fill the sums of every subset of the cards, each from the subset without its last card."""
    sums.total[0], sums.bits[0], sums.suits[0] = 0, 0, 0
    for place in range(cards.size):
        card = cards[place]
        key, bit, suit = tables.card_keys[card], 1 << (card >> 2), 1 << (card & 3)
        size = 1 << place
        for smaller in range(size):
            sums.total[size + smaller] = sums.total[smaller] + key
            sums.bits[size + smaller] = sums.bits[smaller] | bit
            sums.suits[size + smaller] = sums.suits[smaller] | suit


@kernel
def suits_of(suit: int) -> int:
    """A row's suit as a bit set of suits."""
    if suit == NO_SUIT:
        return 0
    return _ALL_SUITS if suit == MIXED else 1 << suit


@kernel
def list_finishes(
    tables: HandTables, leaf: Leaf, rows: NDArray[np.int64], cards: int, race: Race
) -> None:
    """Fill every wanted finish from a future of so many cards: a look-up each."""
    finishes, dealt, future = race.finishes, race.dealt, race.future
    for row in range(3):
        own_suits = suits_of(rows[row, SUIT])
        values, codes = leaf.row[row], leaf.code[row]
        for placed in range(finishes.wanted.shape[1]):
            if not finishes.wanted[row, placed]:
                continue
            total = rows[row, TOTAL] + dealt.total[placed]
            bits = rows[row, BITS] | dealt.bits[placed]
            suits = own_suits | dealt.suits[placed]
            taken = rows[row, OPEN] - count_set(placed)
            size = race.sizes[cards, taken]
            subsets = race.subsets[cards, taken]
            best = LOWEST
            strengths, terms = finishes.strength[row, placed], finishes.value[row, placed]
            own_codes, own_cards = finishes.code[row, placed], finishes.cards[row, placed]
            for place in range(size):
                subset = subsets[place]
                all_suits = suits | future.suits[subset]
                if row == 0:
                    strength = np.int64(tables.top_by_sum[total + future.total[subset]])
                elif all_suits & (all_suits - 1):
                    strength = np.int64(tables.by_sum[total + future.total[subset]])
                else:
                    strength = np.int64(tables.flush_by_bits[bits | future.bits[subset]])
                strengths[place], terms[place] = strength, values[strength]
                own_codes[place], own_cards[place] = codes[strength], subset
                best = max(best, values[strength])
            finishes.found[row, placed] = size
            finishes.best[row, placed] = best


@kernel
def fill_with_hindsight(
    arrays: RuleArrays, leaf: Leaf, most_joint: int, finishes: Finishes,
    top: int, middle: int, bottom: int
) -> int:  # fmt: skip
    """The best value of a board whose rows finish from the same future, each card used once.

    ``top``, ``middle`` and ``bottom`` are the sets of dealt cards placed. Loops over disjoint
    finishes, and leaves out what the rows' largest values cannot lift above the best so far.
    """
    best, joint = leaf.foul, leaf.joint
    caps, needs = arrays.middle_cap, arrays.middle_need
    tops, top_values = finishes.strength[0, top], finishes.value[0, top]
    top_cards, top_codes = finishes.cards[0, top], finishes.code[0, top]
    middles, middle_values = finishes.strength[1, middle], finishes.value[1, middle]
    bottoms, bottom_values = finishes.strength[2, bottom], finishes.value[2, bottom]
    bottom_cards, bottom_codes = finishes.cards[2, bottom], finishes.code[2, bottom]
    top_most = finishes.best[0, top] + most_joint
    bottom_most = finishes.best[2, bottom]
    for m in range(finishes.found[1, middle]):
        if middle_values[m] + bottom_most + top_most <= best:
            continue
        cap, need = caps[middles[m]], needs[middles[m]]
        middle_cards = finishes.cards[1, middle, m]
        for b in range(finishes.found[2, bottom]):
            value = middle_values[m] + bottom_values[b]
            if value + top_most <= best or bottoms[b] < need or bottom_cards[b] & middle_cards:
                continue
            strongest = min(cap, bottoms[b])
            used = middle_cards | bottom_cards[b]
            code = finishes.code[1, middle, m] + bottom_codes[b]
            for t in range(finishes.found[0, top]):
                if tops[t] <= strongest and top_cards[t] & used == 0:
                    best = max(best, value + top_values[t] + joint[code + top_codes[t]])
    return int(best)


@kernel
def start_race(rows: NDArray[np.int64], ways: NDArray[np.int64], race: Race) -> None:
    """Let every way that has room on the board start, with nothing."""
    race.totals[:] = 0
    for way in range(ways.shape[0]):
        race.running[way] = True
        for row in range(3):
            if count_set(ways[way, row]) > rows[row, OPEN]:
                race.running[way] = False


@kernel
def see_futures(
    game: Game, rows: NDArray[np.int64], cards: NDArray[np.int64], futures: int, drawn: int,
    state: NDArray[np.uint64], race: Race
) -> None:  # fmt: skip
    """Add futures with the given number of drawn cards to the totals of the ways in the race.

    Futures share no card until the deck is through, so that each card comes equally often: their
    average errs less than that of independent ones.
    """
    wanted = race.finishes.wanted
    wanted[:] = False
    for way in range(game.ways.shape[0]):
        if race.running[way]:
            for row in range(3):
                wanted[row, game.ways[way, row]] = True
    most_joint = game.leaf.joint.max()
    deck = race.deck[: cards.size]
    deck[:] = cards
    drawn = min(drawn, cards.size)
    begin = 0
    for _ in range(futures):
        if begin + drawn > deck.size:
            begin = 0
        draw_cards(deck[begin:], drawn, state)
        sum_subsets(game.tables, deck[begin : begin + drawn], race.future)
        begin += drawn
        list_finishes(game.tables, game.leaf, rows, drawn, race)
        for way in range(game.ways.shape[0]):
            if race.running[way]:
                race.totals[way] += fill_with_hindsight(
                    game.arrays, game.leaf, most_joint, race.finishes,
                    game.ways[way, 0], game.ways[way, 1], game.ways[way, 2],
                )  # fmt: skip


@kernel
def keep_best(race: Race, keep: int) -> int:
    """End the race for all but the best ways, earlier ones first on a tie; returns the best."""
    first = -1
    kept = np.zeros(race.running.size, dtype=np.bool_)
    for _ in range(keep):
        best = -1
        for way in range(race.running.size):
            if race.running[way] and (best < 0 or race.totals[way] > race.totals[best]):
                best = way
        if best < 0:
            break
        race.running[best] = False
        kept[best] = True
        if first < 0:
            first = best
    race.running[:] = kept
    return first


@kernel
def choose_by_hindsight(
    game: Game, rows: NDArray[np.int64], dealt: NDArray[np.int64], cards: NDArray[np.int64],
    state: NDArray[np.uint64], race: Race
) -> int:  # fmt: skip
    """The way that wins the race over the plan's futures."""
    sum_subsets(game.tables, dealt, race.dealt)
    start_race(rows, game.ways, race)
    plan = game.plan[rows[:, OPEN].sum() - game.kept]
    best = 0
    for leg in range(plan.shape[0]):
        if plan[leg, FUTURES] > 0:
            futures, drawn = plan[leg, FUTURES], plan[leg, CARDS]
            see_futures(game, rows, cards, futures, drawn, state, race)
            best = keep_best(race, plan[leg, KEEP])
    return best


@kernel
def place_way(
    tables: HandTables, start: NDArray[np.int64], dealt: NDArray[np.int64],
    way: NDArray[np.int64], rows: NDArray[np.int64]
) -> bool:  # fmt: skip
    """Fill ``rows`` with a board after dealt cards are placed one way; False without room."""
    rows[:] = start
    for row in range(3):
        for place in range(dealt.size):
            if (way[row] >> place) & 1:
                if rows[row, OPEN] == 0:
                    return False
                place_card(tables, rows, row, dealt[place])
    return True


@kernel
def ask_last(game: Game, rows: NDArray[np.int64], cards: NDArray[np.int64]) -> Endgame:
    """The last two cards as their loops take them, with the one leaf that play is for."""
    return Endgame(game.tables, game.arrays, game.leaf, game.points, game.kind, rows, cards, False)


@kernel
def value_last_two_slots(
    game: Game, rows: NDArray[np.int64], cards: NDArray[np.int64], table: Workspace
) -> int:
    """A board with two open slots, summed over all that may be dealt, exactly."""
    if game.kept == 2:
        value_pairs(
            game.tables, game.arrays, game.leaf, rows, cards, table.street.sides,
            table.street.values,
        )  # fmt: skip
        if game.dealt == 2:
            return sum_pairs(table.street.values, cards.size)
        sums = table.street.sums
        return sum_best_of_three(table.street.values, cards.size, sums[0], sums[1])
    last_cards = ask_last(game, rows, cards)
    upper, lower = open_rows(rows)
    if upper == lower:
        return sum_pairs_in_one_row(last_cards, game.leaf, rows, cards, table.last.pairs)
    sum_both(last_cards, rows, cards, table.last)
    total = 0
    for card in range(cards.size):
        total += max(table.last.sums[0, UPPER, card], table.last.sums[0, LOWER, card])
    return total


@kernel
def choose_exactly(
    game: Game, rows: NDArray[np.int64], dealt: NDArray[np.int64], cards: NDArray[np.int64],
    table: Workspace
) -> int:  # fmt: skip
    """The way whose board with two open slots is worth most."""
    after = np.empty((3, 4), dtype=np.int64)
    best, best_value = -1, 0
    for way in range(game.ways.shape[0]):
        if place_way(game.tables, rows, dealt, game.ways[way], after):
            value = value_last_two_slots(game, after, cards, table)
            if best < 0 or value > best_value:
                best, best_value = way, value
    return best


@kernel
def choose_placement(
    game: Game, rows: NDArray[np.int64], dealt: NDArray[np.int64], cards: NDArray[np.int64],
    state: NDArray[np.uint64], table: Workspace
) -> int:  # fmt: skip
    """The policy: which of the ways to place the dealt cards, by its index in ``game.ways``.

    rows   (3, 4), the board, see ``endings``; more than two slots are open after the placement,
           or just two
    dealt  (d,) ascending cards; cards (n,) ascending, those that may still come
    state  (1,) uint64, the generator, moves on
    """
    if rows[:, OPEN].sum() - game.kept == 2:
        return choose_exactly(game, rows, dealt, cards, table)
    return choose_by_hindsight(game, rows, dealt, cards, state, table.race)


@kernel
def play_streets(
    game: Game, rows: NDArray[np.int64], deck: NDArray[np.int64], state: NDArray[np.uint64],
    table: Workspace
) -> int:  # fmt: skip
    """Play the front of a deck until one or two slots are open, in place; returns what is dealt.

    ``deck`` (n,) is shuffled as far as it is dealt.
    """
    before = np.empty((3, 4), dtype=np.int64)
    streets = max(0, (rows[:, OPEN].sum() - 2) // game.kept)
    draw_cards(deck, streets * game.dealt, state)
    for street in range(streets):
        dealt = np.sort(deck[street * game.dealt : (street + 1) * game.dealt])
        cards = np.sort(deck[(street + 1) * game.dealt :])
        way = choose_placement(game, rows, dealt, cards, state, table)
        before[:] = rows
        place_way(game.tables, before, dealt, game.ways[way], rows)
    return int(streets * game.dealt)


@kernel
def finish_with_pair(
    game: Game, rows: NDArray[np.int64], dealt: NDArray[np.int64], street: Space,
    ends: NDArray[np.int64]
) -> None:  # fmt: skip
    """Fill the strengths (3,) of a board with two open slots after the best pair of dealt cards."""
    value_pairs(game.tables, game.arrays, game.leaf, rows, dealt, street.sides, street.values)
    first, second = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    best = street.values[0, 1]
    for i in range(dealt.size):
        for j in range(i + 1, dealt.size):
            if street.values[i, j] > best:
                best = street.values[i, j]
                first[0], second[0] = i, j
    after = np.empty((3, 1), dtype=np.int64)
    finish_pairs(
        game.tables, game.leaf, rows, dealt, street.sides, street.values, first, second, after
    )
    ends[:] = after[:, 0]


@kernel
def finish_singly(
    game: Game, rows: NDArray[np.int64], deck: NDArray[np.int64], last: Last,
    ends: NDArray[np.int64]
) -> None:  # fmt: skip
    """Fill the strengths (3,) of a board with one or two open slots after the next single cards.

    ``deck`` (n,) holds those cards first, then those that stay unseen. Changes ``rows``.
    """
    home, lower = open_rows(rows)
    slots = rows[:, OPEN].sum()
    if home != lower:
        cards = np.sort(deck)
        sum_both(ask_last(game, rows, cards), rows, cards, last)
        card = np.searchsorted(cards, deck[0])
        if last.sums[0, LOWER, card] > last.sums[0, UPPER, card]:
            home = lower
    place_card(game.tables, rows, home, deck[0])
    if slots == 2:
        home, _ = open_rows(rows)
        place_card(game.tables, rows, home, deck[1])
    for row in range(3):
        ends[row] = finished_strength(game.tables, rows, row)


@kernel
def play_boards(
    game: Game, start: NDArray[np.int64], unseen: NDArray[np.int64], seed: int, begin: int,
    table: Workspace, ends: NDArray[np.int64]
) -> None:  # fmt: skip
    """Play boards ``begin``, ``begin + 1``, .. from an unfinished board to their very ends.

    ends  (boards, 3) int64, filled: the strengths of top, middle and bottom
    """
    rows = np.empty((3, 4), dtype=np.int64)
    state = np.empty(1, dtype=np.uint64)
    deck = np.empty(unseen.size, dtype=np.int64)
    for index in range(ends.shape[0]):
        rows[:] = start
        deck[:] = unseen
        start_state(state, seed, begin + index)
        left = deck[play_streets(game, rows, deck, state, table) :]
        if game.kept == 2:
            draw_cards(left, game.dealt, state)
            finish_with_pair(game, rows, left[: game.dealt], table.street, ends[index])
        else:
            draw_cards(left, rows[:, OPEN].sum(), state)
            finish_singly(game, rows, left, table.last, ends[index])


@kernel
def count_ending(
    game: Game, rows: NDArray[np.int64], cards: NDArray[np.int64], table: Workspace, tally: Tally
) -> None:
    """Count every outcome of a board with one or two open slots, over all that may be dealt."""
    if game.kept == 2:
        tally_last_street(
            game.tables, game.arrays, game.leaf, game.kind, rows, cards, np.arange(cards.size),
            game.dealt, 0, 1, table.street, tally,
        )  # fmt: skip
        return
    last_cards = ask_last(game, rows, cards)
    if rows[:, OPEN].sum() == 1:
        tally_last_card(last_cards, table.last, tally)
    elif rows[:, OPEN].max() == 2:
        tally_one_row(last_cards, rows, cards, 1, table.last, tally)
    else:
        tally_two_rows(last_cards, rows, cards, 1, table.last, tally)


@kernel
def play_samples(
    game: Game, start: NDArray[np.int64], unseen: NDArray[np.int64], seed: int, begin: int,
    table: Workspace, kinds: NDArray[np.int64], joint: NDArray[np.int64], foul: NDArray[np.int64]
) -> None:  # fmt: skip
    """Play samples ``begin``, ``begin + 1``, .. from a board to its last two slots, count the ends.

    Sample i deals the same cards and shows the policy the same futures for any board.

    kinds, joint, foul  (samples, ..) int64, filled: a tally of each sample, see ``Tally``
    """
    rows = np.empty((3, 4), dtype=np.int64)
    state = np.empty(1, dtype=np.uint64)
    deck = np.empty(unseen.size, dtype=np.int64)
    for index in range(foul.shape[0]):
        rows[:] = start
        deck[:] = unseen
        start_state(state, seed, begin + index)
        cards = np.sort(deck[play_streets(game, rows, deck, state, table) :])
        tally = Tally(kinds[index], joint[index], foul[index : index + 1])
        count_ending(game, rows, cards, table, tally)
