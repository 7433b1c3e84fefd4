"""Training boards: dealt, and played with some random moves to the end of a street.

Boards are from the Pineapple family, with many values of tickets and fouls and many dead cards, so
that the networks learn their effect. Everything depends only on a seed.
"""

from collections.abc import Sequence
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
from ofcapi.engine.kernels.endings import OPEN
from ofcapi.engine.kernels.features import FEATURES, RANKS, Prices, describe_board, look_ahead
from ofcapi.engine.kernels.network import NO_ROOM, Network, value_ways
from ofcapi.engine.kernels.rows import count_set
from ofcapi.engine.kernels.shapes import Leaf
from ofcapi.engine.play.exact import rows_of
from ofcapi.engine.play.ways import place_of, ways_of
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

Networks = dict[int, Network]
"""Networks by street, 1 to 3; fewer while they are in the making."""


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


CURIOUS = 0.12
"""The chance that a street before the last is not played in the best way."""
BEST, GOOD = 0.3, 0.5
"""The chances that the last street is played best, or as one of the best; otherwise at random."""
SEVERAL = 6


class Curious:
    """A policy that meets many boards: mostly the networks' best, at times something else.

    It plays for ``worth`` up to the end of a street, and at random where there is no network yet.
    Its luck is ``random``.
    """

    name = "curious"

    def __init__(
        self, networks: Networks, street: int, worth: Worth, random: np.random.Generator
    ) -> None:
        self.networks = networks
        self.street = street
        self.worth = worth
        self.random = random

    def choose(
        self,
        board: Board,
        dealt: Sequence[int],
        unseen: Sequence[int],
        state: NDArray[np.uint64] | None = None,
    ) -> NDArray[np.int64]:
        """The way to place the dealt cards, see ``policy.Policy``; ``state`` is not used."""
        del state
        number = next(number for number, cards in CARDS.items() if cards > len(board.cards))
        ways, values = self.value_ways(number, board, dealt, unseen)
        random = self.random
        order = np.argsort(-values + 1e-6 * random.random(values.size), kind="stable")
        several = min(SEVERAL, order.size)
        draw = random.random()
        if number not in self.networks:
            chosen = random.integers(order.size)
        elif number < self.street:
            chosen = order[random.integers(several)] if draw < CURIOUS else order[0]
        elif draw < BEST:
            chosen = order[0]
        elif draw < BEST + GOOD:
            chosen = order[random.integers(several)]
        else:
            chosen = random.integers(order.size)
        return np.asarray(ways[chosen])

    def value_ways(
        self, number: int, board: Board, dealt: Sequence[int], unseen: Sequence[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The ways with room, (w, 3) bit sets, and their values; all 0 without a network."""
        ways = ways_of(len(dealt), CARDS[number] - len(board.cards))
        rows = rows_of(board)
        network = self.networks.get(number)
        if network is None:
            room = [
                all(count_set(int(way[row])) <= rows[row, OPEN] for row in range(3)) for way in ways
            ]
            return ways[room], np.zeros(sum(room))
        values = np.zeros(len(ways))
        cards = np.array(unseen, np.int64)
        coming = look_ahead(cards, TO_COME[number], chances(), terms_of(self.worth))
        value_ways(
            HAND_TABLES, RULES.arrays, rows, held_by(board), np.array(dealt, np.int64), ways,
            coming, network, new_look(len(dealt), network.first_bias.size), values,
        )  # fmt: skip
        fits = values > NO_ROOM
        return ways[fits], values[fits]


def deal_position(
    street: int, networks: Networks, random: np.random.Generator
) -> tuple[Board, NDArray[np.int64], Worth]:
    """A board at the end of a street, the unseen cards, and what it is played for."""
    worth = draw_worth(random)
    policy = Curious(networks, street, worth, random)
    deck = random.permutation(52)
    dead = 0 if random.random() < 0.5 else int(random.integers(1, 17))
    deck = deck[dead:]
    board = Board()
    for number in range(1, street + 1):
        count = 5 if number == 1 else 3
        dealt, deck = np.sort(deck[:count]).tolist(), deck[count:]
        way = policy.choose(board, dealt, np.sort(deck).tolist())
        board = board.with_cards(place_of(dealt, way))
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
