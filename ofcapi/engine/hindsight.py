"""The policy ``hindsight-1`` as data: its plan for each street, the ways it chooses among.

The loops are in ``kernels.policy``. Another policy, or another plan, gets another name, because
the same question with the same seed is then answered differently.
"""

from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels import policy
from ofcapi.engine.rules import BOARD_SIZE

POLICY = "hindsight-1"
"""The name that answers give."""

_LEGS = 3
_RACES = {
    "pineapple": {
        8: [(30, 8, 60), (100, 8, 15), (300, 8, 1)],
        6: [(14, 7, 12), (28, 7, 4), (56, 7, 1)],
        4: [(35, 5, 6), (70, 5, 1)],
    },
    "turbo": {
        8: [(30, 8, 60), (100, 8, 15), (300, 8, 1)],
        6: [(14, 6, 5), (56, 6, 1)],
        4: [(14, 4, 5), (56, 4, 1)],
    },
    "classic": {
        8: [(30, 8, 60), (100, 8, 15), (300, 8, 1)],
        **{slots: [(42, slots, 1)] for slots in range(3, 8)},
    },
}
"""For each number of open slots the legs of the policy's race: futures, cards of each, ways kept.

Chosen by measurement, see ``docs/sampled.md``: with as many cards as there are slots hindsight errs
least, with one more where every street discards a card.
"""

MOST_CARDS = 8
"""The most cards that a future has."""


@cache
def plan_of(deal: str) -> NDArray[np.int64]:
    """The policy's plan for a way of dealing, (open slots, legs, 3), see ``kernels.policy``."""
    plan = np.zeros((BOARD_SIZE, _LEGS, 3), np.int64)
    for slots, race in _RACES[deal].items():
        plan[slots, : len(race)] = race
    return plan


@cache
def ways_of(dealt: int, kept: int) -> NDArray[np.int64]:
    """The ways to place dealt cards in the order of ``ways_to_place``: bit sets by row, (n, 3)."""
    ways = []
    for places in combinations(range(dealt), kept):
        for rows in product(range(3), repeat=kept):
            sets = [0, 0, 0]
            for place, row in zip(places, rows, strict=True):
                sets[row] |= 1 << place
            ways.append(sets)
    return np.array(ways, np.int64)


@cache
def _subsets() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All bit sets by cards and cards taken, ascending, and how many there are."""
    most = 6
    subsets = np.zeros((MOST_CARDS + 1, most, comb(MOST_CARDS, MOST_CARDS // 2)), np.int64)
    sizes = np.zeros((MOST_CARDS + 1, most), np.int64)
    for cards in range(MOST_CARDS + 1):
        for taken in range(most):
            sets = [sum(1 << c for c in chosen) for chosen in combinations(range(cards), taken)]
            sizes[cards, taken] = len(sets)
            subsets[cards, taken, : len(sets)] = sorted(sets)
    return subsets, sizes


def new_race(dealt: int, ways: int) -> policy.Race:
    """Working space for a choice among so many ways to place so many dealt cards."""
    subsets, sizes = _subsets()
    sets = 1 << dealt
    shape = (3, sets, subsets.shape[2])
    return policy.Race(
        subsets=subsets,
        sizes=sizes,
        dealt=policy.Sums(*np.zeros((3, sets), np.int64)),
        future=policy.Sums(*np.zeros((3, 1 << MOST_CARDS), np.int64)),
        finishes=policy.Finishes(
            strength=np.zeros(shape, np.int64),
            value=np.zeros(shape, np.int64),
            code=np.zeros(shape, np.int64),
            cards=np.zeros(shape, np.int64),
            found=np.zeros((3, sets), np.int64),
            best=np.zeros((3, sets), np.int64),
            wanted=np.zeros((3, sets), np.bool_),
        ),
        totals=np.zeros(ways, np.int64),
        running=np.zeros(ways, np.bool_),
        deck=np.zeros(52, np.int64),
    )
