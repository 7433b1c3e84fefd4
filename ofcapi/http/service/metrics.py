"""The metrics of the service, for Prometheus at ``GET /metrics``.

Under gunicorn every worker writes its counts to files in ``PROMETHEUS_MULTIPROC_DIR``, which
gunicorn.conf.py creates, and the worker that answers ``/metrics`` adds them up. Routes are path
templates, so that clients cannot create new series.
"""

import os

from flask import Flask, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

_REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "ofcapi_requests", "Requests answered.", ("route", "method", "status"), registry=_REGISTRY
)
SECONDS = Histogram(
    "ofcapi_request_seconds",
    "Time from the request's head being read to its answer being ready.",
    ("route",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25),
    registry=_REGISTRY,
)
CACHE = Counter(
    "ofcapi_cache", "Questions looked up in the cache of answers.", ("result",), registry=_REGISTRY
)
COMPUTED = Counter(
    "ofcapi_computed", "Answers computed, by their method.", ("method",), registry=_REGISTRY
)
OVERRUNS = Counter(
    "ofcapi_budget_overruns",
    "Questions whose time was too short: answered from fewer samples, or refused with 503.",
    ("outcome",),
    registry=_REGISTRY,
)
SLOTS_IN_USE = Gauge(
    "ofcapi_computing_slots_in_use",
    "Computations that run now.",
    registry=_REGISTRY,
    multiprocess_mode="livesum",
)
SLOTS_WAITING = Gauge(
    "ofcapi_computing_slots_waiting",
    "Computations that wait for a slot now.",
    registry=_REGISTRY,
    multiprocess_mode="livesum",
)


def exposition() -> bytes:
    """Every count in Prometheus' text format, summed over the workers."""
    registry = _REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def register(app: Flask) -> None:
    """Serve ``/metrics``."""

    def metrics() -> Response:
        return Response(exposition(), content_type=CONTENT_TYPE_LATEST)

    # Only under this exact path, so that a proxy can block it.
    app.add_url_rule("/metrics", view_func=metrics, strict_slashes=True)
