"""Logs: one JSON object a line on stdout, from the service and from gunicorn alike."""

from typing import Any


def logging_config(level: str) -> dict[str, Any]:
    """What ``logging.config.dictConfig`` takes, from this level up.

    A line has ``time`` (UTC, ISO 8601), ``level``, ``logger``, ``process`` and ``message``; the
    members of a request's line are those of ``observing.Seen``.
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
        "handlers": {
            "stdout": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "stream": "ext://sys.stdout",
            }
        },
        "root": {"level": level.upper(), "handlers": ["stdout"]},
        # gunicorn gives its logger a handler of its own and keeps it from the root's.
        "loggers": {"gunicorn.error": {"handlers": [], "propagate": True}},
    }
