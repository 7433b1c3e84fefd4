"""Schema components without a marshmallow schema: the values that have several notations."""

from collections.abc import Mapping, Sequence
from typing import Any

from ofcapi.engine.game.options import CHOICES, MOST_POINTS, ROYALTY_KEYS
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, LOW_ENTRY_KEYS, ROWS
from ofcapi.engine.worth.values import MOST_WORTH, OBJECTIVES
from ofcapi.http.forms.schemas.rule_sets import FANTASYLAND

# One card, and lists and boards of them, in every notation that the engine reads.
_CARD = "(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♧♦♢♥♡♠♤][\\ufe0e\\ufe0f]*"
_LIST = f"[ ,\\t\\r\\n]*(?:{_CARD}[ ,\\t\\r\\n]*)*"

_CARDS_TEXT = {
    "type": "string",
    "pattern": f"^{_LIST}$",
    "description": "Ranks 23456789TJQKA (or 10) and suits cdhs (or the symbols), in any case, "
    "with nothing, spaces or commas between cards.",
}
_POINTS = {"type": "integer", "minimum": 0, "maximum": MOST_POINTS}
_WORTH = {"type": "number", "minimum": -MOST_WORTH, "maximum": MOST_WORTH}
_FANTASYLAND_CARDS = {
    "type": "integer",
    "minimum": min(FANTASYLAND_CARDS),
    "maximum": max(FANTASYLAND_CARDS),
}


def _numbers(required: Sequence[str], **more: Any) -> dict[str, Any]:
    whole = {"numerator": {"type": "integer"}, "denominator": {"type": "integer"}}
    properties = {"value": {"type": "number"}, **whole, **more}
    return {"type": "object", "properties": properties, "required": list(required)}


def _choices(*options: str) -> dict[str, Any]:
    return {name: {"type": "string", "enum": list(CHOICES[name])} for name in options}


def _table(keys: Sequence[str], values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "propertyNames": {"enum": list(keys)},
        "additionalProperties": dict(values),
    }


COMPONENTS: dict[str, dict[str, Any]] = {
    "Cards": {
        "description": "A card list. Responses always use the array form.",
        "anyOf": [
            _CARDS_TEXT,
            {"type": "array", "items": {"type": "string", "pattern": f"^ *{_CARD} *$"}},
        ],
        "examples": ["QhQd2s", ["Qh", "Qd", "2s"]],
    },
    "Board": {
        "description": "A board; rows may be incomplete or empty. Responses use the text form.",
        "anyOf": [
            {
                "type": "string",
                "pattern": f"^(?:{_LIST}/{_LIST}/{_LIST}| *)$",
                "description": "top/middle/bottom",
            },
            {
                "type": "object",
                "properties": {row: {"$ref": "#/components/schemas/Cards"} for row in ROWS},
                "additionalProperties": False,
            },
        ],
        "examples": ["Qh//AhKh", {"top": "Qh", "bottom": ["Ah", "Kh"]}],
    },
    "Opponent": {
        "description": "Another player: their board at the end of any street, or the number of "
        "cards of the Fantasyland hand that they are setting. An empty board is unknown.",
        "anyOf": [
            {"$ref": "#/components/schemas/Board"},
            {
                "type": "object",
                "properties": {"fantasyland": _FANTASYLAND_CARDS},
                "required": ["fantasyland"],
                "additionalProperties": False,
            },
        ],
        "examples": ["Qh//AhKhTh2d", {"fantasyland": 14}],
    },
    "Objective": {
        "description": "What best play maximises. Ties go to more expected points, then, in exact "
        "results, to the stronger rows.",
        "default": "points",
        "anyOf": [
            {"type": "string", "enum": list(OBJECTIVES)},
            {
                "type": "object",
                "properties": {
                    "row": {"type": "string", "enum": list(ROWS)},
                    "at_least": {"type": "string"},
                },
                "required": ["row", "at_least"],
                "additionalProperties": False,
            },
        ],
        "examples": ["points", {"row": "bottom", "at_least": "flush"}],
    },
    "Values": {
        "description": "The worth, in points, of a foul (if there are no opponents) and "
        "of a ticket to Fantasyland by its number of cards. At most 4 decimal places.",
        "type": "object",
        "properties": {
            "foul": _WORTH,
            "fantasyland": {
                "type": "object",
                "properties": {str(cards): _WORTH for cards in FANTASYLAND_CARDS},
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
        "examples": [{"foul": -6, "fantasyland": {"14": 9.6}}],
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
                    **_choices("row_order", "scoring"),
                    "foul_points": _POINTS,
                    **_choices("royalties_paid"),
                    "royalties": {"$ref": "#/components/schemas/RoyaltyTables"},
                    "fantasyland": FANTASYLAND,
                    "values": {
                        "description": "Allowed as returned by /v1/rules; cannot be changed."
                    },
                    "deal": {
                        "description": "Fixed by the preset; may be repeated but not changed."
                    },
                    "players": {
                        "description": "Fixed by the preset; may be repeated but not changed."
                    },
                    "middle": {
                        "description": "Fixed by the preset; may be repeated but not changed."
                    },
                },
                "additionalProperties": False,
            },
        ],
        "examples": ["classic", {"preset": "pineapple", "scoring": "2-4"}],
    },
    "RoyaltyTables": {
        "description": "Points by row and hand; a row that is given replaces the whole table of "
        "that row. A 2-7 middle uses the keys that begin with `low_`.",
        "type": "object",
        "properties": {row: _table(ROYALTY_KEYS[row], _POINTS) for row in ROWS},
        "additionalProperties": False,
    },
    "FantasylandRules": {
        "description": "Who enters with how many cards, who stays, and with how many cards. In "
        "`entry`, a key means that hand or a better one on top, up to the next key given; keys "
        "with `low_75432` are for deuce-to-seven. An `entry` table that is given replaces the "
        "whole table.",
        "type": "object",
        "properties": {
            "entry": _table(LOW_ENTRY_KEYS, _FANTASYLAND_CARDS),
            "stay": {
                "type": "object",
                "properties": {row: {"type": ["string", "null"]} for row in ROWS},
                "additionalProperties": False,
                "description": "The least hand to stay with, by row: a category, or a category and "
                "a rank, such as `pair_Q`.",
            },
            "stay_cards": {"anyOf": [_FANTASYLAND_CARDS, {"type": "string", "enum": ["same"]}]},
        },
        "additionalProperties": False,
    },
    "DefaultValues": {
        "description": "Not an option: the default values of questions, in points; see "
        "docs/fantasyland.md.",
        "type": "object",
        "properties": {
            "foul": {"type": "number"},
            "fantasyland": {"type": "object", "additionalProperties": {"type": "number"}},
        },
        "required": ["foul", "fantasyland"],
    },
    "ExactNumber": {
        "description": "A fraction that is not reduced, and its value.",
        **_numbers(["value", "numerator", "denominator"]),
    },
    "Number": {
        "description": "An exact number with its fraction, or a sampled number with its standard "
        "error.",
        **_numbers(
            ["value"],
            std_error={"type": "number", "description": "The standard error of a sampled value."},
        ),
    },
}
"""Schema components without a marshmallow schema, by name."""
