"""Odds by sampling, for boards too far from their end to be played exactly.

A policy plays the streets to come over sampled deals, and the last street (in classic the last two
cards) is not dealt but counted over all its deals, so that a sample is a conditional expectation:
a chance to foul, expected royalties. The answer is the mean over the samples. It is what the policy
makes of the board, and so on average no more than what best play makes of it.

Which policy plays: ``policy.policy_for``. Sample i of a seed deals the same cards to every board,
so that placements are compared on the same deals, with any other placements beside them and on any
number of threads.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from threading import Lock
from time import monotonic

import numpy as np

from ofcapi.engine.game.board import Board
from ofcapi.engine.play.best_play import discards_of
from ofcapi.engine.play.question import Effort, Question, check_decision, check_position
from ofcapi.engine.play.ways import Place, ways_to_place
from ofcapi.engine.sampling.estimates import SampledOdds, Samples, estimate_odds, mean_figures
from ofcapi.engine.sampling.policy import SampledPolicy, policy_for

LEAST_SAMPLES = 2
"""Samples below which there is no standard error."""


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

    ``policy`` is the name of what the samples play; ``count`` is the number of legal placements;
    ``samples`` is how many the best one has;
    ``complete`` is False where the deadline came before the last round's end, and then placements
    that got no samples are left out.
    """

    placements: list[SampledPlacement]
    policy: str
    count: int
    samples: int
    complete: bool


def sample_odds(question: Question, effort: Effort) -> SampledOdds:
    """What the policy makes of a board that stands at the end of a street.

    Samples are capped at two where the result is exact. Past the deadline no more samples are
    begun but the first few, and the answer is not ``complete``.

    Raises ``PositionError`` for a board that cannot stand at the end of a street or lacks unseen
    cards to finish with; ``ObjectiveError`` and ``ValuesError`` as ``values`` says;
    ``ValueError`` for fewer than two samples.
    """
    board = question.board
    check_position(board, question.rules, len(question.unseen))
    policy = policy_for(question, board.open_slots)
    count = _samples(effort.samples, board.open_slots, policy, ranking=False)
    play = _Playing(policy, question, effort)
    figures = play.samples([(board, 0, count)])[0]
    return play.odds(figures, figures.shape[0] == count)


def sample_placements(
    question: Question, effort: Effort, limit: int | None = None
) -> SampledRanking:
    """Every legal way to place the dealt cards, best first.

    The dealt cards are the opening five of an empty board, or a street's. All placements get a few
    samples, the best quarter of them more, and so on (``rounds_of``), and that again with four
    times as many until the leaders have as many as the effort asks for. ``limit`` bounds how many
    placements are returned. Errors as in ``sample_odds``; a deal of another size than the rules
    say, or one with no room on the board, is a ``PositionError``.
    """
    kept = check_decision(question)
    board, hand = question.board, sorted(question.dealt)
    places = ways_to_place(board, hand, kept)
    boards = [board.with_cards(place) for place in places]
    check_position(boards[0], question.rules, len(question.unseen))
    slots = board.open_slots - kept
    policy = policy_for(question, slots)
    count = _samples(effort.samples, slots, policy, ranking=True)
    play = _Playing(policy, question, effort)
    order, likely = policy.first_order(board, hand, question.unseen, play.seed)
    race = _Race(play, boards, order[:likely])
    complete = all(race.run(target) for target in passes_of(count))
    listed = {way: race.figures[way] for way in race.standing[:limit]}
    wanted = (len(places) if limit is None else limit) - len(listed)
    others = order[likely:][: max(wanted, 0)]
    singly = [(boards[way], 0, LEAST_SAMPLES) for way in others]
    for way, figures in zip(others, play.samples(singly, whole=False), strict=True):
        if figures.shape[0] == LEAST_SAMPLES:
            listed[way] = figures
    complete &= len(listed) >= len(race.standing[:limit]) + len(others)
    placements = []
    for way, figures in listed.items():
        discards = discards_of(question.dealt, places[way])
        odds = play.odds(figures, complete)
        placements.append(SampledPlacement(places[way], discards, boards[way], odds))
    best = placements[0].odds.samples
    return SampledRanking(placements, policy.name, len(places), best, complete)


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


def rounds_of(placements: int, samples: int, leaders: int) -> list[tuple[int, int]]:
    """The rounds of a ranking: how many placements are still compared, samples of each by then.

    A quarter stays from round to round, with four times the samples, and in the end the leaders.

    >>> rounds_of(232, 100, 6), rounds_of(27, 100, 6), rounds_of(3, 100, 6)
    ([(232, 2), (58, 7), (14, 25), (6, 100)], [(27, 25), (6, 100)], [(3, 100)])
    """
    counts = [placements]
    while counts[-1] > leaders:
        counts.append(max(counts[-1] // 4, leaders))
    last = len(counts) - 1
    return [
        (count, max(LEAST_SAMPLES, -(-samples // 4 ** (last - place))))
        for place, count in enumerate(counts)
    ]


def _samples(samples: int | None, slots: int, policy: SampledPolicy, ranking: bool) -> int:
    """How many samples to play: those asked for, or as many as the policy needs."""
    if samples is None:
        samples = policy.default_samples(slots, ranking)
    if samples < LEAST_SAMPLES:
        raise ValueError(f"a standard error needs at least {LEAST_SAMPLES} samples")
    return samples if policy.sampled_streets(slots) else LEAST_SAMPLES


def _in_turn(one: list[int], other: list[int]) -> list[int]:
    """The members of two orders of the same things, taken from either in turn.

    >>> _in_turn([1, 2, 3, 4], [4, 1, 3, 2])
    [1, 4, 2, 3]
    """
    return list(dict.fromkeys(chain(*zip(one, other, strict=True))))


class _Race:
    """The placements of one ranking: the samples of each, and how they stand, best first."""

    def __init__(self, play: "_Playing", boards: list[Board], order: list[int]) -> None:
        self.play = play
        self.boards = boards
        self.figures = [play.nothing] * len(boards)
        self.standing = order
        self.passed = False

    def value_of(self, way: int) -> tuple[float, float]:
        """The mean objective and points of a placement's samples so far."""
        objective, points = mean_figures(self.figures[way])[0][:2].tolist()
        return objective, points

    def run(self, samples: int) -> bool:
        """Run one pass; False where the deadline ended it.

        A pass that was ended leaves the standing of the pass before, where there is one: there
        every place was won with the samples that it takes.
        """
        order = self.standing
        ranked: list[int] = []
        complete = True
        leaders = self.play.policy.leaders
        for keep, target in rounds_of(len(order), samples, leaders):
            order, dropped = order[:keep], order[keep:]
            ranked = sorted(dropped, key=self.value_of, reverse=True) + ranked
            work = [(self.boards[way], self.figures[way].shape[0], target) for way in order]
            for way, more in zip(order, self.play.samples(work), strict=True):
                self.figures[way] = np.concatenate([self.figures[way], more])
                complete &= self.figures[way].shape[0] >= target
            order = [way for way in order if self.figures[way].shape[0] >= LEAST_SAMPLES]
            before = list(order)
            # The sort is stable: what ties in both stays in the order so far.
            order.sort(key=self.value_of, reverse=True)
            if not complete:
                break
            if target < self.play.policy.enough_to_trust and keep > leaders:
                order = _in_turn(order, before)
        if complete or not self.passed:
            self.standing = order + ranked
        self.passed |= complete
        return complete


class _Playing:
    """Samples of a question, played on a few threads until the deadline."""

    def __init__(self, policy: SampledPolicy, question: Question, effort: Effort) -> None:
        self.policy = policy
        self.unseen = question.unseen
        self.seed = effort.seed & (2**63 - 1)
        self.threads = effort.threads
        self.deadline = effort.deadline
        self.nothing = np.zeros((0, policy.figures.columns))

    def samples(self, work: Sequence[tuple[Board, int, int]], whole: bool = True) -> list[Samples]:
        """The figures of samples begin .. end of each board, fewer after the deadline.

        The first few samples of the first board are always played. ``whole`` False
        asks for the cheapest samples that the policy has.
        """
        chunk = self.policy.chunk if whole else LEAST_SAMPLES
        jobs = (
            (place, begin, min(begin + chunk, end))
            for place, (_, first, end) in enumerate(work)
            for begin in range(first, end, chunk)
        )
        played: dict[tuple[int, int], Samples] = {}
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
            play = self.policy.new_sampler(self.unseen, self.seed)
            while job := take():
                place, begin, end = job
                played[place, begin] = play(work[place][0], begin, end, whole)

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

    def odds(self, figures: Samples, complete: bool) -> SampledOdds:
        """What the figures of a board's samples say."""
        settled = not self.policy.valuation.ties_matter
        return estimate_odds(self.policy.name, self.policy.figures, figures, complete, settled)
