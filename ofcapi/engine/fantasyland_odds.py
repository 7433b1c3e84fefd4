"""Fantasyland before the cards are seen: the chance to stay, and what the best set earns.

Sampled: random hands, each searched exactly (``fantasyland``). Hand number i of a seed is the same
however many hands are dealt and on however many threads, so an answer follows from the question
and the seed alone. For the undisturbed deck a table of many more hands comes with the package.
"""

import json
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ofcapi.engine.board import unseen_cards
from ofcapi.engine.fantasyland import SCALES, Scales, half_points, ticket_for_staying, worth_alone
from ofcapi.engine.hands import HAND_TABLES
from ofcapi.engine.kernels import fantasyland as kernels
from ofcapi.engine.rules import FANTASYLAND_CARDS, PRESETS, CompiledRules, Rules

TABLE = "fantasyland_odds.json"
_BLOCK = 250
"""Hands that a thread takes at a time."""
_STAYS_OR_NOT = Scales(0, 0, 1)


class Estimate(NamedTuple):
    """A sampled mean and its standard error."""

    value: float
    std_error: float


class HandSums(NamedTuple):
    """Sums over hands, whole numbers, so that parts can be added in any order.

    ``can_stay`` and ``stays`` count hands in which a set stays, and in which the best set for
    points does; ``royalties`` and ``royalties_squared`` sum the most that each hand can earn.
    """

    hands: int
    can_stay: int
    stays: int
    royalties: int
    royalties_squared: int


@dataclass(frozen=True, slots=True)
class StayOdds:
    """Chances (0..1) and mean points of a Fantasyland hand before it is dealt.

    ``can_stay``: a set exists that stays. ``stays``: the best set for points, with a ticket of
    ``ticket`` points, stays. ``royalties``: the most royalties of a legal set; 0 for a hand that
    has none. A chance that came out as 0 or 1 has a standard error of 0, which is no proof.
    """

    cards: int
    ticket: Fraction
    samples: int
    seed: int
    can_stay: Estimate
    stays: Estimate
    royalties: Estimate


def stay_odds(
    cards: int,
    rules: CompiledRules,
    values: Mapping[int, Fraction] | None = None,
    dead: Collection[int] = (),
    samples: int = 10_000,
    seed: int = 0,
    threads: int = 1,
) -> StayOdds:
    """The odds of a hand of 13 to 17 cards from a deck without the ``dead`` cards, sampled.

    ``values`` as in ``fantasyland.best_set``. ``seed`` is any whole number; ``threads`` changes
    only the time that it takes.

    Raises ``ValueError`` for another number of cards, too few live cards, fewer than two samples,
    and a ticket that has no value or a negative one.
    """
    ticket = ticket_for_staying(cards, rules, values)
    sums = sum_hands(cards, rules, ticket, dead, range(samples), seed, threads)
    return odds_of(cards, ticket, seed, sums)


def sum_hands(
    cards: int,
    rules: CompiledRules,
    ticket: Fraction,
    dead: Collection[int],
    hands: range,
    seed: int,
    threads: int,
) -> HandSums:
    """The sums over the hands of a seed that are numbered ``hands`` (a range of step 1)."""
    deck = np.array(unseen_cards(dead), dtype=np.int64)
    if cards not in FANTASYLAND_CARDS:
        raise ValueError(f"a Fantasyland hand has 13 to 17 cards, not {cards}")
    if deck.size < cards:
        raise ValueError(f"{deck.size} live cards are too few for a hand of {cards}")
    if ticket < 0:
        raise ValueError("the odds need a ticket that is worth nothing or more")
    worths = (
        worth_alone(rules, SCALES["points"], half_points(ticket), ties=False),
        worth_alone(rules, SCALES["royalties"], 0, ties=False),
        worth_alone(rules, _STAYS_OR_NOT, 0, ties=False),
    )
    start = np.uint64(seed % 2**64)

    def count(first: int) -> list[int]:
        last = min(first + _BLOCK, hands.stop)
        sums = kernels.count_hands(
            HAND_TABLES, rules.arrays, *worths, deck, cards, start, first, last
        )
        counted: list[int] = sums.tolist()
        return counted

    with ThreadPoolExecutor(threads) as pool:
        blocks = list(pool.map(count, range(hands.start, hands.stop, _BLOCK)))
    return HandSums(len(hands), *map(sum, zip(*blocks, strict=True)))


def odds_of(cards: int, ticket: Fraction, seed: int, sums: HandSums) -> StayOdds:
    """Means and standard errors (sample variance over hands, divided by hands) of sums."""
    hands = sums.hands
    if hands < 2:
        raise ValueError("a standard error needs two samples or more")

    def estimate(total: int, squares: int) -> Estimate:
        variance = Fraction(squares * hands - total * total, hands * (hands - 1))
        return Estimate(total / hands, sqrt(variance / hands))

    return StayOdds(
        cards,
        ticket,
        hands,
        seed,
        can_stay=estimate(sums.can_stay, sums.can_stay),
        stays=estimate(sums.stays, sums.stays),
        royalties=estimate(sums.royalties, sums.royalties_squared),
    )


def table_odds(
    cards: int, rules: CompiledRules, values: Mapping[int, Fraction] | None = None
) -> StayOdds | None:
    """The odds with nothing dead from the table, None where it does not hold the question.

    It holds the rule sets that set and pay a hand as a preset of the table does, with a ticket
    that ranks sets as the table's.
    """
    table = _table()
    ticket = ticket_for_staying(cards, rules, values)
    if half_points(ticket) != half_points(Fraction(table["ticket"])):
        return None
    for entry in table["entries"]:
        if entry["cards"] == cards and _alike(PRESETS[entry["preset"]], rules.rules):
            sums = HandSums(*(entry[member] for member in HandSums._fields))
            return odds_of(cards, ticket, table["seed"], sums)
    return None


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    text = files("ofcapi.engine").joinpath("data", TABLE).read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def _alike(one: Rules, other: Rules) -> bool:
    """Whether hands are set and paid alike under two rule sets, with no opponent."""
    lands = one.fantasyland, other.fantasyland
    stays = [None if land is None else land.stay for land in lands]
    return (one.middle, one.row_order, one.royalties, stays[0]) == (
        other.middle,
        other.row_order,
        other.royalties,
        stays[1],
    )
