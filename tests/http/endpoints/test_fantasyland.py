"""``/v1/fantasyland/set`` and ``/v1/fantasyland/odds``."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.problem import faults, problem

NINE = {"fantasyland": {str(cards): 9 for cards in range(13, 18)}}


def best(client: FlaskClient, **members: Any) -> dict[str, Any]:
    response = client.post("/v1/fantasyland/set", json=members)
    assert response.status_code == 200, response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return answer


def test_against_a_finished_board(client: FlaskClient) -> None:
    """The points are what the settlement of the set pays, plus the ticket if it stays."""
    cards, other = "KdQh6d9s6cKcAs6h7dQd4sJd2c9h", "Qs8c3s/JhJc9d5d2h/AhAdTs7c4d"
    answer = best(client, cards=cards, opponents=[other], values=NINE)
    found = answer["best"]
    players = [{"board": found["board"], "in_fantasyland": True}, {"board": other}]
    settled = client.post("/v1/settlement", json={"players": players}).get_json()
    ticket = 9 if found["stays"] else 0
    assert found["points"] == settled["players"][0]["points"] + ticket


def test_objectives(client: FlaskClient) -> None:
    cards = "TsAd6c7cQh6d9d6hTcQd7hKsKhQc"
    points = best(client, cards=cards)
    assert points["objective"] == "points"
    assert points["values"]["fantasyland"] == {"14": 9.7}
    for objective, member in (("royalties", "best_royalties"), ("stay", "best_staying")):
        answer = best(client, cards=cards, objective=objective)
        assert answer["best"]["board"] == answer[member]["board"]


def test_two_to_seven_can_be_nothing_but_a_foul(client: FlaskClient) -> None:
    cards = "JsJhJdQsQhQdKsKhKdAsAhAdAc"
    answer = best(client, cards=cards, rules="deuce-to-seven")
    assert answer["best"]["legal"] is False
    assert answer["best"]["points"] == -6
    assert answer["best_staying"] is None


def refused(client: FlaskClient, status: int, **body: Any) -> set[tuple[str, str]]:
    return faults(client.post("/v1/fantasyland/set", json=body), status)


def test_refusals(client: FlaskClient) -> None:
    thirteen = "2c3c4c5c6c7c8c9cTcJcQcKcAc"
    for cards in (thirteen[:24], thirteen + "2d3d4d5d6d"):
        assert refused(client, 422, cards=cards) == {("/cards", "wrong_card_count")}
    assert refused(client, 422, cards=thirteen + "2c") == {("/cards/13", "duplicate_card")}
    other = "Qs8c3s/JhJc9d5d2h/AhAdTs7d4d"
    assert refused(client, 422, cards=thirteen, opponents=[other]) == {
        ("/cards/6", "duplicate_card"),
        ("/cards/9", "duplicate_card"),
    }
    assert refused(client, 422, cards=thirteen, opponents=["Qs//"], players=5) == {
        ("/opponents/0", "not_at_street_end"),
        ("/players", "wrong_seat_count"),
    }
    assert refused(client, 422, cards=thirteen, rules="classic-no-fantasyland") == {
        ("/rules", "contradiction")
    }
    assert refused(client, 400, cards=thirteen, objective="win") == {("/objective", "wrong_value")}
    assert refused(client, 400) == {("/cards", "missing_member")}
    assert refused(client, 422, cards=thirteen, values={"foul": -3}) == {
        ("/values/foul", "contradiction")
    }
    twice = {
        "cards": thirteen,
        "rules": "side-by-side",
        "opponents": ["Qs8c3s/JhJc9d5d2h/AhAhTs7d4d"],
    }
    assert refused(client, 422, **twice) == {("/opponents/0/bottom/1", "duplicate_card")}


# Independent figures for the chance to stay, in percent, from 13 to 17 cards.
PUBLISHED = {
    "pineapple-quads-stay": (5.9, 10.5, 19.5, 34.7, 54.9),
    "pineapple": (8.1, 15.6, 27.8, 44.3, 62.4),
}


@pytest.mark.parametrize("preset", PUBLISHED)
def test_the_chance_to_stay(client: FlaskClient, preset: str) -> None:
    for cards, percent in zip(range(13, 18), PUBLISHED[preset], strict=True):
        answer = client.get(f"/v1/fantasyland/odds?cards={cards}&rules={preset}").get_json()
        assert answer["method"] == "table"
        stay = answer["can_stay"]
        allowed = max(0.003, 3 * stay["std_error"])
        assert stay["value"] == pytest.approx(percent / 100, abs=allowed)
        assert answer["stays"]["value"] <= stay["value"]


def test_dead_cards_are_sampled(client: FlaskClient) -> None:
    question = {"cards": 14, "dead": "AhAsAdKhKsKdQhQsQd", "samples": 400}
    answer = client.post("/v1/fantasyland/odds", json=question).get_json()
    assert (answer["method"], answer["samples"], answer["complete"]) == ("sampled", 400, True)
    assert answer["unseen"] == 43
    assert answer["policy"] == "best-set"
    assert answer["can_stay"]["std_error"] > 0
    assert client.post("/v1/fantasyland/odds", json=question).get_json() == answer
    other = client.post("/v1/fantasyland/odds", json={**question, "seed": 1}).get_json()
    assert other["seed"] == 1
    error = answer["royalties"]["std_error"] + other["royalties"]["std_error"]
    assert abs(answer["royalties"]["value"] - other["royalties"]["value"]) < 4 * error


def test_more_opponents_than_seats_and_unreadable_members(client: FlaskClient) -> None:
    cards = "2c3c4c5c6c7c8c9cTcJcQcKcAc"
    other = "2d3d4d/5d6d7d8dTd/9dJdQdKdAd"
    third = "2h3h4h/5h6h7h8hTh/9hJhQhKhAh"
    fourth = "2s3s4s/5s6s7s8sTs/9sJsQsKsAs"
    assert refused(client, 422, cards=cards, opponents=[other, third, fourth]) == {
        ("/opponents", "wrong_seat_count")
    }
    assert refused(client, 400, cards=cards, rules="omaha", opponents=["?//"]) == {
        ("/rules", "unknown_preset"),
        ("/opponents/0/top/0", "unknown_card"),
    }
    same = {"cards": cards, "rules": "side-by-side", "opponents": [other.replace("2d", "2c")]}
    assert best(client, **same)["best"]["legal"] is True


def test_changed_rules_that_the_table_does_not_hold_are_sampled(client: FlaskClient) -> None:
    rules = {"preset": "pineapple", "royalties": {"top": {}}}
    question = {"cards": 13, "rules": rules, "budget_ms": 20_000}
    answer = client.post("/v1/fantasyland/odds", json=question).get_json()
    assert (answer["method"], answer["samples"]) == ("sampled", 2000)
    assert answer["ticket"] == answer["values"]["fantasyland"]["13"]


def test_odds_refusals(client: FlaskClient) -> None:
    for cards in (12, 18):
        response = client.get(f"/v1/fantasyland/odds?cards={cards}")
        assert faults(response, 400) == {("/cards", "wrong_value")}
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    response = client.post("/v1/fantasyland/odds", json={"cards": 14, "dead": deck[:40]})
    assert problem(response, 422)["errors"][0]["code"] == "too_few_unseen"
    response = client.post("/v1/fantasyland/odds", json={"cards": 14, "dead": "AhAh"})
    assert faults(response, 422) == {("/dead/1", "duplicate_card")}


def test_a_set_settles_against_boards_that_are_not_finished(client: FlaskClient) -> None:
    cards = "Ks8h7h4sKc9c7s7dTd4dQs4h5cKd"
    question = {"cards": cards, "opponents": ["Qd2c/9h9d2h/JsJdJc3c"], "samples": 100, "seed": 4}
    answer = client.post("/v1/fantasyland/set", json=question).get_json()
    assert (answer["method"], answer["settled"], answer["complete"]) == ("sampled", True, True)
    assert answer["opponents"] == [{"finished": False, "boards": 100}]
    assert (answer["samples"], answer["seed"]) == (100, 4)
    assert 0 < answer["best"]["std_error"] < 1
    assert client.post("/v1/fantasyland/set", json=question).get_json() == answer
    alone = client.post("/v1/fantasyland/set", json={"cards": cards}).get_json()
    assert (alone["method"], alone["settled"], alone["opponents"]) == ("exact", False, [])
    assert "std_error" not in alone["best"]
    unknown = client.post("/v1/fantasyland/set", json={"cards": cards, "players": 3}).get_json()
    assert [one["unknown"] for one in unknown["opponents"]] == [True, True]
    dead = {**question, "opponents_played": False}
    left = client.post("/v1/fantasyland/set", json=dead).get_json()
    assert {**left, "opponents": []} == alone
