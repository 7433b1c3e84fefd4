"""Fantasyland hands: the best set, and the odds before the cards are seen."""

from marshmallow import Schema, fields
from marshmallow.validate import OneOf, Range

from ofcapi.engine.fantasyland.sets import SET_OBJECTIVES
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS
from ofcapi.engine.worth.values import GivenValues
from ofcapi.http.forms.fields import (
    AsIs,
    CardsField,
    Part,
    RulesField,
    ValuesField,
)
from ofcapi.http.forms.schemas.base import RequestSchema, RulesEcho, number, values_source
from ofcapi.http.forms.schemas.opponents import (
    OpponentAnswer,
    opponents_field,
    opponents_played_field,
    players_field,
)
from ofcapi.http.forms.schemas.scoring import RoyaltiesAnswer


class FantasylandSetRequest(RequestSchema):
    """A Fantasyland hand to set."""

    cards = CardsField(required=True, metadata={"description": "The 13 to 17 cards of the hand."})
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    objective = fields.String(
        validate=OneOf(SET_OBJECTIVES),
        load_default="points",
        metadata={"description": "What the best set maximises."},
    )
    values = ValuesField(load_default=GivenValues)
    opponents = opponents_field()
    players = players_field()
    opponents_played = opponents_played_field()
    samples = fields.Integer(
        strict=True,
        validate=Range(min=2),
        metadata={"description": "How many times each unfinished opponent is played on."},
    )
    seed = fields.Integer(
        strict=True,
        validate=Range(min=0, max=2**53 - 1),
        metadata={"description": "Default: made from the question."},
    )
    budget_ms = fields.Integer(strict=True, validate=Range(min=1))


class FantasylandOddsRequest(RequestSchema):
    """The number of cards to be dealt, and the dead cards."""

    cards = fields.Integer(
        strict=True,
        required=True,
        validate=Range(min=min(FANTASYLAND_CARDS), max=max(FANTASYLAND_CARDS)),
    )
    dead = CardsField(load_default=())
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    values = ValuesField(load_default=GivenValues)
    samples = fields.Integer(
        strict=True,
        validate=Range(min=2),
        metadata={"description": "How many hands to sample, instead of using the table."},
    )
    seed = fields.Integer(strict=True, validate=Range(min=0, max=2**53 - 1))
    budget_ms = fields.Integer(strict=True, validate=Range(min=1))


_TICKETS_ECHO = {
    "type": "object",
    "properties": {
        "fantasyland": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "required": ["fantasyland"],
    "description": "The tickets used, in points.",
}


class SetAnswer(Schema):
    """One way to set a Fantasyland hand."""

    board = fields.String(required=True)
    discards = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})
    legal = fields.Boolean(
        required=True, metadata={"description": "false only if every set is a foul"}
    )
    royalties = Part(RoyaltiesAnswer, required=True)
    stays = fields.Boolean(required=True)
    points = AsIs(
        required=True,
        metadata={
            "type": "number",
            "description": "Royalties, or the settlement with opponents, plus the ticket if it "
            "stays; if every set is a foul, the cost of the foul.",
        },
    )
    std_error = AsIs(
        metadata={
            "type": "number",
            "description": "The standard error of points where opponents were sampled.",
        }
    )


class FantasylandSetAnswer(Schema):
    """The best sets of a Fantasyland hand."""

    rules = Part(RulesEcho, required=True)
    method = fields.String(required=True, metadata={"enum": ["exact", "sampled"]})
    opponents = fields.List(Part(OpponentAnswer), required=True)
    settled = fields.Boolean(
        required=True,
        metadata={"description": "Whether points are those of a settlement with opponents."},
    )
    samples = fields.Integer(
        metadata={"description": "The fewest boards that stand for one unfinished opponent."}
    )
    seed = fields.Integer(metadata={"description": "The seed of sampled opponents."})
    complete = fields.Boolean(
        metadata={"description": "false if the budget ended the sampling early."}
    )
    objective = fields.String(required=True)
    values = AsIs(required=True, metadata=_TICKETS_ECHO)
    values_source = values_source()
    best = Part(SetAnswer, required=True)
    best_royalties = Part(SetAnswer, required=True)
    best_staying = Part(
        SetAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "null when no staying set exists"},
    )
    staying_costs = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Royalties that the best staying set gives up."},
    )


class FantasylandOddsAnswer(Schema):
    """The odds of a Fantasyland hand before its cards are seen."""

    rules = Part(RulesEcho, required=True)
    cards = fields.Integer(required=True)
    unseen = fields.Integer(required=True)
    values = AsIs(required=True, metadata=_TICKETS_ECHO)
    values_source = values_source()
    ticket = AsIs(
        required=True,
        metadata={
            "type": "number",
            "description": "The value in points of being dealt this many cards.",
        },
    )
    method = fields.String(required=True, metadata={"enum": ["table", "sampled"]})
    can_stay = number("The chance that a staying set exists.")
    stays = number("The chance that best play for points stays.")
    royalties = number("The mean of the most royalties of a legal set, in points.")
    samples = fields.Integer(required=True)
    seed = fields.Integer(required=True)
    complete = fields.Boolean(required=True)
    policy = fields.String(metadata={"description": "How sampled hands are set."})
