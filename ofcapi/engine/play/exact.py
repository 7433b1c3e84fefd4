"""Runs the exact loops over a board to its end: in chunks, on a few threads, to a deadline.

What comes out is a tally of the finished boards that best play reaches; ``play`` reads odds off
it. What an answer will take is known before the work starts.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, combinations, product
from math import comb, perm
from time import monotonic
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import HAND_TABLES, strength_of
from ofcapi.engine.game.rules import MIDDLE, ROW_SIZES, Deal
from ofcapi.engine.kernels import endings, one_card, two_card
from ofcapi.engine.kernels.rows import NO_SUIT
from ofcapi.engine.kernels.shapes import STRENGTHS
from ofcapi.engine.play.ways import rows_of_ways
from ofcapi.engine.worth.values import Valuation, combine_with_rows, points_with_rows

LAST_EXACT_SLOTS = 4
"""Open slots up to which streets of two kept cards are played exactly."""
MOST_STATES = 20_000_000
"""States of one card at a time that are held at once, 24 bytes each."""

Slots: TypeAlias = tuple[int, int, int]


class OutOfTimeError(Exception):
    """The deadline came before the answer."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What an exact answer takes: steps of the inner loops, seconds on one core of a server.

    Two threads take a little more than half of the seconds. ``possible`` is False where the
    answer is out of reach of these loops, and then the seconds are those of the plain recursion.
    """

    steps: int
    seconds: float
    possible: bool


_SECONDS_TO_START = 0.001
_SECONDS_A_STEP = {1: 3e-9, 2: 5.5e-9}
"""By cards kept a street, measured on random boards: estimates are nearly always within a factor of
two."""


def exact_cost(board: Board, unseen: Sequence[int], deal: Deal) -> Cost:
    """What the exact answer takes for a board and the cards unseen.

    It does not depend on the names of suits or on the order of cards.

    >>> from ofcapi.engine.game.board import parse_board, unseen_cards
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> board = parse_board("Qh7s/7c7d9s/AhKh5h5d")[0]
    >>> exact_cost(board, unseen_cards(board.cards), PRESETS["pineapple"].deal).possible
    True
    """
    slots, count = board.room, len(unseen)
    total = sum(slots)
    if deal.kept == 1:
        shapes = [shape for shape in _shapes(slots) if sum(shape) <= total - 2]
        last = sum(states_of(count, shape) for shape in shapes if sum(shape) == total - 2)
        states = sum(states_of(count, shape) for shape in shapes)
        steps = last * (count - total + 2) ** 2 + 3 * states * count
        possible = states <= MOST_STATES
    else:
        steps = _steps_of_two_cards(slots, count, deal)
        possible = total <= LAST_EXACT_SLOTS
        if total == LAST_EXACT_SLOTS:
            steps = _steps_of_two_streets(slots, count, unlike_pairs(board, unseen))
    return Cost(steps, _SECONDS_TO_START + steps * _SECONDS_A_STEP[deal.kept], possible)


def unlike_pairs(board: Board, unseen: Sequence[int]) -> int:
    """How many pairs of unseen cards make a difference to a board, whichever card comes first.

    Cards of a rank are alike unless a row may still become a flush of the suit of one of them, as
    in ``two_card.list_pairs``.
    """
    apart: set[int] = set()
    for cards, size in zip(board.rows[MIDDLE:], ROW_SIZES[MIDDLE:], strict=True):
        suits = {card & 3 for card in cards}
        if len(cards) < size and len(suits) < 2:
            apart |= suits or {0, 1, 2, 3}
    kinds = Counter((card >> 2, card & 3 if card & 3 in apart else None) for card in unseen)
    return comb(len(kinds), 2) + sum(cards > 1 for cards in kinds.values())


def _steps_of_two_streets(slots: Slots, unseen: int, unlike: int) -> int:
    """Each unlike pair is valued each way; then every pair is counted, once or twice."""
    placed = 2 * unlike * len(rows_of_ways(slots, 2)) + 3 * comb(unseen, 2)
    return placed * (unseen - 2) ** 2 // 2


@lru_cache(maxsize=1024)
def _steps_of_two_cards(slots: Slots, unseen: int, deal: Deal) -> int:
    if sum(slots) <= 2:
        return unseen**2
    if sum(slots) == LAST_EXACT_SLOTS:
        return _steps_of_two_streets(slots, unseen, comb(unseen, 2))
    after = [
        tuple(room - way.count(row) for row, room in enumerate(slots))
        for way in rows_of_ways(slots, 2).tolist()
    ]
    return comb(unseen, 2) * sum(
        _steps_of_two_cards((top, middle, bottom), unseen - deal.dealt, deal)
        for top, middle, bottom in after
    )


def states_of(unseen: int, shape: Sequence[int]) -> int:
    """How many ways rows can hold so many unseen cards each, counted row by row."""
    top, middle, bottom = (comb(unseen, placed) for placed in shape)
    return top * middle * bottom


def _shapes(slots: Slots) -> list[Slots]:
    return [
        (top, middle, bottom)
        for top, middle, bottom in product(*(range(room + 1) for room in slots))
    ]


class Clock:
    """Runs loops over ranges on a few threads until a deadline (``time.monotonic`` seconds)."""

    def __init__(self, threads: int, deadline: float | None) -> None:
        self.threads = threads
        self.deadline = deadline

    def check(self) -> None:
        """Raise ``OutOfTimeError`` after the deadline."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise OutOfTimeError("the deadline came before the answer")

    def run(self, work: Callable[[int, int], None], size: int, chunk: int) -> None:
        """Call ``work(begin, end)`` over chunks of ``range(size)``, the deadline between them."""
        starts = range(0, size, chunk)

        def one(begin: int) -> None:
            self.check()
            work(begin, min(begin + chunk, size))

        if self.threads == 1 or len(starts) < 2:
            for begin in starts:
                one(begin)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            for _ in pool.map(one, starts):
                pass


def tally_best_play(
    board: Board, valuation: Valuation, unseen: NDArray[np.int64], clock: Clock
) -> endings.Tally:
    """Count the finished boards that best play reaches over all deals.

    ``unseen`` (n,) int64, the highest card first. The position must be well-formed and the answer
    possible. Raises ``OutOfTimeError``, ``ValuesError``.
    """
    clock.check()
    if board.complete:
        tally = _new_tally(valuation)
        ends = np.array([[strength_of(cards)] for cards in board.rows], np.int64)
        endings.count_outcomes(
            valuation.rules.arrays, valuation.points, _EVERY_STRENGTH, ends,
            np.ones(1, np.int64), tally,
        )  # fmt: skip
        return tally
    if valuation.rules.rules.deal.kept == 1:
        return _play_one_card(board, valuation, unseen, clock)
    return _play_two_cards(board, valuation, unseen, clock)


_EVERY_STRENGTH = np.tile(np.arange(STRENGTHS), (3, 1))
"""Exact tallies tell every strength of a row from every other."""


def _new_tally(valuation: Valuation) -> endings.Tally:
    joint = np.zeros(valuation.entry.size, np.int64)
    return endings.Tally(np.zeros((3, STRENGTHS), np.int64), joint, np.zeros(1, np.int64))


class _Tallies:
    """As many tallies as threads count at a time, and their sum."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.idle: list[endings.Tally] = []

    @contextmanager
    def one(self) -> Iterator[endings.Tally]:
        """A tally that no other thread counts with."""
        try:
            tally = self.idle.pop()
        except IndexError:
            tally = _new_tally(self.valuation)
        yield tally
        self.idle.append(tally)

    def sum(self) -> endings.Tally:
        """All that was counted."""
        return endings.Tally(*(np.sum(parts, axis=0) for parts in zip(*self.idle, strict=True)))


def rows_of(board: Board) -> NDArray[np.int64]:
    """A board as the loops take it, (3, 4): see ``kernels.endings``."""
    rows = np.array([(size, 0, 0, NO_SUIT) for size in ROW_SIZES], np.int64)
    for row, cards in enumerate(board.rows):
        for card in cards:
            endings.place_card(HAND_TABLES, rows, row, card)
    return rows


def _new_sides(cards: int) -> endings.Sides:
    return endings.Sides(*np.zeros((4, 2, cards), np.int64))


def new_space(cards: int) -> two_card.Space:
    """Working space for the last street of two kept cards, with so many cards left."""
    pairs = comb(cards, 2)
    return two_card.Space(
        sides=_new_sides(cards),
        values=np.zeros((cards, cards), np.int64),
        sums=np.zeros((2, cards), np.int64),
        partners=np.zeros(cards, np.int64),
        first=np.zeros(pairs, np.int64),
        second=np.zeros(pairs, np.int64),
        deals=np.zeros(pairs, np.int64),
        order=np.zeros((2, pairs), np.int64),
        starts=np.zeros(257, np.int64),
        ends=np.zeros((3, pairs), np.int64),
    )


def new_streets(cards: int) -> two_card.Streets:
    """Working space for the last two streets of two kept cards, with so many cards unseen."""
    pairs = comb(cards, 2)
    return two_card.Streets(
        pairs=np.zeros((pairs, 2), np.int64),
        numbers=np.zeros((cards, cards), np.int64),
        likes=np.zeros(cards, np.int64),
        ways=np.zeros((9, 2), np.int64),
        totals=np.zeros((pairs, 9), np.int64),
        with_card=np.zeros((pairs, 9, cards), np.int64),
        reached=np.zeros((pairs, 9), np.int64),
        last=new_space(cards - 2),
    )


def new_last(cards: int) -> one_card.Last:
    """Working space for the last two single cards, with so many cards left."""
    return one_card.Last(
        objective=_new_sides(cards),
        points=_new_sides(cards),
        sums=np.zeros((2, 2, cards), np.int64),
        cards=np.zeros(cards, np.int64),
        chosen=np.zeros(cards, np.int64),
        pairs=np.zeros((cards, cards), np.int64),
        ends=np.zeros((3, cards * cards), np.int64),
        deals=np.zeros(cards * cards, np.int64),
    )


_PAIRS_AT_A_TIME = 24


def _play_two_cards(
    board: Board, valuation: Valuation, unseen: NDArray[np.int64], clock: Clock
) -> endings.Tally:
    arrays = valuation.rules.arrays
    dealt = valuation.rules.rules.deal.dealt
    start = rows_of(board)
    count = unseen.size
    if board.open_slots == 2:
        tally = _new_tally(valuation)
        two_card.tally_last_street(
            HAND_TABLES, arrays, combine_with_rows(valuation, 1), _EVERY_STRENGTH, start, unseen,
            np.arange(count),
            dealt, 0, 1, new_space(count), tally,
        )  # fmt: skip
        return tally
    leaf = combine_with_rows(valuation, comb(count, dealt))
    # The last street compares single boards: smaller numbers are sorted faster.
    last_leaf = combine_with_rows(valuation, 1)
    pairs = np.array(list(combinations(range(count), 2)), np.int64)
    ways = rows_of_ways(board.room, 2)
    unlike = np.zeros((len(pairs), 2), np.int64)
    numbers, likes = np.zeros((count, count), np.int64), np.zeros(count, np.int64)
    unlike = unlike[: two_card.list_pairs(start, unseen, unlike, numbers, likes)]
    totals = np.zeros((len(unlike), len(ways)), np.int64)
    with_card = np.zeros((*totals.shape, count), np.int64)
    reached = np.zeros((len(pairs), len(ways)), np.int64)
    tallies = _Tallies(valuation)

    def value_chunk(begin: int, end: int) -> None:
        two_card.value_boards(
            HAND_TABLES, arrays, leaf, start, unseen, dealt, unlike[begin:end], ways,
            totals[begin:end], with_card[begin:end], new_space(count - 2),
        )  # fmt: skip

    def tally_chunk(begin: int, end: int) -> None:
        with tallies.one() as tally:
            two_card.tally_boards(
                HAND_TABLES, arrays, last_leaf, _EVERY_STRENGTH, start, unseen, dealt,
                pairs[begin:end], ways, reached[begin:end], new_space(count - 2), tally,
            )  # fmt: skip

    clock.run(value_chunk, len(unlike), _PAIRS_AT_A_TIME)
    if dealt == 3:
        two_card.choose_boards(numbers, likes, totals, with_card, reached)
    else:
        best = totals[numbers[pairs[:, 0], pairs[:, 1]]].argmax(axis=1)
        reached[np.arange(len(pairs)), best] = 1
    clock.run(tally_chunk, len(pairs), _PAIRS_AT_A_TIME)
    return tallies.sum()


_STATES_AT_A_TIME = 4096


def _play_one_card(
    board: Board, valuation: Valuation, unseen: NDArray[np.int64], clock: Clock
) -> endings.Tally:
    count = unseen.size
    # The first card's places are compared by sums over all orders of the others.
    orders = perm(count - 1, board.open_slots - 1)
    points = points_with_rows(valuation, orders)
    objective = valuation.objective if valuation.ties_matter else points
    game = one_card.Endgame(
        HAND_TABLES, valuation.rules.arrays, objective, points, _EVERY_STRENGTH,
        rows_of(board), unseen, valuation.ties_matter,
    )  # fmt: skip
    if board.open_slots == 1:
        tally = _new_tally(valuation)
        one_card.tally_last_card(game, new_last(count), tally)
        return tally
    states, levels = _new_states(board.room, count)
    tallies = _Tallies(valuation)

    def value_last_chunk(shape: one_card.Shape, begin: int, end: int) -> None:
        one_card.value_last_two(game, states, shape, begin, end, new_last(count))

    def value_chunk(shape: one_card.Shape, begin: int, end: int) -> None:
        one_card.value_states(states, shape, begin, end, np.zeros(count, np.int64))

    def tally_chunk(shape: one_card.Shape, begin: int, end: int) -> None:
        with tallies.one() as tally:
            one_card.tally_last_two(game, states, shape, begin, end, new_last(count), tally)

    def run(work: Callable[[one_card.Shape, int, int], None], shape: one_card.Shape) -> None:
        size = shape.tops.size * shape.middles.size * shape.bottoms.size
        clock.run(partial(work, shape), size, _STATES_AT_A_TIME)

    for shape in levels[-1]:
        run(value_last_chunk, shape)
    for shape in chain(*reversed(levels[:-1])):
        run(value_chunk, shape)
    states.reached[0] = 1
    for shape in chain(*levels[:-1]):
        clock.check()
        one_card.reach_states(states, shape, np.zeros(count, np.int64))
    for shape in levels[-1]:
        run(tally_chunk, shape)
    return tallies.sum()


def _new_states(slots: Slots, unseen: int) -> tuple[one_card.States, list[list[one_card.Shape]]]:
    """Room for the states down to two open slots, and their shapes by cards placed."""
    sets = [np.zeros(comb(unseen, placed), np.int64) for placed in range(max(slots) + 1)]
    for cards_placed, listed in enumerate(sets):
        one_card.list_subsets(cards_placed, listed)
    offset = np.full((4, 6, 6), -1, np.int64)
    levels: list[list[one_card.Shape]] = [[] for _ in range(sum(slots) - 1)]
    size = 0
    for placed in _shapes(slots):
        if sum(placed) <= sum(slots) - 2:
            top, middle, bottom = (sets[cards] for cards in placed)
            shape = one_card.Shape(size, np.array(placed, np.int64), top, middle, bottom)
            levels[sum(placed)].append(shape)
            offset[placed] = size
            size += states_of(unseen, placed)
    choose = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)
    values = np.zeros((size, 2), np.int64)
    return one_card.States(offset, choose, values, np.zeros(size, np.int64)), levels
