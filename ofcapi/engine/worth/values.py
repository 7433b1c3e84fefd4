"""The worth of a finished board: the objective of best play, and points.

A *leaf* gives the value of finished boards. It is compiled into small arrays by row strength, so
that the loops that search for the best play only add up look-ups and need no objective, opponents
or options. Each question has two leaves: that of its objective, and that of points, which break
ties.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.cards import RANKS
from ofcapi.engine.game.hands import (
    CATEGORIES,
    CLASSES,
    FIVE_CARD_STRENGTHS,
    THREE_CARD_STRENGTHS,
)
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import ROWS, TOP, CompiledRules, Rules
from ofcapi.engine.kernels.shapes import STRENGTHS, Leaf
from ofcapi.engine.worth.settled import (
    PARTS,
    Rivals,
    RowSteps,
    Settled,
    row_steps,
    seats_of,
    settle,
    sum_fouls,
    sum_scoops,
)
from ofcapi.engine.worth.tickets import ticket_value
from ofcapi.engine.worth.typical import row_wins, typical_count

_FINEST = 10_000
_LARGEST = 10**12
_LARGEST_SUM = 1 << 61


ObjectiveName: TypeAlias = Literal["points", "no_foul", "fantasyland", "royalties"]
OBJECTIVES: tuple[ObjectiveName, ...] = get_args(ObjectiveName)
"""The objectives that a name alone says; the other is about a row."""

ValuesSource: TypeAlias = Literal["request", "preset", "preset_with_other_options"]
VALUES_SOURCES: tuple[ValuesSource, ...] = get_args(ValuesSource)
"""Where tickets come from: all of them from the request; from the preset, as it is; or some from
the preset although the rules are changed, so that they are worth something else there."""

MOST_WORTH = 1000
"""The most points that a foul may cost or a ticket be worth where a question says so."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What best play maximises.

    ``points``        royalties, the ticket to Fantasyland, the foul, and finished opponents
    ``no_foul``       the chance of a legal board
    ``fantasyland``   the chance of a legal board that enters Fantasyland
    ``royalties``     expected royalties, where a foul earns none
    ``row``           the chance of a legal board whose row (0 top, 1 middle, 2 bottom) is
                      ``at_least`` a category or a rank of it ("flush", "pair_Q", "low_8")
    """

    kind: Literal[ObjectiveName, "row"] = "points"
    row: int | None = None
    at_least: str | None = None


@dataclass(frozen=True, slots=True)
class Values:
    """The worth, in points, of outcomes that no settlement decides.

    ``foul`` is the worth of a fouled board if there are no finished opponents; ``fantasyland`` is
    the worth of a ticket by its number of cards, 0 for a number that is not listed.
    """

    foul: Fraction = Fraction(-6)
    fantasyland: tuple[tuple[int, Fraction], ...] = ()


def default_values(rules: Rules, *more_cards: int) -> Values:
    """The values of a rule set for questions that do not give their own.

    A foul costs the foul points of the rules, as against one opponent without royalties. Each
    number of cards with which Fantasyland can be entered, and each of ``more_cards``, is worth its
    ``tickets.ticket_value``.

    >>> from ofcapi.engine.game.presets import PRESETS
    >>> default_values(PRESETS["classic-no-fantasyland"])
    Values(foul=Fraction(-6, 1), fantasyland=())
    >>> [cards for cards, _ in default_values(PRESETS["deuce-to-seven"]).fantasyland]
    [14, 15]
    """
    entered = rules.fantasyland.entry if rules.fantasyland else ()
    cards = {*more_cards, *(cards for _, cards in entered)}
    tickets = tuple((number, ticket_value(rules, number)) for number in sorted(cards))
    return Values(Fraction(-rules.foul_points), tickets)


@dataclass(frozen=True, slots=True)
class GivenValues:
    """The values that a question gives, in points: the others are the defaults of its rules."""

    foul: Fraction | None = None
    fantasyland: tuple[tuple[int, Fraction], ...] = ()

    def of(self, rules: Rules, *more_cards: int) -> Values:
        """The values to play for under a rule set.

        Tickets are those that can be entered with, and any of ``more_cards`` cards; others that
        are given are of no use and left out.
        """
        defaults = default_values(rules, *more_cards)
        foul = defaults.foul if self.foul is None else self.foul
        tickets = dict(defaults.fantasyland)
        tickets |= {cards: worth for cards, worth in self.fantasyland if cards in tickets}
        return Values(foul, tuple(sorted(tickets.items())))

    def source(self, rules: Rules, *more_cards: int) -> ValuesSource:
        """Where the tickets to play for come from, see ``of``.

        >>> from ofcapi.engine.game.options import rules_from
        >>> GivenValues().source(rules_from("pineapple", {"scoring": "2-4"}))
        'preset_with_other_options'
        """
        wanted = {cards for cards, _ in default_values(rules, *more_cards).fantasyland}
        if wanted <= {cards for cards, _ in self.fantasyland} and wanted:
            return "request"
        return "preset" if rules == PRESETS[rules.preset] else "preset_with_other_options"


POINTS = Objective()
FOUL_ONLY = Values()
"""A foul costs 6 points, and a ticket is worth nothing."""


class ObjectiveError(ValueError):
    """An objective that is not possible under a rule set."""


class ValuesError(ValueError):
    """Values too large, or with too many decimal places, for sums in 64-bit whole numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """The outcomes of each row that are worth telling apart.

    number   (3, 7918) int64, the kind of each strength
    terms    for each row (kinds, 4) int64: category, royalty, terms of objective and of points
    example  for each row (kinds,) int64, a strength of each kind
    """

    number: NDArray[np.int64]
    terms: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    example: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True, eq=False)
class Valuation:
    """A question's leaves, and the meaning of their codes and kinds.

    ``objective`` counts in ``1 / objective_scale`` and ``points`` in ``1 / scale``.

    entry   (codes,) int64, the Fantasyland cards that each sum of codes stands for
    rivals  the opponents' finished boards that points settle against
    """

    rules: CompiledRules
    objective: Leaf
    points: Leaf
    objective_scale: int
    scale: int
    entry: NDArray[np.int64]
    rivals: tuple[Rivals, ...] = ()

    @property
    def ties_matter(self) -> bool:
        """Whether points can differ between boards that are equal for the objective."""
        return self.objective is not self.points


@lru_cache(maxsize=16)
def value_boards_by(
    rules: CompiledRules, objective: Objective, values: Values, rivals: tuple[Rivals, ...]
) -> Valuation:
    """Compile an objective and the points of a board against opponents, in some milliseconds.

    With opponents, points are the sum of the settlements pair by pair, and ``values.foul`` is
    not used. Raises ``ObjectiveError`` and ``ValuesError``.
    """
    tickets = dict(values.fantasyland)
    settled = settle(rules, rivals) if rivals else None
    code, entry, scoop = _codes(rules, settled)
    worth = [tickets.get(cards, Fraction(0)) for cards in range(int(entry.max()) + 1)]
    scale = lcm(values.foul.denominator, *(value.denominator for value in worth))
    if scale > _FINEST:
        raise ValuesError(f"the common denominator of the values must be at most {_FINEST}")
    if max(map(abs, [values.foul, *worth])) * scale > _LARGEST:
        raise ValuesError("the values are too large to be added up exactly")
    if settled is None:
        row, foul = rules.arrays.royalty.astype(np.int64) * scale, values.foul * scale
    else:
        scale = lcm(scale, settled.scale)
        finer = scale // settled.scale
        row, foul, scoop = settled.row * finer, Fraction(settled.foul * finer), scoop * finer
    joint = scoop + np.array([int(value * scale) for value in worth])[entry]
    points = _leaf(row, code, joint, int(foul))
    if objective.kind == "points":
        chosen, objective_scale = points, scale
    else:
        chosen = _objective_leaf(rules, objective, code, entry)
        objective_scale = 1
    return Valuation(rules, chosen, points, objective_scale, scale, entry, rivals)


def _leaf(
    row: NDArray[np.int64],
    code: NDArray[np.int64],
    joint: NDArray[np.int64],
    foul: int,
) -> Leaf:
    """A leaf; if only the top row's code decides ``joint``, it is moved into ``row``."""
    if code[1:].max() == 0:
        row = row.copy()
        row[TOP] += joint[code[TOP]]
        joint = np.zeros_like(joint)
    return Leaf(row, code, joint, foul, not joint.any())


def _objective_leaf(
    rules: CompiledRules,
    objective: Objective,
    code: NDArray[np.int64],
    entry: NDArray[np.int64],
) -> Leaf:
    row = np.zeros((3, STRENGTHS), dtype=np.int64)
    joint = np.zeros(entry.size, dtype=np.int64)
    if objective.kind == "no_foul":
        row[TOP] = 1
    elif objective.kind == "fantasyland":
        joint = (entry > 0).astype(np.int64)
    elif objective.kind == "royalties":
        row += rules.arrays.royalty
    else:
        if objective.row is None or objective.at_least is None:
            raise ObjectiveError("an objective for a row requires the row and the least hand")
        row[objective.row] = _at_least(rules, objective.row, objective.at_least)
    return _leaf(row, code, joint, 0)


def _at_least(rules: CompiledRules, row: int, least: str) -> NDArray[np.bool_]:
    """Which strengths of a row are at least the hand of that name."""
    names = rules.categories[row]
    hands = list(THREE_CARD_STRENGTHS if row == TOP else FIVE_CARD_STRENGTHS)
    category, _, rank = least.rpartition("_")
    if least in names:
        made = rules.arrays.category[row].astype(np.int64)
        threshold = names.index(least)
    elif names is CATEGORIES and category in CATEGORIES and rank in tuple(RANKS):
        # Category and first rank in one number.
        made = np.array([13 * hand[0] + hand[1] if hand else 0 for hand in CLASSES])
        threshold = 13 * CATEGORIES.index(category) + RANKS.index(rank)
    else:
        raise ObjectiveError(_no_hand(rules, row, least))
    if not (made[hands] == threshold).any():
        raise ObjectiveError(_no_hand(rules, row, least))
    return np.asarray(made >= threshold)


def _no_hand(rules: CompiledRules, row: int, least: str) -> str:
    hands = list(THREE_CARD_STRENGTHS if row == TOP else FIVE_CARD_STRENGTHS)
    names = rules.categories[row]
    made = ", ".join(names[category] for category in np.unique(rules.arrays.category[row, hands]))
    ranked = ", or one of them with a rank, such as 'pair_Q'" if names is CATEGORIES else ""
    return f"the {ROWS[row]} row cannot be {least!r}; expected one of {made}{ranked}"


def _codes(
    rules: CompiledRules, settled: Settled | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Number what the rows decide together: entry to Fantasyland, and the scoop.

    Returns code (3, 7918), already multiplied so that codes add up to one index; entry (codes,);
    scoop (codes,), in the scale of ``settled``.
    """
    arrays = rules.arrays
    groups = np.zeros((3, STRENGTHS), np.int64) if settled is None else settled.group
    entry_classes = (arrays.top_entry, arrays.middle_entry, np.zeros(STRENGTHS, np.uint8))
    places, numbers = [], []
    for group, entry_class in zip(groups, entry_classes, strict=True):
        place, compact = _renumber(entry_class.astype(np.int64) * (group.max() + 1) + group)
        places.append(place)
        numbers.append(compact)
    sizes = [place.size for place in places]
    code = np.stack([numbers[0] * sizes[1] * sizes[2], numbers[1] * sizes[2], numbers[2]])
    index = np.unravel_index(np.arange(np.prod(sizes)), sizes)
    top, middle, bottom = (place[where] for place, where in zip(places, index, strict=True))
    entry = arrays.entry_cards[arrays.top_entry[top], arrays.middle_entry[middle]]
    scoop = np.zeros(entry.size, np.int64)
    if settled is not None:
        scoop = settled.scoop[groups[0, top], groups[1, middle], groups[2, bottom]]
    return code, entry.astype(np.int64), scoop


def _renumber(number: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number classes from 0 without gaps; returns a place where each occurs, and the numbers."""
    if number.min() < 0 or number.max() > 8 * number.size:
        _, places, compact = np.unique(number, return_index=True, return_inverse=True)
        return places, compact.reshape(-1)
    compact = np.cumsum(np.bincount(number) > 0)[number] - 1
    places = np.empty(compact.max() + 1, dtype=np.int64)
    places[compact] = np.arange(number.size)
    return places, compact


@lru_cache(maxsize=16)
def kinds_of(valuation: Valuation) -> Kinds:
    """The outcomes of each row that a report distinguishes."""
    arrays, objective, points = valuation.rules.arrays, valuation.objective, valuation.points
    number = np.zeros((3, STRENGTHS), dtype=np.int64)
    terms, examples = [], []
    for row in range(3):
        category = arrays.category[row].astype(np.int64)
        royalty = arrays.royalty[row].astype(np.int64)
        kind = category * (royalty.max() + 1) + royalty
        # Together these determine every term of both leaves.
        told = [points.code[row], points.row[row]]
        if valuation.ties_matter:
            told.append(objective.row[row])
        for more in told:
            compact = _renumber(more)[1]
            kind = _renumber(kind * (compact.max() + 1) + compact)[1]
        places, number[row] = _renumber(kind)
        columns = [category, royalty, objective.row[row], points.row[row]]
        examples.append(places)
        terms.append(np.stack([column[places] for column in columns], axis=1))
    return Kinds(number, (terms[0], terms[1], terms[2]), (examples[0], examples[1], examples[2]))


def combine(valuation: Valuation, deals: int) -> Leaf:
    """One leaf that compares sums over up to ``deals`` boards: objective first, then points.

    The weight of the objective is larger than any difference of such sums of points. Raises
    ``ValuesError`` if the sums of the combined values would not fit 64 bits.
    """
    objective, points = valuation.objective, valuation.points
    weight = 1
    if valuation.ties_matter:
        weight = 2 * deals * _largest(points) + 1
    if weight * deals * (_largest(objective) + 1) >= _LARGEST_SUM:
        raise ValuesError("the values are too large or too precise to be added up exactly")
    if not valuation.ties_matter:
        return objective
    joint = objective.joint * weight + points.joint
    row = objective.row * weight + points.row
    foul = objective.foul * weight + points.foul
    return Leaf(row, points.code, joint, foul, not joint.any())


@lru_cache(maxsize=32)
def combine_with_rows(valuation: Valuation, deals: int) -> Leaf:
    """One leaf that compares sums over up to ``deals`` boards: objective, points, then rows.

    Rows are compared by how often they beat those of typical boards (``typical.row_wins``). Where
    the sums would not fit 64 bits, rows are compared more roughly, and at last not at all: never at
    the cost of the objective or of points. Raises ``ValuesError`` as ``combine`` does.
    """
    return _add_rows(valuation.rules, combine(valuation, deals), deals)


@lru_cache(maxsize=32)
def points_with_rows(valuation: Valuation, deals: int) -> Leaf:
    """Points, and rows that decide their ties, see ``combine_with_rows``."""
    return _add_rows(valuation.rules, valuation.points, deals)


def _add_rows(rules: CompiledRules, leaf: Leaf, deals: int) -> Leaf:
    largest = _largest(leaf)
    for roughness in _ROUGHNESS:
        wins = np.rint(row_wins(rules) / roughness).astype(np.int64)
        # A foul loses every row.
        most = 3 * typical_count(rules) // roughness
        weight = 2 * deals * (most + 3) + 1
        if weight * deals * (largest + 1) < _LARGEST_SUM:
            row, joint = leaf.row * weight + wins, leaf.joint * weight
            return Leaf(row, leaf.code, joint, leaf.foul * weight - most, leaf.separable)
    return leaf


_ROUGHNESS = (1, 10, 100)
"""Typical boards that count as one, where row strengths are compared more and more roughly."""


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Points by outcome against each part of the opponents' sampled boards, see ``settled.PARTS``.

    Each part is another draw of the same boards, so the differences between parts tell how far
    the points of the whole may be off.

    rows   what each row brings by itself; joint (codes, parts) and foul (parts,) float64
    """

    rules: CompiledRules
    rows: tuple[RowSteps, RowSteps, RowSteps]
    joint: NDArray[np.float64]
    foul: NDArray[np.float64]

    def row(self, number: int, hands: NDArray[np.int64]) -> NDArray[np.float64]:
        """What strengths of a row bring by themselves, (hands, parts)."""
        return self.rows[number].points(self.rules, hands)


@lru_cache(maxsize=16)
def spread_of(valuation: Valuation) -> Spread | None:
    """How points spread over the parts of sampled boards; None where no opponent was sampled."""
    rules, rivals = valuation.rules, valuation.rivals
    if not any(one.sampled for one in rivals):
        return None
    group, every = seats_of(rules, rivals)
    seats = [seat for seat, one in zip(every, rivals, strict=True) if one.sampled]
    top, middle, bottom = (row_steps(rules, seats, row, PARTS) for row in range(3))
    return Spread(
        rules,
        (top, middle, bottom),
        _by_code(valuation.points.code, group, sum_scoops(rules, seats, PARTS)),
        sum_fouls(rules, seats, PARTS),
    )


def error_of_parts(points: NDArray[np.float64]) -> float:
    """The standard error of points, from those of the parts (parts,) of sampled boards."""
    return float(points.std(ddof=1)) / sqrt(points.size)


def _by_code(
    code: NDArray[np.int64], group: NDArray[np.int64], scoop: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What sums of codes bring, from what groups bring: (codes, parts)."""
    (tops, top), (middles, middle), (bottoms, bottom) = (
        np.unique(row, return_index=True) for row in code
    )
    groups = np.ix_(group[0, top], group[1, middle], group[2, bottom])
    by_code = np.zeros((int(code.max(axis=1).sum()) + 1, scoop.shape[-1]))
    by_code[tops[:, None, None] + middles[:, None] + bottoms] = scoop[groups]
    return by_code


def _largest(leaf: Leaf) -> int:
    """A bound on the absolute value of a leaf."""
    legal = sum(int(np.abs(row).max()) for row in leaf.row) + int(np.abs(leaf.joint).max())
    return max(legal, abs(leaf.foul))
