"""A bounded client on loopback, and gunicorn started and ended around it."""

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[1]


@contextmanager
def gunicorn(application: str, workers: int = 1) -> Iterator[int]:
    """Serve an application with the project's own gunicorn settings; gives its port."""
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
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=60)


def post(path: str, body: bytes) -> bytes:
    """The bytes of a POST request with a JSON body."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def is_whole(data: bytes) -> bool:
    """Whether an answer is all there; raises ``AssertionError`` where it is not a 200."""
    head, separator, body = data.partition(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    if not separator or len(body) < int(length):
        return False
    assert head.startswith(b"HTTP/1.1 200"), data
    return True


def milliseconds_each(port: int, requests: Sequence[bytes]) -> list[float]:
    """The time of each request, one after the other over one kept-alive connection."""
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


def requests_per_second(
    port: int, requests: Sequence[bytes], duration: float, connections: int = 4
) -> float:
    """Answers a second over some kept-alive connections, each sending its next request at once.

    Raises ``AssertionError`` at the first answer that is not 200.
    """
    selector = selectors.DefaultSelector()
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
    waiting = dict.fromkeys(sockets, b"")
    sent = 0
    for connection in sockets:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(connection, selectors.EVENT_READ)
        connection.sendall(requests[sent % len(requests)])
        sent += 1
    answered = 0
    start = time.perf_counter()
    while time.perf_counter() - start < duration:
        for key, _ in selector.select(timeout=1):
            connection = cast(socket.socket, key.fileobj)
            waiting[connection] += connection.recv(1 << 16)
            if not is_whole(waiting[connection]):
                continue
            waiting[connection] = b""
            answered += 1
            connection.sendall(requests[sent % len(requests)])
            sent += 1
    taken = time.perf_counter() - start
    for connection in sockets:
        connection.close()
    return answered / taken
