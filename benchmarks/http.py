"""The service over HTTP: requests per second beside a bare Flask echo, and the time of odds."""

import json
import random
import statistics

from benchmarks.load import gunicorn, milliseconds_each, post, requests_per_second
from benchmarks.measuring import machine, spread
from ofcapi.engine.board import Board
from ofcapi.engine.cards import DECK, format_cards

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


def odds_questions(unseen: int, count: int) -> list[bytes]:
    """Different boards of Pineapple with two streets to go and so many unseen cards."""
    draw = random.Random(unseen)
    found = []
    for _ in range(count):
        cards = draw.sample(DECK, 52 - unseen)
        board = Board(tuple(cards[:2]), tuple(cards[2:5]), tuple(cards[5:9]))
        question = {"board": str(board), "dead": format_cards(cards[9:]), "method": "exact"}
        found.append(post("/v1/odds", json.dumps(question).encode()))
    return found


def odds(port: int) -> None:
    """Print the time of an exact answer, one question after the other."""
    for unseen in (25, 32, 41):
        times = milliseconds_each(port, odds_questions(unseen, 44))[4:]
        print(f"POST /v1/odds, two streets, {unseen} unseen: {spread(times)} ms")


def main() -> None:
    """Print the figures."""
    questions = bodies(1000)
    ours: list[float] = []
    theirs: list[float] = []
    print(machine())
    with gunicorn("app:app") as port, gunicorn("benchmarks.echo:app") as echo_port:
        odds(port)
        for _ in range(ROUNDS):
            theirs.append(
                requests_per_second(
                    echo_port, [post("/echo", body) for body in questions], DURATION
                )
            )
            ours.append(
                requests_per_second(port, [post("/v1/score", body) for body in questions], DURATION)
            )
    print(f"POST /v1/score, one worker: {spread(ours)} a second")
    print(f"bare Flask echo, one worker: {spread(theirs)} a second")
    print(f"ratio of medians: {statistics.median(ours) / statistics.median(theirs):.2f}")


if __name__ == "__main__":
    main()
