"""The policy ``outlook-1``: its networks, what they look at, and how it places and samples.

The networks value boards of five, seven and nine cards in Pineapple. How they came about:
docs/early-streets.md; made by ``python -m train``. The loops are in ``kernels.features``,
``kernels.network`` and ``kernels.outlook``.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from math import comb

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import (
    CATEGORIES,
    CLASSES,
    FIVE_CARD_STRENGTHS,
    HAND_TABLES,
    THREE_CARD_STRENGTHS,
)
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import BOTTOM, MIDDLE, TOP
from ofcapi.engine.kernels import features, two_card
from ofcapi.engine.kernels import outlook as loops
from ofcapi.engine.kernels.hindsight import (
    Game,
    Workspace,
    choose_placement,
    play_boards,
    play_samples,
)
from ofcapi.engine.kernels.network import NO_ROOM, Look, Network, hold_card
from ofcapi.engine.kernels.shapes import PAIR, THREE_OF_A_KIND
from ofcapi.engine.play.exact import new_last, new_space, new_streets, rows_of
from ofcapi.engine.play.question import Question
from ofcapi.engine.sampling.estimates import (
    Finisher,
    Sampler,
    Samples,
    figures_of,
    new_tallies,
    read_tallies,
)
from ofcapi.engine.sampling.hindsight import kept_of, new_game, new_race, new_workspace
from ofcapi.engine.worth.values import Valuation, combine, combine_with_rows, value_boards_by

POLICY = "outlook-1"
"""The name that answers give."""
NETWORKS = "outlook.npz"

SLOTS = (6, 8)
"""Open slots of the boards that the policy is for: before them nothing, after them exact play."""
LEAST_FOUL, MOST_TICKET = -15, 60
"""Values that the policy is for, in points; a foul costs, a ticket is worth something.

Its networks learnt tickets of three of a kind up to 38 points; that it stays the better policy up
to 60 was measured, see docs/early-streets.md.
"""
FOUL_BESIDE_OPPONENTS = Fraction(-4)
"""What the networks take a foul to be worth beside opponents: see ``looks_of``."""
FEWEST, MOST, DOUBT = 3, 10, 0.8
"""How many placements a ranking looks into, and within how many points of the network's first."""
_SAMPLES, _LEADER_SAMPLES = {8: 40, 6: 40}, {8: 24, 6: 16}
"""Samples by open slots: standard errors of some 0.08 points on two cores within a second."""
DEALS = 45
"""Deals of a sample."""
_OTHER_NUMBERS = 0x5DEECE66D
PLAYED = 4
"""How many of them are played to the end."""


MOST_SEEN, MOST_LIVE, MOST_WANTED = 12, 13, 5
"""Largest numbers of the table of chances."""


@cache
def chances() -> NDArray[np.float32]:
    """Chances that cards come, (53, 13, 14, 6) float32.

    ``[unseen, seen, live, wanted]`` is the chance that at least ``wanted`` of ``live`` cards are
    among the ``seen`` ones of ``unseen`` (hypergeometric); 0 where the numbers are impossible.
    """
    table = np.zeros((53, MOST_SEEN + 1, MOST_LIVE + 1, MOST_WANTED + 1), np.float32)
    for unseen in range(53):
        for seen in range(min(unseen, MOST_SEEN) + 1):
            for live in range(min(unseen, MOST_LIVE) + 1):
                missed = 0
                for wanted in range(MOST_WANTED + 1):
                    table[unseen, seen, live, wanted] = 1 - missed / comb(unseen, seen)
                    if wanted <= seen:
                        missed += comb(live, wanted) * comb(unseen - live, seen - wanted)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=16)
def prices_of(valuation: Valuation) -> features.Prices:
    """What a question pays, as the networks look at it: tickets of tops, royalties, the foul."""
    arrays, points, scale = valuation.rules.arrays, valuation.points, valuation.scale
    worth = np.zeros(features.RANKS + 1, np.float32)
    royalty = arrays.royalty.astype(np.float64)
    for strength in THREE_CARD_STRENGTHS:
        category, rank, *_ = CLASSES[strength]
        if category in (PAIR, THREE_OF_A_KIND):
            place = rank if category == PAIR else features.RANKS
            ticket = float(points.row[TOP, strength]) / scale - royalty[TOP, strength]
            ticket += float(points.joint[points.code[TOP, strength]]) / scale
            worth[place] = ticket
    pays = np.zeros((3, len(CATEGORIES)), np.float32)
    fives = list(FIVE_CARD_STRENGTHS)
    for row in (MIDDLE, BOTTOM):
        pays[row, arrays.category[BOTTOM, fives]] = royalty[row, fives]
    return features.Prices(worth, pays, float(points.foul) / scale)


def new_look(dealt: int, units: int) -> Look:
    """Working space to look at the ways to place so many cards, for layers of so many units."""
    sets = 1 << dealt
    return Look(
        known=np.zeros((3, sets), np.bool_),
        fits=np.zeros((3, sets), np.bool_),
        sums=np.zeros((3, sets, units), np.float32),
        summaries=np.zeros((3, sets, features.SUMMARY), np.float32),
        shared=np.zeros(units, np.float32),
        total=np.zeros(units, np.float32),
        hidden=np.zeros(units, np.float32),
        features=np.zeros(features.FIVE_FEATURES, np.float32),
        rows=np.zeros((3, 4), np.int64),
        held=np.zeros((3, features.RANKS), np.int64),
    )


@cache
def networks() -> tuple[Network, Network, Network]:
    """The networks of boards of five, seven and nine cards."""
    with files("ofcapi.engine").joinpath("data", NETWORKS).open("rb") as file:
        arrays = np.load(file)
        five, seven, nine = (
            Network(**{name: arrays[f"{cards}_{name}"] for name in Network._fields})
            for cards in ("five", "seven", "nine")
        )
    return five, seven, nine


def looks_of(question: Question) -> Valuation:
    """What the networks play for: a question's own board and tickets.

    They know no opponents. Beside some, a foul costs less than it does alone, because the royalties
    of an opponent are paid whether we foul or not.
    """
    values = question.values
    if question.settles:
        values = replace(values, foul=FOUL_BESIDE_OPPONENTS)
    return value_boards_by(question.compiled, question.objective, values, ())


def fits(question: Question) -> bool:
    """Whether the networks learnt what a question asks.

    That is points, in Pineapple with high rows and the usual royalties, with a foul and tickets of
    a worth that they have seen.
    """
    rules, usual = question.rules, PRESETS["pineapple"]
    if question.objective.kind != "points":
        return False
    if (rules.deal.name, rules.middle, rules.royalties) != (
        usual.deal.name,
        usual.middle,
        usual.royalties,
    ):
        return False
    prices = prices_of(looks_of(question))
    tickets_known = 0 <= prices.worth.min() and prices.worth.max() <= MOST_TICKET
    return bool(LEAST_FOUL <= prices.foul <= 0 and tickets_known)


def held_by(board: Board) -> NDArray[np.int64]:
    """How many cards of each rank each row holds, (3, 13) int64."""
    held = np.zeros((3, features.RANKS), np.int64)
    for row, cards in enumerate(board.rows):
        for card in cards:
            hold_card(held, row, card)
    return held


class Outlook:
    """Plays Pineapple for points by networks, from boards with six or eight open slots on.

    ``slots`` are open and ``unseen`` cards may come where it begins. The networks play for what
    ``looks`` values, see ``looks_of``, by default for ``valuation``; the last two streets are
    played exactly for ``valuation``. ``choose`` is for one thread at a time.
    """

    name = POLICY
    leaders = 3
    """How many placements the last round of a ranking compares."""
    enough_to_trust = 2
    """Samples with which the order of many placements means more than the network's."""
    chunk = 2
    """Samples played between two looks at the clock: some 30 milliseconds."""

    def __init__(
        self, valuation: Valuation, slots: int, unseen: int, looks: Valuation | None = None
    ) -> None:
        self.valuation = valuation
        self.figures = figures_of(valuation)
        self.left = unseen - self.sampled_streets(slots) * valuation.rules.rules.deal.dealt
        self.leaf = combine(valuation, comb(self.left, 3) * comb(self.left - 3, 3))
        self.outlook = loops.Outlook(*networks(), chances(), prices_of(looks or valuation))
        self._choosing: dict[int, tuple[Game, Look]] = {}
        self._last: Workspace | None = None

    def sampled_streets(self, slots: int) -> int:
        """How many streets of a board with so many open slots are sampled: all but two."""
        return (slots - 4) // self.valuation.rules.rules.deal.kept

    def default_samples(self, slots: int, ranking: bool) -> int:
        """Samples of a board, or of a ranking's leaders: a fraction of a second on two cores."""
        return (_LEADER_SAMPLES if ranking else _SAMPLES)[slots]

    def value_ways(
        self, board: Board, dealt: Sequence[int], unseen: Sequence[int]
    ) -> NDArray[np.float64]:
        """What the network makes of each way to place the dealt cards, in points.

        ``NO_ROOM`` for a way that the board has no room for.
        """
        game, look = self._decision(board, len(dealt))
        values = np.zeros(game.ways.shape[0])
        loops.choose_by_outlook(
            game, self.outlook, rows_of(board), held_by(board), np.array(dealt, np.int64),
            np.array(sorted(unseen), np.int64), look, values,
        )  # fmt: skip
        return values

    def first_order(
        self, board: Board, dealt: Sequence[int], unseen: Sequence[int], seed: int
    ) -> tuple[list[int], int]:
        """The placements as the network ranks them, best first, and how many of them may be best.

        Those are the ones within ``DOUBT`` of the first, ``FEWEST`` to ``MOST`` of them.
        """
        del seed
        values = self.value_ways(board, dealt, unseen)
        values = values[values > NO_ROOM]
        near = int((values > values.max() - DOUBT).sum())
        order: list[int] = np.argsort(-values, kind="stable").tolist()
        return order, min(len(order), max(FEWEST, min(near, MOST)))

    def choose(
        self,
        board: Board,
        dealt: Sequence[int],
        unseen: Sequence[int],
        state: NDArray[np.uint64],
    ) -> NDArray[np.int64]:
        """The way to place the dealt cards, see ``policy.Policy``."""
        game, _ = self._decision(board, len(dealt))
        if board.open_slots - game.kept > 2:
            return np.asarray(game.ways[self.value_ways(board, dealt, unseen).argmax()])
        if self._last is None:
            self._last = new_workspace(game, self.left)
        way = choose_placement(
            game, rows_of(board), np.array(dealt, np.int64), np.array(sorted(unseen), np.int64),
            state, self._last,
        )  # fmt: skip
        return np.asarray(game.ways[way])

    def _decision(self, board: Board, dealt: int) -> tuple[Game, Look]:
        if dealt not in self._choosing:
            kept = kept_of(board, self.valuation.rules.rules.deal)
            game = new_game(self.valuation, self.leaf, dealt, kept)
            self._choosing[dealt] = game, new_look(dealt, units())
        return self._choosing[dealt]

    def new_finisher(self, unseen: Sequence[int], seed: int) -> Finisher:
        """What plays boards to their ends in one thread, see ``policy.SampledPolicy``."""
        deal, left = self.valuation.rules.rules.deal, self.left
        leaf = combine_with_rows(self.valuation, comb(left - 3, 3))
        game = new_game(self.valuation, leaf, deal.dealt, deal.kept)
        deck = np.array(sorted(unseen), np.int64)
        look, ways = new_look(game.dealt, units()), np.zeros(game.ways.shape[0])
        workspace = Workspace(new_race(0, 0), new_space(left - game.dealt), new_last(0))

        def finish(board: Board, begin: int, end: int) -> NDArray[np.int64]:
            count = end - begin
            boards, decks = np.zeros((count, 3, 4), np.int64), np.zeros((count, left), np.int64)
            ends = np.zeros((count, 3), np.int64)
            loops.play_deals(
                game, self.outlook, rows_of(board), held_by(board), deck, seed, begin, look, ways,
                boards, decks, np.zeros(count),
            )  # fmt: skip
            for number in range(count):
                play_boards(
                    game, boards[number], decks[number], seed ^ _OTHER_NUMBERS, begin + number,
                    workspace, ends[number : number + 1],
                )  # fmt: skip
            return ends

        return finish

    def new_sampler(self, unseen: Sequence[int], seed: int) -> Sampler:
        """What plays samples in one thread.

        A whole sample is a bundle of deals, played by the networks to boards with two streets to
        come. The networks' values of these boards are averaged, one board is valued exactly as
        well, and

            points = average of the network + (exact - network) of one board

        has the right mean even where the network errs, and a small error where it is good:
        the values of two boards differ by points, exact value and network by tenths. A few of the
        deals are played out; they give all figures, and what they say of points beyond the above
        is luck, the sample's control. A sample that is not whole is one deal, played out.
        """
        deal, left = self.valuation.rules.rules.deal, self.left
        game = new_game(self.valuation, self.leaf, deal.dealt, deal.kept)
        deck = np.array(sorted(unseen), np.int64)
        look, ways = new_look(game.dealt, units()), np.zeros(game.ways.shape[0])
        boards, decks = np.zeros((DEALS, 3, 4), np.int64), np.zeros((DEALS, left), np.int64)
        values = np.zeros(DEALS)
        streets = new_streets(left)
        workspace = Workspace(new_race(0, 0), new_space(left - game.dealt), new_last(0))
        # Streets that are played out must not repeat the luck of those before.
        ending = seed ^ _OTHER_NUMBERS
        every = comb(left, 3) * comb(left - 3, 3) * self.valuation.scale

        def play(board: Board, begin: int, end: int, whole: bool) -> Samples:
            deals, played = (DEALS, PLAYED) if whole else (1, 1)
            rows, held = rows_of(board), held_by(board)
            tallies = new_tallies(self.valuation, (end - begin) * played)
            points = np.zeros(end - begin)
            for place, sample in enumerate(range(begin, end)):
                loops.play_deals(
                    game, self.outlook, rows, held, deck, seed, sample, look, ways,
                    boards[:deals], decks[:deals], values[:deals],
                )  # fmt: skip
                for number in range(played):
                    at = place * played + number
                    play_samples(
                        game, boards[number], decks[number], ending, PLAYED * sample + number,
                        workspace, *(part[at : at + 1] for part in tallies),
                    )  # fmt: skip
                if whole:
                    exact = two_card.sum_best_play(
                        HAND_TABLES, game.arrays, self.leaf, boards[0], decks[0], game.dealt,
                        streets,
                    )  # fmt: skip
                    points[place] = values.mean() + exact / every - values[0]
            figures = read_tallies(self.valuation, self.figures, tallies)
            figures = np.asarray(figures.reshape(end - begin, played, -1).mean(axis=1))
            if whole:
                figures[:, -1] = figures[:, 1] - points
            return figures

        return play


def units() -> int:
    """Units of the widest layer."""
    return max(network.first_bias.size for network in networks())
