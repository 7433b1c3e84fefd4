"""Serves ``/table``, the page that scores a live game; browsers need no other host.

The page's files are served under a path with a digest of their contents. So browsers may cache
them for a year and still get a new version at once: only the page itself is requested each time.
"""

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, abort, request

FOLDER = Path(__file__).parent / "static" / "table"

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".mts": "text/plain",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
"""Listed here because the system's list may lack modules, which browsers would then refuse."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

_PAGE = "index.html"
_FILES_PLACE, _MODULES_PLACE = "{{files}}", "<!-- modules -->"


@lru_cache(maxsize=1)
def _files() -> dict[str, bytes]:
    return {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file()
    }


@lru_cache(maxsize=1)
def files_path() -> str:
    """The path of the page's files; it changes if any of them changes."""
    digest = hashlib.sha256(repr(sorted(_files().items())).encode()).hexdigest()
    return f"/table/{digest[:16]}"


@lru_cache(maxsize=1)
def _page() -> bytes:
    """The page. It lists every module, so that browsers load them in parallel."""
    modules = [name for name in _files() if name.endswith((".js", ".mjs"))]
    links = "\n".join(f'<link rel="modulepreload" href="{{{{files}}}}/{name}">' for name in modules)
    page = _files()[_PAGE].decode().replace(_MODULES_PLACE, links)
    return page.replace(_FILES_PLACE, files_path()).encode()


def register(app: Flask) -> None:
    """Serve the page and its files."""

    def page() -> Response:
        response = _response(_page(), _PAGE)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response.headers["Referrer-Policy"] = "no-referrer"
        response.add_etag()
        response.make_conditional(request)
        return response

    def file(version: str, name: str) -> Response:
        content = _files().get(name)
        if content is None or name == _PAGE or files_path() != f"/table/{version}":
            abort(404)
        response = _response(content, name)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    app.add_url_rule("/table", endpoint="table", view_func=page)
    app.add_url_rule("/table/<version>/<path:name>", endpoint="tableFile", view_func=file)


def _response(content: bytes, name: str) -> Response:
    return Response(content, mimetype=MEDIA_TYPES[Path(name).suffix])
