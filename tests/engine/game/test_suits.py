"""Canonical positions: equal exactly for positions that differ only in suit names and order."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.game.board import Board, parse_board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.suits import Position, Renaming, canonical_position

RENAMINGS = [Renaming((a, b, c, d)) for a, b, c, d in permutations(range(4))]


def board_of(cards: list[int]) -> Board:
    return Board(tuple(cards[:2]), tuple(cards[2:5]), tuple(cards[5:]))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A board, a hand, up to two opponents; few ranks, so that suits often hold the same cards."""
    ranks = draw(st.integers(min_value=6, max_value=13))
    cards = draw(st.permutations(DECK[-4 * ranks :]))
    opponents = draw(st.integers(min_value=0, max_value=2))
    placed = draw(st.integers(min_value=0, max_value=8))
    return Position(
        board=board_of(cards[:placed]),
        hand=tuple(cards[8:10]),
        opponents=tuple(
            board_of(cards[10 + 5 * seat : 15 + 5 * seat]) for seat in range(opponents)
        ),
        unseen=tuple(cards[20:]),
    )


def renamed(position: Position, rename: Renaming) -> Position:
    """The position with renamed suits, and everything in another order."""
    return Position(
        board=Board(*(rename(row)[::-1] for row in position.board.rows)),
        hand=rename(position.hand)[::-1],
        opponents=tuple(map(rename.board, position.opponents))[::-1],
        unseen=rename(position.unseen)[::-1],
    )


@given(positions(), st.sampled_from(RENAMINGS))
def test_names_and_orders_make_no_other_position(position: Position, rename: Renaming) -> None:
    canonical, _ = canonical_position(position)
    assert canonical_position(renamed(position, rename))[0] == canonical
    assert canonical_position(canonical)[0] == canonical


@given(positions())
def test_the_way_back_leads_to_every_card(position: Position) -> None:
    canonical, back = canonical_position(position)
    assert back.board(canonical.board) == Renaming((0, 1, 2, 3)).board(position.board)
    assert back(canonical.hand) == tuple(sorted(position.hand))
    assert back(canonical.unseen) == tuple(sorted(position.unseen))
    seats = [back.board(board) for board in canonical.opponents]
    wanted = [Renaming((0, 1, 2, 3)).board(board) for board in position.opponents]
    assert sorted(map(str, seats)) == sorted(map(str, wanted))


@given(positions(), positions())
def test_other_cards_are_another_position(one: Position, other: Position) -> None:
    """Canonical positions are equal only if some renaming makes the positions equal."""
    plain = Renaming((0, 1, 2, 3))
    seats = permutations(one.opponents)
    turned = {
        renamed(Position(one.board, one.hand, order, one.unseen), rename)
        for order in seats
        for rename in RENAMINGS
    }
    alike = renamed(other, plain) in turned
    assert (canonical_position(one)[0] == canonical_position(other)[0]) is alike


def test_rows_and_groups_are_told_apart() -> None:
    texts = ["Qh/Ah/", "Qh//Ah", "Qh/As/", "QhAh//"]
    boards = [parse_board(text)[0] for text in texts]
    found = {canonical_position(Position(board))[0] for board in boards}
    found.add(canonical_position(Position(boards[0], hand=(0,)))[0])
    found.add(canonical_position(Position(boards[0], unseen=(0,)))[0])
    assert len(found) == 6
