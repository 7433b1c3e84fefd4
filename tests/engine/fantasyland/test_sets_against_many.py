"""Sets against opponents whose boards may end in many ways."""

from fractions import Fraction

import numpy as np
import pytest

from ofcapi.engine.fantasyland.sets import best_set, set_strengths
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.worth.settled import points_against, rivals_of, strengths_of
from ofcapi.engine.worth.typical import typical_boards


def test_the_best_set_is_the_best_against_each_board() -> None:
    """The mean of what it earns against every board is no less than that of any other best set."""
    cards = parse_cards("Ks8h7h4sKc9c7s7dTd4dQs4h5cKd")[0]
    rules = compile_rules(PRESETS["pineapple"])
    typical = typical_boards("pineapple")[:40]
    rivals = rivals_of(typical)
    found = best_set(cards, rules, values={14: Fraction(9)}, rivals=(rivals,))

    def mean(board: Board, *, stays: bool) -> float:
        settled = points_against(rules, strengths_of(board), True, rivals)
        return float(settled.mean()) + 9 * stays

    assert float(found.points) == pytest.approx(mean(found.board, stays=found.stays))
    for one in typical:
        other = best_set(cards, rules, values={14: Fraction(9)}, rivals=(rivals_of([one]),))
        assert mean(other.board, stays=other.stays) <= float(found.points) + 0.3


@pytest.mark.parametrize("preset", ["pineapple", "ultimate", "deuce-to-seven", "classic"])
@pytest.mark.parametrize("size", [13, 15, 17])
def test_many_sets_at_once_are_each_the_best(preset: str, size: int) -> None:
    rules = compile_rules(PRESETS[preset])
    tickets = {cards: Fraction(9) for cards in range(13, 18)}
    random = np.random.default_rng(size)
    hands = np.array([random.permutation(52)[:size] for _ in range(12)])
    strengths = set_strengths(hands, rules, tickets).tolist()
    for hand, found in zip(hands.tolist(), strengths, strict=True):
        best = best_set(hand, rules, values=tickets)
        assert tuple(found) == (strengths_of(best.board) if best.legal else (0, 0, 0))
