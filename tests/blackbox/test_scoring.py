"""The checked cases of scores and settlements."""

from typing import Any

import pytest

from tests.blackbox.service import Service
from tests.conftest import cases

STAY_RULES = {
    "trips_full_house_or_quads": "pineapple",
    "trips_or_quads": "pineapple-quads-stay",
}
LOW = "deuce-to-seven"
LOW_CASES = cases("deuce_to_seven")
OPTIONS = {
    "1-6 both": {},
    "1-6 row_winner": {"royalties_paid": "row_winner"},
    "2-4 both": {"scoring": "2-4"},
}


def score(service: Service, by_query: bool, **question: Any) -> Any:
    ask = service.answer_by_query if by_query else service.answer
    return ask("/v1/score", question)


@pytest.mark.parametrize("by_query", [False, True], ids=["post", "get"])
@pytest.mark.parametrize("case", cases("score"), ids=lambda case: case["id"])
def test_scores(service: Service, case: dict[str, Any], by_query: bool) -> None:
    expect = case["expect"]
    for rules, cards in expect["fantasyland_entry_cards"].items():
        answer = score(service, by_query, board=case["board"], rules=rules)
        assert answer["board"] == case["board"]
        assert answer["complete"] is True
        assert answer["foul"]["status"] == ("foul" if expect["foul"] else "legal")
        assert (answer["foul"]["reason"] is None) is not expect["foul"]
        assert {row: found["category"] for row, found in answer["rows"].items()} == expect[
            "categories"
        ]
        assert answer["royalties"] == expect["royalties"]
        assert answer["fantasyland"] == {"enters": cards > 0, "stays": False, "cards": cards}
    for name, stays in expect["fantasyland_stays"].items():
        rules = STAY_RULES[name]
        answer = score(service, by_query, board=case["board"], rules=rules, in_fantasyland=14)
        assert answer["fantasyland"] == {
            "enters": False,
            "stays": stays,
            "cards": 14 if stays else 0,
        }


@pytest.mark.parametrize("by_query", [False, True], ids=["post", "get"])
@pytest.mark.parametrize(
    "case",
    [case for case in LOW_CASES if case["kind"] == "score"],
    ids=lambda case: case["id"],
)
def test_scores_of_deuce_to_seven(service: Service, case: dict[str, Any], by_query: bool) -> None:
    expect = case["expect"]
    answer = score(service, by_query, board=case["board"], rules=LOW)
    assert answer["foul"]["status"] == ("foul" if expect["foul"] else "legal")
    assert answer["royalties"] == expect["royalties"]
    assert answer["fantasyland"]["cards"] == expect["fantasyland_entry_cards"]
    answer = score(service, by_query, board=case["board"], rules=LOW, in_fantasyland=True)
    assert answer["fantasyland"]["stays"] is expect["stays"]


def settle(service: Service, boards: list[str], rules: Any) -> Any:
    question = {"players": [{"board": board} for board in boards], "rules": rules}
    return service.answer("/v1/settlement", question)


def rules_for(boards: list[str]) -> str:
    """Some published cases have a card on two boards, which only ``side-by-side`` allows."""
    text = "".join(boards).replace("/", "")
    cards = [text[place : place + 2] for place in range(0, len(text), 2)]
    return "classic" if len(set(cards)) == len(cards) else "side-by-side"


@pytest.mark.parametrize("case", cases("settlement"), ids=lambda case: case["id"])
def test_settlements(service: Service, case: dict[str, Any]) -> None:
    answer = settle(service, case["boards"], rules_for(case["boards"]))
    assert [player["points"] for player in answer["players"]] == case["expect"]["points"]
    pairs = {f"{pair['players'][0]}-{pair['players'][1]}": pair for pair in answer["pairs"]}
    assert {name: pair["points"] for name, pair in pairs.items()} == case["expect"]["pairs"]
    for pair in answer["pairs"]:
        ours, theirs = pair["royalties"]
        total = sum(pair["rows"].values()) + pair["scoop"] + pair["foul"] + ours - theirs
        assert pair["points"] == total == pair["paid"]
        assert pair["explanation"]


@pytest.mark.parametrize("case", cases("settlement_options"), ids=lambda case: case["id"])
def test_settlements_under_other_scoring(service: Service, case: dict[str, Any]) -> None:
    preset = rules_for(case["boards"])
    for name, points in case["expect"].items():
        answer = settle(service, case["boards"], {"preset": preset, **OPTIONS[name]})
        assert answer["players"][0]["points"] == points


@pytest.mark.parametrize(
    "case",
    [case for case in LOW_CASES if case["kind"] == "settlement"],
    ids=lambda case: case["id"],
)
def test_settlements_of_deuce_to_seven(service: Service, case: dict[str, Any]) -> None:
    answer = settle(service, case["boards"], LOW)
    assert [player["points"] for player in answer["players"]] == case["expect"]["points"]
