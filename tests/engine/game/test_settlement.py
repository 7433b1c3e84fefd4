"""Settlement: what two boards owe, and how money moves under each stake rule."""

import random
from decimal import Decimal

import pytest

from ofcapi.engine.game.board import Board, parse_board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.hands import strength_of
from ofcapi.engine.game.options import rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import CompiledRules, compile_rules
from ofcapi.engine.game.settlement import (
    STAKE_RULES,
    FinishedBoard,
    Hand,
    Seat,
    Stakes,
    finished,
    format_money,
    pair_points,
    settle_hand,
    settle_match,
)

PINEAPPLE = compile_rules(PRESETS["pineapple"])

# Boards with simple results against each other: none of their rows earns a royalty.
LOW = "2c3d5h/2s4d6h8cTd/3c5s7h9dJc"
HIGH = "AcKdJh/2h2d7c9sQd/3h3s8d9cKs"
FOUL = "AhAs4c/4h5c7s8hTc/6c6d8sTsQs"


def seat(name: str, text: str, stack: int | None = None, held: int = 0) -> Seat:
    board, faults = parse_board(text)
    assert not faults
    return Seat(name, board, None if stack is None else Decimal(stack), held)


def made(top: int, middle: int, bottom: int, points: tuple[int, int, int]) -> FinishedBoard:
    """A legal board, given only by its strengths."""
    return FinishedBoard((top, middle, bottom), points, None, False, False, 0)


@pytest.mark.parametrize(
    ("changes", "rows", "points"),
    [
        ({}, (1, 1, 1), 6),
        ({}, (1, 1, -1), 1),
        ({}, (1, 0, 1), 2),
        ({}, (0, 0, 0), 0),
        ({}, (-1, -1, -1), -6),
        ({"scoring": "2-4"}, (1, 1, 1), 4),
        ({"scoring": "2-4"}, (1, 1, -1), 2),
        ({"scoring": "2-4"}, (1, 0, 1), 3),
        ({"scoring": "2-4"}, (1, 0, -1), 0),
        ({"scoring": "2-4"}, (1, 0, 0), 1),
        ({"scoring": "2-4"}, (0, -1, -1), -3),
    ],
)
def test_rows_and_scoops(changes: dict[str, str], rows: tuple[int, int, int], points: int) -> None:
    rules = compile_rules(rules_from("pineapple", changes))
    top, middle, bottom = (500 + 10 * won for won in rows)
    first = made(top, middle, bottom, (0, 0, 0))
    second = made(500, 500, 500, (0, 0, 0))
    result = pair_points(first, second, rules)
    assert result.rows == rows
    assert result.points == points
    assert pair_points(second, first, rules).points == -points


def test_royalties_of_both_or_of_the_row_winner() -> None:
    first = made(10, 20, 30, (7, 2, 4))
    second = made(10, 25, 25, (1, 12, 6))
    both = pair_points(first, second, PINEAPPLE)
    assert (both.royalties, both.points) == ((13, 19), -6)
    winner = compile_rules(rules_from("pineapple", {"royalties_paid": "row_winner"}))
    won = pair_points(first, second, winner)
    assert (won.royalties, won.points) == ((4, 12), -8)


def test_fouls() -> None:
    boards = {
        name: finished(parse_board(text)[0], PINEAPPLE)
        for name, text in (("foul", FOUL), ("legal", "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"))
    }
    foul, legal = boards["foul"], boards["legal"]
    assert pair_points(foul, legal, PINEAPPLE).points == -(6 + 11)
    assert pair_points(legal, foul, PINEAPPLE).points == 6 + 11
    assert pair_points(foul, foul, PINEAPPLE).points == 0
    for changes, penalty in (({"scoring": "2-4"}, 4), ({"foul_points": 3}, 3)):
        rules = compile_rules(rules_from("pineapple", changes))
        assert pair_points(foul, legal, rules).points == -(penalty + 11)
    winner = compile_rules(rules_from("pineapple", {"royalties_paid": "row_winner"}))
    assert pair_points(foul, legal, winner).points == -(6 + 11)


def test_the_lower_middle_wins_in_deuce_to_seven() -> None:
    rules = compile_rules(PRESETS["deuce-to-seven"])
    low = strength_of(parse_board("/7s5d4c3h2s/")[0].middle)
    ten = strength_of(parse_board("/Ts8d6c4c2s/")[0].middle)
    first, second = made(5, low, 900, (0, 8, 0)), made(5, ten, 900, (0, 0, 0))
    assert pair_points(first, second, rules).rows == (0, 1, 0)


def settle(seats: list[Seat], stakes: Stakes, button: int | None = None) -> Hand:
    return settle_hand(seats, PINEAPPLE, len(seats) - 1 if button is None else button, stakes)


# The worked example of docs/rules.md: P1 beats P2 by 10 and P3 by 40, P3 beats P2 by 20. The points
# come from special royalty tables, so that it is settled like any other table.
WORKED = {
    "uncapped": (55, -20, 115),
    "pay_what_you_have": (55, 0, 95),
    "win_up_to_running_stack": (20, 0, 130),
    "win_up_to_starting_stack": (10, 0, 140),
}


@pytest.mark.parametrize("rule", STAKE_RULES)
def test_the_worked_stakes_table(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owed = {("P1", "P2"): 10, ("P1", "P3"): 40, ("P2", "P3"): -20}
    boards = [finished(parse_board(text)[0], PINEAPPLE) for text in (LOW, LOW, LOW)]
    names = dict(zip(map(id, boards), ("P1", "P2", "P3"), strict=True))
    queue = list(boards)
    monkeypatch.setattr("ofcapi.engine.game.settlement.finished", lambda *_: queue.pop(0))

    def between(first: FinishedBoard, second: FinishedBoard, _: object) -> object:
        points = owed[names[id(first)], names[id(second)]]
        return type(
            "Given", (), {"points": points, "rows": (0, 0, 0), "scoop": 0, "royalties": (0, 0)}
        )

    monkeypatch.setattr("ofcapi.engine.game.settlement.pair_points", between)
    seats = [seat("P1", LOW, 5), seat("P2", LOW, 10), seat("P3", LOW, 135)]
    hand = settle(seats, Stakes(rule=rule))  # type: ignore[arg-type]
    assert [result.stack for result in hand.seats] == list(map(Decimal, WORKED[rule]))


def test_pairs_settle_left_of_the_button_first_and_the_button_last() -> None:
    seats = [seat("a", LOW), seat("b", HIGH), seat("c", FOUL)]
    for button, order in ((2, [(0, 1), (0, 2), (1, 2)]), (0, [(1, 2), (1, 0), (2, 0)])):
        hand = settle(seats, Stakes(), button)
        assert [pair.players for pair in hand.pairs] == order


def test_what_limits_a_payment_is_said() -> None:
    best = "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"
    running = Stakes(rule="win_up_to_running_stack")
    (pair,) = settle([seat("a", HIGH, 2), seat("b", LOW, 100)], running).pairs
    assert pair.explanation[-1] == "b pays a only 2: a wins no more than his stack"
    starting = Stakes(rule="win_up_to_starting_stack")
    hand = settle([seat("a", HIGH, 4), seat("b", LOW, 9), seat("c", best, 9)], starting)
    assert [pair.explanation[-1] for pair in hand.pairs] == [
        "b pays a only 4: a has then won the stack he started with",
        "a pays c only 0: a is complete",
        "b pays c only 5: b has no more",
    ]


def test_what_is_lost_is_not_taken_off_what_may_be_won() -> None:
    """A player who has lost their stack can still win it back, in full, from the next player."""
    best = "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"
    seats = [seat("a", HIGH, 6), seat("b", best, 50), seat("c", LOW, 50)]
    hand = settle(seats, Stakes(rule="win_up_to_starting_stack"))
    assert [pair.paid for pair in hand.pairs] == [-6, 6, 17]
    assert hand.seats[0].stack == 6


def test_explanations_can_be_read_out() -> None:
    seats = [seat("seat 1", FOUL), seat("seat 2", "QsQh3d/8c8d8hKc2s/AdKhQdJhTh")]
    (pair,) = settle(seats, Stakes()).pairs
    assert pair.explanation[0].startswith("seat 1 fouls: pays 6 and the 11 royalties of seat 2")
    (pair,) = settle([seats[0], seat("Bo", FOUL)], Stakes()).pairs
    assert pair.explanation == ("seat 1 and Bo both foul: nothing is paid between them",)
    (pair,) = settle([seat("a", LOW), seat("b", HIGH)], Stakes()).pairs
    assert pair.explanation == (
        "b wins the top: ace high against five high",
        "b wins the middle: pair of deuces against ten high",
        "b wins the bottom: pair of threes against jack high",
        "b wins all three rows: 3 more",
        "a pays b 6 points",
    )
    (pair,) = settle([seat("a", LOW), seat("b", LOW)], Stakes()).pairs
    assert pair.explanation[0] == "the top is tied at five high with three, deuce"
    assert pair.explanation[-1] == "nothing is paid"


def told(first: str, second: str, rules: CompiledRules = PINEAPPLE) -> tuple[str, ...]:
    """The explanation of a pair, the player left of the button first."""
    (pair,) = settle_hand([seat("a", first), seat("b", second)], rules, 1, Stakes()).pairs
    return pair.explanation


def test_explanations_say_who_wins_and_who_pays() -> None:
    assert told(HIGH, LOW) == (
        "a wins the top: ace high against five high",
        "a wins the middle: pair of deuces against ten high",
        "a wins the bottom: pair of threes against jack high",
        "a wins all three rows: 3 more",
        "b pays a 6 points",
    )
    # Royalties of both: 7, 2 and 2 against 2.
    assert told("QsQh3d/8c8d8hKc2s/AhKhQdJhTh", "2c3c5h/2s4d6h8cTd/3h4h5s6d7s") == (
        "a wins the top: pair of queens against five high",
        "a wins the middle: three eights against ten high",
        "a wins the bottom: ace-high straight against seven-high straight",
        "a wins all three rows: 3 more",
        "royalties: a 11, b 2",
        "b pays a 15 points",
    )


def test_explanations_of_fouls_name_each_side() -> None:
    reason = "(pair of aces on top beats eight high in the middle)"
    foul = "AhAs4c/2h3c5d6s8h/6c6d8sTsQs"
    assert told(foul, LOW) == (f"a fouls: pays 6 to b {reason}",)
    assert told(LOW, foul) == (f"b fouls: pays 6 to a {reason}",)
    earning = "QsQh3d/KcKd9h8c2s/AdKhQdJhTh"
    assert told(foul, earning) == (f"a fouls: pays 6 and the 9 royalties of b {reason}",)
    assert told(earning, foul) == (f"b fouls: pays 6 and the 9 royalties of a {reason}",)


def test_explanations_of_rows_that_are_near_each_other() -> None:
    """If both rows have the same name, kickers are named; a single point is "1 point"."""
    near = "2h4d5c/2d4s6c8dTh/3s5h7c9cJs"
    assert told(near, LOW) == (
        "a wins the top: five high with four, deuce against five high with three, deuce",
        "the middle is tied at ten high with eight, six, four, deuce",
        "the bottom is tied at jack high with nine, seven, five, three",
        "b pays a 1 point",
    )
    assert told(LOW, near)[0] == told(near, LOW)[0].replace("a wins", "b wins")
    assert told(LOW, near)[-1] == "a pays b 1 point"
    majority = compile_rules(rules_from("pineapple", {"scoring": "2-4"}))
    two = "2h4d6c/2d4s6d9dTh/3s5h7c8sJs"
    assert told(two, LOW, majority)[2:] == (
        "b wins the bottom: jack high with nine, seven, five, three "
        "against jack high with eight, seven, five, three",
        "a wins two rows: 1 more",
        "b pays a 2 points",
    )
    tied = "2h4d6c/2d4s6d9dTh/3s5h7c9cJs"
    assert told(tied, LOW, majority)[3:] == ("a wins two rows: 1 more", "b pays a 3 points")


def test_explanations_name_lows_as_lows() -> None:
    rules = compile_rules(PRESETS["deuce-to-seven"])
    eight, nine = "2c3d5h/8s6d5c4h2s/KsKdTcTh3h", "2d3h5s/9s7d5d4d2h/KcKhTdTs3c"
    assert told(eight, nine, rules)[1] == "a wins the middle: 8-6-5-4-2 against 9-7-5-4-2"
    assert told(eight, eight, rules)[1] == "the middle is tied at 8-6-5-4-2"


def test_what_is_paid_in_full_is_not_limited() -> None:
    """A stack, a cap or a limit to win that is just enough is not reported as a limit."""
    best = "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"
    for stakes, stack in (
        (Stakes(rule="pay_what_you_have"), 6),
        (Stakes(rule="win_up_to_running_stack"), 6),
        (Stakes(rule="win_up_to_starting_stack"), 6),
        (Stakes(match_cap=Decimal(6)), None),
    ):
        (pair,) = settle([seat("a", HIGH, stack), seat("b", LOW, stack)], stakes).pairs
        assert (pair.paid, pair.explanation[-1]) == (Decimal(6), "b pays a 6 points")
    # Of two equally low limits the cap of the match is named.
    stakes = Stakes(rule="pay_what_you_have", match_cap=Decimal(2))
    (pair,) = settle([seat("a", HIGH, 2), seat("b", LOW, 2)], stakes).pairs
    assert pair.explanation[-1] == "b pays a only 2: b reaches the cap of the match"
    # A player who may still win a single point is not complete: they lose what they owe.
    hand = settle(
        [seat("a", HIGH, 7), seat("b", LOW, 50), seat("c", best, 50)],
        Stakes(rule="win_up_to_starting_stack"),
    )
    assert [pair.paid for pair in hand.pairs] == [6, -13, -17]


def test_the_cap_of_a_match_follows_the_money_within_a_hand() -> None:
    """What is won in a hand can be lost again in it, and losses count only once."""
    best = "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"
    seats = [seat("a", HIGH), seat("b", LOW), seat("c", best)]
    hand = settle(seats, Stakes(match_cap=Decimal(10)))
    # a wins 6 of b, and then has 16 to lose to c; b has 4 left.
    assert [pair.paid for pair in hand.pairs] == [6, -16, -4]
    assert [result.money for result in hand.seats] == [-10, -10, 20]


def test_a_hand_says_of_each_seat_what_its_board_is() -> None:
    best = "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"
    hand = settle([seat("a", FOUL), seat("b", LOW), seat("c", best)], Stakes(), button=1)
    assert [result.name for result in hand.seats] == ["a", "b", "c"]
    assert [result.royalties for result in hand.seats] == [(0, 0, 0), (0, 0, 0), (7, 2, 2)]
    assert [result.foul and result.foul.code for result in hand.seats] == [
        "top_beats_middle",
        None,
        None,
    ]
    # c enters Fantasyland, so the button stays; else it goes to the left.
    assert hand.next_button == 1
    ordinary = settle([seat("a", FOUL), seat("b", LOW), seat("c", HIGH)], Stakes(), button=1)
    assert ordinary.next_button == 2
    assert finished(parse_board(best)[0], PINEAPPLE).enters


def test_money_shows_no_rounding_tail() -> None:
    seats = [seat("a", HIGH), seat("b", LOW)]
    hand = settle(seats, Stakes(point_value=Decimal("0.1")))
    assert [format_money(result.money) for result in hand.seats] == ["0.6", "-0.6"]
    match = settle_match([seats] * 3, PINEAPPLE, 1, Stakes(point_value=Decimal("0.1")))
    assert format_money(match[-1][1][0].money) == "1.8"
    written = {"3.00": "3", "0.50": "0.5", "10": "10", "-20.0": "-20"}
    assert {text: format_money(Decimal(text)) for text in written} == written


def test_a_match_runs_on() -> None:
    enters = seat("a", "QsQh3d/8c8d8hKc2s/AhKhQdJhTh", 100)
    other = seat("b", LOW, 100)
    first, second, third = settle_match(
        [[enters, other], [seat("a", LOW, held=14), other], [seat("a", LOW), other]],
        PINEAPPLE,
        1,
        Stakes(rule="pay_what_you_have"),
    )
    assert (first[0].seats[0].fantasyland_cards, first[0].fantasyland_next) == (14, True)
    assert [hand.button for hand, _ in (first, second, third)] == [1, 1, 0]
    assert [total.points for total in third[1]] == [17, -17]
    assert third[0].seats[0].stack == 117
    assert first[0].next_button == 1
    stays = seat("a", "2s2h2d/3s3c3d9sKc/AhTh8h7h4h", held=14)
    (again, _), *_ = settle_match([[stays, other]], PINEAPPLE, 1, Stakes())
    assert (again.seats[0].stays, again.seats[0].enters) == (True, False)


def test_a_match_cap_limits_what_is_lost_in_all() -> None:
    seats = [seat("a", HIGH), seat("b", LOW)]
    back = [seat("a", LOW), seat("b", HIGH)]
    settled = settle_match(
        [seats, seats, back, seats, seats], PINEAPPLE, 1, Stakes(match_cap=Decimal(10))
    )
    assert [
        hand.pairs[0].paid if hand.pairs[0].players[0] == 0 else -hand.pairs[0].paid
        for hand, _ in settled
    ] == [6, 4, -6, 6, 0]
    assert [pair.owed for hand, _ in settled[1:2] for pair in hand.pairs] == [-6]
    assert settled[1][0].pairs[0].explanation[-1] == (
        "b pays a only 4: b reaches the cap of the match"
    )
    assert [total.money for total in settled[-1][1]] == [10, -10]
    assert [total.points for total in settled[-1][1]] == [18, -18]


def test_staying_is_judged_by_the_stay_rule() -> None:
    stays = "2s2h2d/3s3c3d9sKc/AhTh8h7h4h"
    (ordinary, _), (held, _) = (
        settle([seat("a", stays, held=cards), seat("b", LOW)], Stakes()).seats for cards in (0, 14)
    )
    assert (ordinary.enters, ordinary.stays) == (True, False)
    assert (held.enters, held.stays) == (False, True)


def _random_seats(draw: random.Random, players: int) -> list[Seat]:
    """A table of random boards, three in four of them in an order that is probably legal."""
    cards = draw.sample(DECK, 13 * players)
    seats = []
    for place in range(players):
        hand = cards[13 * place : 13 * place + 13]
        if draw.random() < 0.75:
            hand.sort(key=lambda card: (sum(card >> 2 == other >> 2 for other in hand), card))
        board = Board(tuple(hand[:3]), tuple(hand[3:8]), tuple(hand[8:]))
        seats.append(Seat(f"seat {place}", board, Decimal(draw.randrange(0, 60))))
    return seats


@pytest.mark.slow
def test_properties_of_fifty_thousand_tables() -> None:
    """Zero sums, antisymmetry, conserved stacks, no debts, and no gain from fouls."""
    draw = random.Random(2024)
    rule_sets = [
        compile_rules(rules_from("classic", changes))
        for changes in (
            {},
            {"scoring": "2-4"},
            {"royalties_paid": "row_winner"},
            {"row_order": "strict", "foul_points": 9},
        )
    ] + [compile_rules(PRESETS["deuce-to-seven"])]
    fouls = legal = clipped = 0
    for table in range(50_000):
        rules = rule_sets[table % len(rule_sets)]
        players = draw.choice((2, 2, 2, 3))
        seats = _random_seats(draw, players)
        stakes = Stakes(Decimal(draw.choice(("1", "0.25"))), draw.choice(STAKE_RULES))
        button = draw.randrange(players)
        hand = settle_hand(seats, rules, button, stakes)
        assert sum(result.points for result in hand.seats) == 0
        assert sum(result.money for result in hand.seats) == 0
        stacks = [result.stack for result in hand.seats if result.stack is not None]
        assert sum(stacks) == sum(one.stack for one in seats if one.stack is not None)
        if stakes.rule != "uncapped":
            assert min(stacks) >= 0
        clipped += any(abs(pair.paid) < abs(pair.owed) for pair in hand.pairs)
        for result in hand.seats:
            fouls += result.foul is not None
            legal += result.foul is None
            assert result.foul is None or result.points <= 0
        if table % 5 == 0:
            swapped = settle_hand([seats[1], seats[0], *seats[2:]], rules, button, Stakes())
            points = [result.points for result in hand.seats]
            assert [result.points for result in swapped.seats] == [
                points[1],
                points[0],
                *points[2:],
            ]
    assert min(fouls, legal, clipped) > 3_000
