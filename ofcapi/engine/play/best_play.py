"""Best play: what it makes of a board from here, exactly, and the best placement of cards in hand.

Best play knows the cards that it has seen, not those to come, and maximises the expected
objective. Equally good plays go to the one with more expected points, then to the one with the
stronger rows (``typical.row_wins``), and then to the first in the order of ``kernels.ways``, the
highest card first: so the higher cards go into the upper rows.

Every answer is a whole number of deals out of all deals. A deal is the set of cards of each
street to come: Pineapple with two streets left and n cards unseen has C(n, 3) * C(n - 3, 3).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.kernels.endings import Tally
from ofcapi.engine.play.exact import Clock, Cost, exact_cost, tally_best_play
from ofcapi.engine.play.question import (
    Effort,
    PositionError,
    Question,
    check_decision,
    check_position,
)
from ofcapi.engine.play.ways import Place, ways_to_place
from ofcapi.engine.worth.typical import row_wins, typical_count
from ofcapi.engine.worth.values import Valuation, error_of_parts, spread_of


class BeyondExactError(PositionError):
    """A position that is well-formed but too far from its end to be played exactly."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What best play makes of a board, counted in deals out of ``denominator``.

    objective    sum of the objective over all deals: the expectation times ``denominator``
    points       likewise the sum of the points; points_error is the standard error of their mean
                 where the opponents' boards were sampled, else 0
    foul         deals that foul
    fantasyland  deals that enter, by number of cards
    royalties    sums of the points of top, middle and bottom royalties
    rows         for each row the deals in which it ends as each category, in legal boards
    row_wins     typical opponents' rows beaten less those lost to, summed; a foul loses all three
    """

    denominator: int
    objective: Fraction
    points: Fraction
    foul: int
    fantasyland: dict[int, int]
    royalties: tuple[int, int, int]
    rows: tuple[dict[str, int], dict[str, int], dict[str, int]]
    row_wins: int
    points_error: float = 0.0


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to place dealt cards: by row the cards placed, the discards, the board after."""

    place: Place
    discards: tuple[int, ...]
    board: Board
    odds: Odds


def best_play(question: Question, effort: Effort) -> Odds:
    """What best play makes of a board that stands at the end of a street, exactly.

    Raises ``PositionError`` for a board that cannot stand at the end of a street or lacks
    unseen cards to finish with, ``BeyondExactError`` for one too far from its end;
    ``ObjectiveError`` and ``ValuesError`` as ``values`` says; ``OutOfTimeError``.
    """
    clock = Clock(effort.threads, effort.deadline)
    return _play(question.board, question.valuation, _deck(question), clock)


def rank_placements(question: Question, effort: Effort) -> list[Placement]:
    """Every legal way to place the dealt cards with its odds, best first, exactly.

    Order and errors as in ``best_play``; a deal of another size than the rules say, or one with no
    room on the board, is a ``PositionError``.
    """
    check_decision(question)
    clock = Clock(effort.threads, effort.deadline)
    return rank_exactly(question.board, question.dealt, question.valuation, _deck(question), clock)


def rank_exactly(
    board: Board,
    dealt: Sequence[int],
    valuation: Valuation,
    unseen: NDArray[np.int64],
    clock: Clock,
) -> list[Placement]:
    """The placements of a decision that is known to be possible, see ``rank_placements``.

    ``unseen`` (n,) int64, the highest first: the cards that may come after this deal.
    """
    deal = valuation.rules.rules.deal
    kept = deal.kept if board.cards else deal.opening
    placements = []
    for way in ways_to_place(board, sorted(dealt, reverse=True), kept):
        top, middle, bottom = (tuple(sorted(cards)) for cards in way)
        place = top, middle, bottom
        after = board.with_cards(place)
        discards = discards_of(dealt, place)
        placements.append(Placement(place, discards, after, _play(after, valuation, unseen, clock)))
    # The sort is stable: what ties in both stays in the fixed order.
    return sorted(placements, key=_worth, reverse=True)


def _worth(placement: Placement) -> tuple[Fraction, Fraction, int]:
    """What decides between placements: the objective, then points, then rows."""
    odds = placement.odds
    return odds.objective, odds.points, odds.row_wins


def discards_of(dealt: Sequence[int], place: Place) -> tuple[int, ...]:
    """The dealt cards that a placement leaves, in the order in which they were dealt."""
    kept = {card for row in place for card in row}
    return tuple(card for card in dealt if card not in kept)


def cost_of(question: Question) -> Cost:
    """What an exact answer takes; for the opening, about so much.

    >>> from ofcapi.engine.game.board import parse_board, unseen_cards
    >>> from ofcapi.engine.game.cards import parse_cards
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> board, dealt = parse_board("Qh/7c7d9s/AhKh5h")[0], tuple(parse_cards("9hQc2d")[0])
    >>> unseen = unseen_cards(board.cards, dealt)
    >>> cost_of(Question(board, PRESETS["pineapple"], unseen, dealt)).possible
    True
    """
    board, unseen, deal = question.board, question.unseen, question.rules.deal
    if not question.dealt:
        return exact_cost(board, unseen, deal)
    if not board.cards:
        places = ways_to_place(board, question.dealt, deal.opening)
        one = exact_cost(board.with_cards(places[0]), unseen, deal)
        return Cost(len(places) * one.steps, len(places) * one.seconds, one.possible)
    costs = [
        exact_cost(board.with_cards(place), unseen, deal)
        for place in ways_to_place(board, question.dealt, deal.kept)
    ]
    return Cost(
        steps=sum(cost.steps for cost in costs),
        seconds=sum(cost.seconds for cost in costs),
        possible=all(cost.possible for cost in costs),
    )


def _deck(question: Question) -> NDArray[np.int64]:
    return np.array(sorted(question.unseen, reverse=True), np.int64)


def _play(board: Board, valuation: Valuation, unseen: NDArray[np.int64], clock: Clock) -> Odds:
    rules = valuation.rules.rules
    check_position(board, rules, unseen.size)
    cost = exact_cost(board, unseen.tolist(), rules.deal)
    if not cost.possible:
        raise BeyondExactError(
            f"{board.open_slots} open slots with {unseen.size} unseen cards are too far from the "
            f"end to be played exactly: some {cost.steps:.0e} steps"
        )
    return _odds(valuation, tally_best_play(board, valuation, unseen, clock))


def _odds(valuation: Valuation, tally: Tally) -> Odds:
    """Read every figure off the counts."""
    rows: list[dict[str, int]] = []
    royalties: list[int] = []
    arrays, wins, spread = valuation.rules.arrays, row_wins(valuation.rules), spread_of(valuation)
    foul, codes = int(tally.foul[0]), np.flatnonzero(tally.joint)
    joint = tally.joint[codes]
    denominator = int(joint.sum()) + foul
    row_wins_sum = -3 * foul * typical_count(valuation.rules)
    objective = foul * valuation.objective.foul + int(joint @ valuation.objective.joint[codes])
    points = foul * valuation.points.foul + int(joint @ valuation.points.joint[codes])
    by_part = None if spread is None else foul * spread.foul + joint @ spread.joint[codes]
    for row, names in enumerate(valuation.rules.categories):
        reached = np.flatnonzero(tally.kinds[row])
        counts = tally.kinds[row, reached]
        by_category = np.zeros(len(names), np.int64)
        np.add.at(by_category, arrays.category[row, reached], counts)
        rows.append({name: int(n) for name, n in zip(names, by_category, strict=True) if n})
        royalties.append(int(counts @ arrays.royalty[row, reached]))
        objective += int(counts @ valuation.objective.row[row, reached])
        points += int(counts @ valuation.points.row[row, reached])
        row_wins_sum += int(counts @ wins[row, reached])
        if spread is not None:
            by_part += counts @ spread.row(row, reached)
    entry, entered = valuation.entry[codes], sorted(set(arrays.entry_cards.ravel().tolist()) - {0})
    return Odds(
        denominator=denominator,
        objective=Fraction(objective, valuation.objective_scale),
        points=Fraction(points, valuation.scale),
        foul=foul,
        fantasyland={cards: int(joint[entry == cards].sum()) for cards in entered},
        royalties=(royalties[0], royalties[1], royalties[2]),
        rows=(rows[0], rows[1], rows[2]),
        row_wins=row_wins_sum,
        points_error=0.0 if by_part is None else error_of_parts(by_part / denominator),
    )
