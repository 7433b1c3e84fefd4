"""Answers that take computing: what is to be done, and how it is done once, in time, in a slot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import Any, Generic, TypeVar

from flask import current_app, has_app_context

from ofcapi.engine.play.exact import OutOfTimeError
from ofcapi.http.service.problems import Problem
from ofcapi.http.service.settings import Settings
from ofcapi.http.work.cache import GRACE, Cache
from ofcapi.http.work.slots import BusyError, Slots

EXTENSION = "ofcapi.workshop"

R = TypeVar("R")


def _always(result: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Work(Generic[R]):
    """The computation behind an answer.

    key           digest of the canonical question, with the method: equal keys, equal results
    milliseconds  how long the caller will wait
    compute       the result for the canonical question, given a deadline (``time.monotonic``)
    show          the answer that a result gives, in the caller's suits and order
    is_complete   whether a result is all that was asked for, not what the deadline left of it
    seconds       what the computation is known to take, on one core
    instead       where the time is too short for this: other work, or the caller's error
    """

    key: bytes
    milliseconds: int
    compute: Callable[[float], R]
    show: Callable[[R], Mapping[str, Any]]
    is_complete: Callable[[R], bool] = _always
    seconds: float = 0.0
    instead: "Work[Any] | Problem | None" = None


@dataclass(frozen=True, slots=True)
class Done:
    """An answer; ``lasting`` where the same question is given the same answer for good.

    ``cache_status`` says how the cache took part (RFC 9211), None where it did not.
    """

    answer: Mapping[str, Any]
    lasting: bool = True
    cache_status: str | None = None


class Workshop:
    """Does works: equal ones once, as many at a time as there are slots, and keeps the results."""

    def __init__(self, settings: Settings) -> None:
        self.slots = Slots(settings.slots, settings.queue)
        self.cache = Cache(settings.cache_bytes, self.slots.wait)

    def do(self, work: Work[Any], until: float = inf) -> Done:
        """The answer, computed within the caller's time and begun before ``until``.

        Waiting counts. Raises ``BusyError`` (503) where the computation cannot begin in time, and
        the problems that the work itself finds.
        """
        deadline = min(monotonic() + work.milliseconds / 1000, until)
        try:
            return self._do(work, deadline, until)
        except BusyError:
            if not isinstance(work.instead, Work):
                raise
        except OutOfTimeError:
            if isinstance(work.instead, Problem):
                if deadline == until:
                    raise BusyError(
                        "The time of the batch ran out before this computation could start."
                    ) from None
                raise work.instead from None
        assert isinstance(work.instead, Work)
        # With more time the answer would have been another.
        return replace(self._do(work.instead, deadline, until), lasting=False)

    def _do(self, work: Work[Any], deadline: float, until: float) -> Done:
        # On two threads a computation takes little more than half of its seconds. However short
        # the time, there is a moment to begin in: then a part of an answer is better than none.
        start_by = min(max(deadline - work.seconds / 2, monotonic() + GRACE), until)

        def compute() -> Any:
            with self.slots.hold(start_by):
                return work.compute(deadline)

        found = self.cache.find(work.key, deadline, compute, work.is_complete)
        return Done(work.show(found.result), found.complete, f"ofcapi; {found.status}")


def workshop() -> Workshop:
    """The workshop of the application that answers, or a new one outside of any."""
    if has_app_context():
        found: Workshop = current_app.extensions[EXTENSION]
        return found
    return Workshop(Settings())
