"""Errors as RFC 9457 problem documents, which list every fault of a request."""

import json
import logging
from collections.abc import Iterable
from typing import Any

from flask import Flask, Response, current_app
from werkzeug.exceptions import HTTPException

from ofcapi.engine.game.faults import Fault

MEDIA_TYPE = "application/problem+json"

_log = logging.getLogger(__name__)

_TITLES = {
    400: ("invalid-request", "The request does not fit the schema"),
    401: ("no-key", "A valid API key is required"),
    404: ("not-found", "Nothing was found at this path"),
    405: ("method-not-allowed", "This path does not support this method"),
    413: ("body-too-large", "The request body is too large"),
    415: ("unsupported-media-type", "The request body is not JSON"),
    422: ("impossible-position", "The request is well formed, but impossible"),
    429: ("quota-exceeded", "Too many requests in too short a time"),
    500: ("internal-error", "The service failed"),
    503: ("unavailable", "The service cannot answer this request now"),
}

_DETAILS = {
    404: "No operation has this path; see /openapi.json for all paths.",
    405: "See the Allow header for the methods that this path supports.",
}


class Problem(Exception):  # noqa: N818 (it becomes a document, not a traceback)
    """Ends an operation with a problem document."""

    def __init__(self, status: int, detail: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.faults = tuple(faults)


def faulty(faults: Iterable[Fault]) -> Problem:
    """The problem of a faulty request: 400 if it does not fit the schema, else 422."""
    every = tuple(faults)
    status = 422 if all(fault.impossible for fault in every) else 400
    count = "1 error" if len(every) == 1 else f"{len(every)} errors"
    return Problem(status, f"The request has {count}; see the errors member.", every)


MOST_FAULTS = 200
"""Faults listed one by one; more are only counted, to limit the size of the response."""


def _listed(faults: Iterable[Fault]) -> list[dict[str, str]]:
    every = list(faults)
    listed = [
        {"pointer": fault.pointer, "code": fault.code, "detail": fault.detail}
        for fault in every[:MOST_FAULTS]
    ]
    if len(every) > MOST_FAULTS:
        detail = f"and {len(every) - MOST_FAULTS} more errors"
        listed.append({"pointer": "", "code": "more_faults", "detail": detail})
    return listed


def document(status: int, detail: str, faults: Iterable[Fault] = ()) -> dict[str, Any]:
    """The problem document as plain data."""
    kind, title = _TITLES.get(status, ("http-error", "The request failed"))
    return {
        "type": f"urn:ofcapi:problem:{kind}",
        "title": title,
        "status": status,
        "detail": detail,
        "errors": _listed(faults),
    }


def failure(error: Exception) -> Problem:
    """A 500 for an unexpected exception, which is logged and not sent to the client."""
    _log.exception("unexpected failure", exc_info=error)
    return Problem(500, "An unexpected error occurred in the service. It has been logged.")


def _response(status: int, detail: str, faults: Iterable[Fault] = ()) -> Response:
    body = json.dumps(document(status, detail, faults), ensure_ascii=False)
    return Response(body, status=status, mimetype=MEDIA_TYPE)


def _from_problem(problem: Problem) -> Response:
    response = _response(problem.status, problem.detail, problem.faults)
    if problem.status == 503:
        response.headers["Retry-After"] = "1"
    return response


def _from_http(error: HTTPException) -> Response:
    status = error.code or 500
    detail = _DETAILS.get(status, error.description or "")
    if status == 413:
        most = current_app.config["MAX_CONTENT_LENGTH"]
        detail = f"The request body must be at most {most:,} bytes."
    response = _response(status, detail)
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _from_failure(error: Exception) -> Response:
    return _from_problem(failure(error))


def register(app: Flask) -> None:
    """Answer every error of the application with a problem document."""
    app.register_error_handler(Problem, _from_problem)
    app.register_error_handler(HTTPException, _from_http)
    app.register_error_handler(Exception, _from_failure)
