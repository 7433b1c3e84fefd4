"""How gunicorn serves the application: threads beside each other, workers forked when warm."""

import os
from typing import Any

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("WORKERS", "2"))
threads = int(os.environ.get("THREADS", "8"))
preload_app = True
accesslog = "-"
access_log_format = '%(h)s "%(r)s" %(s)s %(B)s %(D)sus %({x-request-id}o)s'


def on_starting(server: Any) -> None:
    """Compile the engine before the socket opens and the workers are forked."""
    from ofcapi.engine.warm_up import warm_up

    server.log.info("compiling the engine (once per machine) ...")
    warm_up()
    server.log.info("the engine is ready")
