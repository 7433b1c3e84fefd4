"""Fixtures and settings for all tests."""

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from hypothesis import Phase, settings
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.test import TestResponse

from ofcapi.engine.warm_up import warm_up
from ofcapi.http.app import create_app
from ofcapi.http.pages.docs import DOCUMENT
from ofcapi.http.service.settings import Settings
from tests.serving import served

DATA = Path(__file__).parent / "data"

# Every run uses the same examples, on any machine, so that tests do not fail at random. The option
# --hypothesis-profile=search of pytest tries new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=2_000, deadline=None)
# For runs in which only the fact that a test fails matters, not the example.
settings.register_profile("fails", settings.get_profile("same"), phases=[Phase.generate])
settings.load_profile("same")


def cases(name: str) -> list[dict[str, Any]]:
    """The checked cases of one file in tests/data."""
    found: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=1)
def api() -> dict[str, Any]:
    """The API's document."""
    document: dict[str, Any] = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    return document


@lru_cache(maxsize=256)
def _validator(schema: str) -> Draft202012Validator:
    registry: Registry[Any] = Registry().with_resource(
        "urn:api", Resource.from_contents(api(), default_specification=DRAFT202012)
    )
    absolute = json.loads(schema.replace('"#/', '"urn:api#/'))
    return Draft202012Validator(absolute, registry=registry)


def errors(schema: dict[str, Any], value: Any) -> list[str]:
    """The violations of a schema of the document by a value."""
    return [error.message for error in _validator(json.dumps(schema)).iter_errors(value)]


class HonestClient(FlaskClient):
    """A test client that checks every JSON response against the API's document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        if response.is_json and response.request.path.startswith("/v1"):
            if response.status_code == 200:
                answer = self._operation(response)["responses"]["200"]["content"]
                schema = answer["application/json"]["schema"]
            else:
                schema = {"$ref": "#/components/schemas/Problem"}
            assert errors(schema, response.get_json()) == []
        return response

    @staticmethod
    def _operation(response: TestResponse) -> dict[str, Any]:
        path, method = response.request.path, response.request.method.lower()
        if path.startswith("/v1/rules/"):
            path = "/v1/rules/{name}"
        operation: dict[str, Any] = api()["paths"][path][method]
        return operation


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    warm_up()
    app = create_app(Settings())
    app.test_client_class = HonestClient
    return app.test_client()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the instance: ``OFCAPI_URL``, or that of a new instance."""
    given = os.environ.get("OFCAPI_URL", "").rstrip("/")
    if given:
        yield given
    else:
        with served(tmp_path_factory.mktemp("service") / "log") as url:
            yield url
