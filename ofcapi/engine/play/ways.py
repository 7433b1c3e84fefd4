"""The ways to place dealt cards on a board, in the fixed order of ``kernels.ways``."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.kernels.ways import list_rows

Place: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""By row the cards placed."""


def rows_of_ways(room: Sequence[int], kept: int) -> NDArray[np.int64]:
    """The rows that so many cards can go to, (ways, kept) int64.

    ``room`` is the number of open slots of top, middle and bottom.

    >>> rows_of_ways((0, 1, 2), 2).tolist()
    [[1, 2], [2, 1], [2, 2]]
    """
    ways = np.zeros((3**kept, kept), np.int64)
    return ways[: list_rows(np.array(room, np.int64), ways)]


@cache
def ways_of(dealt: int, kept: int) -> NDArray[np.int64]:
    """The ways to place so many of the dealt cards on a board with room for all: bit sets by row.

    Shape (ways, 3) int64; bit ``i`` is the dealt card at place ``i``.
    """
    rows = rows_of_ways((kept, kept, kept), kept)
    ways = np.zeros((0, 3), np.int64)
    for places in combinations(range(dealt), kept):
        sets = np.zeros((len(rows), 3), np.int64)
        for at, place in enumerate(places):
            sets[np.arange(len(rows)), rows[:, at]] |= 1 << place
        ways = np.concatenate([ways, sets])
    return ways


def place_of(dealt: Sequence[int], way: NDArray[np.int64]) -> Place:
    """The cards by row of a way to place dealt cards, (3,) int64: by row the bit set of them.

    >>> place_of([10, 20, 30], np.array([0, 0b100, 0b001]))
    ((), (30,), (10,))
    """
    top, middle, bottom = (
        tuple(card for at, card in enumerate(dealt) if (bits >> at) & 1) for bits in way.tolist()
    )
    return top, middle, bottom


def ways_to_place(board: Board, dealt: Sequence[int], kept: int) -> list[Place]:
    """Every way to place so many of the dealt cards that a board has room for: cards by row."""
    places = [place_of(dealt, way) for way in ways_of(len(dealt), kept)]
    room = board.room
    return [
        place
        for place in places
        if all(len(cards) <= slots for cards, slots in zip(place, room, strict=True))
    ]
