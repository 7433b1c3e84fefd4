"""Health and version: the operations for operators of the service."""

from collections.abc import Mapping
from typing import Any

from ofcapi import __version__
from ofcapi.engine.digest import engine_digest
from ofcapi.engine.warm_up import is_warm
from ofcapi.http.forms.schemas.service import StatusAnswer, VersionAnswer
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.service.problems import Problem


def _live(question: Mapping[str, Any]) -> Answer:
    return {"status": "live"}


def _ready(question: Mapping[str, Any]) -> Answer:
    if not is_warm():
        raise Problem(503, "The engine is still compiling; try again in a few seconds.")
    return {"status": "ready"}


def _version(question: Mapping[str, Any]) -> Answer:
    return {"name": "ofcapi", "version": __version__, "engine": engine_digest()}


OPERATIONS = (
    Operation(
        id="livez",
        path="/livez",
        tag="Service",
        summary="Whether the process is running",
        description="Always 200 while the process is running.",
        answer=StatusAnswer(),
        function=_live,
        methods=("GET",),
        cacheable=False,
        examples={"live": Example("Alive", {})},
    ),
    Operation(
        id="readyz",
        path="/readyz",
        tag="Service",
        summary="Whether the engine is compiled",
        description="200 when the engine's loops have been compiled, 503 before that.",
        answer=StatusAnswer(),
        function=_ready,
        methods=("GET",),
        problems=(503,),
        cacheable=False,
        examples={"ready": Example("Ready", {})},
    ),
    Operation(
        id="version",
        path="/version",
        tag="Service",
        summary="What runs here",
        description="The version, and a digest of everything that decides an answer.",
        answer=VersionAnswer(),
        function=_version,
        methods=("GET",),
        cacheable=False,
        examples={
            "version": Example(
                "The version",
                {},
                {"name": "ofcapi", "version": "1.0.0", "engine": "3f1c9a0d52b7e864"},
            )
        },
    ),
)
