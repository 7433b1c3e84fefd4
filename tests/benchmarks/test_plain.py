"""The plain programs agree with the engine where they solve the same problem."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

import pytest

from benchmarks.peers import FiveCards, five_cards
from benchmarks.plain import (
    best_points,
    count_draws,
    deal_at_random,
    most_royalties,
    play_last_street,
    points_of,
    royalties_of,
)
from ofcapi.engine.draws.counts import pool_of
from ofcapi.engine.draws.odds import row_draws
from ofcapi.engine.fantasyland.sets import best_set
from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import BOTTOM, compile_rules
from ofcapi.engine.game.score import score
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.question import Effort
from ofcapi.engine.worth.values import POINTS, Values
from tests.asking import ask
from tests.naive import hands as naive

RULES = compile_rules(PRESETS["pineapple"])
VALUES = Values(Fraction(-6), ((14, Fraction(9)),))
LAST_STREET = parse_board("QsJd/KhKd9h5d2c/AhAs8h6d")[0]


@pytest.fixture(scope="module")
def evaluate() -> FiveCards:
    """The same function as phevaluator's: 1 for a royal flush, up to 7,462 for the worst hand."""
    ranks = [five for five in combinations_with_replacement(range(13), 5) if five[0] != five[4]]
    hands = {naive.hand_of(five, flush=False) for five in ranks}
    hands |= {naive.hand_of(five, flush=True) for five in ranks if len(set(five)) == 5}
    strengths = {hand: place for place, hand in enumerate(sorted(hands, reverse=True), 1)}
    assert len(strengths) == 7462
    return lambda *cards: strengths[naive.hand(cards)]


def test_phevaluator_is_its_twin(evaluate: Callable[..., int]) -> None:
    theirs = five_cards()
    if theirs is None:
        pytest.skip("phevaluator is not installed: requirements-bench.txt")
    draw = Random(1)
    for _ in range(5000):
        hand = draw.sample(range(52), 5)
        assert theirs(*hand) == evaluate(*hand)


def test_boards_score_alike(evaluate: FiveCards) -> None:
    """Random boards are mostly fouls, so half of them are sorted to get as many legal ones."""
    draw = Random(2)
    legal = 0
    for turn in range(4000):
        deck = draw.sample(range(52), 13)
        rows = [tuple(deck[:3]), tuple(deck[3:8]), tuple(deck[8:])]
        if turn % 2:
            rows[1:] = sorted(rows[1:], key=lambda row: -evaluate(*row))
        top, middle, bottom = rows
        board = Board(top, middle, bottom)
        ours = score(board, RULES)
        legal += ours.foul == "legal"
        expected = None if ours.foul == "foul" else sum(ours.royalties)
        assert royalties_of(board.rows, evaluate) == expected, str(board)
        ticket = -6 if expected is None else expected + 9 * ours.enters
        assert points_of(board.rows, evaluate) == ticket, str(board)
    assert legal > 1000


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ("QhQd2s/KhKdKs4c3d/9cTcJcQcKc", 33),
        ("6h5d2s/7h5c4d3c2h/AhAd9c8s3s", 0),
        ("AhKdQs/AdKsJhTh9c/2h2d3c4s5s", -6),
        ("2h2d2s/3h3d3s5c4d/9cTcJcQcKc", 36),
        ("QhQd8s/QsQc7d6h2c/KhKd5h4d3s", -6),
    ],
)
def test_fouls_by_kickers(board: str, points: int, evaluate: FiveCards) -> None:
    assert points_of(parse_board(board)[0].rows, evaluate) == points


def test_the_last_street_is_the_same_fraction(evaluate: FiveCards) -> None:
    unseen = unseen_cards(LAST_STREET.cards)[12:30]
    odds = best_play(ask(LAST_STREET, RULES, unseen, objective=POINTS, values=VALUES), Effort())
    assert play_last_street(LAST_STREET.rows, unseen, evaluate) == odds.points / odds.denominator


def test_a_monte_carlo_of_the_last_street_is_near_it(evaluate: FiveCards) -> None:
    unseen = unseen_cards(LAST_STREET.cards)[12:30]
    odds = best_play(ask(LAST_STREET, RULES, unseen, objective=POINTS, values=VALUES), Effort())
    found = deal_at_random(LAST_STREET.rows, unseen, evaluate, 0.25, Random(4))
    assert found.error <= 0.25
    assert found.mean == pytest.approx(float(odds.points / odds.denominator), abs=1.0)


def test_hindsight_does_better_than_play(evaluate: FiveCards) -> None:
    """If two streets are known, a flush draw is kept only if it comes in."""
    board = parse_board("QhQd/7c7d9s2s/AhKh5h")[0]
    hearts, none = parse_cards("2h3h4c")[0], parse_cards("4d8s6c")[0]
    seven = parse_cards("7s3c9d")[0]
    assert best_points(board.rows, [hearts, seven], evaluate) > best_points(
        board.rows, [none, seven], evaluate
    )


def test_draws_are_counted_alike(evaluate: FiveCards) -> None:
    placed = tuple(parse_cards("8h9hTh")[0])
    unseen = unseen_cards(placed)[::3]
    ours = row_draws(placed, BOTTOM, RULES, pool_of(unseen), 3).at_least
    assert count_draws(placed, unseen, 3, evaluate) == ours


def test_sets_earn_alike(evaluate: FiveCards) -> None:
    cards = parse_cards("Ks8h7h4sKc9c7s7dTd4dQs4h5c")[0]
    ours = best_set(cards, RULES, "royalties", {13: Fraction(9), 14: Fraction(9)})
    assert most_royalties(cards, evaluate) == sum(ours.royalties) > 0
