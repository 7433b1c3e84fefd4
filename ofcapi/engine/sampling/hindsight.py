"""The policy ``hindsight-1``: its plan for each street, and how it places and samples.

The loops are in ``kernels.hindsight``. Another policy, or another plan, gets another name, because
the same question with the same seed is then answered differently.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import HAND_TABLES, strength_of
from ofcapi.engine.game.rules import BOARD_SIZE, Deal
from ofcapi.engine.kernels import endings
from ofcapi.engine.kernels import hindsight as loops
from ofcapi.engine.kernels.random import start_state
from ofcapi.engine.kernels.shapes import Leaf
from ofcapi.engine.play.exact import new_last, new_space, rows_of
from ofcapi.engine.play.ways import ways_of, ways_to_place
from ofcapi.engine.sampling.estimates import (
    Finisher,
    Sampler,
    Samples,
    figures_of,
    new_tallies,
    read_tallies,
)
from ofcapi.engine.worth.values import Valuation, combine, combine_with_rows, kinds_of

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
    """The policy's plan for a way of dealing, (open slots, legs, 3): see ``loops.Game``."""
    plan = np.zeros((BOARD_SIZE, _LEGS, 3), np.int64)
    for slots, race in _RACES[deal].items():
        plan[slots, : len(race)] = race
    return plan


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


def new_race(dealt: int, ways: int) -> loops.Race:
    """Working space for a choice among so many ways to place so many dealt cards."""
    subsets, sizes = _subsets()
    sets = 1 << dealt
    shape = (3, sets, subsets.shape[2])
    return loops.Race(
        subsets=subsets,
        sizes=sizes,
        dealt=loops.Sums(*np.zeros((3, sets), np.int64)),
        future=loops.Sums(*np.zeros((3, 1 << MOST_CARDS), np.int64)),
        finishes=loops.Finishes(
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


def new_game(valuation: Valuation, leaf: Leaf, dealt: int, kept: int) -> loops.Game:
    """A decision about dealt cards in the form that the loops use; ``leaf`` is what play is for."""
    rules = valuation.rules
    return loops.Game(
        HAND_TABLES, rules.arrays, leaf, valuation.points, kinds_of(valuation).number,
        dealt, kept, ways_of(dealt, kept), plan_of(rules.rules.deal.name),
    )  # fmt: skip


def new_workspace(game: loops.Game, left: int) -> loops.Workspace:
    """Working space of one thread for a game with at most so many cards left at its end."""
    race = new_race(game.dealt, game.ways.shape[0])
    return loops.Workspace(race, new_space(left), new_last(left))


def kept_of(board: Board, deal: Deal) -> int:
    """How many of the next dealt cards the player of a board keeps."""
    return deal.kept if board.cards else deal.opening


class Hindsight:
    """Plays any rules, objective and opponents, from any street, by futures seen in hindsight.

    It plays from boards with ``slots`` open slots and ``unseen`` cards on. ``choose`` is for one
    thread at a time.
    """

    name = POLICY
    leaders = 6
    """How many placements the last round of a ranking compares."""
    enough_to_trust = 8
    """Samples with which the order of many placements means more than the one before."""
    chunk = 4
    """Samples played between two looks at the clock: a few milliseconds."""

    def __init__(self, valuation: Valuation, slots: int, unseen: int) -> None:
        deal = valuation.rules.rules.deal
        self.valuation = valuation
        self.figures = figures_of(valuation)
        self.left = unseen - self.sampled_streets(slots) * deal.dealt
        together = comb(self.left, deal.dealt) if deal.kept == 2 else self.left * (self.left - 1)
        self.plan = plan_of(deal.name)
        most_futures = int(self.plan[:, :, loops.FUTURES].sum(axis=1).max())
        self.sums = max(together, most_futures)
        self.leaf = combine(valuation, self.sums)
        self._choosing: dict[int, tuple[loops.Game, loops.Workspace]] = {}

    def sampled_streets(self, slots: int) -> int:
        """How many streets of a board with so many open slots are sampled: all but the last."""
        return max(0, (slots - 2) // self.valuation.rules.rules.deal.kept)

    def default_samples(self, slots: int, ranking: bool) -> int:
        """Samples of a board, or of a ranking's leaders: a fraction of a second on two cores."""
        return (_LEADER_SAMPLES if ranking else _SAMPLES).get(slots, 2)

    def first_order(
        self, board: Board, dealt: Sequence[int], unseen: Sequence[int], seed: int
    ) -> tuple[list[int], int]:
        """The placements as a first look at a few futures ranks them, and how many may be best.

        Such a look rules none out.
        """
        game, workspace = self._decision(board, len(dealt))
        slots = board.open_slots - game.kept
        if slots <= 2:
            ways = len(ways_to_place(board, dealt, game.kept))
            return list(range(ways)), ways
        race, rows = workspace.race, rows_of(board)
        state = np.zeros(1, np.uint64)
        start_state(state, seed, _NO_SAMPLE)
        loops.sum_subsets(HAND_TABLES, np.array(dealt, np.int64), race.dealt)
        loops.start_race(rows, game.ways, race)
        drawn = int(self.plan[slots, 0, loops.CARDS])
        cards = np.array(sorted(unseen), np.int64)
        loops.see_futures(game, rows, cards, _FIRST_FUTURES, drawn, state, race)
        order: list[int] = np.argsort(-race.totals[race.running], kind="stable").tolist()
        return order, len(order)

    def choose(
        self,
        board: Board,
        dealt: Sequence[int],
        unseen: Sequence[int],
        state: NDArray[np.uint64],
    ) -> NDArray[np.int64]:
        """The way to place the dealt cards, see ``policy.Policy``."""
        game, workspace = self._decision(board, len(dealt))
        way = loops.choose_placement(
            game, rows_of(board), np.array(dealt, np.int64), np.array(sorted(unseen), np.int64),
            state, workspace,
        )  # fmt: skip
        return np.asarray(game.ways[way])

    def _decision(self, board: Board, dealt: int) -> tuple[loops.Game, loops.Workspace]:
        if dealt not in self._choosing:
            kept = kept_of(board, self.valuation.rules.rules.deal)
            game = new_game(self.valuation, self.leaf, dealt, kept)
            self._choosing[dealt] = game, new_workspace(game, self.left)
        return self._choosing[dealt]

    def new_finisher(self, unseen: Sequence[int], seed: int) -> Finisher:
        """What plays boards to their ends in one thread, see ``policy.SampledPolicy``."""
        deal = self.valuation.rules.rules.deal
        leaf = combine_with_rows(self.valuation, self.sums)
        game = new_game(self.valuation, leaf, deal.dealt, deal.kept)
        workspace = new_workspace(game, self.left)
        deck = np.array(sorted(unseen), np.int64)

        def finish(board: Board, begin: int, end: int) -> NDArray[np.int64]:
            ends = np.zeros((end - begin, 3), np.int64)
            loops.play_boards(game, rows_of(board), deck, seed, begin, workspace, ends)
            return ends

        return finish

    def new_sampler(self, unseen: Sequence[int], seed: int) -> Sampler:
        """What plays samples in one thread, one deal each, whether whole or not."""
        deal = self.valuation.rules.rules.deal
        game = new_game(self.valuation, self.leaf, deal.dealt, deal.kept)
        workspace = new_workspace(game, self.left)
        deck = np.array(sorted(unseen), np.int64)

        def play(board: Board, begin: int, end: int, whole: bool) -> Samples:
            del whole
            tallies = new_tallies(self.valuation, end - begin)
            arrays, kinds = self.valuation.rules.arrays, kinds_of(self.valuation).number
            if board.complete:
                ends = np.array([[strength_of(cards)] for cards in board.rows], np.int64)
                for sample in range(end - begin):
                    endings.count_outcomes(
                        arrays, self.valuation.points, kinds, ends, np.ones(1, np.int64),
                        endings.Tally(*(part[sample] for part in tallies)),
                    )  # fmt: skip
            else:
                loops.play_samples(game, rows_of(board), deck, seed, begin, workspace, *tallies)
            return read_tallies(self.valuation, self.figures, tallies)

        return play
