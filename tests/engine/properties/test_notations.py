"""Everything that is written can be read back: parsing reverses formatting in every notation."""

from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.game.board import Board, parse_board
from ofcapi.engine.game.cards import CARD_NAMES, DECK
from ofcapi.engine.game.options import changed_options, options_of, rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.settlement import format_money
from tests.engine.properties.strategies import option_changes

SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board, rows short or empty, the cards in any order."""
    deck = draw(st.permutations(DECK))
    top, middle, bottom = (draw(st.integers(0, size)) for size in (3, 5, 5))
    rows = deck[:top], deck[top : top + middle], deck[top + middle : top + middle + bottom]
    return Board(*map(tuple, rows))


@given(boards())
def test_boards(board: Board) -> None:
    text = str(board)
    assert parse_board(text) == (board, [])
    assert parse_board(text.lower().translate(SYMBOLS).replace("t", "10")) == (board, [])
    spaced = "/".join(" , ".join(CARD_NAMES[card] for card in row) for row in board.rows)
    assert parse_board(f" {spaced}\n") == (board, [])


@given(st.sampled_from(list(PRESETS)), st.data())
def test_rule_sets(preset: str, data: st.DataObject) -> None:
    changes: dict[str, Any] = data.draw(option_changes(preset))
    rules = rules_from(preset, changes)
    assert rules_from(preset, options_of(rules)) == rules
    assert rules_from(preset, changed_options(rules)) == rules


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=0))
def test_money(amount: Decimal) -> None:
    text = format_money(amount)
    assert Decimal(text) == amount
    assert "E" not in text
    assert not text.endswith(".")
    assert "." not in text or not text.endswith("0")
