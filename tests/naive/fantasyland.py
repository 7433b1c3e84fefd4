"""Every set of a Fantasyland hand, one after another: the plain version of the search.

Hands are ranked, paid and settled here only from the text of the rules. Only the loop over sets is
compiled, without any bounds or ordering.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel

RANKS = "23456789TJQKA"
NAMES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush",
    "full_house", "four_of_a_kind", "straight_flush", "royal_flush",
)  # fmt: skip
LOWS = ("low_T", "low_9", "low_8", "low_7", "low_75432")
OBJECTIVES: tuple[Literal["points", "royalties", "stay"], ...] = ("points", "royalties", "stay")

Class = tuple[int, ...]


@lru_cache(maxsize=1 << 15)
def high_class(cards: tuple[int, ...], wheel: bool = True) -> Class:
    """Category and ranks of three or five cards; tuples compare like the hands."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = Counter(ranks)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    straight = flush = False
    if len(cards) == 5:
        flush = len({card % 4 for card in cards}) == 1
        straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
        if wheel and ranks == [12, 3, 2, 1, 0]:
            straight, by_count = True, [3]
    if straight:
        by_count = by_count[:1]
    if straight and flush:
        return (9 if by_count == [12] else 8, *by_count)
    if shape[0] == 4:
        return (7, *by_count)
    if shape[:2] == [3, 2]:
        return (6, *by_count)
    if flush or straight:
        return (5 if flush else 4, *by_count)
    if shape[0] == 3:
        return (3, *by_count)
    return (2 if shape[:2] == [2, 2] else 1 if shape[0] == 2 else 0, *by_count)


def low_class(cards: tuple[int, ...]) -> Class:
    """The class by which 2-7 lows are ranked; the worst hand has the greatest class."""
    return high_class(cards, wheel=False)


def low_name(cards: tuple[int, ...]) -> str:
    """The royalty name of a 2-7 low, "" if it is not ten-high or lower."""
    hand = low_class(cards)
    if hand == (0, 5, 3, 2, 1, 0):
        return "low_75432"
    name = f"low_{RANKS[hand[1]]}"
    return name if hand[0] == 0 and name in LOWS else ""


def name_of(row: int, cards: tuple[int, ...], options: dict[str, Any]) -> str:
    """The key of a row in its royalty table."""
    if row == 1 and options["middle"] == "deuce_to_seven":
        return low_name(cards)
    hand = high_class(cards)
    if row == 0:
        return "" if hand[0] == 0 else RANKS[hand[1]] * (2 if hand[0] == 1 else 3)
    return NAMES[hand[0]]


def makes_stay(row: int, cards: tuple[int, ...], options: dict[str, Any]) -> bool:
    """Whether a player stays with this row of a legal board."""
    land = options["fantasyland"]
    least = land and land["stay"][("top", "middle", "bottom")[row]]
    if not least:
        return False
    if row == 1 and options["middle"] == "deuce_to_seven":
        name = low_name(cards)
        return name != "" and LOWS.index(name) >= LOWS.index(least)
    hand = high_class(cards)
    if least in NAMES:
        return hand[0] >= NAMES.index(least)
    category, rank = least.rsplit("_", 1)
    return hand >= (NAMES.index(category), RANKS.index(rank))


class Row(NamedTuple):
    """Every way to make one row.

    Masks over the sorted cards, and by way its place in the order of high hands, its place in the
    order by which rows are won, its royalty, and whether it stays.
    """

    masks: NDArray[np.int64]
    high: NDArray[np.int64]
    order: NDArray[np.int64]
    royalty: NDArray[np.int64]
    stays: NDArray[np.bool_]


class Terms(NamedTuple):
    """Options that the loop needs, and the ticket's numerator over ``scale``.

    A 2-7 middle, strict order, 2-4 scoring, royalties to the winner of a row only, foul points.
    """

    low: bool
    strict: bool
    two_four: bool
    row_winner: bool
    foul_points: int
    ticket: int
    scale: int


def is_legal(options: dict[str, Any], rows: Sequence[tuple[int, ...]]) -> bool:
    """Whether a finished board is legal."""
    top, middle, bottom = map(high_class, rows)
    if options["middle"] == "deuce_to_seven":
        return bottom >= top and low_name(rows[1]) != ""
    if options["row_order"] == "strict" and bottom == middle:
        return False
    return bottom >= middle >= top


def all_best(
    cards: Sequence[int],
    options: dict[str, Any],
    ticket: Fraction,
    opponents: Sequence[Sequence[tuple[int, ...]]] = (),
) -> list[dict[str, Any]]:
    """The best set for each of ``OBJECTIVES``: its rows, whether it is legal, and its points."""
    dealt = sorted(cards)
    low = options["middle"] == "deuce_to_seven"
    bits = {card: 1 << at for at, card in enumerate(dealt)}
    threes: list[tuple[int, ...]] = list(combinations(dealt, 3))
    fives: list[tuple[int, ...]] = list(combinations(dealt, 5))
    theirs = [row for board in opponents for row in board]
    high = {row: high_class(row) for row in [*threes, *fives, *theirs]}
    place = {hand: at for at, hand in enumerate(sorted(set(high.values())), 1)}
    lows: dict[tuple[int, ...], Class] = {
        row: low_class(row) for row in [*fives, *theirs] if len(row) == 5
    }
    low_place = {hand: at for at, hand in enumerate(sorted(set(lows.values()), reverse=True), 1)}

    def order(row: int, way: tuple[int, ...]) -> int:
        return low_place[lows[way]] if low and row == 1 else place[high[way]]

    def royalty(row: int, way: tuple[int, ...]) -> int:
        table = options["royalties"][("top", "middle", "bottom")[row]]
        return int(table.get(name_of(row, way, options), 0))

    made = []
    for row, ways in enumerate((threes, fives, fives)):
        made.append(
            Row(
                np.array([sum(bits[card] for card in way) for way in ways]),
                # A 2-7 middle that is too high gets a place below all others.
                np.array(
                    [
                        -1 if low and row == 1 and not low_name(way) else place[high[way]]
                        for way in ways
                    ]
                ),
                np.array([order(row, way) for way in ways]),
                np.array([royalty(row, way) for way in ways]),
                np.array([makes_stay(row, way, options) for way in ways]),
            )
        )
    against = np.zeros((len(opponents), 7), dtype=np.int64)
    for index, board in enumerate(opponents):
        against[index, 0] = is_legal(options, board)
        for row, way in enumerate(board):
            against[index, 1 + row] = order(row, way)
            against[index, 4 + row] = royalty(row, way)
    terms = Terms(
        low,
        options["row_order"] == "strict",
        options["scoring"] == "2-4",
        options["royalties_paid"] == "row_winner",
        options["foul_points"],
        ticket.numerator,
        ticket.denominator,
    )
    found = try_all(terms, made[0], made[1], made[2], against)
    answers = []
    for key in found:
        legal, points, bottom, middle, top = (int(number) for number in key)
        rows = [[card for card in dealt if mask & bits[card]] for mask in (top, middle, bottom)]
        answers.append(
            {"rows": rows, "legal": bool(legal), "points": Fraction(points, ticket.denominator)}
        )
    return answers


@kernel
def settle(
    terms: Terms,
    against: NDArray[np.int64],
    legal: bool,
    order: tuple[int, int, int],
    royalty: tuple[int, int, int],
) -> int:
    """Points of one board against all opponents; without any, royalties or minus foul points."""
    total = 0
    if against.shape[0] == 0:
        return royalty[0] + royalty[1] + royalty[2] if legal else -terms.foul_points
    for index in range(against.shape[0]):
        paid = against[index, 4] + against[index, 5] + against[index, 6]
        own = royalty[0] + royalty[1] + royalty[2]
        if not legal:
            if against[index, 0]:
                total -= terms.foul_points + paid
            continue
        if not against[index, 0]:
            total += terms.foul_points + own
            continue
        won = lost = 0
        for row in range(3):
            if order[row] > against[index, 1 + row]:
                won += 1
            elif order[row] < against[index, 1 + row]:
                lost += 1
            if order[row] > against[index, 1 + row] or not terms.row_winner:
                total += royalty[row]
            if order[row] < against[index, 1 + row] or not terms.row_winner:
                total -= against[index, 4 + row]
        total += won - lost
        if terms.two_four:
            total += 1 if won >= 2 else 0
            total -= 1 if lost >= 2 else 0
        else:
            total += 3 if won == 3 else 0
            total -= 3 if lost == 3 else 0
    return total


@kernel
def try_all(
    terms: Terms, tops: Row, middles: Row, bottoms: Row, against: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each objective: legal, points times the scale, masks of bottom, middle and top."""
    best = np.full((3, 10), -(1 << 60))
    found = np.zeros((3, 5), dtype=np.int64)
    for b in range(bottoms.masks.size):
        for m in range(middles.masks.size):
            if bottoms.masks[b] & middles.masks[m]:
                continue
            used = bottoms.masks[b] | middles.masks[m]
            if terms.low:
                fine = middles.high[m] >= 0
            elif terms.strict:
                fine = bottoms.high[b] > middles.high[m]
            else:
                fine = bottoms.high[b] >= middles.high[m]
            if not fine and best[0, 0] == 1:
                continue
            for t in range(tops.masks.size):
                if tops.masks[t] & used:
                    continue
                under = bottoms.high[b] if terms.low else middles.high[m]
                legal = fine and tops.high[t] <= under
                if not legal and best[0, 0] == 1:
                    continue
                order = (tops.order[t], middles.order[m], bottoms.order[b])
                royalty = (tops.royalty[t], middles.royalty[m], bottoms.royalty[b])
                points = settle(terms, against, legal, order, royalty) * terms.scale
                stays = legal and (tops.stays[t] or middles.stays[m] or bottoms.stays[b])
                if stays:
                    points += terms.ticket
                earned = royalty[0] + royalty[1] + royalty[2] if legal else 0
                for objective in range(3):
                    if objective == 0:
                        first, second, third = points, earned, int(stays)
                    elif objective == 1:
                        first, second, third = earned, points, int(stays)
                    else:
                        first, second, third = int(stays), points, earned
                    if best[objective, 0] == legal and first < best[objective, 1]:
                        continue
                    key = (
                        int(legal), first, second, third,
                        order[2], order[1], order[0],
                        bottoms.masks[b], middles.masks[m], tops.masks[t],
                    )  # fmt: skip
                    for at in range(10):
                        if key[at] != best[objective, at]:
                            break
                    if key[at] > best[objective, at]:
                        for each in range(10):
                            best[objective, each] = key[each]
                        found[objective, 0] = legal
                        found[objective, 1] = points
                        for each in range(3):
                            found[objective, 2 + each] = key[7 + each]
    return found
