"""The service as it is really run: gunicorn, on a free port of this machine."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
_PATIENCE = 180
"""Seconds that a first start may compile."""


@contextmanager
def served(log: Path, **environment: str) -> Iterator[str]:
    """Start an instance, give its address, and stop it; what it writes goes to ``log``."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "app:app"],
            cwd=ROOT,
            env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port), **environment},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_ready(server, address, log)
        yield address
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(timeout=30)
        except subprocess.TimeoutExpired:
            server.kill()
    assert server.returncode == 0, log.read_text(encoding="utf-8")


def _wait_until_ready(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    for _ in range(10 * _PATIENCE):
        assert server.poll() is None, log.read_text(encoding="utf-8")
        try:
            urllib.request.urlopen(f"{address}/readyz", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"not ready after {_PATIENCE} seconds: {log.read_text(encoding='utf-8')}")
