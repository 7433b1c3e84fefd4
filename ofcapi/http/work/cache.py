"""Results of computations: kept for the next equal question, and computed once for those at once.

A key is a digest of a canonical question. What is kept is bounded in bytes; the results that were
used least recently go first. Only complete results are kept: what a deadline left of a result
depends on the deadline, and the next caller's may be later.
"""

import pickle
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

from ofcapi.engine.play.exact import OutOfTimeError
from ofcapi.http.work.slots import BusyError

R = TypeVar("R")

GRACE = 0.1
"""Seconds by which a computation may miss its deadline: it looks at the clock between chunks."""

_ENTRY = 300
"""Bytes that an entry takes beside its result: the key, and the cache's own records."""


@dataclass(frozen=True, slots=True)
class Found(Generic[R]):
    """A result, whether it is complete, and its cache status (RFC 9211)."""

    result: R
    complete: bool
    status: str


@dataclass(frozen=True, slots=True)
class _Running:
    """A computation that others may wait for; ``end`` is its result, whether complete, seconds."""

    deadline: float
    began: float = field(default_factory=monotonic)
    end: "Future[tuple[Any, bool, float]]" = field(default_factory=Future)


class Cache:
    """Results by key; safe between threads.

    ``wait`` is entered by those who wait for the computation of another.
    """

    def __init__(self, most_bytes: int, wait: Callable[[], AbstractContextManager[None]]) -> None:
        # Pickled, a result has a size that is known, and nobody can change it.
        self._kept: LRUCache[bytes, bytes] = LRUCache(most_bytes, getsizeof=_size)
        self._running: dict[bytes, _Running] = {}
        self._lock = Lock()
        self._wait = wait

    @property
    def size(self) -> int:
        """The bytes that are kept."""
        with self._lock:
            return int(self._kept.currsize)

    def find(
        self,
        key: bytes,
        deadline: float,
        compute: Callable[[], R],
        is_complete: Callable[[R], bool],
    ) -> Found[R]:
        """The result that is kept under the key, or that ``compute`` gives.

        Where an equal computation is running that must end before ``deadline`` (in
        ``time.monotonic`` seconds), its end is waited for instead. An error of it that has to do
        with its question is raised here too; where it had too little time, and there is more here,
        the result is computed again. Raises ``BusyError`` and what ``compute`` raises.
        """
        while True:
            with self._lock:
                kept = self._kept.get(key)
                running = self._running.get(key)
                follows = running is not None and running.deadline <= deadline
                if kept is None and not follows:
                    own = self._running[key] = _Running(deadline)
                    break
            if kept is not None:
                return Found(pickle.loads(kept), True, "hit")
            assert running is not None
            found = self._follow(running, deadline)
            if found is not None:
                return found
        return self._lead(own, key, compute, is_complete)

    def _lead(
        self,
        own: _Running,
        key: bytes,
        compute: Callable[[], R],
        is_complete: Callable[[R], bool],
    ) -> Found[R]:
        try:
            result = compute()
            complete = is_complete(result)
            stored = complete and self._keep(key, result)
        except BaseException as error:
            self._forget(own, key)
            own.end.set_exception(error)
            raise
        self._forget(own, key)
        own.end.set_result((result, complete, monotonic() - own.began))
        return Found(result, complete, "fwd=miss; stored" if stored else "fwd=miss")

    def _follow(self, running: _Running, deadline: float) -> Found[Any] | None:
        """The result of another's computation; None where there is time for a better one."""
        with self._wait():
            try:
                result, complete, took = running.end.result(deadline + GRACE - monotonic())
            except TimeoutError:
                raise BusyError("An equal request is still being computed.") from None
            except (BusyError, OutOfTimeError):
                if monotonic() < deadline:
                    return None
                raise
        if not complete and deadline - monotonic() > took:
            return None
        return Found(result, complete, "fwd=miss; collapsed")

    def _keep(self, key: bytes, result: object) -> bool:
        pickled = pickle.dumps(result)
        with self._lock:
            if _size(pickled) > self._kept.maxsize:
                return False
            self._kept[key] = pickled
        return True

    def _forget(self, running: _Running, key: bytes) -> None:
        with self._lock:
            if self._running.get(key) is running:
                del self._running[key]


def _size(pickled: bytes) -> int:
    return len(pickled) + _ENTRY
