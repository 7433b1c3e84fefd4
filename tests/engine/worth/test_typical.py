"""Typical opponents: the table of boards, and what decides between plays of equal points."""

import re
from pathlib import Path

import numpy as np
import pytest

from ofcapi.engine.game.hands import FIVE_CARD_STRENGTHS, THREE_CARD_STRENGTHS
from ofcapi.engine.game.options import rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.game.score import is_legal
from ofcapi.engine.worth.tickets import NEAREST_PRESET
from ofcapi.engine.worth.typical import row_wins, typical_boards, typical_count
from tables.typical import CHUNK, FEWER_HANDS, HANDS, play_part

OWN = [name for name in PRESETS if name not in NEAREST_PRESET]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_legal_boards(preset: str) -> None:
    rules, boards = compile_rules(PRESETS[preset]), typical_boards(preset)
    nearest = NEAREST_PRESET.get(preset, preset)
    assert len(boards) == FEWER_HANDS.get(nearest, HANDS)
    legal = boards[boards[:, 0] > 0]
    assert len(legal) == typical_count(rules)
    assert 0.65 < len(legal) / len(boards) < 0.9
    assert all(is_legal(rules, *board) for board in legal.tolist())
    assert (boards[boards[:, 0] == 0] == 0).all()


@pytest.mark.parametrize("preset", ["pineapple", "deuce-to-seven"])
def test_row_wins_are_counted_one_by_one(preset: str) -> None:
    rules = compile_rules(PRESETS[preset])
    boards = [board for board in typical_boards(preset).tolist() if board[0]]
    wins, order = row_wins(rules), rules.arrays.order
    for row, hands in enumerate((THREE_CARD_STRENGTHS, FIVE_CARD_STRENGTHS, FIVE_CARD_STRENGTHS)):
        for strength in hands[:: len(hands) // 25]:
            mine = int(order[row, strength])
            signs = [np.sign(mine - int(order[row, board[row]])) for board in boards]
            assert wins[row, strength] == sum(signs)
        by_order = sorted(hands, key=lambda strength: int(order[row, strength]))
        assert (np.diff(wins[row, by_order]) >= 0).all()
        assert -len(boards) <= wins[row].min() < 0 < wins[row].max() <= len(boards)


def test_changed_options_keep_the_opponent_of_their_preset() -> None:
    changed = compile_rules(rules_from("pineapple", {"scoring": "2-4"}))
    assert (row_wins(changed) == row_wins(compile_rules(PRESETS["pineapple"]))).all()


def test_a_foul_costs_what_the_page_says() -> None:
    """Every typical board against every other: what a legal board settles at beyond a foul."""
    page = (Path(__file__).parents[3] / "docs" / "odds.md").read_text(encoding="utf-8")
    table = page.split("| your royalties |")[1].split("\n\n")[0]
    lines = re.findall(r"\| (\d+) % \| ([\d.]+) \|", table)
    rules = compile_rules(PRESETS["pineapple"])
    boards = typical_boards("pineapple").astype(np.int64)
    legal = boards[boards[:, 0] > 0]
    order = rules.arrays.order.astype(np.int64)
    rows = [order[row, legal[:, row]] for row in range(3)]
    signs = np.stack([np.sign(row[:, None] - row) for row in rows])
    won, lost = (signs > 0).all(axis=0), (signs < 0).all(axis=0)
    points = (signs.sum(axis=0) + 3 * won - 3 * lost).mean(axis=1)
    # Against a board that fouled, too, a foul gives away the 6 points that it would have paid.
    costs = 6 + points * len(legal) / len(boards)
    royalties = sum(rules.arrays.royalty[row, legal[:, row]] for row in range(3))
    groups = np.digitize(royalties, [1, 5, 10, 15])
    assert costs.mean() == pytest.approx(6)
    for group, (share, cost) in enumerate(lines):
        assert round(100 * float((groups == group).mean())) == int(share)
        assert round(float(costs[groups == group].mean()), 1) == float(cost)
    assert len(lines) == 5


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["pineapple", "turbo"])
def test_the_first_boards_come_out_again(preset: str) -> None:
    """But for ties that the table before this one decided otherwise."""
    again = (play_part(preset, 0) == typical_boards(preset)[:CHUNK]).all(axis=1)
    assert again.sum() >= CHUNK - 3
