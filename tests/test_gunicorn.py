"""The server's settings, and the service under gunicorn."""

import json
import os
import runpy
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import QUESTION, ROOT, Client, Server, eventually, serving

pytestmark = pytest.mark.slow

LONG = b'{"board": "Qs/KhKd/AhAs", "samples": 100000, "budget_ms": 1500}'
"""A question of odds that takes its whole budget."""


def posted(path: str, body: bytes, *headers: str) -> bytes:
    """The bytes of a request with a JSON body."""
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: x",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def answer(connection: socket.socket) -> bytes:
    """Everything received until the other side closes."""
    received = b""
    while piece := connection.recv(1 << 16):
        received += piece
    return received


def test_settings_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("HOST", "PORT", "WORKERS", "THREADS", "OFCAPI_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    settings = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    assert settings["bind"] == "127.0.0.1:8000"
    assert settings["worker_class"] == "gthread"
    assert settings["loglevel"] == "info"
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setenv("PORT", "9000")
    monkeypatch.setenv("WORKERS", "3")
    monkeypatch.setenv("OFCAPI_LOG_LEVEL", "warning")
    settings = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    assert (settings["bind"], settings["workers"]) == ("0.0.0.0:9000", 3)
    assert settings["loglevel"] == "warning"
    for name, value, wrong in (
        ("WORKERS", "two", "WORKERS must be a whole number"),
        ("THREADS", "0", "THREADS must be a whole number"),
        ("THREADS", "6", r"THREADS \(6\) must be greater than .* together \(6\)"),
    ):
        with monkeypatch.context() as other:
            other.setenv(name, value)
            with pytest.raises(ValueError, match=wrong):
                runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    # A folder for counts that was given is not removed.
    settings["on_exit"](None)
    assert tmp_path.exists()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's folder for temporary files."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(WORKERS="2", OFCAPI_QUOTA="1000000", TMPDIR=str(folder)) as server:
        yield server
    assert server.process.returncode == 0
    assert list(folder.iterdir()) == []


def test_it_is_ready_when_it_listens_and_scores(server: Server) -> None:
    assert json.loads(server.get("/readyz")) == {"status": "ready"}
    question = urllib.request.Request(
        f"{server.url}/v1/score",
        data=json.dumps({"board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"}).encode(),
        headers={"Content-Type": "application/json", "X-Request-ID": "hand-1"},
    )
    with urllib.request.urlopen(question, timeout=30) as response:
        assert json.load(response)["royalties"]["total"] == 24
        assert response.headers["X-Request-ID"] == "hand-1"


def test_it_compiles_before_it_listens_and_forks(server: Server) -> None:
    eventually(lambda: len(server.workers()) == 2)
    messages = [line["message"] for line in server.lines()]
    order = ["compiling the engine", "the engine is ready", "Listening at", "Booting worker"]
    places = [
        next(place for place, text in enumerate(messages) if text.startswith(begin))
        for begin in order
    ]
    assert places == sorted(places)


def test_every_line_is_json_and_requests_have_one_each(server: Server) -> None:
    asked = urllib.request.Request(f"{server.url}{QUESTION}", headers={"X-Request-ID": "only-one"})
    urllib.request.urlopen(asked, timeout=30).close()

    def found() -> list[object]:
        return [line for line in server.lines() if line.get("request_id") == "only-one"]

    eventually(found)
    assert len(found()) == 1
    assert "board=" not in "".join(server.text)


def test_a_body_in_pieces_over_the_limit(server: Server) -> None:
    """A body sent without its length is limited as well."""
    with server.connect() as connection:
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


def test_half_a_body(server: Server) -> None:
    whole = posted("/v1/score", b'{"board": "//"}', "Connection: close", "X-Request-ID: half")
    with server.connect() as connection:
        connection.sendall(whole[:-5])
        connection.shutdown(socket.SHUT_WR)
        received = answer(connection)
    assert received.startswith(b"HTTP/1.1 400")
    assert b"application/problem+json" in received
    refused = len([line for line in server.lines("request") if line["status"] == 400])
    with server.connect() as connection:
        connection.sendall(whole[:-5])
    eventually(
        lambda: len([one for one in server.lines("request") if one["status"] == 400]) > refused
    )
    assert not any(line["level"] == "ERROR" for line in server.lines())


def test_slow_clients_keep_nobody_waiting(server: Server) -> None:
    """Heads and bodies sent byte by byte, as many as one worker has spare threads."""
    request = posted("/v1/score", b'{"board": "//"}', "Connection: close")
    slow = [server.connect() for _ in range(6)]
    for place, connection in enumerate(slow):
        connection.sendall(request[: 40 if place % 2 else -5])
    client = Client(server.port, most=50)
    client.start()
    for byte in range(-5, -1):
        time.sleep(0.1)
        for connection in slow[::2]:
            connection.sendall(request[byte : byte + 1])
    client.join(timeout=30)
    assert (client.answered, client.failed) == (50, [])
    for place, connection in enumerate(slow):
        connection.sendall(request[40:] if place % 2 else request[-1:])
        assert answer(connection).startswith(b"HTTP/1.1 200")
        connection.close()


def left(server: Server) -> int:
    """The requests left in the quota after one more request."""
    with urllib.request.urlopen(f"{server.url}{QUESTION}", timeout=30) as response:
        return int(response.headers["RateLimit"].split("r=")[1].split(";")[0])


SCORES = 'ofcapi_requests_total{method="GET",route="/v1/score",status="200"}'


def counted(server: Server, name: str = SCORES) -> float:
    """A count in /metrics by name; by default the number of scores."""
    lines = server.get("/metrics").splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def test_workers_count_together(server: Server) -> None:
    quota, requests = left(server), counted(server)
    clients = [Client(server.port, most=30) for _ in range(4)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    assert counted(server) == requests + 120
    assert left(server) == quota - 121
    asked = {line["process"] for line in server.lines("request")}
    assert len(asked) == 2


def test_a_killed_worker_is_replaced_and_only_its_own_requests_fail(server: Server) -> None:
    clients = [Client(server.port) for _ in range(4)]
    for client in clients:
        client.start()
    eventually(lambda: all(client.answered > 20 for client in clients))
    before = server.workers()
    os.kill(before[-1], signal.SIGKILL)
    eventually(lambda: len(server.workers()) == len(before) + 1)
    already = [client.answered for client in clients]
    eventually(
        lambda: all(
            client.answered > so_far + 20 for client, so_far in zip(clients, already, strict=True)
        )
    )
    for client in clients:
        client.enough = True
        client.join()
        # The connection to the killed worker breaks, once.
        assert len(client.failed) <= 1
    assert counted(server) >= sum(client.answered for client in clients)


def test_a_stop_lets_what_is_under_way_end() -> None:
    with serving(WORKERS="1") as server, server.connect() as connection:
        connection.sendall(posted("/v1/odds", LONG, "Connection: close"))
        eventually(lambda: counted(server, "ofcapi_computing_slots_in_use") == 1)
        server.process.send_signal(signal.SIGTERM)
        eventually(lambda: server.lines("Handling signal: term"))
        assert server.process.poll() is None
        received = answer(connection)
        assert received.startswith(b"HTTP/1.1 200")
        assert json.loads(received.partition(b"\r\n\r\n")[2])["complete"] is False
        assert server.process.wait(timeout=30) == 0
