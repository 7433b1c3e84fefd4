"""Labels: the worth of boards, exact with two streets to come, else from the next network.

The label of a board of an earlier street is the average, over sampled deals of its next street, of
the best value that the next network gives to a board after that street.
"""

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.kernels.two_card import Streets, sum_best_play
from ofcapi.engine.play.exact import new_streets, rows_of
from ofcapi.engine.play.ways import ways_of
from ofcapi.engine.sampling.outlook import chances, held_by, new_look
from train.kernels import average_best
from train.positions import (
    POSITION,
    RULES,
    SCALE,
    TO_COME,
    Networks,
    Worth,
    deal_position,
    deals_of,
    leaf_of,
    pack,
    terms_of,
)

DEALS = 100
"""Deals of the next street that a label of the first or second street averages."""

MOST_UNSEEN = 41
"""Unseen cards of a player who has been dealt eleven cards and saw no others."""


def exact_label(board: Board, unseen: NDArray[np.int64], worth: Worth, streets: Streets) -> float:
    """The value of a nine-card board under best play, in points; ``streets`` is working space."""
    total = sum_best_play(
        HAND_TABLES, RULES.arrays, leaf_of(worth), rows_of(board), unseen, 3, streets
    )
    return total / deals_of(unseen.size) / SCALE


def sampled_label(
    street: int, board: Board, unseen: NDArray[np.int64], worth: Worth, networks: Networks,
    seed: int,
) -> float:  # fmt: skip
    """The average value of a board according to the next network."""
    network = networks[street + 1]
    ways = ways_of(3, 2)
    return average_best(
        HAND_TABLES, RULES.arrays, rows_of(board), held_by(board), unseen, ways, network,
        chances(), terms_of(worth), TO_COME[street + 1], DEALS, seed,
        new_look(3, network.first_bias.size), np.zeros(len(ways)),
    )  # fmt: skip


def make_positions(street: int, seed: int, count: int, networks: Networks) -> NDArray[np.void]:
    """``count`` labelled positions at the end of a street."""
    random = np.random.default_rng(seed)
    streets = new_streets(MOST_UNSEEN)
    positions = np.zeros(count, POSITION)
    for place in range(count):
        board, unseen, worth = deal_position(street, networks, random)
        if street == 3:
            label = exact_label(board, unseen, worth, streets)
        else:
            own = int(random.integers(1 << 62))
            label = sampled_label(street, board, unseen, worth, networks, own)
        positions[place] = pack(board, unseen, worth, label)
    return positions
