"""Logs and metrics: one line per request, and counts by route template."""

import json
import logging
import logging.config
from collections.abc import Iterator
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from ofcapi.http.app import create_app
from ofcapi.http.service import metrics
from ofcapi.http.service.logs import logging_config
from ofcapi.http.service.observing import note
from ofcapi.http.service.problems import Problem
from ofcapi.http.service.settings import Settings


@pytest.fixture
def app() -> Flask:
    """An application with responses of every kind."""
    app = create_app(Settings(api_keys="secret-key"))

    @app.get("/v1/odds/<how>")
    def answer(how: str) -> str:
        if how == "busy":
            raise Problem(503, "No slot came free.")
        status = {"hit": "ofcapi; hit", "collapsed": "ofcapi; fwd=miss; collapsed"}
        note(
            "sampled" if how in ("sampled", "early") else "exact",
            status.get(how, "ofcapi; fwd=miss; stored"),
            complete=how != "early",
        )
        return how

    return app


@pytest.fixture
def asking(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def lines(asking: FlaskClient) -> Iterator[StringIO]:
    """What the service writes, as under gunicorn."""
    written = StringIO()
    config = logging_config("info")
    config["handlers"]["stdout"]["stream"] = written
    root = logging.getLogger()
    before = (root.level, root.handlers[:])
    logging.config.dictConfig(config)
    yield written
    root.setLevel(before[0])
    root.handlers = before[1]


def read(lines: StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def counts() -> dict[tuple[str, ...], float]:
    """Every sample by its name and the values of its labels."""
    text = metrics.exposition().decode()
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_line_for_every_request(asking: FlaskClient, lines: StringIO) -> None:
    headers = {"X-API-Key": "secret-key", "X-Request-ID": "table-7"}
    asking.post("/v1/score", json={"board": "AhAd//"}, headers=headers)
    (line,) = read(lines)
    assert line.pop("milliseconds", 0)
    assert str(line.pop("time")).endswith("+00:00")
    assert isinstance(line.pop("process"), int)
    assert line == {
        "level": "INFO",
        "logger": "ofcapi.http.service.observing",
        "message": "request",
        "request_id": "table-7",
        "route": "/v1/score",
        "method": "POST",
        "status": 200,
        "answered": None,
    }


@pytest.mark.parametrize(
    ("how", "status", "answered", "level"),
    [
        ("exact", 200, "exact", "INFO"),
        ("sampled", 200, "sampled", "INFO"),
        ("hit", 200, "cached", "INFO"),
        ("collapsed", 200, "exact", "INFO"),
        ("busy", 503, None, "WARNING"),
    ],
)
def test_how_it_was_answered(
    asking: FlaskClient, lines: StringIO, how: str, status: int, answered: str, level: str
) -> None:
    asking.get(f"/v1/odds/{how}", headers={"X-API-Key": "secret-key"})
    (line,) = read(lines)
    assert (line["status"], line["answered"], line["level"]) == (status, answered, level)
    assert line["route"] == "/v1/odds/<how>"


def test_nothing_of_what_is_asked_is_written(asking: FlaskClient, lines: StringIO) -> None:
    headers = {"X-API-Key": "secret-key", "Cookie": "crumb"}
    asking.get("/v1/score?board=AhAd//&dead=2c", headers=headers)
    asking.post("/v1/score", json={"board": "KhKd//", "dead": "3c"}, headers=headers)
    asking.get("/v1/nowhere/AhAd", headers=headers)
    asking.get("/v1/score?board=AhAd//", headers={"X-API-Key": "almost-secret"})
    assert len(read(lines)) == 4
    for word in ("secret", "crumb", "Ah", "Kh", "dead", "nowhere", "127.0.0.1"):
        assert word not in lines.getvalue()


def test_a_failure_is_written_with_its_trace(
    app: Flask, asking: FlaskClient, lines: StringIO
) -> None:
    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("the cause")

    asking.get("/broken", headers={"X-Request-ID": "hand-3"})
    trace, line = read(lines)
    assert "the cause" in str(trace["exc_info"])
    assert trace["request_id"] == line["request_id"] == "hand-3"
    assert (line["level"], line["status"]) == ("ERROR", 500)


def test_counts_by_template(asking: FlaskClient) -> None:
    headers = {"X-API-Key": "secret-key"}
    before = counts()
    for how in ("exact", "exact", "sampled", "hit", "collapsed", "early", "busy"):
        asking.get(f"/v1/odds/{how}", headers=headers)
    asking.get("/readyz")
    asking.get("/no/such/path")
    asking.open("/livez", method="BREW")
    after = counts()

    def more(*name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert more("ofcapi_requests_total", "GET", "/v1/odds/<how>", "200") == 6
    assert more("ofcapi_requests_total", "GET", "/v1/odds/<how>", "503") == 1
    assert more("ofcapi_requests_total", "GET", "none", "404") == 1
    assert more("ofcapi_requests_total", "other", "none", "405") == 1
    assert more("ofcapi_request_seconds_count", "/v1/odds/<how>") == 7
    assert more("ofcapi_cache_total", "hit") == 1
    assert more("ofcapi_cache_total", "miss") == 5
    assert more("ofcapi_computed_total", "exact") == 2
    assert more("ofcapi_computed_total", "sampled") == 2
    assert more("ofcapi_budget_overruns_total", "incomplete") == 1
    assert more("ofcapi_budget_overruns_total", "refused") == 1


def test_an_answer_may_be_noted_outside_of_a_request() -> None:
    before = counts()
    note("exact")
    after = counts()
    exact, looked_up = ("ofcapi_computed_total", "exact"), ("ofcapi_cache_total", "miss")
    assert after[exact] == before.get(exact, 0) + 1
    assert after.get(looked_up) == before.get(looked_up)


def test_slots_are_gauges() -> None:
    with metrics.SLOTS_WAITING.track_inprogress():
        assert counts()["ofcapi_computing_slots_waiting",] == 1
        with metrics.SLOTS_IN_USE.track_inprogress():
            assert counts()["ofcapi_computing_slots_in_use",] == 1
    assert counts()["ofcapi_computing_slots_waiting",] == 0


def test_metrics_are_served(asking: FlaskClient) -> None:
    answer = asking.get("/metrics")
    assert answer.mimetype == "text/plain"
    assert "ofcapi_requests_total" in answer.get_data(as_text=True)
    # A proxy has to block only this one path.
    for path in ("/metrics/", "//metrics", "/Metrics"):
        assert asking.get(path).status_code == 404
