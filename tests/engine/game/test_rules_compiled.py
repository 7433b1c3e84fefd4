"""Compiled rule sets: every array agrees with the naive rules, for every possible row."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from ofcapi.engine.game.hands import (
    FIVE_CARD_STRENGTHS,
    LOW_CATEGORIES,
    THREE_CARD_STRENGTHS,
    strength_of,
)
from ofcapi.engine.game.options import options_of, rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import Fantasyland, compile_rules
from ofcapi.engine.kernels.shapes import STRENGTHS
from tests.naive import hands as naive


def stay(top: str, middle: str, bottom: str) -> dict[str, str]:
    return {"top": top, "middle": middle, "bottom": bottom}


# Rows by the strength that the engine gives them, judged by the naive rules.
TOPS = {
    strength_of(row): naive.hand(row)
    for ranks in combinations_with_replacement(range(13), 3)
    for row in [tuple(4 * rank + suit for suit, rank in enumerate(ranks))]
}
FIVES = {
    strength_of(row): row
    for ranks in combinations_with_replacement(range(13), 5)
    if ranks[0] != ranks[4]
    for row in (
        tuple(4 * rank + place % 4 for place, rank in enumerate(ranks)),
        tuple(4 * rank for rank in ranks),
    )
    if len(set(row)) == 5
}
ODD_RULES: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in PRESETS] + [
    ("pineapple", {"row_order": "strict"}),
    ("pineapple", {"fantasyland": {"entry": {"TT": 17, "AA": 13}}}),
    ("pineapple", {"fantasyland": {"entry": {"trips": 15}}}),
    ("pineapple", {"fantasyland": {"entry": {}}}),
    ("pineapple", {"fantasyland": {"stay": stay("pair_Q", "flush_J", "four_of_a_kind_8")}}),
    ("pineapple", {"fantasyland": {"stay": stay("three_of_a_kind_7", "two_pair_9", "pair_A")}}),
    ("pineapple", {"fantasyland": {"stay": stay("high_card_K", "straight_5", "straight_flush_9")}}),
    ("pineapple", {"royalties": {"top": {"22": 3, "AAA": 1}, "middle": {"pair": 1}, "bottom": {}}}),
    ("deuce-to-seven", {"fantasyland": {"stay": stay("pair", "low_8", "straight")}}),
    ("deuce-to-seven", {"fantasyland": {"stay": stay("pair", "low_75432", "straight")}}),
    ("deuce-to-seven", {"fantasyland": {"entry": {"low_75432": 16}}}),
    ("deuce-to-seven", {"fantasyland": {"entry": {"KK": 14, "low_75432": 13}}}),
    ("deuce-to-seven", {"fantasyland": {"entry": {"KK": 13, "low_75432": 15}}}),
    ("deuce-to-seven", {"fantasyland": {"entry": {"KK": 14, "top_and_low_75432": 17}}}),
    ("deuce-to-seven", {"royalties": {"middle": {"low_T": 3}}}),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _compiled_anew() -> None:
    """The tests here compile their own rule sets instead of using cached ones."""
    compile_rules.cache_clear()


def test_the_rows_tried_on_the_arrays_are_all_rows() -> None:
    assert sorted(TOPS) == list(THREE_CARD_STRENGTHS)
    assert sorted(FIVES) == list(FIVE_CARD_STRENGTHS)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "changes"), ODD_RULES)
def test_compiled_arrays_say_what_the_options_say(name: str, changes: dict[str, Any]) -> None:
    rules = rules_from(name, changes)
    options, arrays = options_of(rules), compile_rules(rules).arrays
    low = options["middle"] == "deuce_to_seven"
    categories = compile_rules(rules).categories
    assert categories == (
        naive.CATEGORIES,
        LOW_CATEGORIES if low else naive.CATEGORIES,
        naive.CATEGORIES,
    )
    least = (options["fantasyland"] or {"stay": dict.fromkeys(("top", "middle", "bottom"))})["stay"]
    tables = options["royalties"]
    for strength, top in TOPS.items():
        assert arrays.royalty[0, strength] == naive.top_royalty(top, tables["top"])
        assert arrays.stays[0, strength] == bool(least["top"] and naive.reaches(top, least["top"]))
        assert categories[0][arrays.category[0, strength]] == naive.category(top)
    for strength, row in FIVES.items():
        hand = naive.hand(row)
        middle = naive.low_category(naive.low_hand(row)) if low else naive.category(hand)
        reaches = naive.reaches_low if low else naive.reaches
        judged = naive.low_hand(row) if low else hand
        assert arrays.royalty[1, strength] == tables["middle"].get(middle, 0)
        assert arrays.royalty[2, strength] == tables["bottom"].get(naive.category(hand), 0)
        assert arrays.stays[1, strength] == bool(
            least["middle"] and reaches(judged, least["middle"])
        )
        assert arrays.stays[2, strength] == bool(
            least["bottom"] and naive.reaches(hand, least["bottom"])
        )
        assert categories[1][arrays.category[1, strength]] == middle
        assert categories[2][arrays.category[2, strength]] == naive.category(hand)


@pytest.mark.parametrize(("name", "changes"), ODD_RULES)
def test_entry_is_by_the_best_that_a_board_reaches(name: str, changes: dict[str, Any]) -> None:
    rules = rules_from(name, changes)
    options, arrays = options_of(rules), compile_rules(rules).arrays
    middles = [(0, 5, 9, 13, 22), (0, 5, 9, 17, 22), (0, 4, 8, 12, 16)]
    assert naive.low_category(naive.low_hand(middles[0])) == "low_75432"
    for ranks in combinations_with_replacement(range(13), 3):
        top = tuple(4 * rank + suit for suit, rank in enumerate(ranks))
        for middle in middles:
            found = arrays.entry_cards[
                arrays.top_entry[strength_of(top)], arrays.middle_entry[strength_of(middle)]
            ]
            assert found == naive.entry_cards((top, middle, ()), options), (top, middle)


def test_the_order_of_finished_rows() -> None:
    high = compile_rules(PRESETS["pineapple"]).arrays.order
    low = compile_rules(PRESETS["deuce-to-seven"]).arrays.order
    tops = sorted(TOPS, key=lambda strength: TOPS[strength])
    fives = sorted(FIVES.values(), key=naive.hand)
    lows = sorted(FIVES.values(), key=naive.low_hand, reverse=True)
    for row, order, sorted_rows in (
        (0, high, tops),
        (0, low, tops),
        (1, high, [strength_of(five) for five in fives]),
        (1, low, [strength_of(five) for five in lows]),
        (2, low, [strength_of(five) for five in fives]),
    ):
        assert (np.diff(order[row, sorted_rows]) > 0).all()


def test_compiled_arrays_are_kept_read_only_and_of_the_stated_shapes() -> None:
    for rules in PRESETS.values():
        compiled = compile_rules(rules)
        assert compile_rules(rules_from(rules.preset, options_of(rules))) is compiled
        for name, array in compiled.arrays._asdict().items():
            assert not array.flags.writeable, name
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
        for array in (compiled.arrays.royalty, compiled.arrays.order, compiled.arrays.stays):
            assert array.shape == (3, STRENGTHS)
        land = rules.fantasyland
        assert compiled.arrays.entry_cards.shape == (1 + top_keys(land), 2)
        types = {name: array.dtype.name for name, array in compiled.arrays._asdict().items()}
        assert types == {
            "royalty": "int32",
            "order": "int16",
            "category": "uint8",
            "middle_cap": "int16",
            "middle_need": "int16",
            "top_entry": "uint8",
            "middle_entry": "uint8",
            "entry_cards": "uint8",
            "stays": "bool",
        }


def top_keys(land: Fantasyland | None) -> int:
    """The entries by the top row that a rule set lists."""
    return sum("low" not in key for key, _ in land.entry) if land else 0


def test_what_cannot_be_in_a_row_earns_nothing_there() -> None:
    for rules in PRESETS.values():
        royalty = compile_rules(rules).arrays.royalty
        assert not royalty[0, list(FIVE_CARD_STRENGTHS)].any()
        assert not royalty[1:, list(THREE_CARD_STRENGTHS)].any()
