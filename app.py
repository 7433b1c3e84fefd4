"""The WSGI entry point: ``gunicorn app:app``, or ``python app.py`` for development."""

import os

from ofcapi.engine.warm_up import warm_up
from ofcapi.http.app import create_app

app = create_app()

if __name__ == "__main__":
    print("compiling the engine (once per machine) ...", flush=True)
    warm_up()
    app.run(host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000")))
