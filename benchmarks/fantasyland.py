"""How long the best set of a Fantasyland hand takes: ``python -m benchmarks.fantasyland``.

Prints the median and the 99th percentile over 1,000 random hands of each size, in milliseconds,
for the default rules and a ticket of 9 points, after a warm-up.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from ofcapi.engine.board import Board
from ofcapi.engine.fantasyland import Objective, best_set, best_sets
from ofcapi.engine.rules import FANTASYLAND_CARDS, PRESETS, compile_rules

HANDS = 1000
OBJECTIVES: tuple[Objective, ...] = ("points", "royalties", "stay")


def main() -> None:
    """Time every objective, points against a finished opponent, and all three sets at once."""
    rules = compile_rules(PRESETS["pineapple"])
    values = {14: Fraction(9)}
    random = Random(1)
    print(f"{'cards':>5} {'what':<22} {'median':>8} {'99 %':>8}  ms")
    for cards in FANTASYLAND_CARDS:
        times: dict[str, list[float]] = {}
        for hand in range(-20, HANDS):
            deck = random.sample(range(52), cards + 13)
            own, other = deck[:cards], deck[cards:]
            opponent = Board(tuple(other[:3]), tuple(other[3:8]), tuple(other[8:]))
            questions: dict[str, Callable[[], object]] = {
                objective: partial(best_set, own, rules, objective, values)
                for objective in OBJECTIVES
            }
            questions["points, one opponent"] = partial(
                best_set, own, rules, "points", values, [opponent]
            )
            questions["all three"] = partial(best_sets, own, rules, "points", values)
            for what, answer in questions.items():
                start = perf_counter()
                answer()
                if hand >= 0:
                    times.setdefault(what, []).append(1000 * (perf_counter() - start))
        for what, taken in times.items():
            late = sorted(taken)[int(0.99 * HANDS)]
            print(f"{cards:>5} {what:<22} {median(taken):>8.3f} {late:>8.3f}")


if __name__ == "__main__":
    main()
