"""The functions that read input, and what must hold for any input."""

import json
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

from flask.testing import FlaskClient
from hypothesis import strategies as st

from fuzz.inputs import (
    GOOD,
    bytes_gone_bad,
    json_values,
    requests,
    rules,
    scalars,
    texts,
)
from ofcapi.engine.game.board import parse_board
from ofcapi.engine.game.cards import format_cards, parse_cards
from ofcapi.engine.game.options import RulesError, changed_options, options_of, rules_from
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.warm_up import warm_up
from ofcapi.http.app import create_app
from ofcapi.http.forms.reading import parse_json
from ofcapi.http.service.settings import Settings
from tests.conftest import HonestClient

REFUSALS = {400, 404, 405, 413, 415, 422}


def read_cards(cards: Any) -> None:
    """Every token is read as a card or a fault; nothing is raised."""
    found, faults = parse_cards(cards)
    assert all(0 <= card < 52 for card in found)
    assert all(fault.detail.encode() for fault in faults)
    if not faults:
        assert parse_cards(format_cards(found)) == (found, [])


def read_board(text: str) -> None:
    """A board or faults; ``ValueError`` if there are not three rows."""
    try:
        board, faults = parse_board(text)
    except ValueError:
        assert text.count("/") != 2
    else:
        assert all(fault.fault.detail for fault in faults)
        assert parse_board(str(board)) == (board, [])


def read_rules(given: tuple[Any, dict[str, Any]]) -> None:
    """Rules that compile and survive a round trip through options, or ``RulesError``."""
    try:
        made = rules_from(*given)
    except RulesError as error:
        _assert_told([fault.detail for fault in error.faults])
    else:
        compile_rules(made)
        assert rules_from(made.preset, options_of(made)) == made
        assert rules_from(made.preset, changed_options(made)) == made


def read_json(text: str) -> None:
    """The same as the standard reader, except for numbers; or ``ValueError`` with a message."""
    try:
        value = parse_json(text)
    except ValueError as error:
        _assert_told([str(error)])
    else:
        assert _plain(value) == _plain(json.loads(text, parse_float=Decimal))


def _assert_told(details: list[str]) -> None:
    """There are messages, and they can be encoded."""
    assert details
    assert all(detail.encode() for detail in details)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    whole = isinstance(value, Decimal) and abs(value) < 10**15 and value == int(value)
    return int(value) if whole else value


@lru_cache(maxsize=1)
def _client() -> FlaskClient:
    """A client that checks every response against the document, with small budgets."""
    warm_up()
    app = create_app(Settings(default_budget_ms=20, max_budget_ms=50, max_samples=50))
    app.test_client_class = HonestClient
    return app.test_client()


def post_bytes(request: tuple[str, bytes]) -> None:
    """A result or an error of the client; never a 5xx."""
    path, body = request
    response = _client().post(path, data=body, content_type="application/json")
    assert response.status_code in {200, *REFUSALS}


def post_json(request: tuple[str, Any]) -> None:
    """A result or an error of the client; never a 5xx."""
    path, body = request
    response = _client().post(path, json=body)
    assert response.status_code in {200, *REFUSALS}


def get(request: tuple[str, Mapping[str, str]]) -> None:
    """A result or an error of the client; never a 5xx."""
    path, query = request
    response = _client().get(path, query_string=query)
    assert response.status_code in {200, *REFUSALS}


def _query(request: tuple[str, Any]) -> tuple[str, dict[str, str]]:
    path, body = request
    members = body if isinstance(body, dict) else {"board": body}
    return path, {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in members.items()
    }


json_texts = st.one_of(
    texts,
    json_values.map(json.dumps),
    st.sampled_from([json.dumps(body) for _, body in GOOD]).flatmap(
        lambda good: st.tuples(st.integers(0, len(good)), texts).map(
            lambda cut: good[: cut[0]] + cut[1] + good[cut[0] :]
        )
    ),
)
TARGETS = (
    (read_cards, texts | st.lists(scalars, max_size=8)),
    (read_board, texts),
    (read_rules, rules()),
    (read_json, json_texts),
    (post_bytes, bytes_gone_bad()),
    (post_json, requests()),
    (get, requests().map(_query)),
)
"""Functions that raise if something is wrong, each with the input to try on it."""
