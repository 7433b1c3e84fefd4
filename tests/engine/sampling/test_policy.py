"""Which policy plays a question, and how a street is played by it."""

from fractions import Fraction

import numpy as np
import pytest

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.play.best_play import rank_placements
from ofcapi.engine.play.question import Effort
from ofcapi.engine.sampling.hindsight import Hindsight
from ofcapi.engine.sampling.outlook import Outlook
from ofcapi.engine.sampling.policy import Policy, play_street, policy_for
from ofcapi.engine.worth.values import Objective, Values
from tests.asking import ask
from train.positions import USUAL, Curious

TICKETS = Values(fantasyland=((13, Fraction(9)), (14, Fraction(9))))


def test_networks_play_what_they_learnt_and_hindsight_the_rest() -> None:
    usual = ask(Board(), PRESETS["pineapple"], DECK, values=TICKETS)
    assert isinstance(policy_for(usual, 8), Outlook)
    assert isinstance(policy_for(usual, 6), Outlook)
    assert isinstance(policy_for(usual, 4), Hindsight)
    for preset in ("classic", "turbo", "deuce-to-seven"):
        assert isinstance(policy_for(ask(Board(), PRESETS[preset], DECK), 8), Hindsight)
    other = ask(Board(), PRESETS["pineapple"], DECK, Objective("no_foul"), TICKETS)
    assert isinstance(policy_for(other, 8), Hindsight)


def test_every_policy_places_cards_by_the_same_protocol() -> None:
    question = ask(Board(), PRESETS["pineapple"], DECK, values=TICKETS)
    valuation = question.valuation
    policies: list[Policy] = [
        Hindsight(valuation, 8, 52),
        Outlook(valuation, 8, 52),
        Curious({}, 1, USUAL, np.random.default_rng(1)),
    ]
    dealt = [3, 17, 21, 40, 51]
    unseen = [card for card in DECK if card not in dealt]
    for policy in policies:
        way = policy.choose(Board(), dealt, unseen, np.zeros(1, np.uint64))
        assert way.shape == (3,)
        assert int(way.sum()) == 31, policy.name
    assert len({policy.name for policy in policies}) == 3


@pytest.mark.parametrize("preset", ["pineapple", "turbo", "classic"])
def test_the_last_cards_are_placed_exactly_best(preset: str) -> None:
    rules = PRESETS[preset]
    deck = np.random.default_rng(4).permutation(52).tolist()
    policy = policy_for(ask(Board(), rules, DECK, values=TICKETS), 8)
    board, state = Board(), np.zeros(1, np.uint64)
    while board.open_slots > rules.deal.kept:
        count = rules.deal.dealt if board.cards else rules.deal.opening
        dealt, deck = deck[:count], deck[count:]
        board = play_street(policy, board, dealt, deck, state)
    dealt, deck = deck[: rules.deal.dealt], deck[rules.deal.dealt :]
    ranked = rank_placements(ask(board, rules, deck, values=TICKETS, dealt=dealt), Effort())
    most = ranked[0].odds.objective, ranked[0].odds.points
    best = {str(one.board) for one in ranked if (one.odds.objective, one.odds.points) == most}
    assert str(play_street(policy, board, dealt, deck, state)) in best
