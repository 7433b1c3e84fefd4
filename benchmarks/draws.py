"""How long the draws of a row take: ``python -m benchmarks.draws``.

Each figure is the time for everything about one row, in milliseconds, after everything is compiled
and the small automata of that kind of row are cached. The aim: under 1 ms for a row with a card,
under 20 ms for an empty row.
"""

from functools import partial
from math import comb
from random import Random
from statistics import median

from benchmarks.measuring import (
    Rounds,
    in_milliseconds,
    number,
    seconds_in_turn,
    timed,
)
from benchmarks.peers import MISSING, FiveCards, five_cards, named
from benchmarks.plain import count_draws
from benchmarks.report import Cell, Section, Table, recorded
from ofcapi.engine.draws.counts import pool_of
from ofcapi.engine.draws.odds import RowDraws, draw_odds, row_draws
from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import BOTTOM, MIDDLE, TOP, CompiledRules, compile_rules

HIGH, LOW = compile_rules(PRESETS["pineapple"]), compile_rules(PRESETS["deuce-to-seven"])
ROUNDS = 50

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
TO_COME = ((47, 12), (42, 8), (48, 17))

FOUR_TO_A_FLUSH = tuple(parse_cards("AhKh5h2h")[0])
STREETS = ((36, 3), (39, 6))
"""Cards unseen and to come with one street and with two left, all nine hearts live."""
OPENING = (45, 12)
"""The same with four streets left."""


def draws_of(
    placed: tuple[int, ...], row: int, rules: CompiledRules, unseen: tuple[int, ...], to_come: int
) -> RowDraws:
    """Everything about the draws of one row."""
    return row_draws(placed, row, rules, pool_of(unseen), to_come)


def rows_of_draws(rounds: int = ROUNDS) -> Table:
    """Every kind of row, at three moments of a hand."""
    rows: dict[str, tuple[Cell, ...]] = {}
    for name, row, rules, cards in ROWS:
        placed = tuple(parse_cards(cards)[0])
        works = {
            f"{to_come} of {unseen}": partial(
                draws_of,
                placed,
                row,
                rules,
                tuple(Random(0).sample(unseen_cards(placed), unseen)),
                to_come,
            )
            for unseen, to_come in TO_COME
        }
        rows[name] = tuple(map(in_milliseconds, seconds_in_turn(works, rounds).values()))
    columns = tuple(f"{to_come} of {unseen} to come, ms" for unseen, to_come in TO_COME)
    first, _ = timed(lambda: draw_odds(Board(), HIGH, unseen_cards(), 17))
    note = (
        f"All three rows of an empty board together, 17 of 52 to come: {number(1000 * first)} ms."
    )
    return Table(("row", *columns), rows, note)


def live_hearts(unseen: int) -> tuple[int, ...]:
    """``unseen`` unseen cards, which include the nine hearts that are not in the row."""
    return tuple(sorted(unseen_cards(FOUR_TO_A_FLUSH), key=lambda card: card % 4 != 2)[:unseen])


def beside_enumeration(
    evaluate: FiveCards | None,
    streets: tuple[tuple[int, int], ...] = STREETS,
    rounds: int = ROUNDS,
) -> Table:
    """Four to a flush, counted and enumerated; at the opening the time is extrapolated."""
    rows: dict[str, tuple[Cell, ...]] = {}
    evaluations_a_second = 0.0
    for unseen, to_come in (*streets, OPENING):
        pool, deals = live_hearts(unseen), comb(unseen, to_come)
        ask = partial(draws_of, FOUR_TO_A_FLUSH, BOTTOM, HIGH, pool, to_come)
        ours = in_milliseconds(seconds_in_turn({"ours": ask}, rounds)["ours"])
        theirs: Cell = MISSING
        if evaluate is not None and (unseen, to_come) != OPENING:
            theirs = _enumerated(pool, to_come, ask(), evaluate)
            evaluations_a_second = 1000 * deals * to_come / median(theirs)
        elif evaluate is not None:
            hours = deals * to_come / evaluations_a_second / 3600
            theirs = f"not run; {number(hours)} hours at the rate above"
        rows[f"{to_come} of {unseen} to come, {deals:,} deals"] = (ours, theirs)
    return Table(
        (
            "bottom AhKh5h2h, nine hearts live",
            "ofcapi, ms",
            f"enumeration in Python on {named('phevaluator')}, ms",
        ),
        rows,
        "All counts of `at_least` are compared first; they are equal.",
    )


def _enumerated(pool: tuple[int, ...], to_come: int, ours: RowDraws, evaluate: FiveCards) -> Rounds:
    """The milliseconds of enumeration, if its counts equal ours; only one round if it is long."""
    count = partial(count_draws, FOUR_TO_A_FLUSH, pool, to_come, evaluate)
    rounds = [timed(count) for _ in range(5 if to_come < 6 else 1)]
    for _, counted in rounds:
        if counted != ours.at_least:
            raise SystemExit("enumeration finds other counts")
    return in_milliseconds(tuple(seconds for seconds, _ in rounds))


def measure() -> Section:
    """Draws by kind of row, and compared with enumeration."""
    return Section(
        "Draws",
        "The exact odds of one row, computed by the engine; deals are counted, not enumerated.",
        (rows_of_draws(), beside_enumeration(five_cards())),
    )


if __name__ == "__main__":
    print(recorded(measure))
