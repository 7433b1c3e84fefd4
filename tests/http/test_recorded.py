"""The answers to several hundred requests are those that were recorded, see ``tests.recording``."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.recording import RECORDED, Request, ask, requests

LINES = RECORDED.read_text(encoding="utf-8").splitlines()


def close(one: Any, other: Any) -> bool:
    """Whether two answers are alike, figures of floating point to twelve digits."""
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, rel=1e-12, abs=1e-12)
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(close(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(close, one, other))
    return bool(type(one) is type(other) and one == other)


def test_what_is_recorded_is_what_is_asked() -> None:
    assert len(LINES) >= 300
    asked = [json.loads(json.dumps(list(request))) for request in requests()]
    assert [json.loads(line)["request"] for line in LINES] == asked


def marks(line: str) -> list[pytest.MarkDecorator]:
    """A ranking of openings takes seconds."""
    return [pytest.mark.slow] if '"board":"//"' in line else []


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=str(i), marks=marks(line)) for i, line in enumerate(LINES)]
)
def test_answers_are_what_they_were(client: FlaskClient, line: str) -> None:
    recorded = json.loads(line)
    found = ask(client, Request(*recorded["request"]))
    assert found["status"] == recorded["status"]
    assert close(found["answer"], recorded["answer"])
