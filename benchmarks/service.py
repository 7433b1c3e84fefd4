"""The service under load: ``python -m benchmarks.service``.

Requests per second and 99th percentiles, compared with a bare Flask echo under the same gunicorn
settings; scores while every core computes placements; and the memory of a worker after 10,000 mixed
requests. The clients run on the same machine.
"""

import statistics
from collections.abc import Iterator, Sequence
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from time import sleep

from benchmarks.http import share_of_echo
from benchmarks.load import Answers, answers, gunicorn_process, post
from benchmarks.measuring import number
from benchmarks.questions import (
    bodies,
    exact_odds,
    long_placements,
    mixed,
    scores,
    settlements,
)
from benchmarks.report import Cell, Section, Table, recorded

WORKERS = 2
ROUNDS = 7
DURATION = 1.5
MIXED = 10_000
MEBIBYTE = 1 << 20


def p99(milliseconds: Sequence[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(milliseconds, n=100)[98]


def fill(port: int, duration: float) -> None:
    """Keep every core busy with placements; those without a slot are refused with 503."""
    answers(port, long_placements(), duration, connections=4, statuses=(200, 503))


def memory(master: int) -> Iterator[tuple[float, float]]:
    """The resident and the proportional memory of each worker, MiB; on Linux only."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text(encoding="ascii")
    for worker in children.split():
        sizes = {}
        for line in Path(f"/proc/{worker}/smaps_rollup").read_text(encoding="ascii").splitlines():
            name, _, size = line.partition(":")
            if size.endswith("kB"):
                sizes[name] = 1024 * int(size.split()[0]) / MEBIBYTE
        yield sizes["Rss"], sizes["Pss"]


def rates(port: int, echo_port: int) -> Table:
    """Requests per second and 99th percentiles."""
    scored = scores(1000)
    again = next(exact_odds(32, seed=1))
    # The new requests are endless, so that no round repeats one of an earlier round.
    loads: dict[str, tuple[int, Iterator[bytes]]] = {
        "bare Flask echo": (echo_port, cycle([post("/echo", body) for body in bodies(1000)])),
        "`POST /v1/score`": (port, cycle(scored)),
        "`POST /v1/settlement`": (port, cycle(settlements(1000))),
        "`POST /v1/odds`, new requests": (port, (one for one, _ in exact_odds(32, seed=2))),
        "`GET /v1/odds`, new requests": (port, (one for _, one in exact_odds(32, seed=3))),
        "`POST /v1/odds`, one request": (port, cycle(again[:1])),
        "`GET /v1/odds`, one request": (port, cycle(again[1:])),
    }
    found: dict[str, list[Answers]] = {name: [] for name in loads}
    for _ in range(ROUNDS):
        for name, (at, requests) in loads.items():
            found[name].append(answers(at, requests, DURATION))
    by_name = {name: [one.per_second for one in measured] for name, measured in found.items()}
    rows: dict[str, tuple[Cell, ...]] = {}
    for name, measured in found.items():
        every = [time for one in measured for time in one.milliseconds]
        share = share_of_echo(by_name[name], by_name)
        rows[name] = (tuple(by_name[name]), share, number(p99(every)))
    return Table(
        (
            f"{WORKERS} workers, four connections",
            "requests per second",
            "relative to the echo",
            "99th percentile, ms",
        ),
        rows,
        "Odds are exact, with two streets to go and 32 cards unseen; one request that is repeated "
        "is answered from the cache. Any free worker takes a new connection and keeps it: in some "
        "rounds one worker has most of the four connections, which explains the ranges.",
    )


def beside_placements(port: int) -> Table:
    """The times of scores while every core computes placements."""
    filling = get_context("spawn").Process(target=fill, args=(port, 12.0))
    filling.start()
    answers(port, cycle(scores(1)), 3.0, connections=1)
    measured = answers(port, cycle(scores(1000)), 8.0, connections=2)
    filling.join()
    assert filling.exitcode == 0
    times = measured.milliseconds
    figures = (measured.per_second, statistics.median(times), p99(times), max(times))
    return Table(
        (
            "while every core computes placements",
            "per second",
            "median, ms",
            "99th percentile, ms",
            "slowest, ms",
        ),
        {"`POST /v1/score`, two connections": tuple(number(figure) for figure in figures)},
        f"None of {len(times):,} failed.",
    )


def memory_after(master: int, port: int, count: int) -> Table:
    """Each worker's memory at the start and after ``count`` mixed requests."""
    # The socket is open before the last worker is forked.
    while len(list(memory(master))) < WORKERS:
        sleep(0.1)
    before = [resident for resident, _ in memory(master)]
    answers(port, mixed(count))
    rows: dict[str, tuple[Cell, ...]] = {}
    for place, sizes in enumerate(zip(before, memory(master), strict=True), 1):
        began, (resident, proportional) = sizes
        rows[f"worker {place}"] = (number(began), number(resident), number(proportional))
    return Table(
        (
            "memory, MiB",
            "resident at the start",
            f"resident after {count:,} mixed requests",
            "of which its own",
        ),
        rows,
    )


def measure() -> Section:
    """Rates, scores while placements are computed, memory."""
    with (
        gunicorn_process("app:app", WORKERS) as (port, _),
        gunicorn_process("benchmarks.echo:app", WORKERS) as (echo_port, _),
    ):
        tables = [rates(port, echo_port), beside_placements(port)]
    if Path("/proc").exists():
        with gunicorn_process("app:app", WORKERS) as (port, master):
            tables.append(memory_after(master, port, MIXED))
    return Section(
        "The service under load",
        f"The service with {WORKERS} workers, the clients on the same machine.",
        tuple(tables),
    )


if __name__ == "__main__":
    print(recorded(measure))
