"""Writes openapi.yaml from the operations: ``python -m ofcapi.http.document > openapi.yaml``.

For development only; the service reads the file. Examples of responses are recorded from the code,
so that the document always matches what the service does.
"""

import json
import re
import sys
from collections.abc import Mapping
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import fields
from werkzeug.http import HTTP_STATUS_CODES

from ofcapi import __version__
from ofcapi.engine.game.faults import Fault
from ofcapi.engine.warm_up import warm_up
from ofcapi.http.api import OPERATIONS
from ofcapi.http.forms.fields import AsIs, TextField
from ofcapi.http.forms.reading import parse_json
from ofcapi.http.forms.schemas.components import COMPONENTS
from ofcapi.http.forms.schemas.service import ProblemAnswer
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.service import keys
from ofcapi.http.service.problems import MEDIA_TYPE, document

_DESCRIPTION = (
    "Exact scoring and odds for Open-Face Chinese poker under all common rule sets. The service is "
    "stateless: every response depends only on its request. Operations about one board also accept "
    "GET, with the same members as query parameters; members that are objects or arrays are JSON "
    "text there. Amounts are points. Errors are problem documents (RFC 9457) that list every error "
    "of the request, each with a JSON pointer."
)

_TAGS = {
    "Scoring": "Fouls, royalties and Fantasyland of boards, and settlement of finished hands.",
    "Odds": "The odds of a board that is not finished.",
    "Fantasyland": "How to set a Fantasyland hand, the chance to stay, and the value of a ticket.",
    "Batch": "Many requests in one.",
    "Rules": "The rule sets and their options.",
    "Service": "Health and version, for operators.",
}

_PROBLEMS: dict[int, tuple[str, str, list[Fault]]] = {
    400: (
        "InvalidRequest",
        "The request has 1 error; see the errors member.",
        [
            Fault(
                "unknown_card",
                "'Qx' is not a card: the suit must be one of c, d, h, s",
                ("board", "top", 0),
            )
        ],
    ),
    401: ("NoKey", "A valid API key is required in the X-API-Key header; it is missing.", []),
    404: ("NotFound", "Unknown preset 'clasic'; expected one of pineapple, classic.", []),
    413: ("BodyTooLarge", "The request body must be at most 1,000,000 bytes.", []),
    415: (
        "UnsupportedMediaType",
        "The body must be sent as application/json; its Content-Type is text/plain.",
        [],
    ),
    422: (
        "Impossible",
        "The request has 1 error; see the errors member.",
        [Fault("duplicate_card", "Qh is already in /dead/3", ("board", "top", 1))],
    ),
    429: ("QuotaExceeded", "At most 600 requests in 60 s are allowed; try again in 21 s.", []),
    503: (
        "Unavailable",
        "No computing slot of 2 became free in time. Try again, with a longer budget if necessary.",
        [],
    ),
}

_SECURITY_SCHEME = "ApiKey"


_HEADERS = {
    "Cache-Control": (
        "How long the response may be cached: a day, or `no-store` if the budget ended it early.",
        "public, max-age=86400",
    ),
    "Cache-Status": (
        "RFC 9211: `ofcapi; hit` if the result was cached from an equal question (suits may be "
        "renamed), else `ofcapi; fwd=miss`. `stored` means that it is cached now, `collapsed` that "
        "it was computed by an equal question at the same time. Missing if nothing was computed.",
        "ofcapi; hit",
    ),
    "ETag": (
        "Identifies the response, for If-None-Match; missing with `no-store`.",
        '"7d1f0c64e3b94e0f9d5a2b8c6e1f3a47"',
    ),
    "RateLimit": (
        "The requests left in the quota (`r`), and the seconds until it is reset (`t`).",
        '"default";r=0;t=21',
    ),
    "RateLimit-Policy": (
        "The quota (`q`), and its window in seconds (`w`).",
        '"default";q=600;w=60',
    ),
    "Retry-After": ("Seconds to wait before the next request.", "1"),
}


_MORE_HEADERS = {
    429: ("RateLimit", "RateLimit-Policy", "Retry-After"),
    503: ("Retry-After",),
}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _component(converter: OpenAPIConverter, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """Refer to the schema component that documents a field, if there is one."""
    if isinstance(field, TextField | AsIs) and field.component:
        return {"$ref": f"#/components/schemas/{field.component}"}
    return {}


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _in_query(value: Any) -> Any:
    """A member's value as a query parameter: objects and arrays are JSON text."""
    return json.dumps(value) if isinstance(value, dict | list) else _plain(value)


def _json_text(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a query parameter that is JSON text."""
    return {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": dict(schema),
    }


def _text_of(component: Mapping[str, Any], reference: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a query parameter: the text notation if there is one, or JSON text."""
    plain = [one for one in component.get("anyOf", ()) if one["type"] == "string"]
    as_json = _json_text({"$ref": reference["$ref"]})
    return {"anyOf": [*plain, as_json]} if plain else as_json


def _read(request: Mapping[str, Any]) -> dict[str, Any]:
    """A request as the service reads it."""
    members: dict[str, Any] = parse_json(json.dumps(request))
    return members


class _Writer:
    def __init__(self) -> None:
        self.plugin = MarshmallowPlugin()
        self.spec = APISpec(
            title="ofcapi: Open-Face Chinese poker odds",
            version=__version__,
            openapi_version="3.1.1",
            plugins=[self.plugin],
            info={
                "summary": "Exact scoring and odds for Open-Face Chinese poker",
                "description": _DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            servers=[{"url": "/", "description": "The host that served this document."}],
            # A server without keys requires none.
            security=[{}, {_SECURITY_SCHEME: []}],
            tags=[{"name": name, "description": words} for name, words in _TAGS.items()],
        )
        converter = self.plugin.converter
        assert converter is not None
        converter.add_attribute_function(_component)  # type: ignore[no-untyped-call]
        self.converter = converter
        for name, schema in COMPONENTS.items():
            self.spec.components.schema(name, schema)
        self.spec.components.schema("Problem", schema=ProblemAnswer)
        self.spec.components.security_scheme(
            _SECURITY_SCHEME,
            {
                "type": "apiKey",
                "in": "header",
                "name": keys.HEADER,
                "description": "Required only if the operator of the server has set keys.",
            },
        )
        for name, (words, example) in _HEADERS.items():
            self.spec.components.header(
                name, {"description": words, "schema": {"type": "string"}, "example": example}
            )
        for status, (name, detail, faults) in _PROBLEMS.items():
            response: dict[str, Any] = {
                "description": HTTP_STATUS_CODES[status],
                "content": {
                    MEDIA_TYPE: {
                        "schema": {"$ref": "#/components/schemas/Problem"},
                        "example": document(status, detail, faults),
                    }
                },
            }
            if status in _MORE_HEADERS:
                response["headers"] = _headers(*_MORE_HEADERS[status])
            self.spec.components.response(name, response)
        for operation in OPERATIONS:
            self.write(operation)

    def write(self, operation: Operation) -> None:
        path = re.sub(r"<(\w+)>", r"{\1}", operation.path)
        documented: dict[str, Any] = {}
        for method in operation.methods:
            documented[method.lower()] = self.method(operation, method)
        self.spec.path(path, operations=documented)

    def method(self, operation: Operation, method: str) -> dict[str, Any]:
        by_query = method == "GET" and "POST" in operation.methods
        examples = {
            name: {"summary": example.summary, "value": _plain(example.request)}
            for name, example in operation.examples.items()
        }
        entry: dict[str, Any] = {
            "operationId": operation.id + ("ByQuery" if by_query else ""),
            "tags": [operation.tag],
            "summary": operation.summary + (" (by query parameters)" if by_query else ""),
            "description": operation.description,
        }
        if method == "POST":
            entry["requestBody"] = {
                "required": True,
                "content": {
                    "application/json": {"schema": operation.request, "examples": examples}
                },
            }
        else:
            entry["parameters"] = self.parameters(operation)
        entry["responses"] = self.responses(operation, method)
        if not operation.path.startswith(keys.GUARDED):
            entry["security"] = []
        return entry

    def parameters(self, operation: Operation) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = [
            {
                "name": name,
                "in": "path",
                "required": True,
                "description": words,
                "schema": {"type": "string"},
                "example": next(iter(operation.examples.values())).request[name],
            }
            for name, words in operation.path_members.items()
        ]
        for name, field in operation.request.fields.items() if operation.request else ():
            schema = self.converter.field2property(field)
            parameter: dict[str, Any] = {"name": name, "in": "query", "required": field.required}
            if isinstance(field, fields.List):
                parameter["description"] = "A JSON array."
                schema = _json_text({"type": "array", "items": schema["items"]})
            if isinstance(field, TextField):
                component = COMPONENTS[field.component]
                parameter["description"] = (
                    f"{component['description']} The object form is JSON text."
                )
                schema = _text_of(component, schema)
            parameter["schema"] = schema
            examples = {
                key: {"value": _in_query(example.request[name])}
                for key, example in operation.examples.items()
                if name in example.request
            }
            if examples:
                parameter["examples"] = examples
            parameters.append(parameter)
        return parameters

    def responses(self, operation: Operation, method: str) -> dict[str, Any]:
        answers = {
            name: {
                "summary": example.summary,
                "value": _plain(example.answer or _answer(operation, example)),
            }
            for name, example in operation.examples.items()
        }
        responses: dict[str, Any] = {
            "200": {
                "description": "The response",
                "content": {"application/json": {"schema": operation.answer, "examples": answers}},
            }
        }
        headers = ["Cache-Status"] if operation.computes else []
        if method == "GET" and operation.cacheable:
            headers += ["Cache-Control", "ETag"]
            responses["304"] = {
                "description": "The response that If-None-Match names is still valid.",
                "headers": _headers("Cache-Control", "ETag"),
            }
        if headers:
            responses["200"]["headers"] = _headers(*headers)
        statuses = {
            *operation.problems,
            400,
            *((413, 415) if method == "POST" else ()),
            *((503,) if operation.computes else ()),
        }
        if operation.path.startswith(keys.GUARDED):
            statuses |= {401, 429}
        for status in sorted(statuses):
            responses[str(status)] = {"$ref": f"#/components/responses/{_PROBLEMS[status][0]}"}
        return responses


def _answer(operation: Operation, example: Example) -> Answer:
    return operation.answer_to(operation.question(_read(example.request))).answer


def openapi() -> dict[str, Any]:
    """The document as plain data."""
    warm_up()
    written = _plain(_Writer().spec.to_dict())
    first = ("openapi", "info")
    return {name: written[name] for name in (*first, *(key for key in written if key not in first))}


def openapi_yaml() -> str:
    """The document as the text of openapi.yaml."""
    text: str = yaml.safe_dump(openapi(), sort_keys=False, allow_unicode=True, width=100)
    return text


if __name__ == "__main__":
    sys.stdout.write(openapi_yaml())
