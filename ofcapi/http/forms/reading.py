"""Reads requests strictly: unambiguous JSON, and query parameters as members."""

import json
import math
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from flask import Request

from ofcapi.engine.game.faults import Fault
from ofcapi.http.service.problems import Problem, faulty


class _NotJsonError(ValueError):
    """Text that Python's reader accepts but the JSON standard does not."""


def _no_constant(name: str) -> float:
    raise _NotJsonError(f"{name} is not a valid JSON number")


def _exact(text: str) -> int | Decimal:
    if not math.isfinite(float(text)):
        raise _NotJsonError(f"the number {text} is too large")
    number = Decimal(text)
    # JSON has one kind of number: 14.0 is the same as 14. No member is larger than 2**53.
    if abs(number) <= 2**53 and number == number.to_integral_value():
        return int(number)
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _NotJsonError(f"the member {twice!r} is given twice in one object")
    return members


def parse_json(text: str) -> Any:
    """Read JSON (RFC 8259) strictly.

    Numbers that are not whole become ``Decimal``, so that amounts of money stay exact.
    Also refused: NaN and Infinity, numbers that overflow, a member given twice in an object, half
    of a surrogate pair, and nesting that is too deep for the reader. Raises ``ValueError`` with a
    message for the client.
    """
    try:
        value = json.loads(
            text, parse_constant=_no_constant, parse_float=_exact, object_pairs_hook=_unique
        )
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False, default=str).encode()
    except _NotJsonError:
        raise
    except RecursionError:
        raise ValueError("the brackets are nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("a \\u escape is half of a surrogate pair") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg} at line {error.lineno}, column {error.colno}") from None
    except ValueError:
        raise ValueError("a number has too many digits") from None
    return value


def read_body(request: Request) -> dict[str, Any]:
    """The JSON object in the body of a request.

    Raises ``Problem``: 415 for another media type, 400 for anything but a JSON object, and Flask's
    413 for a body over the limit.
    """
    if not request.is_json:
        given = request.mimetype or "none"
        detail = f"The body must be sent as application/json; its Content-Type is {given}."
        raise Problem(415, detail)
    body = request.get_data(cache=False)
    if request.content_length is None:
        # A body sent in chunks is cut at the limit without an error; reading on raises the 413.
        request.stream.read(1)
    try:
        value = parse_json(body.decode())
    except UnicodeDecodeError:
        raise _unreadable("the body is not UTF-8") from None
    except ValueError as error:
        raise _unreadable(str(error)) from None
    if not isinstance(value, dict):
        raise _unreadable("the body must be a JSON object")
    return value


def _unreadable(reason: str) -> Problem:
    return faulty([Fault("invalid_json", reason)])


def read_query(request: Request, text_members: Iterable[str]) -> dict[str, Any]:
    """The query parameters as the members of a request.

    A value that begins with ``{`` or ``[`` is always read as JSON. Other values are text for the
    members named in ``text_members``, and JSON (numbers, true and false) for all others.
    """
    as_text = set(text_members)
    members: dict[str, Any] = {}
    faults = []
    for name, values in request.args.lists():
        value: Any = values[0]
        if len(values) > 1:
            faults.append(Fault("repeated_member", f"{name} is given {len(values)} times", (name,)))
        elif value[:1] in ("{", "["):
            try:
                value = parse_json(value)
            except ValueError as error:
                faults.append(Fault("invalid_json", str(error), (name,)))
        elif name not in as_text:
            try:
                value = parse_json(value)
            except ValueError:
                value = values[0]
        members[name] = value
    if faults:
        raise faulty(faults)
    return members
