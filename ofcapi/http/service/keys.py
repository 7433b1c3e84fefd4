"""Optional API keys: if any are set, ``/v1`` requires one in the ``X-API-Key`` header.

All other paths stay open: health, metrics, the version and the documentation.
"""

import hashlib
import hmac
from pathlib import Path

from flask import Flask, Response, g, request

from ofcapi.http.service.problems import Problem
from ofcapi.http.service.settings import Settings

HEADER = "X-API-Key"

GUARDED = "/v1/"
"""The start of the paths that keys and quotas apply to."""


def keys_of(settings: Settings) -> frozenset[str]:
    """The keys in the settings, and in the file that they name: one per line.

    In the file, a line that begins with # is a comment. Raises ``ValueError`` if the file cannot be
    read, or if a setting is given but contains no key: a server that should require keys must not
    start without any.
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
        raise ValueError(f"{name} contains no key")
    return keys


def is_guarded() -> bool:
    """Whether keys and quotas apply to the current request."""
    return request.path.startswith(GUARDED) and request.method != "OPTIONS"


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def register(app: Flask, settings: Settings) -> None:
    """Require a key if the settings contain any; ``g.api_key`` then identifies the key."""
    digests = [_digest(key) for key in keys_of(settings)]
    if not digests:
        return

    def check() -> None:
        if not is_guarded():
            return
        given = _digest(request.headers.get(HEADER, ""))
        # Compares every key in constant time, so that the time taken reveals nothing about them.
        if not sum([hmac.compare_digest(given, digest) for digest in digests]):
            wrong = "not valid" if HEADER in request.headers else "missing"
            detail = f"A valid API key is required in the {HEADER} header; it is {wrong}."
            raise Problem(401, detail)
        g.api_key = given.hex()

    def keep_private(response: Response) -> Response:
        if response.status_code == 401:
            response.headers["WWW-Authenticate"] = f'ApiKey header="{HEADER}"'
        if is_guarded() and response.cache_control.public:
            # A shared cache would give the response to clients without a key.
            response.cache_control.public = False
            response.cache_control.private = True
        return response

    app.before_request(check)
    app.after_request(keep_private)
