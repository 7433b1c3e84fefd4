"""Compiles the loops before the first question, so that no caller has to wait for that."""

from fractions import Fraction
from threading import Event

import numpy as np

from ofcapi.engine.draws.odds import MOST_CARDS_TO_COME, draw_odds
from ofcapi.engine.fantasyland.odds import stay_odds
from ofcapi.engine.fantasyland.sets import best_sets
from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import DECK, parse_cards
from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.game.score import score
from ofcapi.engine.kernels.rows import score_boards
from ofcapi.engine.opponents.seating import seat
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.question import Effort, Question
from ofcapi.engine.sampling.sampled_play import sample_odds, sample_placements
from ofcapi.engine.worth.values import Objective

_warm = Event()

_ENDINGS = (
    ("pineapple", "QsJd/KhKd9h5d/AhAs8h"),
    ("pineapple", "QsJdJc/KhKd9h5d2c/Ah3c3d"),
    ("turbo", "QsJd/KhKd9h5d/AhAs8h"),
    ("classic", "QsJd/KhKd9h5d/AhAs8h6d"),
    ("classic", "QsJd/KhKd9h5d2c/AhAs8h6d3c"),
)
"""Boards near the end of a hand. Their exact odds run every loop of best play."""


def warm_up() -> None:
    """Run every compiled loop once: a minute on a machine's first start, then loaded from disk."""
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
    for preset, text in _ENDINGS:
        board = parse_board(text)[0]
        unseen = unseen_cards(board.cards)[:10]
        for objective in (Objective(), Objective("no_foul")):
            question = Question(board, PRESETS[preset], unseen, objective=objective)
            best_play(question, Effort())
    few = Effort(samples=2)
    for preset in ("pineapple", "turbo", "classic"):
        board = parse_board("Qs/KhKd/AhAs")[0]
        unseen = unseen_cards(board.cards)
        sample_odds(Question(board, PRESETS[preset], unseen), few)
        later = parse_board("Qs/KhKd2c3c/AhAs4c5c")[0]
        seat(Question(Board(), PRESETS[preset], unseen, opponents=(board, later)), few)
    opening = tuple(parse_cards("QsKhKdAhAs")[0])
    unseen = unseen_cards(opening)
    sample_placements(Question(Board(), PRESETS[DEFAULT_PRESET], unseen, opening), few)
    land = [*opening, *parse_cards("2c3c4c5c7d8d9dTd")[0]]
    best_sets(land, rules, values={13: Fraction(9), 14: Fraction(9)})
    stay_odds(13, rules, {14: Fraction(9)}, samples=2)
    _warm.set()


def is_warm() -> bool:
    """Whether ``warm_up`` has finished in this process or in the one it was forked from."""
    return _warm.is_set()
