"""The checked cases of draws and of best play."""

from fractions import Fraction
from typing import Any

import pytest

from tests.blackbox.service import Service
from tests.conftest import cases

NINE = {"foul": -6, "fantasyland": {str(cards): 9 for cards in range(13, 18)}}
ODDS = [
    *cases("odds"),
    *(
        {**case, "rules": "deuce-to-seven"}
        for case in cases("deuce_to_seven")
        if case["kind"] == "odds"
    ),
]


@pytest.mark.parametrize("case", cases("draws"), ids=lambda case: case["id"])
def test_draws(service: Service, case: dict[str, Any]) -> None:
    question = {
        "board": {case["row"]: case["placed"]},
        "dead": case["dead"],
        "cards_to_come": case["cards_to_come"],
    }
    answer = service.answer("/v1/draws", question)
    assert answer["unseen"] == case["unseen"]
    row = answer["rows"][case["row"]]
    for category, chance in case["expect"]["at_least"].items():
        found = row["at_least"][category]
        assert {"value": found["value"], **chance} == found
        assert found["value"] == pytest.approx(chance["numerator"] / chance["denominator"])
    rows = {"top": "", "middle": "", "bottom": "", case["row"]: case["placed"]}
    query = {**question, "board": "/".join(rows.values())}
    assert service.answer_by_query("/v1/draws", query) == answer


def fraction(number: dict[str, Any]) -> Fraction:
    return Fraction(number["numerator"], number["denominator"])


@pytest.mark.parametrize("case", ODDS, ids=lambda case: case["id"])
def test_best_play(service: Service, case: dict[str, Any]) -> None:
    for objective, expect in case["expect"].items():
        question = {
            "rules": case["rules"],
            "board": case["board"],
            "dead": case["dead"],
            "objective": objective,
            "values": NINE,
            "method": "exact",
            "budget_ms": 20_000,
        }
        answer = service.answer("/v1/odds", question)
        assert answer["unseen"] == case["unseen"]
        assert answer["method"] == "exact"
        value = answer["objective_value"]
        assert (value["numerator"], value["denominator"]) == (
            expect["numerator"],
            expect["denominator"],
        )
        assert value["value"] == pytest.approx(expect["value"])
        same = {
            "no_foul": 1 - fraction(answer["foul"]),
            "fantasyland": fraction(answer["fantasyland"]["enters"]),
            "royalties": fraction(answer["royalties"]["total"]),
            "points": fraction(answer["points"]),
        }
        assert same[objective] == fraction(value)
        for row in answer["rows"].values():
            assert sum(map(fraction, row.values())) == 1 - fraction(answer["foul"])
        assert service.answer_by_query("/v1/odds", question) == answer
