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

from flask import Flask, Response, g, request

from ofcapi.http import metrics
from ofcapi.http.keys import GUARDED

_log = logging.getLogger(__name__)

_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


def _cache_result(response: Response) -> str | None:
    """What ``Cache-Status`` (RFC 9211) says of this service's own cache, hit or miss."""
    for member in response.headers.get("Cache-Status", "").split(","):
        name, *parameters = (part.strip() for part in member.split(";"))
        if name == "ofcapi":
            return "hit" if "hit" in parameters else "miss"
    return None


def _level(status: int) -> int:
    if status == 500:
        return logging.ERROR
    return logging.WARNING if status > 500 else logging.INFO


def register(app: Flask) -> None:
    """Watch the requests of an application; to be registered before everything else that does.

    Whoever computes an answer says so with ``g.computed`` (``"exact"`` or ``"sampled"``), and
    with ``g.complete = False`` where its budget ended it early.
    """

    def begin() -> None:
        g.began = perf_counter()

    def end(response: Response) -> Response:
        seconds = perf_counter() - g.began
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in _METHODS else "other"
        status = response.status_code
        cache, computed = _cache_result(response), g.get("computed")
        line = {
            "route": route,
            "method": method,
            "status": status,
            "answered": "cached" if cache == "hit" else computed,
            "milliseconds": round(1000 * seconds, 3),
        }
        _log.log(_level(status), "request", extra=line)
        metrics.REQUESTS.labels(route, method, status).inc()
        metrics.SECONDS.labels(route).observe(seconds)
        if cache:
            metrics.CACHE.labels(cache).inc()
        if computed and cache != "hit":
            metrics.COMPUTED.labels(computed).inc()
        if not g.get("complete", True):
            metrics.OVERRUNS.labels("incomplete").inc()
        elif status == 503 and route.startswith(GUARDED):
            metrics.OVERRUNS.labels("refused").inc()
        return response

    app.before_request(begin)
    app.after_request(end)
