"""What questions that compute have in common: values, budget, seed."""

import hashlib
from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any

from ofcapi.engine.rules import Rules
from ofcapi.engine.values import Values, default_values
from ofcapi.http.fields import GivenValues
from ofcapi.http.problems import Fault
from ofcapi.http.settings import settings


def limits_faults(members: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults where a request asks for more than the server's settings allow."""
    limits = settings()
    for name, most in (("budget_ms", limits.max_budget_ms), ("samples", limits.max_samples)):
        if (members.get(name) or 0) > most:
            detail = f"{name} is at most {most} on this server"
            yield Fault("wrong_value", detail, (name,), impossible=True)


def values_used(given: GivenValues, rules: Rules, *more_cards: int) -> Values:
    """The values to play for: those given, and the defaults of the rule set for the others.

    Tickets are those that can be entered with, and any of ``more_cards`` cards.
    """
    defaults = default_values(rules, *more_cards)
    foul = defaults.foul if given.foul is None else given.foul
    tickets = dict(defaults.fantasyland)
    tickets |= {cards: worth for cards, worth in given.fantasyland if cards in tickets}
    return Values(foul, tuple(sorted(tickets.items())))


class Budget:
    """How long a question may take, from now on, and with what it is sampled."""

    def __init__(self, question: Mapping[str, Any]) -> None:
        limits = settings()
        self.threads = limits.threads
        self.milliseconds: int = question.get("budget_ms", limits.default_budget_ms)
        self.deadline = monotonic() + self.milliseconds / 1000
        self._seed: int | None = question.get("seed")

    def seed_of(self, *parts: object) -> int:
        """The seed that was asked for, or one that the given parts of the question decide."""
        if self._seed is not None:
            return self._seed
        return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4])
