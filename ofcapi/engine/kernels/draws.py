"""Walks through the thirteen ranks that count sets of cards by what they can make.

A walk goes rank by rank and keeps, for each state, the number of ways to have taken cards so far.
At each rank it tries every *take* (how many cards of which kind) and follows the automata of
``ofcapi.engine.draws.automata``. Each number is a number of different sets of at most 52 cards, so
it is at most C(52, 26), about 5e14, and int64 cannot overflow.
"""

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel


@kernel
def walk_ranks(
    steps: NDArray[np.int16],
    placed: NDArray[np.int64],
    cards: NDArray[np.int64],
    ways: NDArray[np.int64],
    to_come: int,
) -> NDArray[np.int64]:
    """Count the sets of cards by the state of one automaton, after each rank.

    steps     (states, 5, takes) int16, the next state by cards placed at the rank and by take;
              state 0 is the start
    placed    (13,) int64, cards of the row at each rank
    cards     (takes,) int64, cards in each take
    ways      (13, takes) int64, ways to take that from the live cards of the rank

    Returns (13, to_come + 1, states) int64: after each rank, by cards taken and state. Cost:
    thirteen times ``to_come`` times states times takes.
    """
    counts = np.zeros((13, to_come + 1, steps.shape[0]), dtype=np.int64)
    before = np.zeros((to_come + 1, steps.shape[0]), dtype=np.int64)
    before[0, 0] = 1
    for rank in range(13):
        after = counts[rank]
        for taken in range(to_come + 1):
            for state in range(steps.shape[0]):
                count = before[taken, state]
                if count == 0:
                    continue
                for take in range(cards.size):
                    total = taken + cards[take]
                    if ways[rank, take] and total <= to_come:
                        step = steps[state, placed[rank], take]
                        after[total, step] += count * ways[rank, take]
        before = after
    return counts


@kernel
def walk_each(
    steps: NDArray[np.int16],
    placed: NDArray[np.int64],
    cards: NDArray[np.int64],
    ways: NDArray[np.int64],
    to_come: int,
) -> NDArray[np.int64]:
    """The ends of many walks, one for each of ``ways`` (walks, 13, takes): (walks, states) int64.

    Only sets of exactly ``to_come`` cards count.
    """
    ends = np.empty((ways.shape[0], steps.shape[0]), dtype=np.int64)
    for walk in range(ways.shape[0]):
        ends[walk] = walk_ranks(steps, placed, cards, ways[walk], to_come)[12, to_come]
    return ends


@kernel
def walk_without_flush(
    suit_steps: NDArray[np.int16],
    straight_steps: NDArray[np.int16],
    shape_steps: NDArray[np.int16],
    placed: NDArray[np.int64],
    cards: NDArray[np.int64],
    ways: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Count the sets of cards that make no flush and no full house, by everything else.

    Three automata walk side by side: suits (which also count the cards taken), straights and
    shapes (equal ranks). All start in state 0; a step to -1 makes a hand that is not counted.

    suit_steps      (suit states, takes) int16
    straight_steps  (13, straight states, 2) int16, by place in the walk and rank present or not
    shape_steps     (shapes, 5, 5) int16, by cards placed and cards taken at the rank
    placed          (13,) int64, cards of the row at each rank
    cards           (takes,) int64, cards in each take
    ways            (13, takes) int64, ways to take that from the live cards of the rank

    The walk goes ace, deuce, three, up to the king. Returns (suit states, straight states,
    shapes) int64. Cost: thirteen times the states that can be reached times takes.
    """
    suits, straights, shapes = suit_steps.shape[0], straight_steps.shape[1], shape_steps.shape[0]
    before = np.zeros((suits, straights, shapes), dtype=np.int64)
    before[0, 0, 0] = 1
    for place in range(13):
        rank = (place + 12) % 13
        after = np.zeros_like(before)
        for suit in range(suits):
            for straight in range(straights):
                for shape in range(shapes):
                    count = before[suit, straight, shape]
                    if count == 0:
                        continue
                    for take in range(cards.size):
                        next_suit = suit_steps[suit, take]
                        next_shape = shape_steps[shape, placed[rank], cards[take]]
                        if ways[rank, take] and next_suit >= 0 and next_shape >= 0:
                            present = 1 if placed[rank] + cards[take] else 0
                            next_straight = straight_steps[place, straight, present]
                            after[next_suit, next_straight, next_shape] += count * ways[rank, take]
        before = after
    return before
