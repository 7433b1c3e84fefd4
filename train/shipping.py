"""Puts fitted networks where the service reads them, with the figures of their making."""

from train.pipeline import Fit


def ship(fits: dict[int, Fit]) -> None:
    """Write the networks into the package."""
