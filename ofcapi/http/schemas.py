"""The schemas: what a request may hold, what an answer holds, and so what openapi.yaml says."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.validate import Length, OneOf, Range

from ofcapi.engine.draws import MOST_CARDS_TO_COME
from ofcapi.engine.rules import DEFAULT_PRESET, FANTASYLAND_CARDS, PRESETS, ROWS
from ofcapi.engine.settlement import STAKE_RULES
from ofcapi.engine.values import Objective
from ofcapi.http.fields import (
    OBJECTIVES,
    AmountField,
    AsIs,
    BoardField,
    CardsField,
    GivenValues,
    InFantasylandField,
    ObjectiveField,
    Part,
    RulesField,
    ValuesField,
)
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

    A member with a fault is present with whatever of it could be read, or as None.
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
            code, detail = "unknown_member", f"{path[-1]!r} {detail}"
        yield Fault(code, detail, path)


_IN_FANTASYLAND = {
    "description": "True, or the number of cards held, when this board is set in Fantasyland: "
    "then the answer says whether the player stays.",
    "anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 13, "maximum": 17}],
}


class ScoreRequest(RequestSchema):
    """One board to score."""

    board = BoardField(required=True)
    dead = CardsField(
        load_default=(),
        metadata={"description": "Cards out of play that are not on the board."},
    )
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    in_fantasyland = InFantasylandField(load_default=False, metadata=_IN_FANTASYLAND)


class PlayerRequest(RequestSchema):
    """One player's finished hand."""

    name = fields.String(
        validate=Length(min=1, max=100), metadata={"description": "Default: `seat 1`, `seat 2`, …"}
    )
    board = BoardField(required=True)
    stack = AmountField(
        least=0, most=100_000_000, metadata={"description": "Money in front of the player."}
    )
    in_fantasyland = InFantasylandField(load_default=False, metadata=_IN_FANTASYLAND)


class SettlementRequest(RequestSchema):
    """Finished hands to settle: the players of one hand, or the hands of a match."""

    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    players = fields.List(
        fields.Nested(PlayerRequest), metadata={"description": "One hand, in seat order."}
    )
    hands = fields.List(
        fields.List(fields.Nested(PlayerRequest)),
        validate=Length(min=1, max=1000),
        metadata={
            "description": "A match instead of one hand: the same players in the same seats, hand "
            "after hand. The stacks of the first hand and the button run on."
        },
    )
    button = fields.Integer(
        strict=True,
        validate=Range(min=0),
        metadata={"description": "The seat of the button (of the first hand); default the last."},
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
            "description": "What limits losses and wins; every rule but `uncapped` needs the stack "
            "of every player."
        },
    )
    match_cap = AmountField(
        least=0,
        most=100_000_000,
        metadata={"description": "The most money that one player can lose over all the hands."},
    )


class DrawsRequest(RequestSchema):
    """One board, and how many cards are to come."""

    board = BoardField(required=True)
    dead = CardsField(
        load_default=(),
        metadata={"description": "Cards out of play that are not on the board, own discards too."},
    )
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    cards_to_come = fields.Integer(
        strict=True,
        validate=Range(min=0, max=MOST_CARDS_TO_COME),
        metadata={
            "description": "Default: all the cards that the player will still see, three a street "
            "in Pineapple. A row with more open slots than cards to come has no chances."
        },
    )


class OddsRequest(RequestSchema):
    """A board at the end of a street, and what play is best for."""

    board = BoardField(required=True)
    dead = CardsField(
        load_default=(),
        metadata={"description": "Cards out of play that are not on a board, own discards too."},
    )
    opponents = fields.List(
        BoardField(),
        load_default=list,
        metadata={
            "description": "The other boards: their cards are dead, and finished ones are settled "
            "against, pair by pair."
        },
    )
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    objective = ObjectiveField(load_default=Objective)
    values = ValuesField(load_default=GivenValues)
    method = fields.String(
        validate=OneOf(["auto", "exact", "sampled"]),
        load_default="auto",
        metadata={"description": "auto: exact where that fits the budget, else sampled."},
    )
    samples = fields.Integer(
        strict=True,
        validate=Range(min=2),
        metadata={"description": "How many deals to sample; the default depends on the street."},
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
            "description": "How long the computation may take, milliseconds; the default and the "
            "most are settings of the server."
        },
    )


class PlacementsRequest(OddsRequest):
    """A decision: a board, and the cards in hand."""

    dealt = CardsField(
        required=True,
        metadata={"description": "The opening five, a street's three or two, or one in classic."},
    )
    limit = fields.Integer(
        strict=True,
        validate=Range(min=1),
        metadata={"description": "How many placements come back, best first; default all."},
    )


class FantasylandSetRequest(RequestSchema):
    """A Fantasyland hand to set."""

    cards = CardsField(required=True, metadata={"description": "The 13 to 17 cards of the hand."})
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    objective = fields.String(
        validate=OneOf(["points", "royalties", "stay"]),
        load_default="points",
        metadata={"description": "What the best set is best for."},
    )
    values = ValuesField(load_default=GivenValues)
    opponents = fields.List(
        BoardField(),
        load_default=list,
        metadata={"description": "Finished boards to settle against, pair by pair."},
    )


class FantasylandOddsRequest(RequestSchema):
    """How many cards will be dealt, and which cannot be among them."""

    cards = fields.Integer(strict=True, required=True, validate=Range(min=13, max=17))
    dead = CardsField(load_default=())
    rules = RulesField(load_default=lambda: PRESETS[DEFAULT_PRESET])
    values = ValuesField(load_default=GivenValues)
    samples = fields.Integer(
        strict=True,
        validate=Range(min=2),
        metadata={"description": "How many hands to sample, instead of the table's."},
    )
    seed = fields.Integer(strict=True, validate=Range(min=0, max=2**53 - 1))
    budget_ms = fields.Integer(strict=True, validate=Range(min=1))


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


_NULL_IF_LEGAL = {"description": "Why the board fouls, null for a legal one."}


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
    """1 for a row won, 0 tied, -1 lost."""

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
            "description": "Seats; pairs come in the order in which they settle.",
        },
    )
    rows = Part(RowResultsAnswer, required=True)
    scoop = fields.Integer(
        required=True,
        metadata={"description": "Bonus points: 1-6 for three rows, 2-4 for at least two."},
    )
    foul = fields.Integer(required=True, metadata={"description": "Points for a foul itself."})
    royalties = AsIs(
        required=True,
        metadata={
            "type": "array",
            "items": {"type": "integer"},
            "minItems": 2,
            "maxItems": 2,
            "description": "Royalties of either player that count in this pair.",
        },
    )
    points = fields.Integer(required=True)
    owed = AsIs(required=True, metadata={"type": "number", "description": "Points in money."})
    paid = AsIs(
        required=True,
        metadata={"type": "number", "description": "What changed hands under the stake rule."},
    )
    explanation = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})


class NextHandAnswer(Schema):
    """What follows for the next hand."""

    button = fields.Integer(required=True)
    button_moves = fields.Boolean(required=True)
    fantasyland = fields.Boolean(
        required=True, metadata={"description": "Whether any player is in Fantasyland then."}
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


_EXACT = {
    "type": "object",
    "properties": {
        "value": {"type": "number"},
        "numerator": {"type": "integer"},
        "denominator": {"type": "integer"},
    },
    "required": ["value", "numerator", "denominator"],
}
_CHANCES = {"type": ["object", "null"], "additionalProperties": _EXACT}


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
            "description": "The chance of that category or better; null where too few cards come "
            "to finish the row. The top row is given by pair and trips rank too.",
        },
    )
    exactly = AsIs(
        required=True,
        metadata={**_CHANCES, "description": "The chance that this is the best it can be."},
    )
    outs = AsIs(
        required=True,
        metadata={
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "Unseen cards that better the row if they come next, by what they make.",
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


_NUMBER = {
    "type": "object",
    "properties": {
        "value": {"type": "number"},
        "numerator": {"type": "integer"},
        "denominator": {"type": "integer"},
        "std_error": {"type": "number", "description": "The standard error of a sampled value."},
    },
    "required": ["value"],
}
_NUMBERS = {"type": "object", "additionalProperties": _NUMBER}


def _number(description: str) -> AsIs:
    return AsIs(required=True, metadata={**_NUMBER, "description": description})


class EntersAnswer(Schema):
    """The chance of entering Fantasyland."""

    enters = _number("With any number of cards.")
    by_cards = AsIs(required=True, metadata=_NUMBERS)


class ExpectedRoyaltiesAnswer(Schema):
    """Expected royalties in points, a foul earning none."""

    total = _number("All rows.")
    top = _number("Top row.")
    middle = _number("Middle row.")
    bottom = _number("Bottom row.")


class RowChancesAnswer(Schema):
    """The chance that each row ends as each category, in a legal board; with `foul` all is one."""

    top = AsIs(required=True, metadata=_NUMBERS)
    middle = AsIs(required=True, metadata=_NUMBERS)
    bottom = AsIs(required=True, metadata=_NUMBERS)


class BoardOddsAnswer(Schema):
    """What the policy that is best for the objective makes of a board."""

    board = fields.String(required=True)
    objective_value = _number("The chance, royalties or points that were asked for.")
    points = _number("Expected points.")
    foul = _number("The chance of a foul.")
    fantasyland = Part(EntersAnswer, required=True)
    royalties = Part(ExpectedRoyaltiesAnswer, required=True)
    rows = Part(RowChancesAnswer, required=True)
    samples = fields.Integer(metadata={"description": "Deals sampled; not for exact answers."})


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
            "description": "null where finished opponents say what a foul costs",
        },
        "fantasyland": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "required": ["foul", "fantasyland"],
    "description": "The values used, in points.",
}


class PlayAnswer(Schema):
    """What every answer about best play says of itself."""

    rules = Part(RulesEcho, required=True)
    unseen = fields.Integer(required=True)
    cards_to_come = fields.Integer(required=True)
    method = fields.String(required=True, metadata={"enum": ["exact", "sampled"]})
    objective = AsIs(required=True, metadata=_OBJECTIVE_ECHO)
    values = AsIs(required=True, metadata=_VALUES_ECHO)
    samples = fields.Integer(metadata={"description": "Deals sampled (for the leaders)."})
    seed = fields.Integer(metadata={"description": "The seed of a sampled answer."})
    policy = fields.String(metadata={"description": "The policy that the samples play."})
    complete = fields.Boolean(
        metadata={"description": "false: the budget ended a sampled answer early."}
    )


class OddsAnswer(PlayAnswer, BoardOddsAnswer):
    """What best play makes of a board from here."""


class PlacementsAnswer(PlayAnswer):
    """The placements, best first."""

    board = fields.String(required=True)
    dealt = AsIs(required=True, metadata={"type": "array", "items": {"type": "string"}})
    count = fields.Integer(
        required=True, metadata={"description": "How many placements there are in all."}
    )
    placements = fields.List(Part(PlacementAnswer), required=True)


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
        required=True, metadata={"description": "false only where every set is a foul"}
    )
    royalties = Part(RoyaltiesAnswer, required=True)
    stays = fields.Boolean(required=True)
    points = AsIs(
        required=True,
        metadata={
            "type": "number",
            "description": "Royalties, or what finished opponents pay, and the ticket if it stays.",
        },
    )


class FantasylandSetAnswer(Schema):
    """The best sets of a Fantasyland hand."""

    rules = Part(RulesEcho, required=True)
    method = fields.String(required=True, metadata={"enum": ["exact"]})
    objective = fields.String(required=True)
    values = AsIs(required=True, metadata=_TICKETS_ECHO)
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
        metadata={"description": "Royalties given up by the best staying set."},
    )


class FantasylandOddsAnswer(Schema):
    """The odds of a Fantasyland hand before its cards are seen."""

    rules = Part(RulesEcho, required=True)
    cards = fields.Integer(required=True)
    unseen = fields.Integer(required=True)
    values = AsIs(required=True, metadata=_TICKETS_ECHO)
    ticket = AsIs(
        required=True,
        metadata={
            "type": ["number", "null"],
            "description": "Points that being dealt so many cards is worth; null where these "
            "rules never deal them.",
        },
    )
    method = fields.String(required=True, metadata={"enum": ["table", "sampled"]})
    can_stay = _number("The chance that a staying set exists.")
    stays = _number("The chance that best play for points stays.")
    royalties = _number("The mean of the most royalties of a legal set, in points.")
    samples = fields.Integer(required=True)
    seed = fields.Integer(required=True)
    complete = fields.Boolean(required=True)


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
