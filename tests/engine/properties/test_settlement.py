"""Settlement: what one player wins another loses, and seats matter only by their order."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.rules import CompiledRules
from ofcapi.engine.game.settlement import (
    STAKE_RULES,
    Seat,
    Stakes,
    finished,
    pair_points,
    settle_hand,
    settle_match,
)
from tests.engine.properties.strategies import examples, finished_boards, rule_sets

tables = st.lists(finished_boards(), min_size=2, max_size=4)
money = st.integers(0, 4000).map(lambda hundredths: Decimal(hundredths) / 100)


def seats_of(boards: list[Board], stacks: list[Decimal] | None = None) -> list[Seat]:
    return [
        Seat(f"seat {place}", board, stacks[place] if stacks else None)
        for place, board in enumerate(boards)
    ]


@given(rule_sets(), finished_boards(), finished_boards())
def test_a_pair_seen_from_the_other_side(rules: CompiledRules, one: Board, other: Board) -> None:
    ours, theirs = finished(one, rules), finished(other, rules)
    here, there = pair_points(ours, theirs, rules), pair_points(theirs, ours, rules)
    assert here.points == -there.points
    assert here.rows == tuple(-won for won in there.rows)
    assert (here.scoop, here.foul) == (-there.scoop, -there.foul)
    assert here.royalties == there.royalties[::-1]


@given(rule_sets(), finished_boards())
def test_a_board_owes_itself_nothing(rules: CompiledRules, board: Board) -> None:
    """In ``side-by-side`` two players may hold the same cards."""
    own = finished(board, rules)
    assert pair_points(own, own, rules).points == 0


@given(rule_sets(), tables, st.data())
def test_points_go_with_the_boards_whatever_the_seats(
    rules: CompiledRules, boards: list[Board], data: st.DataObject
) -> None:
    seats = list(range(len(boards)))
    order = data.draw(st.permutations(seats))
    button = data.draw(st.sampled_from(seats))
    here = settle_hand(seats_of(boards), rules, 0, Stakes())
    there = settle_hand(seats_of([boards[seat] for seat in order]), rules, button, Stakes())
    assert sum(seat.points for seat in here.seats) == 0
    for place, seat in enumerate(order):
        assert there.seats[place].points == here.seats[seat].points
        assert there.seats[place].money == there.seats[place].points
        assert there.seats[place].foul == here.seats[seat].foul


@given(rule_sets(), tables, money, st.sampled_from(STAKE_RULES), st.data())
def test_money_only_changes_hands(
    rules: CompiledRules, boards: list[Board], worth: Decimal, rule: str, data: st.DataObject
) -> None:
    stacks = data.draw(st.lists(money, min_size=len(boards), max_size=len(boards)))
    button = data.draw(st.integers(0, len(boards) - 1))
    stakes = Stakes(worth, rule)  # type: ignore[arg-type]
    hand = settle_hand(seats_of(boards, stacks), rules, button, stakes)
    assert sum(seat.money for seat in hand.seats) == 0
    for seat, before in zip(hand.seats, stacks, strict=True):
        assert seat.stack == before + seat.money
    for place, seat in enumerate(hand.seats):
        paid = [
            pair.paid if pair.players[0] == place else -pair.paid
            for pair in hand.pairs
            if place in pair.players
        ]
        assert seat.money == sum(paid)
        if rule == "win_up_to_starting_stack":
            assert sum(amount for amount in paid if amount > 0) <= stacks[place]
        if rule != "uncapped":
            assert seat.stack is not None
            assert seat.stack >= 0
    for pair in hand.pairs:
        assert pair.owed == pair.result.points * worth
        assert 0 <= abs(pair.paid) <= abs(pair.owed)
        assert pair.paid * pair.owed >= 0


@given(
    rule_sets(),
    st.lists(st.tuples(finished_boards(), finished_boards()), min_size=1, max_size=5),
    money,
)
@examples(50)
def test_nobody_loses_more_in_a_match_than_its_cap(
    rules: CompiledRules, hands: list[tuple[Board, Board]], cap: Decimal
) -> None:
    match = settle_match([seats_of(list(hand)) for hand in hands], rules, 0, Stakes(match_cap=cap))
    assert len(match) == len(hands)
    for _, totals in match:
        assert sum(total.money for total in totals) == 0
        assert sum(total.points for total in totals) == 0
        assert all(total.money >= -cap for total in totals)
