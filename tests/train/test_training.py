"""Positions, labels, fits, and a whole run on a local cluster of two workers."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from dask.distributed import Client, LocalCluster

from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.kernels.features import FEATURES, look_ahead
from ofcapi.engine.kernels.network import value_ways
from ofcapi.engine.kernels.random import draw_cards, start_state
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.exact import new_streets, rows_of
from ofcapi.engine.play.question import Effort
from ofcapi.engine.play.ways import ways_of
from ofcapi.engine.sampling.outlook import chances, held_by, networks, new_look, units
from ofcapi.engine.worth.values import Values
from tests.asking import ask
from train.fitting import fit
from train.labels import DEALS, exact_label, make_positions, sampled_label
from train.pipeline import Plan, load_fit, run
from train.positions import (
    CARDS,
    RULES,
    USUAL,
    Networks,
    deal_position,
    describe,
    draw_worth,
    leaf_of,
    pack,
    terms_of,
    unpack,
)
from train.shipping import ship

FIVE, SEVEN, NINE = networks()
PLAYERS: Networks = {1: FIVE, 2: SEVEN, 3: NINE}


@pytest.mark.parametrize("street", [1, 2, 3])
@pytest.mark.parametrize("players", [{}, PLAYERS], ids=["at random", "by networks"])
def test_positions_stand_at_the_end_of_their_street(street: int, players: Networks) -> None:
    random = np.random.default_rng(street)
    for _ in range(10):
        board, unseen, worth = deal_position(street, players, random)
        assert len(board.cards) == CARDS[street]
        assert not set(board.cards) & set(unseen.tolist())
        again = unpack(pack(board, unseen, worth, 1.5))
        assert again[0] == board
        assert again[1].tolist() == unseen.tolist()
        assert again[2] == worth


def test_positions_are_played_for_worths_that_the_policy_is_for() -> None:
    random = np.random.default_rng(3)
    worths = [draw_worth(random) for _ in range(500)]
    assert 100 < worths.count(USUAL) < 200
    assert all(-15 <= worth.foul <= 0 for worth in worths)
    assert all(0 <= min(worth.tickets) and max(worth.tickets) <= 45 for worth in worths)


def test_nine_card_labels_are_exact() -> None:
    random = np.random.default_rng(5)
    streets = new_streets(41)
    for _ in range(3):
        board, unseen, worth = deal_position(3, PLAYERS, random)
        unseen = unseen[:18]
        label = exact_label(board, unseen, worth, streets)
        leaf = leaf_of(worth)
        assert leaf.foul == round(10 * worth.foul)
        tickets = zip(range(14, 18), worth.tickets, strict=True)
        odds = best_play(
            ask(board, RULES, unseen.tolist(), values=values_of(worth.foul, dict(tickets))),
            Effort(),
        )
        assert label == pytest.approx(float(odds.points) / odds.denominator)


def values_of(foul: float, tickets: dict[int, float]) -> Values:
    listed = tuple((cards, Fraction(round(10 * worth), 10)) for cards, worth in tickets.items())
    return Values(Fraction(round(10 * foul), 10), listed)


def test_earlier_labels_average_what_the_next_network_finds_best() -> None:
    board, unseen, worth = deal_position(2, PLAYERS, np.random.default_rng(6))
    label = sampled_label(2, board, unseen, worth, PLAYERS, 77)
    state, deck, first, total = np.zeros(1, np.uint64), unseen.copy(), 0, 0.0
    start_state(state, 77, 0)
    for _ in range(DEALS):
        first = 0 if first + 3 > deck.size else first
        draw_cards(deck[first:], 3, state)
        dealt = np.sort(deck[first : first + 3])
        left = np.sort(np.delete(deck, range(first, first + 3)))
        values = np.zeros(27)
        coming = look_ahead(left, 6, chances(), terms_of(worth))
        value_ways(
            HAND_TABLES, RULES.arrays, rows_of(board), held_by(board), dealt, ways_of(3, 2),
            coming, NINE, new_look(3, units()), values,
        )  # fmt: skip
        total += values.max()
        first += 3
    assert label == pytest.approx(total / DEALS)


def test_a_fit_learns_what_features_say() -> None:
    random = np.random.default_rng(1)
    features = random.random((2000, FEATURES), dtype=np.float32)
    labels = (3 * features[:, 0] - 2 * features[:, 1]).astype(np.float32)
    made = fit(features, labels, 1, ((3e-3, 60),), (16, 8))
    assert made.rmse < 0.4 * made.spread
    assert made.positions == 1920
    assert made.network.first.shape == (FEATURES, 16)


def test_a_run_on_two_workers_can_be_ended_and_gone_on_with(tmp_path: Path) -> None:
    plan = Plan(((12, 6, 6),), ((1e-3, 2),), seed=9)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
    ):
        fits = run(plan, tmp_path, client)
        positions = np.load(tmp_path / "round0-street2-00000.npy")
        (tmp_path / "round0-street1.npz").unlink()
        (tmp_path / "round0-street1-00000.npy").unlink()
        again = run(plan, tmp_path, client)
    assert sorted(fits) == sorted(again) == [1, 2, 3]
    for street in (1, 2, 3):
        for one, other in zip(fits[street].network, again[street].network, strict=True):
            assert (one == other).all()
    assert len(positions) == 6
    assert describe(2, positions).shape == (6, FEATURES)
    assert (make_positions(3, 4, 3, {}) == make_positions(3, 4, 3, {})).all()
    ship(plan, fits, tmp_path)
    assert load_fit(tmp_path / "round0-street3.npz").positions == 11
    with np.load(tmp_path / "outlook.npz") as arrays:
        assert (arrays["seven_first"] == fits[2].network.first).all()
