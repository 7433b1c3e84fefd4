"""Rule sets: one frozen object of named options and royalty tables, and the presets in use.

``rules_from`` is the only way in: it takes a preset's name and changed options as plain data and
returns ``Rules`` or raises ``RulesError`` with every fault. ``compile_rules`` turns a rule set
into small arrays by row strength, so that nothing that computes ever looks at an option again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

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
MOST_POINTS = 1000
"""The largest royalty or foul penalty that an option may name, in points."""

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
    """One complete rule set. Meaning of each option: "The rules object" in the API's contract."""

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


@dataclass(frozen=True, slots=True)
class RuleFault:
    """One thing wrong with a rules object: where (member names), what, and what would be right.

    ``code`` is ``contradiction`` where each value is fine but they cannot hold together.
    """

    path: tuple[str, ...]
    code: Literal[
        "unknown_preset", "unknown_option", "missing_option", "wrong_value", "contradiction"
    ]
    detail: str


class RulesError(ValueError):
    """A rules object with faults, all of them in ``faults``."""

    def __init__(self, faults: list[RuleFault]) -> None:
        super().__init__("; ".join(fault.detail for fault in faults))
        self.faults = faults


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
FIXED_OPTIONS = ("deal", "players", "middle")
_CHOICES = {
    "row_order": ("at_least", "strict"),
    "scoring": ("1-6", "2-4"),
    "royalties_paid": ("both", "row_winner"),
}
CHANGEABLE_OPTIONS = (*_CHOICES, "foul_points", "royalties", "fantasyland")


def options_of(rules: Rules) -> dict[str, Any]:
    """Every option as plain JSON data, in the form in which a request may change it."""
    land = rules.fantasyland
    return {
        "deal": {
            "name": rules.deal.name,
            "opening": rules.deal.opening,
            "streets": rules.deal.streets,
            "dealt": rules.deal.dealt,
            "kept": rules.deal.kept,
            "same_cards": rules.deal.same_cards,
        },
        "players": {"min": rules.players[0], "max": rules.players[1]},
        "middle": rules.middle,
        "row_order": rules.row_order,
        "scoring": rules.scoring,
        "foul_points": rules.foul_points,
        "royalties_paid": rules.royalties_paid,
        "royalties": {row: dict(getattr(rules.royalties, row)) for row in ROWS},
        "fantasyland": None
        if land is None
        else {
            "entry": dict(land.entry),
            "stay": dict(zip(ROWS, land.stay, strict=True)),
            "stay_cards": land.stay_cards,
        },
    }


def changed_options(rules: Rules) -> dict[str, Any]:
    """The options in which a rule set differs from its preset, as plain JSON data.

    >>> changed_options(rules_from("classic", {"scoring": "2-4"}))
    {'scoring': '2-4', 'foul_points': 4}
    """
    if rules is PRESETS[rules.preset]:
        return {}
    base = options_of(PRESETS[rules.preset])
    return {name: value for name, value in options_of(rules).items() if value != base[name]}


def rules_from(preset: object = DEFAULT_PRESET, changes: Mapping[str, Any] | None = None) -> Rules:
    """The rule set of a preset with changed options.

    ``changes`` is plain data as ``options_of`` shows it; a royalty row that is given replaces that
    row's table, and ``fantasyland`` members that are not given keep the preset's value.

    Raises ``RulesError`` naming every unknown preset or option, every value that an option cannot
    have, and values that contradict each other.
    """
    if not changes and isinstance(preset, str) and preset in PRESETS:
        return PRESETS[preset]
    faults: list[RuleFault] = []
    base = PRESETS.get(preset) if isinstance(preset, str) else None
    if base is None:
        known = ", ".join(PRESETS)
        faults.append(
            RuleFault(
                ("preset",), "unknown_preset", f"{_shown(preset)} is no preset: one of {known}"
            )
        )
        raise RulesError(faults + _faults_under_any_preset(changes or {}))
    reader = _Reader(base, changes or {}, faults)
    rules = reader.read()
    if faults:
        raise RulesError(faults)
    return rules


def _faults_under_any_preset(changes: Mapping[str, Any]) -> list[RuleFault]:
    """The faults of changed options that are faults whichever preset was meant."""
    found: list[list[RuleFault]] = []
    for base in PRESETS.values():
        faults: list[RuleFault] = []
        _Reader(base, changes, faults).read()
        found.append(faults)
    everywhere = set.intersection(*({(one.path, one.code) for one in faults} for faults in found))
    return [one for one in found[0] if (one.path, one.code) in everywhere]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


class _Reader:
    """Reads changed options over a preset, gathering faults instead of stopping at the first."""

    def __init__(self, base: Rules, changes: Mapping[str, Any], faults: list[RuleFault]) -> None:
        self.base = base
        self.changes = changes
        self.faults = faults
        self.low = base.middle == "deuce_to_seven"

    def fault(self, path: tuple[str, ...], detail: str) -> None:
        self.faults.append(RuleFault(path, "wrong_value", detail))

    def read(self) -> Rules:
        shown = options_of(self.base)
        for name, value in self.changes.items():
            if name in FIXED_OPTIONS:
                if value != shown[name]:
                    self.fault((name,), f"{name} is what makes a preset: choose another preset")
            elif name not in CHANGEABLE_OPTIONS:
                options = ", ".join(CHANGEABLE_OPTIONS)
                detail = f"{_shown(name)} is no option: one of {options}"
                self.faults.append(RuleFault((name,), "unknown_option", detail))
        changed: dict[str, Any] = {name: self._choice(name) for name in _CHOICES}
        default_foul = self.base.foul_points
        if changed["scoring"] != self.base.scoring:
            default_foul = 4 if changed["scoring"] == "2-4" else 6
        changed["foul_points"] = self._points(
            ("foul_points",), self.changes.get("foul_points", default_foul)
        )
        changed["royalties"] = self._royalties()
        changed["fantasyland"] = self._fantasyland()
        if self.low and changed["row_order"] == "strict":
            detail = "row_order strict compares middle with bottom, which a 2-7 middle never is"
            self.faults.append(RuleFault(("row_order",), "contradiction", detail))
        return replace(self.base, **changed)

    def _choice(self, name: str) -> str:
        value = self.changes.get(name, getattr(self.base, name))
        if value not in _CHOICES[name]:
            self.fault((name,), f"{name} is one of {', '.join(_CHOICES[name])}")
        return str(value)

    def _whole(self, path: tuple[str, ...], value: object, low: int, high: int, what: str) -> int:
        if type(value) is int and low <= value <= high:
            return value
        self.fault(path, f"{what} is a whole number from {low} to {high}")
        return low

    def _points(self, path: tuple[str, ...], value: object) -> int:
        return self._whole(path, value, 0, MOST_POINTS, path[-1])

    def _object(self, path: tuple[str, ...], value: object) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.fault(path, f"{path[-1]} is an object")
        return {}

    def _known(
        self, path: tuple[str, ...], value: Mapping[str, Any], keys: tuple[str, ...]
    ) -> None:
        for key in value:
            if key not in keys:
                detail = f"{_shown(key)} is no member of {path[-1]}: one of {', '.join(keys)}"
                self.faults.append(RuleFault((*path, key), "unknown_option", detail))

    def _royalties(self) -> Royalties:
        path = ("royalties",)
        given = self._object(path, self.changes.get("royalties", {}))
        self._known(path, given, ROWS)
        middle_keys = LOW_ROYALTY_KEYS if self.low else FIVE_CARD_ROYALTY_KEYS
        tables = {}
        for row, keys in zip(
            ROWS, (TOP_ROYALTY_KEYS, middle_keys, FIVE_CARD_ROYALTY_KEYS), strict=True
        ):
            if row in given:
                tables[row] = self._table((*path, row), given[row], keys)
        return replace(self.base.royalties, **tables)

    def _table(self, path: tuple[str, ...], value: object, keys: tuple[str, ...]) -> Table:
        table = self._object(path, value)
        self._known(path, table, keys)
        return tuple((key, self._points((*path, key), table[key])) for key in keys if key in table)

    def _fantasyland(self) -> Fantasyland | None:
        path = ("fantasyland",)
        value = self.changes.get("fantasyland", {})
        base = self.base.fantasyland
        if value is None:
            return None
        given = self._object(path, value)
        if base is None and "fantasyland" in self.changes:
            for member in ("entry", "stay", "stay_cards"):
                if member not in given:
                    detail = f"{member} is needed: the preset {self.base.preset} has no Fantasyland"
                    self.faults.append(RuleFault((*path, member), "missing_option", detail))
        elif base is None:
            return None
        self._known(path, given, ("entry", "stay", "stay_cards"))
        land = base or Fantasyland((), (None, None, None), 14)
        if "entry" in given:
            land = replace(land, entry=self._entry((*path, "entry"), given["entry"]))
        if "stay" in given:
            land = replace(land, stay=self._stay((*path, "stay"), given["stay"], land.stay))
        if "stay_cards" in given:
            cards = given["stay_cards"]
            if cards != "same":
                cards = self._cards((*path, "stay_cards"), cards, " or 'same'")
            land = replace(land, stay_cards=cards)
        return land

    def _cards(self, path: tuple[str, ...], value: object, other: str = "") -> int:
        if type(value) is int and value in FANTASYLAND_CARDS:
            return value
        self.fault(path, f"{path[-1]} is a number of cards from 13 to 17{other}")
        return 13

    def _entry(self, path: tuple[str, ...], value: object) -> Table:
        given = self._object(path, value)
        keys = LOW_ENTRY_KEYS if self.low else ENTRY_KEYS
        self._known(path, given, keys)
        return tuple((key, self._cards((*path, key), given[key])) for key in keys if key in given)

    def _stay(
        self, path: tuple[str, ...], value: object, base: tuple[str | None, ...]
    ) -> tuple[str | None, str | None, str | None]:
        given = self._object(path, value)
        self._known(path, given, ROWS)
        stay = []
        for row, name in enumerate(ROWS):
            least = given.get(name, base[row])
            if least is not None and not _is_stay_hand(least, row, self.low):
                self.fault((*path, name), _stay_hint(row, self.low))
                least = None
            stay.append(least)
        return (stay[0], stay[1], stay[2])


def _is_stay_hand(least: object, row: int, low: bool) -> bool:
    if not isinstance(least, str):
        return False
    if row == MIDDLE and low:
        return least in LOW_ROYALTY_KEYS
    categories = ("high_card", "pair", "three_of_a_kind") if row == TOP else CATEGORIES
    category, _, rank = least.rpartition("_")
    if least in categories:
        return True
    if category not in categories or len(rank) != 1 or rank not in RANKS:
        return False
    hands = THREE_CARD_STRENGTHS if row == TOP else FIVE_CARD_STRENGTHS
    key = (CATEGORIES.index(category), RANKS.index(rank))
    return any(CLASSES[strength][:2] == key for strength in hands)


def _stay_hint(row: int, low: bool) -> str:
    if row == MIDDLE and low:
        return f"the least middle to stay with is null or one of {', '.join(LOW_ROYALTY_KEYS)}"
    example = (
        "'pair_Q' or 'three_of_a_kind'" if row == TOP else "'full_house' or 'four_of_a_kind_8'"
    )
    return (
        f"the least hand to stay with is null, a category or a category and rank such as {example}"
    )


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
