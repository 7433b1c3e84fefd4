"""Measures play before the exact horizon: ``python -m benchmarks.early_streets [part ..]``.

Parts: ``street3``, ``hands``, ``early``, ``calibration``, ``rankings``; all of them by default,
which takes an hour or two. Everything follows from seeds.

Points are royalties, 9 for a ticket to Fantasyland, -6 for a foul; the player sees no cards but his
own. Means come with their standard errors, milliseconds are of one thread's processor time.
"""

import random
import statistics
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, sqrt
from time import monotonic, perf_counter, process_time

import numpy as np

from benchmarks.measuring import machine
from ofcapi.engine.board import Board, unseen_cards
from ofcapi.engine.cards import DECK
from ofcapi.engine.estimates import figures_of
from ofcapi.engine.exact import new_streets, rows_of
from ofcapi.engine.hands import HAND_TABLES
from ofcapi.engine.hindsight import HindsightPlayer
from ofcapi.engine.kernels.two_card import sum_best_play
from ofcapi.engine.outlook import OutlookPlayer
from ofcapi.engine.play import rank_placements, ways_to_place
from ofcapi.engine.rules import PRESETS, compile_rules
from ofcapi.engine.sampling import sample_odds, sample_placements
from ofcapi.engine.values import Objective, Values, combine, value_boards_by

VALUES = Values(Fraction(-6), ((14, Fraction(9)),))
RULES = compile_rules(PRESETS["pineapple"])
VALUATION = value_boards_by(RULES, Objective(), VALUES, ())
FIGURES = figures_of(VALUATION)
STREETS = new_streets(len(DECK))


def mean_of(numbers: Sequence[float], digits: int = 3) -> str:
    """A mean and its standard error."""
    error = statistics.stdev(numbers) / sqrt(len(numbers))
    return f"{statistics.mean(numbers):.{digits}f} +- {error:.{digits}f}"


def deck_of(hand: int) -> list[int]:
    """A deck shuffled by the hand's number."""
    deck = list(DECK)
    random.Random(hand).shuffle(deck)
    return deck


def take(deck: list[int], count: int) -> tuple[list[int], list[int]]:
    """The next cards of a deck, in order, and the rest."""
    return sorted(deck[:count]), deck[count:]


def place_all(board: Board, dealt: list[int], kept: int) -> list[Board]:
    """The boards after every placement, in the order of ``ways_to_place``."""
    boards = []
    for place in ways_to_place(board, dealt, kept):
        top, middle, bottom = (row + more for row, more in zip(board.rows, place, strict=True))
        boards.append(Board(top, middle, bottom))
    return boards


def by_network(board: Board, dealt: list[int], kept: int, left: list[int]) -> list[Board]:
    """The boards after every placement, as the network ranks them, best first."""
    boards = place_all(board, dealt, kept)
    player = OutlookPlayer(VALUATION, left, board.open_slots - kept, 0, FIGURES)
    return [boards[way] for way in player.first_order(board, dealt, kept, len(boards))]


def by_hindsight(board: Board, dealt: list[int], kept: int, left: list[int], seed: int) -> Board:
    """The board after the placement of the policy that sampled before."""
    player = HindsightPlayer(VALUATION, left, board.open_slots - kept, seed, FIGURES)
    way = player.choose(board, dealt, kept).tolist()
    top, middle, bottom = (
        row + tuple(card for at, card in enumerate(dealt) if (bits >> at) & 1)
        for row, bits in zip(board.rows, way, strict=True)
    )
    return Board(top, middle, bottom)


def exact_points(board: Board, left: Sequence[int]) -> float:
    """What best play makes of a board with two streets to come."""
    deals = comb(len(left), 3) * comb(len(left) - 3, 3)
    total = sum_best_play(
        HAND_TABLES, RULES.arrays, combine(VALUATION, deals), rows_of(board),
        np.array(sorted(left), np.int64), 3, STREETS,
    )  # fmt: skip
    return total / deals / VALUATION.scale


def same(boards: Sequence[Board]) -> list[Board]:
    """Different boards only: the same cards in the same rows count once."""
    return list(
        {tuple(tuple(sorted(row)) for row in board.rows): board for board in boards}.values()
    )


def street3(decisions: int = 600) -> None:
    """What choices on the third street give away, where every placement's exact value is known."""
    counts = (1, 2, 3, 5)
    losses: dict[int, list[float]] = {count: [] for count in counts}
    errors = []
    for hand in range(decisions):
        board, left = Board(), deck_of(10_000 + hand)
        for count, kept in ((5, 5), (3, 2)):
            dealt, left = take(left, count)
            board = by_network(board, dealt, kept, left)[0]
        dealt, left = take(left, 3)
        player = OutlookPlayer(VALUATION, left, 4, 0, FIGURES)
        values = player.value_ways(board, dealt, 2)
        boards = place_all(board, dealt, 2)
        values = values[values > -1e8]
        order = np.argsort(-values, kind="stable")
        exact = [exact_points(after, left) for after in boards]
        errors += [float(value) - truth for value, truth in zip(values, exact, strict=True)]
        for count in counts:
            losses[count].append(max(exact) - max(exact[way] for way in order[:count]))
    print(f"{decisions} decisions of the third street, exact value given away (points)")
    for count in counts:
        print(f"  best of the network's first {count}, exactly  {mean_of(losses[count], 4)}")
    print(
        f"  network on all {len(errors)} boards: bias {statistics.mean(errors):.3f}, "
        f"RMSE {sqrt(statistics.mean(error**2 for error in errors)):.3f}"
    )


PARTS: dict[str, Callable[[], None]] = {"street3": street3}


def main() -> None:
    """The parts that are named, or all."""
    print(machine())
    for name in sys.argv[1:] or PARTS:
        begin = perf_counter()
        PARTS[name]()
        print(f"  ({name}: {perf_counter() - begin:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
