"""A simple load client on loopback, and gunicorn started and stopped around it."""

import math
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[1]


@contextmanager
def gunicorn(application: str, workers: int = 1) -> Iterator[int]:
    """Serve an application with the project's own gunicorn settings; gives its port."""
    with gunicorn_process(application, workers) as (port, _):
        yield port


@contextmanager
def gunicorn_process(application: str, workers: int = 1) -> Iterator[tuple[int, int]]:
    """The same; gives the port and the process id of the master."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": str(workers)}
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", application],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(1200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=60)


def get(path: str) -> bytes:
    """The bytes of a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    """The bytes of a POST request with a JSON body."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def is_whole(data: bytes, statuses: Sequence[int] = (200,)) -> bool:
    """Whether a response is complete; raises ``AssertionError`` if it has another status."""
    head, separator, body = data.partition(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    if not separator or len(body) < int(length):
        return False
    assert int(head.split(b" ", 2)[1]) in statuses, data
    return True


def milliseconds_each(port: int, requests: Sequence[bytes]) -> list[float]:
    """The time of each request, one after the other over one keep-alive connection."""
    times = []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for request in requests:
            start = time.perf_counter()
            connection.sendall(request)
            data = b""
            while not is_whole(data):
                data += connection.recv(1 << 16)
            times.append(1000 * (time.perf_counter() - start))
    return times


@dataclass(frozen=True, slots=True)
class Answers:
    """The result of a load: the milliseconds of each response, and responses per second."""

    milliseconds: list[float]
    per_second: float


def answers(
    port: int,
    requests: Iterable[bytes],
    duration: float = math.inf,
    connections: int = 4,
    statuses: Sequence[int] = (200,),
) -> Answers:
    """Send requests over some keep-alive connections, each the next one after its response.

    Sends for ``duration`` seconds, or until there are no more requests, and waits for all
    responses, so that the next load starts with an idle service. Raises ``AssertionError`` at the
    first response with another status, or if there is no response for a minute.
    """
    selector = selectors.DefaultSelector()
    pending = iter(requests)
    data: dict[socket.socket, bytes] = {}
    sent: dict[socket.socket, float] = {}
    times: list[float] = []

    def send(connection: socket.socket) -> None:
        in_time = time.perf_counter() - start < duration
        request = next(pending, None) if in_time else None
        sent.pop(connection, None)
        if request is not None:
            data[connection] = b""
            sent[connection] = time.perf_counter()
            connection.sendall(request)

    start = time.perf_counter()
    with ExitStack() as stack:
        for _ in range(connections):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connection, selectors.EVENT_READ)
            send(connection)
        while sent:
            ready = selector.select(timeout=60)
            assert ready, "no answer for a minute"
            for key, _ in ready:
                connection = cast(socket.socket, key.fileobj)
                piece = connection.recv(1 << 16)
                assert piece, "a connection was closed"
                data[connection] += piece
                if is_whole(data[connection], statuses):
                    times.append(1000 * (time.perf_counter() - sent[connection]))
                    send(connection)
        taken = time.perf_counter() - start
    return Answers(times, len(times) / taken)
