"""Times best play, uncached, with the answers checked: ``python -m benchmarks.play``.

Prints medians in milliseconds of the whole answer (value and distribution) as the engine gives
it, after one run to compile: on one thread and on two, and the processor time of both, which says
what the answer costs when other work shares the machine.
"""

import statistics
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from time import perf_counter, process_time

from ofcapi.engine.board import Board, parse_board, unseen_cards
from ofcapi.engine.cards import parse_cards
from ofcapi.engine.exact import exact_cost, open_slots
from ofcapi.engine.play import best_play, rank_placements
from ofcapi.engine.rules import PRESETS, CompiledRules, compile_rules
from ofcapi.engine.values import Objective, Values

VALUES = Values(Fraction(-6), tuple((cards, Fraction(9)) for cards in range(13, 18)))

# name, preset, board, dead, unseen cards (the lowest that many), objective, checked answer, runs
CASES = [
    ("last street, 38 unseen", "pineapple", "QsJd/KhKd9h5d2c/AhAs8h6d", "3c4d7s", 38,
     Objective("points"), 4.71, 50),
    ("two streets, 25 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 25,
     Objective("points"), None, 30),
    ("two streets, 32 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 32,
     Objective("points"), None, 30),
    ("two streets, 41 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
     Objective("points"), 7.18, 20),
    ("two streets, 41 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
     Objective("fantasyland"), None, 20),
    ("two streets of turbo, 41 unseen", "turbo", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
     Objective("points"), None, 20),
    ("classic, five left, 38 unseen", "classic", "QhKd/7c7d9s4c/AhKh", "3cQs2h9h5d6s", 38,
     Objective("points"), None, 5),
    ("classic, five left, 38 unseen", "classic", "QhKd/7c7d9s4c/AhKh", "3cQs2h9h5d6s", 38,
     Objective("fantasyland"), None, 5),
]  # fmt: skip


def medians(ask: Callable[[], object], runs: int) -> str:
    """Milliseconds of one call, by the clock and of the processors."""
    ask()
    elapsed, worked = [], []
    for _ in range(runs):
        begin, begin_work = perf_counter(), process_time()
        ask()
        elapsed.append(1000 * (perf_counter() - begin))
        worked.append(1000 * (process_time() - begin_work))
    return f"{statistics.median(elapsed):8.2f} (cpu {statistics.median(worked):8.2f})"


def ask(
    board: Board, rules: CompiledRules, unseen: Sequence[int], objective: Objective, threads: int
) -> Fraction:
    """The expected objective, the whole answer having been worked out."""
    odds = best_play(board, rules, unseen, objective, VALUES, threads=threads)
    return odds.objective / odds.denominator


def main() -> None:
    """Run every case and print a line for each."""
    for name, preset, text, dead, count, objective, answer, runs in CASES:
        board = parse_board(text)[0]
        rules = compile_rules(PRESETS[preset])
        unseen = unseen_cards(board.cards, parse_cards(dead)[0])[:count]
        one, two = (partial(ask, board, rules, unseen, objective, threads) for threads in (1, 2))
        value = one()
        if value != two() or (answer is not None and round(float(value), 2) != answer):
            raise SystemExit(f"{name}: wrong answer {value}")
        expected = 1000 * exact_cost(open_slots(board), count, rules.rules.deal).seconds
        print(
            f"{name:34}{objective.kind:12}{float(value):8.4f}  one thread {medians(one, runs)}  "
            f"two {medians(two, runs)}  estimated {expected:8.2f} ms"
        )
    board, dealt = parse_board("Qh/7c7d9s/AhKh5h")[0], parse_cards("Qs2h9h")[0]
    unseen = unseen_cards(board.cards, dealt, parse_cards("3c")[0])
    rules = compile_rules(PRESETS["pineapple"])
    rank = partial(rank_placements, board, dealt, rules, unseen, values=VALUES)
    ranked = rank()
    best = ranked[0].odds.points / ranked[0].odds.denominator
    if (str(ranked[0].board), round(float(best), 2)) != ("Qh/7c7d9s/AhKh5h2h9h", 7.18):
        raise SystemExit("street-3 decision: wrong answer")
    one_thread, two_threads = (medians(partial(rank, threads=threads), 3) for threads in (1, 2))
    print(
        f"street-3 decision, 27 placements, 41 unseen: one thread {one_thread}, two {two_threads}"
    )


if __name__ == "__main__":
    main()
