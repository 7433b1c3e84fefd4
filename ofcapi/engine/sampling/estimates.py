"""Odds as estimates: from the tally of each sample to means with their standard errors."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.kernels.endings import Tally
from ofcapi.engine.worth.estimate import Estimate
from ofcapi.engine.worth.settled import PARTS
from ofcapi.engine.worth.values import Valuation, error_of_parts, kinds_of, spread_of

Name: TypeAlias = tuple[str, int, str]
"""A figure, its row or its number of cards, and its category."""

Samples: TypeAlias = NDArray[np.float64]
"""Figures of samples, (samples, columns): objective and points first, in the end the control.

Before the control come, where opponents' boards were sampled, the points against each part of them.
The control is what luck is known to have put into the objective and points of a sample, 0 where
nothing is known of it.
"""

Sampler: TypeAlias = Callable[[Board, int, int, bool], Samples]
"""Plays samples of a board: the figures of those numbered begin .. end.

Where the last argument, ``whole``, is False, the policy's cheapest samples are enough.
"""


Finisher: TypeAlias = Callable[[Board, int, int], NDArray[np.int64]]
"""Plays a board to its end: the strengths (n, 3) of the ends numbered begin .. end."""


@dataclass(frozen=True, slots=True)
class SampledOdds:
    """What the policy makes of a board; amounts in points, the others are probabilities.

    enters      entry to Fantasyland with any number of cards; fantasyland by number of cards
    royalties   of top, middle and bottom; royalties_total their sum
    rows        for each row what it ends as, by category, in legal boards
    complete    False where the deadline came before all the samples
    policy      the name of what the samples play
    """

    policy: str
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


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """The figures of a question, objective and points first.

    A name is the figure, its row or its number of cards, and its category. ``weights`` (counts,
    figures) int64: what each count of a tally adds to them. ``parts`` (counts, parts) float64: what
    it adds to the points against each part of the opponents' sampled boards, see
    ``values.Spread``; there are no parts where none were sampled.
    """

    names: list[Name]
    weights: NDArray[np.int64]
    parts: NDArray[np.float64]

    @property
    def columns(self) -> int:
        """How many columns samples have."""
        return len(self.names) + int(self.parts.shape[1]) + 1


def new_tallies(valuation: Valuation, samples: int) -> Tally:
    """Empty tallies of so many samples: each member has one more dimension in front."""
    most = max(map(len, kinds_of(valuation).terms))
    kinds = np.zeros((samples, 3, most), np.int64)
    joint = np.zeros((samples, valuation.entry.size), np.int64)
    return Tally(kinds, joint, np.zeros((samples, 1), np.int64))


def read_tallies(valuation: Valuation, figures: Figures, tallies: Tally) -> Samples:
    """The figures of each sample, with a control of 0.

    Each is a quotient of whole numbers, so it is the same on every machine.
    """
    samples = len(tallies.foul)
    kinds = tallies.kinds.reshape(samples, -1)
    counts = np.concatenate([kinds, tallies.joint, tallies.foul], axis=1)
    deals = tallies.joint.sum(axis=1, keepdims=True) + tallies.foul
    scales = np.ones(len(figures.names), np.int64)
    scales[:2] = valuation.objective_scale, valuation.scale
    told = (counts @ figures.weights) / (deals * scales)
    return np.hstack([told, counts @ figures.parts / deals, np.zeros((samples, 1))])


def figures_of(valuation: Valuation) -> Figures:
    """The figures that the tallies of a question give."""
    most = max(map(len, kinds_of(valuation).terms))
    codes = valuation.entry.size
    joint, foul = slice(3 * most, 3 * most + codes), 3 * most + codes
    names: list[Name] = []
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
        for row, kinds in enumerate(kinds_of(valuation).terms):
            weights[row * most : row * most + len(kinds)] = kinds[:, column]
    figure("foul")[foul] = 1
    figure("enters")[joint] = valuation.entry > 0
    for cards in sorted(set(valuation.entry.tolist()) - {0}):
        figure("fantasyland", cards)[joint] = valuation.entry == cards
    total = figure("royalties_total")
    for row, kinds in enumerate(kinds_of(valuation).terms):
        here = slice(row * most, row * most + len(kinds))
        figure("royalties", row)[here] = total[here] = kinds[:, 1]
        for place, category in enumerate(valuation.rules.categories[row]):
            if (kinds[:, 0] == place).any():
                figure("row", row, category)[here] = kinds[:, 0] == place
    spread = spread_of(valuation)
    parts = np.zeros((foul + 1, 0 if spread is None else PARTS))
    if spread is not None:
        parts[joint], parts[foul] = spread.joint, spread.foul
        for row, example in enumerate(kinds_of(valuation).example):
            parts[row * most : row * most + len(example)] = spread.row(row, example)
    return Figures(names, np.stack(columns, axis=1), parts)


ENOUGH_TO_REGRESS = 10
"""Samples from which the weight of a control is told by the samples themselves."""
_ROUNDING = 1e-18


def mean_figures(samples: Samples) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means of figures and their standard errors, with the help of the control.

    The control's true mean is 0, so what it comes to is luck, and each figure is relieved of as
    much of it as goes with it (linear regression). Sums of figures stay sums of their means. With
    few samples only the objective and points are relieved, of all of it: see ``outlook``.

    >>> luck = np.array([[1.0], [-2.0], [3.0]] * 4)
    >>> means, errors = mean_figures(np.hstack([5 + luck, 5 + luck, 7 + 2 * luck, luck]))
    >>> means.round(6).tolist(), errors.round(6).tolist()
    ([5.0, 5.0, 7.0], [0.0, 0.0, 0.0])
    """
    count = samples.shape[0]
    figures, control = samples[:, :-1], samples[:, -1:]
    weights = np.zeros(figures.shape[1])
    weights[:2] = 1.0
    spent = 1
    around = control - control.mean()
    spread = float((around**2).sum())
    # A control that is the same in every sample, but for rounding, tells nothing.
    if count >= ENOUGH_TO_REGRESS and spread > _ROUNDING * count:
        weights = (around * (figures - figures.mean(axis=0))).sum(axis=0) / spread
        spent = 2
    relieved = figures - weights * control
    return relieved.mean(axis=0), relieved.std(axis=0) * sqrt(1 / (count - spent))


def estimate_odds(
    policy: str, figures: Figures, samples: Samples, complete: bool, settled: bool
) -> SampledOdds:
    """The odds that samples tell of.

    Where the opponents' boards were sampled too, their part is in the error of points, and in that
    of the objective where it is ``settled``, which is to say points.
    """
    names = figures.names
    means, errors = mean_figures(samples)
    if figures.parts.shape[1]:
        theirs = error_of_parts(means[len(names) :])
        errors[1] = hypot(errors[1], theirs)
        if settled:
            errors[0] = errors[1]
    named = {
        name: Estimate(float(mean), float(error))
        for name, mean, error in zip(names, means[: len(names)], errors[: len(names)], strict=True)
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
        policy=policy,
        samples=samples.shape[0],
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
