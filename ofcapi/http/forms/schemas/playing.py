"""Best play: requests about a board or a decision, and the odds."""

from marshmallow import Schema, fields
from marshmallow.validate import OneOf, Range

from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.worth.values import GivenValues, Objective
from ofcapi.http.forms.fields import (
    AsIs,
    BoardField,
    CardsField,
    ObjectiveField,
    Part,
    RulesField,
    ValuesField,
)
from ofcapi.http.forms.schemas.base import (
    NUMBERS,
    RequestSchema,
    RulesEcho,
    number,
    values_source,
)
from ofcapi.http.forms.schemas.opponents import (
    OpponentAnswer,
    opponents_field,
    opponents_played_field,
    players_field,
)


class OddsRequest(RequestSchema):
    """A board at the end of a street, and what best play maximises."""

    board = BoardField(required=True)
    dead = CardsField(
        load_default=(),
        metadata={
            "description": "Cards out of play that are not on a board, including own discards."
        },
    )
    opponents = opponents_field()
    players = players_field()
    opponents_played = opponents_played_field()
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    objective = ObjectiveField(load_default=Objective)
    values = ValuesField(load_default=GivenValues)
    method = fields.String(
        validate=OneOf(["auto", "exact", "sampled"]),
        load_default="auto",
        metadata={"description": "auto: exact if that fits the budget, else sampled."},
    )
    samples = fields.Integer(
        strict=True,
        validate=Range(min=2),
        metadata={
            "description": "How many samples; the default depends on the street and the policy. "
            "Where one's own play is exact, it is how many times an unfinished opponent is played "
            "on; elsewhere at least so many times."
        },
    )
    seed = fields.Integer(
        strict=True,
        validate=Range(min=0, max=2**53 - 1),
        metadata={"description": "Default: made from the question."},
    )
    budget_ms = fields.Integer(
        strict=True,
        validate=Range(min=1),
        metadata={
            "description": "How long the computation may take, in milliseconds; default and "
            "maximum are settings of the server."
        },
    )


class PlacementsRequest(OddsRequest):
    """A decision: a board, and the cards in hand."""

    dealt = CardsField(
        required=True,
        metadata={
            "description": "The five cards of the opening, or those of a street: three in "
            "Pineapple, two in turbo, one in classic."
        },
    )
    limit = fields.Integer(
        strict=True,
        validate=Range(min=1),
        metadata={"description": "How many placements to return, best first; default: all."},
    )


class EntersAnswer(Schema):
    """The chance of entering Fantasyland."""

    enters = number("With any number of cards.")
    by_cards = AsIs(required=True, metadata=NUMBERS)


class ExpectedRoyaltiesAnswer(Schema):
    """Expected royalties in points, where a foul earns none."""

    total = number("All rows.")
    top = number("Top row.")
    middle = number("Middle row.")
    bottom = number("Bottom row.")


class RowChancesAnswer(Schema):
    """The chance that the board is legal and a row ends as each category.

    For each row these chances and that of a `foul` add up to 1.
    """

    top = AsIs(required=True, metadata=NUMBERS)
    middle = AsIs(required=True, metadata=NUMBERS)
    bottom = AsIs(required=True, metadata=NUMBERS)


class BoardOddsAnswer(Schema):
    """The odds of a board under the policy that maximises the objective."""

    board = fields.String(required=True)
    objective_value = number("The objective's value: a chance, royalties or points.")
    points = number("Expected points.")
    foul = number("The chance of a foul.")
    fantasyland = Part(EntersAnswer, required=True)
    royalties = Part(ExpectedRoyaltiesAnswer, required=True)
    rows = Part(RowChancesAnswer, required=True)
    samples = fields.Integer(
        metadata={
            "description": "The number of samples; each is one deal, or with outlook-1 a group of "
            "deals, or with best-play one board of each opponent. Not present in exact results."
        }
    )


class PlacementAnswer(BoardOddsAnswer):
    """One way to place the cards, and what it is worth."""

    place = AsIs(
        required=True,
        metadata={
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "The cards placed, by row.",
        },
    )
    discard = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})


_OBJECTIVE_ECHO = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"row": {"type": "string"}, "at_least": {"type": "string"}},
        },
    ]
}


_VALUES_ECHO = {
    "type": "object",
    "properties": {
        "foul": {
            "type": ["number", "null"],
            "description": "null if opponents decide what a foul costs",
        },
        "fantasyland": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "required": ["foul", "fantasyland"],
    "description": "The values used, in points.",
}


class PlayAnswer(Schema):
    """What every response about best play contains."""

    rules = Part(RulesEcho, required=True)
    unseen = fields.Integer(required=True)
    cards_to_come = fields.Integer(required=True)
    method = fields.String(required=True, metadata={"enum": ["exact", "sampled"]})
    opponents = fields.List(Part(OpponentAnswer), required=True)
    settled = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether points are those of a settlement. false: nobody sits opposite, "
            "so points are royalties, tickets and the foul, without rows and scoops."
        },
    )
    objective = AsIs(required=True, metadata=_OBJECTIVE_ECHO)
    values = AsIs(required=True, metadata=_VALUES_ECHO)
    values_source = values_source()
    samples = fields.Integer(metadata={"description": "Samples of the best placements."})
    seed = fields.Integer(metadata={"description": "The seed of a sampled result."})
    policy = fields.String(
        metadata={
            "description": "The policy that plays the samples: outlook-1 or hindsight-1, see "
            "docs/early-streets.md and docs/sampled.md; or best-play, where one's own play is "
            "exact and only the opponents' boards are sampled."
        }
    )
    complete = fields.Boolean(
        metadata={"description": "false if the budget ended a sampled result early."}
    )


class OddsAnswer(PlayAnswer, BoardOddsAnswer):
    """The odds of a board under best play."""


class PlacementsAnswer(PlayAnswer):
    """The placements, best first."""

    board = fields.String(required=True)
    dealt = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})
    count = fields.Integer(
        required=True, metadata={"description": "The total number of placements."}
    )
    placements = fields.List(Part(PlacementAnswer), required=True)
