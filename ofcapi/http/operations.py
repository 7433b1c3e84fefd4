"""What an operation is: a path, a request schema, a function, an answer schema, examples.

``register`` turns operations into routes; ``document`` writes openapi.yaml from them.
An operation's function takes the loaded members of a request and returns the answer's members, or
the work that gives them; it ends with ``Problem`` where the request is impossible in the game. The
answer depends on nothing but the question, so answers to GET carry an ETag made from the question
alone.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from marshmallow import Schema

from ofcapi.engine.digest import engine_digest, folder_digest
from ofcapi.engine.game.encoding import digest
from ofcapi.engine.game.faults import Fault
from ofcapi.http.forms.fields import TextField
from ofcapi.http.forms.reading import read_body, read_query
from ofcapi.http.forms.schemas.base import load
from ofcapi.http.service import observing
from ofcapi.http.service.problems import faulty
from ofcapi.http.service.settings import settings
from ofcapi.http.work.workshop import Done, Work, workshop

Answer = Mapping[str, Any]

_CACHE_CONTROL = "public, max-age=86400"


@dataclass(frozen=True, slots=True)
class Example:
    """A request and what it shows.

    Its answer in the document is recorded from the code, but for one that no two releases give
    alike: that is ``answer``.
    """

    summary: str
    request: Mapping[str, Any]
    answer: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API.

    ``check`` finds what is impossible in the game, in a request that may be partly unreadable: it
    sees the members that could be read. ``path`` may have parameters as in Flask's rules; they
    are members of the request too.

    An operation that ``computes`` gives ``Work``, which takes a computing slot and whose results
    are kept. Where an answer takes no longer than to look for a kept one (scores, settlements,
    what a table holds), it is given at once.
    """

    id: str
    path: str
    tag: str
    summary: str
    description: str
    answer: Schema
    function: Callable[[Mapping[str, Any]], Answer | Work[Any]]
    examples: Mapping[str, Example]
    request: Schema | None = None
    check: Callable[[Mapping[str, Any]], Iterable[Fault]] = lambda members: ()
    methods: tuple[str, ...] = ("POST", "GET")
    problems: tuple[int, ...] = ()
    cacheable: bool = True
    computes: bool = False
    path_members: Mapping[str, str] = field(default_factory=dict)

    @property
    def text_members(self) -> tuple[str, ...]:
        """Members whose query parameter is taken as text."""
        if self.request is None:
            return ()
        return tuple(
            name for name, field in self.request.fields.items() if isinstance(field, TextField)
        )

    def question(self, members: Mapping[str, Any]) -> dict[str, Any]:
        """The members of a request as the engine's values; raises ``Problem`` with every fault."""
        if self.request is None:
            return dict(members)
        question, faults = load(self.request, members)
        # What is said of a value may be untrue where it, or a part of it, could not be read.
        unread = [fault.path for fault in faults]
        for fault in self.check(question):
            lengths = ((path, min(len(path), len(fault.path))) for path in unread)
            if not any(path[:length] == fault.path[:length] for path, length in lengths):
                faults.append(fault)
        if faults:
            raise faulty(faults)
        return question

    def answer_to(self, question: Mapping[str, Any], until: float = inf) -> Done:
        """The answer to a loaded question as JSON data.

        A computation begins and ends before ``until``, in ``time.monotonic`` seconds.
        """
        found = self.function(question)
        if not isinstance(found, Work):
            return Done(self.answer.dump(found))
        done = workshop().do(found, until)
        answer = done.answer
        observing.note(
            answer.get("method", "exact"), done.cache_status or "", answer.get("complete", True)
        )
        return replace(done, answer=self.answer.dump(done.answer))


_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _etag(operation: Operation, question: Mapping[str, Any]) -> str:
    """A name for the answer, byte for byte: the cards are in the caller's suits and order.

    It changes with the question and with everything that decides the answer: the engine, its tables
    and networks, and how answers are shown.
    """
    # The default budget decides, as a given one does, whether an answer is exact.
    budget = settings().default_budget_ms
    decided_by = engine_digest(), folder_digest(Path(__file__).parent)
    return digest(*decided_by, operation.id, budget, question).hex()[:32]


def _response(done: Done) -> Response:
    response = Response(_dumps(done.answer), mimetype="application/json")
    if done.cache_status is not None:
        response.headers["Cache-Status"] = done.cache_status
    return response


def _view(operation: Operation) -> Callable[..., Response]:
    def post() -> Response:
        if request.args:
            detail = "members of a POST must be in the body, not in the query"
            raise faulty(Fault("unknown_member", detail, (name,)) for name in request.args)
        return _response(operation.answer_to(operation.question(read_body(request))))

    def get(**path_members: str) -> Response:
        members = read_query(request, operation.text_members)
        if operation.request is None and not operation.cacheable:
            members = {}  # a probe may add what it likes
        if operation.request is None and members:
            raise faulty(
                Fault(
                    "unknown_member", "unknown member; this path takes no query parameters", (name,)
                )
                for name in members
            )
        question = operation.question({**members, **path_members})
        if not operation.cacheable:
            return _response(operation.answer_to(question))
        etag = _etag(operation, question)
        if request.if_none_match.contains_weak(etag):
            response = Response(status=304)
        else:
            done = operation.answer_to(question)
            response = _response(done)
            if not done.lasting:
                response.headers["Cache-Control"] = "no-store"
                return response
        response.set_etag(etag)
        response.headers["Cache-Control"] = _CACHE_CONTROL
        return response

    def view(**path_members: str) -> Response:
        return post() if request.method == "POST" else get(**path_members)

    return view


def register(app: Flask, operations: Iterable[Operation]) -> None:
    """Serve operations."""
    for operation in operations:
        app.add_url_rule(
            operation.path,
            endpoint=operation.id,
            view_func=_view(operation),
            methods=list(operation.methods),
        )
