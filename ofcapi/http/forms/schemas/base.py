"""What all schemas share: strict requests, their faults, numbers, the rule set of a response."""

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from ofcapi.engine.game.faults import Fault
from ofcapi.engine.worth.values import VALUES_SOURCES
from ofcapi.http.forms.fields import AsIs

_UNKNOWN = "expected one of "


# marshmallow's own messages, in the words of this API.
_PLAIN_WORDS = {
    "Missing data for required field.": ("missing_member", "this member is required"),
    "Field may not be null.": ("wrong_type", "this member must not be null"),
    "Not a valid integer.": ("wrong_type", "this member must be a whole number"),
    "Not a valid string.": ("wrong_type", "this member must be a string"),
    "Not a valid list.": ("wrong_type", "this member must be an array"),
    "Not a valid mapping type.": ("wrong_type", "this member must be an object"),
    "Invalid input type.": ("wrong_type", "this must be an object"),
}


class RequestSchema(Schema):
    """A request: every member that the schema does not name is a fault."""

    class Meta:
        """Marshmallow's options."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages["unknown"] = _UNKNOWN + ", ".join(self.fields)


def load(schema: Schema, members: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """The members of a request as the engine's values, and every fault of their form.

    A member with a fault is present with the part of it that could be read, or as None.
    """
    try:
        return dict(schema.load(members)), []
    except ValidationError as error:
        valid = error.valid_data if isinstance(error.valid_data, dict) else {}
        unread = dict.fromkeys(name for name in members if name in schema.fields)
        return unread | valid, list(_faults(error.messages))


def _faults(messages: Any, path: tuple[str | int, ...] = ()) -> Iterator[Fault]:
    if isinstance(messages, Mapping):
        for name, below in messages.items():
            yield from _faults(below, path if name == "_schema" else (*path, name))
    elif isinstance(messages, list):
        for message in messages:
            yield from _faults(message, path)
    elif isinstance(messages, Fault):
        yield messages.under(*path)
    else:
        code, detail = _PLAIN_WORDS.get(messages, ("wrong_value", str(messages)))
        if detail.startswith(_UNKNOWN):
            name = str(path[-1])
            shown = name if len(name) <= 40 else name[:40] + "…"
            code, detail = "unknown_member", f"unknown member {shown!r}; {detail}"
        yield Fault(code, detail, path)


class RulesEcho(Schema):
    """The rule set that was used: its preset and the options that differ from the preset."""

    preset = fields.String(required=True)
    changed = AsIs(required=True, metadata={"type": "object"})


NUMBERS = {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Number"}}


def number(description: str) -> AsIs:
    """A member of a response that is an exact or a sampled number."""
    return AsIs("Number", required=True, metadata={"description": description})


def values_source() -> fields.String:
    """The member that says where the tickets of an answer come from."""
    return fields.String(
        required=True,
        metadata={
            "enum": list(VALUES_SOURCES),
            "description": "Where the tickets come from: the request; the preset; or, for some of "
            "them, the preset although options are changed. What a ticket is worth depends on the "
            "options, so give your own `values` in that case.",
        },
    )
