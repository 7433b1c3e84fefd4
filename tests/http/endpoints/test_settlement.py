"""``/v1/settlement``: stakes, matches, and what is refused."""

from typing import Any

from flask.testing import FlaskClient

from tests.http.problem import faults, problem

LOW = "2c3d5h/2s4d6h8cTd/3c5s7h9dJc"
HIGH = "AcKdJh/2h2d7c9sQd/3h3s8d9cKs"


def settle(client: FlaskClient, boards: list[str], **members: Any) -> dict[str, Any]:
    players = [{"board": board} for board in boards]
    response = client.post("/v1/settlement", json={"players": players, **members})
    assert response.status_code == 200, response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return answer


def test_stakes_over_http(client: FlaskClient) -> None:
    players = [
        {"name": "Ζωή", "board": LOW, "stack": 1.05},
        {"name": "李", "board": HIGH, "stack": 20},
    ]
    body = {"players": players, "point_value": 0.3, "stakes": "pay_what_you_have"}
    answer = client.post("/v1/settlement", json=body).get_json()
    assert answer["point_value"] == 0.3
    assert [player["money"] for player in answer["players"]] == [-1.05, 1.05]
    assert [player["stack"] for player in answer["players"]] == [0, 21.05]
    (pair,) = answer["pairs"]
    assert (pair["owed"], pair["paid"]) == (-1.8, -1.05)
    assert pair["explanation"][-1] == "Ζωή pays 李 only 1.05: Ζωή has no more"
    body["stakes"] = "uncapped"
    answer = client.post("/v1/settlement", json=body).get_json()
    assert [player["stack"] for player in answer["players"]] == [-0.75, 21.8]


def test_a_match_with_a_cap(client: FlaskClient) -> None:
    enters = "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"
    ordinary = "4h4d5h/6c6d7h9hJs/9c9dTcTdAd"
    hands: list[list[dict[str, Any]]] = [
        [
            {"name": "Ada", "board": enters, "stack": 50},
            {"name": "Bo", "board": ordinary, "stack": 50},
        ],
        [{"name": "Ada", "board": HIGH, "in_fantasyland": True}, {"name": "Bo", "board": LOW}],
        [{"name": "Ada", "board": HIGH}, {"name": "Bo", "board": LOW}],
    ]
    body = {"hands": hands, "match_cap": 20, "point_value": 1, "button": 0}
    response = client.post("/v1/settlement", json=body)
    assert response.status_code == 200, response.get_data(as_text=True)
    answer = response.get_json()
    first, second, third = answer["hands"]
    assert first["next"] == {"button": 0, "button_moves": False, "fantasyland": True}
    assert first["players"][0]["fantasyland"] == {"enters": True, "stays": False, "cards": 14}
    assert second["players"][0]["fantasyland"] == {"enters": False, "stays": False, "cards": 0}
    assert second["next"] == {"button": 1, "button_moves": True, "fantasyland": False}
    assert (second["button"], third["button"]) == (0, 1)
    totals = [hand["running"][1]["money"] for hand in answer["hands"]]
    assert totals == [-17, -20, -20]
    assert answer["totals"] == third["running"]
    assert answer["totals"][1] == {"name": "Bo", "points": -29, "money": -20, "stack": 30}


def test_a_hundred_hands(client: FlaskClient) -> None:
    hand = [{"board": LOW}, {"board": HIGH}]
    answer = client.post("/v1/settlement", json={"hands": [hand] * 100}).get_json()
    assert len(answer["hands"]) == 100
    assert [total["points"] for total in answer["totals"]] == [-600, 600]


def refused(client: FlaskClient, status: int, **body: Any) -> set[tuple[str, str]]:
    return faults(client.post("/v1/settlement", json=body), status)


TWO = [{"board": LOW}, {"board": HIGH}]


def test_unfinished_boards(client: FlaskClient) -> None:
    players = [{"board": LOW}, {"board": "AcKdJh/2h2d7c9s/3h3s8d9cKs"}]
    assert refused(client, 422, players=players) == {("/players/1/board", "unfinished_board")}


def test_wrong_seat_counts(client: FlaskClient) -> None:
    for players in ([], TWO[:1]):
        assert refused(client, 422, players=players) == {("/players", "wrong_seat_count")}
    four = [
        {"board": "2c3c4c/5c6c7c8cTc/9cJcQcKcAc"},
        {"board": "2d3d4d/5d6d7d8dTd/9dJdQdKdAd"},
        {"board": "2h3h4h/5h6h7h8hTh/9hJhQhKhAh"},
        {"board": "2s3s4s/5s6s7s8sTs/9sJsQsKsAs"},
    ]
    response = client.post("/v1/settlement", json={"players": four})
    (fault,) = problem(response, 422)["errors"]
    assert fault["detail"] == ("pineapple is for 2 to 3 players, not 4: 68 cards would be dealt")
    answer = client.post("/v1/settlement", json={"players": four, "rules": "classic"})
    assert [player["points"] for player in answer.get_json()["players"]] == [0, 0, 0, 0]
    assert refused(client, 422, players=four[:3], rules="side-by-side") == {
        ("/players", "wrong_seat_count")
    }


def test_a_card_twice_at_the_table(client: FlaskClient) -> None:
    players = [{"board": LOW}, {"board": HIGH.replace("Jh", "2c")}]
    response = client.post("/v1/settlement", json={"players": players})
    (fault,) = problem(response, 422)["errors"]
    assert fault["pointer"] == "/players/1/board/top/2"
    assert fault["detail"] == "2c is already in /players/0/board/top/0"
    same = [{"board": HIGH}, {"board": HIGH}]
    answer = client.post("/v1/settlement", json={"players": same, "rules": "side-by-side"})
    assert [player["points"] for player in answer.get_json()["players"]] == [0, 0]
    twice = [{"board": HIGH.replace("Kd", "Ac")}, {"board": HIGH}]
    assert refused(client, 422, players=twice, rules="side-by-side") == {
        ("/players/0/board/top/1", "duplicate_card")
    }


def test_a_stake_rule_without_stacks(client: FlaskClient) -> None:
    players = [{"board": LOW, "stack": 5}, {"board": HIGH}]
    body = {"players": players, "stakes": "pay_what_you_have"}
    assert refused(client, 422, **body) == {("/players/1/stack", "missing_stack")}
    assert refused(client, 422, hands=[players], stakes="win_up_to_running_stack") == {
        ("/hands/0/1/stack", "missing_stack")
    }


def test_absurd_amounts(client: FlaskClient) -> None:
    for amount in (-1, 10_001, 1e300, "1", None, True):
        found = refused(client, 400, players=TWO, point_value=amount)
        assert {pointer for pointer, _ in found} == {"/point_value"}
    found = refused(client, 422, players=TWO, point_value=0.12345)
    assert found == {("/point_value", "wrong_value")}
    for stack in (-5, 1e9, "all"):
        absurd: list[dict[str, Any]] = [{"board": LOW, "stack": stack}, {"board": HIGH}]
        assert {pointer for pointer, _ in refused(client, 400, players=absurd)} == {
            "/players/0/stack"
        }
    players = [{"board": LOW, "stack": 0}, {"board": HIGH, "stack": 0}]
    answer = settle(client, [LOW, HIGH], point_value=0)
    assert [player["money"] for player in answer["players"]] == [0, 0]
    broke = {"players": players, "stakes": "win_up_to_starting_stack"}
    answer = client.post("/v1/settlement", json=broke).get_json()
    assert [player["stack"] for player in answer["players"]] == [0, 0]


def test_other_refusals(client: FlaskClient) -> None:
    assert refused(client, 422, rules="classic") == {("/players", "missing_member")}
    assert refused(client, 422, players=TWO, hands=[TWO]) == {("/players", "contradiction")}
    assert refused(client, 422, players=TWO, button=2) == {("/button", "no_such_seat")}
    assert refused(client, 422, players=TWO, match_cap=5) == {("/match_cap", "contradiction")}
    assert refused(client, 400, players=TWO, stakes="all in") == {("/stakes", "wrong_value")}
    assert refused(client, 400, hands=[]) == {("/hands", "wrong_value")}
    assert refused(client, 400, players=[5, {"board": HIGH, "nick": "x"}]) == {
        ("/players/0", "wrong_type"),
        ("/players/1/nick", "unknown_member"),
    }
    renamed: list[list[dict[str, Any]]] = [
        [{"name": "Ada", "board": LOW}, {"name": "Bo", "board": HIGH}]
    ] * 2
    renamed[1] = [{"name": "Ada", "board": LOW}, {"name": "Cy", "board": HIGH, "stack": 3}]
    assert refused(client, 422, hands=renamed) == {
        ("/hands/1/1/name", "contradiction"),
        ("/hands/1/1/stack", "contradiction"),
    }
    assert refused(client, 422, hands=[TWO, [*TWO, {"board": "Ah4s5d/6s7s8sTc4c/JdJsQcQhAs"}]]) == {
        ("/hands/1", "contradiction")
    }
