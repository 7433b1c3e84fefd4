"""Requests to measure the service with; all different, so that no cached result is timed."""

import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from benchmarks.load import get, post
from benchmarks.play import random_position
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK, format_cards


def _post(path: str, question: dict[str, Any]) -> bytes:
    return post(path, json.dumps(question).encode())


def _sizes(draw: random.Random, *sizes: int) -> list[list[int]]:
    """Card lists of these sizes without a card in common."""
    cards = draw.sample(DECK, sum(sizes))
    return [[cards.pop() for _ in range(size)] for size in sizes]


def _board(draw: random.Random, *rows: int) -> str:
    return str(Board(*(tuple(cards) for cards in _sizes(draw, *rows))))


def bodies(count: int) -> list[bytes]:
    """Bodies for ``/v1/score`` with different finished boards."""
    draw = random.Random(1)
    questions = ({"rules": "pineapple", "board": _board(draw, 3, 5, 5)} for _ in range(count))
    return [json.dumps(question).encode() for question in questions]


def scores(count: int) -> list[bytes]:
    """Requests for ``/v1/score`` with different finished boards."""
    return [post("/v1/score", body) for body in bodies(count)]


def settlements(count: int, seed: int = 2) -> list[bytes]:
    """Hands of two players."""
    draw = random.Random(seed)
    found = []
    for _ in range(count):
        rows = [tuple(cards) for cards in _sizes(draw, 3, 5, 5, 3, 5, 5)]
        boards = (str(Board(*rows[:3])), str(Board(*rows[3:])))
        found.append(_post("/v1/settlement", {"players": [{"board": board} for board in boards]}))
    return found


def draws(seed: int = 8) -> Iterator[bytes]:
    """Boards of nine cards with eight to come."""
    draw = random.Random(seed)
    while True:
        yield _post("/v1/draws", {"board": _board(draw, 2, 3, 4), "cards_to_come": 8})


def fantasyland_sets(seed: int = 9) -> Iterator[bytes]:
    """Hands of 14 cards."""
    draw = random.Random(seed)
    while True:
        yield _post("/v1/fantasyland/set", {"cards": format_cards(draw.sample(DECK, 14))})


def last_placements(seed: int = 10) -> Iterator[bytes]:
    """Decisions of the last street but one, eleven cards placed."""
    draw = random.Random(seed)
    while True:
        *rows, dealt = _sizes(draw, 3, 4, 4, 3)
        board = str(Board(*(tuple(row) for row in rows)))
        yield _post("/v1/placements", {"board": board, "dealt": format_cards(dealt)})


def exact_odds(unseen: int, seed: int | None = None) -> Iterator[tuple[bytes, bytes]]:
    """Exact odds with two streets to go and ``unseen`` cards unseen: POST and GET."""
    draw = random.Random(unseen if seed is None else seed)
    while True:
        board, dead = random_position(draw, unseen)
        question = {"board": str(board), "dead": format_cards(dead), "method": "exact"}
        yield _post("/v1/odds", question), get(f"/v1/odds?{urlencode(question)}")


def other_odds(rules: str, *sizes: int, seed: int = 11) -> Iterator[bytes]:
    """Exact odds of boards with rows of these sizes; the fourth size is that of the dead cards."""
    draw = random.Random(seed)
    while True:
        *rows, dead = _sizes(draw, *sizes)
        board = str(Board(*(tuple(row) for row in rows)))
        question = {"rules": rules, "board": board, "dead": format_cards(dead)}
        yield _post("/v1/odds", {**question, "method": "exact", "budget_ms": 20_000})


def long_placements() -> Iterator[bytes]:
    """Different opening decisions that use their whole budget."""
    draw = random.Random(4)
    while True:
        dealt = format_cards(draw.sample(DECK, 5))
        question = {"board": "//", "dealt": dealt, "samples": 100_000, "budget_ms": 2_000}
        yield _post("/v1/placements", question)


def mixed(count: int) -> list[bytes]:
    """Different requests of every kind, most of them scores."""
    draw = random.Random(5)
    scored, settled = iter(scores(count)), iter(settlements(count, seed=6))
    drawn, set_best, placed = draws(5), fantasyland_sets(5), last_placements(5)
    exact = exact_odds(32, seed=7)
    found = []
    for _ in range(count):
        kind = draw.random()
        if kind < 0.6:
            found.append(next(scored))
        elif kind < 0.75:
            found.append(next(settled))
        elif kind < 0.9:
            found.append(next(drawn))
        elif kind < 0.98:
            found.append(next(exact)[draw.randrange(2)])
        elif kind < 0.99:
            found.append(next(placed))
        else:
            found.append(next(set_best))
    return found
