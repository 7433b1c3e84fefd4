"""Changed options: rule sets as plain data, and rule sets made from such data.

Use ``rules_from`` to make every rule set: it takes a preset's name and changed options and returns
``Rules``, or raises ``RulesError`` with every fault.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ofcapi.engine.game.cards import RANKS
from ofcapi.engine.game.faults import Fault, impossible
from ofcapi.engine.game.hands import CATEGORIES, CLASSES, FIVE_CARD_STRENGTHS, THREE_CARD_STRENGTHS
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import (
    ENTRY_KEYS,
    FANTASYLAND_CARDS,
    FIVE_CARD_ROYALTY_KEYS,
    LOW_ENTRY_KEYS,
    LOW_ROYALTY_KEYS,
    MIDDLE,
    ROWS,
    TOP,
    TOP_ROYALTY_KEYS,
    Fantasyland,
    Royalties,
    Rules,
    Table,
)

MOST_POINTS = 1000
"""The largest royalty or foul penalty that an option may name, in points."""
FIXED_OPTIONS = ("deal", "players", "middle")
ROYALTY_KEYS = {
    "top": TOP_ROYALTY_KEYS,
    "middle": FIVE_CARD_ROYALTY_KEYS + LOW_ROYALTY_KEYS,
    "bottom": FIVE_CARD_ROYALTY_KEYS,
}
"""What a royalty table may name, by row, under one preset or another."""
CHOICES = {
    "row_order": ("at_least", "strict"),
    "scoring": ("1-6", "2-4"),
    "royalties_paid": ("both", "row_winner"),
}
CHANGEABLE_OPTIONS = (*CHOICES, "foul_points", "royalties", "fantasyland")


class RulesError(ValueError):
    """A rules object with faults, all of them in ``faults``.

    ``contradiction`` is the code where each value is fine but they cannot hold together. What is
    ``impossible`` is well formed, and wrong only because of the preset or because no such hand
    exists.
    """

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(fault.detail for fault in faults))
        self.faults = faults


def options_of(rules: Rules) -> dict[str, Any]:
    """Every option as plain JSON data, in the same form as in a request that changes it."""
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

    ``rules_from`` makes the same rule set from them again. If the scoring is changed, the foul
    points are always included, because each scoring has its own default.

    >>> changed_options(rules_from("classic", {"scoring": "2-4"}))
    {'scoring': '2-4', 'foul_points': 4}
    """
    preset = PRESETS[rules.preset]
    if rules is preset:
        return {}
    base = options_of(preset)
    if rules.scoring != preset.scoring:
        del base["foul_points"]
    return {
        name: value
        for name, value in options_of(rules).items()
        if name not in base or value != base[name]
    }


def rules_from(preset: object = DEFAULT_PRESET, changes: Mapping[str, Any] | None = None) -> Rules:
    """The rule set of a preset with changed options.

    ``changes`` is plain data as ``options_of`` returns it. A royalty row that is given replaces the
    whole table of that row; ``fantasyland`` members that are not given keep the preset's value.

    Raises ``RulesError`` naming every unknown preset or option, every invalid value, and values
    that contradict each other.
    """
    if not changes and isinstance(preset, str) and preset in PRESETS:
        return PRESETS[preset]
    faults: list[Fault] = []
    base = PRESETS.get(preset) if isinstance(preset, str) else None
    if base is None:
        known = f"one of {', '.join(PRESETS)}"
        faults.append(
            Fault(
                "unknown_preset", f"unknown preset {_shown(preset)}; expected {known}", ("preset",)
            )
        )
        raise RulesError(faults + _faults_under_any_preset(changes or {}))
    reader = _Reader(base, changes or {}, faults)
    rules = reader.read()
    if faults:
        raise RulesError(faults)
    return rules


def _faults_under_any_preset(changes: Mapping[str, Any]) -> list[Fault]:
    """The faults of changed options that are faults whichever preset was meant."""
    found: list[list[Fault]] = []
    for base in PRESETS.values():
        faults: list[Fault] = []
        _Reader(base, changes, faults).read()
        found.append(faults)
    everywhere = set.intersection(*({(one.path, one.code) for one in faults} for faults in found))
    return [one for one in found[0] if (one.path, one.code) in everywhere]


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:40] + "…"


class _Reader:
    """Reads changed options over a preset; collects all faults instead of stopping at the first."""

    def __init__(self, base: Rules, changes: Mapping[str, Any], faults: list[Fault]) -> None:
        self.base = base
        self.changes = changes
        self.faults = faults
        self.low = base.middle == "deuce_to_seven"

    def fault(self, path: tuple[str, ...], detail: str, impossible: bool = False) -> None:
        self.faults.append(Fault("wrong_value", detail, path, impossible))

    def read(self) -> Rules:
        shown = options_of(self.base)
        for name, value in self.changes.items():
            if name in FIXED_OPTIONS:
                if value != shown[name]:
                    detail = f"{name} cannot be changed; choose another preset"
                    self.fault((name,), detail, impossible=True)
            elif name not in CHANGEABLE_OPTIONS:
                options = ", ".join(CHANGEABLE_OPTIONS)
                detail = f"unknown option {_shown(name)}; expected one of {options}"
                self.faults.append(Fault("unknown_option", detail, (name,)))
        changed: dict[str, Any] = {name: self._choice(name) for name in CHOICES}
        default_foul = self.base.foul_points
        if changed["scoring"] != self.base.scoring:
            default_foul = 4 if changed["scoring"] == "2-4" else 6
        changed["foul_points"] = self._points(
            ("foul_points",), self.changes.get("foul_points", default_foul)
        )
        changed["royalties"] = self._royalties()
        changed["fantasyland"] = self._fantasyland()
        if self.low and changed["row_order"] == "strict":
            detail = "row_order cannot be strict: a 2-7 middle is not compared with the bottom"
            self.faults.append(impossible("contradiction", detail, "row_order"))
        return replace(self.base, **changed)

    def _choice(self, name: str) -> str:
        value = self.changes.get(name, getattr(self.base, name))
        if value not in CHOICES[name]:
            self.fault((name,), f"{name} must be one of {', '.join(CHOICES[name])}")
        return str(value)

    def _whole(self, path: tuple[str, ...], value: object, low: int, high: int, what: str) -> int:
        if type(value) is int and low <= value <= high:
            return value
        self.fault(path, f"{what} must be a whole number from {low} to {high}")
        return low

    def _points(self, path: tuple[str, ...], value: object) -> int:
        return self._whole(path, value, 0, MOST_POINTS, path[-1])

    def _object(self, path: tuple[str, ...], value: object) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.fault(path, f"{path[-1]} must be an object")
        return {}

    def _known(
        self,
        path: tuple[str, ...],
        value: Mapping[str, Any],
        keys: tuple[str, ...],
        elsewhere: tuple[str, ...] = (),
    ) -> None:
        """A fault for each unknown key; keys that other presets know (elsewhere) are impossible."""
        for key in value:
            if key not in keys:
                expected = ", ".join(keys)
                detail = f"unknown member {_shown(key)} of {path[-1]}; expected one of {expected}"
                fault = Fault("unknown_option", detail, (*path, key), key in elsewhere)
                self.faults.append(fault)

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
                tables[row] = self._table((*path, row), given[row], keys, ROYALTY_KEYS[row])
        return replace(self.base.royalties, **tables)

    def _table(
        self,
        path: tuple[str, ...],
        value: object,
        keys: tuple[str, ...],
        under_any_preset: tuple[str, ...],
    ) -> Table:
        table = self._object(path, value)
        self._known(path, table, keys, under_any_preset)
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
                    preset = self.base.preset
                    detail = f"{member} is required: the preset {preset} has no Fantasyland"
                    self.faults.append(impossible("missing_option", detail, *path, member))
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
                cards = self._cards((*path, "stay_cards"), cards, ", or 'same'")
            land = replace(land, stay_cards=cards)
        return land

    def _cards(self, path: tuple[str, ...], value: object, other: str = "") -> int:
        if type(value) is int and value in FANTASYLAND_CARDS:
            return value
        self.fault(path, f"{path[-1]} must be a whole number from 13 to 17{other}")
        return 13

    def _entry(self, path: tuple[str, ...], value: object) -> Table:
        given = self._object(path, value)
        keys = LOW_ENTRY_KEYS if self.low else ENTRY_KEYS
        self._known(path, given, keys, LOW_ENTRY_KEYS)
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
                hint = _stay_hint(row, self.low)
                self.fault((*path, name), hint, impossible=isinstance(least, str))
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
        return f"the least middle to stay with must be null or one of {', '.join(LOW_ROYALTY_KEYS)}"
    example = (
        "'pair_Q' or 'three_of_a_kind'" if row == TOP else "'full_house' or 'four_of_a_kind_8'"
    )
    return (
        "the least hand to stay with must be null, a category, or a category and a rank, "
        f"such as {example}"
    )
