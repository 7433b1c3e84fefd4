"""Random numbers and random cards for the loops: one generator, whose state is one number.

Everything that is sampled follows from a seed and the number of the sample, for any number of
threads. Source: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014).
"""

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel

STEP = 0x9E3779B97F4A7C15
"""By how much the state moves on for each number."""


@kernel
def mixed(number: np.uint64) -> np.uint64:
    """A well-mixed number for each number: the generator's finaliser."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@kernel
def next_number(state: NDArray[np.uint64]) -> np.uint64:
    """The next 64 random bits; ``state`` (1,) moves on."""
    state[0] += np.uint64(STEP)
    return mixed(state[0])


@kernel
def start_state(state: NDArray[np.uint64], seed: int, sample: int) -> None:
    """Set a generator to the beginning of one sample's numbers."""
    state[0] = np.uint64(seed)
    state[0] = next_number(state) + np.uint64(sample)
    state[0] = next_number(state)


@kernel
def draw_cards(deck: NDArray[np.int64], count: int, state: NDArray[np.uint64]) -> None:
    """Draw cards at random to the front of a deck in any order.

    On the slice of a deck that was not drawn yet, it goes on drawing without repeats.
    """
    for place in range(count):
        left = np.uint64(deck.size - place)
        other = place + np.int64(((next_number(state) >> np.uint64(32)) * left) >> np.uint64(32))
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
