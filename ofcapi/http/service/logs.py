"""Logs: one JSON object a line on stdout, from the service and from gunicorn alike."""

import logging
from typing import Any

from flask import g, has_request_context


class RequestId(logging.Filter):
    """Lets every line pass, with the id of the request that it belongs to."""

    def filter(self, record: logging.LogRecord) -> bool:
        if has_request_context():
            record.request_id = g.get("request_id")
        return True


def logging_config(level: str) -> dict[str, Any]:
    """What ``logging.config.dictConfig`` takes, from this level up.

    A line has ``time`` (UTC, ISO 8601), ``level``, ``logger``, ``process`` and ``message``; the
    members of a request's line are in ``observing``. What is written while a request is answered
    has its ``request_id``.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": ["levelname", "name", "process", "message"],
                "rename_fields": {"levelname": "level", "name": "logger"},
                "timestamp": "time",
            }
        },
        "filters": {"request_id": {"()": RequestId}},
        "handlers": {
            "stdout": {
                "filters": ["request_id"],
                "class": "logging.StreamHandler",
                "formatter": "json",
                "stream": "ext://sys.stdout",
            }
        },
        "root": {"level": level.upper(), "handlers": ["stdout"]},
        # gunicorn gives its logger a handler of its own and keeps it from the root's.
        "loggers": {"gunicorn.error": {"handlers": [], "propagate": True}},
    }
