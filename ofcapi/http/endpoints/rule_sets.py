"""The operations that return the rule sets."""

from collections.abc import Mapping
from typing import Any

from ofcapi.engine.game.options import options_of
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import Rules
from ofcapi.http.forms.fields import default_values_shown
from ofcapi.http.forms.schemas.rule_sets import RulesAnswer, RulesListAnswer
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.service.problems import Problem


def _shown(rules: Rules) -> Answer:
    return {"preset": rules.preset, **options_of(rules), "values": default_values_shown(rules)}


def _list(question: Mapping[str, Any]) -> Answer:
    return {"default": DEFAULT_PRESET, "presets": [_shown(rules) for rules in PRESETS.values()]}


def _one(question: Mapping[str, Any]) -> Answer:
    rules = PRESETS.get(question["name"])
    if rules is None:
        expected = ", ".join(PRESETS)
        raise Problem(404, f"Unknown preset {question['name']!r}; expected one of {expected}.")
    return _shown(rules)


OPERATIONS = (
    Operation(
        id="listRules",
        path="/v1/rules",
        tag="Rules",
        summary="Every rule set",
        description="All presets in full. A request names one of them, or gives an object with "
        "`preset` and the options to change.",
        answer=RulesListAnswer(),
        function=_list,
        methods=("GET",),
        examples={"all": Example("The presets", {})},
    ),
    Operation(
        id="showRules",
        path="/v1/rules/<name>",
        path_members={"name": "The name of a preset."},
        tag="Rules",
        summary="One rule set in full",
        description="Every option of one preset, in the same form as in a request that changes it.",
        answer=RulesAnswer(),
        function=_one,
        methods=("GET",),
        problems=(404,),
        examples={"classic": Example("The classic game", {"name": "classic"})},
    ),
)
