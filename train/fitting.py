"""Fits a network to labelled positions: scikit-learn's multi-layer perceptron."""

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from ofcapi.engine.kernels.network import Network

UNITS = (256, 64)
"""Units of the two hidden layers."""
SCHEDULE = ((1e-3, 12), (4e-4, 10), (1.5e-4, 8), (5e-5, 6))
"""Learning rates, and the number of passes over the positions with each."""
BATCH = 512
HELD_OUT = 0.04
"""The fraction of positions that is not used for fitting, only to measure the error."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A network and its errors on positions that it was not fitted to, in points."""

    network: Network
    positions: int
    rmse: float
    bias: float
    spread: float


def fit(
    features: NDArray[np.float32],
    labels: NDArray[np.float32],
    seed: int,
    schedule: tuple[tuple[float, int], ...] = SCHEDULE,
    units: tuple[int, int] = UNITS,
) -> Fit:
    """Fit features (n, FEATURES) to labels (n,) in points."""
    order = np.random.default_rng(seed).permutation(len(labels))
    held_out = order[: max(1, round(HELD_OUT * len(labels)))]
    learnt = order[held_out.size :]
    regressor = MLPRegressor(
        hidden_layer_sizes=units, batch_size=min(BATCH, learnt.size), alpha=1e-5,
        random_state=seed, warm_start=True, n_iter_no_change=10_000, tol=0.0,
    )  # fmt: skip
    # With layers this small, threads of the linear algebra would mostly wait for each other.
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore", ConvergenceWarning)
        for rate, times in schedule:
            regressor.set_params(learning_rate_init=rate, max_iter=times)
            regressor.fit(features[learnt], labels[learnt])
    first, second, last = (part.astype(np.float32) for part in regressor.coefs_)
    biases = [part.astype(np.float32) for part in regressor.intercepts_]
    network = Network(first, biases[0], second, biases[1], last[:, 0].copy(), biases[2])
    error = regressor.predict(features[held_out]) - labels[held_out]
    return Fit(
        network, learnt.size, float(np.sqrt(np.mean(error**2))), float(error.mean()),
        float(labels[held_out].std()),
    )  # fmt: skip
