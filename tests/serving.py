"""The service under gunicorn, as in production, and small clients on loopback."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).parents[1]
QUESTION = "/v1/score?board=QhQd2s/KhKdKs4c3d/9cTcJcQcKc"


def free_port() -> int:
    """A free port on loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def eventually(holds: Callable[[], object], seconds: float = 20) -> None:
    """Wait until a condition holds; fails if it does not in time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)


def is_open(port: int) -> bool:
    """Whether the port accepts connections."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


@dataclass
class Server:
    """A running service, and what it has written so far."""

    port: int
    process: subprocess.Popen[str]
    text: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def lines(self, message: str = "") -> list[dict[str, Any]]:
        """The lines whose message begins with a text."""
        read = [json.loads(line) for line in self.text]
        return [line for line in read if line["message"].startswith(message)]

    def workers(self) -> list[int]:
        """The process ids of the workers in the order in which they were started."""
        return [line["process"] for line in self.lines("Booting worker")]

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=30) as response:
            return str(response.read().decode())

    def kill(self) -> None:
        """Kill all its processes, the parent first, so that it cannot replace any."""
        self.process.kill()
        for worker in self.workers():
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


@contextmanager
def serving(**environment: str) -> Iterator[Server]:
    """Serve with the project's own gunicorn settings; stopped at the end."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "app:app"],
        cwd=ROOT,
        env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    server = Server(port, process)

    def read() -> None:
        assert process.stdout is not None
        server.text.extend(process.stdout)

    reader = Thread(target=read)
    reader.start()
    try:
        eventually(lambda: is_open(port) or process.poll() is not None, 180)
        assert process.poll() is None, "".join(server.text)
        yield server
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)
        reader.join()
        if process.stdout is not None:
            process.stdout.close()


@contextmanager
def served(log: Path, **environment: str) -> Iterator[str]:
    """The same for tests that need only the address; the output is in ``log`` at the end."""
    with serving(**environment) as server:
        try:
            yield server.url
        finally:
            log.write_text("".join(server.text), encoding="utf-8")
    assert server.process.returncode == 0, "".join(server.text)


@dataclass
class Client(Thread):
    """Sends the same request repeatedly; it opens a new connection if one fails.

    It asks ``most`` times, or until ``enough`` is set; ``failed`` holds what went wrong each time:
    the error, or an answer that is not 200.
    """

    port: int
    path: str = QUESTION
    body: bytes | None = None
    most: int = 100_000
    enough: bool = False
    answered: int = 0
    failed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        method, headers = (
            ("POST", {"Content-Type": "application/json"}) if self.body else ("GET", {})
        )
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        for _ in range(self.most):
            if self.enough:
                break
            try:
                connection.request(method, self.path, self.body, headers)
                response = connection.getresponse()
                response.read()
            except (OSError, HTTPException) as error:
                self.failed.append(repr(error))
                connection.close()
                continue
            if response.status == 200:
                self.answered += 1
            else:
                self.failed.append(str(response.status))
        connection.close()
