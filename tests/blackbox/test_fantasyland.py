"""The checked cases of Fantasyland sets."""

from typing import Any

import pytest

from tests.blackbox.service import Service
from tests.blackbox.test_scoring import STAY_RULES, score
from tests.conftest import cases

NINE = {"fantasyland": {str(cards): 9 for cards in range(13, 18)}}


def cards_in(text: str) -> set[str]:
    return {text[place : place + 2] for place in range(0, len(text), 2)}


@pytest.mark.parametrize("case", cases("fantasyland"), ids=lambda case: case["id"])
def test_the_best_sets(service: Service, case: dict[str, Any]) -> None:
    for name, preset in STAY_RULES.items():
        expect = case["expect"][name]
        question = {"cards": case["cards"], "rules": preset, "values": NINE}
        answer = service.answer("/v1/fantasyland/set", question)
        royalties, staying = answer["best_royalties"], answer["best_staying"]
        assert royalties["royalties"]["total"] == case["expect"]["best_royalties"]
        assert (staying is not None) is expect["can_stay"]
        assert answer["best"]["points"] == expect["best_royalties_plus_9_if_staying"]
        for found in (answer["best"], royalties, staying):
            if found is None:
                assert answer["staying_costs"] is None
                continue
            said = score(service, False, board=found["board"], rules=preset, in_fantasyland=14)
            assert said["foul"]["status"] == "legal"
            assert said["royalties"] == found["royalties"]
            assert said["fantasyland"]["stays"] is found["stays"]
            placed = cards_in(found["board"].replace("/", ""))
            assert placed | set(found["discards"]) == cards_in(case["cards"])
        if staying is not None:
            assert staying["stays"] is True
            cost = royalties["royalties"]["total"] - staying["royalties"]["total"]
            assert answer["staying_costs"] == cost
