"""Bad requests: each gets a problem document, never HTML, never a 500."""

import json

import pytest
from flask.testing import FlaskClient

from ofcapi.http.app import create_app
from ofcapi.http.forms.reading import parse_json
from ofcapi.http.service.settings import Settings
from tests.http.problem import faults, problem

BAD_JSON = {
    "nothing": b"",
    "half a body": b'{"board": "//"',
    "two hundred thousand brackets": b'{"board": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "NaN": b'{"board": "//", "in_fantasyland": NaN}',
    "Infinity": b'{"board": "//", "in_fantasyland": -Infinity}',
    "a number that overflows": b'{"board": "//", "in_fantasyland": 1e999}',
    "a number of 5,000 digits": b'{"board": "//", "in_fantasyland": ' + b"1" * 5000 + b"}",
    "a member twice": b'{"board": "//", "board": "//"}',
    "no UTF-8": b'{"board": "\xff"}',
    "half a surrogate pair": b'{"board": "\\ud800"}',
    "an array": b"[]",
    "a string": b'"//"',
    "a trailing comma": b'{"board": "//",}',
}


@pytest.mark.parametrize("body", BAD_JSON.values(), ids=BAD_JSON.keys())
def test_bad_json(client: FlaskClient, body: bytes) -> None:
    response = client.post("/v1/score", data=body, content_type="application/json")
    assert faults(response, 400) == {("", "invalid_json")}


def test_deep_but_lawful_nesting_is_a_fault_of_its_member(client: FlaskClient) -> None:
    body = b'{"board": ' + b"[" * 50 + b"]" * 50 + b"}"
    response = client.post("/v1/score", data=body, content_type="application/json")
    assert faults(response, 400) == {("/board", "wrong_type")}


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", None])
def test_wrong_media_type(client: FlaskClient, content_type: str | None) -> None:
    response = client.post("/v1/score", data=b'{"board": "//"}', content_type=content_type)
    assert "application/json" in problem(response, 415)["detail"]


def test_json_media_types(client: FlaskClient) -> None:
    for content_type in ("application/json; charset=utf-8", "application/vnd.table+json"):
        response = client.post("/v1/score", data=b'{"board": "//"}', content_type=content_type)
        assert response.status_code == 200


def test_a_large_body(client: FlaskClient) -> None:
    body = b'{"board": "' + b" " * 3_000_000 + b'"}'
    problem(client.post("/v1/score", data=body, content_type="application/json"), 413)
    small = create_app(Settings(max_body_bytes=20)).test_client()
    problem(small.post("/v1/score", json={"board": "//", "dead": ""}), 413)
    assert small.post("/v1/score", json={"board": "//"}).status_code == 200


def test_unknown_paths_and_methods(client: FlaskClient) -> None:
    for path in ("/", "/v1", "/v1/scores", "//v1/score", "/v1/rules/clasic", "/docs/none.js"):
        assert problem(client.get(path), 404)["detail"]
    response = client.delete("/v1/score")
    problem(response, 405)
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    problem(client.post("/v1/rules", json={}), 405)


def test_parameters_where_there_are_none(client: FlaskClient) -> None:
    assert faults(client.get("/v1/rules?verbose=1"), 400) == {("/verbose", "unknown_member")}


def test_an_unforeseen_failure_is_a_problem_without_a_trace(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("ofcapi.http.endpoints.scoring.score", fail)
    client = create_app(Settings()).test_client()
    response = client.post("/v1/score", json={"board": "//"})
    assert "secret" not in json.dumps(problem(response, 500))
    assert "secret" in caplog.text


def test_parse_json_keeps_what_is_lawful() -> None:
    assert parse_json('{"a": [1, 2.5, "\\u00e9\\ud83c\\udcc1", null, true]}') == {
        "a": [1, 2.5, "é🃁", None, True]
    }


def test_settings_of_the_environment() -> None:
    assert Settings.from_environment({}) == Settings()
    changed = Settings.from_environment({"OFCAPI_MAX_BODY_BYTES": "5000"})
    assert changed.max_body_bytes == 5000
    for text in ("many", "-1", "0", "1.5"):
        with pytest.raises(ValueError, match="OFCAPI_MAX_BODY_BYTES"):
            Settings.from_environment({"OFCAPI_MAX_BODY_BYTES": text})
    for origins in ("", "table.example", "https://*.table.example", "https://table.example/"):
        with pytest.raises(ValueError, match=r"OFCAPI_ALLOWED_ORIGINS (must be|is set but empty)"):
            Settings.from_environment({"OFCAPI_ALLOWED_ORIGINS": origins})


def test_null_where_cards_are_meant(client: FlaskClient) -> None:
    wrong = {("/board/top", "wrong_type")}
    assert faults(client.post("/v1/score", json={"board": {"top": None}}), 400) == wrong
    assert faults(client.post("/v1/odds", json={"board": {"top": None}}), 400) == wrong
    players = [None, 3, {"board": {"bottom": None}}]
    response = client.post(
        "/v1/settlement", json={"players": players, "stakes": "pay_what_you_have"}
    )
    assert faults(response, 400) == {
        ("/players/0", "wrong_type"),
        ("/players/1", "wrong_type"),
        ("/players/2/board/bottom", "wrong_type"),
        ("/players/2/stack", "missing_stack"),
    }


def test_whole_numbers_may_be_written_with_a_point(client: FlaskClient) -> None:
    body = b'{"board": "//", "in_fantasyland": 14.0, "rules": {"foul_points": 6.0}}'
    assert client.post("/v1/score", data=body, content_type="application/json").status_code == 200
    body = b'{"board": "//", "in_fantasyland": 14.5}'
    response = client.post("/v1/score", data=body, content_type="application/json")
    assert faults(response, 400) == {("/in_fantasyland", "wrong_type")}


def test_a_flood_of_faults_is_counted(client: FlaskClient) -> None:
    document = problem(client.post("/v1/score", json={"board": "//", "dead": "Xx" * 20_000}), 400)
    assert len(document["errors"]) == 201
    assert document["errors"][-1] == {
        "pointer": "",
        "code": "more_faults",
        "detail": "and 19800 more errors",
    }
    document = problem(client.post("/v1/score", json={"board": "//", "x" * 5000: 1}), 400)
    assert len(document["errors"][0]["detail"]) < 200


def test_a_post_with_query_parameters(client: FlaskClient) -> None:
    response = client.post("/v1/score?rules=classic", json={"board": "//"})
    assert faults(response, 400) == {("/rules", "unknown_member")}


def test_types_are_named_alike(client: FlaskClient) -> None:
    body = {"players": "x", "button": "a", "stakes": 7, "point_value": "1"}
    assert faults(client.post("/v1/settlement", json=body), 400) == {
        ("/players", "wrong_type"),
        ("/button", "wrong_type"),
        ("/stakes", "wrong_type"),
        ("/point_value", "wrong_type"),
    }
    body = {"board": "//", "objective": {"row": "up", "least": 3}, "values": {"foul": None}}
    assert faults(client.post("/v1/odds", json=body), 400) == {
        ("/board", "not_at_street_end"),
        ("/objective/row", "wrong_value"),
        ("/objective/at_least", "missing_member"),
        ("/objective/least", "unknown_member"),
        ("/values/foul", "wrong_type"),
    }
