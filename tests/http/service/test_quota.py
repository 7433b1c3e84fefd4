"""Quotas: what is counted, for whom, the headers, and how counts are stored."""

import os
import re

import pytest
from flask.testing import FlaskClient

from ofcapi.http.app import create_app
from ofcapi.http.service.quota import Quota, charge
from ofcapi.http.service.settings import Settings
from tests.http.problem import problem

QUESTION = "/v1/score?board=AhAd//"


class Clock:
    """A clock that a test sets."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def client(**settings: int | str) -> FlaskClient:
    return create_app(Settings(**settings)).test_client()  # type: ignore[arg-type]


def seconds_left(header: str, requests: int) -> int:
    """The seconds of ``RateLimit`` for a number of requests: under 60 on a busy machine."""
    found = re.fullmatch(rf'"default";r={requests};t=(\d+)', header)
    assert found
    assert 30 < int(found[1])
    return int(found[1])


def test_the_headers_count_down_to_a_refusal() -> None:
    asking = client(quota=2, quota_seconds=60)
    for left in (1, 0):
        answer = asking.get(QUESTION)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"default";q=2;w=60'
        assert seconds_left(answer.headers["RateLimit"], left) <= 60
        assert "Retry-After" not in answer.headers
    refused = asking.post("/v1/score", json={"board": "//"})
    document = problem(refused, 429)
    assert document["type"] == "urn:ofcapi:problem:quota-exceeded"
    assert refused.headers["Retry-After"] == str(seconds_left(refused.headers["RateLimit"], 0))
    exposed = refused.headers["Access-Control-Expose-Headers"]
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(re.split(", *", exposed))


def test_what_is_never_counted_or_refused() -> None:
    asking = client(quota=1)
    assert asking.get(QUESTION).status_code == 200
    assert asking.get(QUESTION).status_code == 429
    for path in ("/livez", "/version", "/metrics", "/openapi.json"):
        answer = asking.get(path)
        assert answer.status_code == 200
        assert "RateLimit" not in answer.headers
    assert asking.options("/v1/score").status_code == 200


def test_without_a_quota_nothing_is_said_of_one() -> None:
    assert "RateLimit" not in client().get(QUESTION).headers


def test_each_key_has_its_own_quota_wherever_it_asks_from() -> None:
    asking = client(quota=1, api_keys="north,south")

    def status(key: str, address: str) -> int:
        sent = {"X-API-Key": key}
        answer = asking.get(QUESTION, headers=sent, environ_base={"REMOTE_ADDR": address})
        return answer.status_code

    assert status("north", "192.0.2.1") == 200
    assert status("north", "192.0.2.2") == 429
    assert status("south", "192.0.2.1") == 200
    assert status("wrong", "192.0.2.9") == 401


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::5", "2001:db8:0:1:ffff::9", True),
        ("2001:db8:0:1::5", "2001:db8:0:2::5", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
    ],
)
def test_addresses(first: str, second: str, together: bool) -> None:
    """An IPv6 network (/64) is one client, because its owner has all its addresses."""
    asking = client(quota=1)
    assert asking.get(QUESTION, environ_base={"REMOTE_ADDR": first}).status_code == 200
    then = asking.get(QUESTION, environ_base={"REMOTE_ADDR": second})
    assert then.status_code == (429 if together else 200)


def test_the_address_behind_a_proxy_that_is_trusted() -> None:
    def statuses(asking: FlaskClient) -> list[int]:
        return [
            asking.get(QUESTION, headers={"X-Forwarded-For": f"6.6.6.6, 192.0.2.{one}"}).status_code
            for one in (1, 2, 1)
        ]

    assert statuses(client(quota=1, trusted_proxies=1)) == [200, 200, 429]
    assert statuses(client(quota=1)) == [200, 429, 429]


def test_a_request_of_several_questions_charges_for_each() -> None:
    app = create_app(Settings(quota=5))

    @app.get("/v1/several")
    def several() -> str:
        charge(3)
        return "done"

    asking = app.test_client()
    answer = asking.get("/v1/several")
    assert answer.headers["RateLimit"].startswith('"default";r=1;')
    assert problem(asking.get("/v1/several"), 429)
    with create_app(Settings()).test_request_context():
        charge(3)
    charge(3)


def test_a_window_ends() -> None:
    clock = Clock()
    quota = Quota(2, 60, clock=clock)
    assert quota.take("a").remaining == 1
    clock.now += 59
    assert quota.take("a").remaining == 0
    refused = quota.take("a")
    assert (refused.refused, refused.remaining, refused.seconds) == (True, 0, 1)
    clock.now += 1
    assert quota.take("a", 2).remaining == 0
    assert quota.take("b", 3).refused
    assert quota.take("b", 2).remaining == 0


def test_a_crowd_pushes_out_those_who_ask_least() -> None:
    quota = Quota(5, 60, clients=8)
    for _ in range(5):
        quota.take("greedy")
    for one in range(1000):
        assert not quota.take(f"client {one}").refused
    assert quota.take("greedy").refused


def test_forked_processes_count_together() -> None:
    quota = Quota(10_000, 600)
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            for _ in range(500):
                quota.take("a")
            os._exit(0)
        children.append(child)
    for child in children:
        assert os.waitpid(child, 0)[1] == 0
    assert quota.take("a").remaining == 10_000 - 2001
