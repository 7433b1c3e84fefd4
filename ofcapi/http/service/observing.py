"""What is seen of every request from outside: a line in the log, and counts.

The members of the line beside those that every line has (see ``logs``):

route         the template of the path, ``none`` where there is nothing at the address
method        the method of HTTP
status        the status of the answer
answered      ``exact`` or ``sampled`` where it was computed, ``cached``, else null
milliseconds  from the request's head being read to the answer being ready

Neither line nor counts have the query, the body, a key or an address in them.
"""

import logging
from time import perf_counter

from flask import Flask, Response, g, has_request_context, request

from ofcapi.http.service import metrics
from ofcapi.http.service.keys import GUARDED

_log = logging.getLogger(__name__)

_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


def note(method: str, cache_status: str = "", complete: bool = True) -> None:
    """Count an answer that took computing, ``exact`` or ``sampled``, or was kept from before.

    ``cache_status`` is what the cache of answers says of it (RFC 9211), and ``complete`` is
    whether there was time for all that was asked for. A request of several questions is noted
    once for each; its line has the last.
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
    """Watch the requests of an application; to be registered before everything else that does."""

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
