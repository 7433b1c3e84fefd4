"""The server's settings, and the service as gunicorn really runs it."""

import json
import runpy
import socket
import urllib.request
from collections.abc import Iterator

import pytest

from tests.serving import ROOT, served


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOST", "PORT", "WORKERS", "THREADS"):
        monkeypatch.delenv(name, raising=False)
    settings = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    assert settings["bind"] == "127.0.0.1:8000"
    assert settings["worker_class"] == "gthread"
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setenv("PORT", "9000")
    monkeypatch.setenv("WORKERS", "3")
    settings = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    assert (settings["bind"], settings["workers"]) == ("0.0.0.0:9000", 3)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("gunicorn") / "log"
    with served(log, WORKERS="1") as url:
        yield url
    output = log.read_text(encoding="utf-8")
    assert output.index("compiling the engine") < output.index("Listening at")


def test_it_is_ready_when_it_listens_and_scores(address: str) -> None:
    with urllib.request.urlopen(f"{address}/readyz", timeout=30) as response:
        assert json.load(response) == {"status": "ready"}
    question = urllib.request.Request(
        f"{address}/v1/score",
        data=json.dumps({"board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"}).encode(),
        headers={"Content-Type": "application/json", "X-Request-ID": "hand-1"},
    )
    with urllib.request.urlopen(question, timeout=30) as response:
        assert json.load(response)["royalties"]["total"] == 24
        assert response.headers["X-Request-ID"] == "hand-1"


def test_a_body_in_pieces_over_the_limit(address: str) -> None:
    """A body that does not say its length is cut off as well."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(
            b"POST /v1/score HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        )
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        try:
            for _ in range(40):
                connection.sendall(piece)
            connection.sendall(b"0\r\n\r\n")
        except OSError:
            pass
        assert connection.recv(12) == b"HTTP/1.1 413"
