"""The API reads back what it writes: JSON, money, pointers, queries."""

import json
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from ofcapi.engine.game.faults import pointer
from ofcapi.http.forms.fields import AmountField, amount
from ofcapi.http.forms.reading import parse_json, read_query

names = st.text(st.characters(exclude_categories=["Cs"]))
whole = st.integers(-(10**18), 10**18)
json_values = st.recursive(
    st.none() | st.booleans() | whole | names,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
money = st.decimals(0, 100_000_000, places=4)


@given(json_values)
def test_json(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert parse_json(text) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12))
def test_decimals_stay_what_was_typed(number: Decimal) -> None:
    text = f"{number:f}"
    assert parse_json(f"[{text}]") == [Decimal(text)]


@given(money)
def test_money_is_answered_as_the_number_that_reads_as_it(paid: Decimal) -> None:
    field = AmountField(least=0, most=100_000_000)
    shown = json.dumps({"money": amount(paid)})
    assert field.deserialize(parse_json(shown)["money"]) == paid


@given(st.lists(names | st.integers(0, 99)))
def test_pointers(path: list[str | int]) -> None:
    """Read as in RFC 6901."""
    parts = pointer(path).split("/")[1:]
    assert [part.replace("~1", "/").replace("~0", "~") for part in parts] == list(map(str, path))


@pytest.mark.slow
@given(
    st.dictionaries(
        st.from_regex("[a-z_]{1,9}", fullmatch=True),
        st.dictionaries(names, json_values, max_size=3) | st.lists(json_values, max_size=3) | whole,
        max_size=5,
    )
)
def test_queries(members: dict[str, Any]) -> None:
    """Objects, arrays and numbers are JSON text in a query."""
    query = urlencode({name: json.dumps(value) for name, value in members.items()})
    request: Any = Request(EnvironBuilder(query_string=query).get_environ())
    assert read_query(request, ()) == members
