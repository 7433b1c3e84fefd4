"""The value of a Fantasyland ticket: the model, and its figures for every preset.

A ticket is the right to be dealt a number of cards. Its value in points is the settlement of that
hand against an opponent who plays a normal hand, plus the ticket that it earns by staying, minus
the tickets that the opponent earns by entering. If both play a normal hand, all of this is 0.

    value(F) = settled(F) + stays(F) * value(cards after staying) - sum of enters(G) * value(G)

There is one equation for each number of cards, linear in the values, so they are solved directly.
docs/fantasyland.md describes how the figures were computed, what they assume and what they leave
out; ``tables/tickets.py`` computes them.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from ofcapi.engine.game.rules import FANTASYLAND_CARDS, Rules

TABLE = "tickets.json"
NEAREST_PRESET = {"classic-no-fantasyland": "classic", "side-by-side": "pineapple"}
"""Presets without figures of their own, and the presets whose figures they use."""


def solve_tickets(
    settled: Mapping[int, float],
    stays: Mapping[int, float],
    enters: Mapping[int, float],
    stay_cards: int | str,
) -> dict[int, float]:
    """The values that solve the model's equations, in points by number of cards.

    ``settled`` are points and ``stays`` chances (0..1) by number of cards. ``enters`` are the
    opponent's chances (0..1) to enter, by the number of cards that entering earns. ``stay_cards``
    is as in the rules.

    >>> half = dict.fromkeys(range(13, 18), 0.5)
    >>> solve_tickets(dict.fromkeys(range(13, 18), 6.0), half, {14: 0.25}, "same")[14]
    8.0
    """
    numbers = list(FANTASYLAND_CARDS)
    equations = np.eye(len(numbers))
    for row, cards in enumerate(numbers):
        following = cards if stay_cards == "same" else int(stay_cards)
        equations[row, numbers.index(following)] -= stays[cards]
        for number, chance in enters.items():
            equations[row, numbers.index(number)] += chance
    values = np.linalg.solve(equations, [settled[cards] for cards in numbers])
    return dict(zip(numbers, values.tolist(), strict=True))


def ticket_value(rules: Rules, cards: int) -> Fraction:
    """The value of a ticket of 13 to 17 cards, in points to one decimal.

    It is that of the rules' preset, or of the preset in ``NEAREST_PRESET``. Changed options do not
    change it, except that a ticket is worth nothing under rules without Fantasyland.

    >>> from ofcapi.engine.game.presets import PRESETS
    >>> ticket_value(PRESETS["side-by-side"], 14) == ticket_value(PRESETS["pineapple"], 14)
    True
    """
    if rules.fantasyland is None:
        return Fraction(0)
    figures = ticket_figures()["presets"][NEAREST_PRESET.get(rules.preset, rules.preset)]
    return Fraction(round(10 * figures["values"][str(cards)]["value"]), 10)


@lru_cache(maxsize=1)
def ticket_figures() -> dict[str, Any]:
    """The figures as plain JSON data; their ``about`` member describes them."""
    text = files("ofcapi.engine").joinpath("data", TABLE).read_text(encoding="utf-8")
    figures: dict[str, Any] = json.loads(text)
    return figures
