"""Best play against plain enumeration: value, every distribution, and the ranking."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any, cast

import pytest

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.hands import CLASSES
from ofcapi.engine.game.options import options_of, rules_from
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.play.best_play import Odds, best_play, rank_placements
from ofcapi.engine.play.question import Effort
from ofcapi.engine.worth.typical import typical_boards
from ofcapi.engine.worth.values import Objective, Values
from tests.asking import ask
from tests.naive import play as naive

pytestmark = pytest.mark.slow

WITH_OTHER_PAY = {"scoring": "2-4", "royalties_paid": "row_winner"}
ENTRY = {"66": 13, "AA": 16}
# preset, changed options, open slots, unseen cards, positions
POSITIONS: list[tuple[str, dict[str, Any], int, int, int]] = [
    ("pineapple", {}, 2, 7, 25),
    ("pineapple", WITH_OTHER_PAY, 2, 6, 15),
    ("pineapple", {"row_order": "strict"}, 2, 7, 10),
    ("pineapple", {}, 4, 7, 6),
    ("pineapple", {"row_order": "strict"}, 4, 7, 4),
    ("progressive", {}, 4, 7, 6),
    ("progressive", {"fantasyland": {"entry": ENTRY}}, 4, 7, 5),
    ("deuce-to-seven", {}, 2, 7, 20),
    ("deuce-to-seven", WITH_OTHER_PAY, 4, 7, 3),
    ("deuce-to-seven", {}, 4, 7, 5),
    ("turbo", {}, 2, 7, 10),
    ("turbo", {}, 4, 6, 15),
    ("classic", {}, 1, 9, 10),
    ("classic", {}, 2, 8, 15),
    ("classic", {}, 3, 7, 15),
    ("classic", WITH_OTHER_PAY, 4, 6, 12),
    ("classic-no-fantasyland", {}, 5, 6, 2),
]
ROW_TARGETS = [
    (0, "pair"), (0, "pair_8"), (0, "three_of_a_kind"), (1, "two_pair"), (1, "pair_9"),
    (2, "flush"), (2, "full_house"), (2, "three_of_a_kind_7"),
]  # fmt: skip


@cache
def typical_rows(preset: str, low: bool) -> list[list[tuple[int, ...]]]:
    """The hands of typical boards by row, weakest first: of a low middle the best low."""
    boards = [board for board in typical_boards(preset).tolist() if board[0]]
    rows = [[CLASSES[board[row]] for board in boards] for row in range(3)]
    if low:
        rows[1] = [naive.as_low(made) for made in rows[1]]
    return [sorted(row) for row in rows]


class Position:
    """A random board that can still be finished, with a random question about it."""

    def __init__(
        self, seed: str, preset: str, changes: dict[str, Any], slots: int, unseen: int
    ) -> None:
        dice = random.Random(seed)
        rules = rules_from(preset, changes)
        low = rules.middle == "deuce_to_seven"
        # Few ranks make pairs, flushes and equal rows common.
        ranks = range(13) if low else sorted(dice.sample(range(13), 7))
        deck = [card for card in DECK if card // 4 in ranks]
        kind = dice.choice(["points", "points", "no_foul", "fantasyland", "royalties", "row"])
        row, least = dice.choice(ROW_TARGETS)
        if low and row == 1:
            least = dice.choice(["low_9", "low_T"])
        foul = dice.choice([Fraction(-6), Fraction(-13, 2), Fraction(0)])
        tickets = {cards: Fraction(cards * 7 - 5, 10) for cards in (13, 14, 15, 16)}
        self.rules = compile_rules(rules)
        target = (row, least) if kind == "row" else (None, None)
        self.objective = Objective(cast(Any, kind), *target)
        self.values = Values(foul, tuple(tickets.items()))
        self.question = naive.Question(
            options_of(rules), kind, row, least, foul, tickets, [], typical_rows(preset, low)
        )
        rows = self._legal(dice, deck)
        homes = [home for home, size in enumerate(naive.SIZES) for _ in range(size)]
        gone = Counter(dice.sample(homes, slots))
        kept = [rows[home][gone[home] :] for home in range(3)]
        self.rows = cast(naive.Rows, tuple(kept))
        taken = {card for cards in self.rows for card in cards}
        near = [card for card in deck if card not in taken]
        self.unseen = sorted(dice.sample(near, unseen))
        taken |= set(self.unseen)
        rest = [card for card in DECK if card not in taken]
        for _ in range(dice.choice([0, 0, 1, 1, 2])):
            other = dice.choice([self._legal, self._any])(dice, rest)
            rest = [card for card in rest if card not in {c for cards in other for c in cards}]
            self.question.opponents.append(other)
        self.opponents = [Board(*other) for other in self.question.opponents]

    def _any(self, dice: random.Random, deck: list[int]) -> naive.Rows:
        cards = dice.sample(deck, 13)
        return tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])

    def _legal(self, dice: random.Random, deck: list[int]) -> naive.Rows:
        for _ in range(2000):
            rows = self._any(dice, deck)
            if not naive.is_foul(self.question, rows):
                break
        return rows


def assert_same(odds: Odds, result: naive.Result) -> None:
    boards = result.boards
    assert odds.denominator == boards.total()
    assert (odds.objective, odds.points) == (result.objective, result.points)
    assert odds.row_wins == result.row_wins
    assert odds.foul == sum(times for leaf, times in boards.items() if leaf.foul)
    entering, royalties = Counter[int](), [0, 0, 0]
    rows: list[Counter[str]] = [Counter(), Counter(), Counter()]
    for leaf, times in boards.items():
        if leaf.foul:
            continue
        entering[leaf.cards] += times
        for row in range(3):
            royalties[row] += leaf.royalties[row] * times
            rows[row][leaf.categories[row]] += times
    del entering[0]
    assert {cards: deals for cards, deals in odds.fantasyland.items() if deals} == entering
    assert list(odds.royalties) == royalties
    assert list(odds.rows) == rows


@pytest.mark.parametrize(
    ("preset", "changes", "slots", "unseen", "count"),
    POSITIONS,
    ids=[f"{preset}-{slots}-{place}" for place, (preset, _, slots, *_) in enumerate(POSITIONS)],
)
def test_value_and_distribution_are_those_of_plain_enumeration(
    preset: str, changes: dict[str, Any], slots: int, unseen: int, count: int
) -> None:
    fouls = 0
    for place in range(count):
        position = Position(f"{preset} {slots} {place}", preset, changes, slots, unseen)
        odds = best_play(
            ask(
                Board(*position.rows),
                position.rules,
                position.unseen,
                objective=position.objective,
                values=position.values,
                opponents=position.opponents,
            ),
            Effort(threads=1 + place % 2),
        )
        assert_same(odds, naive.play(position.question, position.rows, position.unseen))
        fouls += 0 < odds.foul < odds.denominator
    assert fouls, "no position in which fouling is open"


@pytest.mark.parametrize(
    ("preset", "slots", "unseen"),
    [
        ("pineapple", 2, 5),
        ("pineapple", 4, 6),
        ("pineapple", 6, 6),
        ("deuce-to-seven", 4, 5),
        ("turbo", 4, 5),
        ("classic", 3, 6),
        ("classic", 1, 3),
    ],
)
def test_placements_are_ranked_as_plain_enumeration_ranks_them(
    preset: str, slots: int, unseen: int
) -> None:
    for place in range(3):
        position = Position(f"rank {preset} {slots} {place}", preset, {}, slots, unseen + 3)
        deal = position.rules.rules.deal
        dice = random.Random(place)
        dealt = dice.sample(position.unseen, deal.dealt)
        left = [card for card in position.unseen if card not in dealt][:unseen]
        found = rank_placements(
            ask(
                Board(*position.rows),
                position.rules,
                left,
                objective=position.objective,
                values=position.values,
                opponents=position.opponents,
                dealt=dealt,
            ),
            Effort(),
        )
        expected = [
            (placed, after, naive.play(position.question, after, left))
            for placed, after in naive.placements(position.rows, dealt, deal.kept)
        ]
        expected.sort(key=lambda one: naive.worth(one[2]), reverse=True)
        assert [placement.place for placement in found] == [
            tuple(tuple(sorted(cards)) for cards in placed) for placed, *_ in expected
        ]
        for placement, (_, after, result) in zip(found, expected, strict=True):
            assert [*map(set, placement.board.rows)] == [*map(set, after)]
            assert {*placement.discards} == {*dealt} - {*sum(placement.place, ())}
            assert_same(placement.odds, result)
