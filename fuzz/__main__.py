"""``python -m fuzz [SECONDS]``: tries new input on everything that reads input.

The time (60 seconds by default) is divided evenly among the targets. A failure ends the run and
shows the smallest input that causes it; that input is saved in ``.hypothesis`` and tried first the
next time. Add a test case for every failure that is fixed.
"""

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.targets import TARGETS

ROUND = settings(
    max_examples=200,
    deadline=None,
    derandomize=False,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)


def fuzz(target: Callable[[Any], None], inputs: st.SearchStrategy[Any], seconds: float) -> int:
    """Try inputs on a target for some seconds; returns how many were tried."""
    tried = 0

    @ROUND
    @given(inputs)
    def attempt(value: Any) -> None:
        nonlocal tried
        tried += 1
        target(value)

    end = monotonic() + seconds
    while monotonic() < end:
        attempt()
    return tried


def main() -> None:
    """Fuzz every target in turn."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    for target, inputs in TARGETS:
        tried = fuzz(target, inputs, seconds / len(TARGETS))
        print(f"{target.__name__}: {tried:,} inputs, nothing found", flush=True)


if __name__ == "__main__":
    main()
