"""Fantasyland: the best set of 13 to 17 cards dealt at once.

**Objectives.** There are three. ``points``: royalties, the ticket of a player who stays, and rows,
scoops and royalties against each opponent. ``royalties``: the most royalties of a legal
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
from math import ceil, comb, floor, sqrt
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.cards import cards_of, format_card, mask_of
from ofcapi.engine.game.faults import Fault, impossible, opponents_seen, repeats
from ofcapi.engine.game.hands import (
    FIVE_CARD_STRENGTHS,
    HAND_TABLES,
    THREE_CARD_STRENGTHS,
    strength_of,
)
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
from ofcapi.engine.game.score import cards_after_staying
from ofcapi.engine.game.seats import deal_faults, opponent_faults
from ofcapi.engine.game.settlement import finished
from ofcapi.engine.kernels import fantasyland as kernels
from ofcapi.engine.kernels.rows import finish_row
from ofcapi.engine.kernels.shapes import STRENGTHS
from ofcapi.engine.worth.settled import (
    Rivals,
    Settled,
    finished_rivals,
    points_against,
    settle,
    strengths_of,
)

SetObjective: TypeAlias = Literal["points", "royalties", "stay"]
SET_OBJECTIVES: tuple[SetObjective, ...] = get_args(SetObjective)

_THREES, _FIVES = np.array(THREE_CARD_STRENGTHS), np.array(FIVE_CARD_STRENGTHS)
_HANDS = (_THREES, _FIVES, _FIVES)
"""The strengths that each row can have."""
_ORDER = 1 << 13
"""Larger than the highest place in any row's order."""
_ROYALTIES = 1 << 12
"""Larger than three royalties of ``MOST_POINTS``."""
_LARGEST_TICKET = 1 << 15
"""Points; larger than any difference in points against three opponents (each at most 6,012), so
that a larger ticket gives the same best set."""
_STEPS, _FINE_STEPS = 2, 100
"""Into how many steps a point is divided where the opponents' boards are certain, and elsewhere."""
_POINTS = 1 << 23
"""Larger than the difference of any two sets in steps, tickets included."""


class Scales(NamedTuple):
    """An objective and its tie-breaks as one sum: what decides first has the largest scale."""

    step: int
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
    points of the rules), plus the ticket if it stays. Against boards that are sampled it is the
    mean over them, and ``points_error`` is its standard error, else 0. ``legal`` is False only if
    no legal set exists.
    """

    board: Board
    discards: tuple[int, ...]
    legal: bool
    royalties: tuple[int, int, int]
    stays: bool
    points: Fraction
    points_error: float = 0.0


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
    rivals: tuple[Rivals, ...] = (),
) -> FantasylandSet:
    """The set of 13 to 17 cards that is best for one objective, among all sets.

    ``values`` is the value in points of a Fantasyland ticket by its number of cards. It must
    include the ticket for staying under these rules, unless the rules let nobody stay.
    ``opponents`` are finished boards to settle against; ``rivals`` are further opponents, by the
    boards that they may end with.

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
    return _search(cards, rules, objective, ticket, finished_rivals(opponents) + rivals)


def best_sets(
    cards: Sequence[int],
    rules: CompiledRules,
    objective: SetObjective = "points",
    values: Mapping[int, Fraction] | None = None,
    opponents: Collection[Board] = (),
    rivals: tuple[Rivals, ...] = (),
) -> BestSets:
    """The best set as in ``best_set``, the set with most royalties, and the best one that stays."""
    ticket = ticket_for_staying(len(cards), rules, values)
    _check(cards, rules, opponents)
    rivals = finished_rivals(opponents) + rivals
    by_royalties = _search(cards, rules, "royalties", ticket, rivals)
    staying = _search(cards, rules, "stay", ticket, rivals)
    if objective == "royalties":
        best = by_royalties
    elif objective == "stay":
        best = staying
    else:
        best = _search(cards, rules, "points", ticket, rivals)
    return BestSets(best, by_royalties, staying if staying.stays else None)


def set_strengths(
    hands: NDArray[np.int64], rules: CompiledRules, values: Mapping[int, Fraction]
) -> NDArray[np.int64]:
    """The strengths (n, 3) of the best sets for points of hands (n, cards), all 0 for a foul.

    As ``best_set`` finds them without opponents, and nothing else of them.
    """
    ticket = ticket_for_staying(hands.shape[1], rules, values)
    worth = _worth(rules, SCALES["points"], ticket, _alone(rules))
    strengths = np.zeros((len(hands), 3), np.int64)
    for place, dealt in enumerate(np.sort(hands, axis=1)):
        found = kernels.best_legal_set(HAND_TABLES, rules.arrays, worth, dealt)
        if found.value != kernels.NONE:
            masks = found.top_mask, found.middle_mask, found.bottom_mask
            strengths[place] = [strength_of(cards_of(int(mask))) for mask in masks]
    return strengths


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
    opponents: Sequence[Board | int | None],
    rules: Rules | None,
    *,
    players: int | None,
    played: bool,
) -> Iterator[Fault]:
    """What is impossible about a hand to set against opponents, see ``seats.opponent_faults``."""
    boards = [one if isinstance(one, Board) else None for one in opponents]
    others, faults = opponents_seen(boards, rules)
    yield from faults
    twice = repeats([*others, (("cards",), cards or ())])
    yield from twice
    if cards is not None and len(cards) not in FANTASYLAND_CARDS:
        yield impossible("wrong_card_count", _card_count(len(cards)), "cards")
    yield from opponent_faults(opponents, rules, players, played=played)
    if rules is not None and cards is not None and played and not twice:
        unseen = len(unseen_cards(cards, *(seen for _, seen in others)))
        yield from deal_faults(0, unseen, opponents, rules, players)


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
    rivals: tuple[Rivals, ...],
) -> FantasylandSet:
    scales = SCALES[objective]
    settled = settle(rules, rivals) if rivals else _alone(rules)
    worth = _worth(rules, scales, ticket, settled)
    dealt = np.array(sorted(cards), dtype=np.int64)
    found = kernels.best_legal_set(HAND_TABLES, rules.arrays, worth, dealt)
    if found.value == kernels.NONE:
        masks = _strongest_foul(dealt, rules)
    else:
        masks = int(found.top_mask), int(found.middle_mask), int(found.bottom_mask)
    board = Board(*(cards_of(mask)[::-1] for mask in masks))
    used = mask_of(board.cards)
    discards = tuple(card for card in cards if not used >> card & 1)
    return _valued(board, discards, rules, ticket, rivals)


def _in_steps(ticket: Fraction, steps: int) -> int:
    """A whole number of steps of a point that ranks sets as the ticket does.

    Where points without the ticket are whole numbers, only two things about it matter: between
    which whole numbers it lies, and whether it is a whole number itself and can tie.
    """
    exact = steps == _STEPS
    number = floor(ticket) + ceil(ticket) if exact else round(ticket * steps)
    return max(-steps * _LARGEST_TICKET, min(steps * _LARGEST_TICKET, number))


@lru_cache(maxsize=64)
def _alone(rules: CompiledRules) -> Settled:
    """What rows bring without opponents: their royalties."""
    royalty = rules.arrays.royalty.astype(np.int64)
    return Settled(royalty, np.zeros_like(royalty), np.zeros((1, 1, 1), np.int64), 0, 1)


@lru_cache(maxsize=32)
def _worth(
    rules: CompiledRules, scales: Scales, ticket: Fraction, settled: Settled
) -> kernels.SetWorth:
    """The worth of sets that settle so.

    The settlement of a pair is a sum over rows, except the scoop, which the groups of rows decide.
    """
    arrays = rules.arrays
    steps = _STEPS if settled.scale == 1 else _FINE_STEPS
    worth = scales.step * _to_steps(settled.row, settled, steps)
    worth += scales.royalty * arrays.royalty.astype(np.int64)
    worth *= _ORDER * _ORDER
    worth[BOTTOM] += arrays.order[BOTTOM].astype(np.int64) * _ORDER
    worth[MIDDLE] += arrays.order[MIDDLE]
    group, examples = _groups(rules, settled)
    top, middle, bottom = np.meshgrid(*examples, indexing="ij")
    stays = arrays.stays
    some_stay = stays[TOP, top] | stays[MIDDLE, middle] | stays[BOTTOM, bottom]
    joint = some_stay * np.int64(scales.step * _in_steps(ticket, steps) + scales.stay)
    groups = settled.group
    scoop = settled.scoop[groups[TOP, top], groups[MIDDLE, middle], groups[BOTTOM, bottom]]
    joint += scales.step * _to_steps(scoop, settled, steps)
    joint *= _ORDER * _ORDER
    place = np.zeros((3, STRENGTHS), dtype=np.int16)
    for row, hands in enumerate(_HANDS):
        order = np.lexsort((-worth[row, hands], group[row, hands]))
        place[row, hands[order]] = np.arange(hands.size)
    return kernels.SetWorth(worth, group, place, joint)


def _to_steps(points: NDArray[np.int64], settled: Settled, steps: int) -> NDArray[np.int64]:
    return np.asarray(np.rint(points * (steps / settled.scale)), np.int64)


def _groups(
    rules: CompiledRules, settled: Settled
) -> tuple[NDArray[np.uint8], list[NDArray[np.int64]]]:
    """Groups of rows with the same staying and the same part in scoops.

    Returns the group of each strength, (3, 7918), and for each row a strength of each group.
    """
    group = np.zeros((3, STRENGTHS), dtype=np.uint8)
    examples = []
    for row, hands in enumerate(_HANDS):
        stays = rules.arrays.stays[row, hands].astype(np.int64)
        pattern = stays * (settled.group[row].max() + 1) + settled.group[row, hands]
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
    rivals: tuple[Rivals, ...],
) -> FantasylandSet:
    """A set with what it earns."""
    own = finished(board, rules, in_fantasyland=BOARD_SIZE + len(discards))
    legal = own.foul is None
    points = ticket if own.stays else Fraction(0)
    variance = 0.0
    if not rivals:
        points += sum(own.royalties) if legal else -rules.rules.foul_points
    for one in rivals:
        settled = points_against(rules, strengths_of(board), legal, one)
        points += Fraction(int(settled.sum()), settled.size)
        if one.sampled and settled.size > 1:
            variance += float(settled.var(ddof=1)) / settled.size
    return FantasylandSet(board, discards, legal, own.royalties, own.stays, points, sqrt(variance))
