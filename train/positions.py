"""Training boards: dealt, and played with some random moves to the end of a street.

Boards are from the Pineapple family, with many values of tickets and fouls and many dead cards, so
that the networks learn their effect. Everything depends only on a seed.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import TOP, compile_rules
from ofcapi.engine.kernels import outlook
from ofcapi.engine.kernels.endings import OPEN
from ofcapi.engine.kernels.features import FEATURES, RANKS, Prices, describe_board, look_ahead
from ofcapi.engine.kernels.rows import count_set
from ofcapi.engine.kernels.shapes import Leaf
from ofcapi.engine.play.best_play import place_of
from ofcapi.engine.play.exact import rows_of
from ofcapi.engine.sampling.hindsight import ways_of
from ofcapi.engine.sampling.outlook import chances, held_by, new_look, prices_of
from ofcapi.engine.worth.values import Objective, Values, value_boards_by

RULES = compile_rules(PRESETS["progressive"])
"""Each of its four entries, from queens to three of a kind, can have a worth of its own."""
SCALE = 10
"""Leaves count in tenths of a point."""
CARDS = {1: 5, 2: 7, 3: 9}
"""Cards on a board at the end of each street that a network values."""
TO_COME = {1: 12, 2: 9, 3: 6}
"""Cards that the player will still be dealt after that street."""

POSITION = np.dtype(
    [
        ("board", np.int8, (3, 5)),
        ("unseen", np.uint64),
        ("foul", np.float32),
        ("worth", np.float32, (4,)),
        ("label", np.float32),
    ]
)
"""A board, cards by row and -1 for open slots; unseen cards as a bit set; worth of a foul and of
the tickets of queens, kings, aces and three of a kind, in points; the worth of the board."""

Networks = dict[int, outlook.Network]
"""Networks by street, 1 to 3; fewer while they are being trained."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The stakes of a position, in points: a foul, and the tickets of four kinds of top row."""

    foul: float
    tickets: tuple[float, float, float, float]


USUAL = Worth(-6.0, (9.0, 9.0, 9.0, 9.0))


def draw_worth(random: np.random.Generator) -> Worth:
    """Random values for one position: mostly common ones, else anything between."""
    kind = random.random()
    if kind < 0.3:
        return USUAL
    if kind < 0.5:
        return Worth(-6.0, (11.0, 11.0, 11.0, 11.0))
    foul = -6.0 if random.random() < 0.6 else -round(random.uniform(0, 14), 1)
    if kind < 0.65:
        return Worth(foul, (round(random.uniform(0, 20), 1),) * 4)
    first = random.uniform(4, 14)
    step = random.uniform(1, 8)
    queens, kings, aces, trips = (round(first + step * more, 1) for more in range(4))
    return Worth(foul, (queens, kings, aces, trips))


@lru_cache(maxsize=8)
def leaf_of(worth: Worth) -> Leaf:
    """The worth of finished boards, in tenths of a point."""
    row = RULES.arrays.royalty.astype(np.int64) * SCALE
    tickets = np.array([0, *(round(SCALE * ticket) for ticket in worth.tickets)])
    row[TOP] += tickets[RULES.arrays.top_entry]
    return Leaf(row, np.zeros_like(row), np.zeros(1, np.int64), round(SCALE * worth.foul), True)


_PAYS = prices_of(value_boards_by(RULES, Objective(), Values(Fraction(0)), ())).pays


@lru_cache(maxsize=8)
def terms_of(worth: Worth) -> Prices:
    """The worth in the form that networks read."""
    tickets = np.zeros(RANKS + 1, np.float32)
    tickets[10:14] = worth.tickets
    return Prices(tickets, _PAYS, worth.foul)


class Player:
    """Places cards by the networks, or at random on streets that have no network yet."""

    def __init__(self, networks: Networks) -> None:
        self.networks = networks
        units = max((network.first_bias.size for network in networks.values()), default=1)
        self.looks = {dealt: new_look(dealt, units) for dealt in (3, 5)}

    def value_ways(
        self, street: int, board: Board, dealt: NDArray[np.int64], unseen: NDArray[np.int64],
        worth: Worth,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:  # fmt: skip
        """The ways with room, (w, 3) bit sets, and their values; all 0 without a network."""
        ways = ways_of(dealt.size, 5 if street == 1 else 2)
        rows = rows_of(board)
        if street not in self.networks:
            room = [
                all(count_set(int(way[row])) <= rows[row, OPEN] for row in range(3)) for way in ways
            ]
            return ways[room], np.zeros(sum(room))
        values = np.zeros(len(ways))
        coming = look_ahead(unseen, TO_COME[street], chances(), terms_of(worth))
        outlook.value_ways(
            HAND_TABLES, RULES.arrays, rows, held_by(board), dealt, ways, coming,
            self.networks[street], self.looks[dealt.size], values,
        )  # fmt: skip
        fits = values > outlook.NO_ROOM
        return ways[fits], values[fits]


def place(board: Board, dealt: NDArray[np.int64], way: NDArray[np.int64]) -> Board:
    """The board after dealt cards are placed one way."""
    return board.with_cards(place_of(dealt.tolist(), way))


CURIOUS = 0.12
"""The chance that a street before the last is not played in the best way."""
BEST, GOOD = 0.3, 0.5
"""The chances that the last street is played best, or as one of the best; otherwise at random."""
SEVERAL = 6


def deal_position(
    street: int, player: Player, random: np.random.Generator
) -> tuple[Board, NDArray[np.int64], Worth]:
    """A board at the end of a street, the unseen cards, and the stakes."""
    worth = draw_worth(random)
    deck = random.permutation(52)
    dead = 0 if random.random() < 0.5 else int(random.integers(1, 17))
    deck = deck[dead:]
    board = Board((), (), ())
    for number in range(1, street + 1):
        count = 5 if number == 1 else 3
        dealt, deck = np.sort(deck[:count]), deck[count:]
        ways, values = player.value_ways(number, board, dealt, np.sort(deck), worth)
        order = np.argsort(-values + 1e-6 * random.random(values.size), kind="stable")
        several = min(SEVERAL, order.size)
        draw = random.random()
        if number not in player.networks:
            chosen = random.integers(order.size)
        elif number < street:
            chosen = order[random.integers(several)] if draw < CURIOUS else order[0]
        elif draw < BEST:
            chosen = order[0]
        elif draw < BEST + GOOD:
            chosen = order[random.integers(several)]
        else:
            chosen = random.integers(order.size)
        board = place(board, dealt, ways[chosen])
    return board, np.sort(deck), worth


def pack(board: Board, unseen: NDArray[np.int64], worth: Worth, label: float) -> NDArray[np.void]:
    """One position as data."""
    position = np.zeros((), POSITION)
    position["board"] = -1
    for row, cards in enumerate(board.rows):
        position["board"][row, : len(cards)] = cards
    position["unseen"] = sum(1 << card for card in unseen.tolist())
    position["foul"], position["worth"], position["label"] = worth.foul, worth.tickets, label
    return position


def unpack(position: NDArray[np.void]) -> tuple[Board, NDArray[np.int64], Worth]:
    """The board, the unseen cards and the stakes of a position."""
    top, middle, bottom = (
        tuple(card for card in row if card >= 0) for row in position["board"].tolist()
    )
    cards = int(position["unseen"])
    unseen = np.array([card for card in range(52) if (cards >> card) & 1], np.int64)
    queens, kings, aces, trips = (round(float(ticket), 1) for ticket in position["worth"])
    worth = Worth(round(float(position["foul"]), 1), (queens, kings, aces, trips))
    return Board(top, middle, bottom), unseen, worth


def describe(street: int, positions: NDArray[np.void]) -> NDArray[np.float32]:
    """The features of positions at the end of a street, (n, FEATURES)."""
    features = np.zeros((len(positions), FEATURES), np.float32)
    for line, position in zip(features, positions, strict=True):
        board, unseen, worth = unpack(position)
        coming = look_ahead(unseen, TO_COME[street], chances(), terms_of(worth))
        describe_board(HAND_TABLES, RULES.arrays, rows_of(board), held_by(board), coming, line)
    return features


def deals_of(unseen: int) -> int:
    """The number of deals of the last two streets."""
    return comb(unseen, 3) * comb(unseen - 3, 3)
