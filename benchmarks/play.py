"""Times best play, uncached, with the answers checked: ``python benchmarks/play.py``.

Prints medians in milliseconds of the whole answer (value and distribution) as the engine gives
it, on one thread and on two, the median of so many runs after one to compile.
"""

import statistics
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

from ofcapi.engine.board import parse_board, unseen_cards
from ofcapi.engine.cards import parse_cards
from ofcapi.engine.exact import exact_cost, open_slots
from ofcapi.engine.play import best_play, rank_placements
from ofcapi.engine.rules import PRESETS, compile_rules
from ofcapi.engine.values import Objective, Values

VALUES = Values(Fraction(-6), tuple((cards, Fraction(9)) for cards in range(13, 18)))

# name, preset, board, dead, unseen cards (the lowest that many), objective, answer, runs
CASES = [
    ("last street, 38 unseen", "pineapple", "QsJd/KhKd9h5d2c/AhAs8h6d", "3c4d7s", 38,
     "points", Fraction(39766, 8436), 50),
    ("two streets, 25 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 25,
     "points", None, 30),
    ("two streets, 32 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 32,
     "points", None, 30),
    ("two streets, 41 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
     "points", None, 20),
    ("two streets, 41 unseen", "pineapple", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
     "fantasyland", None, 20),
    ("two streets of turbo, 41 unseen", "turbo", "Qh/7c7d9s/AhKh5h9h2h", "3cQs", 41,
     "points", None, 20),
    ("classic, five left, 38 unseen", "classic", "QhKd/7c7d9s4c/AhKh", "3cQs2h9h5d6s", 38,
     "points", None, 5),
    ("classic, five left, 38 unseen", "classic", "QhKd/7c7d9s4c/AhKh", "3cQs2h9h5d6s", 38,
     "fantasyland", None, 5),
]  # fmt: skip


def median(ask: Callable[[], object], runs: int) -> float:
    """Milliseconds of one call."""
    ask()
    times = []
    for _ in range(runs):
        begin = perf_counter()
        ask()
        times.append(perf_counter() - begin)
    return 1000 * statistics.median(times)


def main() -> None:
    """Run every case and print a line for each."""
    for name, preset, text, dead, count, kind, answer, runs in CASES:
        board = parse_board(text)[0]
        rules = compile_rules(PRESETS[preset])
        unseen = unseen_cards(board.cards, parse_cards(dead)[0])[:count]

        def ask(threads: int) -> Fraction:
            odds = best_play(
                board, rules, unseen, Objective(kind), VALUES, threads=threads  # noqa: B023
            )  # fmt: skip
            return odds.objective / odds.denominator

        value = ask(1)
        if value != ask(2) or (answer is not None and value != answer):
            raise SystemExit(f"{name}: wrong answer {value}")
        one, two = (median(lambda threads=threads: ask(threads), runs) for threads in (1, 2))
        expected = 1000 * exact_cost(open_slots(board), count, rules.rules.deal).seconds
        print(
            f"{name:34}{kind:12}{float(value):8.4f}  one thread {one:8.2f} ms  "
            f"two {two:8.2f} ms  estimated {expected:8.2f} ms"
        )
    board, dealt = parse_board("Qh/7c7d9s/AhKh5h")[0], parse_cards("Qs2h9h")[0]
    unseen = unseen_cards(board.cards, dealt, parse_cards("3c")[0])
    rules = compile_rules(PRESETS["pineapple"])
    ranked = rank_placements(board, dealt, rules, unseen, values=VALUES)
    best = ranked[0].odds.points / ranked[0].odds.denominator
    if (str(ranked[0].board), round(float(best), 2)) != ("Qh/7c7d9s/AhKh5h2h9h", 7.18):
        raise SystemExit("street-3 decision: wrong answer")
    one, two = (
        median(
            lambda threads=threads: rank_placements(
                board, dealt, rules, unseen, values=VALUES, threads=threads
            ),
            3,
        )
        for threads in (1, 2)
    )
    print(f"street-3 decision, 27 placements, 41 unseen: one thread {one:.0f} ms, two {two:.0f} ms")


if __name__ == "__main__":
    main()
