"""What boards are worth: exactly where two streets are to come, else by the next network.

A board of an earlier street is worth the average, over sampled deals of its next street, of the
best board that the next network finds after them.
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
"""Unseen cards of a player who was dealt eleven and saw no others."""


def exact_label(board: Board, unseen: NDArray[np.int64], worth: Worth, streets: Streets) -> float:
    """What best play makes of a nine-card board, in points; ``streets`` is working space."""
    total = sum_best_play(
        HAND_TABLES, RULES.arrays, leaf_of(worth), rows_of(board), unseen, 3, streets
    )
    return total / deals_of(unseen.size) / SCALE


def sampled_label(
    street: int, board: Board, unseen: NDArray[np.int64], worth: Worth, networks: Networks,
    seed: int,
) -> float:  # fmt: skip
    """What the next network makes of a board on average."""
    network = networks[street + 1]
    ways = ways_of(3, 2)
    return average_best(
        HAND_TABLES, RULES.arrays, rows_of(board), held_by(board), unseen, ways, network,
        chances(), terms_of(worth), TO_COME[street + 1], DEALS, seed,
        new_look(3, network.first_bias.size), np.zeros(len(ways)),
    )  # fmt: skip


def make_positions(street: int, seed: int, count: int, networks: Networks) -> NDArray[np.void]:
    """Labelled positions at the end of a street, as many as asked for."""
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
