"""How long the draws of a row take: ``python -m benchmarks.draws``.

Each figure is the median of repeated calls for the whole answer of one row, in milliseconds, once
everything is compiled and the small automata of that kind of row are kept. The aim: under 1 ms
for a row that holds a card, under 20 ms for an empty row.
"""

from random import Random
from statistics import median
from time import perf_counter

from ofcapi.engine.board import Board, unseen_cards
from ofcapi.engine.cards import parse_cards
from ofcapi.engine.draw_counts import pool_of
from ofcapi.engine.draws import draw_odds, row_draws
from ofcapi.engine.rules import BOTTOM, MIDDLE, PRESETS, TOP, compile_rules

HIGH, LOW = compile_rules(PRESETS["pineapple"]), compile_rules(PRESETS["deuce-to-seven"])
REPEATS = 50

ROWS = [
    ("top, empty", TOP, HIGH, ""),
    ("top, queen", TOP, HIGH, "Qh"),
    ("bottom, one card", BOTTOM, HIGH, "9h"),
    ("bottom, two suited in a straight", BOTTOM, HIGH, "8h9h"),
    ("bottom, three suited in a straight", BOTTOM, HIGH, "8h9hTh"),
    ("bottom, a pair and a card", BOTTOM, HIGH, "JhJdTs"),
    ("bottom, four to a flush", BOTTOM, HIGH, "AhKh5h2h"),
    ("bottom, two pair", BOTTOM, HIGH, "JhJdTcTs"),
    ("bottom, empty", BOTTOM, HIGH, ""),
    ("2-7 middle, one card", MIDDLE, LOW, "7h"),
    ("2-7 middle, two suited", MIDDLE, LOW, "2h7h"),
    ("2-7 middle, three of two suits", MIDDLE, LOW, "2h3c7h"),
    ("2-7 middle, empty", MIDDLE, LOW, ""),
]


def milliseconds(cards: str, row: int, unseen: int, to_come: int, low: bool) -> float:
    """The median time of one row with that many unseen cards, in milliseconds."""
    rules = LOW if low else HIGH
    placed = tuple(parse_cards(cards)[0])
    live = Random(0).sample(unseen_cards(placed), unseen)
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        row_draws(placed, row, rules, pool_of(live), to_come)
        times.append(perf_counter() - start)
    return 1000 * median(times)


def main() -> None:
    """Print one line for each kind of row."""
    print(f"{'row':38} {'12 of 47':>9} {'8 of 42':>9} {'17 of 48':>9}")
    for name, row, rules, cards in ROWS:
        figures = [
            milliseconds(cards, row, unseen, to_come, rules is LOW)
            for unseen, to_come in ((47, 12), (42, 8), (48, 17))
        ]
        print(f"{name:38} " + " ".join(f"{figure:9.2f}" for figure in figures))
    start = perf_counter()
    draw_odds(Board(), HIGH, unseen_cards(), 17)
    print(f"empty board, 17 of 52, first call: {1000 * (perf_counter() - start):.1f}")


if __name__ == "__main__":
    main()
