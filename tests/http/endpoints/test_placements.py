"""``/v1/placements``: the ranking of all placements of the cards in hand."""

import re
from fractions import Fraction
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.problem import faults, problem

NINE = {"foul": -6, "fantasyland": {"13": 9, "14": 9}}


def ask(client: FlaskClient, **members: Any) -> dict[str, Any]:
    response = client.post("/v1/placements", json=members)
    assert response.status_code == 200, response.get_data(as_text=True)
    answer: dict[str, Any] = response.get_json()
    return answer


@pytest.mark.slow
def test_the_street_that_a_solver_in_use_gets_wrong(client: FlaskClient) -> None:
    """The queen and the deuce in the middle lose points; both hearts at the bottom have 7.18."""
    answer = ask(
        client,
        board="Qh/7c7d9s/AhKh5h",
        dealt="Qs2h9h",
        dead="3c",
        values=NINE,
        budget_ms=20_000,
        method="exact",
    )
    assert (answer["method"], answer["unseen"], answer["cards_to_come"]) == ("exact", 41, 6)
    assert answer["count"] == len(answer["placements"]) == 27
    best = answer["placements"][0]
    assert best["place"] == {"bottom": ["2h", "9h"]}
    assert best["discard"] == ["Qs"]
    assert best["board"] == "Qh/7c7d9s/AhKh5h2h9h"
    assert best["points"]["value"] == pytest.approx(7.18, abs=0.005)
    (solver,) = [one for one in answer["placements"] if one["place"] == {"middle": ["2h", "Qs"]}]
    assert solver["points"]["value"] == pytest.approx(-0.34, abs=0.005)
    values = [one["objective_value"]["value"] for one in answer["placements"]]
    assert values == sorted(values, reverse=True)
    odds = client.post(
        "/v1/odds", json={"board": best["board"], "dead": "3cQs", "values": NINE}
    ).get_json()
    assert odds["points"] == best["points"]
    assert odds["rows"] == best["rows"]


def test_the_last_card_of_classic(client: FlaskClient) -> None:
    answer = ask(
        client,
        rules="classic",
        board="QsQd/KcKh7d5s2c/Ah9h6h3h2h",
        dealt="Kd",
        dead="8s2d9c9d6s4hJcJsJd5d",
        values=NINE,
    )
    (only,) = answer["placements"]
    assert (only["place"], only["discard"]) == ({"top": ["Kd"]}, [])
    assert only["board"] == "QsQdKd/KcKh7d5s2c/Ah9h6h3h2h"
    # Queens on top 7, the flush 4, the ticket 9.
    assert only["points"]["value"] == 20
    assert answer["cards_to_come"] == 0


def test_placing_is_worth_what_the_odds_before_promise(client: FlaskClient) -> None:
    """The odds before the last street are the mean of the best placements over its deals."""
    rules = {"preset": "classic"}
    board, dead = "QsQd/KcKh7d5s/Ah9h6h3h2h", ["8s", "2d", "9c", "9d", "6s", "4h", "Jc", "Js"]
    before = client.post(
        "/v1/odds", json={"board": board, "dead": dead, "rules": rules, "values": NINE}
    ).get_json()
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    seen = {*dead, *(board.replace("/", "")[at : at + 2] for at in range(0, 22, 2))}
    total = Fraction(0)
    live = [card for card in deck if card not in seen]
    for card in live:
        best = ask(client, board=board, dead=dead, dealt=card, rules=rules, values=NINE, limit=1)[
            "placements"
        ][0]["points"]
        total += Fraction(best["numerator"], best["denominator"])
    assert total / len(live) == Fraction(
        before["points"]["numerator"], before["points"]["denominator"]
    )


def test_limit(client: FlaskClient) -> None:
    answer = ask(client, board="QsJd/KhKd9h5d2c/AhAs8h6d", dealt="Ad3h9c", limit=2)
    assert (answer["count"], len(answer["placements"])) == (6, 2)


@pytest.mark.slow
def test_an_opening_is_ranked_by_sampling(client: FlaskClient) -> None:
    answer = ask(client, board="//", dealt="QhQdKs7c2d", samples=20, limit=5, budget_ms=20_000)
    assert answer["method"] == "sampled"
    assert answer["count"] == 232
    assert answer["policy"] == "outlook-1"
    assert len(answer["placements"]) == 5
    for one in answer["placements"]:
        placed = [card for cards in one["place"].values() for card in cards]
        assert sorted(placed) == sorted(["Qh", "Qd", "Ks", "7c", "2d"])
        assert one["points"].keys() == {"value", "std_error"}
    again = ask(client, board="//", dealt="2d7cKsQdQh", samples=20, limit=5, budget_ms=20_000)
    assert again["placements"] == answer["placements"]


def refused(client: FlaskClient, status: int, **body: Any) -> set[tuple[str, str]]:
    return faults(client.post("/v1/placements", json=body), status)


def test_refusals(client: FlaskClient) -> None:
    board = "QsJd/KhKd9h5d2c/AhAs8h6d"
    assert refused(client, 400, board=board) == {("/dealt", "missing_member")}
    assert refused(client, 422, board=board, dealt="Ad3h") == {("/dealt", "wrong_deal")}
    assert refused(client, 422, board=board, dealt="Ad3hQs") == {("/dealt/2", "duplicate_card")}
    assert refused(client, 422, board="//", dealt="Ad3hQs") == {("/dealt", "wrong_deal")}
    assert refused(client, 422, board="Qs//", dealt="Ad3h4c5c6c") == {
        ("/board", "not_at_street_end")
    }
    done = "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"
    assert refused(client, 422, board=done, dealt="Ad3h4d") == {("/board", "board_complete")}
    assert refused(client, 400, board=board, dealt="Ad3h9c", limit=0) == {("/limit", "wrong_value")}
    response = client.post("/v1/placements", json={"board": "//", "dealt": "Ad3hQs"})
    assert problem(response, 422)["errors"][0]["detail"] == "the opening deals 5 cards, not 3"
    opening = {"board": "//", "dealt": "Ad3hQs4c5c", "method": "exact"}
    assert refused(client, 422, **opening) == {("/method", "out_of_reach")}
    response = client.post("/v1/placements", json=opening)
    detail = problem(response, 422)["errors"][0]["detail"]
    assert re.search(r"it would take about [\d,]+ years", detail)


def test_a_ranking_that_ends_early_counts_every_placement(client: FlaskClient) -> None:
    question = {"board": "//", "dealt": "QcQd2h5s6s", "rules": "classic", "budget_ms": 1}
    answer = ask(client, **question)
    assert answer["complete"] is False
    assert 0 < len(answer["placements"]) < answer["count"] == 232
