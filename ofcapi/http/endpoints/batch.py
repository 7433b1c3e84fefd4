"""The operation that answers many requests at once."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any

from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import Map, MapAdapter, Rule

from ofcapi.engine.game.faults import Fault
from ofcapi.http.endpoints.asking import budget_of, limits_faults
from ofcapi.http.forms.schemas.base import load
from ofcapi.http.forms.schemas.batch import BatchAnswer, BatchRequest, ItemRequest
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.service import quota
from ofcapi.http.service.problems import Problem, document, failure, faulty
from ofcapi.http.service.settings import settings

PATH = "/v1/batch"

_ITEM = ItemRequest()


def _check(members: Mapping[str, Any]) -> Iterator[Fault]:
    most = settings().max_batch
    if len(members.get("requests") or ()) > most:
        detail = f"a batch must have at most {most} requests on this server"
        yield Fault("wrong_value", detail, ("requests",))
    yield from limits_faults(members)


class _Paths:
    """Finds operations by path."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        rules = [Rule(one.path, endpoint=one.id, methods=one.methods) for one in operations]
        self._paths: MapAdapter = Map(rules, strict_slashes=False, merge_slashes=False).bind("")
        self._operations = {one.id: one for one in operations}

    def operation(self, path: str) -> Operation:
        """The operation that accepts POST at a path; raises ``Problem``."""
        shown = path if len(path) <= 40 else path[:40] + "…"
        if path == PATH:
            detail = "a batch must not contain another batch"
            raise faulty([Fault("nested_batch", detail, ("path",), impossible=True)])
        try:
            if not path.startswith("/") or path.startswith("//"):
                raise NotFound
            name, _ = self._paths.match(path, method="POST")
        except NotFound:
            detail = f"unknown path {shown!r}; see /openapi.json for all paths"
            raise _at_path(404, "unknown_path", detail) from None
        except MethodNotAllowed:
            detail = f"{shown!r} does not accept POST, which all requests of a batch use"
            raise _at_path(405, "wrong_method", detail) from None
        return self._operations[name]


def _at_path(status: int, code: str, detail: str) -> Problem:
    return Problem(
        status, "The request has 1 error; see the errors member.", [Fault(code, detail, ("path",))]
    )


def _answer(paths: _Paths, question: Mapping[str, Any]) -> Answer:
    # The batch itself was counted as one request.
    quota.charge(len(question["requests"]) - 1)
    until = monotonic() + budget_of(question) / 1000
    answers: dict[str, Answer] = {}
    results = []
    for item in question["requests"]:
        # Unlike JSON, this distinguishes a decimal from its text.
        name = repr(item)
        if name not in answers:
            answers[name] = _answer_one(paths, item, until)
        results.append(answers[name])
    return {"results": results}


def _answer_one(paths: _Paths, item: object, until: float) -> Answer:
    """The status and the body that a request would get on its own."""
    try:
        path, body = _read(item)
        operation = paths.operation(path)
        return {"status": 200, "body": operation.answer_to(operation.question(body), until).answer}
    except Problem as problem:
        found = problem
    except Exception as error:  # must not affect the other requests
        found = failure(error)
    body = document(found.status, found.detail, found.faults)
    return {"status": found.status, "body": body}


def _read(item: object) -> tuple[str, dict[str, Any]]:
    if not isinstance(item, dict):
        detail = "a request must be an object with the members path, body"
        raise faulty([Fault("wrong_type", detail)])
    members, faults = load(_ITEM, item)
    if faults:
        raise faulty(faults)
    return members["path"], members["body"]


def batch_of(operations: Sequence[Operation]) -> Operation:
    """The operation that answers batches of requests to the given operations."""
    return Operation(
        id="batch",
        path=PATH,
        tag="Batch",
        summary="Many requests in one",
        description="Answers up to 100 requests in order, each with the status and the body that "
        "it would get on its own. An error in one request does not affect the others. Pointers of "
        "its errors refer to its body, or to /path and /body of the request itself. Equal requests "
        "are computed once. All requests share the budget of the batch: each computation may use "
        "its own budget, but not more than the time left in the batch, and gets a 503 if no time "
        "is left to start it. Results in the cache need no time.",
        request=BatchRequest(),
        answer=BatchAnswer(),
        check=_check,
        function=partial(_answer, _Paths(operations)),
        methods=("POST",),
        problems=(422,),
        examples={
            "two": Example(
                "A score, the odds of a board, and an unknown path",
                {
                    "requests": [
                        {"path": "/v1/score", "body": {"board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"}},
                        {
                            "path": "/v1/odds",
                            "body": {"board": "QsJd/KhKd9h5d2c/AhAs8h6d", "dead": "3c4d7s"},
                        },
                        {"path": "/v1/scores", "body": {}},
                    ]
                },
            )
        },
    )
