"""The schemas: what a request may hold, what an answer holds, and so what openapi.yaml says."""

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from ofcapi.engine.rules import DEFAULT_PRESET, PRESETS, ROWS
from ofcapi.http.fields import AsIs, BoardField, CardsField, InFantasylandField, Part, RulesField
from ofcapi.http.problems import Fault

_UNKNOWN = "is no member here; the members are "

# marshmallow's own sentences, as this interface says them.
_PLAIN_WORDS = {
    "Missing data for required field.": ("missing_member", "this member is needed"),
    "Field may not be null.": ("wrong_type", "null is no value of this member"),
}


class RequestSchema(Schema):
    """A request: every member that it does not name is a fault."""

    class Meta:
        """Marshmallow's options."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages["unknown"] = _UNKNOWN + ", ".join(self.fields)


def load(schema: Schema, members: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """The members of a request as the engine's values, and every fault of their form.

    A member with a fault is present with whatever of it could be read, or absent.
    """
    try:
        return dict(schema.load(members)), []
    except ValidationError as error:
        valid = error.valid_data if isinstance(error.valid_data, dict) else {}
        return valid, list(_faults(error.messages))


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
            code, detail = "unknown_member", f"{path[-1]!r} {detail}"
        yield Fault(code, detail, path)


class ScoreRequest(RequestSchema):
    """One board to score."""

    board = BoardField(required=True)
    dead = CardsField(
        load_default=(),
        metadata={"description": "Cards out of play that are not on the board."},
    )
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    in_fantasyland = InFantasylandField(
        load_default=False,
        metadata={
            "description": "True, or the number of cards held, when this board is set in "
            "Fantasyland: then the answer says whether the player stays.",
            "anyOf": [
                {"type": "boolean"},
                {"type": "integer", "minimum": 13, "maximum": 17},
            ],
        },
    )


class RulesEcho(Schema):
    """The rule set of an answer: its preset and the options that differ from it."""

    preset = fields.String(required=True)
    changed = AsIs(required=True, metadata={"type": "object"})


class FoulReasonAnswer(Schema):
    """Why a board fouls."""

    code = fields.String(
        required=True,
        metadata={
            "enum": [
                "top_beats_middle",
                "middle_beats_bottom",
                "middle_equals_bottom",
                "top_beats_bottom",
                "middle_not_low",
                "no_legal_completion",
            ]
        },
    )
    rows = AsIs(
        required=True, metadata={"type": "array", "items": {"type": "string", "enum": list(ROWS)}}
    )
    detail = fields.String(required=True)


class FoulAnswer(Schema):
    """Whether the board is legal, a foul, or still open."""

    status = fields.String(
        required=True,
        metadata={
            "enum": ["legal", "foul", "open"],
            "description": "open: unfinished and still able to be legal",
        },
    )
    reason = Part(FoulReasonAnswer, required=True, allow_none=True)


class RowAnswer(Schema):
    """What a row is, or has so far."""

    cards = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})
    complete = fields.Boolean(required=True)
    category = fields.String(
        required=True, allow_none=True, metadata={"description": "null for an empty row"}
    )
    description = fields.String(required=True)
    royalty = fields.Integer(
        required=True,
        metadata={"description": "Points; of an unfinished row those that it is sure of."},
    )


class RowsAnswer(Schema):
    """The three rows."""

    top = Part(RowAnswer, required=True)
    middle = Part(RowAnswer, required=True)
    bottom = Part(RowAnswer, required=True)


class RoyaltiesAnswer(Schema):
    """Royalties in points, 0 when fouled."""

    top = fields.Integer(required=True)
    middle = fields.Integer(required=True)
    bottom = fields.Integer(required=True)
    total = fields.Integer(required=True)


class FantasylandAnswer(Schema):
    """What follows for the next hand; of an unfinished board only what is certain."""

    enters = fields.Boolean(required=True)
    stays = fields.Boolean(required=True)
    cards = fields.Integer(
        required=True, metadata={"description": "Cards of the next hand, 0 for an ordinary one."}
    )


class ScoreAnswer(Schema):
    """Foul check, royalties and Fantasyland of one board."""

    rules = Part(RulesEcho, required=True)
    board = fields.String(required=True)
    complete = fields.Boolean(required=True)
    foul = Part(FoulAnswer, required=True)
    rows = Part(RowsAnswer, required=True)
    royalties = Part(RoyaltiesAnswer, required=True)
    fantasyland = Part(FantasylandAnswer, required=True)


class DealAnswer(Schema):
    """How the cards come."""

    name = fields.String(required=True)
    opening = fields.Integer(required=True)
    streets = fields.Integer(required=True)
    dealt = fields.Integer(required=True)
    kept = fields.Integer(required=True)
    same_cards = fields.Boolean(required=True)


class PlayersAnswer(Schema):
    """How many seats."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


_POINTS_TABLE = {
    "type": "object",
    "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1000},
}
_ROYALTIES = {
    "type": "object",
    "properties": dict.fromkeys(ROWS, _POINTS_TABLE),
    "additionalProperties": False,
}
_FANTASYLAND = {
    "type": ["object", "null"],
    "properties": {
        "entry": {
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 13, "maximum": 17},
        },
        "stay": {
            "type": "object",
            "properties": {row: {"type": ["string", "null"]} for row in ROWS},
            "additionalProperties": False,
        },
        "stay_cards": {
            "anyOf": [{"type": "integer", "minimum": 13, "maximum": 17}, {"const": "same"}]
        },
    },
    "additionalProperties": False,
}


class RulesAnswer(Schema):
    """One rule set in full."""

    preset = fields.String(required=True)
    deal = Part(DealAnswer, required=True)
    players = Part(PlayersAnswer, required=True)
    middle = fields.String(required=True, metadata={"enum": ["high", "deuce_to_seven"]})
    row_order = fields.String(required=True, metadata={"enum": ["at_least", "strict"]})
    scoring = fields.String(required=True, metadata={"enum": ["1-6", "2-4"]})
    foul_points = fields.Integer(required=True)
    royalties_paid = fields.String(required=True, metadata={"enum": ["both", "row_winner"]})
    royalties = AsIs(required=True, metadata=_ROYALTIES)
    fantasyland = AsIs(required=True, metadata=_FANTASYLAND)


class RulesListAnswer(Schema):
    """The presets."""

    default = fields.String(required=True)
    presets = fields.List(Part(RulesAnswer), required=True)


class StatusAnswer(Schema):
    """The state of the service."""

    status = fields.String(required=True)


class VersionAnswer(Schema):
    """What runs here."""

    name = fields.String(required=True)
    version = fields.String(required=True)


class FaultAnswer(Schema):
    """One fault of a request."""

    pointer = fields.String(
        required=True,
        metadata={
            "description": "JSON pointer to the value; cards have a position in every notation."
        },
    )
    code = fields.String(required=True)
    detail = fields.String(required=True)


class ProblemAnswer(Schema):
    """A problem document (RFC 9457) with every fault of the request."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(Part(FaultAnswer), required=True)


_CARDS_TEXT = {
    "type": "string",
    "description": "Ranks 23456789TJQKA (or 10) and suits cdhs (or the symbols), in any case, "
    "with nothing, blanks or commas between cards.",
}

COMPONENTS: dict[str, dict[str, Any]] = {
    "Cards": {
        "description": "A card list. Answers always use the array form.",
        "anyOf": [_CARDS_TEXT, {"type": "array", "items": {"type": "string"}}],
        "examples": ["QhQd2s", ["Qh", "Qd", "2s"]],
    },
    "Board": {
        "description": "A board: rows may be short or empty. Answers use the text form.",
        "anyOf": [
            {"type": "string", "description": "top/middle/bottom"},
            {
                "type": "object",
                "properties": {row: {"$ref": "#/components/schemas/Cards"} for row in ROWS},
                "additionalProperties": False,
            },
        ],
        "examples": ["Qh//AhKh", {"top": "Qh", "bottom": ["Ah", "Kh"]}],
    },
    "RulesChoice": {
        "description": "A preset's name, or a preset with changed options.",
        "default": "pineapple",
        "anyOf": [
            {"type": "string", "enum": list(PRESETS)},
            {
                "type": "object",
                "properties": {
                    "preset": {"type": "string", "enum": list(PRESETS), "default": "pineapple"},
                    "row_order": {"type": "string", "enum": ["at_least", "strict"]},
                    "scoring": {"type": "string", "enum": ["1-6", "2-4"]},
                    "foul_points": {"type": "integer", "minimum": 0, "maximum": 1000},
                    "royalties_paid": {"type": "string", "enum": ["both", "row_winner"]},
                    "royalties": _ROYALTIES,
                    "fantasyland": _FANTASYLAND,
                    "deal": {"description": "Shown, changeable only by another preset."},
                    "players": {"description": "Shown, changeable only by another preset."},
                    "middle": {"description": "Shown, changeable only by another preset."},
                },
                "additionalProperties": False,
            },
        ],
        "examples": ["classic", {"preset": "pineapple", "scoring": "2-4"}],
    },
}
"""Schema components that are no marshmallow schema: the values that have several notations."""
