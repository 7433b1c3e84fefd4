"""An optional quota of requests to ``/v1``, for each API key or, without keys, each address.

The ``RateLimit`` and ``RateLimit-Policy`` headers are those of draft-ietf-httpapi-ratelimit-headers
in the version with one item per policy (draft 8 and later).
"""

import fcntl
import hashlib
import ipaddress
import math
import mmap
import os
import struct
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from flask import Flask, Response, current_app, g, has_request_context, request

from ofcapi.http.service.keys import is_guarded
from ofcapi.http.service.problems import Problem
from ofcapi.http.service.settings import Settings

_EXTENSION = "ofcapi-quota"
_SLOT = struct.Struct("<8sdQ")
_BUCKET = 8


@dataclass(frozen=True, slots=True)
class Window:
    """What a client has left: the requests, and the seconds until the full quota is back."""

    remaining: int
    seconds: float
    refused: bool = False


class Quota:
    """Counts requests of each client in windows that begin with the client's first request.

    The counts are in memory that is shared with every process forked from the one that created
    them. Its size does not depend on the number of clients. With more than ``clients`` at a time,
    those with the fewest requests are forgotten first, so that many new clients cannot reset the
    count of one that sends too many requests.
    """

    def __init__(
        self,
        most: int,
        seconds: int,
        clients: int = 65_536,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._buckets = max(1, clients // _BUCKET)
        size = self._buckets * _BUCKET * _SLOT.size
        with tempfile.TemporaryFile() as file:
            file.truncate(size)
            self._memory = mmap.mmap(file.fileno(), size)
            self._file = os.dup(file.fileno())
        self._salt = os.urandom(16)
        self._threads = Lock()

    def take(self, client: str, count: int = 1) -> Window:
        """Count some requests of a client; none are counted if that would exceed the quota."""
        digest = hashlib.blake2b(client.encode(), digest_size=16, key=self._salt).digest()
        name, bucket = digest[:8], int.from_bytes(digest[8:]) % self._buckets
        with self._threads:
            # Unlike a semaphore in shared memory, a file lock is released if its process is killed.
            fcntl.lockf(self._file, fcntl.LOCK_EX)
            try:
                return self._take(name, bucket, count)
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)

    def _take(self, name: bytes, bucket: int, count: int) -> Window:
        now = self._clock()
        best = (math.inf, 0)
        for slot in range(bucket * _BUCKET, (bucket + 1) * _BUCKET):
            found, began, used = _SLOT.unpack_from(self._memory, slot * _SLOT.size)
            if used and now - began >= self.seconds:
                used = 0
            if found == name and used:
                break
            best = min(best, (used, slot))
        else:
            slot, began, used = best[1], now, 0
        refused = used + count > self.most
        if not refused:
            used += count
            _SLOT.pack_into(self._memory, slot * _SLOT.size, name, began, used)
        return Window(self.most - used, began + self.seconds - now, refused)


def _client() -> str:
    """The client's key or, without keys, its address; an IPv6 address stands for its network."""
    key: str | None = g.get("api_key")
    if key:
        return key
    given = request.remote_addr or ""
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given
    address = getattr(address, "ipv4_mapped", None) or address
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def charge(count: int) -> None:
    """Count requests of the current client; raises ``Problem`` 429 if they exceed the quota.

    Every request is counted as one before it is read; a batch then charges for the rest of its
    requests. Outside of a request nothing is counted.
    """
    quota: Quota | None = current_app.extensions.get(_EXTENSION) if has_request_context() else None
    if quota is None or count <= 0:
        return
    g.window = quota.take(_client(), count)
    if g.window.refused:
        wait = math.ceil(g.window.seconds)
        allowed = f"At most {quota.most} requests in {quota.seconds} s are allowed"
        raise Problem(429, f"{allowed}; try again in {wait} s.")


def register(app: Flask, settings: Settings) -> None:
    """Enforce the quota in the settings, if there is one."""
    if not settings.quota:
        return
    app.extensions[_EXTENSION] = Quota(settings.quota, settings.quota_seconds)
    policy = f'"default";q={settings.quota};w={settings.quota_seconds}'

    def count() -> None:
        if is_guarded():
            charge(1)

    def tell(response: Response) -> Response:
        window: Window | None = g.get("window")
        if window:
            wait = math.ceil(window.seconds)
            response.headers["RateLimit-Policy"] = policy
            response.headers["RateLimit"] = f'"default";r={window.remaining};t={wait}'
            if response.status_code == 429:
                response.headers["Retry-After"] = str(wait)
        return response

    app.before_request(count)
    app.after_request(tell)
