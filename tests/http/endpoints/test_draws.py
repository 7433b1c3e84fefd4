"""``/v1/draws``: the members of a response, and what is refused."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.problem import faults

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def test_what_the_answer_says_of_itself(client: FlaskClient) -> None:
    answer = client.get("/v1/draws?board=7s//AhKh5h2h&dead=QdJc").get_json()
    assert (answer["method"], answer["model"]) == ("exact", "seen_together")
    assert "/v1/odds" in answer["explanation"]
    assert (answer["unseen"], answer["cards_to_come"]) == (45, 12)
    bottom = answer["rows"]["bottom"]
    assert (bottom["open"], bottom["made"]) == (1, "high_card")
    assert bottom["outs"]["flush"] == ["3h", "4h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh"]
    assert (
        sum(chance["numerator"] for chance in bottom["exactly"].values())
        == (bottom["at_least"]["high_card"]["denominator"])
    )
    assert bottom["at_least"]["flush"]["value"] == pytest.approx(27508344045 / 28760021745)
    assert {"pair_Q", "three_of_a_kind_2"} <= answer["rows"]["top"]["at_least"].keys()


@pytest.mark.parametrize(
    ("rules", "board", "to_come"),
    [
        ("classic", "2c3c4c//5c6c", 8),
        ("pineapple", "2c3c4c//5c6c", 12),
        ("turbo", "2c3c4c//5c6c", 8),
        ("pineapple", "2c3c4c/7d8d9dTdJh/5c6c9h", 3),
        ("pineapple", "//", 17),
    ],
)
def test_cards_to_come_are_those_the_player_will_see(
    client: FlaskClient, rules: str, board: str, to_come: int
) -> None:
    answer = client.post("/v1/draws", json={"board": board, "rules": rules}).get_json()
    assert answer["cards_to_come"] == to_come


def test_a_full_row_is_certain_and_a_short_one_has_no_answer(client: FlaskClient) -> None:
    question = {"board": "KhKd2c//AhQh", "cards_to_come": 2}
    rows = client.post("/v1/draws", json=question).get_json()["rows"]
    top, bottom = rows["top"], rows["bottom"]
    assert (top["open"], top["made"], top["outs"]) == (0, "pair", {})
    assert top["at_least"]["pair_K"]["value"] == 1
    assert top["at_least"]["pair_A"]["value"] == 0
    assert top["exactly"]["pair_K"]["numerator"] == top["exactly"]["pair_K"]["denominator"]
    assert bottom["at_least"] is bottom["exactly"] is None
    assert bottom["outs"]["pair"] == ["Qc", "Qd", "Qs", "Ac", "Ad", "As"]


def test_a_low_middle(client: FlaskClient) -> None:
    question = {"board": "/7c5d4h2s/", "rules": "deuce-to-seven", "cards_to_come": 1}
    middle = client.post("/v1/draws", json=question).get_json()["rows"]["middle"]
    assert middle["at_least"]["low_75432"]["numerator"] == 4
    assert middle["at_least"]["low_8"]["numerator"] == 4 + 4 + 4
    assert middle["at_least"]["low_8"]["denominator"] == 48
    assert middle["outs"]["low_75432"] == ["3c", "3d", "3h", "3s"]


def refused(client: FlaskClient, status: int, **body: Any) -> set[tuple[str, str]]:
    return faults(client.post("/v1/draws", json=body), status)


def test_refusals(client: FlaskClient) -> None:
    assert refused(client, 422, board="AhKh//", dead="Ah") == {("/board/top/0", "duplicate_card")}
    assert refused(client, 422, board="AhKh//", dead=DECK[:40], cards_to_come=11) == {
        ("/cards_to_come", "too_few_unseen"),
        ("/dead", "too_few_unseen"),
    }
    board = "2c2d2h/3c3d3h4c4d/4h"
    assert refused(client, 422, board=board, dead=DECK[11:]) == {
        ("/dead", "too_few_unseen"),
    }


def test_more_cards_than_unseen(client: FlaskClient) -> None:
    """Eight cards are unseen: enough to fill six slots, not to see nine cards."""
    question = {"board": "2c2d2h/3c3d3h/4h", "dead": DECK[15:]}
    assert refused(client, 422, **question) == {("/cards_to_come", "too_few_unseen")}
    answer = client.post("/v1/draws", json={**question, "cards_to_come": 6}).get_json()
    assert (answer["unseen"], answer["cards_to_come"]) == (8, 6)
    assert refused(client, 422, **question, cards_to_come=9) == {
        ("/cards_to_come", "too_few_unseen")
    }


def test_wrong_numbers_of_cards(client: FlaskClient) -> None:
    for number in (-1, 18):
        assert refused(client, 400, board="//", cards_to_come=number) == {
            ("/cards_to_come", "wrong_value")
        }
    wrong = {("/cards_to_come", "wrong_type")}
    for other in ("3", 2.5, True):
        assert refused(client, 400, board="//", cards_to_come=other) == wrong
    assert faults(client.get("/v1/draws?board=//&cards_to_come=two"), 400) == wrong
