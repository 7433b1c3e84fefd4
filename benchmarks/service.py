"""The service under load, beside a bare Flask echo under the same settings of gunicorn.

Requests a second and the slowest of a hundred; scores while every core computes placements; and
the memory of a worker after 10,000 mixed requests. The clients run on the same machine.
"""

import json
import random
import statistics
from collections.abc import Iterator, Sequence
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.http import bodies
from benchmarks.load import Answers, answers, get, gunicorn_process, post
from benchmarks.measuring import machine, spread
from ofcapi.engine.board import Board
from ofcapi.engine.cards import DECK, format_cards

WORKERS = 2
ROUNDS = 3
DURATION = 2.0
MIXED = 10_000
MEBIBYTE = 1 << 20


def p99(milliseconds: Sequence[float]) -> float:
    """The time that one answer in a hundred takes longer than."""
    return statistics.quantiles(milliseconds, n=100)[98]


def _sizes(draw: random.Random, *sizes: int) -> list[list[int]]:
    """Card lists of these sizes without a card in common."""
    cards = draw.sample(DECK, sum(sizes))
    return [[cards.pop() for _ in range(size)] for size in sizes]


def _board(draw: random.Random, *rows: int) -> str:
    return str(Board(*(tuple(cards) for cards in _sizes(draw, *rows))))


def settlements(count: int, seed: int = 2) -> list[bytes]:
    """Hands of two players."""
    draw = random.Random(seed)
    found = []
    for _ in range(count):
        rows = [tuple(cards) for cards in _sizes(draw, 3, 5, 5, 3, 5, 5)]
        boards = (str(Board(*rows[:3])), str(Board(*rows[3:])))
        players = [{"board": board} for board in boards]
        found.append(post("/v1/settlement", json.dumps({"players": players}).encode()))
    return found


def odds(seed: int) -> Iterator[tuple[bytes, bytes]]:
    """Different exact questions of odds, two streets to go and 32 cards unseen: POST and GET."""
    draw = random.Random(seed)
    while True:
        *rows, dead = _sizes(draw, 2, 3, 4, 11)
        question = {
            "board": str(Board(*(tuple(row) for row in rows))),
            "dead": format_cards(dead),
            "method": "exact",
        }
        yield (
            post("/v1/odds", json.dumps(question).encode()),
            get(f"/v1/odds?{urlencode(question)}"),
        )


def placements() -> Iterator[bytes]:
    """Different opening decisions that take all the time that they are given."""
    draw = random.Random(4)
    while True:
        dealt = format_cards(draw.sample(DECK, 5))
        question = {"board": "//", "dealt": dealt, "samples": 100_000, "budget_ms": 2_000}
        yield post("/v1/placements", json.dumps(question).encode())


def mixed(count: int) -> list[bytes]:
    """Different questions of every kind, most of them scores."""
    draw = random.Random(5)
    scores = (post("/v1/score", body) for body in bodies(count))
    settled = iter(settlements(count, seed=6))
    exact = odds(seed=7)
    found = []
    for _ in range(count):
        kind = draw.random()
        if kind < 0.6:
            found.append(next(scores))
        elif kind < 0.75:
            found.append(next(settled))
        elif kind < 0.9:
            body = {"board": _board(draw, 2, 3, 4), "cards_to_come": 8}
            found.append(post("/v1/draws", json.dumps(body).encode()))
        elif kind < 0.98:
            found.append(next(exact)[draw.randrange(2)])
        elif kind < 0.99:
            *rows, dealt = _sizes(draw, 3, 4, 4, 3)
            board = str(Board(*(tuple(row) for row in rows)))
            body = {"board": board, "dealt": format_cards(dealt)}
            found.append(post("/v1/placements", json.dumps(body).encode()))
        else:
            body = {"cards": format_cards(draw.sample(DECK, 14))}
            found.append(post("/v1/fantasyland/set", json.dumps(body).encode()))
    return found


def fill(port: int, duration: float) -> None:
    """Keep every core at placements; those that find no room are refused with 503."""
    answers(port, placements(), duration, connections=4, statuses=(200, 503))


def memory(master: int) -> Iterator[tuple[float, float]]:
    """The resident and the proportional memory of each worker, MiB; of Linux alone."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text(encoding="ascii")
    for worker in children.split():
        sizes = {}
        for line in Path(f"/proc/{worker}/smaps_rollup").read_text(encoding="ascii").splitlines():
            name, _, size = line.partition(":")
            if size.endswith("kB"):
                sizes[name] = 1024 * int(size.split()[0]) / MEBIBYTE
        yield sizes["Rss"], sizes["Pss"]


def rates(port: int, echo_port: int) -> None:
    """Print requests a second and the slowest of a hundred."""
    scores = bodies(1000)
    again = next(odds(seed=1))
    # Each is endless, so that a round never meets a question of the one before.
    loads: dict[str, tuple[int, Iterator[bytes]]] = {
        "bare Flask echo": (echo_port, cycle([post("/echo", body) for body in scores])),
        "POST /v1/score": (port, cycle([post("/v1/score", body) for body in scores])),
        "POST /v1/settlement": (port, cycle(settlements(1000))),
        "POST /v1/odds, new questions": (port, (one for one, _ in odds(seed=2))),
        "GET  /v1/odds, new questions": (port, (one for _, one in odds(seed=3))),
        "POST /v1/odds, one question": (port, cycle(again[:1])),
        "GET  /v1/odds, one question": (port, cycle(again[1:])),
    }
    found: dict[str, list[Answers]] = {name: [] for name in loads}
    for _ in range(ROUNDS):
        for name, (at, requests) in loads.items():
            found[name].append(answers(at, requests, DURATION))
    for name, measured in found.items():
        every = [time for one in measured for time in one.milliseconds]
        rate = spread([one.per_second for one in measured])
        print(f"{name}: {rate} a second, p99 {p99(every):.3g} ms")


def beside_placements(port: int) -> None:
    """Print the times of scores while every core computes placements."""
    filling = get_context("spawn").Process(target=fill, args=(port, 12.0))
    filling.start()
    answers(port, cycle([post("/v1/score", bodies(1)[0])]), 3.0, connections=1)
    requests = [post("/v1/score", body) for body in bodies(1000)]
    measured = answers(port, cycle(requests), 8.0, connections=2)
    filling.join()
    assert filling.exitcode == 0
    times = measured.milliseconds
    print(
        f"POST /v1/score while every core computes placements: {measured.per_second:,.0f} a second,"
        f" median {statistics.median(times):.3g} ms, p99 {p99(times):.3g} ms,"
        f" slowest {max(times):.3g} ms, none of {len(times)} failed"
    )


def main() -> None:
    """Print the figures."""
    print(f"{machine()}; {WORKERS} workers, 4 connections, clients on the same machine")
    with (
        gunicorn_process("app:app", WORKERS) as (port, master),
        gunicorn_process("benchmarks.echo:app", WORKERS) as (echo_port, _),
    ):
        rates(port, echo_port)
        beside_placements(port)
    with gunicorn_process("app:app", WORKERS) as (port, master):
        if Path("/proc").exists():
            before = [round(size) for size, _ in memory(master)]
            answers(port, mixed(MIXED))
            for began, (resident, proportional) in zip(before, memory(master), strict=True):
                print(
                    f"memory of a worker after {MIXED:,} mixed requests: {resident:.0f} MiB "
                    f"resident, {proportional:.0f} MiB of it its own share; {began} MiB at first"
                )


if __name__ == "__main__":
    main()
