"""What a finished board brings against opponents: rows, scoops, royalties, and either side's fouls.

Of each opponent there is a number of finished boards, each as likely as the others: one where they
have finished, hundreds where their board was played on or is unknown. A board's points against all
of them are a sum over rows but for the scoop. The scoop is told by *groups* of rows: the strengths
of a group beat the same boards, or where there are too many boards for that, nearly the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import FIVE_CARD_STRENGTHS, THREE_CARD_STRENGTHS, strength_of
from ofcapi.engine.game.rules import TOP, CompiledRules
from ofcapi.engine.kernels.shapes import STRENGTHS
from ofcapi.engine.worth.typical import typical_rows

Strengths: TypeAlias = tuple[int, int, int]

FINE = 1000
"""Parts of a point in which boards that are not certain settle."""
PARTS = 20
"""Parts of an opponent's sampled boards whose differences tell the error of their mean."""
_FEW = 6
"""Different rows of an opponent up to which a group beats exactly the same of them."""
_GROUPS = 12
"""Groups of a row otherwise, beside those that Fantasyland and finished opponents ask for."""
_BLOCK = 4096
"""Boards whose scoops are summed at once, so that many boards take no more memory than these."""
_HANDS = (list(THREE_CARD_STRENGTHS), list(FIVE_CARD_STRENGTHS), list(FIVE_CARD_STRENGTHS))


@dataclass(frozen=True, slots=True)
class Rivals:
    """The finished boards that one opponent may end with, each as likely as the others.

    boards   the strengths of top, middle and bottom, (n, 3) int16 as bytes; all 0 for a foul
    sampled  whether they were drawn for the question, so that another draw gives other points
    """

    boards: bytes
    sampled: bool = False

    @property
    def strengths(self) -> NDArray[np.int64]:
        """The boards as numbers, (n, 3)."""
        return np.frombuffer(self.boards, np.int16).reshape(-1, 3).astype(np.int64)


def rivals_of(strengths: ArrayLike, *, sampled: bool = False) -> Rivals:
    """The rivals with such strengths of rows, (n, 3)."""
    return Rivals(np.asarray(strengths, np.int16).tobytes(), sampled)


def strengths_of(board: Board) -> Strengths:
    """The strengths of the rows of a finished board."""
    top, middle, bottom = (strength_of(cards) for cards in board.rows)
    return top, middle, bottom


def finished_rivals(boards: Iterable[Board]) -> tuple[Rivals, ...]:
    """Opponents who have finished, by their boards."""
    return tuple(rivals_of([strengths_of(board)]) for board in boards)


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The points of a board against opponents, in ``1 / scale`` points.

    row    (3, 7918) int64, what each row brings by itself
    group  (3, 7918) int64, the group of each row, ascending from 0
    scoop  (tops, middles, bottoms) int64, what the groups bring together
    foul   what a foul brings
    """

    row: NDArray[np.int64]
    group: NDArray[np.int64]
    scoop: NDArray[np.int64]
    foul: int
    scale: int


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """One opponent's boards under a rule set: ``boards`` of them, the legal ones in columns.

    number   (legal,) int64, where each legal board stands among all of them
    order    (3, legal) int64, how each row compares; royalty (3, legal) int64
    wins     for each row (groups, legal), the chance that a row of a group beats that of a board
    loses    likewise that it loses
    """

    boards: int
    number: NDArray[np.int64]
    order: NDArray[np.int64]
    royalty: NDArray[np.int64]
    wins: tuple[NDArray[np.float64], ...]
    loses: tuple[NDArray[np.float64], ...]

    def split(self, parts: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The part of each legal board, and what one board weighs in each part.

        Board i is in part i modulo ``parts``; all boards of a part, fouls too, weigh 1 together.
        """
        sizes = np.bincount(np.arange(self.boards) % parts, minlength=parts)
        return self.number % parts, 1 / np.maximum(sizes, 1)


def legal_of(rules: CompiledRules, strengths: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which boards (n, 3) are legal."""
    top, middle, bottom = strengths.T
    arrays = rules.arrays
    in_order = (top <= arrays.middle_cap[middle]) & (bottom >= arrays.middle_need[middle])
    return np.asarray((top > 0) & in_order & (bottom >= top))


@lru_cache(maxsize=16)
def settle(rules: CompiledRules, rivals: tuple[Rivals, ...]) -> Settled:
    """The points of boards against opponents, pair by pair."""
    scale = 1 if all(len(one.strengths) == 1 for one in rivals) else FINE
    group, seats = seats_of(rules, rivals)
    every = np.arange(STRENGTHS)
    row = np.stack([row_steps(rules, seats, row, 1).points(rules, every)[:, 0] for row in range(3)])
    scoop, foul = sum_scoops(rules, seats, 1)[..., 0], sum_fouls(rules, seats, 1)[0]
    return Settled(
        np.rint(scale * row).astype(np.int64),
        group,
        np.rint(scale * scoop).astype(np.int64),
        round(scale * float(foul)),
        scale,
    )


@lru_cache(maxsize=16)
def seats_of(
    rules: CompiledRules, rivals: tuple[Rivals, ...]
) -> tuple[NDArray[np.int64], tuple[Seat, ...]]:
    """The groups of rows against these opponents, (3, 7918), and the opponents' boards."""
    every = [one.strengths for one in rivals]
    lawful = [legal_of(rules, boards) for boards in every]
    legal = [boards[here].T for boards, here in zip(every, lawful, strict=True)]
    orders, royalties = rules.arrays.order.astype(np.int64), rules.arrays.royalty.astype(np.int64)
    rows = np.arange(3)[:, None]
    theirs = [orders[rows, boards] for boards in legal]
    group = np.stack([_groups_of(orders[row], [seat[row] for seat in theirs]) for row in range(3)])
    seats = []
    for boards, here, strengths, order in zip(every, lawful, legal, theirs, strict=True):
        chances = [_chances(rules, row, group[row], order[row]) for row in range(3)]
        seats.append(
            Seat(
                len(boards),
                np.flatnonzero(here),
                order,
                royalties[rows, strengths],
                tuple(wins for wins, _ in chances),
                tuple(loses for _, loses in chances),
            )
        )
    return group, tuple(seats)


def _groups_of(order: NDArray[np.int64], theirs: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Group a row's strengths by which of the opponents' rows they beat, (7918,) ascending."""
    exact: set[int] = set()
    many = []
    for rows in theirs:
        different = np.unique(rows)
        if different.size <= _FEW:
            exact |= set(different.tolist())
        else:
            many.append(np.sort(rows)[rows.size * np.arange(1, _GROUPS) // _GROUPS])
    number = np.zeros(STRENGTHS, np.int64)
    if exact:
        cuts = np.array(sorted(exact))
        number += _steps(cuts, order)[order]
    if many:
        # With more opponents the groups are not finer, but drawn for all of them.
        cuts = np.unique(np.sort(np.concatenate(many))[len(many) - 1 :: len(many)])
        number += (_steps(cuts, order)[order] + 1) // 2
    return np.asarray((np.cumsum(np.bincount(number) > 0) - 1)[number], np.int64)


def _steps(cuts: NDArray[np.int64], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every place in an order how many ascending cuts are below it and how many up to it.

    >>> _steps(np.array([1, 3]), np.arange(5)).tolist()
    [0, 1, 2, 3, 4]
    """
    upto = np.cumsum(np.bincount(cuts, minlength=int(order.max()) + 1))
    return np.asarray(upto + np.concatenate([[0], upto[:-1]]))


@lru_cache(maxsize=64)
def _hands_in_order(rules: CompiledRules, row: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The hands that a row can be, the weakest first, and their orders."""
    order = rules.arrays.order[row].astype(np.int64)
    hands = np.array(_HANDS[row])
    hands = hands[np.argsort(order[hands], kind="stable")]
    return hands, order[hands]


@lru_cache(maxsize=64)
def _weights_below(rules: CompiledRules, row: int) -> NDArray[np.float64]:
    """How likely a typical row is to be lower in order than 0, 1, 2, ..: ascending, from 0.

    Every hand that a row can be is a little likely.
    """
    order = rules.arrays.order[row].astype(np.int64)
    likely = np.bincount(order[_HANDS[row]], minlength=order.max() + 1) * 1e-3
    typical = order[typical_rows(rules)[:, row]]
    likely += np.bincount(typical, minlength=likely.size)
    return np.concatenate([[0.0], np.cumsum(likely)])


def _chances(
    rules: CompiledRules, row: int, group: NDArray[np.int64], theirs: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The chances (groups, boards) that a typical row of a group beats a board's, and loses."""
    below = _weights_below(rules, row)
    hands, order = _hands_in_order(rules, row)
    numbers = np.arange(int(group.max()) + 1)
    # Groups ascend with the order.
    first = np.searchsorted(group[hands], numbers, "left")
    last = np.searchsorted(group[hands], numbers, "right")
    begin = below[order[np.minimum(first, order.size - 1)]][:, None]
    end = np.maximum(begin, below[order[last - 1] + 1][:, None])
    # A group that no hand of this row belongs to is never asked for.
    whole = np.maximum(end - begin, 1e-9)
    loses = np.clip(below[theirs], begin, end) - begin
    wins = end - np.clip(below[theirs + 1], begin, end)
    return wins / whole, loses / whole


@dataclass(frozen=True, slots=True, eq=False)
class RowSteps:
    """What a row brings by itself, as steps over its order: it changes at the opponents' rows only.

    cuts     (cuts,) int64, the orders of the opponents' rows, ascending
    alone    (2 cuts + 1, parts) points of a row without royalties, below, at and above each cut
    royalty  (2 cuts + 1, parts) what each point of its royalty adds
    """

    row: int
    cuts: NDArray[np.int64]
    alone: NDArray[np.float64]
    royalty: NDArray[np.float64]

    def points(self, rules: CompiledRules, hands: NDArray[np.int64]) -> NDArray[np.float64]:
        """The points of some strengths, (hands, parts)."""
        order = rules.arrays.order[self.row, hands].astype(np.int64)
        royalty = rules.arrays.royalty[self.row, hands][:, None]
        step = np.searchsorted(self.cuts, order, "left") + np.searchsorted(
            self.cuts, order, "right"
        )
        return np.asarray(self.alone[step] + royalty * self.royalty[step])


def row_steps(rules: CompiledRules, seats: Sequence[Seat], row: int, parts: int) -> RowSteps:
    """What a row brings by itself against all seats, by part of their boards."""
    both = rules.rules.royalties_paid == "both"
    cuts = np.unique(np.concatenate([seat.order[row] for seat in seats]))
    alone = np.zeros((2 * cuts.size + 1, parts))
    royalty = np.zeros_like(alone)
    for seat in seats:
        part, weight = seat.split(parts)
        lower, paid = np.zeros((2, cuts.size + 1, parts))
        at = np.searchsorted(cuts, seat.order[row]) + 1
        np.add.at(lower, (at, part), weight[part])
        np.add.at(paid, (at, part), weight[part] * seat.royalty[row])
        lower, paid = lower.cumsum(axis=0), paid.cumsum(axis=0)
        legal = lower[-1]
        steps = np.arange(len(alone))
        wins, loses = lower[steps // 2], legal - lower[(steps + 1) // 2]
        alone += wins - loses
        alone -= paid[-1] if both else paid[-1] - paid[(steps + 1) // 2]
        if row == TOP:
            alone += (1 - legal) * rules.rules.foul_points
        royalty += (1 - legal) + (legal if both else wins)
    return RowSteps(row, cuts, alone, royalty)


def sum_scoops(rules: CompiledRules, seats: Iterable[Seat], parts: int) -> NDArray[np.float64]:
    """What groups of three rows bring together, (tops, middles, bottoms, parts) points.

    That is 3 points for winning all of them, or in 2-4 scoring 1 for at least two.
    """
    total: NDArray[np.float64] = np.zeros(parts)
    for seat in seats:
        part, weight = seat.split(parts)
        by_part = []
        for number in range(parts):
            wins, loses = (
                _scoops(rules, [row[:, part == number] for row in rows])
                for rows in (seat.wins, seat.loses)
            )
            by_part.append(weight[number] * (wins - loses))
        total = total + np.stack(by_part, axis=3)
    return total


def _scoops(rules: CompiledRules, chances: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Points for rows that go one way, summed over boards: ``chances`` by row, (groups, boards)."""
    top, middle, bottom = chances
    every = np.zeros((len(top), len(middle), len(bottom)))
    for begin in range(0, top.shape[1], _BLOCK):
        block = slice(begin, begin + _BLOCK)
        every += (top[:, None, block] * middle[None, :, block]) @ bottom[:, block].T
    if rules.rules.scoring == "1-6":
        return 3 * every
    two = (top @ middle.T)[:, :, None] + (top @ bottom.T)[:, None] + (middle @ bottom.T)[None]
    return np.asarray(two - 2 * every)


def sum_fouls(rules: CompiledRules, seats: Iterable[Seat], parts: int) -> NDArray[np.float64]:
    """What a foul brings against all seats, by part: (parts,) points, never above zero."""
    total = np.zeros(parts)
    for seat in seats:
        part, weight = seat.split(parts)
        paid = rules.rules.foul_points + seat.royalty.sum(axis=0)
        total -= np.bincount(part, weight[part] * paid, minlength=parts)
    return total


def points_against(
    rules: CompiledRules, board: Strengths, legal: bool, rivals: Rivals
) -> NDArray[np.float64]:
    """The settlement of one finished board with each board of an opponent, (n,) points."""
    theirs = rivals.strengths
    lawful = legal_of(rules, theirs)
    rows = np.arange(3)
    royalty = rules.arrays.royalty[rows, np.array(board)].astype(np.float64)
    paid = np.where(lawful[:, None], rules.arrays.royalty[rows, theirs], 0).astype(np.float64)
    foul_points = rules.rules.foul_points
    if not legal:
        return np.asarray(np.where(lawful, -foul_points - paid.sum(axis=1), 0.0))
    order = rules.arrays.order.astype(np.int64)
    sign = np.sign(order[rows, np.array(board)] - order[rows, theirs])
    if rules.rules.scoring == "1-6":
        scoop = 3 * ((sign > 0).all(axis=1).astype(int) - (sign < 0).all(axis=1))
    else:
        scoop = ((sign > 0).sum(axis=1) >= 2).astype(int) - ((sign < 0).sum(axis=1) >= 2)
    if rules.rules.royalties_paid == "both":
        netted = royalty.sum() - paid.sum(axis=1)
    else:
        netted = (royalty * (sign > 0) - paid * (sign < 0)).sum(axis=1)
    beaten = sign.sum(axis=1) + scoop + netted
    return np.asarray(np.where(lawful, beaten, foul_points + royalty.sum()), np.float64)
