"""Health, the version, and problem documents."""

from marshmallow import Schema, fields

from ofcapi.http.forms.fields import Part


class StatusAnswer(Schema):
    """The state of the service."""

    status = fields.String(required=True)


class VersionAnswer(Schema):
    """The name and version of the service."""

    name = fields.String(required=True)
    version = fields.String(required=True)
    engine = fields.String(
        required=True,
        metadata={
            "description": "Sixteen hexadecimal digits that change with the rules, the code, the "
            "tables and the networks that decide answers."
        },
    )


class FaultAnswer(Schema):
    """One error of a request."""

    pointer = fields.String(
        required=True,
        metadata={
            "description": "JSON pointer to the value. A card is named by its position in the "
            "list, in every notation."
        },
    )
    code = fields.String(required=True)
    detail = fields.String(required=True)


class ProblemAnswer(Schema):
    """A problem document (RFC 9457) with every error of the request."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(Part(FaultAnswer), required=True)
