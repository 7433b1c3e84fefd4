"""Fantasyland: the best set of 13 to 17 cards dealt at once.

**What is best** is one of three objectives. ``points``: royalties, the ticket of a player who
stays, and rows, scoops and royalties against each finished opponent. ``royalties``: the most that
a legal set earns. ``stay``: a set that stays, wherever there is one.

**Ties** are decided in a fixed order: for ``points`` more royalties, then staying; for
``royalties`` more points, then staying; for ``stay`` more points, then more royalties; and for
all of them the strongest bottom, then middle (the lowest one in 2-7), then top, then the cards: the
set whose bottom, then middle, then top holds the highest card (suits c, d, h, s) that the other's
does not.

**Legal sets.** Under high rules there always is one. Of all divisions of 13 cards into rows take
those with the strongest bottom, and of them one with the strongest middle. The middle is no
stronger than the bottom, or the two would change places. If the top beat the middle, the top's
three cards with any two of the middle's would be at least as strong as the top, so a stronger
middle beside the same bottom. Neither ``row_order: strict`` nor a 2-7 middle gives that warrant.
Where no set is legal all cost the same, and the answer is a foul: the strongest bottom, then
middle, then top. A foul is never chosen over a legal set, even where changed foul points make a
deliberate foul cheaper.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, floor
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.board import Board, cards_after_staying, is_legal
from ofcapi.engine.cards import cards_of, format_card, mask_of
from ofcapi.engine.hands import (
    FIVE_CARD_STRENGTHS,
    HAND_TABLES,
    STRENGTHS,
    THREE_CARD_STRENGTHS,
    strength_of,
)
from ofcapi.engine.kernels import fantasyland as kernels
from ofcapi.engine.kernels.rows import finish_row
from ofcapi.engine.rules import (
    BOTTOM,
    FANTASYLAND_CARDS,
    MIDDLE,
    ROW_SIZES,
    TOP,
    CompiledRules,
)

Objective: TypeAlias = Literal["points", "royalties", "stay"]

_THREES, _FIVES = np.array(THREE_CARD_STRENGTHS), np.array(FIVE_CARD_STRENGTHS)
_HANDS = (_THREES, _FIVES, _FIVES)
"""The strengths that each row can have."""
_ORDER = 1 << 13
"""More than the highest place in any row's order."""
_ROYALTIES = 1 << 12
"""More than three royalties of ``MOST_POINTS``."""
_LARGEST_TICKET = 1 << 16
"""Half-points; more than points against three opponents can make up for (each at most 6,012), so
that a larger ticket gives the same best set."""
_POINTS = 1 << 20
"""More half-points than two sets can differ by, tickets included."""


class Scales(NamedTuple):
    """An objective and what decides its ties as one sum: what comes first has the largest scale."""

    half_point: int
    royalty: int
    stay: int


SCALES: Mapping[Objective, Scales] = {
    "points": Scales(2 * _ROYALTIES, 2, 1),
    "royalties": Scales(2, 2 * _POINTS, 1),
    "stay": Scales(_ROYALTIES, 1, _POINTS * _ROYALTIES),
}


@dataclass(frozen=True, slots=True)
class FantasylandSet:
    """One way to set a Fantasyland hand.

    ``royalties`` are points of top, middle and bottom, all 0 for a foul. ``points`` is exact: what
    all pairs settle at, or with no opponents the royalties (for a foul minus the foul points of
    the rules), and the ticket if it stays. ``legal`` is False only where no legal set exists.
    """

    board: Board
    discards: tuple[int, ...]
    legal: bool
    royalties: tuple[int, int, int]
    stays: bool
    points: Fraction


@dataclass(frozen=True, slots=True)
class BestSets:
    """The best set for the objective asked for, beside two others.

    They are the set with the most royalties and the best one that stays, None where none does.
    """

    best: FantasylandSet
    best_royalties: FantasylandSet
    best_staying: FantasylandSet | None


def best_set(
    cards: Sequence[int],
    rules: CompiledRules,
    objective: Objective = "points",
    values: Mapping[int, Fraction] | None = None,
    opponents: Collection[Board] = (),
) -> FantasylandSet:
    """The set of 13 to 17 cards that is best for one objective, among all sets.

    ``values`` is the value in points of a Fantasyland ticket by its number of cards; the ticket
    for staying under these rules must be among them, and may be left out only where nobody stays.
    ``opponents`` are finished boards to settle against.

    >>> from ofcapi.engine.cards import parse_cards
    >>> from ofcapi.engine.rules import PRESETS, compile_rules
    >>> cards = parse_cards("Ks8h7h4sKc9c7s7dTd4dQs4h5cKd")[0]
    >>> found = best_set(cards, compile_rules(PRESETS["pineapple"]), values={14: Fraction(9)})
    >>> str(found.board), found.royalties, found.points
    ('4s4h4d/9c8h7s7h7d/KsKdKcQsTd', (12, 2, 0), Fraction(23, 1))

    Raises ``ValueError`` for another number of cards, a card that is there twice, an unfinished
    opponent, or a ticket without a value.
    """
    ticket = ticket_for_staying(len(cards), rules, values)
    _check(cards, opponents)
    return _search(cards, rules, objective, ticket, opponents)


def best_sets(
    cards: Sequence[int],
    rules: CompiledRules,
    objective: Objective = "points",
    values: Mapping[int, Fraction] | None = None,
    opponents: Collection[Board] = (),
) -> BestSets:
    """The best set as ``best_set`` finds it, beside the most royalties and the best that stays."""
    ticket = ticket_for_staying(len(cards), rules, values)
    _check(cards, opponents)
    by_royalties = _search(cards, rules, "royalties", ticket, opponents)
    staying = _search(cards, rules, "stay", ticket, opponents)
    if objective == "royalties":
        best = by_royalties
    elif objective == "stay":
        best = staying
    else:
        best = _search(cards, rules, "points", ticket, opponents)
    return BestSets(best, by_royalties, staying if staying.stays else None)


def _check(cards: Sequence[int], opponents: Collection[Board]) -> None:
    if len(cards) not in FANTASYLAND_CARDS:
        raise ValueError(f"a Fantasyland hand has 13 to 17 cards, not {len(cards)}")
    if not all(board.complete for board in opponents):
        raise ValueError("an opponent's board must be finished to settle against")
    seen = 0
    for card in [*cards, *(card for board in opponents for card in board.cards)]:
        if seen >> card & 1:
            raise ValueError(f"{format_card(card)} is there twice")
        seen |= 1 << card


def ticket_for_staying(
    cards: int, rules: CompiledRules, values: Mapping[int, Fraction] | None
) -> Fraction:
    """The value in points of staying with a hand of so many cards, 0 where nobody stays.

    Raises ``ValueError`` where ``values`` does not name the ticket.
    """
    if not rules.arrays.stays.any():
        return Fraction(0)
    dealt = cards_after_staying(rules, cards)
    if values is None or dealt not in values:
        raise ValueError(f"the value of a Fantasyland ticket of {dealt} cards is missing")
    return Fraction(values[dealt])


def _search(
    cards: Sequence[int],
    rules: CompiledRules,
    objective: Objective,
    ticket: Fraction,
    opponents: Collection[Board],
) -> FantasylandSet:
    scales = SCALES[objective]
    if opponents:
        worth = _worth(rules, scales, half_points(ticket), opponents, ties=True)
    else:
        worth = worth_alone(rules, scales, half_points(ticket))
    dealt = np.array(sorted(cards), dtype=np.int64)
    found = kernels.best_legal_set(HAND_TABLES, rules.arrays, worth, dealt, 0)
    if found.value == kernels.NONE:
        masks = _strongest_foul(dealt, rules)
    else:
        masks = int(found.top_mask), int(found.middle_mask), int(found.bottom_mask)
    board = Board(*(cards_of(mask)[::-1] for mask in masks))
    used = mask_of(board.cards)
    discards = tuple(card for card in cards if not used >> card & 1)
    return _valued(board, discards, rules, ticket, opponents)


def half_points(ticket: Fraction) -> int:
    """A whole number that ranks sets as the ticket does, in half-points.

    Points without the ticket are whole, so only two things about the ticket matter: between which
    whole numbers it lies, and whether it is one of them and can tie.
    """
    return max(-_LARGEST_TICKET, min(_LARGEST_TICKET, floor(ticket) + ceil(ticket)))


@lru_cache(maxsize=64)
def worth_alone(
    rules: CompiledRules, scales: Scales, half_points: int, ties: bool = True
) -> kernels.SetWorth:
    """What sets are worth without opponents, for a ticket in half-points.

    ``ties`` False leaves out the strengths of the rows, which decide between sets that are worth
    the same.
    """
    return _worth(rules, scales, half_points, (), ties)


def _worth(
    rules: CompiledRules,
    scales: Scales,
    half_points: int,
    opponents: Collection[Board],
    ties: bool,
) -> kernels.SetWorth:
    """What sets are worth against finished opponents, or alone where there are none.

    What a pair settles at is a sum over rows but for the scoop, and that depends on who wins each
    row alone. What an opponent gets whatever is set cancels out and may be left out.
    """
    arrays = rules.arrays
    royalty = arrays.royalty.astype(np.int64)
    points = np.zeros((3, STRENGTHS), dtype=np.int64) if opponents else royalty.copy()
    outcomes = []
    for board in opponents:
        theirs = np.array([strength_of(cards) for cards in board.rows])
        if not is_legal(rules, *theirs.tolist()):
            points += royalty
            continue
        own_order = arrays.order[[TOP, MIDDLE, BOTTOM], theirs][:, None]
        outcome = np.sign(arrays.order.astype(np.int64) - own_order)
        outcomes.append(outcome)
        points += outcome
        paid = arrays.royalty[[TOP, MIDDLE, BOTTOM], theirs][:, None].astype(np.int64)
        if rules.rules.royalties_paid == "both":
            points += royalty - paid
        else:
            points += royalty * (outcome > 0) - paid * (outcome < 0)
    worth = 2 * scales.half_point * points + scales.royalty * royalty
    if ties:
        worth *= _ORDER * _ORDER
        worth[BOTTOM] += arrays.order[BOTTOM].astype(np.int64) * _ORDER
        worth[MIDDLE] += arrays.order[MIDDLE]
    group, stays, results = _groups(rules, outcomes)
    some_stay = stays[0][:, None, None] | stays[1][None, :, None] | stays[2][None, None, :]
    joint = some_stay * np.int64(scales.half_point * half_points + scales.stay)
    for rows in results:
        signs = rows[0][:, None, None], rows[1][None, :, None], rows[2][None, None, :]
        joint += 2 * scales.half_point * _scoop(rules, *signs)
    if ties:
        joint *= _ORDER * _ORDER
    place = np.zeros((3, STRENGTHS), dtype=np.int16)
    for row, hands in enumerate(_HANDS):
        order = np.lexsort((-worth[row, hands], group[row, hands]))
        place[row, hands[order]] = np.arange(hands.size)
    return kernels.SetWorth(worth, group, place, joint)


def _scoop(
    rules: CompiledRules,
    top: NDArray[np.int64],
    middle: NDArray[np.int64],
    bottom: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Points for winning (-: losing) all rows, or two of them, by who wins each row: 1, 0, -1."""
    wins = sum(np.greater(row, 0).astype(np.int64) for row in (top, middle, bottom))
    losses = sum(np.less(row, 0).astype(np.int64) for row in (top, middle, bottom))
    if rules.rules.scoring == "1-6":
        return 3 * (np.equal(wins, 3).astype(np.int64) - np.equal(losses, 3))
    return np.greater_equal(wins, 2).astype(np.int64) - np.greater_equal(losses, 2)


def _groups(
    rules: CompiledRules, outcomes: list[NDArray[np.int64]]
) -> tuple[NDArray[np.uint8], list[NDArray[np.bool_]], list[list[NDArray[np.int64]]]]:
    """Groups of rows that are alike in staying and in what they do to each opponent.

    Returns the group of each strength, (3, 7918); for each row whether each of its groups stays;
    and for each opponent and row the outcome of each group: 1, 0 or -1.
    """
    pattern = rules.arrays.stays.astype(np.int64)
    for outcome in outcomes:
        pattern = 3 * pattern + outcome + 1
    group = np.zeros((3, STRENGTHS), dtype=np.uint8)
    stays = []
    results: list[list[NDArray[np.int64]]] = [[] for _ in outcomes]
    for row, hands in enumerate(_HANDS):
        _, example, place = np.unique(pattern[row, hands], return_index=True, return_inverse=True)
        group[row, hands] = place
        stays.append(rules.arrays.stays[row, hands[example]])
        for result, outcome in zip(results, outcomes, strict=True):
            result.append(outcome[row, hands[example]])
    return group, stays, results


def _strongest_foul(dealt: NDArray[np.int64], rules: CompiledRules) -> tuple[int, int, int]:
    """The masks of the set that is first by the order of ties where every set is a foul."""
    masks = [0, 0, 0]
    left = dealt
    for row in (BOTTOM, MIDDLE, TOP):
        ways = comb(left.size, ROW_SIZES[row])
        strengths, found = np.empty(ways, dtype=np.int16), np.empty(ways, dtype=np.int64)
        nothing = np.empty(0, dtype=np.int64)
        finish_row(HAND_TABLES, ROW_SIZES[row], nothing, left, strengths, found)
        masks[row] = int(found[np.lexsort((found, rules.arrays.order[row, strengths]))[-1]])
        left = left[(masks[row] >> left & 1) == 0]
    return masks[TOP], masks[MIDDLE], masks[BOTTOM]


def _valued(
    board: Board,
    discards: tuple[int, ...],
    rules: CompiledRules,
    ticket: Fraction,
    opponents: Collection[Board],
) -> FantasylandSet:
    """What one set earns."""
    arrays = rules.arrays
    strengths = [strength_of(cards) for cards in board.rows]
    legal = is_legal(rules, *strengths)
    top, middle, bottom = (
        int(arrays.royalty[row, strength]) if legal else 0 for row, strength in enumerate(strengths)
    )
    stays = legal and any(bool(arrays.stays[row, each]) for row, each in enumerate(strengths))
    points = ticket if stays else Fraction(0)
    if opponents:
        points += sum(_settle(strengths, board, rules) for board in opponents)
    else:
        points += top + middle + bottom if legal else -rules.rules.foul_points
    return FantasylandSet(board, discards, legal, (top, middle, bottom), stays, points)


def _settle(own: Sequence[int], opponent: Board, rules: CompiledRules) -> int:
    """Points that a set of these strengths gets from one opponent ("Settlement" in the rules)."""
    arrays = rules.arrays
    theirs = [strength_of(cards) for cards in opponent.rows]
    legal, they_legal = is_legal(rules, *own), is_legal(rules, *theirs)
    earned = [int(arrays.royalty[row, strength]) for row, strength in enumerate(own)]
    paid = [int(arrays.royalty[row, strength]) for row, strength in enumerate(theirs)]
    if not (legal and they_legal):
        won = rules.rules.foul_points + sum(earned) if legal else 0
        lost = rules.rules.foul_points + sum(paid) if they_legal else 0
        return won - lost
    outcomes = [
        np.sign(int(arrays.order[row, mine]) - int(arrays.order[row, other]))
        for row, (mine, other) in enumerate(zip(own, theirs, strict=True))
    ]
    points = sum(outcomes) + _scoop(rules, *(np.array(outcome) for outcome in outcomes))
    for outcome, plus, minus in zip(outcomes, earned, paid, strict=True):
        if rules.rules.royalties_paid == "both" or outcome > 0:
            points += plus
        if rules.rules.royalties_paid == "both" or outcome < 0:
            points -= minus
    return int(points)
