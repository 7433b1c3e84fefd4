"""Logs: one JSON object per line on stdout, from the service and from gunicorn."""

import logging
from typing import Any

from flask import g, has_request_context


class RequestId(logging.Filter):
    """Adds the id of the current request to every line; drops no lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        if has_request_context():
            record.request_id = g.get("request_id")
        return True


def logging_config(level: str) -> dict[str, Any]:
    """The configuration for ``logging.config.dictConfig``, for this level and higher ones.

    A line has ``time`` (UTC, ISO 8601), ``level``, ``logger``, ``process`` and ``message``; the
    other members of a request's line are described in ``observing``. Lines written while a request
    is handled have its ``request_id``.
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
        # By default gunicorn's logger has its own handler and does not pass lines to the root.
        "loggers": {"gunicorn.error": {"handlers": [], "propagate": True}},
    }
