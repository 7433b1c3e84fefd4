"""``/v1/odds``: the members of a response, and what is refused."""

from fractions import Fraction
from typing import Any

import pytest
from flask.testing import FlaskClient

from ofcapi.engine.play.exact import OutOfTimeError
from tests.http.problem import faults, problem

NINE = {"foul": -6, "fantasyland": {str(cards): 9 for cards in range(13, 18)}}


def ask(client: FlaskClient, **members: Any) -> dict[str, Any]:
    response = client.post("/v1/odds", json=members)
    assert response.status_code == 200, response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return answer


def fraction(number: dict[str, Any]) -> Fraction:
    return Fraction(number["numerator"], number["denominator"])


def test_a_row_target(client: FlaskClient) -> None:
    """One of nine hearts, or a pair of kings for a higher row; play must choose one of them."""
    question = {"board": "QsJd/TcTd9h5d2c/AhKh8h6h", "dead": "3c4d7s"}
    target = {"row": "bottom", "at_least": "flush"}
    answer = ask(client, **question, objective=target)
    assert answer["objective"] == target
    flush = answer["rows"]["bottom"].get("flush", {"numerator": 0})
    assert answer["objective_value"]["numerator"] == flush["numerator"] > 0
    points = ask(client, **question)
    assert fraction(points["points"]) >= fraction(answer["points"])
    assert fraction(points["rows"]["bottom"]["flush"]) <= fraction(answer["objective_value"])


def test_values_are_used_and_shown(client: FlaskClient) -> None:
    question = {"board": "QsQd/KcKh7d5s2c/Ah9h6h3h", "dead": "4d8cTdKd", "rules": "progressive"}
    answer = ask(client, **question)
    assert answer["values"]["foul"] == -6
    assert answer["values"]["fantasyland"].keys() == {"14", "15", "16", "17"}
    worth = {"14": 9.6, "17": 20.25}
    answer = ask(client, **question, values={"foul": -4.5, "fantasyland": worth})
    assert answer["values"]["foul"] == -4.5
    assert {**answer["values"]["fantasyland"], **worth} == answer["values"]["fantasyland"]
    enters = answer["fantasyland"]["by_cards"]
    other = {cards: Fraction(str(answer["values"]["fantasyland"][cards])) for cards in enters}
    expected = (
        fraction(answer["royalties"]["total"])
        + sum(other[cards] * fraction(chance) for cards, chance in enters.items())
        - Fraction(9, 2) * fraction(answer["foul"])
    )
    assert fraction(answer["points"]) == expected


def test_a_finished_opponent_is_settled_against(client: FlaskClient) -> None:
    """For a finished board: the settlement plus the ticket."""
    mine, other = "QsQh3d/8c8d8hKc2s/AhKhQdJhTh", "4h3h5d/KsJc9h5c2h/AdKd9c5s2d"
    players = [{"board": mine}, {"board": other}]
    settled = client.post("/v1/settlement", json={"players": players}).get_json()
    values = {"fantasyland": {"14": 0}}
    answer = ask(client, board=mine, opponents=[other], values=values)
    assert answer["points"]["value"] == settled["players"][0]["points"] == 17
    assert answer["values"]["foul"] is None
    assert (answer["method"], answer["settled"]) == ("exact", True)
    assert answer["opponents"] == [{"finished": True}]
    partial = ask(client, board=mine, opponents=["4h/Ks/2d"], values=values, opponents_played=False)
    assert (partial["opponents"], partial["settled"]) == ([], False)
    assert partial["points"]["value"] == 11
    assert partial["unseen"] == 52 - 13 - 3
    assert partial["values"]["foul"] == -6


def test_lost_and_finished_boards(client: FlaskClient) -> None:
    lost = ask(client, board="AsAhAd/KcKd2c3h4h/9c8c2d")
    assert lost["foul"]["value"] == 1
    assert lost["points"]["value"] == -6
    assert lost["rows"] == {"top": {}, "middle": {}, "bottom": {}}
    done = ask(client, board="QhQd2s/KhKdKs4c3d/9cTcJcQcKc", values={"fantasyland": {"14": 7}})
    assert (done["cards_to_come"], done["points"]["value"]) == (0, 31)
    assert done["points"]["denominator"] == 1
    assert done["fantasyland"]["enters"]["value"] == 1


def refused(client: FlaskClient, status: int, **body: Any) -> set[tuple[str, str]]:
    return faults(client.post("/v1/odds", json=body), status)


def test_a_board_in_the_middle_of_a_street(client: FlaskClient) -> None:
    board = "Qh/7c7d9s/AhKh5h2h"
    response = client.post("/v1/odds", json={"board": board})
    (fault,) = problem(response, 422)["errors"]
    assert (fault["pointer"], fault["code"]) == ("/board", "not_at_street_end")
    assert fault["detail"] == (
        "a pineapple board holds 5, 7, 9, 11 or 13 cards at the end of a street; this one holds 8"
    )
    assert refused(client, 422, board="Qh//") == {("/board", "not_at_street_end")}
    assert refused(client, 422, board="//", rules="classic") == {("/board", "not_at_street_end")}


def test_other_refusals(client: FlaskClient) -> None:
    board = "QsJd/KhKd9h5d2c/AhAs8h6d"
    assert refused(client, 422, board=board, opponents=["Ks/3c4c/5c6c", "Qs/2s3s/4s5s"]) == {
        ("/board/top/0", "duplicate_card")
    }
    three = ["7c/3c4c/5c6c", "2s/3s4s/5s6s", "2h/3h4h/5h6h"]
    assert refused(client, 422, board=board, opponents=three) == {
        ("/opponents", "wrong_seat_count")
    }
    ranks = "23456789TJQKA"
    free = [rank + suit for rank in ranks for suit in "cdhs" if rank + suit not in board]
    assert refused(client, 422, board=board, dead=free[2:]) == {("/dead", "too_few_unseen")}
    assert refused(client, 400, board=board, objective="win") == {("/objective", "wrong_value")}
    assert refused(client, 400, board=board, objective={"row": "bottom"}) == {
        ("/objective/at_least", "missing_member")
    }
    bogus = {"row": "bottom", "at_least": "bogus"}
    assert refused(client, 400, board=board, rules="omaha", objective=bogus) == {
        ("/rules", "unknown_preset"),
        ("/objective/at_least", "wrong_value"),
    }
    for row, hand in (("top", "flush"), ("bottom", "low_9"), ("middle", "pair_X")):
        objective = {"row": row, "at_least": hand}
        assert refused(client, 422, board=board, objective=objective) == {
            ("/objective/at_least", "wrong_value")
        }
    values = {"foul": "six", "fantasyland": {"12": 3, "14": 1e9}, "scoop": 1}
    assert refused(client, 400, board=board, values=values) == {
        ("/values/foul", "wrong_type"),
        ("/values/fantasyland/12", "unknown_member"),
        ("/values/fantasyland/14", "wrong_value"),
        ("/values/scoop", "unknown_member"),
    }
    assert refused(client, 400, board=board, values={"fantasyland": 9}) == {
        ("/values/fantasyland", "wrong_type")
    }
    assert refused(client, 400, board=board, budget_ms=10**9, samples=10**9, seed=-1) == {
        ("/budget_ms", "wrong_value"),
        ("/samples", "wrong_value"),
        ("/seed", "wrong_value"),
    }


def test_exact_that_does_not_fit_says_what_it_would_take(client: FlaskClient) -> None:
    response = client.post("/v1/odds", json={"board": "Qh/7c7d/AhKh", "method": "exact"})
    (fault,) = problem(response, 422)["errors"]
    assert (fault["pointer"], fault["code"]) == ("/method", "out_of_reach")
    assert "no exact answer is possible" in fault["detail"]
    assert "it would take about" in fault["detail"]
    classic = {"rules": "classic", "board": "Qh/7c7d9s/AhKh5h", "method": "exact", "budget_ms": 50}
    (fault,) = problem(client.post("/v1/odds", json=classic), 422)["errors"]
    assert "would take about" in fault["detail"]
    assert "the budget is 50 ms" in fault["detail"]


@pytest.mark.slow
def test_sampled_before_the_horizon(client: FlaskClient) -> None:
    question = {"board": "Qh/7c7d/AhKh", "samples": 60, "budget_ms": 20_000}
    answer = ask(client, **question)
    assert answer["method"] == "sampled"
    assert answer["samples"] == 60
    assert answer["policy"] == "outlook-1"
    assert answer["complete"] is True
    assert answer["points"].keys() == {"value", "std_error"}
    assert 0 < answer["points"]["std_error"] < 5
    assert ask(client, **question) == answer
    assert ask(client, **question, seed=answer["seed"]) == answer
    reordered = ask(client, board="Qh/7d7c/KhAh", samples=60, budget_ms=20_000)
    assert reordered["seed"] == answer["seed"]
    assert reordered["points"] == answer["points"]
    other = ask(client, **question, seed=answer["seed"] + 1)
    error = answer["points"]["std_error"] + other["points"]["std_error"]
    assert 0 < abs(other["points"]["value"] - answer["points"]["value"]) < 5 * error


def test_a_budget_that_ends_early_is_said_and_not_cached(client: FlaskClient) -> None:
    url = "/v1/odds?board=Qh/7c7d/AhKh&samples=100000&budget_ms=1"
    response = client.get(url)
    answer = response.get_json()
    assert answer["complete"] is False
    assert 2 <= answer["samples"] < 100_000
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


def test_sampling_agrees_with_the_exact_answer(client: FlaskClient) -> None:
    question = {"board": "QsQd/KcKh7d5s2c/Ah9h", "dead": "4d8cTdKd8s2d9c9d6s"}
    exact = ask(client, **question, method="exact")
    sampled = ask(client, **question, method="sampled", samples=400, budget_ms=20_000)
    for path in (("points",), ("foul",), ("fantasyland", "enters"), ("royalties", "total")):
        truth, guess = exact, sampled
        for name in path:
            truth, guess = truth[name], guess[name]
        assert abs(truth["value"] - guess["value"]) < 4 * guess["std_error"] + 0.05


def test_an_exact_answer_that_runs_late(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``exact`` is refused, ``auto`` is sampled instead and says so."""

    def late(*_: object, **__: object) -> None:
        raise OutOfTimeError

    monkeypatch.setattr("ofcapi.http.endpoints.playing.best_play", late)
    monkeypatch.setattr("ofcapi.http.endpoints.playing.rank_placements", late)
    board = {"board": "QsQd/KcKh7d5s2c/Ah9h6h3h", "dead": "4d8cTdKd"}
    for path, question in (
        ("/v1/odds", board),
        ("/v1/placements", {**board, "dealt": "2d3d4h"}),
    ):
        exact = client.post(path, json={**question, "method": "exact"})
        (fault,) = problem(exact, 422)["errors"]
        assert (fault["pointer"], fault["code"]) == ("/method", "over_budget")
        assert "stopped" in fault["detail"]
        answer = client.post(path, json=question).get_json()
        assert answer["method"] == "sampled"


def test_values_that_cannot_be_added_up_exactly(client: FlaskClient) -> None:
    question = {
        "board": "Qh/7c7d9s/AhKh5h2h9h",
        "objective": "royalties",
        "rules": {"royalties": {"bottom": {"flush": 1000}, "middle": {"full_house": 1000}}},
        "values": {"foul": -999.9999, "fantasyland": {"14": 999.9999}},
    }
    assert refused(client, 422, **question) == {("/values", "wrong_value")}


def test_members_that_cannot_be_read_bring_no_other_faults(client: FlaskClient) -> None:
    assert refused(client, 400, board="Qx//", rules="omaha", opponents=5, objective=[]) == {
        ("/board/top/0", "unknown_card"),
        ("/rules", "unknown_preset"),
        ("/opponents", "wrong_type"),
        ("/objective", "wrong_type"),
    }
    placements = {"board": 5, "rules": "omaha", "dealt": "Ah"}
    response = client.post("/v1/placements", json=placements)
    assert faults(response, 400) == {("/board", "wrong_type"), ("/rules", "unknown_preset")}


def test_side_by_side_opponents_hold_cards_that_may_still_come(client: FlaskClient) -> None:
    question: dict[str, Any] = {"board": "QsJd/KhKd9h5d2c/AhAs8h6d", "opponents": ["Qs/KhKd/AhAs"]}
    answer = ask(client, **question, rules="side-by-side")
    assert answer["unseen"] == 52 - 11
    question["opponents"] = ["QsQs/KhKd/As"]
    assert refused(client, 422, **question, rules="side-by-side") == {
        ("/opponents/0/top/1", "duplicate_card")
    }


def test_an_unreadable_opponent_leaves_the_others_in_their_places(client: FlaskClient) -> None:
    question = {"board": "QsJd/KhKd9h5d2c/AhAs8h6d", "opponents": [5, "Qs/2s3s/4s5s"]}
    assert refused(client, 400, **question) == {
        ("/opponents/0", "wrong_type"),
        ("/board/top/0", "duplicate_card"),
    }
    response = client.post("/v1/odds", json=question)
    (detail,) = [
        one["detail"] for one in response.get_json()["errors"] if "already" in one["detail"]
    ]
    assert detail == "Qs is already in /opponents/1/top/0"


BESIDE: dict[str, Any] = {"board": "Qh7s/7c7d9s/AhKh5h5d", "opponents": ["KsKd/9h9c2c/JsJdJc2s"]}


def test_an_unfinished_opponent_is_played_on(client: FlaskClient) -> None:
    """The answer says so, and that points are not exact any more."""
    answer = ask(client, **BESIDE)
    assert (answer["method"], answer["settled"], answer["complete"]) == ("sampled", True, True)
    assert answer["opponents"] == [{"finished": False, "boards": 200}]
    assert (answer["samples"], answer["policy"]) == (200, "best-play")
    assert answer["values"]["foul"] is None
    alone = ask(client, **BESIDE, opponents_played=False)
    assert (alone["method"], alone["settled"], alone["opponents"]) == ("exact", False, [])
    assert answer["points"]["value"] < alone["points"]["value"] - 3
    assert 0.2 < answer["points"]["std_error"] < 2
    assert answer["objective_value"] == answer["points"]
    # Of one's own board every figure is that of the play chosen.
    assert answer["foul"]["std_error"] == 0
    chance = ask(client, **BESIDE, objective="no_foul")
    assert chance["objective_value"]["std_error"] == 0 < chance["points"]["std_error"]
    dead = BESIDE["opponents"][0].replace("/", "")
    best = ask(client, board=BESIDE["board"], dead=dead, objective="no_foul")
    assert chance["objective_value"]["value"] == pytest.approx(best["objective_value"]["value"])


def test_samples_and_seed_are_those_of_the_opponents(client: FlaskClient) -> None:
    few, many = (ask(client, **BESIDE, samples=samples, seed=1) for samples in (60, 600))
    assert [one["opponents"][0]["boards"] for one in (few, many)] == [60, 600]
    assert many["points"]["std_error"] < few["points"]["std_error"]
    assert ask(client, **BESIDE, samples=60, seed=1) == few
    assert ask(client, **BESIDE, samples=60, seed=2)["points"] != few["points"]


def test_unknown_players_and_fantasyland_hands_sit_opposite(client: FlaskClient) -> None:
    board = BESIDE["board"]
    nobody = ask(client, board=board)
    assert (nobody["settled"], nobody["opponents"]) == (False, [])
    unknown = ask(client, board=board, players=2)
    assert unknown["opponents"] == [{"finished": False, "unknown": True, "boards": 2000}]
    assert (unknown["settled"], unknown["method"]) == (True, "sampled")
    empty = ask(client, board=board, opponents=["//"])
    assert empty["opponents"] == unknown["opponents"]
    assert empty["points"] == unknown["points"]
    land = ask(client, board=board, players=3, opponents=[{"fantasyland": 15}], samples=40)
    assert land["opponents"] == [
        {"finished": False, "fantasyland": 15, "boards": 40},
        {"finished": False, "unknown": True, "boards": 2000},
    ]
    assert land["points"]["value"] < unknown["points"]["value"]


def test_opponents_are_told_in_the_order_of_the_request(client: FlaskClient) -> None:
    seats: list[Any] = [
        {"fantasyland": 14}, "//", "4h3h5d/KsJc9h5c2h/AdKd9c5s2d", "Kc/8c8d/TcTd",
    ]  # fmt: skip
    for first, second in ((0, 1), (1, 0), (2, 3), (3, 2), (0, 3), (3, 1)):
        board = "Qh7s/7c7d9s/Ah6h4d4s"
        answer = ask(client, board=board, opponents=[seats[first], seats[second]], samples=20)
        told = [
            {"finished": False, "fantasyland": 14, "boards": 20},
            {"finished": False, "unknown": True, "boards": 2000},
            {"finished": True},
            {"finished": False, "boards": 20},
        ]
        assert answer["opponents"] == [told[first], told[second]]


def test_what_cannot_sit_opposite(client: FlaskClient) -> None:
    board = BESIDE["board"]
    assert refused(
        client, 400, board=board, players=9,
        opponents=[{"fantasyland": 12}, {"fantasyland": 14, "top": "Qs"}, "Kd/8c8d/TcTd2c"],
        opponents_played="yes",
    ) == {
        ("/opponents/0/fantasyland", "wrong_value"),
        ("/opponents/1/top", "unknown_member"),
        ("/opponents/2", "not_at_street_end"),
        ("/opponents_played", "wrong_type"),
        ("/players", "wrong_seat_count"),
    }  # fmt: skip
    assert refused(client, 400, board=board, opponents=[{"fantasyland": True}]) == {
        ("/opponents/0/fantasyland", "wrong_type")
    }
    assert refused(client, 422, **BESIDE, method="exact") == {("/method", "out_of_reach")}
    assert ask(client, **BESIDE, method="exact", opponents_played=False)["method"] == "exact"
    assert ask(client, **BESIDE, method="sampled", samples=20)["opponents"] == [
        {"finished": False, "boards": 200}
    ]
    response = client.post("/v1/odds", json={"board": board, "opponents": ["Kd/8c8d/TcTd2c"]})
    assert "opponents_played false" in problem(response, 422)["errors"][0]["detail"]


def test_where_tickets_come_from_is_told(client: FlaskClient) -> None:
    board, land = BESIDE["board"], {"cards": "2c3c4c5c6c7c8c9cTcJcQcKcAc"}
    changed = {"preset": "pineapple", "scoring": "2-4"}
    given = {"fantasyland": {"14": 9}}
    sets, odds = "/v1/fantasyland/set", "/v1/fantasyland/odds"
    for path, question, ticket in (
        ("/v1/odds", {"board": board}, "14"),
        ("/v1/placements", {"board": "Qh7s/7c7d9s2c/AhKh5h5d2d", "dealt": "3c3d3h"}, "14"),
        (sets, land, "14"),
        (odds, {"cards": 14, "samples": 2}, "14"),
    ):
        for more, source in (
            ({}, "preset"),
            ({"values": given}, "request"),
            ({"rules": changed}, "preset_with_other_options"),
            ({"rules": changed, "values": given}, "request"),
        ):
            if path == sets and "values" in more:
                more = {**more, "values": {"fantasyland": {"13": 5, "14": 9}}}
            answer = client.post(path, json={**question, **more}).get_json()
            assert (answer["values_source"], path, more) == (source, path, more)
            assert ticket in answer["values"]["fantasyland"]


def test_a_deadline_leaves_fewer_boards_and_says_so(client: FlaskClient) -> None:
    answer = ask(client, **BESIDE, samples=20_000, budget_ms=60, method="sampled")
    assert not answer["complete"]
    assert answer["opponents"][0]["boards"] < 20_000
