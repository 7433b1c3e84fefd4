"""Many requests in one."""

from marshmallow import Schema, fields
from marshmallow.validate import Length, Range

from ofcapi.http.forms.fields import AsIs, Part, Unread
from ofcapi.http.forms.schemas.base import RequestSchema


class ItemRequest(RequestSchema):
    """One request of a batch."""

    path = fields.String(
        required=True,
        metadata={"description": "The path of an operation that accepts POST, as `/v1/score`."},
    )
    body = fields.Dict(required=True, metadata={"description": "The body to post to that path."})


class BatchRequest(RequestSchema):
    """Requests to answer in order."""

    requests = fields.List(
        Unread(ItemRequest),
        required=True,
        validate=Length(min=1),
        metadata={"description": "At most 100, unless the server has another limit."},
    )
    budget_ms = fields.Integer(
        strict=True,
        validate=Range(min=1),
        metadata={
            "description": "How long all computations together may take, in milliseconds; default "
            "and maximum are settings of the server."
        },
    )


class ItemAnswer(Schema):
    """The response that one request would get on its own."""

    status = fields.Integer(required=True)
    body = AsIs(
        required=True,
        metadata={"type": "object", "description": "The result, or a problem document."},
    )


class BatchAnswer(Schema):
    """The responses, in the order of the requests."""

    results = fields.List(Part(ItemAnswer), required=True)
