"""Loops over rows: each against the same thing said in plain Python."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from ofcapi.engine.game.cards import mask_of
from ofcapi.engine.game.hands import HAND_TABLES, strength_of
from ofcapi.engine.game.options import options_of
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.kernels.rows import (
    LEGAL,
    MIXED,
    NO_SUIT,
    NOT_ENTERING,
    NOT_STAYING,
    entry_of,
    finish_row,
    is_legal,
    is_wanted,
    join_suit,
    least_royalty,
    next_combination,
    strength_with,
    try_deals,
)
from tests.naive import hands as naive


def test_the_suit_of_a_row_in_the_making() -> None:
    for card in range(52):
        assert join_suit(NO_SUIT, card) == card % 4
        assert join_suit(MIXED, card) == MIXED
        for suit in range(4):
            assert join_suit(suit, card) == (suit if card % 4 == suit else MIXED)


@pytest.mark.parametrize(("size", "taken"), [(1, 1), (5, 1), (7, 3), (9, 5), (5, 5), (4, 0)])
def test_combinations_come_in_the_order_of_itertools(size: int, taken: int) -> None:
    chosen = np.arange(taken)
    found = [tuple(chosen.tolist())]
    while next_combination(chosen, size):
        found.append(tuple(chosen.tolist()))
    assert found == list(combinations(range(size), taken))


@pytest.mark.parametrize("size", [3, 5])
def test_every_way_to_finish_a_row(size: int) -> None:
    chance = Random(7)
    for _ in range(60):
        cards = chance.sample(range(52), size + chance.randint(0, 6))
        placed = cards[: chance.randint(0, size)]
        unseen = sorted(set(cards) - set(placed))
        ways = list(combinations(unseen, size - len(placed)))
        strengths = np.zeros(len(ways), dtype=np.int16)
        masks = np.zeros(len(ways), dtype=np.int64)
        row, pool = np.array(placed, dtype=np.int64), np.array(unseen, dtype=np.int64)
        finish_row(HAND_TABLES, size, row, pool, strengths, masks)
        assert strengths.tolist() == [strength_of([*placed, *way]) for way in ways]
        assert masks.tolist() == [mask_of(way) for way in ways]
        first = np.arange(size - len(placed))
        assert strength_with(HAND_TABLES, size, row, pool, first) == strengths[0]
        royalty = compile_rules(PRESETS["pineapple"]).arrays.royalty[0 if size == 3 else 1]
        assert least_royalty(HAND_TABLES, royalty, size, row, pool) == royalty[strengths].min()


def some_finishes(options: dict[str, object], board: list[int], unseen: list[int]) -> set[int]:
    """Which of the three kinds of finish a board has, by trying all."""
    rows = tuple(
        tuple(card for card in board[start:end] if card >= 0)
        for start, end in ((0, 3), (3, 8), (8, 13))
    )
    kinds: set[int] = set()
    for finished in naive.finishes((rows[0], rows[1], rows[2]), unseen):
        verdict = naive.judge(finished, options)
        kinds |= {LEGAL} if verdict.legal else set()
        kinds |= set() if verdict.entry_cards else {NOT_ENTERING}
        kinds |= set() if verdict.stays else {NOT_STAYING}
    return kinds


@pytest.mark.parametrize("preset", ["pineapple", "deuce-to-seven"])
def test_random_tries_meet_only_what_is_possible_and_leave_their_arguments_alone(
    preset: str,
) -> None:
    chance = Random(8)
    options, arrays = options_of(PRESETS[preset]), compile_rules(PRESETS[preset]).arrays
    for _ in range(300):
        ranks = chance.sample(range(13), 6)
        cards = chance.sample([4 * rank + suit for rank in ranks for suit in range(4)], 16)
        board, unseen = cards[:13], cards[13:]
        for slot in chance.sample(range(13), 2):
            unseen.append(board[slot])
            board[slot] = -1
        slots, pool = np.array(board, dtype=np.int64), np.array(unseen, dtype=np.int64)
        possible = some_finishes(options, board, unseen)
        # Twenty finishes at the most: 500 tries miss one with a chance of about 10^-11.
        met = try_deals(HAND_TABLES, arrays, slots, pool, 500)
        assert set(np.flatnonzero(met)) == possible
        few = try_deals(HAND_TABLES, arrays, slots, pool, 1)
        assert set(np.flatnonzero(few)) <= possible
        assert not try_deals(HAND_TABLES, arrays, slots, pool, 0).any()
        assert slots.tolist() == board
        assert pool.tolist() == unseen


@pytest.mark.parametrize("preset", ["pineapple", "progressive", "deuce-to-seven"])
def test_what_a_search_looks_for(preset: str) -> None:
    chance = Random(9)
    options, arrays = options_of(PRESETS[preset]), compile_rules(PRESETS[preset]).arrays
    for _ in range(2_000):
        ranks = chance.sample(range(13), 5)
        cards = chance.sample([4 * rank + suit for rank in ranks for suit in range(4)], 13)
        rows = tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])
        strengths = [strength_of(row) for row in rows]
        verdict = naive.judge(rows, options)
        assert is_legal(arrays, *strengths) is verdict.legal
        assert is_wanted(arrays, LEGAL, *strengths) is verdict.legal
        assert is_wanted(arrays, NOT_ENTERING, *strengths) is (verdict.entry_cards == 0)
        assert is_wanted(arrays, NOT_STAYING, *strengths) is not verdict.stays
        assert entry_of(arrays, strengths[0], strengths[1]) == naive.entry_cards(rows, options)
