"""The loop over sampled deals that labels boards of the first and second street."""

import numba
import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.features import Prices, look_ahead
from ofcapi.engine.kernels.network import Look, Network, value_ways
from ofcapi.engine.kernels.random import draw_cards, start_state
from ofcapi.engine.kernels.shapes import HandTables, RuleArrays


# Not cached on disk, because the cache would not notice changes of the loops that it calls.
@numba.njit(nogil=True)
def average_best(
    tables: HandTables, arrays: RuleArrays, rows: NDArray[np.int64], held: NDArray[np.int64],
    unseen: NDArray[np.int64], ways: NDArray[np.int64], network: Network,
    chances: NDArray[np.float32], prices: Prices, to_come: int, deals: int, seed: int, look: Look,
    values: NDArray[np.float64]
) -> float:  # fmt: skip
    """The network's value of the best placement of a street's cards, averaged over deals.

    ``to_come`` cards will be dealt after them. Deals share no cards until the deck is used up.
    """
    deck = unseen.copy()
    state = np.zeros(1, dtype=np.uint64)
    start_state(state, seed, 0)
    total, first = 0.0, 0
    for _ in range(deals):
        if first + 3 > deck.size:
            first = 0
        draw_cards(deck[first:], 3, state)
        dealt = np.sort(deck[first : first + 3])
        cards = np.sort(np.concatenate((deck[:first], deck[first + 3 :])))
        first += 3
        coming = look_ahead(cards, to_come, chances, prices)
        value_ways(tables, arrays, rows, held, dealt, ways, coming, network, look, values)
        total += values.max()
    return total / deals
