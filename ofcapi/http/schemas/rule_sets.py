"""The rule sets as they are shown."""

from marshmallow import Schema, fields

from ofcapi.engine.rules import ROWS
from ofcapi.http.fields import AsIs, Part


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


ROYALTIES = {
    "type": "object",
    "properties": dict.fromkeys(ROWS, _POINTS_TABLE),
    "additionalProperties": False,
}


FANTASYLAND = {
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


VALUES = {
    "type": "object",
    "properties": {
        "foul": {"type": "number"},
        "fantasyland": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "required": ["foul", "fantasyland"],
    "description": "Not an option: the values in points that questions use by default, see "
    "docs/fantasyland.md.",
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
    royalties = AsIs(required=True, metadata=ROYALTIES)
    fantasyland = AsIs(required=True, metadata=FANTASYLAND)
    values = AsIs(required=True, metadata=VALUES)


class RulesListAnswer(Schema):
    """The presets."""

    default = fields.String(required=True)
    presets = fields.List(Part(RulesAnswer), required=True)
