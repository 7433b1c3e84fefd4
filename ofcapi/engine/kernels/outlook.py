"""What a board is worth long before its end: a small network over features of its rows.

The network estimates the points that good play makes of a board at the end of a street. Its first
layer is a sum of one part for each row, one for the cards to come and one for the order of the
rows, so that the ways to place a deal share the parts of their rows: three dealt cards are
placed in 7 ways in a row, and the 27 ways on the board cost 21 rows and 27 additions.

No feature names a suit: a row sees how many of its own suit are live, and nothing of the others,
so that renaming suits changes nothing. All arithmetic is in single precision and in a fixed order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.hands import HandTables
from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.endings import BITS, OPEN, SUIT, TOTAL, place_card
from ofcapi.engine.kernels.rows import MIXED, NO_SUIT, row_strength
from ofcapi.engine.rules import RuleArrays

RANKS = 13
PARTS = (0, 64, 152, 240, 264, 288)
"""Where the features of top, middle, bottom, the cards to come and the order of rows begin."""
TOP_FEATURES = PARTS[1]
FIVE_FEATURES = PARTS[2] - PARTS[1]
SHARED_FEATURES = PARTS[4] - PARTS[3]
ORDER_FEATURES = PARTS[5] - PARTS[4]
FEATURES = PARTS[5]
NO_ROOM = -1e9
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


class Look(NamedTuple):
    """Working space of ``value_ways``: rows by the set of dealt cards placed in them, and sums.

    known, fits (3, sets) bool; sums (3, sets, units), summaries (3, sets, 16), shared, total and
    hidden (units,), features (88,) float32; rows (3, 4) and held (3, 13) int64
    """

    known: NDArray[np.bool_]
    fits: NDArray[np.bool_]
    sums: NDArray[np.float32]
    summaries: NDArray[np.float32]
    shared: NDArray[np.float32]
    total: NDArray[np.float32]
    hidden: NDArray[np.float32]
    features: NDArray[np.float32]
    rows: NDArray[np.int64]
    held: NDArray[np.int64]


class Network(NamedTuple):
    """The weights of one street: two hidden layers, float32.

    first (features, h), first_bias (h,), second (h, g), second_bias (g,), last (g,), last_bias (1,)
    """

    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    last_bias: NDArray[np.float32]


@kernel
def count_ranks(bits: int) -> int:
    """How many of thirteen ranks a bit set holds."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


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
    """0 high card, 1 pair, 2 two pairs, 3 three of a kind, 6 full house, 7 four of a kind."""
    if groups == 0 or held[order[0]] == 1:
        return 0
    most = held[order[0]]
    second = held[order[1]] if groups > 1 else 0
    if most == 2:
        return 2 if second == 2 else 1
    if most == 3:
        return 6 if second == 2 else 3
    return 7


@kernel
def chance_of_all(coming: Coming, bits: int) -> np.float32:
    """The chance that every one of the ranks comes, as if ranks were independent."""
    chance = np.float32(1.0)
    for rank in range(RANKS):
        if (bits >> rank) & 1:
            chance *= coming.chance[coming.live[rank], 1]
    return chance


@kernel
def describe_groups(
    held: NDArray[np.int64], order: NDArray[np.int64], groups: int, most: int, slots: int,
    coming: Coming, features: NDArray[np.float32], at: int
) -> int:  # fmt: skip
    """For each rank of a row: cards, rank, live cards, chances of one, two and three more."""
    for place in range(most):
        if place < groups:
            rank = order[place]
            live = coming.live[rank]
            features[at] = held[rank] * np.float32(0.5)
            features[at + 1] = (rank + 1) / np.float32(13.0)
            features[at + 2] = live * np.float32(0.25)
            for more in range(1, 4):
                if more <= slots:
                    features[at + 2 + more] = coming.chance[live, more]
        at += 6
    return at


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
    features[slots] = 1
    features[4 + min(category, 2)] = 1
    at = describe_groups(held, order, groups, 3, slots, coming, features, 7)
    for rank in range(RANKS):
        features[at + rank] = held[rank]
    at += RANKS
    summary[:] = 0
    ticket, most, pays = np.float32(0), np.float32(0), np.float32(0)
    best = np.float32(0)
    for rank in range(RANKS):
        needed = 2 - held[rank]
        chance = np.float32(0)
        if needed <= 0:
            chance = np.float32(1)
        elif needed <= slots:
            chance = coming.chance[coming.live[rank], needed]
        features[at + rank] = chance
        if held[rank] > 0 or groups == 0:
            ticket += chance * coming.worth[rank]
        most = max(most, chance * coming.worth[rank])
        best = max(best, chance)
        if rank >= 4:
            pays = max(pays, chance * (rank - 3))
    at += RANKS
    trips = np.float32(0)
    if groups <= 1:
        if groups == 1:
            needed = 3 - held[order[0]]
            trips = coming.chance[coming.live[order[0]], needed] if needed > 0 else np.float32(1)
        else:
            for rank in range(RANKS):
                trips += coming.chance[coming.live[rank], 3]
    features[at] = trips
    features[at + 1] = trips * coming.worth[RANKS] * np.float32(0.1)
    features[at + 2] = ticket * np.float32(0.1)
    features[at + 3] = most * np.float32(0.1)
    features[at + 4] = pays * np.float32(0.1)
    at += 5
    if slots == 0:
        strength = row_strength(tables, 3, total, 0, MIXED)
        summary[STRENGTH] = strength
        features[at] = strength / np.float32(7917.0)
        features[at + 1] = arrays.royalty[0, strength] * np.float32(0.1)
        worth = np.float32(0)
        if category == 1:
            worth = coming.worth[order[0]]
        elif category == 3:
            worth = coming.worth[RANKS]
        features[at + 2] = worth * np.float32(0.1)
    summary[CATEGORY] = category
    summary[OPEN_SLOTS] = slots
    if groups > 0:
        summary[FIRST_RANK] = (order[0] + 1) / np.float32(13.0)
    second = (order[1] + 1) / np.float32(169.0) if groups > 1 else np.float32(0)
    summary[MADE] = category + summary[FIRST_RANK] + second
    summary[FINISHED] = slots == 0
    summary[REACH] = 1 if category >= 1 else best
    summary[REACH + 1] = trips
    summary[REACH + 2] = trips


@kernel
def describe_five(
    tables: HandTables, arrays: RuleArrays, row: int, held: NDArray[np.int64], total: int,
    bits: int, suit: int, slots: int, coming: Coming, features: NDArray[np.float32],
    summary: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill the features of a middle or bottom row, (88,), and its summary."""
    features[:] = 0
    summary[:] = 0
    order = np.empty(5, dtype=np.int64)
    groups = order_groups(held, order)
    category = made_category(held, order, groups)
    features[slots] = 1
    at = describe_groups(held, order, groups, 5, slots, coming, features, 6)
    for rank in range(RANKS):
        features[at + rank] = held[rank]
    at += RANKS
    singles = groups == 5 - slots
    # Straights, the lowest first; the flush; both at once.
    straight, royal, suited = np.float32(0), np.float32(0), np.float32(0)
    own = NO_SUIT < suit < MIXED
    for high in range(3, RANKS):
        window = WHEEL if high == 3 else 31 << (high - 4)
        chance = np.float32(0)
        if singles and bits & ~window == 0:
            missing = window & ~bits
            if count_ranks(missing) == slots:
                chance = chance_of_all(coming, missing)
                if own and missing & ~coming.suits[suit] == 0:
                    both = np.float32(1)
                    for drawn in range(slots):
                        both *= np.float32(coming.seen - drawn) / np.float32(coming.left - drawn)
                    suited += both
                    royal = both if high == RANKS - 1 else royal
        features[at + high - 3] = chance
        straight = straight + chance - straight * chance
    at += 10
    flush = np.float32(0)
    live = 0
    if suit == NO_SUIT:
        for other in range(4):
            live = max(live, count_ranks(coming.suits[other]))
    elif own:
        live = count_ranks(coming.suits[suit])
    if suit != MIXED:
        flush = coming.chance[live, slots]
        features[at] = 1
        features[at + 1] = live * np.float32(0.1)
    features[at + 2] = flush
    features[at + 3] = suited
    features[at + 4] = royal
    features[at + 5] = straight
    at += 6
    # Pairs and better, from the ranks in the row and from those that are not in it yet.
    pair, trips, quads = np.float32(0), np.float32(0), np.float32(0)
    for place in range(groups):
        rank = order[place]
        more = coming.chance[coming.live[rank]]
        size = held[rank]
        if size < 2 and slots >= 2 - size:
            pair = pair + more[2 - size] - pair * more[2 - size]
        if size < 3 and slots >= 3 - size:
            trips = trips + more[3 - size] - trips * more[3 - size]
        if size < 4 and slots >= 4 - size:
            quads = quads + more[4 - size] - quads * more[4 - size]
    other_pair, other_trips = np.float32(0), np.float32(0)
    if slots >= 2:
        for rank in range(RANKS):
            if held[rank] == 0:
                more = coming.chance[coming.live[rank]]
                other_pair = other_pair + more[2] - other_pair * more[2]
                if slots >= 3:
                    other_trips = other_trips + more[3] - other_trips * more[3]
    pair = np.float32(1) if category >= 1 else pair + other_pair - pair * other_pair
    trips = np.float32(1) if category in (3, 6, 7) else trips + other_trips - trips * other_trips
    quads = np.float32(1) if category == 7 else quads
    full, two_pair = np.float32(0), np.float32(0)
    if category in (2, 6, 7):
        two_pair = np.float32(1)
    if category == 6:
        full = np.float32(1)
    elif groups <= 2:
        for first in range(max(groups, 1)):
            big = order[first] if groups > 0 else -1
            for small in range(RANKS):
                if small == big or (groups == 2 and held[small] == 0):
                    continue
                needed_big = max(0, 3 - held[big]) if big >= 0 else 3
                needed_small = max(0, 2 - held[small])
                if big >= 0 and needed_big + needed_small <= slots:
                    chance = (
                        coming.chance[coming.live[big], needed_big]
                        * coming.chance[coming.live[small], needed_small]
                    )
                    full = full + chance - full * chance
                if groups == 1 and big >= 0:
                    needed_big, needed_small = max(0, 2 - held[big]), 3
                    if needed_big + needed_small <= slots:
                        chance = (
                            coming.chance[coming.live[big], needed_big]
                            * coming.chance[coming.live[small], needed_small]
                        )
                        full = full + chance - full * chance
    if two_pair == 0:
        for first in range(groups):
            for second in range(first + 1, groups):
                one, other = order[first], order[second]
                need_one, need_other = max(0, 2 - held[one]), max(0, 2 - held[other])
                if need_one + need_other <= slots:
                    chance = (
                        coming.chance[coming.live[one], need_one]
                        * coming.chance[coming.live[other], need_other]
                    )
                    two_pair = two_pair + chance - two_pair * chance
        if groups > 0 and max(0, 2 - held[order[0]]) + 2 <= slots:
            chance = other_pair * coming.chance[coming.live[order[0]], max(0, 2 - held[order[0]])]
            two_pair = two_pair + chance - two_pair * chance
    for place, chance in enumerate((pair, two_pair, trips, full, quads)):
        features[at + place] = chance
    at += 5
    made = category
    royalty = np.float32(0)
    strength_scaled = np.float32(0)
    if slots == 0:
        strength = row_strength(tables, 5, total, bits, suit)
        summary[STRENGTH] = strength
        royalty = arrays.royalty[row, strength] * np.float32(0.1)
        strength_scaled = strength / np.float32(7917.0)
        made = int(arrays.category[2, strength])
        if made == 5 or made >= 8:
            flush = np.float32(1)
        features[at] = strength_scaled
        features[at + 1] = royalty
    elif category == 3 and row == 1:
        features[at + 1] = coming.pays[1, 3] * np.float32(0.1)
    at += 2
    features[at + min(made, 9)] = 1
    at += 10
    # What the row is likely to earn, were its ends exclusive and its cards its own.
    earns = (
        quads * coming.pays[row, 7]
        + full * coming.pays[row, 6]
        + flush * coming.pays[row, 5]
        + straight * coming.pays[row, 4]
        + suited * coming.pays[row, 8]
    )
    features[at] = earns * np.float32(0.1)
    features[at + 1] = max(
        max(flush * coming.pays[row, 5], straight * coming.pays[row, 4]),
        max(full * coming.pays[row, 6], quads * coming.pays[row, 7]),
    ) * np.float32(0.1)
    summary[CATEGORY] = made
    if groups > 0:
        summary[FIRST_RANK] = (order[0] + 1) / np.float32(13.0)
    second_rank = (order[1] + 1) / np.float32(169.0) if groups > 1 else np.float32(0)
    summary[MADE] = made + summary[FIRST_RANK] + second_rank
    summary[OPEN_SLOTS] = slots
    summary[FINISHED] = slots == 0
    better = flush + straight - flush * straight
    better = better + full - better * full
    better = better + quads - better * quads
    if made >= 4:
        better = np.float32(1)
    summary[REACH + 2] = trips + better - trips * better
    summary[REACH + 1] = two_pair + summary[REACH + 2] - two_pair * summary[REACH + 2]
    summary[REACH] = pair + summary[REACH + 1] - pair * summary[REACH + 1]
    summary[REACH + 3] = better
    summary[REACH + 4] = flush + full - flush * full


@kernel
def describe_coming(coming: Coming, features: NDArray[np.float32]) -> None:
    """Fill the features that every board of a decision shares, (24,)."""
    features[:] = 0
    for rank in range(RANKS):
        features[rank] = coming.live[rank] * np.float32(0.25)
    features[13] = coming.left / np.float32(40.0)
    features[14] = coming.seen / np.float32(12.0)
    features[15] = np.float32(coming.foul * 0.1)
    features[16] = coming.worth[10] * np.float32(0.1)
    features[17] = coming.worth[11] * np.float32(0.1)
    features[18] = coming.worth[12] * np.float32(0.1)
    features[19] = coming.worth[13] * np.float32(0.1)


@kernel
def beats_finished(upper: NDArray[np.float32], lower: NDArray[np.float32]) -> bool:
    """Whether what a row has made beats a finished row that must not be weaker."""
    if lower[FINISHED] == 0:
        return False
    if upper[FINISHED] > 0:
        return bool(upper[STRENGTH] > lower[STRENGTH])
    if upper[CATEGORY] == lower[CATEGORY]:
        return bool(upper[CATEGORY] > 0 and upper[FIRST_RANK] > lower[FIRST_RANK])
    return bool(upper[CATEGORY] > lower[CATEGORY])


@kernel
def must_foul(
    top: NDArray[np.float32], middle: NDArray[np.float32], bottom: NDArray[np.float32]
) -> bool:
    """Whether a board with high rows is a foul whatever comes, as its finished rows tell."""
    return (
        beats_finished(top, middle) or beats_finished(middle, bottom) or beats_finished(top, bottom)
    )


@kernel
def describe_order(
    top: NDArray[np.float32], middle: NDArray[np.float32], bottom: NDArray[np.float32],
    foul: float, features: NDArray[np.float32]
) -> None:  # fmt: skip
    """Fill the features of neighbouring rows, (24,), from their summaries."""
    features[:] = 0
    at = 0
    safe = np.float32(1)
    for pair in range(2):
        upper, lower = (top, middle) if pair == 0 else (middle, bottom)
        gap = lower[MADE] - upper[MADE]
        features[at] = gap * np.float32(0.25)
        features[at + 1] = gap >= 0
        category = int(upper[CATEGORY])
        catch = np.float32(1)
        if gap < 0:
            step = 4 if category > 4 else category
            if category == 0:
                catch = max(lower[REACH], np.float32(0.5) * (lower[FINISHED] == 0))
            else:
                catch = lower[REACH + step]
                if lower[CATEGORY] < category:
                    higher = lower[FIRST_RANK] > upper[FIRST_RANK]
                    catch = max(catch, lower[REACH + step - 1] * np.float32(0.5 + 0.5 * higher))
            if lower[FINISHED] > 0:
                catch = np.float32(0)
        features[at + 2] = catch
        # The chances that the upper row rises past what the lower one has, and may reach.
        for step in range(4):
            features[at + 3 + step] = upper[REACH + step] * (1 - lower[REACH + step])
        features[at + 7] = (gap < 0) * (lower[FINISHED] > 0)
        features[at + 8] = lower[FIRST_RANK] - upper[FIRST_RANK]
        safe *= catch
        at += 10
    features[20] = safe
    features[21] = (1 - safe) * np.float32(foul * 0.1)


@kernel
def add_part(
    values: NDArray[np.float32], weights: NDArray[np.float32], sums: NDArray[np.float32]
) -> None:
    """Add values times weights (values, sums) to the sums, those that are not 0 by fours.

    Four lines of weights at a time, because the sums are then read and written a quarter as often.
    """
    chosen = np.empty(values.size, dtype=np.int64)
    count = 0
    for place in range(values.size):
        if values[place] != 0:
            chosen[count] = place
            count += 1
    place = 0
    while place + 4 <= count:
        one, two = chosen[place], chosen[place + 1]
        three, four = chosen[place + 2], chosen[place + 3]
        line_one, line_two, line_three, line_four = (
            weights[one], weights[two], weights[three], weights[four],
        )  # fmt: skip
        value_one, value_two, value_three, value_four = (
            values[one], values[two], values[three], values[four],
        )  # fmt: skip
        for unit in range(sums.size):
            sums[unit] += (value_one * line_one[unit] + value_two * line_two[unit]) + (
                value_three * line_three[unit] + value_four * line_four[unit]
            )
        place += 4
    while place < count:
        value, line = values[chosen[place]], weights[chosen[place]]
        for unit in range(sums.size):
            sums[unit] += value * line[unit]
        place += 1


@kernel
def finish_network(
    network: Network, sums: NDArray[np.float32], hidden: NDArray[np.float32]
) -> float:
    """The network's answer from the sums of its first layer, in points; the sums are used up."""
    for unit in range(sums.size):
        sums[unit] = max(sums[unit], np.float32(0))
    hidden[:] = network.second_bias
    add_part(sums, network.second, hidden)
    answer = network.last_bias[0]
    for unit in range(hidden.size):
        answer += max(hidden[unit], np.float32(0)) * network.last[unit]
    return float(answer)


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
def hold_card(held: NDArray[np.int64], row: int, card: int) -> None:
    """Count a card among the ranks that a row holds, in place; ``held`` (3, 13)."""
    held[row, card >> 2] += 1


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


@kernel
def value_ways(
    tables: HandTables, arrays: RuleArrays, rows: NDArray[np.int64], held: NDArray[np.int64],
    dealt: NDArray[np.int64], ways: NDArray[np.int64], coming: Coming, network: Network,
    look: Look, values: NDArray[np.float64]
) -> None:  # fmt: skip
    """What the network makes of each way to place dealt cards, ``values`` (w,), in points.

    ways  (w, 3) int64: bit sets of the dealt cards that go to each row; a way without room on the
          board is worth ``NO_ROOM``. Three dealt cards take 21 rows and 27 sums: 60 microseconds.
    """
    units = network.first_bias.size
    known, sums, summaries = look.known, look.sums, look.summaries
    known[:] = False
    shared = look.shared[:units]
    shared[:] = network.first_bias
    describe_coming(coming, look.features[:SHARED_FEATURES])
    add_part(look.features[:SHARED_FEATURES], network.first[PARTS[3] : PARTS[4]], shared)
    placed, own = look.rows, look.held
    for way in range(ways.shape[0]):
        room = True
        for row in range(3):
            chosen = ways[way, row]
            if not known[row, chosen]:
                placed[row], own[row] = rows[row], held[row]
                count = 0
                for place in range(dealt.size):
                    if (chosen >> place) & 1:
                        count += 1
                        if count <= rows[row, OPEN]:
                            place_card(tables, placed, row, dealt[place])
                            hold_card(own, row, dealt[place])
                look.fits[row, chosen] = count <= rows[row, OPEN]
                known[row, chosen] = True
                if look.fits[row, chosen]:
                    part = look.features[: PARTS[row + 1] - PARTS[row]]
                    describe_row(
                        tables, arrays, row, placed, own, coming, part, summaries[row, chosen]
                    )
                    line = sums[row, chosen, :units]
                    line[:] = 0
                    add_part(part, network.first[PARTS[row] : PARTS[row + 1]], line)
            room = room and look.fits[row, chosen]
        values[way] = NO_ROOM
        if not room:
            continue
        top, middle, bottom = ways[way, 0], ways[way, 1], ways[way, 2]
        if must_foul(summaries[0, top], summaries[1, middle], summaries[2, bottom]):
            values[way] = coming.foul
            continue
        total = look.total[:units]
        for unit in range(units):
            total[unit] = (
                shared[unit] + sums[0, top, unit] + sums[1, middle, unit] + sums[2, bottom, unit]
            )
        part = look.features[:ORDER_FEATURES]
        describe_order(
            summaries[0, top], summaries[1, middle], summaries[2, bottom], coming.foul, part
        )
        add_part(part, network.first[PARTS[4] : PARTS[5]], total)
        values[way] = finish_network(network, total, look.hidden[: network.second_bias.size])
