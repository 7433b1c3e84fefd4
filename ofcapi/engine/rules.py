"""Rule sets: one frozen object of named options and royalty tables, and the presets in use.

``options`` makes a rule set of a preset and changed options. ``compile_rules`` turns a rule set
into small arrays by row strength, so that nothing that computes ever looks at an option again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.cards import RANKS
from ofcapi.engine.hands import (
    CATEGORIES,
    CATEGORY,
    CLASSES,
    FIVE_CARD_STRENGTHS,
    LOW_CATEGORIES,
    LOW_CATEGORY,
    LOW_STRENGTH,
    PAIR,
    STRENGTHS,
    THREE_CARD_STRENGTHS,
    THREE_OF_A_KIND,
)

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
    """How cards come: an opening of five, then ``streets`` times ``dealt`` cards, ``kept`` kept."""

    name: Literal["pineapple", "classic", "turbo"]
    streets: int
    dealt: int
    kept: int
    same_cards: bool = False
    opening: int = 5


@dataclass(frozen=True, slots=True)
class Royalties:
    """Points of each row by what it makes; what is not named earns nothing."""

    top: Table
    middle: Table
    bottom: Table


@dataclass(frozen=True, slots=True)
class Fantasyland:
    """Who enters with how many cards, and who stays.

    ``entry``: cards by what the top row is ("or better": the highest key reached counts), or the
    middle in deuce-to-seven. ``stay``: for top, middle and bottom the least hand with which a
    player stays, or None. ``stay_cards``: cards after staying, or the number that he had.
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


_TOP_PAIRS = tuple((rank * 2, points) for points, rank in enumerate("6789TJQKA", 1))
_TOP_TRIPS = tuple((rank * 3, points) for points, rank in enumerate(RANKS, 10))
_FLAT_TRIPS = tuple((rank * 3, 20) for rank in RANKS)
_MIDDLE: Table = (
    ("three_of_a_kind", 2),
    ("straight", 4),
    ("flush", 8),
    ("full_house", 12),
    ("four_of_a_kind", 20),
    ("straight_flush", 30),
    ("royal_flush", 50),
)
_BOTTOM: Table = (
    ("straight", 2),
    ("flush", 4),
    ("full_house", 6),
    ("four_of_a_kind", 10),
    ("straight_flush", 15),
    ("royal_flush", 25),
)
_LOW_MIDDLE: Table = (("low_9", 1), ("low_8", 2), ("low_7", 4), ("low_75432", 8))
_ROYALTIES = Royalties(_TOP_PAIRS + _TOP_TRIPS, _MIDDLE, _BOTTOM)

_PINEAPPLE = Deal("pineapple", streets=4, dealt=3, kept=2)
_CLASSIC = Deal("classic", streets=8, dealt=1, kept=1)
_TURBO = Deal("turbo", streets=4, dealt=2, kept=2)


def _entry(queens: int, kings: int, aces: int, trips: int) -> Table:
    return (("QQ", queens), ("KK", kings), ("AA", aces), ("trips", trips))


_STAY_FULL_HOUSE = ("three_of_a_kind", "full_house", "four_of_a_kind")
_STAY_QUADS = ("three_of_a_kind", None, "four_of_a_kind")

_pineapple = Rules(
    preset="pineapple",
    deal=_PINEAPPLE,
    players=(2, 3),
    middle="high",
    row_order="at_least",
    scoring="1-6",
    foul_points=6,
    royalties_paid="both",
    royalties=_ROYALTIES,
    fantasyland=Fantasyland(_entry(14, 14, 14, 14), _STAY_FULL_HOUSE, 14),
)
_classic = replace(
    _pineapple,
    preset="classic",
    deal=_CLASSIC,
    players=(2, 4),
    fantasyland=Fantasyland(_entry(13, 13, 13, 13), _STAY_FULL_HOUSE, 13),
)
_progressive = replace(
    _pineapple,
    preset="progressive",
    fantasyland=Fantasyland(_entry(14, 15, 16, 17), _STAY_QUADS, 14),
)

PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        _pineapple,
        replace(
            _pineapple,
            preset="pineapple-quads-stay",
            fantasyland=Fantasyland(_entry(14, 14, 14, 14), _STAY_QUADS, 14),
        ),
        _progressive,
        replace(
            _progressive,
            preset="progressive-pagat",
            fantasyland=Fantasyland(
                _entry(14, 15, 16, 17), ("pair_Q", "full_house", "four_of_a_kind"), 14
            ),
        ),
        replace(
            _progressive,
            preset="ultimate",
            fantasyland=Fantasyland(_entry(14, 15, 16, 17), _STAY_QUADS, "same"),
        ),
        replace(
            _pineapple,
            preset="deuce-to-seven",
            middle="deuce_to_seven",
            royalties=replace(_ROYALTIES, middle=_LOW_MIDDLE),
            fantasyland=Fantasyland(
                (
                    ("KK", 14),
                    ("AA", 14),
                    ("trips", 14),
                    ("low_75432", 14),
                    ("top_and_low_75432", 15),
                ),
                _STAY_QUADS,
                14,
            ),
        ),
        _classic,
        replace(_classic, preset="classic-no-fantasyland", fantasyland=None),
        replace(_classic, preset="turbo", deal=_TURBO),
        replace(
            _classic,
            preset="pagat",
            royalties=Royalties(_TOP_PAIRS + _FLAT_TRIPS, _MIDDLE[1:], _BOTTOM),
        ),
        replace(
            _pineapple,
            preset="side-by-side",
            deal=replace(_PINEAPPLE, same_cards=True),
            players=(2, 2),
        ),
    )
}
DEFAULT_PRESET = "pineapple"


class RuleArrays(NamedTuple):
    """A rule set by strength (7,918 entries, see ``hands``); rows are top, middle, bottom.

    royalty          (3, 7918) int32, points
    order            (3, 7918) int16, which of two finished rows wins: the higher
    category         (3, 7918) uint8, index into the row's ``CompiledRules.categories``
    middle_cap       (7918,) int16, the strongest top that may stand above this middle
    middle_need      (7918,) int16, the weakest bottom that may stand below this middle
    top_entry        (7918,) uint8, Fantasyland class of a top, 0 for none
    middle_entry     (7918,) uint8, 1 where the middle enters by itself
    entry_cards      (classes, 2) uint8, cards by ``[top_entry, middle_entry]``, 0 for no entry
    stays            (3, 7918) bool, whether the row makes a player stay

    A board is legal when ``top <= middle_cap[middle]``, ``bottom >= middle_need[middle]`` and
    ``bottom >= top``: the first two carry everything that a high or a 2-7 middle demands.
    """

    royalty: NDArray[np.int32]
    order: NDArray[np.int16]
    category: NDArray[np.uint8]
    middle_cap: NDArray[np.int16]
    middle_need: NDArray[np.int16]
    top_entry: NDArray[np.uint8]
    middle_entry: NDArray[np.uint8]
    entry_cards: NDArray[np.uint8]
    stays: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRules:
    """A rule set ready to compute with: the options, the categories of each row, the arrays."""

    rules: Rules
    categories: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    arrays: RuleArrays


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> CompiledRules:
    """The arrays of a rule set (a few milliseconds, kept for the last 256 rule sets)."""
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
