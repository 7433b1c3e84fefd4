"""Best play: what it makes of a board from here, exactly, and the best placement of cards in hand.

Best play knows the cards that it has seen, not those to come, and maximises the expected
objective. Equally good plays go to the one with more expected points, and then to the first in
a fixed order: kept cards as ascending places in the deck (2c 2d 2h 2s 3c ..), the rows of the
kept cards from the top, the lowest kept card deciding first.

Every answer is a whole number of deals out of all deals. A deal is the set of cards of each
street to come: Pineapple with two streets left and n cards unseen has C(n, 3) * C(n - 3, 3).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.rules import CompiledRules
from ofcapi.engine.game.streets import cards_to_come, not_at_street_end
from ofcapi.engine.kernels.endings import Tally
from ofcapi.engine.play.exact import Clock, Cost, exact_cost, open_slots, tally_best_play
from ofcapi.engine.worth.values import (
    FOUL_ONLY,
    POINTS,
    Objective,
    Valuation,
    Values,
    value_boards_by,
)


class PositionError(ValueError):
    """A board that cannot stand where it does: a street half placed, or too few cards to finish."""


class BeyondExactError(PositionError):
    """A position that is well-formed but too far from its end to be played exactly."""


Place: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""By row the cards placed."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What best play makes of a board, counted in deals out of ``denominator``.

    objective    sum of the objective over all deals: the expectation times ``denominator``
    points       likewise the sum of the points
    foul         deals that foul
    fantasyland  deals that enter, by number of cards
    royalties    sums of the points of top, middle and bottom royalties
    rows         for each row the deals in which it ends as each category, in legal boards
    """

    denominator: int
    objective: Fraction
    points: Fraction
    foul: int
    fantasyland: dict[int, int]
    royalties: tuple[int, int, int]
    rows: tuple[dict[str, int], dict[str, int], dict[str, int]]


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to place dealt cards: by row the cards placed, the discards, the board after."""

    place: Place
    discards: tuple[int, ...]
    board: Board
    odds: Odds


def best_play(
    board: Board,
    rules: CompiledRules,
    unseen: Sequence[int],
    objective: Objective = POINTS,
    values: Values = FOUL_ONLY,
    opponents: Sequence[Board] = (),
    threads: int = 2,
    deadline: float | None = None,
) -> Odds:
    """What best play makes of a board that stands at the end of a street, exactly.

    ``unseen`` are the cards that may still come; ``opponents`` are finished boards to settle
    against pair by pair, and then ``values.foul`` is not used. ``deadline`` is in
    ``time.monotonic`` seconds. The answer is the same for any number of threads.

    Raises ``PositionError`` for a board that cannot stand at the end of a street or lacks
    unseen cards to finish with, ``BeyondExactError`` for one too far from its end;
    ``ObjectiveError`` and ``ValuesError`` as ``values`` says; ``OutOfTimeError``.
    """
    valuation = value_boards_by(rules, objective, values, tuple(opponents))
    return _play(board, valuation, np.array(sorted(unseen), np.int64), Clock(threads, deadline))


def rank_placements(
    board: Board,
    dealt: Sequence[int],
    rules: CompiledRules,
    unseen: Sequence[int],
    objective: Objective = POINTS,
    values: Values = FOUL_ONLY,
    opponents: Sequence[Board] = (),
    threads: int = 2,
    deadline: float | None = None,
) -> list[Placement]:
    """Every legal way to place the dealt cards with its odds, best first, exactly.

    ``unseen`` are the cards that may come after this deal, the dealt ones not among them. Order
    and errors as in ``best_play``; a deal of another size than the rules say, or one with no
    room on the board, is a ``PositionError``.
    """
    deal = rules.rules.deal
    if len(dealt) != deal.dealt:
        raise PositionError(f"{deal.name} deals {deal.dealt} at a time, not {len(dealt)}")
    if board.open_slots < deal.kept:
        raise PositionError(f"the board has no room for {deal.kept} more")
    valuation = value_boards_by(rules, objective, values, tuple(opponents))
    pool = np.array(sorted(unseen), np.int64)
    clock = Clock(threads, deadline)
    placements = []
    for place in ways_to_place(board, sorted(dealt), deal.kept):
        after = board.with_cards(place)
        kept = {card for row in place for card in row}
        discards = tuple(card for card in dealt if card not in kept)
        placements.append(Placement(place, discards, after, _play(after, valuation, pool, clock)))
    # The sort is stable: what ties in both stays in the fixed order.
    return sorted(placements, key=lambda p: (p.odds.objective, p.odds.points), reverse=True)


def ways_to_place(board: Board, dealt: Sequence[int], kept: int) -> list[Place]:
    """Every way to place so many of the dealt cards, in the fixed order: cards by row."""
    room = open_slots(board)
    ways = []
    for cards in combinations(dealt, kept):
        for rows in product(range(3), repeat=kept):
            if all(rows.count(row) <= room[row] for row in range(3)):
                placed = [
                    tuple(card for card, home in zip(cards, rows, strict=True) if home == row)
                    for row in range(3)
                ]
                ways.append((placed[0], placed[1], placed[2]))
    return ways


def place_of(dealt: Sequence[int], way: NDArray[np.int64]) -> Place:
    """The cards by row of a way to place dealt cards, (3,) int64: by row the bit set of them.

    >>> place_of([10, 20, 30], np.array([0, 0b100, 0b001]))
    ((), (30,), (10,))
    """
    top, middle, bottom = (
        tuple(card for at, card in enumerate(dealt) if (bits >> at) & 1) for bits in way.tolist()
    )
    return top, middle, bottom


def cost_of_placements(
    board: Board, dealt: Sequence[int], rules: CompiledRules, unseen: Sequence[int]
) -> Cost:
    """What ranking the placements of dealt cards exactly takes; of the opening, about so much.

    >>> from ofcapi.engine.game.board import parse_board, unseen_cards
    >>> from ofcapi.engine.game.cards import parse_cards
    >>> from ofcapi.engine.game.rules import PRESETS, compile_rules
    >>> board, dealt = parse_board("Qh/7c7d9s/AhKh5h")[0], parse_cards("9hQc2d")[0]
    >>> unseen = unseen_cards(board.cards, dealt)
    >>> cost_of_placements(board, dealt, compile_rules(PRESETS["pineapple"]), unseen).possible
    True
    """
    deal = rules.rules.deal
    if not board.cards:
        places = ways_to_place(board, dealt, deal.opening)
        one = exact_cost(board.with_cards(places[0]), unseen, deal)
        return Cost(len(places) * one.steps, len(places) * one.seconds, one.possible)
    costs = [
        exact_cost(board.with_cards(place), unseen, deal)
        for place in ways_to_place(board, dealt, deal.kept)
    ]
    return Cost(
        steps=sum(cost.steps for cost in costs),
        seconds=sum(cost.seconds for cost in costs),
        possible=all(cost.possible for cost in costs),
    )


def check_position(board: Board, rules: CompiledRules, unseen: int) -> None:
    """Raise ``PositionError`` where a board cannot stand at the end of a street and be finished."""
    why = not_at_street_end(board, rules.rules)
    if why:
        raise PositionError(why)
    needed = cards_to_come(board, rules.rules)
    if unseen < needed:
        raise PositionError(f"{needed} more cards would be dealt, and {unseen} are unseen")


def _play(board: Board, valuation: Valuation, unseen: NDArray[np.int64], clock: Clock) -> Odds:
    rules = valuation.rules
    check_position(board, rules, unseen.size)
    cost = exact_cost(board, unseen.tolist(), rules.rules.deal)
    if not cost.possible:
        raise BeyondExactError(
            f"{board.open_slots} open slots with {unseen.size} unseen cards are too far from the "
            f"end to be played exactly: some {cost.steps:.0e} steps"
        )
    tally = tally_best_play(board, valuation, unseen, clock)
    return _odds(valuation, tally)


def _odds(valuation: Valuation, tally: Tally) -> Odds:
    """Read every figure off the counts."""
    rows: list[dict[str, int]] = []
    royalties: list[int] = []
    foul = int(tally.foul[0])
    objective = foul * valuation.objective.foul + int(tally.joint @ valuation.objective.joint)
    points = foul * valuation.points.foul + int(tally.joint @ valuation.points.joint)
    for names, counted, kinds in zip(
        valuation.rules.categories, tally.kinds, valuation.kinds, strict=True
    ):
        counts = counted[: len(kinds)]
        sums = counts @ kinds
        by_category = np.zeros(len(names), np.int64)
        np.add.at(by_category, kinds[:, 0], counts)
        rows.append({name: int(n) for name, n in zip(names, by_category, strict=True) if n})
        royalties.append(int(sums[1]))
        objective += int(sums[2])
        points += int(sums[3])
    entering = dict.fromkeys(sorted(set(valuation.entry.tolist()) - {0}), 0)
    for cards, deals in zip(valuation.entry.tolist(), tally.joint.tolist(), strict=True):
        if cards:
            entering[cards] += deals
    return Odds(
        denominator=int(tally.joint.sum()) + foul,
        objective=Fraction(objective, valuation.objective_scale),
        points=Fraction(points, valuation.scale),
        foul=foul,
        fantasyland=entering,
        royalties=(royalties[0], royalties[1], royalties[2]),
        rows=(rows[0], rows[1], rows[2]),
    )
