"""Programs as people usually write them: enumeration and Monte Carlo in plain Python.

They use phevaluator's five-card evaluator and know only the default rules: royalties, 9 points for
a ticket to Fantasyland, -6 for a foul. They use nothing from the engine.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, inf, sqrt
from random import Random
from typing import TypeAlias

from benchmarks.peers import FiveCards

Rows: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

FOUL, TICKET = -6, 9
CATEGORIES = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
    "three_of_a_kind", "two_pair", "pair", "high_card",
)  # fmt: skip
LAST_OF_CATEGORY = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
MIDDLE_ROYALTIES = (50, 30, 20, 12, 8, 4, 2, 0, 0, 0)
BOTTOM_ROYALTIES = (25, 15, 10, 6, 4, 2, 0, 0, 0, 0)
THREE_OF_A_KIND, PAIR, HIGH_CARD = 6, 8, 9
SIX, QUEEN = 4, 10


def category_of(strength: int) -> int:
    """The place among ``CATEGORIES`` of a strength as phevaluator gives it."""
    return bisect_left(LAST_OF_CATEGORY, strength)


def ranks_of(cards: Sequence[int]) -> list[tuple[int, int]]:
    """How often each rank occurs, and the rank; the most important first."""
    counted = Counter(card // 4 for card in cards)
    return sorted(((times, rank) for rank, times in counted.items()), reverse=True)


def royalties_of(rows: Rows, evaluate: FiveCards) -> int | None:
    """The royalties of a finished board; None for a foul."""
    top, middle, bottom = rows
    middle_strength, bottom_strength = evaluate(*middle), evaluate(*bottom)
    if bottom_strength > middle_strength:
        return None
    middle_category = category_of(middle_strength)
    ranks = ranks_of(top)
    times, rank = ranks[0]
    top_category = {1: HIGH_CARD, 2: PAIR, 3: THREE_OF_A_KIND}[times]
    if top_category < middle_category:
        return None
    if top_category == middle_category and ranks > ranks_of(middle):
        return None
    points = MIDDLE_ROYALTIES[middle_category] + BOTTOM_ROYALTIES[category_of(bottom_strength)]
    if times == 3:
        points += 10 + rank
    elif times == 2 and rank >= SIX:
        points += 1 + rank - SIX
    return points


def points_of(rows: Rows, evaluate: FiveCards) -> int:
    """The royalties and the ticket of a finished board, or the points of a foul."""
    points = royalties_of(rows, evaluate)
    if points is None:
        return FOUL
    times, rank = ranks_of(rows[0])[0]
    return points + TICKET if times == 3 or (times == 2 and rank >= QUEEN) else points


def best_points(rows: Rows, streets: Sequence[Sequence[int]], evaluate: FiveCards) -> int:
    """The most points that a board can make if all streets of three cards are known before.

    Of each street two cards are kept. With one street left this is best play.
    """
    slots = [row for row, size in enumerate((3, 5, 5)) for _ in range(size - len(rows[row]))]
    homes = sorted(set(permutations(slots)))
    best = FOUL
    for kept in product(*(combinations(street, 2) for street in streets)):
        cards = [card for pair in kept for card in pair]
        for home in homes:
            filled = [list(row) for row in rows]
            for card, row in zip(cards, home, strict=True):
                filled[row].append(card)
            top, middle, bottom = (tuple(row) for row in filled)
            best = max(best, points_of((top, middle, bottom), evaluate))
    return best


def play_last_street(rows: Rows, unseen: Sequence[int], evaluate: FiveCards) -> Fraction:
    """The expected points of best play on the last street, over every deal."""
    total = sum(best_points(rows, [deal], evaluate) for deal in combinations(unseen, 3))
    return Fraction(total, comb(len(unseen), 3))


@dataclass(frozen=True, slots=True)
class Sampled:
    """A mean with its standard error, and the number of deals."""

    mean: float
    error: float
    deals: int


def deal_at_random(
    rows: Rows,
    unseen: Sequence[int],
    evaluate: FiveCards,
    error: float,
    random: Random,
    least_deals: int = 200,
) -> Sampled:
    """The usual Monte Carlo: random deals, each filled in the best way afterwards.

    It deals until the standard error is small enough. With more than one street to come this player
    sees cards that are not dealt yet, so the result is that of another game and too high.
    """
    streets = (13 - sum(map(len, rows))) // 2
    total, squares, deals, reached = 0, 0, 0, inf
    while deals < least_deals or reached > error:
        cards = random.sample(unseen, 3 * streets)
        dealt = [cards[3 * street : 3 * street + 3] for street in range(streets)]
        points = best_points(rows, dealt, evaluate)
        total += points
        squares += points**2
        deals += 1
        if deals > 1:
            reached = sqrt((squares - total**2 / deals) / (deals - 1) / deals)
    return Sampled(total / deals, reached, deals)


def count_draws(
    placed: Sequence[int], unseen: Sequence[int], to_come: int, evaluate: FiveCards
) -> dict[str, int]:
    """In how many deals a row of five is at least each category, by enumeration."""
    exactly = [0] * len(CATEGORIES)
    for deal in combinations(unseen, to_come):
        strengths = (evaluate(*placed, *more) for more in combinations(deal, 5 - len(placed)))
        exactly[category_of(min(strengths))] += 1
    return {name: sum(exactly[: place + 1]) for place, name in enumerate(CATEGORIES)}


def most_royalties(cards: Sequence[int], evaluate: FiveCards) -> int:
    """The most royalties of a Fantasyland hand, by enumeration; 0 if all sets are fouls."""
    best = 0
    strengths = {five: evaluate(*five) for five in combinations(sorted(cards), 5)}
    for bottom, bottom_strength in strengths.items():
        left = [card for card in sorted(cards) if card not in bottom]
        for middle in combinations(left, 5):
            if strengths[middle] < bottom_strength:
                continue
            for top in combinations([card for card in left if card not in middle], 3):
                points = royalties_of((top, middle, bottom), evaluate)
                best = max(best, points or 0)
    return best
