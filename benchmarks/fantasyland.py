"""How long the best set of a Fantasyland hand takes: ``python -m benchmarks.fantasyland``.

For the default rules and a ticket of 9 points, over random hands of each size.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from statistics import median

from benchmarks.measuring import Rounds, number, timed
from benchmarks.peers import MISSING, FiveCards, five_cards, named
from benchmarks.plain import most_royalties
from benchmarks.report import Cell, Section, Table, beside_peers, recorded
from ofcapi.engine.fantasyland.sets import SET_OBJECTIVES, best_set, best_sets
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, compile_rules

ROUNDS, HANDS = 5, 100
"""Each round times so many hands."""
VALUES = {14: Fraction(9)}
RULES = compile_rules(PRESETS["pineapple"])


def milliseconds_of_hand(cards: int, random: Random) -> dict[str, float]:
    """The times of all searches for one random hand, one of them with a finished opponent."""
    deck = random.sample(range(52), cards + 13)
    own, other = deck[:cards], deck[cards:]
    opponent = Board(tuple(other[:3]), tuple(other[3:8]), tuple(other[8:]))
    questions: dict[str, Callable[[], object]] = {
        objective: partial(best_set, own, RULES, objective, VALUES) for objective in SET_OBJECTIVES
    }
    questions["points, one opponent"] = partial(best_set, own, RULES, "points", VALUES, [opponent])
    questions["all three sets"] = partial(best_sets, own, RULES, "points", VALUES)
    return {what: 1000 * timed(answer)[0] for what, answer in questions.items()}


def sets(hands: int = HANDS, rounds: int = ROUNDS) -> Table:
    """The median over the hands of each round, and the 99th percentile over all hands."""
    random = Random(1)
    rows: dict[str, tuple[Cell, ...]] = {}
    for cards in FANTASYLAND_CARDS:
        milliseconds_of_hand(cards, random)
        found = [[milliseconds_of_hand(cards, random) for _ in range(hands)] for _ in range(rounds)]
        for what in found[0][0]:
            medians: Rounds = tuple(median(hand[what] for hand in turn) for turn in found)
            every = sorted(hand[what] for turn in found for hand in turn)
            rows[f"{cards} cards, {what}"] = (medians, number(every[int(0.99 * len(every))]))
    return Table(
        ("hand, objective", "median, ms", "99th percentile, ms"),
        rows,
        f"Medians of {rounds} rounds of {hands} random hands each, and their range.",
    )


def beside_enumeration(evaluate: FiveCards | None, rounds: int = 3) -> Table:
    """The most royalties of 14 cards, searched and enumerated, on a new hand every round."""
    ours, theirs = [], []
    for turn in range(rounds):
        cards = Random(turn).sample(range(52), 14)
        search = partial(best_set, cards, RULES, "royalties", VALUES)
        search()
        seconds, found = timed(search)
        ours.append(1000 * seconds)
        if evaluate is None:
            continue
        seconds, most = timed(partial(most_royalties, cards, evaluate))
        theirs.append(1000 * seconds)
        if most != sum(found.royalties):
            raise SystemExit(f"{cards}: enumeration finds another set")
    figures: dict[str, Cell] = {
        "ofcapi": tuple(ours),
        f"enumeration in Python on {named('phevaluator')}": tuple(theirs) or MISSING,
    }
    return beside_peers(
        "most royalties of 14 cards",
        "ms",
        figures,
        more_is_better=False,
        note="A new random hand in each round; the royalties are compared, and are equal.",
    )


def measure() -> Section:
    """Sets by size and objective, and compared with enumeration."""
    return Section(
        "Fantasyland sets",
        "The provably best set of a Fantasyland hand, computed by the engine.",
        (sets(), beside_enumeration(five_cards())),
    )


if __name__ == "__main__":
    print(recorded(measure))
