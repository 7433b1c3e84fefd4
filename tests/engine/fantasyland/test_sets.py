"""The best Fantasyland set: compared with every set and with checked cases, and edge cases."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ofcapi.engine.fantasyland.sets import FantasylandSet, best_set, best_sets
from ofcapi.engine.game.board import Board, parse_board
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.options import options_of, rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import CompiledRules, Rules, compile_rules
from ofcapi.engine.game.score import score
from tests.naive.fantasyland import OBJECTIVES, all_best, is_legal

CASES = json.loads((Path(__file__).parents[2] / "data" / "fantasyland.json").read_text())
PINEAPPLE = compile_rules(PRESETS["pineapple"])
NINE = {14: Fraction(9)}

RULES = [
    PRESETS["pineapple"],
    PRESETS["ultimate"],
    PRESETS["progressive-pagat"],
    PRESETS["pagat"],
    PRESETS["classic-no-fantasyland"],
    PRESETS["deuce-to-seven"],
    rules_from("pineapple", {"row_order": "strict", "scoring": "2-4"}),
    rules_from("pineapple", {"royalties_paid": "row_winner", "foul_points": 0}),
    # Royalties that fall as hands grow stronger, and staying with weak hands.
    rules_from(
        "pineapple",
        {
            "royalties": {
                "top": {"22": 9, "33": 5, "AA": 1, "222": 1},
                "middle": {"pair": 7, "two_pair": 2, "flush": 3},
                "bottom": {"two_pair": 8, "straight": 11, "full_house": 1},
            },
            "fantasyland": {
                "stay": {"top": "pair_9", "middle": "straight", "bottom": "full_house_9"},
                "stay_cards": "same",
            },
        },
    ),
    rules_from(
        "deuce-to-seven",
        {
            "scoring": "2-4",
            "royalties_paid": "row_winner",
            "fantasyland": {"stay": {"top": None, "middle": "low_8", "bottom": "flush"}},
        },
    ),
]
TICKETS = [Fraction(9), Fraction(48, 5), Fraction(-7, 2), Fraction(0), Fraction(10**9), Fraction(4)]


def random_cases(
    cards: int, hands: int, seed: int
) -> Iterator[tuple[list[int], Rules, Fraction, Any]]:
    """Hands with each rule set, ticket and number of opponents; half of the boards are legal."""
    random = Random(seed)
    for index in range(hands):
        deck = random.sample(range(52), 52)
        own, left = deck[:cards], deck[cards:]
        rules = RULES[index % len(RULES)]
        ticket = TICKETS[index // len(RULES) % len(TICKETS)]
        opponents = []
        for _ in range(index // 3 % 3):
            board = random_board(random, left, rules, wanted=random.random() < 0.8)
            left = [card for card in left if card not in board.cards]
            opponents.append(board)
        yield own, rules, ticket, opponents


def random_board(random: Random, left: list[int], rules: Rules, wanted: bool) -> Board:
    for _ in range(300):
        cards = random.sample(left, 13)
        board = Board(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
        if not wanted or is_legal(options_of(rules), board.rows):
            break
    return board


def check_against_every_set(
    cards: list[int], rules: Rules, ticket: Fraction, opponents: list[Board]
) -> None:
    values = dict.fromkeys(range(13, 18), ticket)
    expected = all_best(cards, options_of(rules), ticket, [board.rows for board in opponents])
    for objective, answer in zip(OBJECTIVES, expected, strict=True):
        found = best_set(cards, compile_rules(rules), objective, values, opponents)
        assert [sorted(row) for row in found.board.rows] == answer["rows"], (objective, cards)
        assert (found.legal, found.points) == (answer["legal"], answer["points"])


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "hands"), [(13, 200), (14, 200), (15, 10), (17, 5)])
def test_the_best_set_is_the_best_of_all_sets(cards: int, hands: int) -> None:
    for own, rules, ticket, opponents in random_cases(cards, hands, seed=cards):
        check_against_every_set(own, rules, ticket, opponents)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_checked_cases(case: dict[str, Any]) -> None:
    cards = parse_cards(case["cards"])[0]
    expect = case["expect"]
    for stay, preset in (
        ("trips_full_house_or_quads", "pineapple"),
        ("trips_or_quads", "pineapple-quads-stay"),
    ):
        found = best_sets(cards, compile_rules(PRESETS[preset]), values=NINE)
        assert sum(found.best_royalties.royalties) == expect["best_royalties"]
        assert (found.best_staying is not None) == expect[stay]["can_stay"]
        assert found.best.points == expect[stay]["best_royalties_plus_9_if_staying"]


def consistent(found: FantasylandSet, cards: list[int], rules: CompiledRules) -> None:
    """A set agrees with the score of its board, and no card is lost."""
    scored = score(found.board, rules, in_fantasyland=len(cards))
    assert found.legal == (scored.foul == "legal")
    assert (found.royalties, found.stays) == (scored.royalties, scored.stays)
    assert sorted(found.board.cards + found.discards) == sorted(cards)


@pytest.mark.slow
def test_sets_say_what_their_boards_score() -> None:
    for cards in (13, 16):
        for own, rules, ticket, opponents in random_cases(cards, 40, seed=5):
            compiled = compile_rules(rules)
            values = dict.fromkeys(range(13, 18), ticket)
            found = best_sets(own, compiled, "points", values, opponents)
            for each in (found.best, found.best_royalties, found.best_staying or found.best):
                consistent(each, own, compiled)
            assert found.best_staying is None or found.best_staying.stays
            assert found.best.points >= found.best_royalties.points
            assert sum(found.best_royalties.royalties) >= sum(found.best.royalties)


def test_staying_costs_royalties_when_the_ticket_is_worth_it() -> None:
    cards = parse_cards("QsQhQdQcKsKhKd9c9d8h5c4d3s2h")[0]
    found = best_sets(cards, PINEAPPLE, "royalties", {14: Fraction(0)})
    assert found.best == found.best_royalties
    rich = best_set(cards, PINEAPPLE, "points", {14: Fraction(100)})
    assert rich.stays
    assert rich.points == sum(rich.royalties) + 100
    forbidden = best_set(cards, PINEAPPLE, "points", {14: Fraction(-100)})
    assert not forbidden.stays


def test_stay_falls_back_to_points_where_no_set_stays() -> None:
    cards = parse_cards("Js6cKs7hKcQdTd2d9d5sKh2s4h")[0]
    rules = compile_rules(PRESETS["classic"])
    found = best_sets(cards, rules, "stay", {13: Fraction(9)})
    assert found.best_staying is None
    assert found.best == best_set(cards, rules, "points", {13: Fraction(9)})


def test_a_hand_without_a_legal_set_is_the_strongest_foul() -> None:
    cards = parse_cards("AsAhAdAcKsKhKdKcQsQhQdQcJs")[0]
    rules = compile_rules(PRESETS["deuce-to-seven"])
    found = best_sets(cards, rules, values=NINE)
    assert not found.best.legal
    assert found.best == found.best_royalties
    assert found.best_staying is None
    assert str(found.best.board) == "KcQdQc/KhKdQsQhJs/AsAhAdAcKs"
    opponents = [parse_board("2c3d4h/7d5h4s3c2d/9c9d9h5c5d")[0]]
    assert found.best.points == -6
    against = best_set(cards, rules, "points", NINE, opponents)
    # The foul and the opponent's royalties: 8 for the 7-5-4-3-2, 6 for the full house.
    assert against.points == -6 - 8 - 6


def test_two_fouls_settle_at_nothing() -> None:
    cards = parse_cards("AsAhAdAcKsKhKdKcQsQhQdQcJs")[0]
    opponents = [parse_board("2c3d4h/9d9h4s3c2d/9c7d8h5c5d")[0]]
    rules = compile_rules(PRESETS["deuce-to-seven"])
    assert best_set(cards, rules, "points", NINE, opponents).points == 0


def test_the_order_of_the_cards_does_not_matter() -> None:
    random = Random(3)
    cards = random.sample(range(52), 16)
    first = best_set(cards, PINEAPPLE, values=NINE)
    random.shuffle(cards)
    assert best_set(cards, PINEAPPLE, values=NINE).board == first.board


@pytest.mark.parametrize("cards", [12, 18])
def test_a_hand_of_another_size_is_refused(cards: int) -> None:
    with pytest.raises(ValueError, match=f"13 to 17 cards, not {cards}"):
        best_set(range(cards), PINEAPPLE, values=NINE)


def test_a_card_twice_is_refused() -> None:
    cards = parse_cards("QsQhQdQcKsKhKd9c9d8h5c4d3s")[0]
    with pytest.raises(ValueError, match="Qs is given twice"):
        best_set([*cards, cards[0]], PINEAPPLE, values=NINE)
    taken = parse_board("3h4h6h/7h7c2c2d6c/JcJdJhTcQc")[0]
    with pytest.raises(ValueError, match="Qc is given twice"):
        best_set(cards, PINEAPPLE, values=NINE, opponents=[taken])


def test_an_unfinished_opponent_is_refused() -> None:
    with pytest.raises(ValueError, match="finished"):
        best_set(range(13), PINEAPPLE, values=NINE, opponents=[Board((50,), (), ())])


def test_a_ticket_needs_a_value() -> None:
    with pytest.raises(ValueError, match="ticket of 14 cards"):
        best_set(range(13), PINEAPPLE, values={13: Fraction(9)})
    free = compile_rules(PRESETS["classic-no-fantasyland"])
    assert best_set(range(13), free).points > 0
