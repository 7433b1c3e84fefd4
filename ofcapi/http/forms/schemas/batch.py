"""Many requests at once."""

from marshmallow import Schema, fields
from marshmallow.validate import Length, Range

from ofcapi.http.forms.fields import AsIs, Part, Unread
from ofcapi.http.forms.schemas.base import RequestSchema


class ItemRequest(RequestSchema):
    """One request of a batch."""

    path = fields.String(
        required=True,
        metadata={"description": "The path of an operation that answers POST: `/v1/score`."},
    )
    body = fields.Dict(required=True, metadata={"description": "What would be posted there alone."})


class BatchRequest(RequestSchema):
    """Requests that are answered in their order."""

    requests = fields.List(
        Unread(ItemRequest),
        required=True,
        validate=Length(min=1),
        metadata={"description": "At most 100, or what the server allows."},
    )
    budget_ms = fields.Integer(
        strict=True,
        validate=Range(min=1),
        metadata={
            "description": "How long all the computations together may take, milliseconds; the "
            "default and the most are settings of the server."
        },
    )


class ItemAnswer(Schema):
    """What one request would have been answered alone."""

    status = fields.Integer(required=True)
    body = AsIs(
        required=True,
        metadata={"type": "object", "description": "The answer, or a problem document."},
    )


class BatchAnswer(Schema):
    """The answers, in the order of the requests."""

    results = fields.List(Part(ItemAnswer), required=True)
