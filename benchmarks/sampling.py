"""Measures hindsight-1 where exact values are known: ``python -m benchmarks.sampling [n]``.

``benchmarks.early_streets`` compares its whole hands with those of outlook-1. Points are royalties,
9 for a ticket to Fantasyland, -6 for a foul. Means have standard errors; milliseconds are processor
time of one thread.
"""

import statistics
import sys
from time import process_time

from benchmarks.early_streets import by_hindsight, deck_of, mean_of, question, take
from ofcapi.engine.game.board import Board
from ofcapi.engine.play.best_play import best_play, rank_placements
from ofcapi.engine.play.question import Effort
from ofcapi.engine.sampling.sampled_play import sample_odds

LARGEST_SHORTFALL = 0.35


def play_streets(hand: int, streets: int) -> tuple[Board, list[int]]:
    """The board after an opening and some streets that the policy plays, and the cards left."""
    board, (dealt, left) = Board(), take(deck_of(hand), 5)
    board = by_hindsight(board, dealt, 5, left, hand)
    for _ in range(streets):
        dealt, left = take(left, 3)
        board = by_hindsight(board, dealt, 2, left, hand)
    return board, left


def two_streets(positions: int) -> None:
    """On boards with four open slots: exact minus sampled value, also in standard errors."""
    shortfalls, in_errors, seconds = [], [], 0.0
    for hand in range(positions):
        board, left = play_streets(hand, 2)
        exact = best_play(question(board, left), Effort())
        start = process_time()
        odds = sample_odds(question(board, left), Effort(threads=1, samples=200, seed=hand))
        seconds += process_time() - start
        shortfalls.append(float(exact.objective) / exact.denominator - odds.objective.value)
        in_errors.append(shortfalls[-1] / max(odds.objective.std_error, 1e-9))
    print(f"{positions} boards with two streets to come, 200 samples each")
    print(f"  shortfall         {mean_of(shortfalls)} points")
    print(
        f"  in its errors     mean {statistics.mean(in_errors):.2f}, spread "
        f"{statistics.stdev(in_errors):.2f} (0 and 1 if play is exact and errors are right)"
    )
    print(f"  one sample        {seconds / positions / 200 * 1000:.3f} ms")
    assert statistics.mean(shortfalls) <= LARGEST_SHORTFALL


def third_street(positions: int) -> None:
    """What the policy's choice loses compared with the exact ranking."""
    losses = []
    for hand in range(positions):
        board, left = play_streets(hand, 1)
        dealt, left = take(left, 3)
        ranked = rank_placements(question(board, left, dealt), Effort())
        chosen = by_hindsight(board, dealt, 2, left, hand)
        value = next(p.odds.objective for p in ranked if p.board == chosen)
        losses.append(float(ranked[0].odds.objective - value) / ranked[0].odds.denominator)
    print(f"{positions} decisions of the third street")
    print(f"  loss by the policy's choice   {mean_of(losses)} points")


def main() -> None:
    """Both, on the given number of positions."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    two_streets(positions)
    third_street(positions // 2)


if __name__ == "__main__":
    main()
