"""What play beside an opponent gives away: ``python -m benchmarks.settled [decisions]``.

Positions come from hands that two players play beside each other. Each decision of the last two
streets is made with the boards that the service plays an unfinished opponent to, and valued with
``REFERENCE`` boards of another seed: what the first placement there is worth beyond the chosen one
is given away. The errors that answers tell are compared with how answers spread over seeds.
"""

import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from benchmarks.heads_up import WAYS, Player
from benchmarks.measuring import machine
from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.opponents.seating import seat
from ofcapi.engine.play.best_play import best_play, rank_placements
from ofcapi.engine.play.question import Effort, Question

REFERENCE = 20_000
SEED = 91
SPREADS, SEEDS = 20, 30
"""Questions whose answers are compared over seeds, and how many seeds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision beside an opponent, with the streets that are left to both."""

    question: Question
    streets: int


def decisions(count: int) -> Iterator[Decision]:
    """Decisions of the last two streets, as many of each; the opponent has placed as much or more.

    Half of them are the first seat's, whose opponent is a street behind.
    """
    rules = compile_rules(PRESETS[DEFAULT_PRESET])
    player = Player(rules, WAYS["rows"])
    for number in range(count):
        deck = np.random.default_rng([SEED, number]).permutation(len(DECK)).tolist()
        decks, boards = [deck[:17], deck[17:34]], [Board(), Board()]
        gone: list[int] = []
        turn = 0
        while not boards[1].complete:
            own, board, opponent = decks[turn], boards[turn], boards[1 - turn]
            size = 3 if board.cards else 5
            hand, decks[turn] = sorted(own[:size]), own[size:]
            if board.open_slots <= 4 and turn == number % 2:
                unseen = unseen_cards(board.cards, hand, gone, opponent.cards)
                yield Decision(
                    Question(
                        board, rules.rules, unseen, tuple(hand), (opponent,), values=player.values
                    ),
                    board.open_slots // 2,
                )
            after = player.place(board, hand, gone if turn == number % 2 else [], opponent, number)
            if turn == number % 2:
                gone += set(hand) - set(after.cards)
            boards[turn], turn = after, 1 - turn


def given_away(decision: Decision, seed: int) -> float:
    """How many points the placement that is listed first gives away."""
    question = decision.question
    listed = rank_placements(seat(question, Effort(seed=seed)).question, Effort())
    told = seat(question, Effort(samples=REFERENCE, seed=seed + 1_000_000)).question
    true = rank_placements(told, Effort())
    worth = {one.place: float(one.odds.points / one.odds.denominator) for one in true}
    return max(worth.values()) - worth[listed[0].place]


def spread(question: Question) -> tuple[float, float]:
    """The spread of an answer over seeds, and the root of the mean square of the error it tells."""
    answers = []
    for seed in range(SEEDS):
        odds = best_play(seat(question, Effort(seed=seed)).question, Effort())
        answers.append((float(odds.points / odds.denominator), odds.points_error))
    points, errors = zip(*answers, strict=True)
    return statistics.stdev(points), sqrt(statistics.fmean(error**2 for error in errors))


def main() -> None:
    """Both tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    print(machine())
    every = list(decisions(count))
    for streets in (1, 2):
        lost = [given_away(one, 7) for one in every if one.streets == streets]
        error = statistics.stdev(lost) / sqrt(len(lost))
        name = "last street" if streets == 1 else "two streets"
        print(
            f"  {name}: {len(lost)} decisions give away {statistics.fmean(lost):.3f} +- {error:.3f}"
        )
    for streets in (1, 2):
        chosen = [one.question for one in every if one.streets == streets][:SPREADS]
        boards = [
            Question(q.board, q.rules, q.unseen + q.dealt, (), q.opponents, values=q.values)
            for q in chosen
        ]
        pairs = [spread(board) for board in boards]
        true, told = (
            sqrt(statistics.fmean(x**2 for x in side)) for side in zip(*pairs, strict=True)
        )
        name = f"with {streets} streets left answers of {SEEDS} seeds"
        print(f"  {name} spread {true / told:.2f} times as told")


if __name__ == "__main__":
    main()
