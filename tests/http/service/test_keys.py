"""API keys: which requests need one, which do not, and the response without one."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ofcapi.http.app import create_app
from ofcapi.http.service.keys import keys_of
from ofcapi.http.service.settings import Settings
from tests.http.problem import problem

QUESTION = "/v1/score?board=AhAd//"


@pytest.fixture(scope="module")
def guarded() -> FlaskClient:
    return create_app(Settings(api_keys="north, south")).test_client()


@pytest.mark.parametrize("key", ["north", "south"])
def test_each_key_opens(guarded: FlaskClient, key: str) -> None:
    assert guarded.get(QUESTION, headers={"X-API-Key": key}).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"X-API-Key": "nort"}, {"X-API-Key": "north, south"}])
def test_nothing_else_opens(guarded: FlaskClient, headers: dict[str, str]) -> None:
    for response in (
        guarded.get(QUESTION, headers=headers),
        guarded.post("/v1/score", json={"board": "//"}, headers=headers),
        guarded.head(QUESTION, headers=headers),
        guarded.get("/v1/rules", headers=headers),
        guarded.get("/v1/none", headers=headers),
    ):
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"] == 'ApiKey header="X-API-Key"'
        assert response.headers["X-Request-ID"]
    document = problem(guarded.get(QUESTION, headers=headers), 401)
    assert "X-API-Key" in document["detail"]
    assert "north" not in document["detail"]


@pytest.mark.slow
def test_what_needs_no_key(guarded: FlaskClient) -> None:
    for path in ("/livez", "/readyz", "/version", "/metrics", "/openapi.json", "/docs"):
        assert guarded.get(path).status_code in (200, 503)
    assert guarded.options("/v1/score").status_code == 200
    assert guarded.get("/none").status_code == 404


def test_no_shared_cache_keeps_what_a_key_opened(guarded: FlaskClient) -> None:
    answer = guarded.get(QUESTION, headers={"X-API-Key": "north"})
    directives = {part.strip() for part in answer.headers["Cache-Control"].split(",")}
    assert directives == {"private", "max-age=86400"}
    again = {"X-API-Key": "north", "If-None-Match": answer.headers["ETag"]}
    assert guarded.get(QUESTION, headers=again).status_code == 304


def test_a_file_of_keys(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("# the shop\neast\n\n  west \n  # old\n", encoding="utf-8")
    settings = Settings(api_keys="north,", api_keys_file=str(file))
    assert keys_of(settings) == {"north", "east", "west"}
    file.write_text("# none yet\n", encoding="utf-8")
    with pytest.raises(ValueError, match="contains no key"):
        keys_of(Settings(api_keys_file=str(file)))
    with pytest.raises(ValueError, match="cannot be read"):
        create_app(Settings(api_keys_file=str(tmp_path / "missing")))


def test_a_comma_is_no_key() -> None:
    with pytest.raises(ValueError, match="OFCAPI_API_KEYS contains no key"):
        keys_of(Settings(api_keys=" , "))
