"""Opponents: how requests give them, and how answers say that they were played."""

from typing import Any, ClassVar

from marshmallow import Schema, fields
from marshmallow.validate import Range

from ofcapi.http.forms.fields import Items, OpponentField, TrueOrFalseField


def opponents_field() -> Items:
    """The members of requests about opponents: who they are."""
    return Items(
        OpponentField(),
        load_default=list,
        metadata={
            "description": "The other players, settled against pair by pair; the cards on their "
            "boards are dead. An unfinished board is played on by the service's own policy."
        },
    )


def players_field() -> fields.Integer:
    """How many sit at the table."""
    return fields.Integer(
        strict=True,
        validate=Range(min=1),
        metadata={
            "description": "How many players there are, the one who asks among them; default: "
            "those who are given. The others are settled against as typical opponents."
        },
    )


def opponents_played_field() -> TrueOrFalseField:
    """Whether unfinished boards are played on."""
    return TrueOrFalseField(
        load_default=True,
        metadata={
            "description": "false: an unfinished board is not played on; its cards are dead, and "
            "only finished boards are settled against."
        },
    )


class OpponentAnswer(Schema):
    """How an opponent's board came to its end, in the order of the request, unknown ones last."""

    class Meta:
        """Marshmallow's options."""

        # A schema has a setting of the same name.
        include: ClassVar[dict[str, fields.Field[Any]]] = {
            "unknown": fields.Boolean(
                metadata={"description": "true for typical boards of the rule set."}
            )
        }

    finished = fields.Boolean(
        required=True, metadata={"description": "Whether the board was given finished."}
    )
    boards = fields.Integer(
        metadata={"description": "How many finished boards stand for one that is not finished."}
    )
    fantasyland = fields.Integer(
        metadata={"description": "The cards of the Fantasyland hand, each time set the best way."}
    )
