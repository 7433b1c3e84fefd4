"""Best play on known boards, at its edges, and what it refuses."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import DECK, parse_cards
from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import CompiledRules, Deal, compile_rules
from ofcapi.engine.kernels import two_card
from ofcapi.engine.play.best_play import (
    BeyondExactError,
    best_play,
    cost_of,
    rank_placements,
)
from ofcapi.engine.play.exact import (
    Cost,
    OutOfTimeError,
    exact_cost,
    new_streets,
    rows_of,
    unlike_pairs,
)
from ofcapi.engine.play.question import Effort, PositionError
from ofcapi.engine.play.ways import ways_to_place
from ofcapi.engine.worth.values import Objective, ObjectiveError, Values, ValuesError
from tests.asking import ask

DATA = Path(__file__).parents[2] / "data"
NINE_A_TICKET = Values(
    foul=Fraction(-6), fantasyland=tuple((cards, Fraction(9)) for cards in range(13, 18))
)


def compiled(preset: str) -> CompiledRules:
    return compile_rules(PRESETS[preset])


def board_of(text: str) -> Board:
    board, faults = parse_board(text)
    assert not faults
    return board


def cards_of(text: str) -> list[int]:
    return parse_cards(text)[0]


def checked_cases() -> list[Any]:
    odds = json.loads((DATA / "odds.json").read_text())
    low = json.loads((DATA / "deuce_to_seven.json").read_text())
    cases = odds + [{**case, "rules": "deuce-to-seven"} for case in low if case["kind"] == "odds"]
    return [
        pytest.param(case, kind, expected, id=f"{case['id']}-{kind}")
        for case in cases
        for kind, expected in case["expect"].items()
    ]


@pytest.mark.parametrize(("case", "kind", "expected"), checked_cases())
def test_checked_cases_to_the_last_deal(
    case: dict[str, Any], kind: str, expected: dict[str, int]
) -> None:
    board = board_of(case["board"])
    unseen = unseen_cards(board.cards, cards_of(case["dead"]))
    assert len(unseen) == case["unseen"]
    odds = best_play(
        ask(
            board,
            compiled(case["rules"]),
            unseen,
            objective=Objective(cast(Any, kind)),
            values=NINE_A_TICKET,
        ),
        Effort(),
    )
    assert odds.denominator == expected["denominator"]
    assert odds.objective == expected["numerator"]


@pytest.mark.slow
def test_a_pair_at_the_bottom_is_worth_seven_points_more_than_the_queen_on_top_looks() -> None:
    board, dealt = board_of("Qh/7c7d9s/AhKh5h"), cards_of("Qs2h9h")
    unseen = unseen_cards(board.cards, dealt, cards_of("3c"))
    ranked = rank_placements(
        ask(board, compiled("pineapple"), unseen, values=NINE_A_TICKET, dealt=dealt), Effort()
    )
    points = {
        str(placement.board): float(placement.odds.points / placement.odds.denominator)
        for placement in ranked
    }
    assert len(points) == len(ranked) == 27
    assert str(ranked[0].board) == "Qh/7c7d9s/AhKh5h2h9h"
    assert round(points["Qh/7c7d9s/AhKh5h2h9h"], 2) == 7.18
    assert round(points["Qh/7c7d9s2hQs/AhKh5h"], 2) == -0.34
    assert list(points.values()) == sorted(points.values(), reverse=True)


def test_a_board_that_can_no_longer_be_saved_fouls_in_every_deal() -> None:
    board = board_of("AsAh3d/KcQd9h5c/AdKhQhJh")
    odds = best_play(ask(board, compiled("pineapple"), unseen_cards(board.cards)[:20]), Effort())
    assert odds.foul == odds.denominator == 1140
    assert odds.points == -6 * 1140
    assert odds.rows == ({}, {}, {})
    assert odds.royalties == (0, 0, 0)


def test_a_finished_board_is_certain() -> None:
    board = board_of("QhQd2s/KhKdKs4c3d/9cTcJcQcKc")
    odds = best_play(ask(board, compiled("pineapple"), [], values=NINE_A_TICKET), Effort())
    assert (odds.denominator, odds.foul) == (1, 0)
    assert odds.royalties == (7, 2, 15)
    assert odds.points == 7 + 2 + 15 + 9
    assert odds.fantasyland == {14: 1}
    assert odds.rows == ({"pair": 1}, {"three_of_a_kind": 1}, {"straight_flush": 1})


def test_a_finished_opponent_is_settled_against() -> None:
    ours = board_of("QhQd2s/KhKdKs4c3d/9cTcJcQcKc")
    theirs = board_of("AhJd2c/5h5d6s7c8d/AcAd3h4d9h")
    odds = best_play(
        ask(ours, compiled("pineapple"), [], values=NINE_A_TICKET, opponents=[theirs]), Effort()
    )
    assert odds.points == 3 + 3 + 24 + 9


@pytest.mark.parametrize("preset", ["pineapple", "turbo", "classic"])
def test_the_answer_is_the_same_for_any_number_of_threads(preset: str) -> None:
    board = board_of("Qh/7c7d9s2d/AhKh5h9h")
    unseen = unseen_cards(board.cards)[:22]
    one, two, three = (
        best_play(
            ask(
                board,
                compiled(preset),
                unseen,
                objective=Objective("royalties"),
                values=NINE_A_TICKET,
            ),
            Effort(threads=threads),
        )
        for threads in (1, 2, 3)
    )
    assert one == two == three


@pytest.mark.parametrize("preset", ["pineapple", "classic"])
def test_a_deadline_stops_the_work_midway(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of("Qh/7c7d9s2d/AhKh5h9h")
    unseen = unseen_cards(board.cards)
    looks = iter(range(1_000))
    monkeypatch.setattr("ofcapi.engine.play.exact.monotonic", lambda: next(looks))
    with pytest.raises(OutOfTimeError):
        best_play(ask(board, compiled(preset), unseen), Effort(threads=1, deadline=4.5))
    # It had begun, and at the first look past the deadline it ended.
    assert next(looks) == 6


@pytest.mark.parametrize(
    ("preset", "board", "unseen", "says"),
    [
        ("pineapple", "Qh/7c7d9s/AhKh5h9h", 40, "9, 11 or 13 cards"),
        ("turbo", "Qh/7c7d9s/AhKh5h9h", 40, "9, 11 or 13 cards"),
        ("pineapple", "Qh/7c7d9s2d/AhKh5h9h", 5, "6 more cards"),
        ("classic", "Qh/7c7d9s2d/AhKh5h9h", 3, "4 more cards"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    preset: str, board: str, unseen: int, says: str
) -> None:
    position = board_of(board)
    with pytest.raises(PositionError, match=says):
        best_play(ask(position, compiled(preset), unseen_cards(position.cards)[:unseen]), Effort())


@pytest.mark.parametrize(
    ("preset", "board"), [("pineapple", "/7c7d9s/AhKh5h9h"), ("classic", "/7c7d9s/AhKh")]
)
def test_a_position_too_far_from_its_end_is_refused_before_any_work(
    preset: str, board: str
) -> None:
    position = board_of(board)
    with pytest.raises(BeyondExactError):
        best_play(ask(position, compiled(preset), unseen_cards(position.cards)), Effort())


def test_a_placement_needs_room_and_the_right_number_of_cards() -> None:
    full = board_of("QhQd2s/KhKdKs4c3d/9cTcJcQcKc")
    with pytest.raises(PositionError, match="no room"):
        rank_placements(ask(full, compiled("pineapple"), [], dealt=cards_of("2c3c4h")), Effort())
    with pytest.raises(PositionError, match="deals 3"):
        rank_placements(ask(full, compiled("pineapple"), [], dealt=cards_of("2c3c")), Effort())


@pytest.mark.parametrize(
    ("preset", "row", "at_least"),
    [
        ("pineapple", None, None),
        ("pineapple", 0, "low_9"),
        ("pineapple", 2, "flush_Z"),
        ("pineapple", 2, ""),
        ("pineapple", 2, "royal_flush_2"),
        ("pineapple", 2, "straight_4"),
        ("pineapple", 0, "flush"),
        ("deuce-to-seven", 1, "pair_Q"),
    ],
)
def test_a_row_target_that_no_row_can_be_is_refused(
    preset: str, row: int | None, at_least: str | None
) -> None:
    board = board_of("QhQd2s/KhKdKs4c3d/9cTcJcQcKc")
    with pytest.raises(ObjectiveError):
        best_play(
            ask(board, compiled(preset), [], objective=Objective("row", row, at_least)), Effort()
        )


def test_values_that_sums_cannot_hold_are_refused() -> None:
    board = board_of("Qh/7c7d9s2d/AhKh5h9h")
    unseen = unseen_cards(board.cards)
    with pytest.raises(ValuesError):
        best_play(
            ask(board, compiled("pineapple"), unseen, values=Values(Fraction(1, 30_000))), Effort()
        )
    with pytest.raises(ValuesError):
        best_play(
            ask(board, compiled("pineapple"), unseen, values=Values(Fraction(10**18))), Effort()
        )
    with pytest.raises(ValuesError):
        best_play(
            ask(
                board,
                compiled("pineapple"),
                unseen,
                objective=Objective("royalties"),
                values=Values(Fraction(10**11)),
            ),
            Effort(),
        )


def test_cost_grows_with_the_open_slots_and_says_what_is_out_of_reach() -> None:
    deal = PRESETS["pineapple"].deal

    def cost(text: str, unseen: int, deal: Deal = deal) -> Cost:
        board = board_of(text)
        return exact_cost(board, unseen_cards(board.cards)[-unseen:], deal)

    boards = "QhQd2c/4c4s7c8d/9h9d9sAh", "QhQd/4c4s7c8d/9h9d9s", "Qh/4c4s7c/9h9d9s"
    two, four, six = (cost(text, 41) for text in boards)
    assert two.steps < four.steps < six.steps
    assert two.seconds < four.seconds < six.seconds
    assert (two.possible, four.possible, six.possible) == (True, True, False)
    classic = PRESETS["classic"].deal
    assert cost("QhQd/4c4s7c/9h9d", 38, classic).possible
    assert not cost("Qh/4c4s/9h9d", 38, classic).possible


def test_the_cost_of_a_decision_is_that_of_its_boards() -> None:
    board, dealt = board_of("Qh/7c7d9s/AhKh5h"), parse_cards("9hQc2d")[0]
    unseen = unseen_cards(board.cards, dealt)[1:]
    decision = cost_of(ask(board, compiled("pineapple"), unseen, dealt=dealt))
    each = [
        exact_cost(board.with_cards(place), unseen, PRESETS["pineapple"].deal)
        for place in ways_to_place(board, dealt, 2)
    ]
    assert len(each) == 27
    assert decision.steps == sum(cost.steps for cost in each)
    assert decision.possible


def test_the_cost_follows_the_suits_that_matter() -> None:
    """Two cards of a rank that no row could tell apart are worked out once."""
    deal = PRESETS["pineapple"].deal
    costs = []
    for text in ("QhQd/4c4s7c8d/9h9d9s", "QhQd/4h5h7h8h/9h9d9s", "QhQd/4h5h7hTh/9dTdJd"):
        board = board_of(text)
        unseen = unseen_cards(board.cards)[:41]
        costs.append(exact_cost(board, unseen, deal).steps)
        # Neither the names of suits nor the order of cards change it.
        other = Board(*(tuple(card ^ 3 for card in row) for row in board.rows))
        renamed = [card ^ 3 for card in reversed(unseen)]
        assert exact_cost(other, renamed, deal).steps == costs[-1]
    assert costs == sorted(costs)
    assert costs[2] > 1.5 * costs[0]


@pytest.mark.parametrize("seed", range(30))
def test_unlike_pairs_are_those_that_are_worked_out(seed: int) -> None:
    """The loops list a pair of one rank twice where either card may come first; else no more."""
    deck = sorted(DECK, key=lambda card: (card & 3) * (seed % 3) / 2)
    deck = (
        random.Random(seed).sample(deck[:30], 9)
        if seed % 3
        else random.Random(seed).sample(DECK, 9)
    )
    board = Board(tuple(deck[:2]), tuple(deck[2:5]), tuple(deck[5:]))
    unseen = unseen_cards(board.cards)[seed % 8 :]
    count = len(unseen)
    numbers, likes = np.zeros((count, count), np.int64), np.zeros(count, np.int64)
    listed = np.zeros((count * count, 2), np.int64)
    cards = np.array(unseen, np.int64)
    size = two_card.list_pairs(rows_of(board), cards, listed, numbers, likes)
    different = {tuple(sorted(pair)) for pair in listed[:size].tolist()}
    assert unlike_pairs(board, unseen) == len(different)


EQUAL = json.loads((DATA / "equal_points.json").read_text())


@pytest.mark.parametrize("case", EQUAL, ids=[case["id"] for case in EQUAL])
def test_of_equal_points_the_placement_that_settles_best_comes_first(case: dict[str, Any]) -> None:
    """Against 8,000 boards of a typical opponent, which no table of ours was made from."""
    board, dealt = board_of(case["board"]), cards_of(case["dealt"])
    unseen = unseen_cards(board.cards, dealt, cards_of(case["dead"]))
    tickets = {
        int(cards): Fraction(worth) for cards, worth in case["values"]["fantasyland"].items()
    }
    values = Values(Fraction(case["values"]["foul"]), tuple(tickets.items()))
    ranked = rank_placements(
        ask(board, compiled(case["rules"]), unseen, values=values, dealt=dealt), Effort()
    )
    equal = [one for one in ranked if one.odds.points == ranked[0].odds.points]
    listed = case["expect"]["placements"]
    assert {as_sets(one.board) for one in equal} == {as_sets(board_of(p["board"])) for p in listed}
    settled = {as_sets(board_of(one["board"])): one["settled"] for one in listed}
    assert settled[as_sets(ranked[0].board)] == max(settled.values())
    assert all(one.odds.points == listed[0]["points"] for one in equal)


def as_sets(board: Board) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, board.rows))


def test_where_rows_are_equal_too_the_higher_cards_go_up() -> None:
    """Aces of two suits are alike but for their place in the order of cards."""
    board, dealt = board_of("QdJh/4c7hKhKc/7s8sJsAs5s"), cards_of("3c5dAd")
    ranked = rank_placements(
        ask(board, compiled("pineapple"), unseen_cards(board.cards, dealt), dealt=dealt), Effort()
    )
    first = [str(one.board) for one in ranked[:2]]
    assert first == ["QdJhAd/4c7hKhKc5d/7s8sJsAs5s", "QdJhAd/4c7hKhKc3c/7s8sJsAs5s"]
    dealt = cards_of("AcAd3h")
    left = unseen_cards(board.cards, dealt)
    ranked = rank_placements(ask(board, compiled("pineapple"), left, dealt=dealt), Effort())
    listed = [str(one.board) for one in ranked]
    higher, lower = (f"QdJh{ace}/4c7hKhKc3h/7s8sJsAs5s" for ace in ("Ad", "Ac"))
    assert ranked[listed.index(higher)].odds.row_wins == ranked[listed.index(lower)].odds.row_wins
    assert listed.index(higher) < listed.index(lower)


def test_rows_decide_nothing_that_points_decide() -> None:
    """Expected points are what they are without a third comparison."""
    board = board_of("Qh/7c7d9s/AhKh5h2h9h")
    unseen = sorted(unseen_cards(board.cards)[:14])
    question = ask(board, compiled("pineapple"), unseen, values=NINE_A_TICKET)
    total = two_card.sum_best_play(
        HAND_TABLES, question.compiled.arrays, question.valuation.points, rows_of(board),
        np.array(unseen, np.int64), 3, new_streets(len(unseen)),
    )  # fmt: skip
    assert total == best_play(question, Effort()).points * question.valuation.scale
