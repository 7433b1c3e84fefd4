"""Canonical positions: one for all questions that differ only in suit names and in order.

No suit ranks above another in Open-Face Chinese poker, so renaming the suits of all cards of a
question renames the suits of its answer and changes no number. The order of cards in a row or in
the hand, and the order of opponents, change no number either. Questions that differ only in these
have the same canonical position.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, permutations
from typing import TypeAlias

from ofcapi.engine.game.board import Board

_Holding: TypeAlias = tuple[int, ...]
"""The cards of one suit: for each group of cards a mask of ranks."""


@dataclass(frozen=True, slots=True)
class Position:
    """The cards of a question.

    board      the board that is played
    hand       cards to place
    opponents  finished boards to settle against
    unseen     cards that may still come
    """

    board: Board
    hand: tuple[int, ...] = ()
    opponents: tuple[Board, ...] = ()
    unseen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names of the suits: ``suits[old]`` is the new suit, 0..3 for clubs to spades."""

    suits: tuple[int, int, int, int]

    def __call__(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards under their new names, lowest first.

        >>> Renaming((3, 1, 2, 0))([51, 0])
        (3, 48)
        """
        return tuple(sorted(card & ~3 | self.suits[card & 3] for card in cards))

    def board(self, board: Board) -> Board:
        """The board under the new names, the lowest card of each row first."""
        return Board(*map(self, board.rows))


def canonical_position(position: Position) -> tuple[Position, Renaming]:
    """The canonical position of all positions that differ only in suit names and in order.

    Returns it and the renaming that leads back to the given position. Suits that hold the same
    cards are mapped back in their usual order.

    >>> from ofcapi.engine.game.board import parse_board
    >>> queens = [Position(parse_board(board)[0]) for board in ("QhQd//AhKh", "QsQc//KsAs")]
    >>> [str(canonical_position(position)[0].board) for position in queens]
    ['QhQs//KsAs', 'QhQs//KsAs']
    """
    holdings, opponents = min(
        ((_holdings(position, order), order) for order in permutations(position.opponents)),
        key=lambda arranged: sorted(arranged[0]),
    )
    olds = sorted(range(4), key=holdings.__getitem__)
    rename = Renaming(_inverse(olds))
    canonical = Position(
        board=rename.board(position.board),
        hand=rename(position.hand),
        opponents=tuple(map(rename.board, opponents)),
        unseen=rename(position.unseen),
    )
    return canonical, Renaming(_inverse(rename.suits))


def _holdings(position: Position, opponents: Iterable[Board]) -> list[_Holding]:
    """Each suit's cards. The four of them define a position, whatever the suits are called."""
    groups = [
        *position.board.rows,
        position.hand,
        position.unseen,
        *chain.from_iterable(board.rows for board in opponents),
    ]
    masks = [[0] * len(groups) for _ in range(4)]
    for place, cards in enumerate(groups):
        for card in cards:
            masks[card & 3][place] |= 1 << (card >> 2)
    return [tuple(mask) for mask in masks]


def _inverse(suits: Iterable[int]) -> tuple[int, int, int, int]:
    olds = list(suits)
    first, second, third, fourth = (olds.index(suit) for suit in range(4))
    return first, second, third, fourth
