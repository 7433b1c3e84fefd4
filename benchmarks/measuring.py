"""How figures are measured: in rounds, together with the machine and how busy it was."""

import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

_Answer = TypeVar("_Answer")

Rounds: TypeAlias = tuple[float, ...]
"""One figure, measured several times over."""


def timed(work: Callable[[], _Answer]) -> tuple[float, _Answer]:
    """The seconds of one call, and its answer."""
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer


def seconds_in_turn(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Rounds]:
    """The seconds of each call in every round, after one round that is not counted.

    The calls take turns, so that a busy moment of the machine affects all of them.
    """
    taken: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds + 1):
        for name, work in works.items():
            seconds, _ = timed(work)
            if turn:
                taken[name].append(seconds)
    return {name: tuple(found) for name, found in taken.items()}


def per_second(count: float, seconds: Rounds) -> Rounds:
    """The rate per second if ``count`` items took these seconds."""
    return tuple(count / taken for taken in seconds)


def in_milliseconds(seconds: Rounds) -> Rounds:
    """The same times in milliseconds."""
    return tuple(1000 * taken for taken in seconds)


def number(value: float) -> str:
    """A number with three significant digits and no exponent.

    >>> number(0.012345), number(7.0), number(1234567.8)
    ('0.0123', '7', '1,230,000')
    """
    if abs(value) < 1e-4:
        return f"{value:.3g}"
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if abs(rounded) >= 100 else f"{rounded:.3g}"


def spread(values: Sequence[float]) -> str:
    """The median of some values, and their range.

    >>> spread((3.0, 1.0, 2.0))
    '2 (1 to 3)'
    """
    if len(values) == 1:
        return number(values[0])
    return f"{number(statistics.median(values))} ({number(min(values))} to {number(max(values))})"


def machine() -> str:
    """The processor and the Python version."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def circumstances() -> str:
    """The date, the machine and its load, which includes this run's work of the last minute."""
    load = os.getloadavg()[0]
    text = f"{time.strftime('%Y-%m-%d')}; {machine()}; load average at the start {load:.1f}"
    if load > (os.cpu_count() or 1):
        text += " (other programs were running: wall-clock times are too long)"
    return f"{text}."
