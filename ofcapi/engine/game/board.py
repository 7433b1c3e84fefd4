"""A board: three rows of cards, the notation people type, and the cards that it leaves unseen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ofcapi.engine.game.cards import DECK, CardFault, format_cards, parse_cards
from ofcapi.engine.game.rules import BOARD_SIZE, ROW_SIZES, ROWS


@dataclass(frozen=True, slots=True)
class Board:
    """Three rows of cards, in the order in which they were given; rows may be short or empty."""

    top: tuple[int, ...] = ()
    middle: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()

    @property
    def rows(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        return self.top, self.middle, self.bottom

    @property
    def cards(self) -> tuple[int, ...]:
        return self.top + self.middle + self.bottom

    @property
    def open_slots(self) -> int:
        return BOARD_SIZE - len(self.top) - len(self.middle) - len(self.bottom)

    @property
    def room(self) -> tuple[int, int, int]:
        """The open slots of top, middle and bottom."""
        top, middle, bottom = ROW_SIZES
        return top - len(self.top), middle - len(self.middle), bottom - len(self.bottom)

    @property
    def complete(self) -> bool:
        return self.open_slots == 0

    def with_cards(self, more: Sequence[Sequence[int]]) -> "Board":
        """The board with more cards at the end of its rows, top first.

        >>> str(parse_board("Qh/7c/")[0].with_cards([[], [24], [50]]))
        'Qh/7c8c/Ah'
        """
        return Board(*(row + tuple(cards) for row, cards in zip(self.rows, more, strict=True)))

    def __str__(self) -> str:
        """The canonical form.

        >>> str(parse_board("qh / / Ah 10h")[0])
        'Qh//AhTh'
        """
        return "/".join(map(format_cards, self.rows))


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong with one row (0 top, 1 middle, 2 bottom) at one of its cards."""

    row: int
    fault: CardFault


def parse_board(text: str) -> tuple[Board, list[RowFault]]:
    """Read ``top/middle/bottom``; blank text is the empty board.

    Returns the board of the cards that could be read and the faults of the others. Raises
    ``ValueError`` if there are not three rows.
    """
    parts = text.split("/") if text.strip() else ["", "", ""]
    if len(parts) != 3:
        raise ValueError(
            "a board must be top/middle/bottom with two slashes, where rows may be empty; "
            f"this one has {len(parts) - 1}"
        )
    rows = []
    faults = []
    for row, part in enumerate(parts):
        cards, wrong = parse_cards(part)
        rows.append(tuple(cards))
        faults += [RowFault(row, fault) for fault in wrong]
    return Board(*rows), faults


def overfull_rows(board: Board) -> list[RowFault]:
    """A fault for each row with too many cards, at the first card that does not fit."""
    return [
        RowFault(
            row, CardFault(size, f"the {name} row must have at most {size} cards, not {len(cards)}")
        )
        for row, (name, size, cards) in enumerate(zip(ROWS, ROW_SIZES, board.rows, strict=True))
        if len(cards) > size
    ]


def unseen_cards(*seen: Iterable[int]) -> tuple[int, ...]:
    """The deck without the cards seen, lowest first."""
    gone = {card for cards in seen for card in cards}
    return tuple(card for card in DECK if card not in gone)
