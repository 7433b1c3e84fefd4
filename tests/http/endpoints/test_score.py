"""``/v1/score``: notations, unfinished boards, and what is refused."""

from typing import Any

from flask.testing import FlaskClient

from tests.http.problem import faults, problem


def post(client: FlaskClient, **members: Any) -> dict[str, Any]:
    response = client.post("/v1/score", json=members)
    assert response.status_code == 200, response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return answer


def get(client: FlaskClient, **members: Any) -> dict[str, Any]:
    response = client.get("/v1/score", query_string=members)
    assert response.status_code == 200, response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return answer


def test_notations_mean_the_same(client: FlaskClient) -> None:
    canonical = "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"
    rows = canonical.split("/")
    wanted = post(client, board=canonical, dead="AhAd")
    for board in (
        canonical.lower(),
        "Q♥,Q♦,2♠ / K♥ K♦ K♠ 4♣ 3♦ / 9c 10c jc qc kc",
        {"top": "QhQd2s", "middle": rows[1], "bottom": ["9c", "10c", "Jc", "Qc", "Kc"]},
    ):
        assert post(client, board=board, dead=["A♥️", "aD"]) == wanted
    assert get(client, board=canonical, dead="Ah Ad", rules='{"preset": "pineapple"}') == wanted


def test_an_unfinished_board_says_what_is_sure(client: FlaskClient) -> None:
    answer = post(client, board="QsQd/KcKhKd7d/AhAsAcAd", rules="progressive")
    assert answer["complete"] is False
    assert answer["foul"] == {"status": "open", "reason": None}
    assert answer["royalties"] == {"top": 7, "middle": 2, "bottom": 10, "total": 19}
    assert answer["fantasyland"] == {"enters": True, "stays": False, "cards": 14}
    assert answer["rows"]["top"] == {
        "cards": ["Qs", "Qd"],
        "complete": False,
        "category": "pair",
        "description": "pair of queens",
        "royalty": 7,
    }


def test_a_lost_board_is_a_foul_before_it_is_complete(client: FlaskClient) -> None:
    answer = post(client, board="AsAhAd//2c3c4d5d7h")
    assert answer["complete"] is False
    assert answer["foul"]["status"] == "foul"
    assert answer["foul"]["reason"]["code"] == "top_beats_bottom"
    assert answer["foul"]["reason"]["rows"] == ["top", "bottom"]
    assert "no unseen cards can save it" in answer["foul"]["reason"]["detail"]
    assert answer["royalties"]["total"] == 0


def test_the_empty_board(client: FlaskClient) -> None:
    boards: list[Any] = ["", "//", {}, {"top": []}]
    for board in boards:
        answer = post(client, board=board)
        assert answer["board"] == "//"
        assert answer["foul"]["status"] == "open"
        assert answer["rows"]["top"]["category"] is None


def test_changed_rules_are_echoed_and_used(client: FlaskClient) -> None:
    rules = {"preset": "classic", "royalties": {"top": {"66": 3}}, "scoring": "2-4"}
    answer = post(client, board="6s6d9c/JdJs7c4d2s/QcQh5d5s8h", rules=rules)
    assert answer["royalties"]["top"] == 3
    assert answer["rules"]["preset"] == "classic"
    assert answer["rules"]["changed"]["scoring"] == "2-4"
    assert answer["rules"]["changed"]["royalties"]["top"] == {"66": 3}


def test_strict_row_order_makes_equal_rows_a_foul(client: FlaskClient) -> None:
    board = "2s4d7c/5h6c7d8s9h/5s6d7h8d9c"
    assert post(client, board=board)["foul"]["status"] == "legal"
    strict = post(client, board=board, rules={"row_order": "strict"})
    assert strict["foul"]["reason"]["code"] == "middle_equals_bottom"


def test_every_fault_at_once(client: FlaskClient) -> None:
    response = client.post(
        "/v1/score",
        json={
            "board": {"top": ["Qh", "Qx"], "middle": "KhKh", "up": ""},
            "dead": ["As", 5, "Qh"],
            "rules": {"preset": "pineapple", "scorin": "2-4"},
            "in_fantasyland": 12,
            "cards": 3,
        },
    )
    assert faults(response, 400) == {
        ("/board/top/1", "unknown_card"),
        ("/board/top/0", "duplicate_card"),
        ("/board/middle/1", "duplicate_card"),
        ("/board/up", "unknown_member"),
        ("/dead/1", "unknown_card"),
        ("/rules/scorin", "unknown_option"),
        ("/in_fantasyland", "wrong_type"),
        ("/cards", "unknown_member"),
    }


def test_a_card_twice_names_both_places(client: FlaskClient) -> None:
    response = client.post("/v1/score", json={"board": "AhQh//", "dead": "2c3c4cQh"})
    document = problem(response, 422)
    assert document["errors"] == [
        {
            "pointer": "/board/top/1",
            "code": "duplicate_card",
            "detail": "Qh is already in /dead/3",
        }
    ]


def test_fourteen_cards(client: FlaskClient) -> None:
    board = "QhQd2s/KhKdKs4c3d/9cTcJcQcKcAc"
    assert faults(client.post("/v1/score", json={"board": board}), 422) == {
        ("/board/bottom/5", "too_many_cards")
    }


def test_a_deck_that_runs_out(client: FlaskClient) -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    response = client.post("/v1/score", json={"board": "//2c3c4c5c6c", "dead": deck[20:]})
    assert response.status_code == 200
    response = client.post("/v1/score", json={"board": "2c2d2h//", "dead": deck[3:-9]})
    assert faults(response, 422) == {("/dead", "too_few_unseen")}


def test_a_board_needs_three_rows(client: FlaskClient) -> None:
    for board in ("AhKh", "Ah/Kh", "Ah/Kh/Qh/Jh"):
        response = client.post("/v1/score", json={"board": board})
        assert faults(response, 400) == {("/board", "not_three_rows")}


def test_fantasyland_where_there_is_none(client: FlaskClient) -> None:
    response = client.post(
        "/v1/score",
        json={"board": "//", "rules": "classic-no-fantasyland", "in_fantasyland": True},
    )
    assert faults(response, 422) == {("/in_fantasyland", "contradiction")}
    response = client.post(
        "/v1/score", json={"board": "//", "rules": "ultimate", "in_fantasyland": True}
    )
    assert "14, 15, 16, 17" in problem(response, 422)["errors"][0]["detail"]
    held = post(client, board="2s2h2d/3s3c3d9sKc/AhTh8h7h4h", rules="ultimate", in_fantasyland=16)
    assert held["fantasyland"] == {"enters": False, "stays": True, "cards": 16}


def test_query_parameters_have_the_same_faults(client: FlaskClient) -> None:
    response = client.get("/v1/score?board=QhQx//&in_fantasyland=maybe&colour=red")
    assert faults(response, 400) == {
        ("/board/top/1", "unknown_card"),
        ("/in_fantasyland", "wrong_type"),
        ("/colour", "unknown_member"),
    }
    assert faults(client.get("/v1/score?board=//&board=//"), 400) == {("/board", "repeated_member")}
    assert faults(client.get("/v1/score"), 400) == {("/board", "missing_member")}
    assert faults(client.get('/v1/score?board=//&rules={"preset"'), 400) == {
        ("/rules", "invalid_json")
    }


def test_wrong_types(client: FlaskClient) -> None:
    response = client.post(
        "/v1/score", json={"board": 5, "dead": {}, "rules": 7, "in_fantasyland": "14"}
    )
    assert faults(response, 400) == {
        ("/board", "wrong_type"),
        ("/dead", "wrong_type"),
        ("/rules", "wrong_type"),
        ("/in_fantasyland", "wrong_type"),
    }
    response = client.post("/v1/score", json={"board": None})
    assert faults(response, 400) == {("/board", "wrong_type")}
    response = client.post("/v1/score", json={"board": "//", "rules": "pinapple"})
    assert faults(response, 400) == {("/rules", "unknown_preset")}


def test_contradicting_rules_are_impossible_not_malformed(client: FlaskClient) -> None:
    rules = {"preset": "deuce-to-seven", "row_order": "strict"}
    response = client.post("/v1/score", json={"board": "//", "rules": rules})
    assert faults(response, 422) == {("/rules/row_order", "contradiction")}


def test_options_that_no_schema_can_refuse_are_impossible(client: FlaskClient) -> None:
    """They are well formed, and another preset may allow them."""
    board = "AhAd//"
    for rules, pointer in (
        ({"royalties": {"middle": {"low_9": 1}}}, "/rules/royalties/middle/low_9"),
        ({"preset": "deuce-to-seven", "royalties": {"middle": {"flush": 1}}},
         "/rules/royalties/middle/flush"),
        ({"middle": "deuce_to_seven"}, "/rules/middle"),
        ({"fantasyland": {"stay": {"top": "full_house"}}}, "/rules/fantasyland/stay/top"),
        ({"fantasyland": {"entry": {"low_75432": 14}}}, "/rules/fantasyland/entry/low_75432"),
        ({"values": {"foul": -5, "fantasyland": {}}}, "/rules/values"),
    ):  # fmt: skip
        found = faults(client.post("/v1/score", json={"board": board, "rules": rules}), 422)
        assert {where for where, _ in found} == {pointer}
    rules = {"royalties": {"middle": {"low_9": 1, "quads": 1}}}
    found = faults(client.post("/v1/score", json={"board": board, "rules": rules}), 400)
    assert len(found) == 2
