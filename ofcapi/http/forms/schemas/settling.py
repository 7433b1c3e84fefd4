"""Finished hands, and who pays whom."""

from decimal import Decimal

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Range

from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.settlement import STAKE_RULES
from ofcapi.http.forms.fields import (
    AmountField,
    AsIs,
    BoardField,
    InFantasylandField,
    Items,
    Part,
    RulesField,
)
from ofcapi.http.forms.schemas.base import RequestSchema, RulesEcho
from ofcapi.http.forms.schemas.scoring import (
    IN_FANTASYLAND,
    FantasylandAnswer,
    FoulReasonAnswer,
    RoyaltiesAnswer,
)


class PlayerRequest(RequestSchema):
    """One player's finished hand."""

    name = fields.String(
        validate=Length(min=1, max=100), metadata={"description": "Default: `seat 1`, `seat 2`, …"}
    )
    board = BoardField(required=True)
    stack = AmountField(
        least=0, most=100_000_000, metadata={"description": "Money in front of the player."}
    )
    in_fantasyland = InFantasylandField(load_default=False, metadata=IN_FANTASYLAND)


class SettlementRequest(RequestSchema):
    """Finished hands to settle: the players of one hand, or the hands of a match."""

    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    players = Items(
        fields.Nested(PlayerRequest), metadata={"description": "One hand, in seat order."}
    )
    hands = Items(
        Items(fields.Nested(PlayerRequest)),
        validate=Length(min=1, max=1000),
        metadata={
            "description": "A match instead of one hand: the same players in the same seats in "
            "every hand. Stacks and the button carry over from each hand to the next."
        },
    )
    button = fields.Integer(
        strict=True,
        validate=Range(min=0),
        metadata={"description": "The button's seat in the (first) hand; default: the last seat."},
    )
    point_value = AmountField(
        least=0,
        most=10_000,
        load_default=lambda: Decimal(1),
        metadata={"default": 1, "description": "Money for one point."},
    )
    stakes = fields.String(
        validate=OneOf(STAKE_RULES),
        load_default="uncapped",
        metadata={
            "description": "What limits losses and wins; every rule except `uncapped` requires the "
            "stack of every player."
        },
    )
    match_cap = AmountField(
        least=0,
        most=100_000_000,
        metadata={"description": "The most money that one player can lose over all hands."},
    )


_NULL_IF_LEGAL = {"description": "Why the board fouls; null for a legal board."}


class SeatAnswer(Schema):
    """One player's result of a hand."""

    name = fields.String(required=True)
    foul = Part(FoulReasonAnswer, required=True, allow_none=True, metadata=_NULL_IF_LEGAL)
    royalties = Part(RoyaltiesAnswer, required=True)
    points = fields.Integer(required=True)
    money = AsIs(required=True, metadata={"type": "number"})
    stack = AsIs(
        required=True,
        metadata={"type": ["number", "null"], "description": "After settling; null if not given."},
    )
    fantasyland = Part(FantasylandAnswer, required=True)


class RowResultsAnswer(Schema):
    """1 for a row won, 0 for a tie, -1 for a row lost."""

    top = fields.Integer(required=True)
    middle = fields.Integer(required=True)
    bottom = fields.Integer(required=True)


class PairAnswer(Schema):
    """Two players' result, from the first one's side."""

    players = AsIs(
        required=True,
        metadata={
            "type": "array",
            "items": {"type": "integer"},
            "minItems": 2,
            "maxItems": 2,
            "description": "Their seats; pairs are listed in the order in which they settle.",
        },
    )
    rows = Part(RowResultsAnswer, required=True)
    scoop = fields.Integer(
        required=True,
        metadata={
            "description": "Bonus points: for three rows in 1-6 scoring, for at least two in 2-4."
        },
    )
    foul = fields.Integer(required=True, metadata={"description": "Points for a foul itself."})
    royalties = AsIs(
        required=True,
        metadata={
            "type": "array",
            "items": {"type": "integer"},
            "minItems": 2,
            "maxItems": 2,
            "description": "The royalties of each player that count in this pair.",
        },
    )
    points = fields.Integer(required=True)
    owed = AsIs(required=True, metadata={"type": "number", "description": "The points in money."})
    paid = AsIs(
        required=True,
        metadata={"type": "number", "description": "What is paid under the stake rule."},
    )
    explanation = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})


class NextHandAnswer(Schema):
    """What follows for the next hand."""

    button = fields.Integer(required=True)
    button_moves = fields.Boolean(required=True)
    fantasyland = fields.Boolean(
        required=True, metadata={"description": "Whether any player is in Fantasyland."}
    )


class TotalAnswer(Schema):
    """One player's total of a match."""

    name = fields.String(required=True)
    points = fields.Integer(required=True)
    money = AsIs(required=True, metadata={"type": "number"})
    stack = AsIs(required=True, metadata={"type": ["number", "null"]})


class HandAnswer(Schema):
    """One settled hand of a match."""

    button = fields.Integer(required=True)
    players = fields.List(Part(SeatAnswer), required=True)
    pairs = fields.List(Part(PairAnswer), required=True)
    next = Part(NextHandAnswer, required=True)
    running = fields.List(
        Part(TotalAnswer), required=True, metadata={"description": "Totals after this hand."}
    )


class SettlementAnswer(Schema):
    """Who pays whom, and why: `players` and `pairs` of one hand, or `hands` and `totals`."""

    rules = Part(RulesEcho, required=True)
    point_value = AsIs(required=True, metadata={"type": "number"})
    stakes = fields.String(required=True)
    button = fields.Integer()
    players = fields.List(Part(SeatAnswer))
    pairs = fields.List(Part(PairAnswer))
    next = Part(NextHandAnswer)
    match_cap = AsIs(metadata={"type": "number"})
    hands = fields.List(Part(HandAnswer))
    totals = fields.List(Part(TotalAnswer))
