"""The generator is SplitMix64, and samples do not share its numbers."""

import numpy as np

from ofcapi.engine.kernels.random import draw_cards, next_number, start_state


def test_numbers_are_those_published() -> None:
    """The first five numbers of seed 1234567, as published with the generator's algorithm."""
    state = np.array([1234567], np.uint64)
    assert [int(next_number(state)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_samples_of_seeds_begin_with_other_numbers() -> None:
    first = set()
    for seed in range(40):
        for sample in range(40):
            state = np.zeros(1, np.uint64)
            start_state(state, seed, sample)
            first.add(int(next_number(state)))
    assert len(first) == 1600


def test_drawing_goes_on_without_repeats() -> None:
    state, deck = np.array([5], np.uint64), np.arange(20)
    draw_cards(deck, 6, state)
    draw_cards(deck[6:], 6, state)
    assert sorted(deck.tolist()) == list(range(20))
    assert deck.tolist() != list(range(20))
