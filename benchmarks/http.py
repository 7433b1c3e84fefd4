"""Requests per second of ``/v1/score`` beside a bare Flask echo under the same settings."""

import json
import random
import statistics

from benchmarks.load import gunicorn, post, requests_per_second
from benchmarks.measuring import machine, spread
from ofcapi.engine.board import Board
from ofcapi.engine.cards import DECK

ROUNDS = 5
DURATION = 3.0


def bodies(count: int) -> list[bytes]:
    """Questions about different complete boards."""
    draw = random.Random(1)
    found = []
    for _ in range(count):
        cards = draw.sample(DECK, 13)
        board = Board(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
        found.append(json.dumps({"rules": "pineapple", "board": str(board)}).encode())
    return found


def main() -> None:
    """Print the figures."""
    questions = bodies(1000)
    ours: list[float] = []
    theirs: list[float] = []
    with gunicorn("app:app") as port, gunicorn("benchmarks.echo:app") as echo_port:
        for _ in range(ROUNDS):
            theirs.append(
                requests_per_second(
                    echo_port, [post("/echo", body) for body in questions], DURATION
                )
            )
            ours.append(
                requests_per_second(port, [post("/v1/score", body) for body in questions], DURATION)
            )
    print(machine())
    print(f"POST /v1/score, one worker: {spread(ours)} a second")
    print(f"bare Flask echo, one worker: {spread(theirs)} a second")
    print(f"ratio of medians: {statistics.median(ours) / statistics.median(theirs):.2f}")


if __name__ == "__main__":
    main()
