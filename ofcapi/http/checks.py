"""Checks across the members of a request: cards that are in two places, decks that run out."""

from collections.abc import Iterable, Iterator

from ofcapi.engine.board import Board
from ofcapi.engine.cards import DECK_SIZE, format_card, repeated_cards
from ofcapi.engine.rules import ROWS
from ofcapi.http.problems import Fault, pointer

Path = tuple[str | int, ...]


def board_lists(board: Board | None, *path: str | int) -> Iterator[tuple[Path, tuple[int, ...]]]:
    """The rows of the board at ``path``, as named card lists."""
    if board is not None:
        for name, cards in zip(ROWS, board.rows, strict=True):
            yield (*path, name), cards


def repeats(lists: Iterable[tuple[Path, Iterable[int]]]) -> list[Fault]:
    """A fault for each card that is in the lists twice, at its later place."""
    faults = []
    for repeat in repeated_cards(lists):
        (name, position), (first_name, first_position) = repeat.place, repeat.first
        where = pointer((*first_name, first_position))
        detail = f"{format_card(repeat.card)} is already in {where}"
        faults.append(Fault("duplicate_card", detail, (*name, position), impossible=True))
    return faults


def too_few_unseen(board: Board, seen: int, *path: str | int) -> list[Fault]:
    """A fault where the unseen cards cannot fill the board any more."""
    unseen = DECK_SIZE - seen
    if board.open_slots <= unseen:
        return []
    detail = f"the board has {board.open_slots} open slots and only {unseen} cards are unseen"
    return [Fault("too_few_unseen", detail, path, impossible=True)]
