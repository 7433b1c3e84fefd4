"""``/v1/batch``: every request gets the response that it would get on its own."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from ofcapi.engine.play.best_play import best_play
from ofcapi.http.app import create_app
from ofcapi.http.service.settings import Settings
from tests.conftest import api
from tests.http.problem import faults, problem

SCORE = {"path": "/v1/score", "body": {"board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"}}
ODDS = {"path": "/v1/odds", "body": {"board": "QsJd/KhKd9h5d2c/AhAs8h6d", "dead": "3c4d7s"}}
OPENING = {"board": "//", "dealt": "QhQdKs7c2d", "samples": 100_000, "budget_ms": 20_000}


def ask(client: FlaskClient, *requests: Any, **members: Any) -> list[dict[str, Any]]:
    response = client.post("/v1/batch", json={"requests": requests, **members})
    assert response.status_code == 200, response.get_data(as_text=True)
    results: list[dict[str, Any]] = response.get_json()["results"]
    assert len(results) == len(requests)
    return results


def examples() -> list[dict[str, Any]]:
    """Every example of the document that a batch may hold."""
    return [
        {"path": path, "body": example["value"]}
        for path, methods in api()["paths"].items()
        if "post" in methods and path != "/v1/batch"
        for example in methods["post"]["requestBody"]["content"]["application/json"][
            "examples"
        ].values()
    ]


FAULTY = [
    {"path": "/v1/score", "body": {"board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc", "dead": "Qh"}},
    {"path": "/v1/score", "body": {"boards": "//"}},
    {"path": "/v1/odds", "body": {"board": "Qh//", "budget_ms": 10**9}},
    {"path": "/v1/odds", "body": {"board": "Qh/7c7d/AhKh", "method": "exact"}},
    {"path": "/v1/score", "body": {"board": "//", "rules": {"foul_points": 1.5}}},
]


@pytest.mark.slow
def test_each_is_answered_as_it_would_be_alone(client: FlaskClient) -> None:
    requests = [request for pair in zip(examples(), FAULTY * 9, strict=False) for request in pair]
    results = ask(client, *requests, budget_ms=20_000)
    assert {result["status"] for result in results} == {200, 400, 422}
    for request, result in zip(requests, results, strict=True):
        alone = client.post(request["path"], json=request["body"])
        assert (result["status"], result["body"]) == (alone.status_code, alone.get_json())


@pytest.mark.parametrize(
    ("item", "status", "fault"),
    [
        ({"path": "/v1/scores", "body": {}}, 404, ("/path", "unknown_path")),
        ({"path": "v1/score", "body": {}}, 404, ("/path", "unknown_path")),
        ({"path": "//v1/score", "body": {}}, 404, ("/path", "unknown_path")),
        ({"path": "/v1/score?board=//", "body": {}}, 404, ("/path", "unknown_path")),
        ({"path": "/docs", "body": {}}, 404, ("/path", "unknown_path")),
        ({"path": "/v1/rules", "body": {}}, 405, ("/path", "wrong_method")),
        ({"path": "/v1/rules/classic", "body": {}}, 405, ("/path", "wrong_method")),
        ({"path": "/livez", "body": {}}, 405, ("/path", "wrong_method")),
        ({"path": "/v1/batch", "body": {"requests": []}}, 422, ("/path", "nested_batch")),
        ({"path": "/v1/score"}, 400, ("/body", "missing_member")),
        ({"body": {}}, 400, ("/path", "missing_member")),
        ({"path": 5, "body": {}}, 400, ("/path", "wrong_type")),
        ({"path": "/v1/score", "body": "//"}, 400, ("/body", "wrong_type")),
        ({"path": "/v1/score", "body": None}, 400, ("/body", "wrong_type")),
        ({"path": "/v1/score", "body": {}, "method": "GET"}, 400, ("/method", "unknown_member")),
        ("/v1/score", 400, ("", "wrong_type")),
        (None, 400, ("", "wrong_type")),
        ([], 400, ("", "wrong_type")),
    ],
)
def test_one_that_is_no_request_spoils_no_other(
    client: FlaskClient, item: Any, status: int, fault: tuple[str, str]
) -> None:
    before, result, after = ask(client, SCORE, item, ODDS)
    assert (before["status"], after["status"]) == (200, 200)
    body = result["body"]
    assert (result["status"], body["status"]) == (status, status)
    assert {(one["pointer"], one["code"]) for one in body["errors"]} == {fault}


def test_an_unforeseen_failure_spoils_no_other(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("ofcapi.http.endpoints.scoring.score", fail)
    failed, odds = ask(client, SCORE, ODDS)
    assert (failed["status"], odds["status"]) == (500, 200)
    assert "secret" not in str(failed)
    assert "secret" in caplog.text


def test_equal_requests_are_computed_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[object] = []

    def play(*args: Any, **options: Any) -> Any:
        computed.append(args)
        return best_play(*args, **options)

    monkeypatch.setattr("ofcapi.http.endpoints.playing.best_play", play)
    app = create_app(Settings(cache_bytes=1)).test_client()
    results = ask(app, ODDS, SCORE, ODDS, ODDS)
    assert results[0] == results[2] == results[3]
    assert len(computed) == 1
    kept = create_app(Settings()).test_client()
    renamed = {
        "path": ODDS["path"],
        "body": {"board": "QcJh/KdKh9d5h2s/AdAc8d6h", "dead": "3s4h7c"},
    }
    ask(kept, ODDS, renamed)
    assert len(computed) == 2


def test_texts_and_numbers_are_not_equal(client: FlaskClient) -> None:
    bodies = [{"board": "//", "in_fantasyland": held} for held in (14, "14", True)]
    results = ask(client, *({"path": "/v1/score", "body": body} for body in bodies))
    assert [result["status"] for result in results] == [200, 400, 200]


def test_all_share_one_budget(client: FlaskClient) -> None:
    """The first request uses all the time; none is left for the second, and a score needs none."""
    app = create_app(Settings()).test_client()
    known = ask(app, ODDS)
    other = {**OPENING, "dealt": "QhQdKs7c3d"}
    first, second, score, odds = ask(
        app,
        {"path": "/v1/placements", "body": OPENING},
        {"path": "/v1/placements", "body": other},
        SCORE,
        ODDS,
        budget_ms=50,
    )
    assert (first["status"], first["body"]["complete"]) == (200, False)
    assert second["status"] == 503
    assert "Too little time" in second["body"]["detail"]
    assert score["status"] == 200
    assert odds == known[0]


def test_the_budget_of_a_request_is_still_its_own(client: FlaskClient) -> None:
    body = {**OPENING, "budget_ms": 1}
    first, second = ask(client, {"path": "/v1/placements", "body": body}, ODDS, budget_ms=20_000)
    assert (first["body"]["complete"], second["status"]) == (False, 200)


def refused(client: FlaskClient, **body: Any) -> set[tuple[str, str]]:
    return faults(client.post("/v1/batch", json=body), 400)


def test_refusals(client: FlaskClient) -> None:
    assert refused(client) == {("/requests", "missing_member")}
    assert refused(client, requests=[]) == {("/requests", "wrong_value")}
    assert refused(client, requests={}) == {("/requests", "wrong_type")}
    assert refused(client, requests=[SCORE] * 101) == {("/requests", "wrong_value")}
    assert refused(client, requests=[SCORE], budget_ms=10**6, samples=5) == {
        ("/budget_ms", "wrong_value"),
        ("/samples", "unknown_member"),
    }
    assert len(ask(client, *[SCORE] * 100)) == 100
    problem(client.get("/v1/batch"), 405)


def test_the_most_requests_are_a_setting() -> None:
    small = create_app(Settings(max_batch=2)).test_client()
    assert len(ask(small, SCORE, SCORE)) == 2
    response = small.post("/v1/batch", json={"requests": [SCORE] * 3})
    assert problem(response, 400)["errors"][0]["detail"] == (
        "a batch must have at most 2 requests on this server"
    )
