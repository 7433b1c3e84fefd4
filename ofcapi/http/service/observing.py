"""The log line and the counts of every request.

The members of the line, in addition to those of every line (see ``logs``):

route         the template of the path, ``none`` for an unknown path
method        the HTTP method
status        the status of the response
answered      ``exact`` or ``sampled`` if it was computed, ``cached``, else null
milliseconds  from when the request's head was read until the response was ready

Neither the line nor the counts contain the query, the body, a key or a client's address.
"""

import logging
from time import perf_counter

from flask import Flask, Response, g, has_request_context, request

from ofcapi.http.service import metrics
from ofcapi.http.service.keys import GUARDED

_log = logging.getLogger(__name__)

_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


def note(method: str, cache_status: str = "", complete: bool = True) -> None:
    """Count a result that was computed (``exact`` or ``sampled``) or taken from the cache.

    ``cache_status`` is the status that the cache gave it (RFC 9211), and ``complete`` is False if
    there was too little time for everything that was requested. A batch counts every result; its
    line shows the last one.
    """
    parameters = [part.strip() for part in cache_status.split(";")]
    hit = "hit" in parameters
    if cache_status:
        metrics.CACHE.labels("hit" if hit else "miss").inc()
    if not hit and "collapsed" not in parameters:
        metrics.COMPUTED.labels(method).inc()
    if not complete:
        metrics.OVERRUNS.labels("incomplete").inc()
    if has_request_context():
        g.answered = "cached" if hit else method


def _level(status: int) -> int:
    if status == 500:
        return logging.ERROR
    return logging.WARNING if status > 500 else logging.INFO


def register(app: Flask) -> None:
    """Observe the requests of an application; must be registered before all other hooks."""

    def begin() -> None:
        g.began = perf_counter()

    def end(response: Response) -> Response:
        seconds = perf_counter() - g.began
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in _METHODS else "other"
        status = response.status_code
        line = {
            "route": route,
            "method": method,
            "status": status,
            "answered": g.get("answered"),
            "milliseconds": round(1000 * seconds, 3),
        }
        _log.log(_level(status), "request", extra=line)
        metrics.REQUESTS.labels(route, method, status).inc()
        metrics.SECONDS.labels(route).observe(seconds)
        if status == 503 and route.startswith(GUARDED):
            metrics.OVERRUNS.labels("refused").inc()
        return response

    app.before_request(begin)
    app.after_request(end)
