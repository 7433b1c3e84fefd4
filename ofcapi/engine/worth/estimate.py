"""A number that was sampled, with its error."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over samples and its standard error: standard deviation / sqrt(samples)."""

    value: float
    std_error: float
