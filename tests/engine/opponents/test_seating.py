"""How opponents end: the boards that stand for them, and answers that rest on those."""

import json
import math
import statistics
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pytest

from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.options import rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import Rules
from ofcapi.engine.opponents.seating import (
    BOARDS,
    FEWEST,
    LAST_STREET_BOARDS,
    Opponent,
    seat,
    seating_seconds,
)
from ofcapi.engine.play.best_play import best_play, rank_placements
from ofcapi.engine.play.question import Effort, Question, unseen_by
from ofcapi.engine.sampling.sampled_play import sample_odds, sample_placements
from ofcapi.engine.worth.settled import finished_rivals, legal_of
from ofcapi.engine.worth.typical import typical_boards
from ofcapi.engine.worth.values import Values

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "unfinished_opponents.json").read_text(encoding="utf-8")
)
PINEAPPLE = PRESETS["pineapple"]
NINE_A_TICKET = Values(fantasyland=((13, Fraction(9)), (14, Fraction(9)), (15, Fraction(9))))
BOARD, OPPONENT = "Qh7s/7c7d9s/AhKh5h5d", "KsKd/9h9c2c/JsJdJc2s"


def board_of(text: str) -> Board:
    return parse_board(text)[0]


def cards_of(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text)[0])


def ask(
    board: str, *opponents: str, rules: Rules = PINEAPPLE, dealt: str = "",
    hidden: tuple[int, ...] = (), dead: str = "",
) -> Question:  # fmt: skip
    own, others = board_of(board), tuple(map(board_of, opponents))
    hand = cards_of(dealt)
    unseen = unseen_by(own, rules, hand, cards_of(dead), others)
    return Question(own, rules, unseen, hand, others, values=NINE_A_TICKET, hidden=hidden)


def points_of(question: Question, **effort: Any) -> tuple[float, float]:
    odds = best_play(seat(question, Effort(**effort)).question, Effort())
    return float(odds.points / odds.denominator), odds.points_error


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_checked_cases(case: dict[str, Any]) -> None:
    """Settled with 20,000 boards each, by players who also break ties by the rows."""
    tickets = {
        int(cards): Fraction(worth) for cards, worth in case["values"]["fantasyland"].items()
    }
    question = replace(
        ask(case["board"], *case["opponents"], dealt=case["dealt"], dead=case["dead"]),
        values=Values(Fraction(case["values"]["foul"]), tuple(tickets.items())),
    )
    assert len(question.unseen) == case["unseen"]
    ranked = rank_placements(seat(question, Effort(seed=11)).question, Effort())
    found = {tuple(map(frozenset, one.board.rows)): one for one in ranked}
    worth = {}
    for expected in case["expect"]["placements"]:
        one = found[tuple(map(frozenset, board_of(expected["board"]).rows))]
        worth[one.place] = expected["settled_if_ties_by_rows"]
        points = float(one.odds.points / one.odds.denominator)
        error = math.hypot(one.odds.points_error, expected["std_error"])
        assert abs(points - worth[one.place]) < 4 * error
    assert max(worth.values()) - worth[ranked[0].place] <= 0.03


@pytest.mark.parametrize(
    ("preset", "opponent"),
    [
        ("pineapple", "KsKd/9h9c2c/JsJdJc2s"),
        ("pineapple", "KsKd/9h9c2c4h/JsJdJc2s3s"),
        ("turbo", "KsKd/9h9c2c4h/JsJdJc2s3s"),
        ("classic", "KsKd/9h9c2c4h/JsJdJc2s3s"),
        ("classic", "KsKd4d/9h9c2c4h/JsJdJc2s3s"),
        ("deuce-to-seven", "KsKd/2h3c4c7h/JsJdJc2s3s"),
    ],
)
def test_boards_end_as_best_play_ends_them(preset: str, opponent: str) -> None:
    """The sampled ends against the exact distribution of the opponent's own best play."""
    question = ask("QhQd2d/7c7d9s8c5c/AhKh5h5d6h", opponent, rules=PRESETS[preset])
    wanted = best_play(
        Question(question.opponents[0], question.rules, question.unseen, values=NINE_A_TICKET),
        Effort(),
    )
    seated = seat(question, Effort(samples=1500, seed=3))
    assert seated.opponents == (Opponent(False, 1500),)
    boards = (seated.question.rivals or ())[0].strengths
    legal = boards[legal_of(question.compiled, boards)]

    def near(found: float, deals: int) -> bool:
        chance = deals / wanted.denominator
        return abs(found - chance) <= 4.5 * math.sqrt(max(chance * (1 - chance), 1e-4) / 1500)

    assert near(1 - len(legal) / 1500, wanted.foul)
    for row, names in enumerate(question.compiled.categories):
        counted = np.bincount(question.compiled.arrays.category[row, legal[:, row]], minlength=20)
        for number, name in enumerate(names):
            assert near(counted[number] / 1500, wanted.rows[row].get(name, 0)), name


def test_early_boards_are_played_by_the_policy_for_them() -> None:
    """From the opening, fouls and royalties are those that the policy's own samples tell of."""
    question = ask("QhQd2d/7c7d9s8c5c/AhKh5h5d6h", "Ks/9h9c/JsJd")
    theirs = Question(question.opponents[0], PINEAPPLE, question.unseen, values=NINE_A_TICKET)
    told = sample_odds(theirs, Effort(samples=200, seed=4))
    boards = (seat(question, Effort(samples=1000, seed=4)).question.rivals or ())[0].strengths
    legal = legal_of(question.compiled, boards)
    royalties = np.where(
        legal, question.compiled.arrays.royalty[np.arange(3), boards].sum(axis=1), 0
    )
    error = math.hypot(told.foul.std_error, math.sqrt(0.2 / 1000))
    assert abs(float((~legal).mean()) - told.foul.value) < 4.5 * error
    error = math.hypot(told.royalties_total.std_error, float(royalties.std()) / math.sqrt(1000))
    assert abs(float(royalties.mean()) - told.royalties_total.value) < 4.5 * error


def test_how_each_opponent_is_played_is_told() -> None:
    question = ask(
        "Qh7s/7c7d9s/AhKh5h", "KsKd/9h9c2c/JsJdJc2s", "Ks2d3d/8c8d8hQcQd/JhTh9s8s7h", "",
        hidden=(0, 15),
    )  # fmt: skip
    question = replace(
        question, unseen=unseen_cards(question.board.cards, question.opponents[0].cards)
    )
    seated = seat(replace(question, board=Board(), dealt=()), Effort(samples=40))
    assert seated.complete
    assert seated.opponents == (
        Opponent(False, 40),
        Opponent(True, 1),
        Opponent(False, len(typical_boards("pineapple")), unknown=True),
        Opponent(False, len(typical_boards("pineapple")), unknown=True),
        Opponent(False, 40, fantasyland=15),
    )
    default = seat(ask(BOARD, OPPONENT, "QcJh/8c8d3d4d/ThTc9d2d6h"), Effort()).opponents
    assert [one.boards for one in default] == [BOARDS, LAST_STREET_BOARDS]


@pytest.mark.parametrize("preset", ["pineapple", "classic", "turbo", "deuce-to-seven", "pagat"])
def test_the_number_of_threads_changes_no_board(preset: str) -> None:
    question = ask("Qh7s/7c7d9s/AhKh5h5d", "KsKd/9h9c2c/JsJdJc2s", rules=PRESETS[preset])
    one, two, other = (
        seat(question, Effort(threads=threads, samples=60, seed=seed)).question.rivals
        for threads, seed in ((1, 5), (2, 5), (2, 6))
    )
    assert one == two
    assert one != other


def test_a_deadline_leaves_a_few_boards_and_says_so() -> None:
    question = ask(BOARD, "Ks/9h9c/JsJd", hidden=(17,))
    seated = seat(question, Effort(deadline=monotonic() - 1))
    assert not seated.complete
    assert [one.boards for one in seated.opponents] == [FEWEST, FEWEST]
    assert seating_seconds(question, None) > seating_seconds(ask(BOARD, OPPONENT), None) > 0
    assert seating_seconds(ask(BOARD), None) == 0


def test_an_opponent_with_one_way_to_finish_is_one_who_has_finished() -> None:
    board, ending = "Qh7s2h/7c7d9s8d3d/AhKh5h5d6d", "KsKd/9h9c2c4c/JsJdJc2s3s"
    finished = board_of("KsKdAc/9h9c2c4c9d/JsJdJc2s3s")
    for rules in (PINEAPPLE, rules_from("pineapple", {"scoring": "2-4"}), PRESETS["turbo"]):
        left = "Ac9d" if rules.deal.name == "turbo" else "Ac9d2d"
        question = replace(ask(board, ending, rules=rules), unseen=cards_of(left))
        played = seat(question, Effort(seed=1)).question
        assert played.rivals is not None
        assert set(map(tuple, played.rivals[0].strengths.tolist())) == {
            tuple(finished_rivals([finished])[0].strengths[0].tolist())
        }
        odds, error = points_of(question, seed=1)
        certain = best_play(replace(question, opponents=(finished,), unseen=()), Effort())
        assert odds == float(certain.points / certain.denominator)
        assert error == 0


def test_the_order_of_opponents_changes_nothing() -> None:
    opponents = [OPPONENT, "QcJh/8c8d3d4d/ThTc9d2d6h"]
    answers = set()
    for order in permutations(opponents):
        canonical, _ = ask(BOARD, *order).canonical()
        answers.add(points_of(canonical, seed=4))
    assert len(answers) == 1


def test_the_names_of_suits_change_nothing() -> None:
    suits = str.maketrans("cdhs", "hscd")
    answers = {
        points_of(ask(board, opponent).canonical()[0], seed=4)
        for board, opponent in (
            (BOARD, OPPONENT),
            (BOARD.translate(suits), OPPONENT.translate(suits)),
        )
    }
    assert len(answers) == 1


def test_more_boards_narrow_the_error() -> None:
    question = ask(BOARD, OPPONENT)
    errors = {
        samples: statistics.fmean(points_of(question, samples=samples, seed=s)[1] for s in range(8))
        for samples in (100, 400, 1600)
    }
    assert 1.7 < errors[100] / errors[400] < 2.3
    assert 1.7 < errors[400] / errors[1600] < 2.3


@pytest.mark.slow
@pytest.mark.parametrize(
    "opponents", [(OPPONENT,), ("KsKd/9h9c2c4h/JsJdJc2s3s",), ("Kd/9h9c/JsJd", "Ks/8c8d/TcTd")]
)
def test_answers_spread_over_seeds_as_they_tell(opponents: tuple[str, ...]) -> None:
    """Sixty seeds: the spread of a normal sample of that size is within 20 % nearly always."""
    question = ask(BOARD, *opponents)
    answers = [points_of(question, seed=seed) for seed in range(60)]
    told = math.sqrt(statistics.fmean(error**2 for _, error in answers))
    assert 0.8 < statistics.stdev(points for points, _ in answers) / told < 1.2


@pytest.mark.slow
def test_sampled_play_tells_both_errors() -> None:
    """The samples of one's own play, and the boards that the opponent was played to."""
    question = ask("Qh/7c7d9s/AhKh5h", "Kd/9h9c/JsJd")
    answers = []
    for seed in range(24):
        seated = seat(question, Effort(seed=seed, samples=60)).question
        found = sample_odds(seated, Effort(seed=seed, samples=12))
        assert found.policy == "outlook-1"
        assert found.objective == found.points
        answers.append((found.points.value, found.points.std_error))
    told = math.sqrt(statistics.fmean(error**2 for _, error in answers))
    assert 0.7 < statistics.stdev(points for points, _ in answers) / told < 1.35


def test_side_by_side_an_opponent_may_get_what_we_hold() -> None:
    rules = PRESETS["side-by-side"]
    dealt = "2h3h4d"
    question = ask("Qh/7c7d9s/AhKh5h", "7cQh/7d9s/AhKh5h", rules=rules, dealt=dealt)
    seated = seat(question, Effort(samples=40, seed=2)).question
    ranked = rank_placements(seated, Effort())
    assert ranked[0].odds.points_error > 0
    behind = ask("Qh7s/7c7d9s/AhKh5h5d", "7cQh/7d9s/AhKh5h", rules=rules)
    assert seat(behind, Effort(samples=40)).question.rivals is not None


def test_a_fantasyland_opponent_never_fouls_and_is_strong() -> None:
    question = ask(BOARD, hidden=(14,))
    seated = seat(question, Effort(samples=100, seed=2)).question
    boards = (seated.rivals or ())[0].strengths
    assert legal_of(question.compiled, boards).all()
    land, _ = points_of(question, samples=100, seed=2)
    unknown, error = points_of(ask(BOARD, hidden=(0,)), seed=2)
    assert land < unknown - 3
    assert error == 0


def test_what_is_not_seated_is_not_answered() -> None:
    with pytest.raises(ValueError, match="seat the opponents first"):
        best_play(ask(BOARD, OPPONENT), Effort())


def test_early_rankings_settle_too() -> None:
    """An opponent with a strong board makes the same placements worth less."""
    question = ask("Qh/7c7d/AhKh", "KsKd4d/9h9c2c3s3c/JsJdTsTc4h", dealt="5d7s2h")
    effort = Effort(samples=6, seed=1)
    beside = sample_placements(seat(question, effort).question, effort, limit=1)
    alone = sample_placements(replace(question, opponents=()), effort, limit=1)
    assert beside.policy == alone.policy == "outlook-1"
    assert beside.placements[0].odds.points.value < alone.placements[0].odds.points.value - 5
