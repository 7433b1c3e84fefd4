"""Who sits opposite: opponents in requests, in the questions of the engine, and in answers."""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.suits import Renaming
from ofcapi.engine.opponents.seating import Opponent
from ofcapi.engine.play.question import Question
from ofcapi.http.operations import Answer

Members = Mapping[str, Any]


def boards_given(members: Members) -> tuple[Board, ...]:
    """The boards among a request's opponents: their cards are seen."""
    return tuple(one for one in members["opponents"] if isinstance(one, Board))


def opposite(members: Members) -> tuple[tuple[Board, ...], tuple[int, ...]]:
    """The boards to settle against, and the opponents whose boards nobody has seen.

    Those are, as in ``Question.hidden``, Fantasyland hands by their cards and 0 for unknown boards.
    """
    boards = boards_given(members)
    if not members["opponents_played"]:
        return tuple(board for board in boards if board.complete), ()
    given: Sequence[Board | int] = members["opponents"]
    unknown = members.get("players", 1 + len(given)) - 1 - len(given)
    empty = sum(not board.cards for board in boards)
    lands = tuple(one for one in given if isinstance(one, int))
    return tuple(board for board in boards if board.cards), lands + (0,) * (empty + unknown)


def half_of(deadline: float) -> float:
    """The deadline for the opponents, so that half of the time is left for one's own play."""
    now = monotonic()
    return now + (deadline - now) / 2


def shown_opponents(
    members: Members, canonical: Question, back: Renaming, seated: Sequence[Opponent]
) -> list[Answer]:
    """How the opponents of a request were played: in its order, those who are not given last."""
    if not members["opponents_played"]:
        return [{"finished": True} for board in boards_given(members) if board.complete]
    played: dict[Any, list[Opponent]] = {}
    seats: list[Board | int] = [*map(back.board, canonical.opponents), *canonical.hidden]
    for seat, opponent in zip(seats, seated, strict=True):
        played.setdefault(_who(seat), []).append(opponent)
    asked: list[Board | int] = list(members["opponents"])
    asked += [0] * (len(seats) - len(asked))
    return [_shown(played[_who(one)].pop()) for one in asked]


def _who(seat: Board | int) -> Any:
    """What tells one seat from another, whatever the order of cards in a row."""
    if isinstance(seat, int):
        return seat
    return tuple(map(frozenset, seat.rows)) if seat.cards else 0


def _shown(opponent: Opponent) -> Answer:
    if opponent.finished:
        return {"finished": True}
    if opponent.unknown:
        return {"finished": False, "unknown": True, "boards": opponent.boards}
    land = {"fantasyland": opponent.fantasyland} if opponent.fantasyland else {}
    return {"finished": False, **land, "boards": opponent.boards}
