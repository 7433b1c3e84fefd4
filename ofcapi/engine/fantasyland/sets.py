"""Fantasyland: the best set of 13 to 17 cards dealt at once.

**Objectives.** There are three. ``points``: royalties, the ticket of a player who stays, and rows,
scoops and royalties against each finished opponent. ``royalties``: the most royalties of a legal
set. ``stay``: a set that stays, if there is one.

**Ties** are decided in a fixed order: for ``points`` more royalties, then staying; for
``royalties`` more points, then staying; for ``stay`` more points, then more royalties; and for
all of them the strongest bottom, then middle (the lowest one in 2-7), then top, then the cards: the
set whose bottom, then middle, then top holds the highest card (suits c, d, h, s) that the other's
does not.

**Legal sets.** Under high rules there always is one. Of all divisions of 13 cards into rows take
those with the strongest bottom, and of them one with the strongest middle. The middle is not
stronger than the bottom; otherwise the two would change places. If the top beat the middle, the
top's three cards with any two of the middle's would be at least as strong as the top, so they would
be a stronger middle beside the same bottom. ``row_order: strict`` and a 2-7 middle do not guarantee
a legal set. If no set is legal, all cost the same, and the answer is a foul: the strongest bottom,
then middle, then top. A foul is never chosen over a legal set, even if changed foul points make a
deliberate foul cheaper.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, floor
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import cards_of, format_card, mask_of
from ofcapi.engine.game.faults import Fault, impossible, opponents_seen, repeats
from ofcapi.engine.game.hands import FIVE_CARD_STRENGTHS, HAND_TABLES, THREE_CARD_STRENGTHS
from ofcapi.engine.game.rules import (
    BOARD_SIZE,
    BOTTOM,
    FANTASYLAND_CARDS,
    MIDDLE,
    ROW_SIZES,
    TOP,
    CompiledRules,
    Rules,
)
from ofcapi.engine.game.score import cards_after_staying, is_legal
from ofcapi.engine.game.settlement import finished, pair_points
from ofcapi.engine.kernels import fantasyland as kernels
from ofcapi.engine.kernels.rows import finish_row
from ofcapi.engine.kernels.shapes import STRENGTHS
from ofcapi.engine.worth.values import Strengths, row_points, row_signs, scoops, strengths_of

SetObjective: TypeAlias = Literal["points", "royalties", "stay"]
SET_OBJECTIVES: tuple[SetObjective, ...] = get_args(SetObjective)

_THREES, _FIVES = np.array(THREE_CARD_STRENGTHS), np.array(FIVE_CARD_STRENGTHS)
_HANDS = (_THREES, _FIVES, _FIVES)
"""The strengths that each row can have."""
_ORDER = 1 << 13
"""Larger than the highest place in any row's order."""
_ROYALTIES = 1 << 12
"""Larger than three royalties of ``MOST_POINTS``."""
_LARGEST_TICKET = 1 << 16
"""Half-points; larger than any difference in points against three opponents (each at most 6,012),
so that a larger ticket gives the same best set."""
_POINTS = 1 << 20
"""Larger than the difference of any two sets in half-points, tickets included."""


class Scales(NamedTuple):
    """An objective and its tie-breaks as one sum: what decides first has the largest scale."""

    half_point: int
    royalty: int
    stay: int


SCALES: Mapping[SetObjective, Scales] = {
    "points": Scales(2 * _ROYALTIES, 2, 1),
    "royalties": Scales(2, 2 * _POINTS, 1),
    "stay": Scales(_ROYALTIES, 1, _POINTS * _ROYALTIES),
}


@dataclass(frozen=True, slots=True)
class FantasylandSet:
    """One way to set a Fantasyland hand.

    ``royalties`` are points of top, middle and bottom, all 0 for a foul. ``points`` is exact: the
    settlement with all opponents, or without opponents the royalties (for a foul, minus the foul
    points of the rules), plus the ticket if it stays. ``legal`` is False only if no legal set
    exists.
    """

    board: Board
    discards: tuple[int, ...]
    legal: bool
    royalties: tuple[int, int, int]
    stays: bool
    points: Fraction


@dataclass(frozen=True, slots=True)
class BestSets:
    """The best set for the requested objective, and two others.

    They are the set with the most royalties and the best set that stays, None if none does.
    """

    best: FantasylandSet
    best_royalties: FantasylandSet
    best_staying: FantasylandSet | None


def best_set(
    cards: Sequence[int],
    rules: CompiledRules,
    objective: SetObjective = "points",
    values: Mapping[int, Fraction] | None = None,
    opponents: Collection[Board] = (),
) -> FantasylandSet:
    """The set of 13 to 17 cards that is best for one objective, among all sets.

    ``values`` is the value in points of a Fantasyland ticket by its number of cards. It must
    include the ticket for staying under these rules, unless the rules let nobody stay.
    ``opponents`` are finished boards to settle against.

    >>> from ofcapi.engine.game.cards import parse_cards
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> from ofcapi.engine.game.rules import compile_rules
    >>> cards = parse_cards("Ks8h7h4sKc9c7s7dTd4dQs4h5cKd")[0]
    >>> found = best_set(cards, compile_rules(PRESETS["pineapple"]), values={14: Fraction(9)})
    >>> str(found.board), found.royalties, found.points
    ('4s4h4d/9c8h7s7h7d/KsKdKcQsTd', (12, 2, 0), Fraction(23, 1))

    Raises ``ValueError`` for another number of cards, a card that is given twice, an opponent with
    an unfinished board, or a ticket without a value.
    """
    ticket = ticket_for_staying(len(cards), rules, values)
    _check(cards, rules, opponents)
    return _search(cards, rules, objective, ticket, opponents)


def best_sets(
    cards: Sequence[int],
    rules: CompiledRules,
    objective: SetObjective = "points",
    values: Mapping[int, Fraction] | None = None,
    opponents: Collection[Board] = (),
) -> BestSets:
    """The best set as in ``best_set``, the set with most royalties, and the best one that stays."""
    ticket = ticket_for_staying(len(cards), rules, values)
    _check(cards, rules, opponents)
    by_royalties = _search(cards, rules, "royalties", ticket, opponents)
    staying = _search(cards, rules, "stay", ticket, opponents)
    if objective == "royalties":
        best = by_royalties
    elif objective == "stay":
        best = staying
    else:
        best = _search(cards, rules, "points", ticket, opponents)
    return BestSets(best, by_royalties, staying if staying.stays else None)


def _check(cards: Sequence[int], rules: CompiledRules, opponents: Collection[Board]) -> None:
    if len(cards) not in FANTASYLAND_CARDS:
        raise ValueError(_card_count(len(cards)))
    if not all(board.complete for board in opponents):
        raise ValueError("an opponent's board must be finished")
    # In side-by-side rules both players get the same cards.
    others = () if rules.rules.deal.same_cards else opponents
    seen = 0
    for card in [*cards, *(card for board in others for card in board.cards)]:
        if seen >> card & 1:
            raise ValueError(f"{format_card(card)} is given twice")
        seen |= 1 << card


def set_faults(
    cards: Sequence[int] | None,
    opponents: Sequence[Board | None],
    rules: Rules | None,
) -> Iterator[Fault]:
    """What is impossible about a hand to set against opponents; what could not be read is None."""
    others, faults = opponents_seen(opponents, rules)
    yield from faults
    yield from repeats([*others, (("cards",), cards or ())])
    if cards is not None and len(cards) not in FANTASYLAND_CARDS:
        yield impossible("wrong_card_count", _card_count(len(cards)), "cards")
    for seat, opponent in enumerate(opponents):
        if opponent is not None and not opponent.complete:
            detail = "an opponent's board must be finished to settle against"
            yield impossible("unfinished_board", detail, "opponents", seat)


def _card_count(cards: int) -> str:
    return f"a Fantasyland hand has 13 to 17 cards, not {cards}"


def ticket_for_staying(
    cards: int, rules: CompiledRules, values: Mapping[int, Fraction] | None
) -> Fraction:
    """The value in points of staying with a hand of so many cards, 0 if the rules let nobody stay.

    Raises ``ValueError`` if ``values`` does not contain the ticket.
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
    objective: SetObjective,
    ticket: Fraction,
    opponents: Collection[Board],
) -> FantasylandSet:
    scales = SCALES[objective]
    if opponents:
        worth = _worth(rules, scales, _half_points(ticket), opponents)
    else:
        worth = _worth_alone(rules, scales, _half_points(ticket))
    dealt = np.array(sorted(cards), dtype=np.int64)
    found = kernels.best_legal_set(HAND_TABLES, rules.arrays, worth, dealt)
    if found.value == kernels.NONE:
        masks = _strongest_foul(dealt, rules)
    else:
        masks = int(found.top_mask), int(found.middle_mask), int(found.bottom_mask)
    board = Board(*(cards_of(mask)[::-1] for mask in masks))
    used = mask_of(board.cards)
    discards = tuple(card for card in cards if not used >> card & 1)
    return _valued(board, discards, rules, ticket, opponents)


def _half_points(ticket: Fraction) -> int:
    """A whole number that ranks sets as the ticket does, in half-points.

    Points without the ticket are whole numbers, so only two things about the ticket matter: between
    which whole numbers it lies, and whether it is a whole number itself and can tie.
    """
    return max(-_LARGEST_TICKET, min(_LARGEST_TICKET, floor(ticket) + ceil(ticket)))


@lru_cache(maxsize=64)
def _worth_alone(rules: CompiledRules, scales: Scales, half_points: int) -> kernels.SetWorth:
    """The worth of sets without opponents, for a ticket in half-points."""
    return _worth(rules, scales, half_points, ())


def _worth(
    rules: CompiledRules,
    scales: Scales,
    half_points: int,
    opponents: Collection[Board],
) -> kernels.SetWorth:
    """The worth of sets against finished opponents, or without any.

    The settlement of a pair is a sum over rows, except the scoop, which depends only on who wins
    each row. What an opponent gets in any case is the same for all sets and may be left out.
    """
    arrays = rules.arrays
    rivals = [strengths_of(board) for board in opponents]
    legal_rivals = [rival for rival in rivals if is_legal(rules, *rival)]
    worth = 2 * scales.half_point * row_points(rules, rivals)
    worth += scales.royalty * arrays.royalty.astype(np.int64)
    worth *= _ORDER * _ORDER
    worth[BOTTOM] += arrays.order[BOTTOM].astype(np.int64) * _ORDER
    worth[MIDDLE] += arrays.order[MIDDLE]
    group, examples = _groups(rules, legal_rivals)
    sets = np.meshgrid(*examples, indexing="ij")
    some_stay = np.logical_or.reduce([rules.arrays.stays[row, sets[row]] for row in range(3)])
    joint = some_stay * np.int64(scales.half_point * half_points + scales.stay)
    signs = [row_signs(rules, row, legal_rivals)[:, sets[row].ravel()] for row in range(3)]
    joint += 2 * scales.half_point * scoops(rules, np.stack(signs, axis=1)).reshape(joint.shape)
    joint *= _ORDER * _ORDER
    place = np.zeros((3, STRENGTHS), dtype=np.int16)
    for row, hands in enumerate(_HANDS):
        order = np.lexsort((-worth[row, hands], group[row, hands]))
        place[row, hands[order]] = np.arange(hands.size)
    return kernels.SetWorth(worth, group, place, joint)


def _groups(
    rules: CompiledRules, rivals: Sequence[Strengths]
) -> tuple[NDArray[np.uint8], list[NDArray[np.int64]]]:
    """Groups of rows with the same staying and the same result against each legal opponent's row.

    Returns the group of each strength, (3, 7918), and for each row a strength of each group.
    """
    group = np.zeros((3, STRENGTHS), dtype=np.uint8)
    examples = []
    for row, hands in enumerate(_HANDS):
        pattern = rules.arrays.stays[row, hands].astype(np.int64)
        for sign in row_signs(rules, row, rivals):
            pattern = 3 * pattern + sign[hands] + 1
        _, example, group[row, hands] = np.unique(pattern, return_index=True, return_inverse=True)
        examples.append(hands[example])
    return group, examples


def _strongest_foul(dealt: NDArray[np.int64], rules: CompiledRules) -> tuple[int, int, int]:
    """The masks of the set that the order of ties puts first if every set is a foul."""
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
    """A set with what it earns."""
    own = finished(board, rules, in_fantasyland=BOARD_SIZE + len(discards))
    legal = own.foul is None
    points = ticket if own.stays else Fraction(0)
    if opponents:
        theirs = [finished(opponent, rules) for opponent in opponents]
        points += sum(pair_points(own, other, rules).points for other in theirs)
    else:
        points += sum(own.royalties) if legal else -rules.rules.foul_points
    return FantasylandSet(board, discards, legal, own.royalties, own.stays, points)
