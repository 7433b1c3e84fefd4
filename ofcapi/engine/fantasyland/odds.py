"""Fantasyland before the cards are seen: the chance to stay, and what the best set earns.

Sampled: random hands, each searched exactly (``fantasyland.sets``). Hand number i of a seed is
always the same, for any number of hands and of threads, so an answer depends only on the question
and the seed. For the full deck, a table of many more hands is part of the package.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.fantasyland.sets import ticket_for_staying
from ofcapi.engine.game.board import unseen_cards
from ofcapi.engine.game.cards import DECK_SIZE
from ofcapi.engine.game.faults import Fault, impossible, no_fantasyland, repeats
from ofcapi.engine.game.hands import HAND_TABLES
from ofcapi.engine.game.options import MOST_POINTS
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, CompiledRules, Rules
from ofcapi.engine.kernels import fantasyland_counts as kernels
from ofcapi.engine.kernels.shapes import STRENGTHS
from ofcapi.engine.worth.estimate import Estimate

TABLE = "fantasyland_odds.json"
NO_OTHER = -3 * MOST_POINTS - 1
"""The cost of staying if all legal sets of a hand stay; below every other cost."""
_BLOCK = 50
"""Hands that a thread takes at a time."""


class HandSums(NamedTuple):
    """Sums over hands, whole numbers, so that parts can be added in any order.

    ``royalties`` and ``royalties_squared`` sum the most that each hand can earn. ``costs`` counts
    the hands that can stay by the cost of staying: the most royalties of a set that does not stay
    minus the most of one that does, below zero if staying earns more.
    """

    hands: int
    royalties: int
    royalties_squared: int
    costs: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class StayOdds:
    """Chances (0..1) and mean points of a Fantasyland hand before it is dealt.

    ``can_stay``: a set that stays exists. ``stays``: the best set for points, with a ticket of
    ``ticket`` points, stays. ``royalties``: the most royalties of a legal set; 0 for a hand
    without one. A chance sampled as 0 or 1 has a standard error of 0, which does not prove that it
    is exact. ``complete`` is False if a deadline left fewer samples than were requested.
    """

    cards: int
    ticket: Fraction
    samples: int
    seed: int
    complete: bool
    can_stay: Estimate
    stays: Estimate
    royalties: Estimate


def stay_faults(cards: int | None, dead: Sequence[int], rules: Rules | None) -> Iterator[Fault]:
    """What is impossible about the odds of a hand; what could not be read is None."""
    yield from repeats([(("dead",), dead)])
    unseen = DECK_SIZE - len(set(dead))
    if cards is not None and cards > unseen:
        detail = f"{cards} cards cannot be dealt: only {unseen} are unseen"
        yield impossible("too_few_unseen", detail, "dead")
    yield from no_fantasyland(rules)


def stay_odds(
    cards: int,
    rules: CompiledRules,
    values: Mapping[int, Fraction] | None = None,
    dead: Collection[int] = (),
    samples: int = 10_000,
    seed: int = 0,
    threads: int = 1,
    deadline: float | None = None,
) -> StayOdds:
    """The odds of a hand of 13 to 17 cards from a deck without the ``dead`` cards, sampled.

    ``values`` is as in ``sets.best_set``. ``seed`` is any whole number; ``threads`` changes only
    the time that it takes. ``deadline`` is in ``time.monotonic`` seconds; after it no more hands
    are started, except the first few.

    Raises ``ValueError`` for another number of cards, too few live cards, fewer than two samples,
    and a ticket without a value.
    """
    ticket = ticket_for_staying(cards, rules, values)
    if samples < 2:
        raise ValueError("a standard error needs at least two samples")
    sums = sum_hands(cards, [rules], dead, range(samples), seed, threads, deadline)[0]
    return odds_of(cards, ticket, seed, sums, sums.hands == samples)


def sum_hands(
    cards: int,
    rules: Sequence[CompiledRules],
    dead: Collection[int],
    hands: range,
    seed: int,
    threads: int,
    deadline: float | None = None,
) -> list[HandSums]:
    """The sums over the hands of a seed that are numbered ``hands`` (a range of step 1).

    Returns one result for each of the rule sets. They may differ in who stays, but not in anything
    else that decides a hand (``set_alike``). After ``deadline`` the sums cover fewer hands, counted
    from the first.
    """
    deck = np.array(unseen_cards(dead), dtype=np.int64)
    if cards not in FANTASYLAND_CARDS:
        raise ValueError(f"a Fantasyland hand has 13 to 17 cards, not {cards}")
    if deck.size < cards:
        raise ValueError(f"{deck.size} live cards are too few for a hand of {cards}")
    levels = _levels(rules)
    start = np.uint64(seed % 2**64)

    def earn(first: int) -> NDArray[np.int64]:
        late = deadline is not None and first > hands.start and monotonic() > deadline
        size = 0 if late else min(_BLOCK, hands.stop - first)
        earned = np.empty((size, 2 * len(rules)), dtype=np.int64)
        kernels.earn_hands(HAND_TABLES, rules[0].arrays, levels, deck, cards, start, first, earned)
        return earned

    with ThreadPoolExecutor(threads) as pool:
        blocks = list(pool.map(earn, range(hands.start, hands.stop, _BLOCK)))
    # Only blocks before the first late one count, although a later block may have been started.
    done = next((at for at, block in enumerate(blocks) if not block.size), len(blocks))
    earned = np.concatenate(blocks[:done])
    return [_sum(*earned[:, 2 * rule : 2 * rule + 2].T) for rule in range(len(rules))]


def _sum(other: NDArray[np.int64], staying: NDArray[np.int64]) -> HandSums:
    """Sums over hands by the most royalties of sets that do not stay, and of those that do."""
    most = np.maximum(np.maximum(other, staying), 0)
    cost = np.where(other == kernels.NO_SET, NO_OTHER, other - staying)
    values, counts = np.unique(cost[staying != kernels.NO_SET], return_counts=True)
    costs = dict(zip(values.tolist(), counts.tolist(), strict=True))
    return HandSums(most.size, int(most.sum()), int((most * most).sum()), costs)


def add_sums(one: HandSums, other: HandSums) -> HandSums:
    """The sums over the hands of both."""
    return HandSums(
        one.hands + other.hands,
        one.royalties + other.royalties,
        one.royalties_squared + other.royalties_squared,
        dict(sorted((Counter(one.costs) + Counter(other.costs)).items())),
    )


def _levels(rules: Sequence[CompiledRules]) -> kernels.Levels:
    """Rows by royalty and by the rule sets under which they stay, the best royalty first."""
    royalty = rules[0].arrays.royalty.astype(np.int64)
    stays = np.stack([each.arrays.stays for each in rules])
    number = -royalty
    for each in stays:
        number = 2 * number + each
    of = np.empty((3, STRENGTHS), dtype=np.uint8)
    examples = []
    for row in range(3):
        _, example, of[row] = np.unique(number[row], return_index=True, return_inverse=True)
        examples.append(example)
    count = max(example.size for example in examples)
    found = kernels.Levels(
        of, np.zeros((3, count), np.int64), np.zeros((len(rules), 3, count), np.uint8)
    )
    for row, example in enumerate(examples):
        found.royalty[row, : example.size] = royalty[row, example]
        found.stays[:, row, : example.size] = stays[:, row, example]
    return found


def stays_by_points(cost: int, ticket: Fraction) -> bool:
    """Whether the best set for points stays if staying costs so many royalties.

    A tie goes to more royalties, then to staying (``fantasyland.sets``). So if a ticket of positive
    value makes up the cost exactly, the set that does not stay is chosen.
    """
    return cost == NO_OTHER or cost < ticket or (cost == ticket and ticket <= 0)


def odds_of(
    cards: int, ticket: Fraction, seed: int, sums: HandSums, complete: bool = True
) -> StayOdds:
    """Means and standard errors (sample variance over hands, divided by hands) of sums.

    Raises ``ValueError`` for sums over fewer than two hands.
    """
    hands = sums.hands
    if hands < 2:
        raise ValueError("a standard error needs at least two samples")

    def estimate(total: int, squares: int) -> Estimate:
        variance = Fraction(squares * hands - total * total, hands * (hands - 1))
        return Estimate(total / hands, sqrt(variance / hands))

    can_stay = sum(sums.costs.values())
    stays = sum(count for cost, count in sums.costs.items() if stays_by_points(cost, ticket))
    return StayOdds(
        cards,
        ticket,
        hands,
        seed,
        complete,
        can_stay=estimate(can_stay, can_stay),
        stays=estimate(stays, stays),
        royalties=estimate(sums.royalties, sums.royalties_squared),
    )


def table_odds(
    cards: int, rules: CompiledRules, values: Mapping[int, Fraction] | None = None
) -> StayOdds | None:
    """The odds without dead cards from the table, None if the table does not cover the question.

    It covers all rule sets that set and pay hands like a preset of the table, for any ticket.
    Raises ``ValueError`` for a ticket without a value.
    """
    ticket = ticket_for_staying(cards, rules, values)
    table = _table()
    for entry in table["entries"]:
        preset = PRESETS[entry["preset"]]
        if (
            entry["cards"] == cards
            and set_alike(preset, rules.rules)
            and _stay(preset) == _stay(rules.rules)
        ):
            return odds_of(cards, ticket, table["seed"], read_sums(entry))
    return None


def read_sums(entry: Mapping[str, Any]) -> HandSums:
    """The sums in an entry of the table, which is plain JSON data."""
    costs = {int(cost): count for cost, count in entry["costs"].items()}
    return HandSums(entry["hands"], entry["royalties"], entry["royalties_squared"], costs)


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    text = files("ofcapi.engine").joinpath("data", TABLE).read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def set_alike(one: Rules, other: Rules) -> bool:
    """Whether the same sets are legal and earn the same under two rule sets, without opponents."""
    return (one.middle, one.row_order, one.royalties) == (
        other.middle,
        other.row_order,
        other.royalties,
    )


def _stay(rules: Rules) -> tuple[str | None, ...] | None:
    return None if rules.fantasyland is None else rules.fantasyland.stay
