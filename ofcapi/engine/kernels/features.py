"""What the outlook's networks look at: numbers that say what each row is and may become.

A board has 288 of them: for each row the ranks it holds, the chances of what it may still make and
what that would pay; the cards to come; and how likely the rows end in the right order. The chances
treat ranks as independent and rows as if each had the cards to come for itself: they are hints to
a network that has learnt how far to trust them, and no answer shows them.

No feature names a suit: a row sees how many of its own suit are live, and nothing of the others,
so that renaming suits changes nothing. All arithmetic is in single precision and in a fixed order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.endings import BITS, OPEN, SUIT, TOTAL
from ofcapi.engine.kernels.rows import MIXED, NO_SUIT, count_set, row_strength
from ofcapi.engine.kernels.shapes import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    HandTables,
    RuleArrays,
)

RANKS = 13
QUEEN = 10
GROUP = 6
"""Features of each rank that a row holds."""


def lay_out(*sizes: int) -> tuple[slice, ...]:
    """Slices of given numbers of features, one after the other.

    >>> lay_out(4, 3)
    (slice(0, 4, None), slice(4, 7, None))
    """
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return tuple(slice(start, start + size) for start, size in zip(starts, sizes, strict=True))


PARTS = (0, 64, 152, 240, 264, 288)
"""Where the features of top, middle, bottom, the cards to come and the order of rows begin. Each
part has a few places to spare at its end, which stay 0."""
FIVE_FEATURES = PARTS[2] - PARTS[1]
SHARED_FEATURES = PARTS[4] - PARTS[3]
ORDER_FEATURES = PARTS[5] - PARTS[4]
FEATURES = PARTS[5]

(
    TOP_OPEN, TOP_MADE, TOP_GROUPS, TOP_HELD, TOP_PAIRS, TOP_WORTH, TOP_FINISHED,
) = lay_out(4, 3, 3 * GROUP, RANKS, RANKS, 5, 3)  # fmt: skip
"""A top row: open slots and what it holds, one of each set to 1; its ranks; cards by rank; chances
of each pair; chance of three of a kind, what that, any pair, the best pair and royalties may bring;
finished: strength, royalty, ticket."""
(
    FIVE_OPEN, FIVE_GROUPS, FIVE_HELD, FIVE_STRAIGHTS, FIVE_SUIT, FIVE_FLUSHES, FIVE_EQUAL,
    FIVE_FINISHED, FIVE_MADE, FIVE_EARNS,
) = lay_out(6, 5 * GROUP, RANKS, 10, 2, 4, 5, 2, 10, 2)  # fmt: skip
"""A row of five: open slots, one set to 1; its ranks; cards by rank; chance of each straight;
whether in one suit, and live cards of it; chances of a flush, a straight flush, a royal flush, a
straight; of a pair, two pairs, three of a kind, a full house, four of a kind; finished: strength,
royalty; category, one set to 1; what it is likely to earn in all, and at most."""
SHARED_LIVE, SHARED_LEFT, SHARED_FOUL, SHARED_TICKETS = lay_out(RANKS, 2, 1, 4)
"""Live cards by rank; cards unseen and to be seen; the foul; tickets of queens, kings, aces and
three of a kind."""
ORDER_TOP_MIDDLE, ORDER_MIDDLE_BOTTOM, ORDER_SAFE = lay_out(10, 10, 2)
"""Neighbouring rows; the chance that all end in order, and the foul times the chance that not."""
SUMMARY = 16
"""What the order of rows needs to know of one, by the places that follow."""
CATEGORY, MADE, OPEN_SLOTS, FIRST_RANK, FINISHED, STRENGTH = range(6)
REACH = 6
"""From here on in a summary, the chances to end as at least a pair, two pairs, trips, .."""
WHEEL = 0x100F
"""The ranks of the lowest straight, as a bit set."""


class Coming(NamedTuple):
    """The cards to come, and the chances they give.

    live    (13,) int64, unseen cards by rank; suits (4,) int64, ranks unseen by suit as bit sets
    chance  (14, 6) float32, that of so many live cards (up to 13) at least so many (0 to 5) come
    worth   (14,) float32, the ticket of a pair of each rank on top, and of three of a kind
    pays    (3, 10) float32, the royalty of a row by its category, where that alone decides
    left    unseen cards; seen, how many of them the player will be dealt
    foul    float, the worth of a foul in points
    """

    live: NDArray[np.int64]
    suits: NDArray[np.int64]
    chance: NDArray[np.float32]
    worth: NDArray[np.float32]
    pays: NDArray[np.float32]
    left: int
    seen: int
    foul: float


class Prices(NamedTuple):
    """What a question pays: see ``Coming`` for the members."""

    worth: NDArray[np.float32]
    pays: NDArray[np.float32]
    foul: float


@kernel
def look_ahead(
    cards: NDArray[np.int64], seen: int, chances: NDArray[np.float32], prices: Prices
) -> Coming:
    """The cards to come: ``cards`` (n,) are unseen, the player will be dealt ``seen`` of them.

    ``chances`` (53, 13, 14, 6) float32: by unseen cards, cards seen, live cards and how many.
    """
    live, suits = np.zeros(RANKS, dtype=np.int64), np.zeros(4, dtype=np.int64)
    for card in cards:
        live[card >> 2] += 1
        suits[card & 3] |= 1 << (card >> 2)
    chance = chances[cards.size, seen]
    return Coming(live, suits, chance, prices.worth, prices.pays, cards.size, seen, prices.foul)


@kernel
def either(one: np.float32, other: np.float32) -> np.float32:
    """The chance of at least one of two things, as if they were independent."""
    return one + other - one * other


@kernel
def fill_reach(
    held: NDArray[np.int64], slots: int, coming: Coming, reach: NDArray[np.float32]
) -> None:
    """Fill the chance that a row comes to hold at least so many cards of a rank, (13, 5).

    1 if it holds them, 0 where there are too few slots for them.
    """
    for rank in range(RANKS):
        chance = coming.chance[coming.live[rank]]
        for wanted in range(5):
            needed = wanted - held[rank]
            reach[rank, wanted] = 0
            if needed <= 0:
                reach[rank, wanted] = 1
            elif needed <= slots:
                reach[rank, wanted] = chance[needed]


@kernel
def chance_of_all(coming: Coming, bits: int) -> np.float32:
    """The chance that every one of the ranks comes, as if ranks were independent."""
    chance = np.float32(1.0)
    for rank in range(RANKS):
        if (bits >> rank) & 1:
            chance *= coming.chance[coming.live[rank], 1]
    return chance


@kernel
def order_groups(held: NDArray[np.int64], order: NDArray[np.int64]) -> int:
    """The ranks of a row into ``order``: most cards first, then highest; how many."""
    groups = 0
    for size in range(4, 0, -1):
        for rank in range(RANKS - 1, -1, -1):
            if held[rank] == size and groups < order.size:
                order[groups] = rank
                groups += 1
    return groups


@kernel
def made_category(held: NDArray[np.int64], order: NDArray[np.int64], groups: int) -> int:
    """The category of a row by its equal ranks alone, without suits and straights."""
    if groups == 0 or held[order[0]] == 1:
        return HIGH_CARD
    most = held[order[0]]
    second = held[order[1]] if groups > 1 else 0
    if most == 2:
        return TWO_PAIR if second == 2 else PAIR
    if most == 3:
        return FULL_HOUSE if second == 2 else THREE_OF_A_KIND
    return FOUR_OF_A_KIND


@kernel
def describe_groups(
    held: NDArray[np.int64], order: NDArray[np.int64], groups: int, most: int, slots: int,
    coming: Coming, features: NDArray[np.float32]
) -> None:  # fmt: skip
    """For each rank of a row: cards, rank, live cards, chances of one, two and three more."""
    for place in range(min(most, groups)):
        rank = order[place]
        live = coming.live[rank]
        group = features[place * GROUP : (place + 1) * GROUP]
        group[0] = held[rank] * np.float32(0.5)
        group[1] = (rank + 1) / np.float32(13.0)
        group[2] = live * np.float32(0.25)
        for more in range(1, 4):
            if more <= slots:
                group[2 + more] = coming.chance[live, more]


@kernel
def summarize(
    made: int, order: NDArray[np.int64], groups: int, slots: int, strength: int,
    summary: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill what a row is in its summary, and clear what it may become."""
    summary[:] = 0
    summary[CATEGORY] = made
    summary[OPEN_SLOTS] = slots
    summary[FINISHED] = slots == 0
    summary[STRENGTH] = strength
    if groups > 0:
        summary[FIRST_RANK] = (order[0] + 1) / np.float32(13.0)
    second = (order[1] + 1) / np.float32(169.0) if groups > 1 else np.float32(0)
    summary[MADE] = made + summary[FIRST_RANK] + second


@kernel
def describe_top(
    tables: HandTables, arrays: RuleArrays, held: NDArray[np.int64], total: int, slots: int,
    coming: Coming, features: NDArray[np.float32], summary: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill the features of a top row, (64,), and its summary."""
    features[:] = 0
    order = np.empty(3, dtype=np.int64)
    groups = order_groups(held, order)
    category = made_category(held, order, groups)
    features[TOP_OPEN][slots] = 1
    features[TOP_MADE][min(category, TWO_PAIR)] = 1
    describe_groups(held, order, groups, 3, slots, coming, features[TOP_GROUPS])
    features[TOP_HELD] = held
    pairs = features[TOP_PAIRS]
    reach = np.empty((RANKS, 5), dtype=np.float32)
    fill_reach(held, slots, coming, reach)
    strength = row_strength(tables, 3, total, 0, MIXED) if slots == 0 else 0
    summarize(category, order, groups, slots, strength, summary)
    ticket, most, pays = np.float32(0), np.float32(0), np.float32(0)
    best = np.float32(0)
    for rank in range(RANKS):
        chance = reach[rank, 2]
        pairs[rank] = chance
        if held[rank] > 0 or groups == 0:
            ticket += chance * coming.worth[rank]
        most = max(most, chance * coming.worth[rank])
        best = max(best, chance)
        if rank >= 4:
            pays = max(pays, chance * (rank - 3))
    trips = np.float32(0)
    if groups == 1:
        trips = reach[order[0], 3]
    elif groups == 0:
        for rank in range(RANKS):
            trips += reach[rank, 3]
    brings = features[TOP_WORTH]
    brings[0] = trips
    brings[1] = trips * coming.worth[RANKS] * np.float32(0.1)
    brings[2] = ticket * np.float32(0.1)
    brings[3] = most * np.float32(0.1)
    brings[4] = pays * np.float32(0.1)
    if slots == 0:
        worth = np.float32(0)
        if category == PAIR:
            worth = coming.worth[order[0]]
        elif category == THREE_OF_A_KIND:
            worth = coming.worth[RANKS]
        finished = features[TOP_FINISHED]
        finished[0] = strength / np.float32(7917.0)
        finished[1] = arrays.royalty[0, strength] * np.float32(0.1)
        finished[2] = worth * np.float32(0.1)
    summary[REACH] = 1 if category >= PAIR else best
    summary[REACH + 1] = trips
    summary[REACH + 2] = trips


@kernel
def describe_straights(
    bits: int, suit: int, slots: int, coming: Coming, features: NDArray[np.float32]
) -> tuple[np.float32, np.float32, np.float32]:
    """Fill the chance of each straight, (10,), lowest first, for a row of ranks that differ.

    Returns the chance of any, of one in one suit, and of the highest in one suit.
    """
    straight, suited, royal = np.float32(0), np.float32(0), np.float32(0)
    for high in range(3, RANKS):
        window = WHEEL if high == 3 else 31 << (high - 4)
        missing = window & ~bits
        if bits & ~window or count_set(missing) != slots:
            continue
        chance = chance_of_all(coming, missing)
        features[high - 3] = chance
        straight = either(straight, chance)
        if NO_SUIT < suit < MIXED and missing & ~coming.suits[suit] == 0:
            both = np.float32(1)
            for drawn in range(slots):
                both *= np.float32(coming.seen - drawn) / np.float32(coming.left - drawn)
            suited += both
            royal = both if high == RANKS - 1 else royal
    return straight, suited, royal


@kernel
def count_live_suit(suit: int, coming: Coming) -> int:
    """Unseen cards that could make the row a flush: of its suit, or of the most frequent one."""
    live = 0
    for other in range(4):
        if suit in (other, NO_SUIT):
            live = max(live, count_set(coming.suits[other]))
    return live


@kernel
def chance_of_same(
    held: NDArray[np.int64], order: NDArray[np.int64], groups: int, wanted: int,
    reach: NDArray[np.float32]
) -> np.float32:  # fmt: skip
    """The chance that a rank in the row, which has fewer, becomes so many cards."""
    chance = np.float32(0)
    for place in range(groups):
        if held[order[place]] < wanted:
            chance = either(chance, reach[order[place], wanted])
    return chance


@kernel
def chance_of_new(held: NDArray[np.int64], wanted: int, reach: NDArray[np.float32]) -> np.float32:
    """The chance that a rank not in the row yet becomes so many cards."""
    chance = np.float32(0)
    for rank in range(RANKS):
        if held[rank] == 0:
            chance = either(chance, reach[rank, wanted])
    return chance


@kernel
def chance_of_both(
    held: NDArray[np.int64], one: int, of_one: int, other: int, of_other: int, slots: int,
    reach: NDArray[np.float32]
) -> np.float32:  # fmt: skip
    """The chance that a row comes to hold so many cards of each of two ranks."""
    if max(0, of_one - held[one]) + max(0, of_other - held[other]) > slots:
        return np.float32(0)
    return np.float32(reach[one, of_one] * reach[other, of_other])


@kernel
def chance_of_two_pairs(
    held: NDArray[np.int64], order: NDArray[np.int64], groups: int, new_pair: np.float32,
    slots: int, reach: NDArray[np.float32]
) -> np.float32:  # fmt: skip
    """The chance of two pairs: of ranks in the row, or of its first and one that is new."""
    chance = np.float32(0)
    for first in range(groups):
        for second in range(first + 1, groups):
            both = chance_of_both(held, order[first], 2, order[second], 2, slots, reach)
            chance = either(chance, both)
    # The new pair takes two slots.
    if groups > 0 and max(0, 2 - held[order[0]]) + 2 <= slots:
        chance = either(chance, new_pair * reach[order[0], 2])
    return chance


@kernel
def chance_of_full_house(
    held: NDArray[np.int64], order: NDArray[np.int64], groups: int, slots: int,
    reach: NDArray[np.float32]
) -> np.float32:  # fmt: skip
    """The chance of a full house of a row's one or two ranks, or of its one and a new one."""
    chance = np.float32(0)
    for place in range(groups):
        big = order[place]
        for small in range(RANKS):
            if small == big or (groups == 2 and held[small] == 0):
                continue
            chance = either(chance, chance_of_both(held, big, 3, small, 2, slots, reach))
            if groups == 1:
                chance = either(chance, chance_of_both(held, big, 2, small, 3, slots, reach))
    return chance


@kernel
def describe_five(
    tables: HandTables, arrays: RuleArrays, row: int, held: NDArray[np.int64], total: int,
    bits: int, suit: int, slots: int, coming: Coming, features: NDArray[np.float32],
    summary: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill the features of a middle or bottom row, (88,), and its summary."""
    features[:] = 0
    order = np.empty(5, dtype=np.int64)
    groups = order_groups(held, order)
    category = made_category(held, order, groups)
    features[FIVE_OPEN][slots] = 1
    describe_groups(held, order, groups, 5, slots, coming, features[FIVE_GROUPS])
    features[FIVE_HELD] = held
    reach = np.empty((RANKS, 5), dtype=np.float32)
    fill_reach(held, slots, coming, reach)
    straight, suited, royal = np.float32(0), np.float32(0), np.float32(0)
    if groups == 5 - slots:
        straight, suited, royal = describe_straights(
            bits, suit, slots, coming, features[FIVE_STRAIGHTS]
        )
    flush = np.float32(0)
    if suit != MIXED:
        live = count_live_suit(suit, coming)
        flush = coming.chance[live, slots]
        features[FIVE_SUIT][0] = 1
        features[FIVE_SUIT][1] = live * np.float32(0.1)
    flushes = features[FIVE_FLUSHES]
    for place, chance in enumerate((flush, suited, royal, straight)):
        flushes[place] = chance
    pair, two_pairs, trips = np.float32(1), np.float32(1), np.float32(1)
    full, quads = np.float32(0), np.float32(1)
    new_pair = chance_of_new(held, 2, reach)
    if category < PAIR:
        pair = either(chance_of_same(held, order, groups, 2, reach), new_pair)
    if category not in (TWO_PAIR, FULL_HOUSE, FOUR_OF_A_KIND):
        two_pairs = chance_of_two_pairs(held, order, groups, new_pair, slots, reach)
    if category not in (THREE_OF_A_KIND, FULL_HOUSE, FOUR_OF_A_KIND):
        same = chance_of_same(held, order, groups, 3, reach)
        trips = either(same, chance_of_new(held, 3, reach))
    if category == FULL_HOUSE:
        full = np.float32(1)
    elif groups <= 2:
        full = chance_of_full_house(held, order, groups, slots, reach)
    if category != FOUR_OF_A_KIND:
        quads = chance_of_same(held, order, groups, 4, reach)
    equal = features[FIVE_EQUAL]
    for place, chance in enumerate((pair, two_pairs, trips, full, quads)):
        equal[place] = chance
    made = category
    strength = 0
    if slots == 0:
        strength = row_strength(tables, 5, total, bits, suit)
        made = int(arrays.category[2, strength])
        if made == FLUSH or made >= STRAIGHT_FLUSH:
            flush = np.float32(1)
        features[FIVE_FINISHED][0] = strength / np.float32(7917.0)
        features[FIVE_FINISHED][1] = arrays.royalty[row, strength] * np.float32(0.1)
    elif category == THREE_OF_A_KIND and row == 1:
        features[FIVE_FINISHED][1] = coming.pays[1, THREE_OF_A_KIND] * np.float32(0.1)
    summarize(made, order, groups, slots, strength, summary)
    features[FIVE_MADE][min(made, ROYAL_FLUSH)] = 1
    # What the row is likely to earn, were its ends exclusive and its cards its own.
    earns = (
        quads * coming.pays[row, FOUR_OF_A_KIND]
        + full * coming.pays[row, FULL_HOUSE]
        + flush * coming.pays[row, FLUSH]
        + straight * coming.pays[row, STRAIGHT]
        + suited * coming.pays[row, STRAIGHT_FLUSH]
    )
    features[FIVE_EARNS][0] = earns * np.float32(0.1)
    features[FIVE_EARNS][1] = max(
        max(flush * coming.pays[row, FLUSH], straight * coming.pays[row, STRAIGHT]),
        max(full * coming.pays[row, FULL_HOUSE], quads * coming.pays[row, FOUR_OF_A_KIND]),
    ) * np.float32(0.1)
    better = either(either(either(flush, straight), full), quads)
    if made >= STRAIGHT:
        better = np.float32(1)
    summary[REACH + 2] = either(trips, better)
    summary[REACH + 1] = either(two_pairs, summary[REACH + 2])
    summary[REACH] = either(pair, summary[REACH + 1])
    summary[REACH + 3] = better
    summary[REACH + 4] = either(flush, full)


@kernel
def describe_row(
    tables: HandTables, arrays: RuleArrays, row: int, rows: NDArray[np.int64],
    held: NDArray[np.int64], coming: Coming, features: NDArray[np.float32],
    summary: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill the features of one row, as many as it has, and its summary."""
    total, bits, suit, slots = rows[row, TOTAL], rows[row, BITS], rows[row, SUIT], rows[row, OPEN]
    if row == 0:
        describe_top(tables, arrays, held[row], total, slots, coming, features, summary)
    else:
        describe_five(
            tables, arrays, row, held[row], total, bits, suit, slots, coming, features, summary
        )


@kernel
def describe_coming(coming: Coming, features: NDArray[np.float32]) -> None:
    """Fill the features that every board of a decision shares, (24,)."""
    features[:] = 0
    live, tickets = features[SHARED_LIVE], features[SHARED_TICKETS]
    for rank in range(RANKS):
        live[rank] = coming.live[rank] * np.float32(0.25)
    features[SHARED_LEFT][0] = coming.left / np.float32(40.0)
    features[SHARED_LEFT][1] = coming.seen / np.float32(12.0)
    features[SHARED_FOUL][0] = np.float32(coming.foul * 0.1)
    for place in range(tickets.size):
        tickets[place] = coming.worth[QUEEN + place] * np.float32(0.1)


@kernel
def describe_order(
    top: NDArray[np.float32], middle: NDArray[np.float32], bottom: NDArray[np.float32],
    foul: float, features: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill the features of neighbouring rows, (24,), from their summaries."""
    features[:] = 0
    safe = np.float32(1)
    for pair in range(2):
        upper, lower = (top, middle) if pair == 0 else (middle, bottom)
        own = features[ORDER_TOP_MIDDLE] if pair == 0 else features[ORDER_MIDDLE_BOTTOM]
        gap = lower[MADE] - upper[MADE]
        own[0] = gap * np.float32(0.25)
        own[1] = gap >= 0
        category = int(upper[CATEGORY])
        catch = np.float32(1)
        if gap < 0:
            step = min(category, STRAIGHT)
            if category == HIGH_CARD:
                catch = max(lower[REACH], np.float32(0.5) * (lower[FINISHED] == 0))
            else:
                catch = lower[REACH + step]
                if lower[CATEGORY] < category:
                    higher = lower[FIRST_RANK] > upper[FIRST_RANK]
                    catch = max(catch, lower[REACH + step - 1] * np.float32(0.5 + 0.5 * higher))
            if lower[FINISHED] > 0:
                catch = np.float32(0)
        own[2] = catch
        # The chances that the upper row rises past what the lower one has, and may reach.
        for step in range(4):
            own[3 + step] = upper[REACH + step] * (1 - lower[REACH + step])
        own[7] = (gap < 0) * (lower[FINISHED] > 0)
        own[8] = lower[FIRST_RANK] - upper[FIRST_RANK]
        safe *= catch
    features[ORDER_SAFE][0] = safe
    features[ORDER_SAFE][1] = (1 - safe) * np.float32(foul * 0.1)


@kernel
def describe_board(
    tables: HandTables, arrays: RuleArrays, rows: NDArray[np.int64], held: NDArray[np.int64],
    coming: Coming, features: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill all the features of a board, (FEATURES,): what the network learns from."""
    summaries = np.zeros((3, SUMMARY), dtype=np.float32)
    for row in range(3):
        part = features[PARTS[row] : PARTS[row + 1]]
        describe_row(tables, arrays, row, rows, held, coming, part, summaries[row])
    describe_coming(coming, features[PARTS[3] : PARTS[4]])
    describe_order(
        summaries[0], summaries[1], summaries[2], coming.foul, features[PARTS[4] : PARTS[5]]
    )
