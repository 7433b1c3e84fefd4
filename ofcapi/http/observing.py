"""What is seen of every request from outside: a line in the log, and counts.

Neither has the query, the body, a key or an address in it.
"""

import logging
from dataclasses import asdict, dataclass
from time import perf_counter

from flask import Flask, Response, g, request

from ofcapi.http import metrics

_log = logging.getLogger(__name__)

_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it was answered.

    route         the template of the path, ``none`` where there is nothing at the address
    answered      ``exact`` or ``sampled`` where it was computed, ``cached``, else None
    milliseconds  from the request's head being read to the answer being ready
    """

    route: str
    method: str
    status: int
    answered: str | None
    milliseconds: float


def _cache_result(response: Response) -> str | None:
    """What ``Cache-Status`` (RFC 9211) says of this service's own cache, hit or miss."""
    for member in response.headers.get("Cache-Status", "").split(","):
        name, *parameters = (part.strip() for part in member.split(";"))
        if name == "ofcapi":
            return "hit" if "hit" in parameters else "miss"
    return None


def _level(seen: Seen) -> int:
    if seen.status == 500:
        return logging.ERROR
    return logging.WARNING if seen.status > 500 else logging.INFO


def register(app: Flask) -> None:
    """Watch the requests of an application; to be registered before everything else that does.

    Whoever computes an answer says so with ``g.computed`` (``"exact"`` or ``"sampled"``), and
    with ``g.complete = False`` where its budget ended it early.
    """

    def begin() -> None:
        g.began = perf_counter()

    def end(response: Response) -> Response:
        milliseconds = 1000 * (perf_counter() - g.began)
        cache, computed = _cache_result(response), g.get("computed")
        seen = Seen(
            route=request.url_rule.rule if request.url_rule else "none",
            method=request.method if request.method in _METHODS else "other",
            status=response.status_code,
            answered="cached" if cache == "hit" else computed,
            milliseconds=round(milliseconds, 3),
        )
        _log.log(_level(seen), "request", extra=asdict(seen))
        metrics.REQUESTS.labels(seen.route, seen.method, seen.status).inc()
        metrics.SECONDS.labels(seen.route).observe(milliseconds / 1000)
        if cache:
            metrics.CACHE.labels(cache).inc()
        if computed and cache != "hit":
            metrics.COMPUTED.labels(computed).inc()
        if not g.get("complete", True):
            metrics.OVERRUNS.labels("incomplete").inc()
        elif seen.status == 503 and seen.route.startswith("/v1/"):
            metrics.OVERRUNS.labels("refused").inc()
        return response

    app.before_request(begin)
    app.after_request(end)
