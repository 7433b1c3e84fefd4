"""What every test may use."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from ofcapi.http.app import create_app
from ofcapi.http.settings import Settings

DATA = Path(__file__).parent / "data"


def cases(name: str) -> list[dict[str, Any]]:
    """The checked cases of one file in tests/data."""
    found: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    return create_app(Settings()).test_client()
