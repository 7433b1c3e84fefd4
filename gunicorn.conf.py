"""How gunicorn serves the application: threads beside each other, workers forked when warm."""

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
        """Nothing: the application writes a line for every request itself."""


def _number(name: str, default: str) -> int:
    text = os.environ.get(name, default)
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ValueError(f"{name} is a whole number from 1 up, not {text!r}")
    return int(text)


_settings = Settings.from_environment()
bind = f"{os.environ.get('HOST', '127.0.0.1')}:{_number('PORT', '8000')}"
worker_class = "gthread"
workers = _number("WORKERS", "2")
threads = _number("THREADS", "8")
if threads <= _settings.slots + _settings.queue:
    raise ValueError(
        f"THREADS is {threads}, and OFCAPI_SLOTS and OFCAPI_QUEUE together "
        f"{_settings.slots + _settings.queue}: with no thread to spare, computations would keep "
        "scores and health waiting"
    )
preload_app = True
# Requests under way when the server is told to stop have this long to be answered; more than the
# longest budget that a request may have, unless OFCAPI_MAX_BUDGET_MS is raised.
graceful_timeout = 30
# Longer than nginx keeps a connection that it does not use: a request never meets a closing one.
keepalive = 75
control_socket_disable = True
logger_class = _Logger
loglevel = _settings.log_level
logconfig_dict = logging_config(loglevel)

# The workers' counts for Prometheus lie here. The library reads the variable when it is imported,
# so it is set before the application is; a reload of this file keeps the folder.
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
    """Drop what a worker that ended had under way from the sums of all workers."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """Remove the counts; not from a folder that was given, nor one that another server made."""
    if os.environ.get(_MAKER) == str(os.getpid()):
        shutil.rmtree(os.environ[_METRICS], ignore_errors=True)
