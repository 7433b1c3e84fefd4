"""Checks across the members of a request: cards that are in two places, decks that run out."""

from collections.abc import Iterable, Iterator, Sequence

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK_SIZE, format_card, repeated_cards
from ofcapi.engine.game.rules import ROWS, Rules
from ofcapi.http.service.problems import Fault, pointer

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


def opponents_seen(
    opponents: Sequence[Board | None], rules: Rules | None
) -> tuple[list[tuple[Path, tuple[int, ...]]], list[Fault]]:
    """The card lists of the opponents' boards that must not be met again, and the boards' faults.

    A board that could not be read is None. Side by side both players get the same cards, so each
    board is looked at by itself. More opponents than the rules have seats for are a fault.
    """
    boards = [list(board_lists(board, "opponents", seat)) for seat, board in enumerate(opponents)]
    faults = []
    if rules and len(opponents) > rules.players[1] - 1:
        detail = f"{rules.preset} is for {rules.players[1]} players at most"
        faults.append(Fault("wrong_seat_count", detail, ("opponents",), impossible=True))
    if rules and rules.deal.same_cards:
        return [], faults + [fault for lists in boards for fault in repeats(lists)]
    return [one for lists in boards for one in lists], faults


def too_few_unseen(board: Board, seen: int, *path: str | int) -> list[Fault]:
    """A fault where the unseen cards cannot fill the board any more."""
    unseen = DECK_SIZE - seen
    if board.open_slots <= unseen:
        return []
    detail = f"the board has {board.open_slots} open slots and only {unseen} cards are unseen"
    return [Fault("too_few_unseen", detail, path, impossible=True)]
