"""Points against opponents: the compiled settlement against one pair of boards after the other."""

import random
from fractions import Fraction

import numpy as np
import pytest

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.options import rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import CompiledRules, Rules, compile_rules
from ofcapi.engine.game.settlement import finished, pair_points
from ofcapi.engine.worth.settled import (
    FINE,
    Rivals,
    finished_rivals,
    legal_of,
    points_against,
    rivals_of,
    settle,
    strengths_of,
)
from ofcapi.engine.worth.typical import typical_boards
from ofcapi.engine.worth.values import (
    Objective,
    Valuation,
    Values,
    error_of_parts,
    spread_of,
    value_boards_by,
)

RULES: dict[str, Rules] = {
    "pineapple": PRESETS["pineapple"],
    "classic": PRESETS["classic"],
    "deuce-to-seven": PRESETS["deuce-to-seven"],
    "ultimate": PRESETS["ultimate"],
    "2-4": rules_from("pineapple", {"scoring": "2-4"}),
    "row_winner": rules_from("pineapple", {"royalties_paid": "row_winner"}),
    "foul of 3": rules_from("progressive", {"foul_points": 3}),
}
TICKETS = Values(fantasyland=((14, Fraction(17, 2)), (15, Fraction(12))))


def random_boards(count: int, seed: int) -> list[Board]:
    """Random boards; rows are sorted by strength where that makes them legal more often."""
    shuffler, boards = random.Random(seed), []
    for number in range(count):
        deck = shuffler.sample(range(52), 13)
        if number % 3:
            deck.sort(key=lambda card: card >> 2)
        boards.append(Board(tuple(deck[:3]), tuple(deck[3:8]), tuple(deck[8:])))
    return boards


def of_leaf(valuation: Valuation, strengths: tuple[int, int, int], *, legal: bool) -> float:
    leaf = valuation.points
    if not legal:
        return leaf.foul / valuation.scale
    rows = sum(int(leaf.row[row, strength]) for row, strength in enumerate(strengths))
    code = sum(int(leaf.code[row, strength]) for row, strength in enumerate(strengths))
    return (rows + int(leaf.joint[code])) / valuation.scale


def typical(rules: CompiledRules, count: int, seed: int) -> Rivals:
    boards = typical_boards(rules.rules.preset)
    some = np.random.default_rng(seed).integers(0, len(boards), count)
    return rivals_of(boards[some], sampled=True)


@pytest.mark.parametrize("name", RULES)
def test_pairs_settle_as_hands_do(name: str) -> None:
    rules = compile_rules(RULES[name])
    boards = random_boards(60, 5)
    theirs = random_boards(12, 6)
    strengths = np.array([strengths_of(board) for board in theirs])
    legal = [finished(board, rules).foul is None for board in theirs]
    assert legal_of(rules, strengths).tolist() == legal
    seen: set[tuple[bool, bool]] = set()
    for board in boards:
        own = finished(board, rules)
        settled = points_against(
            rules, strengths_of(board), own.foul is None, rivals_of(strengths)
        )  # fmt: skip
        wanted = [pair_points(own, finished(other, rules), rules).points for other in theirs]
        assert settled.tolist() == wanted
        seen.update((own.foul is None, one) for one in legal)
    assert len(seen) == 4


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_finished_opponents_settle_to_the_last_integer(name: str, opponents: int) -> None:
    rules = compile_rules(RULES[name])
    for seed in range(4):
        theirs = tuple(random_boards(opponents, 50 + seed))
        rivals = finished_rivals(theirs)
        valuation = value_boards_by(rules, Objective(), Values(), rivals)
        assert valuation.scale == 1
        for board in random_boards(40, 7):
            own = finished(board, rules)
            got = of_leaf(valuation, strengths_of(board), legal=own.foul is None)
            assert got == sum(
                pair_points(own, finished(other, rules), rules).points for other in theirs
            )


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seats", [1, 2])
def test_many_boards_settle_at_their_mean(name: str, seats: int) -> None:
    """Exactly but for the scoop, whose groups of rows are right on average."""
    rules = compile_rules(RULES[name])
    rivals = tuple(typical(rules, 200, seat) for seat in range(seats))
    valuation = value_boards_by(rules, Objective(), TICKETS, rivals)
    own = typical_boards(rules.rules.preset)[:250].tolist()
    errors = []
    for top, middle, bottom in own:
        legal = top > 0
        strengths = top, middle, bottom
        want = sum(points_against(rules, strengths, legal, one).mean() for one in rivals)
        if legal:
            classes = rules.arrays.top_entry[top], rules.arrays.middle_entry[middle]
            cards = int(rules.arrays.entry_cards[classes])
            want += float(dict(TICKETS.fantasyland).get(cards, 0))
        errors.append(of_leaf(valuation, strengths, legal=legal) - want)
        if not legal:
            assert abs(errors[-1]) <= 1 / FINE
    assert abs(float(np.mean(errors))) < 0.02 * seats
    assert float(np.max(np.abs(errors))) < 0.35 * seats


def test_few_different_boards_are_told_apart() -> None:
    """Then nothing is averaged: a board that is played to one end is a finished one."""
    rules = compile_rules(PRESETS["pineapple"])
    board = random_boards(3, 8)[1]
    once = value_boards_by(rules, Objective(), TICKETS, finished_rivals([board]))
    often = rivals_of([strengths_of(board)] * 200, sampled=True)
    many = value_boards_by(rules, Objective(), TICKETS, (often,))
    assert settle(rules, (often,)).scale == FINE
    for other in random_boards(40, 9):
        strengths, legal = strengths_of(other), finished(other, rules).foul is None
        assert of_leaf(once, strengths, legal=legal) == of_leaf(many, strengths, legal=legal)
    spread = spread_of(many)
    assert spread is not None
    assert error_of_parts(spread.foul) == 0


@pytest.mark.parametrize("name", ["pineapple", "row_winner", "2-4", "deuce-to-seven"])
def test_parts_are_the_settlement_of_their_boards(name: str) -> None:
    rules = compile_rules(RULES[name])
    rivals = (typical(rules, 400, 3), finished_rivals(random_boards(1, 4))[0])
    valuation = value_boards_by(rules, Objective(), TICKETS, rivals)
    spread = spread_of(valuation)
    assert spread is not None
    boards = rivals[0].strengths
    code = valuation.points.code
    for top, middle, bottom in typical_boards(rules.rules.preset)[:40].tolist():
        legal = top > 0
        settled = points_against(rules, (top, middle, bottom), legal, rivals[0])
        parts = np.array(
            [settled[np.arange(len(boards)) % 20 == part].mean() for part in range(20)]
        )
        told = spread.foul
        if legal:
            rows = [
                spread.row(row, np.array([s]))[0] for row, s in enumerate((top, middle, bottom))
            ]
            told = sum(rows) + spread.joint[code[0, top] + code[1, middle] + code[2, bottom]]
        assert np.abs(told - parts).max() < 1.0
        assert abs(float((told - parts).mean())) < 0.35
        if not legal:
            assert told == pytest.approx(parts)
    assert spread_of(value_boards_by(rules, Objective(), TICKETS, rivals[1:])) is None
