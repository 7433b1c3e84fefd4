"""A board to score, and its score."""

from marshmallow import Schema, fields

from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import ROWS
from ofcapi.http.forms.fields import (
    AsIs,
    BoardField,
    CardsField,
    InFantasylandField,
    Part,
    RulesField,
)
from ofcapi.http.forms.schemas.base import RequestSchema, RulesEcho

IN_FANTASYLAND = {
    "description": "true, or the number of cards dealt, if this board was set in Fantasyland; "
    "then the result says whether the player stays.",
    "anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 13, "maximum": 17}],
}


class ScoreRequest(RequestSchema):
    """A board to score."""

    board = BoardField(required=True)
    dead = CardsField(
        load_default=(),
        metadata={"description": "Cards out of play that are not on the board."},
    )
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    in_fantasyland = InFantasylandField(load_default=False, metadata=IN_FANTASYLAND)


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
            "description": "open: unfinished, and can still become legal",
        },
    )
    reason = Part(FoulReasonAnswer, required=True, allow_none=True)


class RowAnswer(Schema):
    """The hand of a row, or of its cards so far."""

    cards = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})
    complete = fields.Boolean(required=True)
    category = fields.String(
        required=True, allow_none=True, metadata={"description": "null for an empty row"}
    )
    description = fields.String(required=True)
    royalty = fields.Integer(
        required=True,
        metadata={"description": "In points; for an unfinished row, those it is certain to earn."},
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
    """Fantasyland in the next hand; for an unfinished board only what is certain."""

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
