"""Serves openapi.yaml and a page to read and try it; browsers need no other host."""

import json
from functools import lru_cache
from pathlib import Path

import yaml
from flask import Flask, Response
from flask_swagger_ui import get_swaggerui_blueprint

# Otherwise the page would ask another host whether the document is valid.
_PAGE = {"app_name": "ofcapi", "validatorUrl": None}

DOCUMENT = Path(__file__).resolve().parents[3] / "openapi.yaml"


@lru_cache(maxsize=1)
def _as_yaml() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _as_json() -> str:
    return json.dumps(yaml.safe_load(_as_yaml()), ensure_ascii=False)


def register(app: Flask) -> None:
    """Serve ``/openapi.yaml``, ``/openapi.json`` and ``/docs``."""

    def openapi_yaml() -> Response:
        return Response(_as_yaml(), mimetype="application/yaml")

    def openapi_json() -> Response:
        return Response(_as_json(), mimetype="application/json")

    app.add_url_rule("/openapi.yaml", view_func=openapi_yaml)
    app.add_url_rule("/openapi.json", view_func=openapi_json)
    page = get_swaggerui_blueprint("/docs", "/openapi.json", config=_PAGE)
    app.register_blueprint(page)
