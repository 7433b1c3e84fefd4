"""The named tuples of arrays that many loops take, so that loops depend on nothing above them.

Here is what a hand, a rule set and a question look like to a loop. Working space that belongs to a
few loops is defined beside them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STRENGTHS = 7918
"""Length of every array indexed by strength; index 0 means no hand. See ``game.hands``."""

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH,
    FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH,
) = range(10)  # fmt: skip
"""What a row can be; a three-card row no more than three of a kind."""


class HandTables(NamedTuple):
    """What a compiled loop needs to know the strength of a row; every array is read-only.

    card_keys (52,) int32, the rank key of each card; the three strength arrays as above.
    """

    card_keys: NDArray[np.int32]
    by_sum: NDArray[np.int16]
    flush_by_bits: NDArray[np.int16]
    top_by_sum: NDArray[np.int16]


class RuleArrays(NamedTuple):
    """A rule set by strength (7,918 entries, see ``hands``); rows are top, middle, bottom.

    royalty          (3, 7918) int32, points
    order            (3, 7918) int16, which of two finished rows wins: the higher
    category         (3, 7918) uint8, index into the row's ``CompiledRules.categories``
    middle_cap       (7918,) int16, the strongest top that may stand above this middle
    middle_need      (7918,) int16, the weakest bottom that may stand below this middle
    top_entry        (7918,) uint8, Fantasyland class of a top, 0 for none
    middle_entry     (7918,) uint8, 1 where the middle enters by itself
    entry_cards      (classes, 2) uint8, cards by ``[top_entry, middle_entry]``, 0 for no entry
    stays            (3, 7918) bool, whether the row makes a player stay

    A board is legal when ``top <= middle_cap[middle]``, ``bottom >= middle_need[middle]`` and
    ``bottom >= top``: the first two carry everything that a high or a 2-7 middle demands.
    """

    royalty: NDArray[np.int32]
    order: NDArray[np.int16]
    category: NDArray[np.uint8]
    middle_cap: NDArray[np.int16]
    middle_need: NDArray[np.int16]
    top_entry: NDArray[np.uint8]
    middle_entry: NDArray[np.uint8]
    entry_cards: NDArray[np.uint8]
    stays: NDArray[np.bool_]


class Leaf(NamedTuple):
    """The value of a finished board, in whole numbers, from the strengths of its rows.

    Legal: ``row[0, top] + row[1, middle] + row[2, bottom] + joint[code[0, top] + code[1, middle]
    + code[2, bottom]]``, where ``joint`` carries what no row decides alone: tickets that need two
    rows, scoops. Otherwise ``foul``.

    row        (3, 7918) int64
    code       (3, 7918) int64
    joint      (codes,) int64
    foul       int
    separable  bool, whether ``joint`` is zero throughout
    """

    row: NDArray[np.int64]
    code: NDArray[np.int64]
    joint: NDArray[np.int64]
    foul: int
    separable: bool
