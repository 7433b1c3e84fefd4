"""Loops over streets that keep two cards: of three dealt (Pineapple) or of two (turbo).

Ties: of equally good plays the first counts, in the order of ``ways``.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.endings import (
    OPEN,
    SUIT,
    Sides,
    Tally,
    count_outcomes,
    finish_pairs,
    place_card,
    value_pairs,
)
from ofcapi.engine.kernels.rows import NO_SUIT
from ofcapi.engine.kernels.shapes import HandTables, Leaf, RuleArrays
from ofcapi.engine.kernels.ways import list_rows

_BITS = 48
"""How many bits of a pair's distance from the best are sorted at once."""
LOWEST = -(1 << 62)
"""Below every sum of combined values, which ``combine`` keeps within 2**61."""


class Space(NamedTuple):
    """Working space for one board with two open slots, n cards left and p = C(n, 2) pairs.

    values (n, n); sums (2, n); partners (n,) bit sets; first, second and deals (p,), the pairs in
    order and their deals; order (2, p) and starts (257,) for the sort; ends (3, p), the rows'
    strengths after each pair. All int64.
    """

    sides: Sides
    values: NDArray[np.int64]
    sums: NDArray[np.int64]
    partners: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    deals: NDArray[np.int64]
    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


class Streets(NamedTuple):
    """Working space for the last two streets, with n cards unseen and p = C(n, 2) pairs.

    pairs (p, 2), numbers (n, n) and likes (n,): see ``list_pairs``; ways (9, 2); totals (p, 9),
    with_card (p, 9, n) and reached (p, 9); all int64. ``last`` is for n - 2 cards.
    """

    pairs: NDArray[np.int64]
    numbers: NDArray[np.int64]
    likes: NDArray[np.int64]
    ways: NDArray[np.int64]
    totals: NDArray[np.int64]
    with_card: NDArray[np.int64]
    reached: NDArray[np.int64]
    last: Space


@kernel
def is_uniform(values: NDArray[np.int64], count: int) -> bool:
    """Whether all pairs are worth the same, as where every board is a foul."""
    first = values[1, 0]
    for i in range(2, count):
        line = values[i]
        for j in range(i):
            if line[j] != first:
                return False
    return True


@kernel
def sum_best_of_three(
    values: NDArray[np.int64], count: int, with_card: NDArray[np.int64], part: NDArray[np.int64]
) -> int:
    """The sum over all triples of cards of the best pair's value, and the sum with each card.

    Returns the sum; ``with_card[d]`` becomes the sum over the triples that contain d. For each
    highest card i the inner loop runs over j and k below it in a block without branches, each
    triple twice, and the diagonal, which stands for the pair (i, k), is taken off beforehand:
    n**3 / 3 steps of a vectorised loop, and none where all pairs are worth the same.
    """
    if is_uniform(values, count):
        with_card[:count] = values[1, 0] * ((count - 1) * (count - 2) // 2)
        return int(values[1, 0] * (count * (count - 1) * (count - 2) // 6))
    total = 0
    for i in range(count):
        with_card[i] = 0
        values[i, i] = LOWEST
    for i in range(2, count):
        line = values[i]
        for k in range(i):
            part[k] = -line[k]
        for j in range(i):
            pair = line[j]
            other = values[j]
            for k in range(i):
                best = line[k]
                if pair > best:
                    best = pair
                value = other[k]
                if value > best:
                    best = value
                part[k] += best
        both = 0
        for k in range(i):
            with_card[k] += part[k]
            both += part[k]
        with_card[i] += both // 2
        total += both // 2
    return total


@kernel
def sum_pairs(values: NDArray[np.int64], count: int) -> int:
    """The sum of the values of all pairs of cards."""
    total = 0
    for i in range(count):
        for j in range(i):
            total += values[i, j]
    return total


@kernel
def place_pair(
    tables: HandTables,
    start: NDArray[np.int64],
    unseen: NDArray[np.int64],
    pair: NDArray[np.int64],
    way: NDArray[np.int64],
    rows: NDArray[np.int64],
    cards: NDArray[np.int64],
    places: NDArray[np.int64],
) -> None:
    """The board after a pair of unseen cards, and the cards left with their places in the deck."""
    rows[:] = start
    place_card(tables, rows, way[0], unseen[pair[0]])
    place_card(tables, rows, way[1], unseen[pair[1]])
    left = 0
    for place in range(unseen.size):
        if place not in (pair[0], pair[1]):
            cards[left] = unseen[place]
            places[left] = place
            left += 1


@kernel
def value_boards(
    tables: HandTables,
    arrays: RuleArrays,
    leaf: Leaf,
    start: NDArray[np.int64],
    unseen: NDArray[np.int64],
    dealt: int,
    pairs: NDArray[np.int64],
    ways: NDArray[np.int64],
    totals: NDArray[np.int64],
    with_card: NDArray[np.int64],
    space: Space,
) -> None:
    """Every board with two open slots after a pair is placed: its value summed over the last deal.

    start      (3, 4), the board with four open slots
    pairs      (p, 2), places in ``unseen``; ways (w, 2), rows of the first and second card
    totals     (p, w), filled: the sum of the best value over all deals of the cards left
    with_card  (p, w, n), filled for three dealt: the part of the deals that hold that card
    """
    rows = np.empty((3, 4), dtype=np.int64)
    cards = np.empty(unseen.size - 2, dtype=np.int64)
    places = np.empty(unseen.size - 2, dtype=np.int64)
    for p in range(pairs.shape[0]):
        for w in range(ways.shape[0]):
            place_pair(tables, start, unseen, pairs[p], ways[w], rows, cards, places)
            value_pairs(tables, arrays, leaf, rows, cards, space.sides, space.values)
            if dealt == 2:
                totals[p, w] = sum_pairs(space.values, cards.size)
                continue
            totals[p, w] = sum_best_of_three(space.values, cards.size, space.sums[0], space.sums[1])
            for left in range(cards.size):
                with_card[p, w, places[left]] = space.sums[0, left]


@kernel
def tell_suits_apart(
    rows: NDArray[np.int64], cards: NDArray[np.int64], kinds: NDArray[np.int64]
) -> None:
    """Number cards so that those with equal numbers can stand for each other on a board.

    Cards of a rank are alike unless a row may still become a flush of the suit of one of them.
    """
    for place in range(cards.size):
        suit, apart = cards[place] & 3, False
        for row in range(1, 3):
            apart |= rows[row, OPEN] > 0 and rows[row, SUIT] in (suit, NO_SUIT)
        kinds[place] = 8 * (cards[place] >> 2) + (suit if apart else 4)


@kernel
def list_pairs(
    rows: NDArray[np.int64],
    cards: NDArray[np.int64],
    pairs: NDArray[np.int64],
    numbers: NDArray[np.int64],
    likes: NDArray[np.int64],
) -> int:
    """List the pairs of places in the deck that differ on a board; returns how many.

    pairs    (p, 2), filled: the first places of two kinds of card, or the first two of one kind
    numbers  (n, n), filled: for places i < j the line of ``pairs`` that stands for theirs
    likes    (n,), filled: the last place of each place's kind, which stands for a discard: a kind
             that still has a card beside those placed has its last one
    """
    count = cards.size
    kinds = np.empty(count, dtype=np.int64)
    tell_suits_apart(rows, cards, kinds)
    first, second = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    for i in range(count):
        first[i], second[i], likes[i] = -1, -1, i
        for j in range(count):
            if kinds[j] == kinds[i]:
                likes[i] = j
                if first[i] < 0:
                    first[i] = j
                elif second[i] < 0:
                    second[i] = j
    known = np.full((count, count), -1, dtype=np.int64)
    size = 0
    for i in range(count):
        for j in range(i + 1, count):
            one, other = first[i], second[j] if kinds[i] == kinds[j] else first[j]
            if known[one, other] < 0:
                known[one, other] = size
                pairs[size, 0], pairs[size, 1] = one, other
                size += 1
            numbers[i, j] = known[one, other]
    return size


@kernel
def choose_boards(
    numbers: NDArray[np.int64],
    likes: NDArray[np.int64],
    totals: NDArray[np.int64],
    with_card: NDArray[np.int64],
    reached: NDArray[np.int64],
) -> int:
    """Play each deal of three the best way; the sum over all deals of what is left to play for.

    A board's value after a discard is its total less the part of the deals that hold the discard.

    numbers    (n, n), for places i < j the pair of ``totals`` that stands for theirs
    likes      (n,), the place that stands for each discard
    reached    (pairs, w), filled: the bit set of discards with which each pair is placed each way;
               pairs of places in lexicographic order
    """
    count = likes.size
    place = np.zeros((count, count), dtype=np.int64)
    pairs = 0
    for i in range(count):
        for j in range(i + 1, count):
            place[i, j] = pairs
            pairs += 1
    total = 0
    for a in range(count):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                best, best_pair, best_way, discard = LOWEST, 0, 0, 0
                for kept in range(3):
                    left = (c, b, a)[kept]
                    first, second = b if kept == 2 else a, b if kept == 0 else c
                    number, like = numbers[first, second], likes[left]
                    for way in range(totals.shape[1]):
                        value = totals[number, way] - with_card[number, way, like]
                        if value > best:
                            best, best_pair, best_way = value, place[first, second], way
                            discard = left
                reached[best_pair, best_way] |= 1 << discard
                total += best
    return total


@kernel
def sum_best_play(
    tables: HandTables,
    arrays: RuleArrays,
    leaf: Leaf,
    rows: NDArray[np.int64],
    unseen: NDArray[np.int64],
    dealt: int,
    streets: Streets,
) -> int:
    """What best play makes of a board with four open slots, summed over all deals, both streets.

    It is an expectation times C(n, d) C(n - d, d), for d dealt of n unseen cards. Costs some 8 ms
    at 41 unseen cards where no two rows wait for flushes of different suits.
    """
    count = unseen.size
    likes, numbers = streets.likes[:count], streets.numbers[:count, :count]
    size = list_pairs(rows, unseen, streets.pairs, numbers, likes)
    ways = streets.ways[: list_rows(rows[:, OPEN], streets.ways)]
    totals = streets.totals[:size, : len(ways)]
    with_card = streets.with_card[:size, : len(ways), :count]
    pairs = streets.pairs[:size]
    value_boards(
        tables, arrays, leaf, rows, unseen, dealt, pairs, ways, totals, with_card, streets.last
    )
    if dealt == 3:
        return choose_boards(numbers, likes, totals, with_card, streets.reached)
    total = 0
    for i in range(count):
        for j in range(i + 1, count):
            total += totals[numbers[i, j]].max()
    return int(total)


@kernel
def count_bits(bits: int) -> int:
    """How many bits are set; the compiler knows this idiom and makes it one instruction."""
    word = np.uint64(bits)
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def list_all_pairs(count: int, space: Space) -> int:
    """Fill ``first`` and ``second`` with all pairs of so many cards in order; returns how many."""
    size = 0
    for i in range(count):
        for j in range(i + 1, count):
            space.first[size], space.second[size] = i, j
            size += 1
    return size


@kernel
def sort_pairs(values: NDArray[np.int64], count: int, space: Space) -> None:
    """Order all pairs by value, best first, equal ones lexicographically: ``first``, ``second``.

    A radix sort by bytes of the distance from the best, as many passes as that distance has. A
    pair and 48 bits of its distance travel in one number; a longer distance is sorted in two parts.
    """
    first, second, starts = space.first, space.second, space.starts
    numbers, spare = space.order[0], space.order[1]
    size = list_all_pairs(count, space)
    best, worst = values[0, 1], values[0, 1]
    for place in range(size):
        value = values[first[place], second[place]]
        best, worst = max(best, value), min(worst, value)
    most = (1 << _BITS) - 1
    for base in (0, _BITS):
        longest = (best - worst) >> base
        if base > 0 and longest == 0:
            break
        longest = min(longest, most)
        for place in range(size):
            i, j = first[place], second[place]
            distance = ((best - values[i, j]) >> base) & most
            numbers[place] = distance << 12 | i << 6 | j
        shift = 0
        while longest >> shift > 0:
            starts[:] = 0
            for place in range(size):
                starts[((numbers[place] >> (shift + 12)) & 255) + 1] += 1
            for byte in range(256):
                starts[byte + 1] += starts[byte]
            for place in range(size):
                byte = (numbers[place] >> (shift + 12)) & 255
                spare[starts[byte]] = numbers[place]
                starts[byte] += 1
            numbers, spare = spare, numbers
            shift += 8
        for place in range(size):
            first[place] = (numbers[place] >> 6) & 63
            second[place] = numbers[place] & 63


@kernel
def deals_of_pairs(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    places: NDArray[np.int64],
    discards: int,
    times: int,
    partners: NDArray[np.int64],
    deals: NDArray[np.int64],
) -> None:
    """In how many deals of three each pair is the one to keep; the pairs come best first.

    Those are the triples whose third card made no pair with i or j before, which a bit set of
    such partners for each card gives at two counts of bits. The board is reached ``times`` times,
    each time without another one of the ``discards``, a bit set of deck places with ``times``
    bits or none.
    """
    everything = 0
    for left in range(places.size):
        partners[left] = 1 << places[left]
        everything |= partners[left]
    for place in range(first.size):
        i, j = first[place], second[place]
        own, other = 1 << places[i], 1 << places[j]
        thirds = everything & ~(partners[i] | partners[j])
        thirds &= ~(own | other)
        partners[i] |= other
        partners[j] |= own
        gone = ((discards >> places[i]) & 1) + ((discards >> places[j]) & 1)
        deals[place] = count_bits(thirds) * (times - gone) - count_bits(thirds & discards)


@kernel
def tally_last_street(
    tables: HandTables,
    arrays: RuleArrays,
    leaf: Leaf,
    kind: NDArray[np.int64],
    rows: NDArray[np.int64],
    cards: NDArray[np.int64],
    places: NDArray[np.int64],
    dealt: int,
    discards: int,
    times: int,
    space: Space,
    tally: Tally,
) -> None:
    """Play the last street of one board over all deals and count the outcomes.

    Arguments as in ``deals_of_pairs``. A sort of the pairs, where a card of three is discarded, and
    a few look-ups each.
    """
    value_pairs(tables, arrays, leaf, rows, cards, space.sides, space.values)
    first, second, deals = space.first, space.second, space.deals
    if dealt == 3:
        sort_pairs(space.values, cards.size, space)
        deals_of_pairs(first, second, places, discards, times, space.partners, deals)
    else:
        list_all_pairs(cards.size, space)
        deals[:] = times
    finish_pairs(tables, leaf, rows, cards, space.sides, space.values, first, second, space.ends)
    count_outcomes(arrays, leaf, kind, space.ends, deals, tally)


@kernel
def tally_boards(
    tables: HandTables,
    arrays: RuleArrays,
    leaf: Leaf,
    kind: NDArray[np.int64],
    start: NDArray[np.int64],
    unseen: NDArray[np.int64],
    dealt: int,
    pairs: NDArray[np.int64],
    ways: NDArray[np.int64],
    reached: NDArray[np.int64],
    space: Space,
    tally: Tally,
) -> None:
    """Count the outcomes of every board that best play reaches; arguments as in value_boards."""
    rows = np.empty((3, 4), dtype=np.int64)
    cards = np.empty(unseen.size - 2, dtype=np.int64)
    places = np.empty(unseen.size - 2, dtype=np.int64)
    for p in range(pairs.shape[0]):
        for w in range(ways.shape[0]):
            discards = reached[p, w]
            if discards == 0:
                continue
            times = count_bits(discards)
            if dealt == 2:
                discards = 0
            place_pair(tables, start, unseen, pairs[p], ways[w], rows, cards, places)
            tally_last_street(
                tables,
                arrays,
                leaf,
                kind,
                rows,
                cards,
                places,
                dealt,
                discards,
                times,
                space,
                tally,
            )
