"""Computing slots: some computations run, some wait, the others are refused with a 503."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event
from time import monotonic
from typing import Any

import pytest
from flask.testing import FlaskClient

from ofcapi.http.app import create_app
from ofcapi.http.service.settings import Settings
from ofcapi.http.work.slots import BusyError, Slots
from tests.http.problem import problem

LONG = 60.0


def test_as_many_at_once_as_there_are_slots() -> None:
    slots = Slots(2, 1)
    with slots.hold(monotonic() + LONG), slots.hold(monotonic() + LONG):
        late = monotonic() + 0.05
        with pytest.raises(BusyError, match="of 2 became free in time"), slots.hold(late):
            pass
    with slots.hold(monotonic() + LONG), slots.hold(monotonic() + LONG):
        pass


def test_no_more_wait_than_the_queue_holds() -> None:
    slots = Slots(1, 2)
    with ExitStack() as held:
        held.enter_context(slots.hold(monotonic() + LONG))
        held.enter_context(slots.wait())
        held.enter_context(slots.wait())
        with pytest.raises(BusyError, match="2 questions wait"), slots.hold(monotonic() + LONG):
            pass


def test_a_slot_that_comes_free_is_taken() -> None:
    slots = Slots(1, 1)
    with ThreadPoolExecutor(1) as pool:
        with slots.hold(monotonic() + LONG):

            def wait_for_it() -> bool:
                with slots.hold(monotonic() + LONG):
                    return True

            waiting = pool.submit(wait_for_it)
        assert waiting.result(LONG)


def test_nothing_begins_when_the_time_is_over() -> None:
    with pytest.raises(BusyError, match="Too little time"), Slots(1, 1).hold(monotonic() - 1):
        pass


ODDS = {"board": "QsJd/KhKd9h5d2c/AhAs8h6d"}


@pytest.fixture
def full(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """A service whose only slot is taken for as long as the test likes."""
    app = create_app(Settings(slots=1, queue=1))
    began, may_end = Event(), Event()

    def slow(*_: object, **__: object) -> None:
        began.set()
        may_end.wait(LONG)
        raise ValueError

    with monkeypatch.context() as patched, ThreadPoolExecutor(1) as pool:
        patched.setattr("ofcapi.http.endpoints.playing.best_play", slow)
        answer = pool.submit(app.test_client().post, "/v1/odds", json=ODDS)
        assert began.wait(LONG)
        patched.undo()
        yield app.test_client()
        may_end.set()
        assert answer.result(LONG).status_code == 500


COMPUTED: dict[str, dict[str, Any]] = {
    "/v1/odds": {"board": "QsJd/KhKd9h5d2c/AhAs8h7d", "budget_ms": 20},
    "/v1/placements": {**ODDS, "dealt": "2h3h4h", "budget_ms": 20},
    "/v1/fantasyland/odds": {"cards": 14, "dead": "2c", "budget_ms": 20},
}


@pytest.mark.parametrize("path", COMPUTED)
def test_a_full_service_says_when_to_ask_again(full: FlaskClient, path: str) -> None:
    response = full.post(path, json=COMPUTED[path])
    assert "became free in time" in problem(response, 503)["detail"]
    assert response.headers["Retry-After"] == "1"


def test_a_full_service_still_scores(full: FlaskClient) -> None:
    board = "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"
    assert full.post("/v1/score", json={"board": board}).status_code == 200
    other = "2c3d5h/2s4d6h8cTd/3c5s7h9dJs"
    players = {"players": [{"board": "AcKdJh/2h2d7c9sQd/3h3s8d9cKs"}, {"board": other}]}
    assert full.post("/v1/settlement", json=players).status_code == 200
    for path in ("/v1/rules", "/livez", "/readyz", "/version", "/openapi.yaml", "/docs"):
        with full.get(path) as response:
            assert response.status_code == 200
    assert full.get("/v1/fantasyland/odds?cards=14").get_json()["method"] == "table"
