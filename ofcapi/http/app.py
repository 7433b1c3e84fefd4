"""Builds the WSGI application from its parts."""

import re
import uuid

from flask import Flask, Response, g, request
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from ofcapi.http import operations
from ofcapi.http.api import OPERATIONS
from ofcapi.http.pages import docs, table
from ofcapi.http.service import keys, metrics, observing, problems, quota
from ofcapi.http.service.settings import EXTENSION, Settings, origins_of
from ofcapi.http.work import workshop

_REQUEST_ID = re.compile(r"[!-~]{1,128}", re.ASCII)
_EXPOSED = (
    "Cache-Status",
    "ETag",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-ID",
)


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; settings default to those of the environment."""
    settings = settings or Settings.from_environment()
    app = Flask("ofcapi", static_folder=None)
    app.extensions[EXTENSION] = settings
    app.extensions[workshop.EXTENSION] = workshop.Workshop(settings)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    # A redirect to a normalised path would be answered with an HTML page.
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    origins = origins_of(settings.allowed_origins)
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0
        )
    # What is registered first sees the request first and the response last.
    observing.register(app)
    app.before_request(_take_request_id)
    app.after_request(_complete_headers)
    CORS(
        app,
        origins=origins,
        methods=["GET", "HEAD", "OPTIONS", "POST"],
        expose_headers=_EXPOSED,
        send_wildcard=True,
        always_send="*" in origins,
        max_age=86400,
    )
    if "*" not in origins:
        app.after_request(_vary_by_origin)
    problems.register(app)
    operations.register(app, OPERATIONS)
    docs.register(app)
    table.register(app)
    metrics.register(app)
    keys.register(app, settings)
    quota.register(app, settings)
    return app


def _vary_by_origin(response: Response) -> Response:
    """Stop caches on the way from giving one web page's response to another."""
    response.vary.add("Origin")
    return response


def _take_request_id() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


def _complete_headers(response: Response) -> Response:
    response.headers["X-Request-ID"] = g.request_id
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
