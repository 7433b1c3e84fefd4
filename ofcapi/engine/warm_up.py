"""Compiling the loops before the first question, so that no caller waits for it."""

from threading import Event

import numpy as np

from ofcapi.engine.board import Board, score
from ofcapi.engine.cards import DECK, parse_cards
from ofcapi.engine.draws import MOST_CARDS_TO_COME, draw_odds
from ofcapi.engine.hands import HAND_TABLES
from ofcapi.engine.kernels.rows import score_boards
from ofcapi.engine.rules import DEFAULT_PRESET, PRESETS, compile_rules

_warm = Event()


def warm_up() -> None:
    """Run every compiled loop once: seconds on a machine's first start, then loaded from disk."""
    rules = compile_rules(PRESETS[DEFAULT_PRESET])
    cards = parse_cards("AsAhAdKsKhKdQsQhQdJsJhJd")[0]
    score(Board(tuple(cards[:3]), tuple(cards[3:5]), tuple(cards[5:10])), rules)
    score_boards(
        HAND_TABLES,
        rules.arrays,
        np.zeros((0, 13), dtype=np.uint8),
        np.zeros((0, 3), dtype=np.int16),
        np.zeros((0, 3), dtype=np.int32),
        np.zeros(0, dtype=np.uint8),
    )
    for name in (DEFAULT_PRESET, "deuce-to-seven"):
        draw_odds(Board(), compile_rules(PRESETS[name]), DECK, MOST_CARDS_TO_COME)
    _warm.set()


def is_warm() -> bool:
    """Whether ``warm_up`` has finished in this process or in the one it was forked from."""
    return _warm.is_set()
