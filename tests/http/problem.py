"""Checks of problem documents."""

from typing import Any

from werkzeug.test import TestResponse


def problem(response: TestResponse, status: int) -> dict[str, Any]:
    """The problem document of a response, after checking that it is one of this status."""
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.mimetype == "application/problem+json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    document: dict[str, Any] = response.get_json()
    assert document.keys() == {"type", "title", "status", "detail", "errors"}
    assert document["status"] == status
    return document


def faults(response: TestResponse, status: int) -> set[tuple[str, str]]:
    """The pointers and codes of a problem document."""
    return {(fault["pointer"], fault["code"]) for fault in problem(response, status)["errors"]}
