"""One canonical encoding of questions, so that equal ones have equal keys and others do not.

A value is written with the names of its types, the fields of frozen classes in their order, the
members of mappings sorted. What has no such form is refused, so that a key never leaves a part of
the question out or depends on how a value happens to be printed.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ofcapi.engine.game.rules import Rules


def encode(value: object) -> bytes:
    """The canonical encoding of a value: JSON text without blanks.

    >>> encode({"b": (1, Fraction(1, 2)), "a": None})
    b'{"Mapping":{"a":null,"b":[1,{"Fraction":"1/2"}]}}'

    Raises ``TypeError`` for a value that has none.
    """
    return json.dumps(_plain(value), separators=(",", ":"), sort_keys=True).encode()


def digest(*parts: object) -> bytes:
    """Thirty-two bytes that stand for the parts of a question, by their canonical encoding."""
    return hashlib.sha256(encode(parts)).digest()


def _plain(value: object) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return {"Fraction": f"{value.numerator}/{value.denominator}"}
    if isinstance(value, Decimal):
        return {"Decimal": str(value)}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, Rules):
        return {"Rules": _rules_digest(value)}
    if is_dataclass(value) and not isinstance(value, type):
        return {type(value).__name__: _fields(value)}
    if isinstance(value, Mapping):
        if not all(isinstance(name, str | int) for name in value):
            raise TypeError("the names of a mapping must be text or whole numbers")
        return {"Mapping": {str(name): _plain(part) for name, part in value.items()}}
    raise TypeError(f"{type(value).__name__} has no canonical encoding")


def _fields(value: Any) -> list[Any]:
    return [_plain(getattr(value, name)) for name in value.__dataclass_fields__]


@lru_cache(maxsize=256)
def _rules_digest(rules: Rules) -> str:
    """Rule sets are the largest part of a question, and few: their own digest stands for them."""
    return hashlib.sha256(json.dumps(_fields(rules)).encode()).hexdigest()
