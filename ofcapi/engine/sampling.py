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
from functools import cache
from itertools import combinations, product
from math import comb, sqrt
from queue import SimpleQueue
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.board import Board
from ofcapi.engine.exact import new_last, new_space, rows_of
from ofcapi.engine.hands import HAND_TABLES, strength_of
from ofcapi.engine.kernels import endings, policy
from ofcapi.engine.play import PositionError, check_position, ways_to_place
from ofcapi.engine.rules import BOARD_SIZE, CompiledRules
from ofcapi.engine.streets import cards_to_come
from ofcapi.engine.values import (
    FOUL_ONLY,
    POINTS,
    Objective,
    Valuation,
    Values,
    combine,
    value_boards_by,
)

POLICY = "hindsight-1"
"""The policy that plays the samples; another policy, or another plan, gets another name."""

LEAST_SAMPLES = 2
"""Samples below which there is no standard error."""

LEADERS = 9
"""How many placements the last round of a ranking compares."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over samples and its standard error: standard deviation / sqrt(samples)."""

    value: float
    std_error: float


@dataclass(frozen=True, slots=True)
class SampledOdds:
    """What the policy makes of a board; amounts in points, the others are probabilities.

    enters      entry to Fantasyland with any number of cards; fantasyland by number of cards
    royalties   of top, middle and bottom; royalties_total their sum
    rows        for each row what it ends as, by category, in legal boards
    complete    False where the deadline came before all the samples
    """

    unseen: int
    cards_to_come: int
    samples: int
    complete: bool
    objective: Estimate
    points: Estimate
    foul: Estimate
    enters: Estimate
    fantasyland: dict[int, Estimate]
    royalties_total: Estimate
    royalties: tuple[Estimate, Estimate, Estimate]
    rows: tuple[dict[str, Estimate], dict[str, Estimate], dict[str, Estimate]]


@dataclass(frozen=True, slots=True)
class SampledPlacement:
    """One way to place dealt cards: by row the cards placed, the discards, the board after."""

    place: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    discards: tuple[int, ...]
    board: Board
    odds: SampledOdds


@dataclass(frozen=True, slots=True)
class SampledRanking:
    """Placements, best first: by the round that they reached, then objective, then points.

    ``samples`` is how many the best placement has; ``complete`` is False where the deadline came
    before the last round's end, and then placements that got no samples are left out.
    """

    placements: list[SampledPlacement]
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
    samples = _samples(samples, board.open_slots, rules)
    player = _Player(valuation, unseen, board.open_slots, seed, threads, deadline)
    figures = player.play([(board, 0, samples)])[0]
    return _odds(player, board, figures, figures.shape[0] == samples)


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
    cards that may come after this deal. All placements get a few samples, the best third of them
    more, and so on (``rounds_of``); ``samples`` is what the leaders get. ``limit`` bounds how many
    placements are returned. Other arguments and errors as in ``sample_odds``; a deal of another
    size than the rules say, or one with no room on the board, is a ``PositionError``.
    """
    deal = rules.rules.deal
    count, kept = (deal.opening, deal.opening) if not board.cards else (deal.dealt, deal.kept)
    if len(dealt) != count:
        raise PositionError(f"{deal.name} deals {count} here, not {len(dealt)}")
    if board.open_slots < kept:
        raise PositionError(f"the board has no room for {kept} more")
    hand = sorted(dealt)
    slots = board.open_slots - kept
    places = ways_to_place(board, hand, kept)
    boards = [_with(board, place) for place in places]
    check_position(boards[0], rules, len(unseen))
    valuation = value_boards_by(rules, objective, values, tuple(opponents))
    samples = _samples(samples, slots, rules)
    player = _Player(valuation, unseen, slots, seed, threads, deadline)
    figures = [player.nothing] * len(places)
    order = player.first_order(board, hand, kept, len(places))
    ranked: list[int] = []
    complete = True
    for keep, target in rounds_of(len(places), samples):
        order, dropped = order[:keep], order[keep:]
        ranked = dropped + ranked
        work = [(boards[way], figures[way].shape[0], target) for way in order]
        for way, more in zip(order, player.play(work), strict=True):
            figures[way] = np.concatenate([figures[way], more])
            complete &= figures[way].shape[0] == target
        order = [way for way in order if figures[way].shape[0] >= LEAST_SAMPLES]
        # The sort is stable: what ties in both stays in the order so far.
        order.sort(key=lambda way: tuple(figures[way][:, :2].mean(axis=0)), reverse=True)
        if not complete:
            break
    ranked = order + ranked
    listed = []
    for way in ranked[:limit]:
        kept_cards = boards[way].cards
        discards = tuple(card for card in dealt if card not in kept_cards)
        odds = _odds(player, boards[way], figures[way], complete)
        listed.append(SampledPlacement(places[way], discards, boards[way], odds))
    return SampledRanking(listed, listed[0].odds.samples, complete)


def _with(board: Board, place: Sequence[tuple[int, ...]]) -> Board:
    top, middle, bottom = (row + more for row, more in zip(board.rows, place, strict=True))
    return Board(top, middle, bottom)


def rounds_of(placements: int, samples: int) -> list[tuple[int, int]]:
    """The rounds of a ranking: how many placements are still compared, samples of each by then.

    >>> rounds_of(232, 100), rounds_of(27, 100), rounds_of(3, 100)
    ([(232, 7), (77, 16), (25, 40), (9, 100)], [(27, 40), (9, 100)], [(3, 100)])
    """
    counts = [placements]
    while counts[-1] > LEADERS:
        counts.append(max(counts[-1] // 3, LEADERS))
    last = len(counts) - 1
    return [
        (count, max(LEAST_SAMPLES, -(-samples * 2 ** (last - place) // 5 ** (last - place))))
        for place, count in enumerate(counts)
    ]


_SAMPLES_BY_SLOTS = {8: 600, 7: 600, 6: 1000, 5: 1500, 4: 2000, 3: 2000}
_LEADER_SAMPLES_BY_SLOTS = {8: 60, 7: 150, 6: 150, 5: 300, 4: 300, 3: 500}


def _samples(samples: int | None, slots: int, rules: CompiledRules) -> int:
    if samples is None:
        samples = _SAMPLES_BY_SLOTS.get(slots, LEAST_SAMPLES)
    if samples < LEAST_SAMPLES:
        raise ValueError(f"a standard error takes at least {LEAST_SAMPLES} samples")
    return samples if _streets(slots, rules) else LEAST_SAMPLES


def _streets(slots: int, rules: CompiledRules) -> int:
    """How many streets of a board with so many open slots are sampled."""
    return max(0, (slots - 2) // rules.rules.deal.kept)


_ROUNDS = 3


def _plan(races: dict[int, list[tuple[int, int, int]]]) -> NDArray[np.int64]:
    plan = np.zeros((BOARD_SIZE, _ROUNDS, 3), np.int64)
    for slots, race in races.items():
        plan[slots, : len(race)] = race
    return plan


PLAN = _plan(
    {
        8: [(30, 8, 60), (100, 8, 15), (300, 8, 1)],
        7: [(16, 8, 3)],
        6: [(8, 7, 9), (16, 7, 3), (32, 7, 1)],
        5: [(16, 6, 3)],
        4: [(8, 5, 9), (16, 5, 3), (32, 5, 1)],
        3: [(32, 4, 3)],
    }
)
MOST_CARDS = 10


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
    subsets = np.zeros((MOST_CARDS + 1, most, comb(MOST_CARDS, most - 1)), np.int64)
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
    finishes = (3, sets, subsets.shape[2])
    return policy.Race(
        subsets=subsets,
        sizes=sizes,
        dealt=policy.Sums(*np.zeros((3, sets), np.int64)),
        future=policy.Sums(*np.zeros((3, 1 << MOST_CARDS), np.int64)),
        finishes=policy.Finishes(
            strength=np.zeros(finishes, np.int64),
            value=np.zeros(finishes, np.int64),
            code=np.zeros(finishes, np.int64),
            cards=np.zeros(finishes, np.int64),
            size=np.zeros((3, sets), np.int64),
            best=np.zeros((3, sets), np.int64),
            wanted=np.zeros((3, sets), np.bool_),
        ),
        totals=np.zeros(ways, np.int64),
        running=np.zeros(ways, np.bool_),
        deck=np.zeros(52, np.int64),
    )


_CHUNK = 8
"""Samples played between two looks at the clock; a few milliseconds."""


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
        self.leaf = combine(valuation, max(together, _MOST_FUTURES))
        self.game = self._game(deal.dealt, deal.kept)
        self.names, self.weights = _figures(valuation)
        self.nothing = np.zeros((0, len(self.names)))

    def _game(self, dealt: int, kept: int) -> policy.Game:
        valuation = self.valuation
        return policy.Game(
            HAND_TABLES, valuation.rules.arrays, self.leaf, valuation.points, valuation.kind,
            dealt, kept, ways_of(dealt, kept), PLAN,
        )  # fmt: skip

    def first_order(self, board: Board, dealt: list[int], kept: int, ways: int) -> list[int]:
        """The placements as the policy's first look at a few futures ranks them, best first."""
        if board.open_slots - kept <= 2:
            return list(range(ways))
        game = self._game(len(dealt), kept)
        race = new_race(len(dealt), game.ways.shape[0])
        rows, hand = rows_of(board), np.array(dealt, np.int64)
        state = np.zeros(1, np.uint64)
        policy.start_state(state, self.seed, _NO_SAMPLE)
        policy.sum_subsets(HAND_TABLES, hand, race.dealt)
        policy.start_race(rows, game.ways, race)
        drawn = int(PLAN[board.open_slots - kept, 0, policy.CARDS])
        policy.see_futures(game, rows, self.unseen, _FIRST_FUTURES, drawn, state, race)
        return list(np.argsort(-race.totals[race.running], kind="stable").tolist())

    def play(self, work: Sequence[tuple[Board, int, int]]) -> list[NDArray[np.float64]]:
        """The figures of samples begin .. end of each board, fewer after the deadline.

        The first few samples of the first board are played whatever the time.
        """
        jobs = [
            (place, begin, min(begin + _CHUNK, end))
            for place, (_, first, end) in enumerate(work)
            for begin in range(first, end, _CHUNK)
        ]
        tables: SimpleQueue[policy.Table] = SimpleQueue()
        deal = self.valuation.rules.rules.deal
        for _ in range(self.threads):
            race = new_race(deal.dealt, ways_of(deal.dealt, deal.kept).shape[0])
            tables.put(policy.Table(race, new_space(self.left), new_last(self.left)))

        def play_chunk(number: int) -> NDArray[np.float64] | None:
            if number > 0 and self.deadline is not None and monotonic() > self.deadline:
                return None
            place, begin, end = jobs[number]
            table = tables.get()
            figures = self._play_chunk(work[place][0], begin, end, table)
            tables.put(table)
            return figures

        if self.threads == 1 or len(jobs) == 1:
            chunks = [play_chunk(number) for number in range(len(jobs))]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                chunks = list(pool.map(play_chunk, range(len(jobs))))
        figures = [[self.nothing] for _ in work]
        for (place, _, _), chunk in zip(jobs, chunks, strict=True):
            if chunk is None:
                break
            figures[place].append(chunk)
        return [np.concatenate(parts) for parts in figures]

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


_FIRST_FUTURES = 8
_MOST_FUTURES = int(PLAN[:, :, policy.FUTURES].sum(axis=1).max())
_NO_SAMPLE = 1 << 62


def _figures(valuation: Valuation) -> tuple[list[tuple[str, int, str]], NDArray[np.int64]]:
    """Names of the figures, and what each count of a tally adds to them, (counts, figures).

    A name is the figure, its row or its number of cards, and its category.
    """
    most = max(len(kinds) for kinds in valuation.kinds)
    codes = valuation.entry.size
    joint, foul = slice(3 * most, 3 * most + codes), 3 * most + codes
    names: list[tuple[str, int, str]] = []
    columns = []

    def figure(name: str, number: int = 0, category: str = "") -> NDArray[np.int64]:
        names.append((name, number, category))
        columns.append(np.zeros(foul + 1, np.int64))
        return columns[-1]

    for name, leaf, column in (
        ("objective", valuation.objective, 2),
        ("points", valuation.points, 3),
    ):
        weights = figure(name)
        weights[joint], weights[foul] = leaf.joint, leaf.foul
        for row, kinds in enumerate(valuation.kinds):
            weights[row * most : row * most + len(kinds)] = kinds[:, column]
    figure("foul")[foul] = 1
    figure("enters")[joint] = valuation.entry > 0
    for cards in sorted(set(valuation.entry.tolist()) - {0}):
        figure("fantasyland", cards)[joint] = valuation.entry == cards
    total = figure("royalties_total")
    for row, kinds in enumerate(valuation.kinds):
        here = slice(row * most, row * most + len(kinds))
        figure("royalties", row)[here] = total[here] = kinds[:, 1]
        for place, category in enumerate(valuation.rules.categories[row]):
            if (kinds[:, 0] == place).any():
                figure("row", row, category)[here] = kinds[:, 0] == place
    return names, np.stack(columns, axis=1)


def _odds(
    player: _Player, board: Board, figures: NDArray[np.float64], complete: bool
) -> SampledOdds:
    samples = figures.shape[0]
    means = figures.mean(axis=0)
    errors = figures.std(axis=0, ddof=1) / sqrt(samples)
    named = {
        name: Estimate(float(mean), float(error))
        for name, mean, error in zip(player.names, means, errors, strict=True)
    }

    def of(name: str, number: int = 0) -> Estimate:
        return named[name, number, ""]

    def row(number: int) -> dict[str, Estimate]:
        return {
            category: estimate
            for (name, place, category), estimate in named.items()
            if name == "row" and place == number and estimate.value > 0
        }

    return SampledOdds(
        unseen=player.unseen.size,
        cards_to_come=cards_to_come(board, player.valuation.rules.rules),
        samples=samples,
        complete=complete,
        objective=of("objective"),
        points=of("points"),
        foul=of("foul"),
        enters=of("enters"),
        fantasyland={number: named[n, number, c] for n, number, c in named if n == "fantasyland"},
        royalties_total=of("royalties_total"),
        royalties=(of("royalties", 0), of("royalties", 1), of("royalties", 2)),
        rows=(row(0), row(1), row(2)),
    )
