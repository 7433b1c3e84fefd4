"""Optional API keys: with any set, ``/v1`` answers only those who send one as ``X-API-Key``.

What is no question about the game stays open: health, metrics, the version and the document.
"""

import hashlib
import hmac
from pathlib import Path

from flask import Flask, Response, g, request

from ofcapi.http.service.problems import Problem
from ofcapi.http.service.settings import Settings

HEADER = "X-API-Key"

GUARDED = "/v1/"
"""Where the paths begin that keys and quotas are for."""


def keys_of(settings: Settings) -> frozenset[str]:
    """The keys of the settings, and of the file that they name: one a line.

    In the file a line that begins with # is a remark. Raises ``ValueError`` where the file cannot
    be read, or where a setting is given and names no key: a door that should have a lock does not
    stand open.
    """
    found = settings.api_keys.split(",")
    if settings.api_keys_file:
        try:
            lines = Path(settings.api_keys_file).read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise ValueError(f"OFCAPI_API_KEYS_FILE cannot be read: {error}") from None
        found += [line for line in lines if not line.lstrip().startswith("#")]
    keys = frozenset(key.strip() for key in found if key.strip())
    if not keys and (settings.api_keys or settings.api_keys_file):
        name = "OFCAPI_API_KEYS_FILE" if settings.api_keys_file else "OFCAPI_API_KEYS"
        raise ValueError(f"{name} names no key")
    return keys


def is_guarded() -> bool:
    """Whether the request being answered is one of those that keys and quotas are for."""
    return request.path.startswith(GUARDED) and request.method != "OPTIONS"


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def register(app: Flask, settings: Settings) -> None:
    """Ask for a key where the settings name any; ``g.api_key`` then tells keys from each other."""
    digests = [_digest(key) for key in keys_of(settings)]
    if not digests:
        return

    def check() -> None:
        if not is_guarded():
            return
        given = _digest(request.headers.get(HEADER, ""))
        # Every key is compared, in constant time: how long it takes tells nothing about any.
        if not sum([hmac.compare_digest(given, digest) for digest in digests]):
            asked = "is none of this server's" if HEADER in request.headers else "is missing"
            raise Problem(401, f"Send one of this server's keys as {HEADER}; it {asked}.")
        g.api_key = given.hex()

    def keep_private(response: Response) -> Response:
        if response.status_code == 401:
            response.headers["WWW-Authenticate"] = f'ApiKey header="{HEADER}"'
        if is_guarded() and response.cache_control.public:
            # A shared cache would hand the answer to those who have no key.
            response.cache_control.public = False
            response.cache_control.private = True
        return response

    app.before_request(check)
    app.after_request(keep_private)
