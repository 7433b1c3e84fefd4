"""What holds for every response: CORS, request ids, ETags, health."""

import re
import shutil
from pathlib import Path
from threading import Event

import pytest
from flask.testing import FlaskClient

import ofcapi.engine
from ofcapi import __version__
from ofcapi.engine import warm_up
from ofcapi.engine.digest import engine_digest, folder_digest
from ofcapi.engine.game.options import options_of
from ofcapi.engine.game.presets import PRESETS
from ofcapi.http import operations
from ofcapi.http.app import create_app
from ofcapi.http.service.settings import Settings
from tests.http.problem import problem


def test_cors_on_answers_errors_and_preflights(client: FlaskClient) -> None:
    for response in (
        client.get("/v1/rules", headers={"Origin": "https://table.example"}),
        client.get("/none", headers={"Origin": "https://table.example"}),
        client.options(
            "/v1/score",
            headers={
                "Origin": "https://table.example",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "content-type",
            },
        ),
    ):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.status_code == 200
    allowed = response.headers["Access-Control-Allow-Methods"]
    assert set(allowed.split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert response.headers["Access-Control-Allow-Headers"] == "content-type"


def test_cors_shows_what_a_page_may_read(client: FlaskClient) -> None:
    exposed = client.get("/livez").headers["Access-Control-Expose-Headers"].split(", ")
    assert set(exposed) >= {"Cache-Status", "ETag", "Retry-After", "X-Request-ID"}


@pytest.mark.parametrize(
    "origins", ["https://table.example", "https://app.example:8443, https://table.example"]
)
def test_cors_for_some_origins(origins: str) -> None:
    settings = Settings.from_environment({"OFCAPI_ALLOWED_ORIGINS": origins})
    client = create_app(settings).test_client()
    for path in ("/livez", "/none"):
        allowed = client.get(path, headers={"Origin": "https://table.example"})
        assert allowed.headers.getlist("Access-Control-Allow-Origin") == ["https://table.example"]
        other = client.get(path, headers={"Origin": "https://table.example.evil.example"})
        plain = client.get(path)
        for response in (other, plain):
            assert "Access-Control-Allow-Origin" not in response.headers
        for response in (allowed, other, plain):
            assert "Origin" in response.vary
    preflight = client.options(
        "/v1/score",
        headers={
            "Origin": "https://table.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert preflight.headers["Access-Control-Allow-Origin"] == "https://table.example"


def test_request_ids(client: FlaskClient) -> None:
    given = client.get("/livez", headers={"X-Request-ID": "table-7/hand-3"})
    assert given.headers["X-Request-ID"] == "table-7/hand-3"
    made = {client.get("/livez").headers["X-Request-ID"] for _ in range(3)}
    assert len(made) == 3
    for refused in ("", "x" * 129, "two words", "é"):
        answer = client.get("/none", headers={"X-Request-ID": refused})
        assert answer.headers["X-Request-ID"] not in ("", refused)


def test_get_answers_can_be_cached(client: FlaskClient) -> None:
    first = client.get("/v1/score?board=AhAd//&dead=2c")
    assert first.headers["Cache-Control"] == "public, max-age=86400"
    etag = first.headers["ETag"]
    assert not etag.startswith("W/")
    same = client.get("/v1/score?dead=2C&board=ah Ad//", headers={"If-None-Match": etag})
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", etag)
    for other in ("board=AdAh//&dead=2c", "board=AhAd//", "board=AhAd//&dead=2c&rules=classic"):
        answer = client.get(f"/v1/score?{other}", headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert answer.headers["ETag"] != etag
    weak = client.get("/v1/score?board=AhAd//&dead=2c", headers={"If-None-Match": f"W/{etag}"})
    assert weak.status_code == 304
    assert "ETag" not in client.post("/v1/score", json={"board": "//"}).headers


def test_a_match_is_answered_without_computing(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    etag = client.get("/v1/score?board=AhAd//").headers["ETag"]

    def fail(*_: object) -> None:
        raise AssertionError("computed")

    monkeypatch.setattr("ofcapi.http.endpoints.scoring.score", fail)
    answer = client.get("/v1/score?board=AhAd//", headers={"If-None-Match": f'"x", {etag}'})
    assert answer.status_code == 304


def test_health(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "_warm", Event())
    assert client.get("/livez").get_json() == {"status": "live"}
    waiting = client.get("/readyz")
    problem(waiting, 503)
    assert waiting.headers["Retry-After"] == "1"
    warm_up.warm_up()
    ready = client.get("/readyz")
    assert ready.get_json() == {"status": "ready"}
    assert "Cache-Control" not in ready.headers
    assert client.get("/readyz?probe=7").status_code == 200
    version = client.get("/version").get_json()
    assert version == {"name": "ofcapi", "version": __version__, "engine": engine_digest()}
    assert re.fullmatch("[0-9a-f]{16}", version["engine"])


def test_rules_are_shown_as_a_request_may_change_them(client: FlaskClient) -> None:
    listed = client.get("/v1/rules").get_json()
    assert listed["default"] == "pineapple"
    assert [rules["preset"] for rules in listed["presets"]] == list(PRESETS)
    for name, rules in PRESETS.items():
        shown = client.get(f"/v1/rules/{name}").get_json()
        values = shown["values"]
        assert shown == {"preset": name, **options_of(rules), "values": values}
        assert values["foul"] == -6
        entry = rules.fantasyland.entry if rules.fantasyland else ()
        assert values["fantasyland"].keys() == {str(cards) for _, cards in entry}
        assert all(3 < worth < 50 for worth in values["fantasyland"].values())
        answer = client.post("/v1/score", json={"board": "//", "rules": shown}).get_json()
        assert answer["rules"] == {"preset": name, "changed": {}}
    shown["values"] = {"foul": -5}
    response = client.post("/v1/score", json={"board": "//", "rules": shown})
    assert response.get_json()["errors"][0]["pointer"] == "/rules/values"


@pytest.mark.parametrize("changed", ["tickets.json", "outlook.npz", "fantasyland_odds.json"])
def test_an_etag_is_not_that_of_other_tables(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, changed: str
) -> None:
    """What an older instance answered is not confirmed by one with another table or network."""
    url = "/v1/fantasyland/odds?cards=14"
    etag = client.get(url).headers["ETag"]
    engine = Path(ofcapi.engine.__file__).parent
    other = tmp_path / "engine"
    shutil.copytree(engine, other, ignore=shutil.ignore_patterns("__pycache__"))
    assert folder_digest(other) == engine_digest()
    contents = bytearray((other / "data" / changed).read_bytes())
    contents[-2] ^= 1
    changed_engine = tmp_path / "changed"
    shutil.copytree(other, changed_engine)
    (changed_engine / "data" / changed).write_bytes(contents)
    with monkeypatch.context() as patched:
        patched.setattr(operations, "engine_digest", lambda: folder_digest(changed_engine))
        answer = client.get(url, headers={"If-None-Match": etag})
        assert (answer.status_code, answer.headers["ETag"] != etag) == (200, True)
    assert client.get(url, headers={"If-None-Match": etag}).status_code == 304
