"""Odds by sampling, for boards too far from their end to be played exactly.

A sample is one deal of the streets to come. The policy of ``kernels.policy`` plays it street by
street, and the last street (in classic the last two cards) is not dealt but counted over all its
deals, so that a sample is a conditional expectation: a chance to foul, expected royalties. The
answer is the mean over the samples. It is what the policy makes of the board, and so on average
no more than what best play makes of it.

Sample i of a seed deals the same cards to every board, so that placements are compared on the same
luck, whatever other placements there are, and whatever the number of threads.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from math import comb
from threading import Lock
from time import monotonic
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.board import Board
from ofcapi.engine.estimates import SampledOdds, estimate_odds, figures_of
from ofcapi.engine.exact import new_last, new_space, rows_of
from ofcapi.engine.hands import HAND_TABLES, strength_of
from ofcapi.engine.hindsight import new_race, plan_of, ways_of
from ofcapi.engine.kernels import endings, policy
from ofcapi.engine.play import PositionError, check_position, ways_to_place
from ofcapi.engine.rules import CompiledRules
from ofcapi.engine.values import (
    FOUL_ONLY,
    POINTS,
    Objective,
    Valuation,
    Values,
    combine,
    value_boards_by,
)

LEAST_SAMPLES = 2
"""Samples below which there is no standard error."""

LEADERS = 6
"""How many placements the last round of a ranking compares."""


Place: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""By row the cards placed."""


@dataclass(frozen=True, slots=True)
class SampledPlacement:
    """One way to place dealt cards: by row the cards placed, the discards, the board after."""

    place: Place
    discards: tuple[int, ...]
    board: Board
    odds: SampledOdds


@dataclass(frozen=True, slots=True)
class SampledRanking:
    """Placements, best first: by the round that they reached, then objective, then points.

    ``count`` is the number of legal placements; ``samples`` is how many the best one has;
    ``complete`` is False where the deadline came before the last round's end, and then placements
    that got no samples are left out.
    """

    placements: list[SampledPlacement]
    count: int
    samples: int
    complete: bool


def sample_odds(
    board: Board,
    rules: CompiledRules,
    unseen: Sequence[int],
    objective: Objective = POINTS,
    values: Values = FOUL_ONLY,
    opponents: Sequence[Board] = (),
    samples: int | None = None,
    seed: int = 0,
    threads: int = 2,
    deadline: float | None = None,
) -> SampledOdds:
    """What the policy makes of a board that stands at the end of a street.

    ``unseen`` are the cards that may still come; ``opponents`` are finished boards to settle
    against. ``samples`` is ``default_samples`` where it is None, and no more than two where
    nothing is left to chance. ``deadline`` is in ``time.monotonic`` seconds; past it no more
    samples are begun but the first few, and the answer is not ``complete``.

    Raises ``PositionError`` for a board that cannot stand at the end of a street or lacks unseen
    cards to finish with; ``ObjectiveError`` and ``ValuesError`` as ``values`` says;
    ``ValueError`` for fewer than two samples.
    """
    check_position(board, rules, len(unseen))
    valuation = value_boards_by(rules, objective, values, tuple(opponents))
    samples = _samples(samples, board.open_slots, rules, ranking=False)
    player = _Player(valuation, unseen, board.open_slots, seed, threads, deadline)
    figures = player.play([(board, 0, samples)])[0]
    return player.odds(board, figures, figures.shape[0] == samples)


def sample_placements(
    board: Board,
    dealt: Sequence[int],
    rules: CompiledRules,
    unseen: Sequence[int],
    objective: Objective = POINTS,
    values: Values = FOUL_ONLY,
    opponents: Sequence[Board] = (),
    samples: int | None = None,
    seed: int = 0,
    threads: int = 2,
    deadline: float | None = None,
    limit: int | None = None,
) -> SampledRanking:
    """Every legal way to place the dealt cards, best first.

    The dealt cards are the opening five of an empty board, or a street's. ``unseen`` are the
    cards that may come after this deal. All placements get a few samples, the best quarter of them
    more, and so on (``rounds_of``), and that again with four times as many until the leaders have
    ``samples``. ``limit`` bounds how many
    placements are returned. Other arguments and errors as in ``sample_odds``; a deal of another
    size than the rules say, or one with no room on the board, is a ``PositionError``.
    """
    hand, kept, places = _decision(board, dealt, rules, len(unseen))
    slots = board.open_slots - kept
    boards = [_with(board, place) for place in places]
    valuation = value_boards_by(rules, objective, values, tuple(opponents))
    samples = _samples(samples, slots, rules, ranking=True)
    player = _Player(valuation, unseen, slots, seed, threads, deadline)
    race = _Race(player, boards, player.first_order(board, hand, kept, len(places)))
    complete = all(race.run(target) for target in passes_of(samples))
    figures = race.figures
    listed = []
    for way in race.standing[:limit]:
        kept_cards = boards[way].cards
        discards = tuple(card for card in dealt if card not in kept_cards)
        odds = player.odds(boards[way], figures[way], complete)
        listed.append(SampledPlacement(places[way], discards, boards[way], odds))
    return SampledRanking(listed, len(places), listed[0].odds.samples, complete)


def choose_placement(
    board: Board,
    dealt: Sequence[int],
    rules: CompiledRules,
    unseen: Sequence[int],
    objective: Objective = POINTS,
    values: Values = FOUL_ONLY,
    opponents: Sequence[Board] = (),
    seed: int = 0,
) -> Board:
    """The board after the placement that the policy plays, without any samples.

    At least two slots must be open after it. Arguments and errors as in ``sample_placements``.
    """
    hand, kept, _ = _decision(board, dealt, rules, len(unseen))
    slots = board.open_slots - kept
    valuation = value_boards_by(rules, objective, values, tuple(opponents))
    player = _Player(valuation, unseen, slots, seed, 1, None)
    return _with(board, player.choose(board, hand, kept))


def _decision(
    board: Board, dealt: Sequence[int], rules: CompiledRules, unseen: int
) -> tuple[list[int], int, list[Place]]:
    """The dealt cards in order, how many are kept, every way; raises ``PositionError``."""
    deal = rules.rules.deal
    count, kept = deal.dealt, deal.kept
    if board.cards:
        check_position(board, rules, unseen + count)
    else:
        count = kept = deal.opening
    if len(dealt) != count:
        raise PositionError(f"{deal.name} deals {count} here, not {len(dealt)}")
    if board.open_slots < kept:
        raise PositionError(f"the board has no room for {kept} more")
    hand = sorted(dealt)
    places = ways_to_place(board, hand, kept)
    check_position(_with(board, places[0]), rules, unseen)
    return hand, kept, places


def _with(board: Board, place: Sequence[tuple[int, ...]]) -> Board:
    top, middle, bottom = (row + more for row, more in zip(board.rows, place, strict=True))
    return Board(top, middle, bottom)


def passes_of(samples: int) -> list[int]:
    """What the leaders have after each pass of a ranking, so that an early end has an answer.

    >>> passes_of(100), passes_of(3)
    ([25, 100], [3])
    """
    passes = [samples]
    while passes[-1] >= 4 * _FIRST_PASS:
        passes.append(passes[-1] // 4)
    return passes[::-1]


_FIRST_PASS = 16


def rounds_of(placements: int, samples: int) -> list[tuple[int, int]]:
    """The rounds of a ranking: how many placements are still compared, samples of each by then.

    A quarter stays from round to round, with four times the samples.

    >>> rounds_of(232, 100), rounds_of(27, 100), rounds_of(3, 100)
    ([(232, 2), (58, 7), (14, 25), (6, 100)], [(27, 25), (6, 100)], [(3, 100)])
    """
    counts = [placements]
    while counts[-1] > LEADERS:
        counts.append(max(counts[-1] // 4, LEADERS))
    last = len(counts) - 1
    return [
        (count, max(LEAST_SAMPLES, -(-samples // 4 ** (last - place))))
        for place, count in enumerate(counts)
    ]


_SAMPLES = {8: 400, 7: 400, 6: 600, 5: 800, 4: 1500, 3: 1500}
_LEADER_SAMPLES = {8: 100, 7: 150, 6: 100, 5: 300, 4: 300, 3: 500}


def default_samples(open_slots: int, ranking: bool = False) -> int:
    """Samples of a board, or of the leaders of a ranking, by the slots open after the placement.

    They take a fraction of a second on two free cores.
    """
    return (_LEADER_SAMPLES if ranking else _SAMPLES).get(open_slots, LEAST_SAMPLES)


def _samples(samples: int | None, slots: int, rules: CompiledRules, ranking: bool) -> int:
    if samples is None:
        samples = default_samples(slots, ranking)
    if samples < LEAST_SAMPLES:
        raise ValueError(f"a standard error takes at least {LEAST_SAMPLES} samples")
    return samples if _streets(slots, rules) else LEAST_SAMPLES


def _streets(slots: int, rules: CompiledRules) -> int:
    """How many streets of a board with so many open slots are sampled."""
    return max(0, (slots - 2) // rules.rules.deal.kept)


_CHUNK = 4
"""Samples played between two looks at the clock; a few milliseconds."""


_ENOUGH_TO_TRUST = 8


def _in_turn(one: list[int], other: list[int]) -> list[int]:
    """The members of two orders of the same things, taken from either in turn.

    >>> _in_turn([1, 2, 3, 4], [4, 1, 3, 2])
    [1, 4, 2, 3]
    """
    return list(dict.fromkeys(chain(*zip(one, other, strict=True))))


class _Race:
    """The placements of one ranking: the samples of each, and how they stand, best first."""

    def __init__(self, player: "_Player", boards: list[Board], order: list[int]) -> None:
        self.player = player
        self.boards = boards
        self.figures = [player.nothing] * len(boards)
        self.standing = order
        self.passed = False

    def value_of(self, way: int) -> tuple[float, float]:
        """The mean objective and points of a placement's samples so far."""
        objective, points = self.figures[way][:, :2].mean(axis=0).tolist()
        return objective, points

    def run(self, samples: int) -> bool:
        """Run one pass; False where the deadline ended it.

        A pass that was ended leaves the standing of the pass before, where there is one: there
        every place was won with the samples that it takes.
        """
        order = self.standing
        ranked: list[int] = []
        complete = True
        for keep, target in rounds_of(len(self.boards), samples):
            order, dropped = order[:keep], order[keep:]
            ranked = sorted(dropped, key=self.value_of, reverse=True) + ranked
            work = [(self.boards[way], self.figures[way].shape[0], target) for way in order]
            for way, more in zip(order, self.player.play(work), strict=True):
                self.figures[way] = np.concatenate([self.figures[way], more])
                complete &= self.figures[way].shape[0] >= target
            order = [way for way in order if self.figures[way].shape[0] >= LEAST_SAMPLES]
            before = list(order)
            # The sort is stable: what ties in both stays in the order so far.
            order.sort(key=self.value_of, reverse=True)
            if not complete:
                break
            if target < _ENOUGH_TO_TRUST and keep > LEADERS:
                order = _in_turn(order, before)
        if complete or not self.passed:
            self.standing = order + ranked
        self.passed |= complete
        return complete


class _Player:
    """Plays samples of boards with so many open slots, for one question.

    Figures of samples are (samples, figures) float64, in the order of ``names``: objective and
    points first. Each is a quotient of whole numbers, so it is the same on every machine.
    """

    def __init__(
        self,
        valuation: Valuation,
        unseen: Sequence[int],
        slots: int,
        seed: int,
        threads: int,
        deadline: float | None,
    ) -> None:
        deal = valuation.rules.rules.deal
        self.valuation = valuation
        self.unseen = np.array(sorted(unseen), np.int64)
        self.seed = seed & (2**63 - 1)
        self.threads = threads
        self.deadline = deadline
        self.left = self.unseen.size - _streets(slots, valuation.rules) * deal.dealt
        together = comb(self.left, deal.dealt) if deal.kept == 2 else self.left * (self.left - 1)
        self.plan = plan_of(deal.name)
        most_futures = int(self.plan[:, :, policy.FUTURES].sum(axis=1).max())
        self.leaf = combine(valuation, max(together, most_futures))
        self.game = self._game(deal.dealt, deal.kept)
        self.names, self.weights = figures_of(valuation)
        self.nothing = np.zeros((0, len(self.names)))

    def _game(self, dealt: int, kept: int) -> policy.Game:
        valuation = self.valuation
        return policy.Game(
            HAND_TABLES, valuation.rules.arrays, self.leaf, valuation.points, valuation.kind,
            dealt, kept, ways_of(dealt, kept), self.plan,
        )  # fmt: skip

    def first_order(self, board: Board, dealt: list[int], kept: int, ways: int) -> list[int]:
        """The placements as the policy's first look at a few futures ranks them, best first."""
        if board.open_slots - kept <= 2:
            return list(range(ways))
        game, race, state = self._begin(len(dealt), kept)
        rows, hand = rows_of(board), np.array(dealt, np.int64)
        policy.sum_subsets(HAND_TABLES, hand, race.dealt)
        policy.start_race(rows, game.ways, race)
        drawn = int(self.plan[board.open_slots - kept, 0, policy.CARDS])
        policy.see_futures(game, rows, self.unseen, _FIRST_FUTURES, drawn, state, race)
        return list(np.argsort(-race.totals[race.running], kind="stable").tolist())

    def choose(self, board: Board, dealt: list[int], kept: int) -> list[tuple[int, ...]]:
        """The cards that the policy places in each row."""
        game, race, state = self._begin(len(dealt), kept)
        table = policy.Table(race, new_space(self.left), new_last(self.left))
        hand = np.array(dealt, np.int64)
        way = policy.choose_placement(game, rows_of(board), hand, self.unseen, state, table)
        return [
            tuple(card for place, card in enumerate(dealt) if (int(cards) >> place) & 1)
            for cards in game.ways[way]
        ]

    def _begin(self, dealt: int, kept: int) -> tuple[policy.Game, policy.Race, NDArray[np.uint64]]:
        """A decision about so many cards, with a generator that no sample uses."""
        game = self._game(dealt, kept)
        state = np.zeros(1, np.uint64)
        policy.start_state(state, self.seed, _NO_SAMPLE)
        return game, new_race(dealt, game.ways.shape[0]), state

    def play(self, work: Sequence[tuple[Board, int, int]]) -> list[NDArray[np.float64]]:
        """The figures of samples begin .. end of each board, fewer after the deadline.

        The first few samples of the first board are played whatever the time.
        """
        jobs = (
            (place, begin, min(begin + _CHUNK, end))
            for place, (_, first, end) in enumerate(work)
            for begin in range(first, end, _CHUNK)
        )
        played: dict[tuple[int, int], NDArray[np.float64]] = {}
        deal = self.valuation.rules.rules.deal
        taking = Lock()
        taken = 0

        def take() -> tuple[int, int, int] | None:
            """The next job. Jobs are taken in order, so that those done come before the others."""
            nonlocal taken
            with taking:
                taken += 1
                late = self.deadline is not None and monotonic() > self.deadline
                return None if late and taken > 1 else next(jobs, None)

        def play_chunks() -> None:
            race = new_race(deal.dealt, ways_of(deal.dealt, deal.kept).shape[0])
            table = policy.Table(race, new_space(self.left), new_last(self.left))
            while job := take():
                place, begin, end = job
                played[place, begin] = self._play_chunk(work[place][0], begin, end, table)

        if self.threads == 1:
            play_chunks()
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                for running in [pool.submit(play_chunks) for _ in range(self.threads)]:
                    running.result()
        figures = [[self.nothing] for _ in work]
        for place, begin in sorted(played):
            figures[place].append(played[place, begin])
        return [np.concatenate(parts) for parts in figures]

    def odds(self, board: Board, figures: NDArray[np.float64], complete: bool) -> SampledOdds:
        """What the figures of a board's samples say."""
        return estimate_odds(self.valuation, board, self.unseen.size, self.names, figures, complete)

    def _play_chunk(
        self, board: Board, begin: int, end: int, table: policy.Table
    ) -> NDArray[np.float64]:
        valuation, samples = self.valuation, end - begin
        most = max(len(kinds) for kinds in valuation.kinds)
        kinds = np.zeros((samples, 3, most), np.int64)
        joint = np.zeros((samples, valuation.entry.size), np.int64)
        foul = np.zeros((samples, 1), np.int64)
        if board.complete:
            ends = np.array([[strength_of(cards)] for cards in board.rows], np.int64)
            for sample in range(samples):
                endings.count_outcomes(
                    valuation.rules.arrays, valuation.points, valuation.kind, ends,
                    np.ones(1, np.int64), endings.Tally(kinds[sample], joint[sample], foul[sample]),
                )  # fmt: skip
        else:
            policy.play_samples(
                self.game, rows_of(board), self.unseen, self.seed, begin, table, kinds, joint, foul
            )
        counts = np.concatenate([kinds.reshape(samples, -1), joint, foul], axis=1)
        deals = joint.sum(axis=1, keepdims=True) + foul
        parts = np.ones(len(self.names), np.int64)
        parts[:2] = valuation.objective_scale, valuation.scale
        return np.asarray((counts @ self.weights) / (deals * parts))


_FIRST_FUTURES = 4
_NO_SAMPLE = 1 << 62
