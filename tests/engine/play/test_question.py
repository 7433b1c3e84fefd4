"""What is impossible about a question, and which questions are one."""

import random

from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.question import Effort, Question, question_faults, unseen_by
from ofcapi.engine.worth.values import Objective, Values

PINEAPPLE = PRESETS["pineapple"]


def board_of(text: str) -> Board:
    return parse_board(text)[0]


def cards_of(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text)[0])


def test_every_fault_of_a_question_is_told_at_once() -> None:
    faults = list(
        question_faults(
            board_of("QhJd/KhKd9h5d/AhAs8h6d"),
            PINEAPPLE,
            cards_of("2c2d"),
            cards_of("Qh"),
            [board_of("2c//"), None, board_of("//")],
            Objective("row", 0, "flush"),
            decision=True,
        )
    )
    assert [(fault.code, fault.path) for fault in faults] == [
        ("wrong_seat_count", ("opponents",)),
        ("duplicate_card", ("board", "top", 0)),
        ("duplicate_card", ("dealt", 0)),
        ("wrong_value", ("objective", "at_least")),
        ("not_at_street_end", ("board",)),
        ("not_at_street_end", ("opponents", 0)),
    ]
    assert all(fault.impossible for fault in faults)


def test_what_could_not_be_read_has_no_faults() -> None:
    assert not list(question_faults(None, None, None, (), [None], None, decision=True))
    assert not list(question_faults(None, PINEAPPLE, None, (), (), None, decision=False))


def test_a_decision_needs_the_cards_that_its_street_deals() -> None:
    def codes(board: str, dealt: str) -> list[str]:
        hand = cards_of(dealt)
        found = question_faults(board_of(board), PINEAPPLE, hand, (), (), None, decision=True)
        return [fault.code for fault in found]

    assert codes("", "2c3c4c5c6c") == []
    assert codes("", "2c3c4c") == ["wrong_deal"]
    assert codes("Qh/7c7d/AhKh", "2c3c4c") == []
    assert codes("Qh/7c7d/AhKh", "2c3c") == ["wrong_deal"]
    assert codes("QhQd2s/KhKdKs4c3d/9cTcJcQcKc", "2c3c4h") == ["board_complete"]


def test_opponents_must_be_possible_where_they_are_played_on() -> None:
    board, opponent = board_of("Qh/7c7d9s/AhKh5h"), board_of("Kd/8c8d/9c9d")

    def found(
        opponents: tuple[Board | int | None, ...], preset: str = "pineapple", dead: str = "",
        players: int | None = None, played: bool = True,
    ) -> list[tuple[str, tuple[str | int, ...]]]:  # fmt: skip
        rules, gone = PRESETS[preset], cards_of(dead)
        faults = question_faults(
            board, rules, None, gone, opponents, None,
            players=players, played=played, decision=False,
        )  # fmt: skip
        return [(fault.code, fault.path) for fault in faults]

    assert found((opponent,), players=3) == []
    assert found((opponent, 14), players=3) == []
    assert found((opponent, Board()), players=3) == []
    middle = board_of("Ks/8s8h/2c2dTd")
    assert found((opponent, middle)) == [("not_at_street_end", ("opponents", 1))]
    assert found((opponent, middle), played=False) == []
    assert found((opponent,), players=1) == [("wrong_seat_count", ("players",))]
    assert found((opponent,), players=4) == [("wrong_seat_count", ("players",))]
    assert found((opponent,), players=2, played=False) == [("contradiction", ("players",))]
    assert found((14,), played=False) == [("contradiction", ("opponents", 0))]
    assert found((14,), preset="classic-no-fantasyland")[-1] == (
        "contradiction", ("opponents", 0),
    )  # fmt: skip
    many = "2c2d2h2s3c3d3h3s4c4d4h4s5c5d6c6d6h6s"
    assert found((), dead=many) == []
    assert found((opponent, 14), dead=many) == [("too_few_unseen", ("opponents",))]
    assert found((), dead=many, players=3) == [("too_few_unseen", ("players",))]
    assert found((opponent, 14), dead=many, played=False) == [("contradiction", ("opponents", 1))]


def test_opponents_cards_are_dead_but_side_by_side() -> None:
    board, other = board_of("Qh/7c7d/AhKh"), board_of("Qs//AsKs")
    left = unseen_by(board, PINEAPPLE, opponents=[other, None])
    assert left == unseen_cards(board.cards, other.cards)
    assert unseen_by(board, PRESETS["side-by-side"], opponents=[other]) == unseen_cards(board.cards)


def test_questions_that_differ_in_names_alone_have_one_canonical_form() -> None:
    board = board_of("Qh7s/7c7d9s/AhKh5h5d2h9h")
    question = Question(board, PINEAPPLE, unseen_cards(board.cards), values=Values())
    canonical, back = question.canonical()
    assert best_play(canonical, Effort(threads=1)) == best_play(question, Effort())
    for row, named in zip(canonical.board.rows, board.rows, strict=True):
        assert set(back(row)) == set(named)
    for seed in range(5):
        suits = random.Random(seed).sample(range(4), 4)
        rows = (tuple(card & ~3 | suits[card & 3] for card in row) for row in board.rows)
        other = Board(*rows)
        renamed = Question(other, PINEAPPLE, unseen_cards(other.cards), values=Values())
        assert renamed.canonical()[0] == canonical
