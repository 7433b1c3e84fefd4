"""Draws: what the cards to come can make of each row."""

from marshmallow import Schema, fields
from marshmallow.validate import Range

from ofcapi.engine.draws.odds import MOST_CARDS_TO_COME
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.http.forms.fields import AsIs, BoardField, CardsField, Part, RulesField
from ofcapi.http.forms.schemas.base import RequestSchema, RulesEcho


class DrawsRequest(RequestSchema):
    """A board, and the number of cards to come."""

    board = BoardField(required=True)
    dead = CardsField(
        load_default=(),
        metadata={
            "description": "Cards out of play that are not on the board, including own discards."
        },
    )
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    cards_to_come = fields.Integer(
        strict=True,
        validate=Range(min=0, max=MOST_CARDS_TO_COME),
        metadata={
            "description": "Default: all the cards that the player will still see, three a street "
            "in Pineapple. A row with more open slots than cards to come gets no chances."
        },
    )


_CHANCES = {
    "type": ["object", "null"],
    "additionalProperties": {"$ref": "#/components/schemas/ExactNumber"},
}


class RowDrawsAnswer(Schema):
    """What the cards to come can make of one row."""

    open = fields.Integer(required=True, metadata={"description": "Open slots."})
    made = fields.String(
        required=True, allow_none=True, metadata={"description": "The category now."}
    )
    at_least = AsIs(
        required=True,
        metadata={
            **_CHANCES,
            "description": "The chance of each category or better; null if too few cards come to "
            "finish the row. The top row also has pairs and trips by rank.",
        },
    )
    exactly = AsIs(
        required=True,
        metadata={**_CHANCES, "description": "The chance that each category is the best possible."},
    )
    outs = AsIs(
        required=True,
        metadata={
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "Unseen cards that improve the row if they come next, by what they "
            "make.",
        },
    )


class RowsDrawsAnswer(Schema):
    """The three rows."""

    top = Part(RowDrawsAnswer, required=True)
    middle = Part(RowDrawsAnswer, required=True)
    bottom = Part(RowDrawsAnswer, required=True)


class DrawsAnswer(Schema):
    """Exact odds of completing each row on its own."""

    rules = Part(RulesEcho, required=True)
    board = fields.String(required=True)
    unseen = fields.Integer(required=True)
    cards_to_come = fields.Integer(required=True)
    method = fields.String(required=True, metadata={"enum": ["exact"]})
    model = fields.String(required=True, metadata={"enum": ["seen_together"]})
    explanation = fields.String(required=True)
    rows = Part(RowsDrawsAnswer, required=True)
