"""What is cached and for how long, and equal computations at the same time."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import Any

import pytest

from ofcapi.engine.play.exact import OutOfTimeError
from ofcapi.http.work.cache import Cache, Found
from ofcapi.http.work.slots import BusyError

LONG = 60.0
"""Seconds that no test here takes."""


class Crew:
    """A cache, and callers in separate threads."""

    def __init__(self, most_bytes: int = 100_000) -> None:
        self.waiting = Event()
        self.cache = Cache(most_bytes, self._wait)
        self.pool = ThreadPoolExecutor(8)

    @contextmanager
    def _wait(self) -> Iterator[None]:
        self.waiting.set()
        yield

    def find(
        self,
        compute: Callable[[], Any],
        key: bytes = b"key",
        seconds: float = LONG,
        complete: bool = True,
    ) -> Found[Any]:
        return self.cache.find(key, monotonic() + seconds, compute, lambda _: complete)

    def ask(self, *args: Any, **options: Any) -> "Future[Found[Any]]":
        return self.pool.submit(self.find, *args, **options)


@pytest.fixture
def crew() -> Iterator[Crew]:
    found = Crew()
    yield found
    found.pool.shutdown()


def never() -> Any:
    raise AssertionError("computed")


def test_a_result_is_kept(crew: Crew) -> None:
    first = crew.find(lambda: {"odds": 0.25})
    assert (first.result, first.complete, first.status) == (
        {"odds": 0.25},
        True,
        "fwd=miss; stored",
    )
    again = crew.find(never)
    assert (again.result, again.complete, again.status) == ({"odds": 0.25}, True, "hit")
    assert again.result is not first.result
    assert crew.find(lambda: 2, key=b"other").result == 2


def test_an_incomplete_result_is_not_kept(crew: Crew) -> None:
    cut = crew.find(lambda: 1, complete=False)
    assert (cut.complete, cut.status) == (False, "fwd=miss")
    assert crew.cache.size == 0
    assert crew.find(lambda: 2).result == 2


def test_an_error_is_not_kept(crew: Crew) -> None:
    with pytest.raises(AssertionError):
        crew.find(never)
    assert crew.find(lambda: 1).result == 1


def test_ten_thousand_questions_stay_within_the_bytes(crew: Crew) -> None:
    for number in range(10_000):
        crew.find(lambda: "x" * 100, key=number.to_bytes(32))
        assert crew.cache.size <= 100_000
    assert crew.cache.size > 90_000
    assert crew.find(never, key=(9_999).to_bytes(32)).status == "hit"
    assert crew.find(lambda: 1, key=(0).to_bytes(32)).status == "fwd=miss; stored"


def test_what_was_used_least_recently_goes_first(crew: Crew) -> None:
    for key in (b"one", b"two", b"three", b"one", b"four"):
        crew.find(lambda: "x" * 30_000, key=key)
    assert crew.find(never, key=b"one").status == "hit"
    assert crew.find(lambda: 1, key=b"two").status == "fwd=miss; stored"


def test_a_result_larger_than_the_cache_is_not_kept(crew: Crew) -> None:
    for _ in range(2):
        assert crew.find(lambda: "x" * 200_000).status == "fwd=miss"


class Slow:
    """A computation that ends when it is told to."""

    def __init__(self, end: Any) -> None:
        self.began, self.may_end = Event(), Event()
        self.end = end
        self.times = 0

    def __call__(self) -> Any:
        self.times += 1
        self.began.set()
        assert self.may_end.wait(LONG)
        if isinstance(self.end, Exception):
            raise self.end
        return self.end


def together(crew: Crew, slow: Slow, second: Callable[[], Any], **options: Any) -> list[Any]:
    """Two equal questions, the second asked while the first is computed."""
    first = crew.ask(slow, **options)
    assert slow.began.wait(LONG)
    other = crew.ask(second)
    assert crew.waiting.wait(LONG)
    slow.may_end.set()
    return [first, other]


def test_equal_questions_at_once_are_computed_once(crew: Crew) -> None:
    slow = Slow([1, 2])
    first, second = together(crew, slow, never)
    others = [crew.ask(never).result() for _ in range(5)]
    assert first.result().status == "fwd=miss; stored"
    assert second.result().status == "fwd=miss; collapsed"
    assert {other.status for other in others} <= {"fwd=miss; collapsed", "hit"}
    assert all(found.result == [1, 2] for found in (first.result(), second.result(), *others))
    assert slow.times == 1


def test_an_error_of_the_question_reaches_all(crew: Crew) -> None:
    for asked in together(crew, Slow(ValueError("the values are too large")), never):
        with pytest.raises(ValueError, match="too large"):
            asked.result()


@pytest.mark.parametrize("error", [OutOfTimeError(), BusyError("busy.")], ids=["late", "busy"])
def test_one_that_had_too_little_time_spoils_no_other(crew: Crew, error: Exception) -> None:
    first, other = together(crew, Slow(error), lambda: "in time")
    with pytest.raises(type(error)):
        first.result()
    assert other.result().result == "in time"


def test_one_that_was_cut_short_spoils_no_other(crew: Crew) -> None:
    """A caller with more time than the computation took computes again."""
    slow = Slow("a part")
    first, other = together(crew, slow, lambda: "all", complete=False, seconds=LONG / 2)
    assert (first.result().result, first.result().complete) == ("a part", False)
    assert (other.result().result, other.result().complete) == ("all", True)
    assert crew.find(never).result == "all"


def test_who_has_no_more_time_takes_what_there_is(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = monotonic()
    slow = Slow("a part")
    monkeypatch.setattr("ofcapi.http.work.cache.monotonic", lambda: now)
    first = crew.ask(slow, complete=False, seconds=10)
    assert slow.began.wait(LONG)
    monkeypatch.setattr("ofcapi.http.work.cache.monotonic", lambda: now + 8)
    other = crew.ask(never, seconds=14)
    assert crew.waiting.wait(LONG)
    slow.may_end.set()
    assert first.result().result == "a part"
    assert (other.result().result, other.result().complete) == ("a part", False)
    assert other.result().status == "fwd=miss; collapsed"


def test_nobody_waits_for_one_that_may_end_too_late(crew: Crew) -> None:
    slow = Slow("late")
    first = crew.ask(slow, seconds=LONG)
    assert slow.began.wait(LONG)
    assert crew.find(lambda: "early", seconds=LONG / 2).result == "early"
    slow.may_end.set()
    assert first.result().result == "late"


def test_nobody_waits_longer_than_his_own_time(crew: Crew) -> None:
    slow = Slow("very late")
    first = crew.ask(slow, seconds=0.01)
    assert slow.began.wait(LONG)
    with pytest.raises(BusyError, match="still being computed"):
        crew.find(never, seconds=0.02)
    slow.may_end.set()
    assert first.result().result == "very late"
