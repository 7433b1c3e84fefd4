"""Single requests with their expected responses (tests/data/requests.json), and common headers."""

from typing import Any

import pytest

from tests.blackbox.service import Reply, Service
from tests.conftest import cases


def send(service: Service, case: dict[str, Any]) -> Reply:
    if "get" in case:
        return service.get(case["get"], case.get("query"))
    if "text" in case:
        headers = {"Content-Type": case.get("media_type", "application/json")}
        return service.send(case["post"], headers, case["text"].encode())
    return service.post(case["post"], case["body"])


def assert_holds(found: Any, expected: Any, path: str = "") -> None:
    """Everything expected is present; a response may have more members, but no longer lists."""
    if isinstance(expected, dict):
        assert isinstance(found, dict), path
        for name, value in expected.items():
            assert name in found, f"{path}/{name}"
            assert_holds(found[name], value, f"{path}/{name}")
    elif isinstance(expected, list):
        assert isinstance(found, list), path
        assert len(found) == len(expected), path
        for place, value in enumerate(expected):
            assert_holds(found[place], value, f"{path}/{place}")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected), path
    else:
        assert found == expected, path


@pytest.mark.parametrize("case", cases("requests"), ids=lambda case: case["id"])
def test_requests(service: Service, case: dict[str, Any]) -> None:
    reply = send(service, case)
    assert reply.status == case["status"], reply.body
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    assert reply.headers["X-Request-ID"]
    assert_holds(reply.body, case.get("expect", {}))
    if reply.status >= 400:
        assert reply.headers.get_content_type() == "application/problem+json"
        assert reply.body["status"] == reply.status
        found = [[fault["pointer"], fault["code"]] for fault in reply.body["errors"]]
        assert sorted(found) == sorted(case.get("faults", []))


def test_a_cached_answer_is_asked_for_again(service: Service) -> None:
    question = {"board": "AhAd//", "dead": "2c"}
    first = service.get("/v1/score", question)
    assert "public" in first.headers["Cache-Control"]
    tag = first.headers["ETag"]
    again = service.get("/v1/score", question, **{"If-None-Match": tag})
    assert (again.status, again.body, again.headers["ETag"]) == (304, None, tag)
    other = service.get("/v1/score", {"board": "AhAd//"}, **{"If-None-Match": tag})
    assert other.status == 200


def test_the_examples_of_the_document_are_answered_as_it_says(service: Service) -> None:
    """The examples of the instance's own document, except sampled results, which depend on time."""
    paths = service.get("/openapi.json").body["paths"]
    asked = 0
    for path, operations in paths.items():
        operation = operations.get("post")
        if operation is None:
            continue
        examples = operation["requestBody"]["content"]["application/json"]["examples"]
        answers = operation["responses"]["200"]["content"]["application/json"]["examples"]
        for name, example in examples.items():
            expected = answers[name]["value"]
            if expected.get("method") != "sampled":
                assert service.answer(path, example["value"]) == expected
                asked += 1
    assert asked > 5
