"""deploy/nginx.conf in front of two instances; only ports and folders are changed."""

import json
import os
import shutil
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.serving import QUESTION, ROOT, Client, Server, eventually, free_port, is_open, serving

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
CONFIGURATION = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(
    NGINX is None and "CI" not in os.environ, reason="nginx is not installed here"
)


class Front(NamedTuple):
    """nginx, and the instances behind it."""

    port: int
    instances: tuple[Server, Server]
    log: Path

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Message, str]:
        """The status, the headers and the text of a response."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, sent)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, response.headers, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()


def replaced(text: str, **changes: str) -> str:
    """The configuration with some texts replaced, each of which must be in it."""
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("nginx")
    settings = {
        "WORKERS": "1",
        "OFCAPI_QUOTA": "100000",
        "OFCAPI_TRUSTED_PROXIES": "1",
        "TMPDIR": str(folder),
    }
    with serving(**settings) as first, serving(**settings) as second:
        port = free_port()
        changes = {
            "/tmp/": f"{folder}/",
            "/dev/stdout": f"{folder}/access.log",
            "/dev/stderr": f"{folder}/error.log",
            "listen 8080;": f"listen 127.0.0.1:{port};",
            "api-1:8000": f"127.0.0.1:{first.port}",
            "api-2:8000": f"127.0.0.1:{second.port}",
        }
        file = folder / "nginx.conf"
        file.write_text(replaced(CONFIGURATION, **changes), encoding="utf-8")
        command = [str(NGINX), "-p", str(folder), "-c", str(file), "-e", f"{folder}/error.log"]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        # If root runs the tests, nginx would give its folders to the user nobody.
        directives = "daemon off; user root;"
        nginx = subprocess.Popen([*command, "-g", directives], stderr=subprocess.DEVNULL)
        try:
            eventually(lambda: is_open(port))
            yield Front(port, (first, second), folder / "access.log")
        finally:
            nginx.send_signal(signal.SIGTERM)
            nginx.wait(timeout=30)


def test_answers_to_get_are_cached(front: Front) -> None:
    path = "/v1/score?board=AhAd//&dead=2c"
    status, headers, body = front.ask(path)
    assert (status, headers["Cache-Status"]) == (200, "nginx; fwd=miss")
    assert headers["RateLimit"]
    for _ in range(3):
        status, headers, again = front.ask(path, X_Request_ID="hand-9")
        assert (status, again, headers["Cache-Status"]) == (200, body, "nginx; hit")
        # Headers of the first request must not be repeated for the next one.
        assert headers["X-Request-ID"] == "hand-9"
        assert headers["RateLimit"] is None
    etag = headers["ETag"]
    assert front.ask(path, If_None_Match=etag)[0] == 304


def test_what_is_not_cached(front: Front) -> None:
    for _ in range(2):
        status, headers, _ = front.ask("/v1/score", b'{"board": "AhAd//"}')
        assert (status, headers["Cache-Status"]) == (200, None)
        status, headers, _ = front.ask("/v1/score?board=AhAh//")
        assert (status, headers["Cache-Status"]) == (422, "nginx; fwd=miss")
        status, headers, _ = front.ask("/readyz")
        assert (status, headers["Cache-Status"]) == (200, "nginx; fwd=miss")


def test_ids_are_passed_on(front: Front) -> None:
    for given, kept in (("table-7", True), ("two words", False)):
        _, headers, _ = front.ask("/livez", X_Request_ID=given)
        told = headers["X-Request-ID"]
        assert (told == given) is kept

        def seen(told: str = told) -> bool:
            lines = [line for instance in front.instances for line in instance.lines("request")]
            return told in {line["request_id"] for line in lines}

        eventually(seen)


def test_the_log_has_no_questions_in_it(front: Front) -> None:
    front.ask("/v1/score?board=KhKd//", X_Request_ID='say "hello"')
    front.ask("/v1/score?board=KhKd//", X_Request_ID="logged")
    eventually(lambda: '"logged"' in front.log.read_text(encoding="utf-8"))
    text = front.log.read_text(encoding="utf-8")
    assert {json.loads(line)["path"] for line in text.splitlines()} >= {"/v1/score"}
    assert "KhKd" not in text


def test_its_own_errors_are_problem_documents(front: Front) -> None:
    large = b'{"board": "' + b" " * 3_000_000 + b'"}'
    asked = (("/metrics", None, 404), ("/metrics/", None, 404), ("//metrics", None, 404))
    for path, body, wanted in (
        *asked,
        ("/v1/score", large, 413),
        ("/v1/score?board=" + 10_000 * "A", None, 414),
    ):
        status, headers, text = front.ask(path, body)
        assert (status, json.loads(text)["status"]) == (wanted, wanted)
        assert headers.get_content_type() == "application/problem+json"
    # Below nginx's own limit the service refuses, with a more precise message.
    assert front.ask("/v1/score", large[:1_500_000])[0] == 413
    for sent in (b"GET nowhere\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nA: " + 40_000 * b"b"):
        with socket.create_connection(("127.0.0.1", front.port), timeout=10) as connection:
            connection.sendall(sent)
            answer = b"".join(iter(lambda: connection.recv(1 << 16), b"")).decode()
        head, _, text = answer.partition("\r\n\r\n")
        assert "application/problem+json" in head
        assert json.loads(text)["status"] == 400


def test_an_instance_dies_under_load_and_no_answer_fails(front: Front) -> None:
    """Neither for GET nor for POST. This must be the last test, because the instance stays dead.

    gunicorn sends the headers first and then the body. If the process is killed between the two,
    nginx has begun to pass on the response and cannot ask the other instance. A worker has several
    threads, and each of them may be between the two at that moment. So the one answer that a client
    was waiting for may be cut off; nothing else may go wrong, and nothing a second time.
    """
    first, second = front.instances
    odds = b'{"board": "QsJdJc/KhKd9h5d2c/Ah3c3d", "method": "exact"}'
    clients = [
        *(Client(front.port, path) for path in (QUESTION, "/version", "/readyz")),
        *(Client(front.port, "/v1/odds", odds) for _ in range(3)),
    ]
    for client in clients:
        client.start()
    eventually(lambda: all(client.answered > 5 for client in clients))
    first.kill()
    already = [client.answered for client in clients]
    eventually(
        lambda: all(
            client.answered > so_far + 20 for client, so_far in zip(clients, already, strict=True)
        )
    )
    for client in clients:
        client.enough = True
        client.join()
    for client in clients:
        assert len(client.failed) <= 1, client.failed
        assert all(failure.startswith("IncompleteRead") for failure in client.failed), client.failed
    second.process.send_signal(signal.SIGTERM)
    second.process.wait(timeout=30)
    status, headers, text = front.ask("/v1/score?board=2c//")
    assert (status, json.loads(text)["status"], headers["Retry-After"]) == (503, 503, "1")
