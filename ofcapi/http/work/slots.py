"""Computing slots: how many computations run at once in a worker, and how many may wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from time import monotonic

from ofcapi.http.service import metrics
from ofcapi.http.service.problems import Problem


class BusyError(Problem):
    """A computation that could not begin in time: a 503."""

    def __init__(self, reason: str) -> None:
        super().__init__(503, f"{reason} Try again, with a longer budget if necessary.")


class Slots:
    """Computations run in ``count`` slots; up to ``queue`` of them wait for one.

    The queue is short, so that a crowd of computations never takes every thread of the worker:
    what needs no slot is answered beside them.
    """

    def __init__(self, count: int, queue: int) -> None:
        self.count = count
        self.queue = queue
        self._free = BoundedSemaphore(count)
        self._places = BoundedSemaphore(queue)

    @contextmanager
    def hold(self, start_by: float) -> Iterator[None]:
        """Hold a slot; ``BusyError`` where none can be had by then (``time.monotonic`` seconds)."""
        if monotonic() > start_by:
            raise BusyError("Too little time is left to start this computation.")
        if not self._free.acquire(blocking=False):
            with self.wait():
                if not self._free.acquire(timeout=max(0.0, start_by - monotonic())):
                    raise BusyError(f"No computing slot of {self.count} became free in time.")
        try:
            with metrics.SLOTS_IN_USE.track_inprogress():
                yield
        finally:
            self._free.release()

    @contextmanager
    def wait(self) -> Iterator[None]:
        """Be in the queue; ``BusyError`` where it is full."""
        if not self._places.acquire(blocking=False):
            raise BusyError(
                f"All computing slots ({self.count}) are taken and {self.queue} questions wait."
            )
        try:
            with metrics.SLOTS_WAITING.track_inprogress():
                yield
        finally:
            self._places.release()
