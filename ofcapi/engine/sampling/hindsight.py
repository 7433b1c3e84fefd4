"""The policy ``hindsight-1``: its plan for each street, and the player who follows it.

The loops are in ``kernels.policy``. Another policy, or another plan, gets another name, because
the same question with the same seed is then answered differently.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import HAND_TABLES, strength_of
from ofcapi.engine.game.rules import BOARD_SIZE
from ofcapi.engine.kernels import endings, policy
from ofcapi.engine.play.exact import new_last, new_space, rows_of
from ofcapi.engine.sampling.estimates import Figures, Samples, new_tallies, read_tallies
from ofcapi.engine.worth.values import Valuation, combine

POLICY = "hindsight-1"
"""The name that answers give."""

_LEGS = 3
_RACES = {
    "pineapple": {
        8: [(30, 8, 60), (100, 8, 15), (300, 8, 1)],
        6: [(14, 7, 12), (28, 7, 4), (56, 7, 1)],
        4: [(35, 5, 6), (70, 5, 1)],
    },
    "turbo": {
        8: [(30, 8, 60), (100, 8, 15), (300, 8, 1)],
        6: [(14, 6, 5), (56, 6, 1)],
        4: [(14, 4, 5), (56, 4, 1)],
    },
    "classic": {
        8: [(30, 8, 60), (100, 8, 15), (300, 8, 1)],
        **{slots: [(42, slots, 1)] for slots in range(3, 8)},
    },
}
"""For each number of open slots the legs of the policy's race: futures, cards of each, ways kept.

Chosen by measurement, see ``docs/sampled.md``: with as many cards as there are slots hindsight errs
least, with one more where every street discards a card.
"""

MOST_CARDS = 8
"""The most cards that a future has."""


@cache
def plan_of(deal: str) -> NDArray[np.int64]:
    """The policy's plan for a way of dealing, (open slots, legs, 3), see ``kernels.policy``."""
    plan = np.zeros((BOARD_SIZE, _LEGS, 3), np.int64)
    for slots, race in _RACES[deal].items():
        plan[slots, : len(race)] = race
    return plan


@cache
def ways_of(dealt: int, kept: int) -> NDArray[np.int64]:
    """The ways to place dealt cards in the order of ``ways_to_place``: bit sets by row, (n, 3)."""
    ways = []
    for places in combinations(range(dealt), kept):
        for rows in product(range(3), repeat=kept):
            sets = [0, 0, 0]
            for place, row in zip(places, rows, strict=True):
                sets[row] |= 1 << place
            ways.append(sets)
    return np.array(ways, np.int64)


@cache
def _subsets() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All bit sets by cards and cards taken, ascending, and how many there are."""
    most = 6
    subsets = np.zeros((MOST_CARDS + 1, most, comb(MOST_CARDS, MOST_CARDS // 2)), np.int64)
    sizes = np.zeros((MOST_CARDS + 1, most), np.int64)
    for cards in range(MOST_CARDS + 1):
        for taken in range(most):
            sets = [sum(1 << c for c in chosen) for chosen in combinations(range(cards), taken)]
            sizes[cards, taken] = len(sets)
            subsets[cards, taken, : len(sets)] = sorted(sets)
    return subsets, sizes


def new_race(dealt: int, ways: int) -> policy.Race:
    """Working space for a choice among so many ways to place so many dealt cards."""
    subsets, sizes = _subsets()
    sets = 1 << dealt
    shape = (3, sets, subsets.shape[2])
    return policy.Race(
        subsets=subsets,
        sizes=sizes,
        dealt=policy.Sums(*np.zeros((3, sets), np.int64)),
        future=policy.Sums(*np.zeros((3, 1 << MOST_CARDS), np.int64)),
        finishes=policy.Finishes(
            strength=np.zeros(shape, np.int64),
            value=np.zeros(shape, np.int64),
            code=np.zeros(shape, np.int64),
            cards=np.zeros(shape, np.int64),
            found=np.zeros((3, sets), np.int64),
            best=np.zeros((3, sets), np.int64),
            wanted=np.zeros((3, sets), np.bool_),
        ),
        totals=np.zeros(ways, np.int64),
        running=np.zeros(ways, np.bool_),
        deck=np.zeros(52, np.int64),
    )


_SAMPLES = {8: 400, 7: 400, 6: 600, 5: 800, 4: 1500, 3: 1500}
_LEADER_SAMPLES = {8: 100, 7: 150, 6: 100, 5: 300, 4: 300, 3: 500}
_FIRST_FUTURES = 4
_NO_SAMPLE = 1 << 62


class HindsightPlayer:
    """Plays any rules, objective and opponents, from any street, by futures seen in hindsight."""

    name = POLICY
    leaders = 6
    """How many placements the last round of a ranking compares."""
    enough_to_trust = 8
    """Samples with which the order of many placements means more than the one before."""
    chunk = 4
    """Samples played between two looks at the clock: a few milliseconds."""

    def __init__(
        self, valuation: Valuation, unseen: Sequence[int], slots: int, seed: int, figures: Figures
    ) -> None:
        deal = valuation.rules.rules.deal
        self.valuation = valuation
        self.unseen = np.array(sorted(unseen), np.int64)
        self.seed = seed
        self.figures = figures
        self.left = self.unseen.size - self.sampled_streets(slots) * deal.dealt
        together = comb(self.left, deal.dealt) if deal.kept == 2 else self.left * (self.left - 1)
        self.plan = plan_of(deal.name)
        most_futures = int(self.plan[:, :, policy.FUTURES].sum(axis=1).max())
        self.leaf = combine(valuation, max(together, most_futures))
        self.game = self._game(deal.dealt, deal.kept)

    def sampled_streets(self, slots: int) -> int:
        """How many streets of a board with so many open slots are sampled: all but the last."""
        return max(0, (slots - 2) // self.valuation.rules.rules.deal.kept)

    def default_samples(self, slots: int, ranking: bool) -> int:
        """Samples of a board, or of a ranking's leaders: a fraction of a second on two cores."""
        return (_LEADER_SAMPLES if ranking else _SAMPLES).get(slots, 2)

    def _game(self, dealt: int, kept: int) -> policy.Game:
        valuation = self.valuation
        return policy.Game(
            HAND_TABLES, valuation.rules.arrays, self.leaf, valuation.points, valuation.kind,
            dealt, kept, ways_of(dealt, kept), self.plan,
        )  # fmt: skip

    def first_order(
        self, board: Board, dealt: list[int], kept: int, ways: int
    ) -> tuple[list[int], int]:
        """The placements as a first look at a few futures ranks them, and how many may be best.

        Such a look rules none out.
        """
        if board.open_slots - kept <= 2:
            return list(range(ways)), ways
        game, race, state = self._begin(len(dealt), kept)
        rows, hand = rows_of(board), np.array(dealt, np.int64)
        policy.sum_subsets(HAND_TABLES, hand, race.dealt)
        policy.start_race(rows, game.ways, race)
        drawn = int(self.plan[board.open_slots - kept, 0, policy.CARDS])
        policy.see_futures(game, rows, self.unseen, _FIRST_FUTURES, drawn, state, race)
        return np.argsort(-race.totals[race.running], kind="stable").tolist(), ways

    def choose(self, board: Board, dealt: list[int], kept: int) -> NDArray[np.int64]:
        """The way to place the dealt cards, (3,): by row the bit set of them."""
        game, race, state = self._begin(len(dealt), kept)
        table = policy.Table(race, new_space(self.left), new_last(self.left))
        hand = np.array(dealt, np.int64)
        way = policy.choose_placement(game, rows_of(board), hand, self.unseen, state, table)
        return np.asarray(game.ways[way])

    def _begin(self, dealt: int, kept: int) -> tuple[policy.Game, policy.Race, NDArray[np.uint64]]:
        """A decision about so many cards, with a generator that no sample uses."""
        game = self._game(dealt, kept)
        state = np.zeros(1, np.uint64)
        policy.start_state(state, self.seed, _NO_SAMPLE)
        return game, new_race(dealt, game.ways.shape[0]), state

    def ready(self) -> Callable[[Board, int, int, bool], Samples]:
        """What plays samples in one thread: a function of the board, begin, end, and whether whole.

        It gives the figures of samples begin .. end, one deal each whether whole or not.
        """
        race = new_race(self.game.dealt, self.game.ways.shape[0])
        table = policy.Table(race, new_space(self.left), new_last(self.left))

        def play(board: Board, begin: int, end: int, whole: bool) -> Samples:
            del whole
            tallies = new_tallies(self.valuation, end - begin)
            if board.complete:
                ends = np.array([[strength_of(cards)] for cards in board.rows], np.int64)
                for sample in range(end - begin):
                    endings.count_outcomes(
                        self.valuation.rules.arrays, self.valuation.points, self.valuation.kind,
                        ends, np.ones(1, np.int64),
                        endings.Tally(*(part[sample] for part in tallies)),
                    )  # fmt: skip
            else:
                policy.play_samples(
                    self.game, rows_of(board), self.unseen, self.seed, begin, table, *tallies
                )
            return read_tallies(self.valuation, self.figures, tallies)

        return play
