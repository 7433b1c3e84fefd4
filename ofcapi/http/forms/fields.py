"""The request fields that contain cards: they read every notation and report every bad token.

A field that finds faults raises them together with the part that it could read (``valid_data``), so
that the checks across members still see every card. Each field names the schema component that
documents it.
"""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from marshmallow import ValidationError, fields

from ofcapi.engine.game.board import Board, RowFault, overfull_rows, parse_board
from ofcapi.engine.game.cards import CardFault, parse_cards
from ofcapi.engine.game.faults import Fault
from ofcapi.engine.game.options import RulesError, rules_from
from ofcapi.engine.game.presets import DEFAULT_PRESET
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, ROWS, Rules
from ofcapi.engine.worth.values import (
    MOST_WORTH,
    OBJECTIVES,
    GivenValues,
    Objective,
    default_values,
)

_TICKETS = tuple(map(str, FANTASYLAND_CARDS))


class TextField(fields.Field[Any]):
    """A field whose value may be plain text in a query parameter.

    ``component`` is the name of its schema in the API's document.
    """

    component: str


def _card_faults(faults: Sequence[CardFault], *path: str | int) -> list[Fault]:
    return [Fault("unknown_card", fault.detail, (*path, fault.index)) for fault in faults]


def _wrong_type(detail: str) -> ValidationError:
    return ValidationError([Fault("wrong_type", detail)])


def _refused(faults: list[Fault], valid: Any) -> ValidationError:
    # marshmallow passes messages through untouched, whatever they are.
    return ValidationError(faults, valid_data=valid)


class CardsField(TextField):
    """A card list; loads as a tuple of cards."""

    component = "Cards"

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> tuple[int, ...]:
        if not isinstance(value, str | list):
            raise _wrong_type(
                "cards must be a string such as 'QhQd2s' or an array such as ['Qh', 'Qd']"
            )
        cards, faults = parse_cards(value)
        if faults:
            raise _refused(_card_faults(faults), tuple(cards))
        return tuple(cards)


class BoardField(TextField):
    """A board as ``top/middle/bottom`` or as an object of rows; loads as a ``Board``."""

    component = "Board"

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Board:
        if isinstance(value, str):
            try:
                board, row_faults = parse_board(value)
            except ValueError as error:
                raise _refused([Fault("not_three_rows", str(error))], None) from None
            faults = [fault for row in row_faults for fault in _in_row(row)]
        elif isinstance(value, Mapping):
            board, faults = self._rows(value)
        else:
            raise _wrong_type(
                "a board must be a string such as 'Qh//AhKh' or an object with top, middle, bottom"
            )
        for row in overfull_rows(board):
            path = (ROWS[row.row], row.fault.index)
            faults.append(Fault("too_many_cards", row.fault.detail, path, impossible=True))
        if faults:
            raise _refused(faults, board)
        return board

    def _rows(self, value: Mapping[str, Any]) -> tuple[Board, list[Fault]]:
        expected = f"expected one of {', '.join(ROWS)}"
        faults = [
            Fault("unknown_member", f"unknown member {name!r}; {expected}", (name,))
            for name in value
            if name not in ROWS
        ]
        rows = []
        for name in ROWS:
            cards: tuple[int, ...] = ()
            try:
                cards = CardsField()._deserialize(value.get(name, ""), name, value)
            except ValidationError as error:
                faults += [fault.under(name) for fault in error.messages]  # type: ignore[union-attr]
                cards = error.valid_data or ()  # type: ignore[assignment]
            rows.append(cards)
        return Board(*rows), faults


class OpponentField(BoardField):
    """An opponent: a board, or a Fantasyland hand; loads as a board or as its number of cards."""

    component = "Opponent"

    def _deserialize(  # type: ignore[override] # an opponent may be more than a board
        self, value: Any, attr: Any, data: Any, **kwargs: Any
    ) -> Board | int:
        if not isinstance(value, Mapping) or "fantasyland" not in value:
            return super()._deserialize(value, attr, data, **kwargs)
        cards = value["fantasyland"]
        faults = [
            Fault("unknown_member", f"unknown member {name!r}; expected fantasyland alone", (name,))
            for name in value
            if name != "fantasyland"
        ]
        if type(cards) is not int:
            detail = "the number of cards of a Fantasyland hand must be a whole number"
            faults.append(Fault("wrong_type", detail, ("fantasyland",)))
        elif cards not in FANTASYLAND_CARDS:
            detail = "a Fantasyland hand has 13 to 17 cards"
            faults.append(Fault("wrong_value", detail, ("fantasyland",)))
        if faults:
            raise _refused(faults, None)
        return int(cards)


def _in_row(row: RowFault) -> list[Fault]:
    return _card_faults([row.fault], ROWS[row.row])


class Items(fields.List[Any]):
    """An array whose items keep their places: of a bad item, what could be read is kept."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        found = []
        faults: dict[int, Any] = {}
        for place, item in enumerate(value):
            try:
                found.append(self.inner.deserialize(item))
            except ValidationError as error:
                found.append(error.valid_data)
                faults[place] = error.messages
        if faults:
            raise ValidationError(faults, valid_data=found)
        return found


def default_values_shown(rules: Rules) -> dict[str, Any]:
    """The default values of questions about a rule set, as JSON data in points."""
    values = default_values(rules)
    tickets = {str(cards): points_number(worth) for cards, worth in values.fantasyland}
    return {"foul": points_number(values.foul), "fantasyland": tickets}


def points_number(value: Fraction) -> int | float:
    """An amount of points as a JSON number."""
    return value.numerator if value.denominator == 1 else value.numerator / value.denominator


class RulesField(TextField):
    """A preset's name, or an object with changed options; loads as ``Rules``.

    The object may be one that ``/v1/rules`` returns; its ``values`` are not an option.
    """

    component = "RulesChoice"

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Rules:
        try:
            if isinstance(value, str):
                return rules_from(value)
            if isinstance(value, Mapping):
                changes = dict(value)
                shown = changes.pop("values", None)
                rules = rules_from(changes.pop("preset", DEFAULT_PRESET), changes)
                if shown is not None and not _same_values(shown, rules):
                    detail = "values cannot be changed in rules; they are a member of the request"
                    fault = Fault("unknown_option", detail, ("values",), impossible=True)
                    raise _refused([fault], rules)
                return rules
        except RulesError as error:
            whole = isinstance(value, str)
            raise _refused(
                [
                    Fault(
                        fault.code,
                        fault.detail,
                        () if whole else fault.path,
                        impossible=fault.impossible,
                    )
                    for fault in error.faults
                ],
                None,
            ) from None
        raise _wrong_type(
            "rules must be the name of a preset, or an object with a preset and changed options"
        )


def _same_values(shown: Any, rules: Rules) -> bool:
    """Whether the values of a rules object are the ones that ``/v1/rules`` returns for it."""
    return bool(json.loads(json.dumps(shown, default=float)) == default_values_shown(rules))


class InFantasylandField(fields.Field[Any]):
    """False, true, or the number of cards that the player holds; loads as given."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> bool | int:
        if isinstance(value, bool) or (type(value) is int and value in FANTASYLAND_CARDS):
            return value
        raise _wrong_type("in_fantasyland must be true, false or a whole number from 13 to 17")


class TrueOrFalseField(fields.Boolean):
    """True or false, and nothing that may stand for them."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise _wrong_type("this member must be true or false")


class AmountField(fields.Field[Any]):
    """A decimal amount of points or money; loads as ``Decimal``, exactly as given."""

    PLACES = 4

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        metadata = {"type": "number", "minimum": least, "maximum": most}
        metadata |= options.pop("metadata", {})
        told = f"{metadata.get('description', '')} At most {self.PLACES} decimal places."
        super().__init__(metadata={**metadata, "description": told.strip()}, **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Decimal:
        if not isinstance(value, int | Decimal) or isinstance(value, bool):
            raise _wrong_type("an amount must be a number")
        amount = Decimal(value)
        if not self.least <= amount <= self.most:
            raise ValidationError(f"this amount must be from {self.least:,} to {self.most:,}")
        if amount != round(amount, self.PLACES):
            # The schema cannot say this: validators disagree on multipleOf for binary fractions.
            detail = f"an amount must have at most {self.PLACES} decimal places"
            raise ValidationError([Fault("wrong_value", detail, impossible=True)])
        return amount


class ObjectiveField(TextField):
    """What best play maximises; loads as an ``Objective``."""

    component = "Objective"

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Objective:
        if isinstance(value, Mapping):
            return self._row_target(value)
        detail = (
            f"an objective must be one of {', '.join(OBJECTIVES)}, or an object such as "
            '{"row": "bottom", "at_least": "flush"}'
        )
        if not isinstance(value, str):
            raise _wrong_type(detail)
        for kind in OBJECTIVES:
            if value == kind:
                return Objective(kind)
        raise _refused([Fault("wrong_value", detail)], None)

    @staticmethod
    def _row_target(value: Mapping[str, Any]) -> Objective:
        faults = []
        for name, right in (
            ("row", "top, middle or bottom"),
            ("at_least", "the name of a hand, such as 'flush'"),
        ):
            if name not in value:
                faults.append(Fault("missing_member", f"{name} is required: {right}", (name,)))
            elif not isinstance(value[name], str):
                faults.append(Fault("wrong_type", f"{name} must be a string: {right}", (name,)))
            elif name == "row" and value[name] not in ROWS:
                faults.append(Fault("wrong_value", f"{name} must be {right}", (name,)))
        for name in value.keys() - {"row", "at_least"}:
            detail = f"unknown member {name!r}; expected one of row, at_least"
            faults.append(Fault("unknown_member", detail, (name,)))
        if faults:
            raise _refused(faults, None)
        return Objective("row", ROWS.index(value["row"]), value["at_least"])


class ValuesField(TextField):
    """The worth of a foul and of tickets, in points; loads as given, with exact decimals."""

    component = "Values"
    _AMOUNT = AmountField(least=-MOST_WORTH, most=MOST_WORTH)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> GivenValues:
        if not isinstance(value, Mapping):
            raise _wrong_type(
                'values must be an object such as {"foul": -6, "fantasyland": {"14": 9}}'
            )
        faults: list[Fault] = []
        foul = None
        tickets: dict[int, Fraction] = {}
        for name, member in value.items():
            if name == "foul":
                foul = self._points(member, (name,), faults)
            elif name == "fantasyland" and isinstance(member, Mapping):
                for cards, points in member.items():
                    if cards in _TICKETS:
                        worth = self._points(points, (name, cards), faults)
                        tickets[int(cards)] = Fraction(0) if worth is None else worth
                    else:
                        expected = ", ".join(_TICKETS)
                        detail = f"unknown member {cards!r}; expected one of {expected}"
                        faults.append(Fault("unknown_member", detail, (name, cards)))
            elif name == "fantasyland":
                detail = "fantasyland must be an object of points by number of cards"
                faults.append(Fault("wrong_type", detail, (name,)))
            else:
                detail = f"unknown member {name!r}; expected one of foul, fantasyland"
                faults.append(Fault("unknown_member", detail, (name,)))
        if faults:
            raise _refused(faults, None)
        return GivenValues(foul, tuple(sorted(tickets.items())))

    def _points(self, value: Any, path: tuple[str, ...], faults: list[Fault]) -> Fraction | None:
        try:
            return Fraction(self._AMOUNT._deserialize(value, None, None))
        except ValidationError as error:
            for message in error.messages:
                fault = message if isinstance(message, Fault) else Fault("wrong_value", message)
                faults.append(fault.under(*path))
            return None


def amount(value: Decimal | None) -> int | float | None:
    """An amount as a JSON number with the same decimal notation.

    Amounts have at most four decimal places and fifteen digits in all, which a float represents.

    >>> amount(Decimal("0.30")), amount(Decimal("12.00"))
    (0.3, 12)
    """
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


class Unread(fields.Nested):
    """A part of a request that its schema reads later; loads as given, of any type."""

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """The value itself."""
        return value


class AsIs(fields.Field[Any]):
    """A response member that is JSON data already; ``component`` names the schema that it fits."""

    def __init__(self, component: str | None = None, **options: Any) -> None:
        self.component = component
        super().__init__(**options)


class Part(fields.Nested):
    """A part of a response that is JSON data already, documented by a schema.

    Unlike a plain ``Nested`` it does not copy the part member by member, which would take as long
    as scoring the board; tests compare the responses with the document instead.
    """

    def _serialize(  # type: ignore[override] # the library names the argument differently itself
        self, value: Any, attr: Any, obj: Any, **kwargs: Any
    ) -> Any:
        return value
