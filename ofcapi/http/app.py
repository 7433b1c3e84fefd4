"""Puts the service together."""

import re
import uuid

from flask import Flask, Response, g, request
from flask_cors import CORS

from ofcapi.http import docs, operations, problems, table
from ofcapi.http.api import OPERATIONS
from ofcapi.http.settings import EXTENSION, Settings

_REQUEST_ID = re.compile(r"[!-~]{1,128}", re.ASCII)
_EXPOSED = ("ETag", "Retry-After", "X-Request-ID")


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; settings default to those of the environment."""
    settings = settings or Settings.from_environment()
    app = Flask("ofcapi", static_folder=None)
    app.extensions[EXTENSION] = settings
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    # A redirect to a tidier path would answer with a page of HTML.
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    CORS(
        app,
        methods=["GET", "HEAD", "OPTIONS", "POST"],
        expose_headers=_EXPOSED,
        send_wildcard=True,
        max_age=86400,
    )
    problems.register(app)
    operations.register(app, OPERATIONS)
    docs.register(app)
    table.register(app)
    app.before_request(_take_request_id)
    app.after_request(_echo_request_id)
    return app


def _take_request_id() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


def _echo_request_id(response: Response) -> Response:
    response.headers["X-Request-ID"] = g.request_id
    return response
