"""Typical opponents: how a row fares against the rows of a player like ourselves.

For each rule set there is a table of finished boards that the product's own policy played, each
from a full deck (``tables/typical.py``). It decides between plays that are worth the same for the
objective and in points: the one whose rows win more often is the better one at the table.
"""

from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.rules import CompiledRules
from ofcapi.engine.kernels.shapes import STRENGTHS
from ofcapi.engine.worth.tickets import NEAREST_PRESET

TABLE = "typical.npz"


@cache
def typical_boards(preset: str) -> NDArray[np.int16]:
    """The strengths of top, middle and bottom of a preset's boards, (boards, 3); 0 for a foul."""
    with files("ofcapi.engine").joinpath("data", TABLE).open("rb") as file:
        boards: NDArray[np.int16] = np.load(file)[NEAREST_PRESET.get(preset, preset)]
    boards.setflags(write=False)
    return boards


def typical_rows(rules: CompiledRules) -> NDArray[np.int16]:
    """The strengths of the rows of a rule set's legal typical boards, (boards, 3)."""
    boards = typical_boards(rules.rules.preset)
    return boards[boards[:, 0] > 0]


@lru_cache(maxsize=64)
def typical_count(rules: CompiledRules) -> int:
    """How many legal typical boards there are."""
    return len(typical_rows(rules))


@lru_cache(maxsize=64)
def row_wins(rules: CompiledRules) -> NDArray[np.int64]:
    """How many typical boards have a weaker row less how many have a stronger one, (3, 7918).

    Only legal boards count. Divided by their number it is the expected point of a row.
    """
    legal = typical_rows(rules)
    wins = np.zeros((3, STRENGTHS), np.int64)
    for row, order in enumerate(rules.arrays.order.astype(np.int64)):
        theirs = np.sort(order[legal[:, row]])
        below = np.searchsorted(theirs, order, side="left")
        above = theirs.size - np.searchsorted(theirs, order, side="right")
        wins[row] = below - above
    wins.setflags(write=False)
    return wins
