"""How the page at /table is served; tests/browser tests what it does."""

import re

import pytest
from flask.testing import FlaskClient

from ofcapi.http.pages.table import FOLDER, MEDIA_TYPES, files_path

NAMES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*"))


def test_the_page_is_asked_for_again_and_need_not_be_sent_again(client: FlaskClient) -> None:
    page = client.get("/table")
    assert page.status_code == 200
    assert page.mimetype == "text/html"
    assert page.headers["Cache-Control"] == "no-cache"
    same = client.get("/table", headers={"If-None-Match": page.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    assert client.get("/table/").data == page.data
    assert client.head("/table").status_code == 200
    assert client.post("/table").status_code == 405


def test_the_page_may_load_from_its_own_origin_alone(client: FlaskClient) -> None:
    page = client.get("/table")
    policy = dict(
        part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert set(policy.values()) == {"'none'", "'self'"}
    text = page.get_data(as_text=True)
    assert re.findall(r"<script[^>]*>(.*?)</script>", text) == [""]
    assert not re.search(r"\son\w+=|<style|\sstyle=|https?://", text)


def test_every_file_of_the_page_is_there(client: FlaskClient) -> None:
    text = client.get("/table").get_data(as_text=True)
    named = re.findall(r'(?:href|src)="(/table/[^"]*)"', text)
    assert len(named) > 10
    for path in named:
        assert client.get(path).status_code == 200, path
    modules = {name for name in NAMES if name.endswith((".js", ".mjs"))}
    assert {path.removeprefix(files_path() + "/") for path in named} >= modules


@pytest.mark.parametrize("name", [name for name in NAMES if name != "index.html"])
def test_files_are_kept_under_a_path_of_their_contents(client: FlaskClient, name: str) -> None:
    answer = client.get(f"{files_path()}/{name}")
    assert answer.status_code == 200
    assert answer.data == (FOLDER / name).read_bytes()
    assert answer.mimetype == MEDIA_TYPES[name[name.rindex(".") :]]
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        f"{files_path()}/none.js",
        f"{files_path()}/index.html",
        f"{files_path()}/../../table.py",
        f"{files_path()}/%2e%2e/%2e%2e/table.py",
        "/table/0000000000000000/main.js",
        "/table/main.js",
    ],
)
def test_nothing_else_is_there(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"


def test_the_page_holds_no_other_host() -> None:
    """Except in links for people: licences and the sources of libraries."""
    for name in NAMES:
        if name.endswith((".txt", ".svg")) or name.startswith("vendor/"):
            continue
        assert "://" not in (FOLDER / name).read_text(encoding="utf-8"), name
