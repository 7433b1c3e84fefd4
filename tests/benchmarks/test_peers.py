"""Libraries rank hands as the engine does; those that are not installed are skipped."""

from random import Random

import pytest

from benchmarks.peers import (
    exact_equity,
    library,
    many_hands_a_call,
    named,
    one_hand_a_call,
    same_order,
    sampled_equity,
)
from ofcapi.engine.game.hands import strength_of

# eval7 uses names that its parser has deprecated.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

DRAW = Random(3)
HANDS = [tuple(DRAW.sample(range(52), 5)) for _ in range(20_000)]
WHY = "is not installed: requirements-bench.txt"


def test_order_is_compared_with_ties() -> None:
    assert same_order([1, 2, 2], [10, 30, 30])
    assert not same_order([1, 2, 2], [10, 30, 31])
    assert not same_order([1, 2], [10, 10])
    assert not same_order([1, 2], [30, 10])


def test_what_is_not_there_is_none() -> None:
    assert library("no-such-library-of-poker") is None
    assert named("no-such-library-of-poker") == "no-such-library-of-poker"


@pytest.mark.parametrize("package", ["phevaluator", "eval7", "poker-equity"])
def test_hands_rank_alike(package: str) -> None:
    peers = {**one_hand_a_call(HANDS), **many_hands_a_call(HANDS)}
    work = peers[named(package)]
    if work is None:
        pytest.skip(f"{package} {WHY}")
    assert same_order([strength_of(hand) for hand in HANDS], work())


@pytest.mark.parametrize("package", ["eval7", "poker-equity"])
def test_sampled_equity_is_near_the_known_one(package: str) -> None:
    """Ace king suited against queens of other suits: 46.21 % of 1,712,304 boards."""
    work = sampled_equity("AhKh", "QsQd", 40_000)[named(package)]
    if work is None:
        pytest.skip(f"{package} {WHY}")
    assert work().share == pytest.approx(0.4621, abs=0.0125)


def test_exact_equity_is_the_known_one() -> None:
    """On this flop 280 of 990 boards go to ace king."""
    found = exact_equity("AhKh", "QsQd", "2c7d9h")
    if found is None:
        pytest.skip(f"poker-equity {WHY}")
    assert found.deals == 990
    assert found.share == pytest.approx(280 / 990)
