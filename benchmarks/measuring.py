"""How figures are measured: medians over rounds, the machine named beside them."""

import platform
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path


def seconds(work: Callable[[], object], rounds: int = 9) -> float:
    """The median time of one call, after one call that does not count."""
    work()
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def spread(values: Sequence[float]) -> str:
    """The median of some values, and their range.

    >>> spread([3.0, 1.0, 2.0])
    '2 (1 to 3)'
    """
    return f"{statistics.median(values):,.4g} ({min(values):,.4g} to {max(values):,.4g})"


def machine() -> str:
    """The processor and the Python that the figures belong to."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{model}, Python {platform.python_version()}"
