"""Measures play before the exact streets: ``python -m benchmarks.early_streets [part ..]``.

Parts: ``street3``, ``hands``, ``calibration``, ``rankings``, ``early``; all of them by default,
which takes about an hour. Everything depends only on seeds.

Points are royalties, 9 for a ticket to Fantasyland, -6 for a foul; the player sees only their
own cards. Means have standard errors; milliseconds are processor time of one thread.
"""

import json
import random
import statistics
import sys
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, sqrt
from time import perf_counter, process_time
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.load import gunicorn
from benchmarks.measuring import machine, spread
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK, format_cards
from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.kernels import outlook as loops
from ofcapi.engine.kernels.network import NO_ROOM
from ofcapi.engine.kernels.random import start_state
from ofcapi.engine.kernels.two_card import sum_best_play
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.exact import new_streets, rows_of
from ofcapi.engine.play.question import Effort, Question
from ofcapi.engine.play.ways import place_of, ways_to_place
from ofcapi.engine.sampling.hindsight import Hindsight, new_game
from ofcapi.engine.sampling.outlook import Outlook, held_by, new_look, units
from ofcapi.engine.sampling.policy import SampledPolicy
from ofcapi.engine.sampling.sampled_play import sample_odds, sample_placements
from ofcapi.engine.worth.values import Objective, Values, combine, value_boards_by

Deep: TypeAlias = NDArray[np.float64]

VALUES = Values(Fraction(-6), ((14, Fraction(9)),))
RULES = compile_rules(PRESETS["pineapple"])
VALUATION = value_boards_by(RULES, Objective(), VALUES, ())
STREETS = new_streets(len(DECK))
_NO_SAMPLE = 1 << 62


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


def question(board: Board, left: Sequence[int], dealt: Sequence[int] = ()) -> Question:
    """What is asked of a board or a decision."""
    return Question(board, RULES.rules, tuple(left), tuple(dealt), values=VALUES)


def place_all(board: Board, dealt: list[int], kept: int) -> list[Board]:
    """The boards after every placement, in the order of ``ways_to_place``."""
    return [board.with_cards(place) for place in ways_to_place(board, dealt, kept)]


def by_network(board: Board, dealt: list[int], kept: int, left: list[int]) -> list[Board]:
    """The boards after every placement in the order of the network, best first."""
    boards = place_all(board, dealt, kept)
    policy = Outlook(VALUATION, board.open_slots - kept, len(left))
    return [boards[way] for way in policy.first_order(board, dealt, left, 0)[0]]


def by_hindsight(board: Board, dealt: list[int], kept: int, left: list[int], seed: int) -> Board:
    """The board after the placement of the policy that sampled before."""
    policy = Hindsight(VALUATION, board.open_slots - kept, len(left))
    state = np.zeros(1, np.uint64)
    start_state(state, seed, _NO_SAMPLE)
    return board.with_cards(place_of(dealt, policy.choose(board, dealt, left, state)))


def exact_points(board: Board, left: Sequence[int]) -> float:
    """The value of best play of a board with two streets to come."""
    deals = comb(len(left), 3) * comb(len(left) - 3, 3)
    total = sum_best_play(
        HAND_TABLES, RULES.arrays, combine(VALUATION, deals), rows_of(board),
        np.array(sorted(left), np.int64), 3, STREETS,
    )  # fmt: skip
    return total / deals / VALUATION.scale


def street3(decisions: int = 600) -> None:
    """What choices on the third street lose; the exact value of every placement is known."""
    counts = (1, 2, 3, 5)
    losses: dict[int, list[float]] = {count: [] for count in counts}
    errors = []
    for hand in range(decisions):
        board, left = Board(), deck_of(10_000 + hand)
        for count, kept in ((5, 5), (3, 2)):
            dealt, left = take(left, count)
            board = by_network(board, dealt, kept, left)[0]
        dealt, left = take(left, 3)
        values = Outlook(VALUATION, 4, len(left)).value_ways(board, dealt, left)
        boards = place_all(board, dealt, 2)
        values = values[values > NO_ROOM]
        order = np.argsort(-values, kind="stable")
        exact = [exact_points(after, left) for after in boards]
        errors += [float(value) - truth for value, truth in zip(values, exact, strict=True)]
        for count in counts:
            losses[count].append(max(exact) - max(exact[way] for way in order[:count]))
    print(f"{decisions} decisions of the third street, exact value lost (points)")
    for count in counts:
        print(f"  best of the network's first {count}, exactly  {mean_of(losses[count], 4)}")
    print(
        f"  network on all {len(errors)} boards: bias {statistics.mean(errors):.3f}, "
        f"RMSE {sqrt(statistics.mean(error**2 for error in errors)):.3f}"
    )


def hands(openings: int = 2000, more: int = 20_000) -> None:
    """Points and time per hand from the opening, by the networks and by hindsight-1.

    The mean of the networks' own values over many openings is corrected by the mean difference
    between samples and these values over some of the openings.
    """
    told, beyond, fouls, enters, seconds = [], [], [], [], 0.0
    for hand in range(more):
        dealt, left = take(deck_of(1_000_000 + hand), 5)
        policy = Outlook(VALUATION, 8, len(left))
        begin = process_time()
        values = policy.value_ways(Board(), dealt, left)
        seconds += process_time() - begin
        told.append(float(values.max()))
        if hand < openings:
            way = int(np.argsort(-values[values > NO_ROOM], kind="stable")[0])
            play = policy.new_sampler(left, hand)
            samples = play(place_all(Board(), dealt, 5)[way], 0, 2, True)
            beyond.append(float((samples[:, 1] - samples[:, -1]).mean()) - told[-1])
            fouls.append(float(samples[:, 2].mean()))
            enters.append(float(samples[:, 3].mean()))
            if hand == 0:
                singly = play(place_all(Board(), dealt, 5)[way], 0, 200, False)
                begin = process_time()
                singly = play(place_all(Board(), dealt, 5)[way], 0, 400, False)
                each = (process_time() - begin) / len(singly)
    mean = statistics.mean(told) + statistics.mean(beyond)
    error = sqrt(statistics.variance(told) / more + statistics.variance(beyond) / openings)
    print(
        "hands by the networks, exact from two streets on "
        f"({openings} openings, {more} for the networks)"
    )
    print(f"  points per hand {mean:.3f} +- {error:.3f}")
    print(f"  fouls           {mean_of(fouls)}")
    print(f"  Fantasyland     {mean_of(enters)}")
    print(f"  time per hand   {(seconds / more + each) * 1000:.2f} ms")
    points, fouls, enters, seconds = [], [], [], 0.0
    for hand in range(openings):
        dealt, left = take(deck_of(1_000_000 + hand), 5)
        begin = process_time()
        board = by_hindsight(Board(), dealt, 5, left, hand)
        samples = Hindsight(VALUATION, 8, len(left)).new_sampler(left, hand)(board, 0, 2, True)
        seconds += process_time() - begin
        points.append(float(samples[:, 1].mean()))
        fouls.append(float(samples[:, 2].mean()))
        enters.append(float(samples[:, 3].mean()))
    print(f"hands by hindsight-1, the policy used before (the same {openings} openings)")
    print(f"  points per hand {mean_of(points)}")
    print(f"  fouls           {mean_of(fouls)}")
    print(f"  Fantasyland     {mean_of(enters)}")
    print(f"  opening and two hands from it {seconds / openings * 1000:.1f} ms")


def deep_values(boards: Sequence[Board], left: Sequence[int], deals: int, seed: int) -> Deep:
    """Exact values of boards after sampled deals, (boards, deals), the same deals for all boards.

    The networks play to two streets from the end; what follows is exact.
    """
    policy = Outlook(VALUATION, boards[0].open_slots, len(left))
    game = new_game(VALUATION, policy.leaf, 3, 2)
    unseen = np.array(sorted(left), np.int64)
    every = comb(policy.left, 3) * comb(policy.left - 3, 3) * VALUATION.scale
    found = np.zeros((len(boards), deals))

    def fill(row: int) -> None:
        rows, held = rows_of(boards[row]), held_by(boards[row])
        ends, values = np.zeros((deals, 3, 4), np.int64), np.zeros(deals)
        decks = np.zeros((deals, policy.left), np.int64)
        look, ways = new_look(3, units()), np.zeros(len(game.ways))
        loops.play_deals(
            game, policy.outlook, rows, held, unseen, seed, 0, look, ways, ends, decks,
            values,
        )  # fmt: skip
        streets = new_streets(policy.left)
        for deal in range(deals):
            total = sum_best_play(
                HAND_TABLES, RULES.arrays, policy.leaf, ends[deal], decks[deal], 3, streets
            )
            found[row, deal] = total / every

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(fill, range(len(boards))))
    return found


def reference(boards: Sequence[Board], left: Sequence[int], deals: int, seed: int) -> list[float]:
    """Mean exact values of boards over deals; clearly worse boards get a quarter of the deals."""
    first = deep_values(boards, left, deals // 4, seed)
    best = first[first.mean(axis=1).argmax()]
    behind = best - first
    hopeless = behind.mean(axis=1) > 0.2 + 4 * behind.std(axis=1) / sqrt(first.shape[1])
    means = first.mean(axis=1)
    stay = [row for row in range(len(boards)) if not hopeless[row]]
    more = deep_values([boards[row] for row in stay], left, deals, seed)
    means[stay] = more.mean(axis=1)
    return [float(mean) for mean in means]


def early(decisions: int = 40, deals: int = 300) -> None:
    """What choices on the opening and the second street lose, compared with a deeper search.

    The search values the network's first ten, each over the same sampled deals, exactly from two
    streets before the end. Its best value is a little too high, so the losses are too.
    """
    for label, streets in (("opening", 0), ("second street", 1)):
        alone, ranked = [], []
        for hand in range(decisions):
            board, left = Board(), deck_of(2_000_000 + hand)
            dealt, left = take(left, 5)
            kept = 5
            if streets:
                board = by_network(board, dealt, 5, left)[0]
                dealt, left = take(left, 3)
                kept = 2
            listed = by_network(board, dealt, kept, left)[:10]
            values = reference(listed, left, deals, hand)
            alone.append(max(values) - values[0])
            found = sample_placements(question(board, left, dealt), Effort(seed=hand), limit=1)
            chosen = str(found.placements[0].board)
            place = next((at for at, after in enumerate(listed) if str(after) == chosen), None)
            ranked.append(max(values) - (min(values) if place is None else values[place]))
        print(f"{decisions} decisions of the {label} against {deals} deals with exact values")
        print(f"  lost by the network alone   {mean_of(alone)} points")
        print(f"  lost by the ranking         {mean_of(ranked)} points")


def calibration(positions: int = 1000, hands_each: int = 20) -> None:
    """Compares reported figures with played-out hands, for boards of each street."""
    for street, slots in ((1, 8), (2, 6), (3, 4)):
        gaps: dict[str, list[float]] = {"points": [], "foul": [], "enters": []}
        in_errors = []
        for hand in range(positions):
            board, left = Board(), deck_of(3_000_000 + hand)
            for number in range(street):
                dealt, left = take(left, 3 if number else 5)
                board = by_network(board, dealt, 2 if number else 5, left)[0]
            if slots == 4:
                exact = best_play(question(board, left), Effort())
                entering = sum(exact.fantasyland.values())
                sums = (float(exact.points), exact.foul, entering)
                told = [(total / exact.denominator, 0.0) for total in sums]
                policy: SampledPolicy = Hindsight(VALUATION, slots, len(left))
            else:
                odds = sample_odds(question(board, left), Effort(samples=12, seed=hand))
                told = [
                    (figure.value, figure.std_error)
                    for figure in (odds.points, odds.foul, odds.enters)
                ]
                policy = Outlook(VALUATION, slots, len(left))
            play_on = policy.new_sampler(left, hand + 1)
            played = play_on(board, 10**6, 10**6 + hands_each, False)[:, 1:4]
            for name, (value, _), mean in zip(gaps, told, played.mean(axis=0), strict=True):
                gaps[name].append(value - float(mean))
            error = sqrt(told[0][1] ** 2 + played[:, 0].var(ddof=1) / hands_each)
            if error > 0:
                in_errors.append(gaps["points"][-1] / error)
        print(f"{positions} boards at the end of street {street}: reported minus played out")
        for name, values in gaps.items():
            print(f"  {name:8} {mean_of(values, 4)}")
        print(
            f"  points in units of their errors: mean {statistics.mean(in_errors):.2f}, "
            f"spread {statistics.stdev(in_errors):.2f}"
        )


def rankings(decisions: int = 20) -> None:
    """Time and standard errors of rankings over HTTP; every request is new to the server."""
    with gunicorn("app:app") as port:
        for label, streets in (("openings", 0), ("second streets", 1)):
            times, errors, complete = [], [], 0
            for hand in range(decisions):
                board, left = Board(), deck_of(4_000_000 + hand)
                dealt, left = take(left, 5)
                if streets:
                    board = by_network(board, dealt, 5, left)[0]
                    dealt, left = take(left, 3)
                members = {
                    "board": str(board) if streets else "",
                    "dealt": format_cards(dealt),
                    "values": {"foul": -6, "fantasyland": {"14": 9}},
                    "budget_ms": 10_000,
                }
                begin = perf_counter()
                answer = ask(port, "/v1/placements", members)
                times.append((perf_counter() - begin) * 1000)
                complete += answer["complete"]
                errors += [one["points"]["std_error"] for one in answer["placements"][:3]]
            print(f"{decisions} {label} ranked over HTTP, {complete} of them complete")
            print(f"  milliseconds                           {spread(times)}")
            print(f"  standard errors of the first three     {spread(errors)}")


def ask(port: int, path: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """The response to a POST request."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        json.dumps(question).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        found: dict[str, Any] = json.load(response)
    return found


PARTS: dict[str, Callable[[], None]] = {
    "street3": street3,
    "hands": hands,
    "calibration": calibration,
    "rankings": rankings,
    "early": early,
}


def main() -> None:
    """Measure the given parts, or all."""
    print(machine())
    for name in sys.argv[1:] or PARTS:
        begin = perf_counter()
        PARTS[name]()
        print(f"  ({name}: {perf_counter() - begin:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
