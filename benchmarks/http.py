"""The service over HTTP, one worker, and a bare Flask echo: ``python -m benchmarks.http``."""

from collections.abc import Iterable
from itertools import cycle, islice
from statistics import median

from benchmarks.load import answers, gunicorn, milliseconds_each, post
from benchmarks.measuring import number
from benchmarks.play import UNSEEN
from benchmarks.questions import (
    bodies,
    draws,
    exact_odds,
    fantasyland_sets,
    last_placements,
    other_odds,
    scores,
    settlements,
)
from benchmarks.report import Cell, Section, Table, recorded

ROUNDS = 5
DURATION = 2.0


def waited(port: int, echo_port: int, quick: int = 300, slow: int = 40) -> Table:
    """The time of each of a sequence of new requests over one connection."""
    odds = {
        f"`POST /v1/odds`, two streets, {unseen} unseen": (
            (one for one, _ in exact_odds(unseen)),
            slow,
        )
        for unseen in UNSEEN
    }
    kinds: dict[str, tuple[Iterable[bytes], int]] = {
        "`POST /v1/score`": (scores(quick + 5), quick),
        "`POST /v1/settlement`, two players": (settlements(quick + 5), quick),
        "`POST /v1/draws`, 8 of 43 to come": (draws(), quick),
        "`POST /v1/fantasyland/set`, 14 cards": (fantasyland_sets(), quick),
        "`POST /v1/odds`, last street, 38 unseen": (other_odds("pineapple", 2, 4, 5, 3), quick),
        **odds,
        "`POST /v1/odds`, classic, five left, 38 unseen": (
            other_odds("classic", 2, 4, 2, 6),
            slow // 5,
        ),
        "`POST /v1/placements`, last street": (last_placements(), quick),
    }
    rows: dict[str, tuple[Cell, ...]] = {}
    echoed = [post("/echo", body) for body in bodies(quick + 5)]
    rows["bare Flask echo"] = _waited(echo_port, echoed, quick)
    for name, (questions, count) in kinds.items():
        rows[name] = _waited(port, questions, count)
    return Table(
        ("one worker, one request at a time", "requests", "ms"),
        rows,
        "Every request is new, so that no result comes from the cache; the range is over requests.",
    )


def _waited(port: int, questions: Iterable[bytes], count: int) -> tuple[Cell, ...]:
    """The times of all requests after the first five."""
    times = milliseconds_each(port, list(islice(questions, count + 5)))[5:]
    return f"{count}", tuple(times)


def rates(port: int, echo_port: int, rounds: int = ROUNDS, duration: float = DURATION) -> Table:
    """Responses per second over four connections, taking turns with the echo."""
    echoed = cycle([post("/echo", body) for body in bodies(1000)])
    loads: dict[str, tuple[int, Iterable[bytes]]] = {
        "bare Flask echo": (echo_port, echoed),
        "`POST /v1/score`": (port, cycle(scores(1000))),
        "`POST /v1/settlement`, two players": (port, cycle(settlements(1000))),
        "`POST /v1/draws`, 8 of 43 to come": (port, draws(12)),
    }
    found: dict[str, list[float]] = {name: [] for name in loads}
    for _ in range(rounds):
        for name, (at, questions) in loads.items():
            found[name].append(answers(at, questions, duration).per_second)
    return Table(
        ("one worker, four connections", "requests per second", "relative to the echo"),
        {name: (tuple(figure), share_of_echo(figure, found)) for name, figure in found.items()},
    )


def share_of_echo(rate: Iterable[float], found: dict[str, list[float]]) -> str:
    """A rate relative to that of the echo, which is measured first; medians of both."""
    return number(median(rate) / median(next(iter(found.values()))))


def measure() -> Section:
    """Response times and rates."""
    with gunicorn("app:app") as port, gunicorn("benchmarks.echo:app") as echo_port:
        tables = waited(port, echo_port), rates(port, echo_port)
    return Section(
        "Over HTTP",
        "The service as `make run` starts it, but with one worker, compared with a bare Flask "
        "application that echoes JSON under the same gunicorn settings. The client runs on the "
        "same machine.",
        tables,
    )


if __name__ == "__main__":
    print(recorded(measure))
