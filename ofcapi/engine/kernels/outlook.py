"""Playing whole hands by the outlook: networks place the cards until two streets are to come.

**The policy, ``outlook-1``.** After the opening and the two streets after it the player places as
the networks of ``outlook`` like best; the last two streets are played exactly. Of equally good
ways the first counts.

Here are the streets that the networks play; what follows is exact and has its loops elsewhere.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.endings import OPEN
from ofcapi.engine.kernels.features import Prices, look_ahead
from ofcapi.engine.kernels.hindsight import Game, place_way
from ofcapi.engine.kernels.network import Look, Network, hold_card, value_ways
from ofcapi.engine.kernels.random import draw_cards, start_state


class Outlook(NamedTuple):
    """What the policy looks at: networks of the boards that the next two streets end with.

    ``five``, ``seven`` and ``nine`` value boards of so many cards; ``chances`` as in
    ``look_ahead``.
    """

    five: Network
    seven: Network
    nine: Network
    chances: NDArray[np.float32]
    prices: Prices


@kernel
def hold_way(held: NDArray[np.int64], dealt: NDArray[np.int64], way: NDArray[np.int64]) -> None:
    """Count the cards that a way places among the ranks that rows hold, in place."""
    for row in range(3):
        for place in range(dealt.size):
            if (way[row] >> place) & 1:
                hold_card(held, row, dealt[place])


@kernel
def choose_by_outlook(
    game: Game, outlook: Outlook, rows: NDArray[np.int64], held: NDArray[np.int64],
    dealt: NDArray[np.int64], cards: NDArray[np.int64], look: Look, values: NDArray[np.float64]
) -> int:  # fmt: skip
    """The way that the network of the street likes best; ``values`` (w,) says what it values."""
    slots = rows[:, OPEN].sum() - game.kept
    network = outlook.five if slots == 8 else outlook.seven if slots == 6 else outlook.nine
    # After the opening, too, streets deal and keep as many.
    coming = look_ahead(cards, slots // 2 * 3, outlook.chances, outlook.prices)
    value_ways(
        game.tables, game.arrays, rows, held, dealt, game.ways, coming, network, look, values
    )
    return int(np.argmax(values))


@kernel
def play_by_outlook(
    game: Game, outlook: Outlook, rows: NDArray[np.int64], held: NDArray[np.int64],
    deck: NDArray[np.int64], look: Look, ways: NDArray[np.float64]
) -> float:  # fmt: skip
    """Play the front of a deck until four slots are open, in place; what the network then says.

    ``deck`` (n,) holds the streets' cards first, then those that stay unseen; ``ways`` (w,) is
    working space.
    """
    before = np.empty((3, 4), dtype=np.int64)
    value, dealt_out = 0.0, 0
    while rows[:, OPEN].sum() > 4:
        dealt = np.sort(deck[dealt_out : dealt_out + game.dealt])
        dealt_out += game.dealt
        cards = np.sort(deck[dealt_out:])
        way = choose_by_outlook(game, outlook, rows, held, dealt, cards, look, ways)
        value = ways[way]
        before[:] = rows
        place_way(game.tables, before, dealt, game.ways[way], rows)
        hold_way(held, dealt, game.ways[way])
    return value


@kernel
def play_deals(
    game: Game, outlook: Outlook, start: NDArray[np.int64], start_held: NDArray[np.int64],
    unseen: NDArray[np.int64], seed: int, sample: int, look: Look, ways: NDArray[np.float64],
    boards: NDArray[np.int64], decks: NDArray[np.int64], values: NDArray[np.float64]
) -> None:  # fmt: skip
    """Play a sample's deals by the networks until four slots are open.

    Sample i of a seed deals the same cards for any board. The first street of each deal comes
    from what no deal before it had, until the deck is through.

    ways    (w,) float64, working space
    boards  (deals, 3, 4) int64, filled: what is left to play; decks (deals, n) int64, filled: the
            cards still unseen, ascending; values (deals,), filled: what the network makes of them
    """
    held = np.empty_like(start_held)
    state = np.empty(1, dtype=np.uint64)
    start_state(state, seed, sample)
    deck = unseen.copy()
    hand = np.empty_like(unseen)
    streets = unseen.size - decks.shape[1]
    first = 0
    for deal in range(values.size):
        if first + game.dealt > deck.size:
            first = 0
        draw_cards(deck[first:], game.dealt, state)
        after = first + game.dealt
        hand[: game.dealt] = deck[first:after]
        hand[game.dealt : after] = deck[:first]
        hand[after:] = deck[after:]
        first = after
        draw_cards(hand[game.dealt :], streets - game.dealt, state)
        boards[deal], held[:] = start, start_held
        values[deal] = play_by_outlook(game, outlook, boards[deal], held, hand, look, ways)
        decks[deal] = np.sort(hand[streets:])
