"""The rule sets as ``/v1/rules`` returns them."""

from marshmallow import Schema, fields

from ofcapi.http.forms.fields import AsIs, Part


class DealAnswer(Schema):
    """How the cards are dealt."""

    name = fields.String(required=True)
    opening = fields.Integer(required=True)
    streets = fields.Integer(required=True)
    dealt = fields.Integer(required=True)
    kept = fields.Integer(required=True)
    same_cards = fields.Boolean(required=True)


class PlayersAnswer(Schema):
    """The number of players."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


FANTASYLAND = {
    "anyOf": [{"$ref": "#/components/schemas/FantasylandRules"}, {"type": "null"}],
    "description": "null: there is no Fantasyland.",
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
    royalties = AsIs("RoyaltyTables", required=True)
    fantasyland = AsIs(required=True, metadata=FANTASYLAND)
    values = AsIs("DefaultValues", required=True)


class RulesListAnswer(Schema):
    """The presets."""

    default = fields.String(required=True)
    presets = fields.List(Part(RulesAnswer), required=True)
