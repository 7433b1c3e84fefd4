"""What cannot be in the game: cards in two places, decks that run out, seats that do not exist.

Every check gives all the faults that it finds, each with the path to what is wrong, and looks only
at what could be read: a board or a rule set that could not be read is None.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK_SIZE, format_card, repeated_cards
from ofcapi.engine.game.rules import ROWS, Rules

Path: TypeAlias = tuple[str | int, ...]
"""Where something is: names and positions, from the whole to the part."""

CardLists: TypeAlias = list[tuple[Path, tuple[int, ...]]]
"""Card lists with their paths."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: a code for programs, a sentence for people, and where it is.

    Cards have a position in every notation: the second card of ``"QhQd"`` is at 1. ``impossible``
    marks what is well formed but cannot be, in the game or on a server.
    """

    code: str
    detail: str
    path: Path = ()
    impossible: bool = False

    def under(self, *path: str | int) -> "Fault":
        """The same fault, seen from further up."""
        return Fault(self.code, self.detail, (*path, *self.path), self.impossible)

    @property
    def pointer(self) -> str:
        """The path as a JSON pointer."""
        return pointer(self.path)


def pointer(path: Iterable[str | int]) -> str:
    """A path as a JSON pointer (RFC 6901).

    >>> pointer(("board", "top", 1)), pointer(("a/b",))
    ('/board/top/1', '/a~1b')
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def impossible(code: str, detail: str, *path: str | int) -> Fault:
    """A fault of the game."""
    return Fault(code, detail, path, impossible=True)


def board_lists(board: Board | None, *path: str | int) -> CardLists:
    """The rows of the board at ``path``, as named card lists."""
    if board is None:
        return []
    return [((*path, name), cards) for name, cards in zip(ROWS, board.rows, strict=True)]


def repeats(lists: Iterable[tuple[Path, Iterable[int]]]) -> list[Fault]:
    """A fault for each card that is in the lists twice, at its later place.

    >>> repeats([(("dead",), [42]), (("dealt",), [3, 42])])[0].detail
    'Qh is already in /dead/0'
    """
    faults = []
    for repeat in repeated_cards(lists):
        (name, position), (first_name, first_position) = repeat.place, repeat.first
        where = pointer((*first_name, first_position))
        detail = f"{format_card(repeat.card)} is already in {where}"
        faults.append(impossible("duplicate_card", detail, *name, position))
    return faults


def opponents_seen(
    opponents: Sequence[Board | None], rules: Rules | None
) -> tuple[CardLists, list[Fault]]:
    """The cards of the opponents' boards that must not be met again, and the boards' faults.

    Side by side both players get the same cards, so each board is looked at by itself. More
    opponents than the rules have seats for are a fault.
    """
    boards = [board_lists(board, "opponents", seat) for seat, board in enumerate(opponents)]
    faults = []
    if rules and len(opponents) > rules.players[1] - 1:
        detail = f"{rules.preset} is for {rules.players[1]} players at most"
        faults.append(impossible("wrong_seat_count", detail, "opponents"))
    if rules and rules.deal.same_cards:
        return [], faults + [fault for lists in boards for fault in repeats(lists)]
    return [one for lists in boards for one in lists], faults


def board_faults(board: Board | None, dead: Sequence[int]) -> list[Fault]:
    """What is impossible about a board beside dead cards: repeated cards, or too few unseen."""
    faults = repeats([(("dead",), dead), *board_lists(board, "board")])
    if board is None or faults:
        return faults
    unseen = DECK_SIZE - len(board.cards) - len(dead)
    if board.open_slots <= unseen:
        return []
    detail = f"the board has {board.open_slots} open slots and only {unseen} cards are unseen"
    return [impossible("too_few_unseen", detail, "dead")]


def no_fantasyland(rules: Rules | None) -> Iterator[Fault]:
    """A fault where a rule set has no Fantasyland."""
    if rules is not None and rules.fantasyland is None:
        detail = f"the rule set {rules.preset} has no Fantasyland"
        yield impossible("contradiction", detail, "rules")
