"""Times best play, uncached, with the answers checked: ``python -m benchmarks.play``.

Each figure is the time for the whole result (value and distribution) of the engine, after one run
to compile: on one thread and on two, with the processor time, which does not depend on other work
on the machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from random import Random
from statistics import median
from time import perf_counter, process_time

from benchmarks.measuring import Rounds, in_milliseconds, number, per_second, seconds_in_turn, timed
from benchmarks.peers import (
    MISSING,
    Equity,
    FiveCards,
    exact_equity,
    five_cards,
    named,
    sampled_equity,
)
from benchmarks.plain import Sampled, deal_at_random, play_last_street
from benchmarks.report import Cell, Section, Table, recorded
from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import DECK, parse_cards
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import CompiledRules, compile_rules
from ofcapi.engine.play.best_play import best_play, rank_placements
from ofcapi.engine.play.exact import exact_cost
from ofcapi.engine.play.question import Effort, Question
from ofcapi.engine.sampling.sampled_play import sample_odds
from ofcapi.engine.worth.values import POINTS, Objective, Values

VALUES = Values(Fraction(-6), tuple((cards, Fraction(9)) for cards in range(13, 18)))
PINEAPPLE = compile_rules(PRESETS["pineapple"])
UNSEEN = (25, 32, 41)
"""Unseen cards with two streets to go: from three players late in a hand to a single player."""


@dataclass(frozen=True, slots=True)
class Case:
    """A position, its result if known from another source, and the number of rounds."""

    name: str
    preset: str
    board: str
    dead: str
    unseen: int
    objective: Objective
    answer: float | None
    rounds: int


LAST_STREET = Case(
    "last street, 38 unseen", "pineapple", "QsJd/KhKd9h5d2c/AhAs8h6d", "3c4d7s", 38,
    Objective("points"), 4.71, 50,
)  # fmt: skip
TWO_STREETS = Case(
    "two streets, 41 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
    Objective("points"), 7.18, 20,
)  # fmt: skip
CASES = [
    LAST_STREET,
    Case("two streets, 25 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 25,
         Objective("points"), None, 30),
    Case("two streets, 32 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 32,
         Objective("points"), None, 30),
    TWO_STREETS,
    Case("two streets, 41 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
         Objective("fantasyland"), None, 20),
    Case("two streets of turbo, 41 unseen", "turbo", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
         Objective("points"), None, 20),
    Case("classic, five left, 38 unseen", "classic", "QhKd/7c7d9s4c/AhKh", "3cQs2h9h5d6s", 38,
         Objective("points"), None, 5),
    Case("classic, five left, 38 unseen", "classic", "QhKd/7c7d9s4c/AhKh", "3cQs2h9h5d6s", 38,
         Objective("fantasyland"), None, 5),
]  # fmt: skip


def position_of(case: Case) -> tuple[Board, CompiledRules, tuple[int, ...]]:
    """The board of a case, its rules, and its unseen cards, the lowest ones."""
    board = parse_board(case.board)[0]
    unseen = unseen_cards(board.cards, parse_cards(case.dead)[0])[: case.unseen]
    return board, compile_rules(PRESETS[case.preset]), unseen


def random_position(draw: Random, unseen: int) -> tuple[Board, list[int]]:
    """A Pineapple board with two streets to go, and dead cards that leave ``unseen`` cards."""
    cards = draw.sample(DECK, 52 - unseen)
    return Board(tuple(cards[:2]), tuple(cards[2:5]), tuple(cards[5:9])), cards[9:]


def milliseconds(ask: Callable[[], object], rounds: int) -> tuple[Rounds, Rounds]:
    """The wall-clock time and the processor time of one call."""
    ask()
    elapsed, worked = [], []
    for _ in range(rounds):
        begin, begin_work = perf_counter(), process_time()
        ask()
        elapsed.append(1000 * (perf_counter() - begin))
        worked.append(1000 * (process_time() - begin_work))
    return tuple(elapsed), tuple(worked)


def value_of(
    board: Board, rules: CompiledRules, unseen: Sequence[int], objective: Objective, threads: int
) -> Fraction:
    """The expected objective, the whole answer having been worked out."""
    question = Question(board, rules.rules, tuple(unseen), objective=objective, values=VALUES)
    odds = best_play(question, Effort(threads=threads))
    return odds.objective / odds.denominator


def whole_answers(cases: Sequence[Case]) -> Table:
    """Every case on one thread and on two, and the time that the service estimates."""
    rows: dict[str, tuple[Cell, ...]] = {}
    for case in cases:
        board, rules, unseen = position_of(case)
        one, two = (
            partial(value_of, board, rules, unseen, case.objective, threads) for threads in (1, 2)
        )
        value = one()
        if value != two() or (case.answer is not None and round(float(value), 2) != case.answer):
            raise SystemExit(f"{case.name}: wrong answer {value}")
        expected = 1000 * exact_cost(board, unseen, rules.rules.deal).seconds
        elapsed, worked = milliseconds(one, case.rounds)
        rows[f"{case.name}, {case.objective.kind}"] = (
            elapsed,
            milliseconds(two, case.rounds)[0],
            worked,
            number(expected),
        )
    return Table(
        (
            "position, objective",
            "one thread, ms",
            "two threads, ms",
            "CPU time, one thread, ms",
            "the estimate that `budget_ms` is compared with, ms",
        ),
        rows,
        "One position each. If the result is known from another source, it is compared first.",
    )


def random_positions(count: int) -> Table:
    """Random boards two streets from the end, the same as over HTTP."""
    rows: dict[str, tuple[Cell, ...]] = {}
    for unseen in UNSEEN:
        draw = Random(unseen)
        elapsed: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(count):
            board, dead = random_position(draw, unseen)
            live = unseen_cards(board.cards, dead)
            for threads, times in elapsed.items():
                ask = partial(value_of, board, PINEAPPLE, live, POINTS, threads)
                times.append(1000 * timed(ask)[0])
        rows[f"{unseen} unseen"] = tuple(tuple(times[count // 10 :]) for times in elapsed.values())
    return Table(
        ("two streets, a board of 2, 3 and 4 cards", "one thread, ms", "two threads, ms"),
        rows,
        f"{count - count // 10} random positions each, each measured once: the range is over "
        "positions, not rounds.",
    )


def third_street(rounds: int = 3) -> Table:
    """A decision of the third street: 27 placements, each with its odds."""
    board, dealt = parse_board("Qh/7c7d9s/AhKh5h")[0], parse_cards("Qs2h9h")[0]
    unseen = unseen_cards(board.cards, dealt, parse_cards("3c")[0])
    question = Question(board, PINEAPPLE.rules, unseen, tuple(dealt), values=VALUES)
    ranked = rank_placements(question, Effort())
    best = ranked[0].odds.points / ranked[0].odds.denominator
    if (str(ranked[0].board), round(float(best), 2)) != ("Qh/7c7d9s/AhKh5h2h9h", 7.18):
        raise SystemExit("street-3 decision: wrong answer")
    one, two = (
        milliseconds(partial(rank_placements, question, Effort(threads)), rounds)
        for threads in (1, 2)
    )
    return Table(
        ("decision", "one thread, ms", "two threads, ms", "CPU time, one thread, ms"),
        {"third street, 27 placements, 41 unseen": (one[0], two[0], one[1])},
    )


def beside_monte_carlo(evaluate: FiveCards | None, error: float = 0.1, rounds: int = 3) -> Table:
    """Exact odds, the usual Monte Carlo until its error is small, and plain enumeration."""
    rows: dict[str, tuple[Cell, ...]] = {}
    for case, streets in ((LAST_STREET, 1), (TWO_STREETS, 2)):
        board, rules, unseen = position_of(case)
        ask = partial(value_of, board, rules, unseen, case.objective, 2)
        value = ask()
        exactly = number(float(value))
        rows[f"{case.name}: ofcapi, exact"] = (milliseconds(ask, case.rounds)[0], exactly, "0")
        name = f"{case.name}: Monte Carlo, filled by hindsight, on {named('phevaluator')}"
        if evaluate is None:
            rows[name] = (MISSING, "", "")
            continue
        played = [
            timed(partial(deal_at_random, board.rows, unseen, evaluate, error, Random(seed)))
            for seed in range(rounds)
        ]
        found = [one for _, one in played]
        _hold_to_exact(found, float(value), hindsight=streets > 1)
        rows[name] = (
            in_milliseconds(tuple(seconds for seconds, _ in played)),
            tuple(one.mean for one in found),
            f"{number(error)} ({number(median(one.deals for one in found))} deals)",
        )
        if streets == 1:
            seconds, answer = timed(partial(play_last_street, board.rows, unseen, evaluate))
            if answer != value:
                raise SystemExit(f"enumeration finds {answer}, not {value}")
            rows[f"{case.name}: enumeration in Python on {named('phevaluator')}"] = (
                in_milliseconds((seconds,)), exactly, "0",
            )  # fmt: skip
    return Table(
        ("question", "ms", "points", "standard error"),
        rows,
        "The Monte Carlo deals the cards to come at random and then fills the board in the best "
        "way, knowing the cards of all streets. On the last street this is best play, and its "
        "results must be within four standard errors of the exact one; enumeration must find the "
        "same fraction. With two streets to go it is *another policy*, one that sees cards before "
        "they are dealt: more deals do not correct that result.",
    )


def _hold_to_exact(found: Sequence[Sampled], value: float, hindsight: bool) -> None:
    """Stop if a Monte Carlo differs from the exact value, or with hindsight is below it."""
    for one in found:
        off = one.mean - value
        if off < -4 * one.error or (not hindsight and off > 4 * one.error):
            raise SystemExit(f"Monte Carlo finds {one}, the exact value is {value}")


def enumerated(rounds: int = 5) -> Table:
    """Deals per second of exact results: ours, and hold'em equity of a comparable size."""
    rows: dict[str, tuple[Cell, ...]] = {}
    first, second, board = "AhKh", "QsQd", "2c7d9h"
    for name, text in (("hold'em before the flop", ""), ("hold'em on the flop", board)):
        equity = exact_equity(first, second, text)
        label = f"{named('poker-equity')}, {name}"
        if equity is None:
            rows[label] = (MISSING, "", "")
            continue
        ask = partial(exact_equity, first, second, text)
        taken = seconds_in_turn({"theirs": ask}, rounds)["theirs"]
        rows[label] = (
            f"{equity.deals:,}",
            in_milliseconds(taken),
            per_second(equity.deals / 1e6, taken),
        )
    for unseen in (UNSEEN[0], UNSEEN[-1]):
        position, dead = random_position(Random(unseen), unseen)
        live = unseen_cards(position.cards, dead)
        deals = comb(unseen, 3) * comb(unseen - 3, 3)
        best = partial(value_of, position, PINEAPPLE, live, POINTS, 2)
        taken = seconds_in_turn({"ours": best}, rounds)["ours"]
        rows[f"ofcapi, best play of two streets, {unseen} unseen"] = (
            f"{deals:,}",
            in_milliseconds(taken),
            per_second(deals / 1e6, taken),
        )
    return Table(
        ("exact result", "deals", "ms", "million deals per second"),
        rows,
        "*Different problems of a comparable size*: a deal of hold'em is a showdown of two hands, "
        "a deal of ours is the best play of two streets. eval7's exact equity deals no board "
        "cards and works only for complete boards, so it has no row here. poker-equity chooses its "
        "number of threads; ours uses two.",
    )


def sampled(deals: int = 500_000, samples: int = 300, rounds: int = 5) -> Table:
    """Samples per second on one thread: hold'em equity by libraries, and our sampled play."""
    rows: dict[str, tuple[Cell, ...]] = {}
    peers = sampled_equity("AhKh", "QsQd", deals)
    exact = exact_equity("AhKh", "QsQd", "")
    for name, work in peers.items():
        label = f"{name}, hold'em before the flop"
        if work is None:
            rows[label] = (MISSING, "")
            continue
        _hold_equities(work(), exact)
        taken = seconds_in_turn({name: work}, rounds)[name]
        rows[label] = (f"{deals:,}", per_second(deals, taken))
    board = parse_board("Qh/7c7d/AhKh")[0]
    unseen = unseen_cards(board.cards)
    question = Question(board, PINEAPPLE.rules, unseen, values=VALUES)
    ask = partial(sample_odds, question, Effort(threads=1, samples=samples, seed=1))
    taken = seconds_in_turn({"ours": ask}, rounds)["ours"]
    rows["ofcapi, play of four streets from the opening"] = (
        f"{samples:,}",
        per_second(samples, taken),
    )
    return Table(
        ("sampled result", "samples", "samples per second"),
        rows,
        "*Different problems again*: a sample of hold'em is one showdown, a sample of ours is "
        "three decisions among placements and a last street summed over all its deals. Per sample "
        "the libraries are much faster, but they do not say how to play a board.",
    )


def _hold_equities(found: Equity, exact: Equity | None) -> None:
    """Stop if a library's sampled equity is not the exact one; errors are at most 0.5 / sqrt(n)."""
    if exact is not None and abs(found.share - exact.share) > 4 * 0.5 / found.deals**0.5:
        raise SystemExit(f"sampled equity is {found}, the exact one {exact}")


def measure() -> Section:
    """Best play, compared with other programs."""
    evaluate = five_cards()
    return Section(
        "Odds of best play",
        "Computed by the engine, without a cache: everything that `/v1/odds` returns, value and "
        "distribution. Points are royalties, 9 for a ticket to Fantasyland, -6 for a foul.",
        (
            whole_answers(CASES),
            random_positions(40),
            third_street(),
            beside_monte_carlo(evaluate),
            enumerated(),
            sampled(),
        ),
    )


if __name__ == "__main__":
    print(recorded(measure))
