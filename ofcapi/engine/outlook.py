"""The policy ``outlook-1`` as data: its networks, the chances and prices that they look at."""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.hands import (
    CATEGORIES,
    CLASSES,
    FIVE_CARD_STRENGTHS,
    PAIR,
    THREE_CARD_STRENGTHS,
    THREE_OF_A_KIND,
)
from ofcapi.engine.kernels import outlook
from ofcapi.engine.rules import BOTTOM, MIDDLE, TOP
from ofcapi.engine.values import Valuation

MOST_SEEN = 12
MOST_LIVE = 13
MOST_WANTED = 5


@cache
def chances() -> NDArray[np.float32]:
    """Chances that cards come, (53, 13, 14, 6) float32.

    ``[unseen, seen, live, wanted]`` is the chance that at least ``wanted`` of ``live`` cards are
    among the ``seen`` ones of ``unseen`` (hypergeometric); 0 where the numbers are impossible.
    """
    table = np.zeros((53, MOST_SEEN + 1, MOST_LIVE + 1, MOST_WANTED + 1), np.float32)
    for unseen in range(53):
        for seen in range(min(unseen, MOST_SEEN) + 1):
            for live in range(min(unseen, MOST_LIVE) + 1):
                missed = 0
                for wanted in range(MOST_WANTED + 1):
                    table[unseen, seen, live, wanted] = 1 - missed / comb(unseen, seen)
                    if wanted <= seen:
                        missed += comb(live, wanted) * comb(unseen - live, seen - wanted)
    table.setflags(write=False)
    return table


def prices_of(valuation: Valuation) -> outlook.Prices:
    """What a question pays, as the networks look at it: tickets of tops, royalties, the foul."""
    arrays, points, scale = valuation.rules.arrays, valuation.points, valuation.scale
    worth = np.zeros(outlook.RANKS + 1, np.float32)
    royalty = arrays.royalty.astype(np.float64)
    for strength in THREE_CARD_STRENGTHS:
        category, rank, *_ = CLASSES[strength]
        if category in (PAIR, THREE_OF_A_KIND):
            place = rank if category == PAIR else outlook.RANKS
            ticket = float(points.row[TOP, strength]) / scale - royalty[TOP, strength]
            ticket += float(points.joint[points.code[TOP, strength]]) / scale
            worth[place] = ticket
    pays = np.zeros((3, len(CATEGORIES)), np.float32)
    for row in (MIDDLE, BOTTOM):
        for strength in FIVE_CARD_STRENGTHS:
            pays[row, arrays.category[BOTTOM, strength]] = royalty[row, strength]
    return outlook.Prices(worth, pays, float(points.foul) / scale)


def new_look(dealt: int, units: int) -> outlook.Look:
    """Working space to look at the ways to place so many cards, for layers of so many units."""
    sets = 1 << dealt
    return outlook.Look(
        known=np.zeros((3, sets), np.bool_),
        fits=np.zeros((3, sets), np.bool_),
        sums=np.zeros((3, sets, units), np.float32),
        summaries=np.zeros((3, sets, outlook.SUMMARY), np.float32),
        shared=np.zeros(units, np.float32),
        total=np.zeros(units, np.float32),
        hidden=np.zeros(units, np.float32),
        features=np.zeros(outlook.FIVE_FEATURES, np.float32),
        rows=np.zeros((3, 4), np.int64),
        held=np.zeros((3, outlook.RANKS), np.int64),
    )
