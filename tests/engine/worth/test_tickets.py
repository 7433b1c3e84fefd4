"""Ticket values: the model's equations, the hands behind them, and the values that are used."""

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from ofcapi.engine.fantasyland.odds import table_odds
from ofcapi.engine.game.options import rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, compile_rules
from ofcapi.engine.game.score import cards_after_staying
from ofcapi.engine.sampling.hindsight import POLICY as HINDSIGHT
from ofcapi.engine.sampling.outlook import POLICY as OUTLOOK
from ofcapi.engine.worth.tickets import NEAREST_PRESET, solve_tickets, ticket_figures, ticket_value
from ofcapi.engine.worth.values import default_values
from tables.tickets import (
    CHUNK,
    ENDINGS,
    SEED,
    Outcomes,
    errors_of,
    play_hand,
    play_opening,
    play_part,
    policy_of,
    values_of,
)

FIGURES: dict[str, Any] = ticket_figures()["presets"]
BY_OUTLOOK = {
    "pineapple", "pineapple-quads-stay", "progressive", "progressive-pagat", "ultimate",
}  # fmt: skip


def played_with(preset: str) -> dict[int, Fraction]:
    """The tickets that a preset's hands were played with."""
    return {
        int(cards): Fraction(ticket).limit_denominator(10)
        for cards, ticket in FIGURES[preset]["played_with"].items()
    }


def test_every_preset_has_its_figures() -> None:
    assert set(FIGURES) | set(NEAREST_PRESET) == set(PRESETS)
    assert ticket_figures()["seed"] == SEED


@pytest.mark.parametrize("preset", FIGURES)
def test_hands_were_played_by_the_best_policy_that_there_is(preset: str) -> None:
    figures = FIGURES[preset]
    policy = policy_of(compile_rules(PRESETS[preset]), played_with(preset))
    assert figures["policy"] == policy.name
    assert figures["policy"] == (OUTLOOK if preset in BY_OUTLOOK else HINDSIGHT)
    assert figures["endings"] == ENDINGS[policy.name]
    assert figures["openings"] % CHUNK == 0


@pytest.mark.parametrize("preset", FIGURES)
def test_values_solve_their_equations(preset: str) -> None:
    figures, rules = FIGURES[preset], compile_rules(PRESETS[preset])
    values = {int(cards): figure["value"] for cards, figure in figures["values"].items()}
    lost = sum(chance * values[int(cards)] for cards, chance in figures["enters"].items())
    for cards, value in values.items():
        gained = figures["stays"][str(cards)] * values[cards_after_staying(rules, cards)]
        assert value == pytest.approx(figures["settled"][str(cards)] + gained - lost, abs=1e-3)


def test_values_are_what_playing_on_for_ever_adds_up_to() -> None:
    settled = {13: 5.0, 14: 9.5, 15: 14.0, 16: 18.0, 17: 22.0}
    stays = {13: 0.1, 14: 0.2, 15: 0.3, 16: 0.4, 17: 0.6}
    for stay_cards in (14, "same"):
        values = dict.fromkeys(settled, 0.0)
        for _ in range(300):
            lost = 0.15 * values[14] + 0.05 * values[16]
            values = {
                cards: points + stays[cards] * values[cards if stay_cards == "same" else 14] - lost
                for cards, points in settled.items()
            }
        assert solve_tickets(settled, stays, {14: 0.15, 16: 0.05}, stay_cards) == pytest.approx(
            values
        )


def test_standard_errors_of_a_mean_are_the_textbooks() -> None:
    random = np.random.default_rng(3)
    settled = random.normal(10, 2, (30, 5))
    nothing = np.zeros(5), np.zeros(18), 0.0, 0.0
    parts = [Outcomes(points, *nothing) for points in settled]
    # Nobody stays or enters, so a value is the mean settlement of its hands.
    errors = errors_of(PRESETS["pineapple"], parts)
    for place, cards in enumerate(FANTASYLAND_CARDS):
        assert errors[cards] == pytest.approx(settled[:, place].std(ddof=1) / sqrt(30))


@pytest.mark.parametrize("preset", FIGURES)
def test_more_cards_are_worth_more(preset: str) -> None:
    values = [ticket_value(PRESETS[preset], cards) for cards in FANTASYLAND_CARDS]
    assert values == sorted(set(values))
    assert values[0] > 0


@pytest.mark.parametrize("preset", ["pineapple", "pineapple-quads-stay"])
@pytest.mark.parametrize("cards", FANTASYLAND_CARDS)
def test_hands_stay_as_often_as_in_the_table_of_odds(preset: str, cards: int) -> None:
    figures = FIGURES[preset]
    rules = compile_rules(PRESETS[preset])
    odds = table_odds(cards, rules, {14: played_with(preset)[14]})
    assert odds is not None
    chance = odds.stays.value
    # Hands against one board share most of their cards, so only one of them counts.
    hands = figures["openings"] * figures["endings"]
    off = abs(figures["stays"][str(cards)] - chance)
    assert off < 4 * sqrt(chance * (1 - chance) / hands)


@pytest.mark.parametrize("preset", ["pineapple", "turbo", "classic", "deuce-to-seven"])
def test_a_normal_hand_is_played_with_the_cards_it_is_dealt(preset: str) -> None:
    rules = compile_rules(PRESETS[preset])
    policy = policy_of(rules, dict.fromkeys(FANTASYLAND_CARDS, Fraction(9)))
    deck = np.random.default_rng(7).permutation(52).tolist()
    opened = play_opening(policy, deck[:5], deck[5:], 1)
    assert sorted(opened.cards) == sorted(deck[:5])
    board, left = play_hand(policy, opened, deck[5:], 2)
    deal = PRESETS[preset].deal
    assert left == deck[5 + deal.streets * deal.dealt :]
    assert board.complete
    for own, row in zip(opened.rows, board.rows, strict=True):
        assert row[: len(own)] == own
    placed = set(board.cards)
    assert len(placed) == 13
    for street in range(deal.streets):
        begin = 5 + street * deal.dealt
        assert len(placed & set(deck[begin : begin + deal.dealt])) == deal.kept


@pytest.mark.slow
def test_the_first_openings_come_out_again() -> None:
    figures = FIGURES["pineapple"]
    part = play_part("pineapple", played_with("pineapple"), 0)
    assert part.settled == pytest.approx(figures["first"]["settled"])
    assert part.stays == pytest.approx(figures["first"]["stays"])
    assert part.enters[1:].sum() == pytest.approx(figures["first"]["enters"])
    assert values_of(PRESETS["pineapple"], part)[14] > 0


def test_default_values_are_the_tickets_of_the_preset() -> None:
    rules = PRESETS["progressive"]
    values = default_values(rules)
    assert values.foul == -6
    assert dict(values.fantasyland) == {c: ticket_value(rules, c) for c in (14, 15, 16, 17)}
    for preset, nearest in NEAREST_PRESET.items():
        if PRESETS[preset].fantasyland:
            assert ticket_value(PRESETS[preset], 14) == ticket_value(PRESETS[nearest], 14)
    changed = rules_from("pineapple", {"fantasyland": {"entry": {"QQ": 15}}})
    assert default_values(changed).fantasyland == ((15, ticket_value(PRESETS["pineapple"], 15)),)
    assert default_values(rules_from("pineapple", {"fantasyland": None})).fantasyland == ()
    entered = {"entry": {"QQ": 13}, "stay": {"top": "pair_2"}, "stay_cards": 13}
    given = rules_from("classic-no-fantasyland", {"fantasyland": entered})
    assert ticket_value(given, 13) == ticket_value(PRESETS["classic"], 13)
    assert ticket_value(PRESETS["classic-no-fantasyland"], 13) == 0


@pytest.mark.parametrize("preset", FIGURES)
def test_values_are_shipped_to_one_decimal(preset: str) -> None:
    for cards, figure in FIGURES[preset]["values"].items():
        value = ticket_value(PRESETS[preset], int(cards))
        assert (10 * value).denominator == 1
        assert abs(float(value) - figure["value"]) <= 0.05 + 1e-9
