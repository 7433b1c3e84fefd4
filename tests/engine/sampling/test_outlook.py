"""The networks' features and answers against plain Python, and the laws that they must keep."""

import random
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import DECK, parse_cards
from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import Royalties, compile_rules
from ofcapi.engine.kernels import features as looks
from ofcapi.engine.kernels.network import NO_ROOM, Network
from ofcapi.engine.kernels.outlook import play_deals
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.exact import rows_of
from ofcapi.engine.play.question import Effort
from ofcapi.engine.play.ways import place_of, ways_to_place
from ofcapi.engine.sampling.hindsight import new_game
from ofcapi.engine.sampling.outlook import (
    Outlook,
    chances,
    fits,
    held_by,
    networks,
    new_look,
    prices_of,
    units,
)
from ofcapi.engine.sampling.sampled_play import sample_odds, sample_placements
from ofcapi.engine.worth.values import Objective, Values, default_values, value_boards_by
from tests.asking import ask

PINEAPPLE = compile_rules(PRESETS["pineapple"])
PROGRESSIVE = compile_rules(PRESETS["progressive"])
TICKETS = Values(fantasyland=((14, Fraction(9)), (15, Fraction(12)), (16, Fraction(15))))
VALUATION = value_boards_by(PROGRESSIVE, Objective(), TICKETS, ())
PRICES = prices_of(VALUATION)


def board_of(text: str) -> Board:
    return parse_board(text)[0]


def deal(seed: int, *sizes: int) -> tuple[Board, list[int]]:
    """A board with so many cards in each row, and the cards that stay unseen but for two."""
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    top, middle, _ = sizes
    rows = (
        tuple(deck[:top]),
        tuple(deck[top : top + middle]),
        tuple(deck[top + middle : sum(sizes)]),
    )
    return Board(*rows), sorted(deck[sum(sizes) + 2 :])


def features_of(board: Board, unseen: list[int], seen: int) -> NDArray[np.float32]:
    features = np.zeros(looks.FEATURES, np.float32)
    coming = looks.look_ahead(np.array(unseen, np.int64), seen, chances(), PRICES)
    looks.describe_board(
        HAND_TABLES, PROGRESSIVE.arrays, rows_of(board), held_by(board), coming, features
    )
    return features


def answer_of(network: Network, features: NDArray[np.float32]) -> float:
    """The network's answer, written as the two matrix products that it is."""
    first = np.maximum(features @ network.first + network.first_bias, 0)
    second = np.maximum(first @ network.second + network.second_bias, 0)
    return float(second @ network.last + network.last_bias[0])


SIZES = [(2, 3, 4), (1, 3, 5), (3, 3, 3), (0, 5, 4), (2, 2, 3), (1, 3, 3), (1, 2, 2), (0, 0, 5)]


@pytest.mark.slow
@pytest.mark.parametrize("sizes", SIZES)
def test_the_networks_see_nothing_in_the_names_of_suits(sizes: tuple[int, int, int]) -> None:
    for seed in range(20):
        board, unseen = deal(seed, *sizes)
        names = random.Random(seed).sample(range(4), 4)

        def renamed(cards: tuple[int, ...] | list[int], names: list[int] = names) -> list[int]:
            return [4 * (card >> 2) + names[card & 3] for card in cards]

        other = Board(*(tuple(renamed(row)) for row in board.rows))
        left = sorted(renamed(unseen))
        assert (features_of(board, unseen, 6) == features_of(other, left, 6)).all()


@pytest.mark.parametrize(
    ("text", "hand", "slots"),
    [("Qh/7c7d9s/AhKh5h", "QsJh9c", 4), ("Qh/7c7d/AhKh", "9h4s8h", 6), ("", "AhKh5h7cQd", 8)],
)
def test_ways_are_valued_as_their_boards_are(text: str, hand: str, slots: int) -> None:
    """The shared parts of rows add up to what the network says of each whole board."""
    board, dealt = board_of(text), sorted(parse_cards(hand)[0])
    unseen = sorted(unseen_cards(board.cards, dealt))
    kept = board.open_slots - slots
    values = Outlook(VALUATION, slots, len(unseen)).value_ways(board, dealt, unseen)
    values = values[values > NO_ROOM]
    places = ways_to_place(board, dealt, kept)
    network = networks()[(8, 6, 4).index(slots)]
    assert len(values) == len(places)
    for value, place in zip(values, places, strict=True):
        after = Board(*(row + more for row, more in zip(board.rows, place, strict=True)))
        told = answer_of(network, features_of(after, unseen, slots // 2 * 3))
        # What must foul is not asked of the network.
        assert value == PRICES.foul or value == pytest.approx(told, abs=1e-3)
    assert len({float(value) for value in values}) > len(values) / 2


def test_chances_are_hypergeometric() -> None:
    table = chances()
    for unseen, seen, live, wanted in ((41, 6, 3, 1), (44, 9, 10, 3), (5, 5, 2, 2), (20, 6, 13, 5)):
        hits = sum(
            comb(live, come) * comb(unseen - live, seen - come)
            for come in range(wanted, min(live, seen) + 1)
            if unseen - live >= seen - come
        )
        assert table[unseen, seen, live, wanted] == pytest.approx(hits / comb(unseen, seen))
    assert table[20, 3, 2, 3] == 0
    assert (table[41, 6, :, 0] == 1).all()


def test_prices_are_those_of_the_question() -> None:
    assert PRICES.foul == -6
    assert PRICES.worth[9:].tolist() == [0, 9, 12, 15, 0]
    assert PRICES.pays[1].tolist() == [0, 0, 0, 2, 4, 8, 12, 20, 30, 50]
    assert PRICES.pays[2].tolist() == [0, 0, 0, 0, 2, 4, 6, 10, 15, 25]


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("QhQd/9c8c7c5d2d/", True),
        ("AhAd/KdKcQc9c2d/", True),
        ("/KhKd/9c8c7s5d2d", True),
        ("KhKd//9c8c7s5d2d", True),
        ("QhQd/KcKd7c5d2d/", False),
        ("/Kh9d/9c8c7s5d2d", False),
    ],
)
def test_a_board_that_must_foul_is_worth_the_foul(text: str, certain: bool) -> None:
    board, hand = board_of(text), sorted(parse_cards("JsTs3h")[0])
    unseen = unseen_cards(board.cards, hand)
    values = Outlook(VALUATION, 4, len(unseen)).value_ways(board, hand, unseen)
    assert (values[values > NO_ROOM] == -6).all() == certain
    for place in ways_to_place(board, hand, 2)[::8]:
        after = Board(*(row + more for row, more in zip(board.rows, place, strict=True)))
        odds = best_play(ask(after, PROGRESSIVE, unseen[:20], values=TICKETS), Effort())
        assert not certain or odds.foul == odds.denominator


@pytest.mark.slow
def test_nine_cards_are_valued_near_the_exact_value() -> None:
    """On boards as the policy plays them, dealt by seeds that no training used."""
    errors = []
    for seed in range(40):
        deck = list(DECK)
        random.Random(f"unseen {seed}").shuffle(deck)
        board = Board()
        for count, kept in ((5, 5), (3, 2), (3, 2)):
            hand, deck = sorted(deck[:count]), deck[count:]
            slots = board.open_slots - kept
            policy = Outlook(VALUATION, slots, len(deck))
            values = policy.value_ways(board, hand, deck)
            way = policy.choose(board, hand, deck, np.zeros(1, np.uint64))
            board = board.with_cards(place_of(hand, way))
        exact = best_play(ask(board, PROGRESSIVE, deck, values=TICKETS), Effort())
        errors.append(float(values.max()) - float(exact.points) / exact.denominator)
    assert sqrt(np.mean(np.square(errors))) < 1.0
    assert abs(np.mean(errors)) < 0.4


@pytest.mark.slow
def test_whole_samples_and_single_deals_agree() -> None:
    """A bundle's control is luck: its mean is 0, and without it points are the same."""
    board = board_of("Qh/7c7d9s/AhKh5h")
    unseen = unseen_cards(board.cards, parse_cards("2s3s4s5s6sJcJdTcTd8c8d2c3d4d9h")[0])
    play = Outlook(VALUATION, 6, len(unseen)).new_sampler(unseen, 5)
    whole, single = play(board, 0, 60, True), play(board, 1000, 2200, False)
    control = whole[:, -1]
    assert abs(control.mean()) < 4 * control.std() / sqrt(60)
    for column in (1, 2, 3):
        error = sqrt(whole[:, column].var() / 60 + single[:, column].var() / 1200)
        assert abs(whole[:, column].mean() - single[:, column].mean()) < 4 * error
    points = whole[:, 1] - control
    assert points.std() < single[:, 1].std() / 4
    assert abs(points.mean() - single[:, 1].mean()) < 4 * sqrt(
        points.var() / 60 + single[:, 1].var() / 1200
    )


def test_the_deals_of_a_sample_share_no_card_until_the_deck_is_through() -> None:
    board = board_of("Qh/7c7d/AhKh")
    unseen = np.array(unseen_cards(board.cards), np.int64)
    policy = Outlook(VALUATION, 8, unseen.size)
    ends, decks = np.zeros((15, 3, 4), np.int64), np.zeros((15, 41), np.int64)
    play_deals(
        new_game(VALUATION, policy.leaf, 3, 2), policy.outlook, rows_of(board), held_by(board),
        unseen, 5, 0, new_look(3, units()), np.zeros(27), ends, decks, np.zeros(15),
    )  # fmt: skip
    assert (ends[:, :, 0].sum(axis=1) == 4).all()
    for deck in decks:
        assert (np.diff(deck) > 0).all()
        assert set(deck.tolist()) < set(unseen.tolist())
    hands = [set(unseen.tolist()) - set(deck) for deck in decks.tolist()]
    assert all(len(hand) == 6 for hand in hands)
    # 15 first streets of three different cards each, from 47.
    assert len(set.union(*hands)) >= 45


def test_the_policy_is_for_what_its_networks_learnt() -> None:
    usual = PRESETS["pineapple"]

    def known(
        preset: str = "pineapple", values: Values = TICKETS, kind: str = "points",
        opponents: tuple[Board, ...] = (),
    ) -> bool:  # fmt: skip
        objective = Objective(kind)  # type: ignore[arg-type]
        return fits(ask(Board(), PRESETS[preset], DECK, objective, values, opponents))

    assert all(known(name) for name in ("pineapple", "progressive", "ultimate", "side-by-side"))
    for name in ("pineapple", "pineapple-quads-stay", "progressive-pagat", "ultimate"):
        assert known(name, default_values(PRESETS[name]))
    assert not any(known(name) for name in ("classic", "turbo", "deuce-to-seven", "pagat"))
    assert not known(kind="no_foul")
    assert not known(values=Values(Fraction(-40)))
    assert not known(values=Values(fantasyland=((14, Fraction(-1)),)))
    assert not known(values=Values(fantasyland=((14, Fraction(90)),)))
    # Beside opponents the networks choose, and samples are settled.
    assert known(opponents=(board_of("KdKc6d/AcAd9dAs2h/QcTsJs9cKs"),))
    assert known("ultimate", Values(Fraction(-40)), opponents=(board_of("Qd/8c8d/9c9d"),))
    other = Royalties((("QQ", 1),), usual.royalties.middle, usual.royalties.bottom)
    changed = compile_rules(type(usual)(**{
        **{name: getattr(usual, name) for name in usual.__dataclass_fields__}, "royalties": other
    }))  # fmt: skip
    assert not fits(ask(Board(), changed, DECK, values=TICKETS))


def test_answers_name_the_policy_that_was_played() -> None:
    hand = parse_cards("9h4s8h")[0]
    board = board_of("Qh/7c7d/AhKh")
    unseen = unseen_cards(board.cards, hand)
    for rules, name in (("pineapple", "outlook-1"), ("deuce-to-seven", "hindsight-1")):
        ranking = sample_placements(
            ask(board, compile_rules(PRESETS[rules]), unseen, dealt=hand),
            Effort(samples=2),
            limit=2,
        )
        assert ranking.policy == ranking.placements[0].odds.policy == name


@pytest.mark.parametrize("foul", [Fraction(-6), Fraction(-73, 10), Fraction(-61, 10)])
def test_a_certain_foul_is_a_number_without_error(foul: Fraction) -> None:
    """Nothing is left to luck, whatever rounding makes of a foul of tenths."""
    board = board_of("AhAs/KdQh9c7s3d/")
    odds = sample_odds(
        ask(board, PINEAPPLE, unseen_cards(board.cards), values=Values(foul)), Effort(samples=12)
    )
    assert odds.foul.value == 1
    assert odds.points.value == pytest.approx(float(foul), abs=1e-9)
    assert odds.points.std_error == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["Qh/7c7d/AhKh", "Kd/9s8s/Jc5c"])
def test_no_sample_is_luckier_than_another(text: str) -> None:
    """Over many seeds the first sample's points and fouls are those of any other."""
    board = board_of(text)
    unseen = unseen_cards(board.cards)
    found = [
        Outlook(VALUATION, 8, len(unseen)).new_sampler(unseen, seed)(
            board, first, first + 1, False
        )[0]
        for first in (0, 7)
        for seed in range(400)
    ]
    one, other = np.array(found[:400]), np.array(found[400:])
    for column in (1, 2):
        error = sqrt((one[:, column].var() + other[:, column].var()) / 400)
        assert abs(one[:, column].mean() - other[:, column].mean()) < 3.5 * error
