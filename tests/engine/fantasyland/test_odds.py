"""Chances to stay: compared with every set and with other figures; hands are dealt fairly."""

import json
from dataclasses import astuple, replace
from fractions import Fraction
from importlib.resources import files
from math import sqrt

import numpy as np
import pytest

from ofcapi.engine.fantasyland.odds import (
    NO_OTHER,
    TABLE,
    add_sums,
    odds_of,
    read_sums,
    stay_odds,
    stays_by_points,
    sum_hands,
    table_odds,
)
from ofcapi.engine.fantasyland.sets import best_sets
from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.options import options_of, rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.game.score import score
from ofcapi.engine.kernels.fantasyland_counts import deal_hand
from ofcapi.engine.worth.estimate import Estimate
from tests.naive.fantasyland import all_best

PINEAPPLE = compile_rules(PRESETS["pineapple"])
NINE = dict.fromkeys(range(13, 18), Fraction(9))
TABLE_DATA = json.loads(files("ofcapi.engine").joinpath("data", TABLE).read_text())

# Chances in percent by number of cards, computed elsewhere, to one decimal place.
TRIPS_OR_QUADS = {13: 5.9, 14: 10.5, 15: 19.5, 16: 34.7, 17: 54.9}
TRIPS_FULL_HOUSE_OR_QUADS = {13: 8.1, 14: 15.6, 15: 27.8, 16: 44.3, 17: 62.4}


def dealt(deck: tuple[int, ...], size: int, seed: int, index: int) -> list[int]:
    cards = np.empty(size, dtype=np.int64)
    deal_hand(np.array(deck, dtype=np.int64), np.uint64(seed), index, cards)
    return [int(card) for card in cards]


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["progressive-pagat", "deuce-to-seven"])
def test_sums_are_those_of_every_set(preset: str) -> None:
    rules, hands = PRESETS[preset], 60
    dead = tuple(range(6))
    tickets = [Fraction(7, 2), Fraction(2), Fraction(0), Fraction(-5)]
    can_stay = royalties = squares = 0
    stays = [0] * len(tickets)
    for index in range(hands):
        cards = dealt(unseen_cards(dead), 13, 11, index)
        for place, ticket in enumerate(tickets):
            scores = [
                score(Board(*answer["rows"]), compile_rules(rules), in_fantasyland=13)
                for answer in all_best(cards, options_of(rules), ticket)
            ]
            stays[place] += scores[0].stays
        royalties += sum(scores[1].royalties)
        squares += sum(scores[1].royalties) ** 2
        can_stay += scores[2].stays
    sums = sum_hands(13, [compile_rules(rules)], dead, range(hands), 11, threads=1)[0]
    assert sums[:3] == (hands, royalties, squares)
    for ticket, count in zip(tickets, stays, strict=True):
        odds = odds_of(13, ticket, 11, sums)
        assert odds.can_stay.value == pytest.approx(can_stay / hands)
        assert odds.stays.value == pytest.approx(count / hands)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "hands"), [(14, 400), (17, 60)])
@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("pineapple", {}),
        ("deuce-to-seven", {}),
        ("progressive-pagat", {"row_order": "strict"}),
        ("pagat", {"royalties": {"bottom": {"straight": 9, "flush": 1, "full_house": 0}}}),
    ],
)
def test_the_count_finds_what_the_search_for_the_best_set_finds(
    preset: str, changes: dict[str, object], size: int, hands: int
) -> None:
    rules = compile_rules(rules_from(preset, changes))
    tickets = [Fraction(ticket, 2) for ticket in (-21, -4, -1, 0, 1, 4, 5, 6, 18, 30)]
    for index in range(0, hands, 20):
        sums = sum_hands(size, [rules], (), range(index, index + 1), 3, threads=1)[0]
        cards = dealt(unseen_cards(()), size, 3, index)
        for ticket in tickets:
            values = dict.fromkeys(NINE, ticket)
            found = best_sets(cards, rules, "points", values)
            assert sums.royalties == sum(found.best_royalties.royalties)
            assert list(sums.costs.values()) == [1] * (found.best_staying is not None)
            stays = [stays_by_points(cost, ticket) for cost in sums.costs]
            assert any(stays) == found.best.stays


def test_one_pass_counts_for_several_stay_rules() -> None:
    both = [PINEAPPLE, compile_rules(PRESETS["pineapple-quads-stay"])]
    together = sum_hands(15, both, (), range(300), 5, threads=1)
    assert together == [sum_hands(15, [one], (), range(300), 5, threads=1)[0] for one in both]
    assert sum(together[0].costs.values()) > sum(together[1].costs.values())


def test_when_the_best_set_for_points_stays() -> None:
    # The ticket is worth exactly the cost: more royalties come first, then staying.
    cases = {(2, 2): False, (2, 3): True, (0, 0): True, (-3, -3): True, (-3, -4): False}
    for (cost, ticket), stays in cases.items():
        assert stays_by_points(cost, Fraction(ticket)) == stays
    assert stays_by_points(NO_OTHER, Fraction(-10_000))


def test_a_ticket_of_no_value_is_not_always_used() -> None:
    odds = stay_odds(16, PINEAPPLE, dict.fromkeys(NINE, Fraction(0)), samples=300)
    assert odds.stays.value < odds.can_stay.value


def test_a_deadline_leaves_the_first_hands() -> None:
    odds = stay_odds(14, PINEAPPLE, NINE, samples=5_000, threads=2, deadline=0.0)
    assert not odds.complete
    assert odds == replace(stay_odds(14, PINEAPPLE, NINE, samples=odds.samples), complete=False)


@pytest.mark.slow
def test_the_answer_does_not_depend_on_threads_or_parts() -> None:
    whole = sum_hands(14, [PINEAPPLE], (), range(1200), 5, threads=1)
    assert whole == sum_hands(14, [PINEAPPLE], (), range(1200), 5, threads=3)
    parts = [
        sum_hands(14, [PINEAPPLE], (), hands, 5, threads=2)[0]
        for hands in (range(270), range(270, 1200))
    ]
    assert whole == [add_sums(*parts)]
    other = sum_hands(14, [PINEAPPLE], (), range(1200), 6, threads=2)
    assert other != whole


def test_hands_are_dealt_fairly() -> None:
    deck = unseen_cards(range(7))
    hands = 4000
    seen = np.zeros((52, 52))
    for index in range(hands):
        cards = dealt(deck, 14, 1, index)
        assert cards == sorted(set(cards))
        seen[np.ix_(cards, cards)] += 1
    single, together = 14 / 45, 14 * 13 / (45 * 44)
    live = np.ix_(deck, deck)
    assert seen.sum() == seen[live].sum()
    for counts, chance in (
        (np.diag(seen)[list(deck)], single),
        (seen[live][~np.eye(45, dtype=bool)], together),
    ):
        off = (counts - hands * chance) / sqrt(hands * chance * (1 - chance))
        # 990 pairs: the largest of that many normal deviations is above 5 once in 1,700 seeds.
        assert abs(off).max() < 5
        assert 0.8 < off.std() < 1.2


def test_a_deck_of_one_hand_has_no_chance_in_it() -> None:
    cards = [*range(0, 24, 2), 1]
    odds = stay_odds(13, PINEAPPLE, NINE, dead=unseen_cards(cards), samples=4)
    found = best_sets(cards, PINEAPPLE, values=NINE)
    assert odds.can_stay == Estimate(found.best_staying is not None, 0)
    assert odds.stays == Estimate(found.best.stays, 0)
    assert odds.royalties == Estimate(sum(found.best_royalties.royalties), 0)


def test_standard_errors_are_those_of_the_sums() -> None:
    sums = sum_hands(14, [PINEAPPLE], (), range(400), 8, threads=1)[0]
    odds = stay_odds(14, PINEAPPLE, NINE, samples=400, seed=8)
    chance = sum(sums.costs.values()) / 400
    assert astuple(odds.can_stay) == pytest.approx((chance, sqrt(chance * (1 - chance) / 399)))
    mean = sums.royalties / 400
    spread = sqrt((sums.royalties_squared / 400 - mean**2) / 399)
    assert astuple(odds.royalties) == pytest.approx((mean, spread))


@pytest.mark.parametrize("cards", range(13, 18))
@pytest.mark.parametrize(
    ("preset", "published"),
    [("pineapple", TRIPS_FULL_HOUSE_OR_QUADS), ("pineapple-quads-stay", TRIPS_OR_QUADS)],
)
def test_the_table_agrees_with_published_chances(
    preset: str, published: dict[int, float], cards: int
) -> None:
    odds = table_odds(cards, compile_rules(PRESETS[preset]), NINE)
    assert odds is not None
    # The standard error of a million hands is below 0.05 %.
    assert odds.samples == 1_000_000
    assert 100 * odds.can_stay.value == pytest.approx(published[cards], abs=0.3)
    assert odds.stays.value <= odds.can_stay.value


@pytest.mark.parametrize(
    "entry", TABLE_DATA["entries"], ids=lambda entry: f"{entry['preset']}-{entry['cards']}"
)
def test_the_first_hands_of_the_table_come_out_again(entry: dict[str, object]) -> None:
    rules, first = compile_rules(PRESETS[str(entry["preset"])]), entry["first"]
    assert isinstance(first, dict)
    sums, cards, seed = read_sums(first), entry["cards"], TABLE_DATA["seed"]
    assert isinstance(cards, int)
    assert sum_hands(cards, [rules], (), range(sums.hands), seed, threads=2) == [sums]


def test_the_table_answers_rules_that_set_hands_alike() -> None:
    classic = compile_rules(PRESETS["classic"])
    assert table_odds(13, classic, NINE) == table_odds(13, PINEAPPLE, NINE)
    quads = compile_rules(PRESETS["pineapple-quads-stay"])
    assert table_odds(16, compile_rules(PRESETS["ultimate"]), NINE) == table_odds(16, quads, NINE)
    for other in (
        PRESETS["pagat"],
        PRESETS["progressive-pagat"],
        PRESETS["deuce-to-seven"],
        rules_from("pineapple", {"row_order": "strict"}),
    ):
        assert table_odds(14, compile_rules(other), NINE) is None


def test_the_table_answers_for_every_ticket() -> None:
    found = [table_odds(16, PINEAPPLE, {14: Fraction(t)}) for t in (-30, -3, 0, 5, 1000)]
    odds = [each for each in found if each is not None]
    chances = [each.stays.value for each in odds]
    assert len(chances) == 5
    assert chances == sorted(set(chances))
    assert chances[0] < 0.01
    assert chances[-1] == odds[-1].can_stay.value


def test_impossible_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="13 to 17 cards, not 12"):
        stay_odds(12, PINEAPPLE, NINE)
    with pytest.raises(ValueError, match="13 live cards are too few for a hand of 14"):
        stay_odds(14, PINEAPPLE, NINE, dead=range(39))
    with pytest.raises(ValueError, match="two samples"):
        stay_odds(14, PINEAPPLE, NINE, samples=1)
    with pytest.raises(ValueError, match="ticket of 14 cards"):
        stay_odds(14, PINEAPPLE)
