"""Values that have several notations: the schema components that are no marshmallow schema."""

from typing import Any

from ofcapi.engine.rules import FANTASYLAND_CARDS, PRESETS, ROWS
from ofcapi.http.fields import OBJECTIVES
from ofcapi.http.schemas.rule_sets import FANTASYLAND, ROYALTIES

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
    "Objective": {
        "description": "What play is best for. Ties go to more expected points.",
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
        "description": "What is not settled at the table, in points: a foul (where no finished "
        "opponent says it) and a ticket to Fantasyland by its number of cards.",
        "type": "object",
        "properties": {
            "foul": {"type": "number", "minimum": -1000, "maximum": 1000},
            "fantasyland": {
                "type": "object",
                "properties": {
                    str(cards): {"type": "number", "minimum": -1000, "maximum": 1000}
                    for cards in FANTASYLAND_CARDS
                },
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
                    "row_order": {"type": "string", "enum": ["at_least", "strict"]},
                    "scoring": {"type": "string", "enum": ["1-6", "2-4"]},
                    "foul_points": {"type": "integer", "minimum": 0, "maximum": 1000},
                    "royalties_paid": {"type": "string", "enum": ["both", "row_winner"]},
                    "royalties": ROYALTIES,
                    "fantasyland": FANTASYLAND,
                    "values": {"description": "As shown by /v1/rules; no option."},
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
