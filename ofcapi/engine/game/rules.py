"""Rule sets: one frozen object of named options and royalty tables.

``options`` makes a rule set from a preset and changed options. ``compile_rules`` turns a rule set
into small arrays by row strength, so that computations read the arrays and never the options.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.cards import RANKS
from ofcapi.engine.game.hands import (
    CATEGORIES,
    CATEGORY,
    CLASSES,
    FIVE_CARD_STRENGTHS,
    LOW_CATEGORIES,
    LOW_CATEGORY,
    LOW_STRENGTH,
    THREE_CARD_STRENGTHS,
)
from ofcapi.engine.kernels.shapes import PAIR, STRENGTHS, THREE_OF_A_KIND, RuleArrays

ROWS = ("top", "middle", "bottom")
TOP, MIDDLE, BOTTOM = range(3)
ROW_SIZES = (3, 5, 5)
BOARD_SIZE = 13
Table: TypeAlias = tuple[tuple[str, int], ...]

TOP_ROYALTY_KEYS = tuple([rank * 2 for rank in RANKS] + [rank * 3 for rank in RANKS])
FIVE_CARD_ROYALTY_KEYS = CATEGORIES[PAIR:]
LOW_ROYALTY_KEYS = ("low_T", "low_9", "low_8", "low_7", "low_75432")
ENTRY_KEYS = (*(rank * 2 for rank in RANKS), "trips")
LOW_ENTRY_KEYS = (*ENTRY_KEYS, "low_75432", "top_and_low_75432")
FANTASYLAND_CARDS = range(13, 18)


@dataclass(frozen=True, slots=True)
class Deal:
    """How cards are dealt.

    After the opening come ``streets`` streets of ``dealt`` cards, of which ``kept`` are kept.
    """

    name: Literal["pineapple", "classic", "turbo"]
    streets: int
    dealt: int
    kept: int
    same_cards: bool = False
    opening: int = 5


@dataclass(frozen=True, slots=True)
class Royalties:
    """Points of each row by its hand; a hand that is not listed earns nothing."""

    top: Table
    middle: Table
    bottom: Table


@dataclass(frozen=True, slots=True)
class Fantasyland:
    """Who enters with how many cards, and who stays.

    ``entry``: cards by what the top row is ("or better": the highest key reached counts), or the
    middle in deuce-to-seven. ``stay``: for top, middle and bottom the least hand with which a
    player stays, or None. ``stay_cards``: cards after staying; with "same" players keep their
    number of cards.
    """

    entry: Table
    stay: tuple[str | None, str | None, str | None]
    stay_cards: int | Literal["same"]


@dataclass(frozen=True, slots=True)
class Rules:
    """One complete rule set. What each option means: docs/rules.md."""

    preset: str
    deal: Deal
    players: tuple[int, int]
    middle: Literal["high", "deuce_to_seven"]
    row_order: Literal["at_least", "strict"]
    scoring: Literal["1-6", "2-4"]
    foul_points: int
    royalties_paid: Literal["both", "row_winner"]
    royalties: Royalties
    fantasyland: Fantasyland | None


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRules:
    """A rule set for computations: the options, the categories of each row, the arrays."""

    rules: Rules
    categories: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    arrays: RuleArrays


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> CompiledRules:
    """The arrays of a rule set (takes a few milliseconds; cached for the last 256 rule sets)."""
    low = rules.middle == "deuce_to_seven"
    strengths = np.arange(STRENGTHS, dtype=np.int16)
    category = np.stack([CATEGORY, LOW_CATEGORY if low else CATEGORY, CATEGORY])
    middle_cap = strengths
    middle_need = strengths + np.int16(rules.row_order == "strict")
    if low:
        legal = LOW_CATEGORY >= LOW_CATEGORIES.index("low_T")
        middle_cap = np.where(legal, STRENGTHS, -1).astype(np.int16)
        middle_need = np.where(legal, 0, STRENGTHS).astype(np.int16)
    top_entry, middle_entry, entry_cards = _compile_entry(rules)
    arrays = RuleArrays(
        royalty=_compile_royalties(rules, category),
        order=np.stack([strengths, LOW_STRENGTH if low else strengths, strengths]),
        category=category,
        middle_cap=middle_cap,
        middle_need=middle_need,
        top_entry=top_entry,
        middle_entry=middle_entry,
        entry_cards=entry_cards,
        stays=_compile_stay(rules, category),
    )
    for array in arrays:
        array.setflags(write=False)
    middle_categories = LOW_CATEGORIES if low else CATEGORIES
    return CompiledRules(rules, (CATEGORIES, middle_categories, CATEGORIES), arrays)


def _top_key(strength: int) -> str:
    category, *ranks = CLASSES[strength]
    rank = RANKS[ranks[0]]
    return {PAIR: rank * 2, THREE_OF_A_KIND: rank * 3}.get(category, "")


def _compile_royalties(rules: Rules, category: NDArray[np.uint8]) -> NDArray[np.int32]:
    royalty = np.zeros((3, STRENGTHS), dtype=np.int32)
    top = dict(rules.royalties.top)
    for strength in THREE_CARD_STRENGTHS:
        royalty[TOP, strength] = top.get(_top_key(strength), 0)
    fives = list(FIVE_CARD_STRENGTHS)
    names = LOW_CATEGORIES if rules.middle == "deuce_to_seven" else CATEGORIES
    for row, table, row_names in (
        (MIDDLE, rules.royalties.middle, names),
        (BOTTOM, rules.royalties.bottom, CATEGORIES),
    ):
        points = np.zeros(len(row_names), dtype=np.int32)
        for key, value in table:
            points[row_names.index(key)] = value
        royalty[row, fives] = points[category[row, fives]]
    return royalty


def _compile_entry(
    rules: Rules,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    entry = dict(rules.fantasyland.entry) if rules.fantasyland else {}
    listed = [key for key in ENTRY_KEYS if key in entry]
    top_entry = np.zeros(STRENGTHS, dtype=np.uint8)
    for strength in THREE_CARD_STRENGTHS:
        key = _top_key(strength)
        if key:
            place = ENTRY_KEYS.index("trips" if len(key) == 3 else key)
            top_entry[strength] = sum(ENTRY_KEYS.index(other) <= place for other in listed)
    middle_entry = np.zeros(STRENGTHS, dtype=np.uint8)
    low_cards = entry.get("low_75432", 0)
    both = entry.get("top_and_low_75432", 0)
    if low_cards or both:
        middle_entry[LOW_CATEGORY == LOW_CATEGORIES.index("low_75432")] = 1
    entry_cards = np.zeros((len(listed) + 1, 2), dtype=np.uint8)
    entry_cards[0, 1] = low_cards
    for place, key in enumerate(listed, 1):
        entry_cards[place] = entry[key], both or max(entry[key], low_cards)
    return top_entry, middle_entry, entry_cards


def _compile_stay(rules: Rules, category: NDArray[np.uint8]) -> NDArray[np.bool_]:
    stays = np.zeros((3, STRENGTHS), dtype=np.bool_)
    if rules.fantasyland is None:
        return stays
    for row, least in enumerate(rules.fantasyland.stay):
        if least is None:
            continue
        hands = list(THREE_CARD_STRENGTHS if row == TOP else FIVE_CARD_STRENGTHS)
        if row == MIDDLE and rules.middle == "deuce_to_seven":
            stays[row, hands] = category[row, hands] >= LOW_CATEGORIES.index(least)
            continue
        threshold = _least_class(least)
        stays[row, hands] = [CLASSES[strength] >= threshold for strength in hands]
    return stays


def _least_class(least: str) -> tuple[int, ...]:
    if least in CATEGORIES:
        return (CATEGORIES.index(least),)
    category, _, rank = least.rpartition("_")
    return (CATEGORIES.index(category), RANKS.index(rank))
