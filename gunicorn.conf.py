"""Settings of gunicorn: workers with several threads, forked after the engine is compiled."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from ofcapi.http.service.logs import logging_config
from ofcapi.http.service.settings import Settings


class _Logger(Logger):  # type: ignore[misc]
    def access(self, *_: Any) -> None:
        """Log nothing: the application itself writes a line for every request."""


def _number(name: str, default: str) -> int:
    text = os.environ.get(name, default)
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ValueError(f"{name} must be a whole number of at least 1, not {text!r}")
    return int(text)


_settings = Settings.from_environment()
bind = f"{os.environ.get('HOST', '127.0.0.1')}:{_number('PORT', '8000')}"
worker_class = "gthread"
workers = _number("WORKERS", "2")
threads = _number("THREADS", "8")
if threads <= _settings.slots + _settings.queue:
    raise ValueError(
        f"THREADS ({threads}) must be greater than OFCAPI_SLOTS and OFCAPI_QUEUE together "
        f"({_settings.slots + _settings.queue}), so that scores and health checks never wait for "
        "computations"
    )
preload_app = True
# When the server is told to stop, current requests have this many seconds to finish. This is more
# than the largest budget of a request, unless OFCAPI_MAX_BUDGET_MS is raised.
graceful_timeout = 30
# Longer than nginx keeps an idle connection, so that a request is never sent on a closing one.
keepalive = 75
control_socket_disable = True
logger_class = _Logger
loglevel = _settings.log_level
logconfig_dict = logging_config(loglevel)

# The folder for the workers' counts for Prometheus. The library reads the variable on import, so it
# is set before the application is imported; a reload of this file keeps the folder.
_METRICS = "PROMETHEUS_MULTIPROC_DIR"
_MAKER = "PROMETHEUS_MULTIPROC_DIR_MADE_BY"
if _METRICS not in os.environ:
    os.environ[_METRICS] = tempfile.mkdtemp(prefix="ofcapi-metrics-")
    os.environ[_MAKER] = str(os.getpid())


def on_starting(server: Any) -> None:
    """Compile the engine before the socket opens and the workers are forked."""
    from ofcapi.engine.warm_up import warm_up

    for left_by_an_earlier_run in Path(os.environ[_METRICS]).glob("*.db"):
        left_by_an_earlier_run.unlink()
    server.log.info("compiling the engine (once per machine) ...")
    warm_up()
    server.log.info("the engine is ready")


def child_exit(server: Any, worker: Any) -> None:
    """Remove the running computations of a worker that ended from the sums of all workers."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """Remove the folder of counts, unless it was given or another server made it."""
    if os.environ.get(_MAKER) == str(os.getpid()):
        shutil.rmtree(os.environ[_METRICS], ignore_errors=True)
