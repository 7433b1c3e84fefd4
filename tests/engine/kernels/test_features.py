"""What the networks look at, against the same numbers found in plain Python.

The chances are hints, not answers: what they mean is written down here a second time, from cards
and by counting, so that a feature that drifts is noticed before a network misreads it.
"""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.hands import CLASSES, HAND_TABLES, strength_of
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.kernels.features import (
    PARTS,
    RANKS,
    SUMMARY,
    Coming,
    Prices,
    describe_coming,
    describe_row,
    look_ahead,
)
from ofcapi.engine.play.exact import rows_of
from ofcapi.engine.sampling.outlook import chances, held_by

RULES = compile_rules(PRESETS["pineapple"])
ROYALTY = RULES.arrays.royalty
WORTH = np.array([0] * 10 + [9, 9.5, 10, 12.25], np.float32)
PAYS = np.zeros((3, 10), np.float32)
PAYS[1, 3:] = [2, 4, 8, 12, 20, 30, 50]
PAYS[2, 4:] = [2, 4, 6, 10, 15, 25]
PRICES = Prices(WORTH, PAYS, -6.0)
STRAIGHTS = [{12, 0, 1, 2, 3}, *({low, low + 1, low + 2, low + 3, low + 4} for low in range(9))]


def any_of(chances: Iterable[float]) -> float:
    """The chance of at least one of independent things."""
    return 1 - prod(1 - chance for chance in chances)


class PlainRow:
    """A row's cards, the unseen ones, how many of those are dealt, and the row's open slots."""

    def __init__(self, cards: tuple[int, ...], unseen: list[int], seen: int, slots: int) -> None:
        self.ranks = Counter(card >> 2 for card in cards)
        self.suits = {card & 3 for card in cards}
        self.unseen, self.seen, self.slots = unseen, seen, slots
        self.shape = sorted(self.ranks.values(), reverse=True)

    def live(self, rank: int) -> int:
        return sum(card >> 2 == rank for card in self.unseen)

    def comes(self, live: int, wanted: int) -> float:
        """The chance that at least so many of the live cards are dealt."""
        ways = sum(
            comb(live, some) * comb(len(self.unseen) - live, self.seen - some)
            for some in range(wanted, self.seen + 1)
        )
        return ways / comb(len(self.unseen), self.seen)

    def becomes(self, wanted: dict[int, int]) -> float:
        """The chance that the row comes to hold so many of some ranks; 0 without room for them."""
        needed = {rank: max(0, many - self.ranks[rank]) for rank, many in wanted.items()}
        if sum(needed.values()) > self.slots:
            return 0.0
        return prod(self.comes(self.live(rank), more) for rank, more in needed.items())

    def has(self, *shape: int) -> bool:
        """Whether the groups of ranks that the row holds are at least so large."""
        return len(self.shape) >= len(shape) and all(
            size >= least for size, least in zip(self.shape, shape, strict=False)
        )

    def group(self, size: int, old: bool) -> float:
        ranks = [rank for rank in range(RANKS) if (rank in self.ranks) == old]
        return any_of(self.becomes({rank: size}) for rank in ranks)

    def pair(self) -> float:
        return 1.0 if self.has(2) else any_of([self.group(2, True), self.group(2, False)])

    def trips(self) -> float:
        return 1.0 if self.has(3) else any_of([self.group(3, True), self.group(3, False)])

    def quads(self) -> float:
        return 1.0 if self.has(4) else self.group(4, True)

    def two_pairs(self) -> float:
        if self.has(2, 2) or self.has(4):
            return 1.0
        both = [self.becomes({one: 2, other: 2}) for one, other in combinations(self.ranks, 2)]
        if self.ranks:
            first = max(self.ranks, key=lambda rank: (self.ranks[rank], rank))
            if max(0, 2 - self.ranks[first]) + 2 <= self.slots:
                both.append(self.group(2, False) * self.becomes({first: 2}))
        return any_of(both)

    def full_house(self) -> float:
        if self.shape == [3, 2]:
            return 1.0
        ranks = list(self.ranks)
        if len(ranks) == 2:
            one, other = ranks
            return any_of([self.becomes({one: 3, other: 2}), self.becomes({one: 2, other: 3})])
        if len(ranks) > 2:
            return 0.0
        new = [(old, rank) for old in ranks for rank in range(RANKS) if rank != old]
        return any_of(
            self.becomes({old: size, rank: 5 - size}) for old, rank in new for size in (2, 3)
        )

    def missing(self) -> list[set[int] | None]:
        """The ranks that each straight still needs, lowest first; None where it cannot be."""
        if len(self.ranks) != 5 - self.slots:
            return [None] * 10
        return [
            ranks - set(self.ranks) if ranks >= set(self.ranks) else None for ranks in STRAIGHTS
        ]

    def straights(self) -> list[float]:
        return [
            0.0 if ranks is None else prod(self.comes(self.live(rank), 1) for rank in ranks)
            for ranks in self.missing()
        ]

    def suited(self) -> list[float]:
        """The chance of each straight in the one suit that the row has: its very cards come."""
        if len(self.suits) != 1:
            return [0.0] * 10
        (suit,) = self.suits
        dealt = comb(len(self.unseen) - self.slots, self.seen - self.slots)
        return [
            dealt / comb(len(self.unseen), self.seen)
            if ranks is not None and all(4 * rank + suit in self.unseen for rank in ranks)
            else 0.0
            for ranks in self.missing()
        ]

    def live_suit(self) -> int:
        by_suit = Counter(card & 3 for card in self.unseen)
        return max(by_suit[suit] for suit in (self.suits or range(4)))

    def flush(self) -> float:
        return self.comes(self.live_suit(), self.slots) if len(self.suits) < 2 else 0.0


SIZES = [
    (0, 0, 5), (0, 2, 3), (1, 2, 2), (2, 1, 2), (3, 1, 1), (0, 3, 4), (1, 3, 3), (2, 5, 0),
    (3, 2, 2), (0, 4, 5), (1, 4, 4), (2, 3, 4), (3, 3, 3), (0, 5, 4), (3, 5, 1), (3, 5, 5),
]  # fmt: skip


def described(
    sizes: tuple[int, int, int], seed: int, row: int
) -> tuple[PlainRow, tuple[int, ...], np.ndarray, np.ndarray]:
    """A row in plain Python, its cards, its features and its summary."""
    # A third of the decks lie nearly by rank and a third by suit, for pairs, straights and flushes.
    luck = random.Random(seed)
    by_rank, by_suit = ((0, 0), (1.5, 0), (0.3, 5))[seed % 3]
    deck = sorted(
        DECK,
        key=lambda card: by_rank * (card >> 2) + by_suit * (card & 3) + luck.random() * 2,
    )
    start = luck.randrange(30)
    deck = deck[start:] + deck[:start]
    top, middle = sizes[0], sizes[0] + sizes[1]
    used = sum(sizes)
    board = Board(tuple(deck[:top]), tuple(deck[top:middle]), tuple(deck[middle:used]))
    unseen = sorted(deck[used + 2 :])
    coming = look_ahead(np.array(unseen, np.int64), 9, chances(), PRICES)
    features = np.zeros(PARTS[row + 1] - PARTS[row], np.float32)
    summary = np.zeros(SUMMARY, np.float32)
    describe_row(
        HAND_TABLES, RULES.arrays, row, rows_of(board), held_by(board), coming, features, summary
    )
    cards = board.rows[row]
    plain = PlainRow(cards, unseen, 9, (3, 5, 5)[row] - len(cards))
    return plain, cards, features, summary


@pytest.mark.slow
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("row", [1, 2])
def test_rows_of_five(sizes: tuple[int, int, int], row: int) -> None:
    for seed in range(40):
        plain, cards, features, summary = described(sizes, seed, row)
        straights, suited = plain.straights(), plain.suited()
        pair, two_pairs, trips = plain.pair(), plain.two_pairs(), plain.trips()
        full, quads = plain.full_house(), plain.quads()
        flush, straight = plain.flush(), any_of(straights)
        assert features[:6].tolist() == [plain.slots == slots for slots in range(6)]
        assert features[36:49].tolist() == [plain.ranks[rank] for rank in range(RANKS)]
        assert features[49:59] == pytest.approx(straights, abs=1e-6)
        live = [1, plain.live_suit() / 10] if len(plain.suits) < 2 else [0, 0]
        assert features[59:61] == pytest.approx(live)
        likely = [flush, sum(suited), suited[-1], straight]
        assert features[61:65] == pytest.approx(likely, abs=1e-6)
        assert features[65:70] == pytest.approx([pair, two_pairs, trips, full, quads], abs=1e-6)
        made, royalty = category_of(cards), 0.0
        if plain.slots == 0:
            strength = strength_of(cards)
            royalty = float(ROYALTY[row, strength])
            assert features[70] == pytest.approx(strength / 7917)
        elif made == 3 and row == 1:
            royalty = 2.0
        assert features[71] == pytest.approx(royalty / 10)
        assert features[72:82].tolist() == [made == category for category in range(10)]
        if plain.slots == 0:
            flush = float(made in (5, 8, 9))
        earned = [quads, full, flush, straight]
        earned = [
            chance * PAYS[row, place] for chance, place in zip(earned, (7, 6, 5, 4), strict=True)
        ]
        assert features[82] == pytest.approx(
            (sum(earned) + sum(suited) * PAYS[row, 8]) / 10, abs=1e-5
        )
        assert features[83] == pytest.approx(max(earned) / 10, abs=1e-6)
        better = 1.0 if made >= 4 else any_of([flush, straight, full, quads])
        reach = [any_of([trips, better])]
        reach.insert(0, any_of([two_pairs, reach[0]]))
        reach.insert(0, any_of([pair, reach[0]]))
        reach += [better, any_of([flush, full])]
        assert summary[6:11] == pytest.approx(reach, abs=1e-6)
        assert_summary(plain, made, cards, summary)


@pytest.mark.parametrize("sizes", SIZES)
def test_tops(sizes: tuple[int, int, int]) -> None:
    for seed in range(40):
        plain, cards, features, summary = described(sizes, seed, 0)
        made = category_of(cards)
        assert features[:4].tolist() == [plain.slots == slots for slots in range(4)]
        assert features[4:7].tolist() == [made == 0, made == 1, made == 3]
        assert features[25:38].tolist() == [plain.ranks[rank] for rank in range(RANKS)]
        pairs = [plain.becomes({rank: 2}) for rank in range(RANKS)]
        assert features[38:51] == pytest.approx(pairs, abs=1e-6)
        trips = 0.0
        if len(plain.ranks) < 2:
            trips = sum(plain.becomes({rank: 3}) for rank in plain.ranks or range(RANKS))
        own = [plain.ranks[rank] > 0 or not cards for rank in range(RANKS)]
        tickets = [chance * float(worth) for chance, worth in zip(pairs, WORTH[:13], strict=True)]
        royalties = [chance * max(0, rank - 3) for rank, chance in enumerate(pairs)]
        paid = [
            trips * 12.25,
            sum(worth for worth, mine in zip(tickets, own, strict=True) if mine),
            max(tickets),
            max(royalties),
        ]
        assert features[51] == pytest.approx(trips, abs=1e-6)
        assert features[52:56] == pytest.approx([figure / 10 for figure in paid], abs=1e-5)
        if plain.slots == 0:
            strength = strength_of(cards)
            ticket = {0: 0.0, 1: float(WORTH[max(plain.ranks, key=lambda r: plain.ranks[r])])}
            ended = [strength / 7917, ROYALTY[0, strength] / 10, ticket.get(made, 12.25) / 10]
            assert features[56:59] == pytest.approx(ended)
        else:
            assert not features[56:].any()
        assert summary[6:9] == pytest.approx([1.0 if made else max(pairs), trips, trips], abs=1e-6)
        assert_summary(plain, made, cards, summary)


def category_of(cards: tuple[int, ...]) -> int:
    """The category of a finished row; of an unfinished one, that of its groups of ranks."""
    if len(cards) == 5:
        return CLASSES[strength_of(cards)][0]
    sizes = sorted(Counter(card >> 2 for card in cards).values(), reverse=True)
    by_groups = {(4,): 7, (3,): 3, (2, 2): 2, (2,): 1}
    return by_groups.get(tuple(size for size in sizes if size > 1), 0)


def assert_summary(plain: PlainRow, made: int, cards: tuple[int, ...], summary: np.ndarray) -> None:
    """What a row is."""
    ranked = sorted(plain.ranks, key=lambda rank: (plain.ranks[rank], rank), reverse=True)
    first = (ranked[0] + 1) / 13 if ranked else 0
    second = (ranked[1] + 1) / 169 if len(ranked) > 1 else 0
    strength = strength_of(cards) if plain.slots == 0 else 0
    told = [made, made + first + second, plain.slots, first, plain.slots == 0, strength]
    assert summary[:6] == pytest.approx([float(one) for one in told])


def test_what_is_to_come() -> None:
    coming: Coming = look_ahead(np.array(DECK[7:], np.int64), 9, chances(), PRICES)
    features = np.zeros(PARTS[4] - PARTS[3], np.float32)
    describe_coming(coming, features)
    live = [sum(card >> 2 == rank for card in DECK[7:]) / 4 for rank in range(RANKS)]
    rest = [45 / 40, 9 / 12, -0.6, 0.9, 0.95, 1.0, 1.225, 0, 0, 0, 0]
    assert features == pytest.approx([*live, *rest])
