"""Rule sets: the presets as in the rules of the game, changed options, and faults."""

from collections.abc import Mapping
from typing import Any

import pytest

from ofcapi.engine.game.options import (
    FIXED_OPTIONS,
    RulesError,
    changed_options,
    options_of,
    rules_from,
)
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS

TOP_PAIRS = {"66": 1, "77": 2, "88": 3, "99": 4, "TT": 5, "JJ": 6, "QQ": 7, "KK": 8, "AA": 9}
TOP_TRIPS = {
    "222": 10, "333": 11, "444": 12, "555": 13, "666": 14, "777": 15, "888": 16, "999": 17,
    "TTT": 18, "JJJ": 19, "QQQ": 20, "KKK": 21, "AAA": 22,
}  # fmt: skip
MIDDLE = {
    "three_of_a_kind": 2, "straight": 4, "flush": 8, "full_house": 12, "four_of_a_kind": 20,
    "straight_flush": 30, "royal_flush": 50,
}  # fmt: skip
BOTTOM = {
    "straight": 2, "flush": 4, "full_house": 6, "four_of_a_kind": 10, "straight_flush": 15,
    "royal_flush": 25,
}  # fmt: skip
ROYALTIES = {"top": TOP_PAIRS | TOP_TRIPS, "middle": MIDDLE, "bottom": BOTTOM}


def deal(name: str, streets: int, dealt: int, kept: int, same_cards: bool = False) -> Any:
    return {
        "name": name,
        "opening": 5,
        "streets": streets,
        "dealt": dealt,
        "kept": kept,
        "same_cards": same_cards,
    }


def entry(queens: int, kings: int, aces: int, trips: int) -> dict[str, int]:
    return {"QQ": queens, "KK": kings, "AA": aces, "trips": trips}


def stay(top: str, middle: str | None, bottom: str) -> dict[str, str | None]:
    return {"top": top, "middle": middle, "bottom": bottom}


PINEAPPLE = deal("pineapple", 4, 3, 2)
CLASSIC = deal("classic", 8, 1, 1)
FULL_HOUSE = stay("three_of_a_kind", "full_house", "four_of_a_kind")
QUADS = stay("three_of_a_kind", None, "four_of_a_kind")
RISING = entry(14, 15, 16, 17)

# Name: deal, fewest and most players, Fantasyland entry, stay, cards after staying.
EXPECTED: dict[str, tuple[Any, int, int, Any, Any, Any]] = {
    "pineapple": (PINEAPPLE, 2, 3, entry(14, 14, 14, 14), FULL_HOUSE, 14),
    "pineapple-quads-stay": (PINEAPPLE, 2, 3, entry(14, 14, 14, 14), QUADS, 14),
    "progressive": (PINEAPPLE, 2, 3, RISING, QUADS, 14),
    "progressive-pagat": (
        PINEAPPLE, 2, 3, RISING, stay("pair_Q", "full_house", "four_of_a_kind"), 14,
    ),
    "ultimate": (PINEAPPLE, 2, 3, RISING, QUADS, "same"),
    "deuce-to-seven": (
        PINEAPPLE, 2, 3,
        {"KK": 14, "AA": 14, "trips": 14, "low_75432": 14, "top_and_low_75432": 15}, QUADS, 14,
    ),
    "classic": (CLASSIC, 2, 4, entry(13, 13, 13, 13), FULL_HOUSE, 13),
    "classic-no-fantasyland": (CLASSIC, 2, 4, None, None, None),
    "turbo": (deal("turbo", 4, 2, 2), 2, 4, entry(13, 13, 13, 13), FULL_HOUSE, 13),
    "pagat": (CLASSIC, 2, 4, entry(13, 13, 13, 13), FULL_HOUSE, 13),
    "side-by-side": (
        deal("pineapple", 4, 3, 2, same_cards=True), 2, 2, entry(14, 14, 14, 14), FULL_HOUSE, 14,
    ),
}  # fmt: skip


def faults(preset: object, changes: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Path and code of each fault."""
    with pytest.raises(RulesError) as caught:
        rules_from(preset, changes)
    assert all(fault.detail for fault in caught.value.faults)
    assert str(caught.value) == "; ".join(fault.detail for fault in caught.value.faults)
    return [("/".join(map(str, fault.path)), fault.code) for fault in caught.value.faults]


def test_the_presets_are_those_of_the_rules() -> None:
    assert set(PRESETS) == set(EXPECTED)
    assert DEFAULT_PRESET == "pineapple"
    assert rules_from() == PRESETS["pineapple"]


@pytest.mark.parametrize("name", EXPECTED)
def test_a_preset_is_as_the_rules_say(name: str) -> None:
    deal, fewest, most, entry, stay, stay_cards = EXPECTED[name]
    royalties: dict[str, dict[str, int]] = dict(ROYALTIES)
    if name == "pagat":
        royalties["top"] = TOP_PAIRS | dict.fromkeys(TOP_TRIPS, 20)
        royalties["middle"] = {key: MIDDLE[key] for key in MIDDLE if key != "three_of_a_kind"}
    if name == "deuce-to-seven":
        royalties["middle"] = {"low_9": 1, "low_8": 2, "low_7": 4, "low_75432": 8}
    assert PRESETS[name].preset == name
    assert options_of(PRESETS[name]) == {
        "deal": deal,
        "players": {"min": fewest, "max": most},
        "middle": "deuce_to_seven" if name == "deuce-to-seven" else "high",
        "row_order": "at_least",
        "scoring": "1-6",
        "foul_points": 6,
        "royalties_paid": "both",
        "royalties": royalties,
        "fantasyland": entry and {"entry": entry, "stay": stay, "stay_cards": stay_cards},
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_a_deal_fills_a_board_and_a_deck_deals_it_to_all_players(name: str) -> None:
    rules = PRESETS[name]
    assert rules.deal.opening + rules.deal.streets * rules.deal.kept == 13
    cards = rules.deal.opening + rules.deal.streets * rules.deal.dealt
    hands = 1 if rules.deal.same_cards else rules.players[1]
    assert hands * cards <= 52


CHANGES: list[dict[str, Any]] = [
    {"row_order": "strict"},
    {"scoring": "2-4", "foul_points": 5},
    {"royalties_paid": "row_winner"},
    {"royalties": {"bottom": {"straight": 4}, "top": {}}},
    {"fantasyland": None},
    {
        "fantasyland": {
            "entry": {"22": 17, "trips": 13},
            "stay": {"top": "pair_A", "middle": "straight_9", "bottom": "four_of_a_kind_8"},
            "stay_cards": "same",
        }
    },
]


# A 2-7 middle cannot have a strict order, or a straight to stay with.
CHANGED = [
    (name, changes)
    for name in EXPECTED
    for changes in [{}, *CHANGES]
    if name != "deuce-to-seven" or not (changes.get("fantasyland") or "row_order" in changes)
]


@pytest.mark.parametrize(("name", "changes"), CHANGED)
def test_options_and_rules_are_inverse(name: str, changes: dict[str, Any]) -> None:
    rules = rules_from(name, changes)
    assert rules_from(name, options_of(rules)) == rules
    assert rules_from(name, changed_options(rules)) == rules
    unchanged = (
        name == "classic-no-fantasyland" and "fantasyland" in changes and not any(changes.values())
    )
    assert set(changed_options(rules)) == (set() if unchanged else set(changes))
    assert hash(rules) == hash(rules_from(name, options_of(rules)))


def test_a_changed_option_leaves_the_others() -> None:
    options = options_of(rules_from("progressive", {"royalties_paid": "row_winner"}))
    assert options.pop("royalties_paid") == "row_winner"
    expected = options_of(PRESETS["progressive"])
    expected.pop("royalties_paid")
    assert options == expected
    assert changed_options(PRESETS["progressive"]) == {}


def test_foul_points_follow_the_scoring_unless_given() -> None:
    assert rules_from("pineapple", {"scoring": "2-4"}).foul_points == 4
    assert rules_from("pineapple", {"scoring": "1-6"}).foul_points == 6
    assert rules_from("pineapple", {"scoring": "2-4", "foul_points": 6}).foul_points == 6
    assert rules_from("pineapple", {"foul_points": 0}).foul_points == 0


def test_a_royalty_row_is_replaced_as_a_whole_and_the_others_stay() -> None:
    rules = rules_from("pineapple", {"royalties": {"middle": {"straight": 5}}})
    assert options_of(rules)["royalties"] == ROYALTIES | {"middle": {"straight": 5}}
    assert options_of(rules_from("pineapple", {"royalties": {}}))["royalties"] == ROYALTIES


def test_members_of_fantasyland_that_are_not_given_stay() -> None:
    def land(changes: dict[str, Any]) -> Any:
        return options_of(rules_from("progressive", {"fantasyland": changes}))["fantasyland"]

    kept = {"entry": RISING, "stay": QUADS, "stay_cards": 14}
    assert land({}) == kept
    assert land({"stay_cards": "same"}) == kept | {"stay_cards": "same"}
    assert land({"stay": {"middle": "full_house"}}) == kept | {"stay": FULL_HOUSE}
    assert land({"stay": {"top": None}})["stay"] == QUADS | {"top": None}
    assert land({"entry": {"KK": 14}}) == kept | {"entry": {"KK": 14}}


def test_a_preset_without_fantasyland_can_be_given_a_whole_one() -> None:
    given = {"entry": {"QQ": 14}, "stay": QUADS, "stay_cards": "same"}
    rules = rules_from("classic-no-fantasyland", {"fantasyland": given})
    assert options_of(rules)["fantasyland"] == given
    assert faults("classic-no-fantasyland", {"fantasyland": {"stay_cards": 14}}) == [
        ("fantasyland/entry", "missing_option"),
        ("fantasyland/stay", "missing_option"),
    ]
    assert rules_from("classic-no-fantasyland", {"fantasyland": None}).fantasyland is None


def test_fixed_options_may_be_repeated_but_not_changed() -> None:
    shown = options_of(PRESETS["turbo"])
    assert rules_from("turbo", {name: shown[name] for name in FIXED_OPTIONS}) == PRESETS["turbo"]
    other = options_of(PRESETS["deuce-to-seven"])
    assert faults("turbo", {name: other[name] for name in FIXED_OPTIONS}) == [
        ("deal", "wrong_value"),
        ("players", "wrong_value"),
        ("middle", "wrong_value"),
    ]
    assert faults("pineapple", {"players": {"min": 2, "max": 4}}) == [("players", "wrong_value")]


@pytest.mark.parametrize("preset", ["", "Pineapple", "omaha", None, 3, ["pineapple"], {}])
def test_an_unknown_preset_is_refused_with_the_known_ones(preset: object) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from(preset)
    [fault] = caught.value.faults
    assert (fault.path, fault.code) == (("preset",), "unknown_preset")
    assert all(name in fault.detail for name in PRESETS)


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"jokers": 2}, "jokers", "unknown_option"),
        ({"preset": "classic"}, "preset", "unknown_option"),
        ({"row_order": "loose"}, "row_order", "wrong_value"),
        ({"row_order": None}, "row_order", "wrong_value"),
        ({"scoring": "1-7"}, "scoring", "wrong_value"),
        ({"scoring": ["1-6"]}, "scoring", "wrong_value"),
        ({"royalties_paid": True}, "royalties_paid", "wrong_value"),
        ({"foul_points": -1}, "foul_points", "wrong_value"),
        ({"foul_points": 6.0}, "foul_points", "wrong_value"),
        ({"foul_points": True}, "foul_points", "wrong_value"),
        ({"foul_points": "6"}, "foul_points", "wrong_value"),
        ({"foul_points": None}, "foul_points", "wrong_value"),
        ({"foul_points": 10**30}, "foul_points", "wrong_value"),
        ({"royalties": None}, "royalties", "wrong_value"),
        ({"royalties": []}, "royalties", "wrong_value"),
        ({"royalties": {"front": {}}}, "royalties/front", "unknown_option"),
        ({"royalties": {"top": 20}}, "royalties/top", "wrong_value"),
        ({"royalties": {"top": {"QK": 7}}}, "royalties/top/QK", "unknown_option"),
        ({"royalties": {"top": {"QQ": True}}}, "royalties/top/QQ", "wrong_value"),
        ({"royalties": {"middle": {"QQQ": 2}}}, "royalties/middle/QQQ", "unknown_option"),
        ({"royalties": {"middle": {"low_9": 2}}}, "royalties/middle/low_9", "unknown_option"),
        ({"royalties": {"bottom": {"flush": -4}}}, "royalties/bottom/flush", "wrong_value"),
        ({"royalties": {"bottom": {"flush": 1.5}}}, "royalties/bottom/flush", "wrong_value"),
        ({"fantasyland": False}, "fantasyland", "wrong_value"),
        ({"fantasyland": {"exit": 1}}, "fantasyland/exit", "unknown_option"),
        ({"fantasyland": {"entry": None}}, "fantasyland/entry", "wrong_value"),
        ({"fantasyland": {"entry": {"QQ": 12}}}, "fantasyland/entry/QQ", "wrong_value"),
        ({"fantasyland": {"entry": {"QQ": 18}}}, "fantasyland/entry/QQ", "wrong_value"),
        ({"fantasyland": {"entry": {"QQ": True}}}, "fantasyland/entry/QQ", "wrong_value"),
        ({"fantasyland": {"entry": {"QQQ": 14}}}, "fantasyland/entry/QQQ", "unknown_option"),
        (
            {"fantasyland": {"entry": {"low_75432": 14}}},
            "fantasyland/entry/low_75432",
            "unknown_option",
        ),
        ({"fantasyland": {"stay": "quads"}}, "fantasyland/stay", "wrong_value"),
        ({"fantasyland": {"stay": {"left": "pair"}}}, "fantasyland/stay/left", "unknown_option"),
        ({"fantasyland": {"stay": {"top": "flush"}}}, "fantasyland/stay/top", "wrong_value"),
        ({"fantasyland": {"stay": {"top": "pair_X"}}}, "fantasyland/stay/top", "wrong_value"),
        ({"fantasyland": {"stay": {"top": "pair_"}}}, "fantasyland/stay/top", "wrong_value"),
        ({"fantasyland": {"stay": {"top": "pair_QQ"}}}, "fantasyland/stay/top", "wrong_value"),
        ({"fantasyland": {"stay": {"top": 3}}}, "fantasyland/stay/top", "wrong_value"),
        # There is no four-high straight, and an ace-high straight flush is a royal flush.
        (
            {"fantasyland": {"stay": {"middle": "straight_4"}}},
            "fantasyland/stay/middle",
            "wrong_value",
        ),
        (
            {"fantasyland": {"stay": {"bottom": "straight_flush_A"}}},
            "fantasyland/stay/bottom",
            "wrong_value",
        ),
        (
            {"fantasyland": {"stay": {"middle": "low_9"}}},
            "fantasyland/stay/middle",
            "wrong_value",
        ),
        ({"fantasyland": {"stay_cards": "all"}}, "fantasyland/stay_cards", "wrong_value"),
        ({"fantasyland": {"stay_cards": 12}}, "fantasyland/stay_cards", "wrong_value"),
        ({"fantasyland": {"stay_cards": True}}, "fantasyland/stay_cards", "wrong_value"),
        ({"fantasyland": {"stay_cards": None}}, "fantasyland/stay_cards", "wrong_value"),
    ],
)
def test_each_fault_is_named_by_its_place(changes: dict[str, Any], path: str, code: str) -> None:
    assert faults("pineapple", changes) == [(path, code)]


def test_the_2_7_game_refuses_what_a_low_middle_cannot_have() -> None:
    assert faults("deuce-to-seven", {"row_order": "strict"}) == [("row_order", "contradiction")]
    assert faults("deuce-to-seven", {"royalties": {"middle": {"flush": 8}}}) == [
        ("royalties/middle/flush", "unknown_option")
    ]
    assert faults("deuce-to-seven", {"fantasyland": {"stay": {"middle": "full_house"}}}) == [
        ("fantasyland/stay/middle", "wrong_value")
    ]


def test_all_faults_are_named_at_once() -> None:
    changes = {
        "jokers": 2,
        "deal": {},
        "row_order": "loose",
        "foul_points": -1,
        "royalties": {"top": {"66": -1, "67": 1}, "left": {}, "bottom": 3},
        "fantasyland": {"entry": {"QQ": 5, "ZZ": 14}, "stay": {"top": "flush"}, "stay_cards": 0},
    }
    assert sorted(faults("omaha", changes)) == [
        ("deal", "wrong_value"),
        ("fantasyland/entry/QQ", "wrong_value"),
        ("fantasyland/entry/ZZ", "unknown_option"),
        ("fantasyland/stay/top", "wrong_value"),
        ("fantasyland/stay_cards", "wrong_value"),
        ("foul_points", "wrong_value"),
        ("jokers", "unknown_option"),
        ("preset", "unknown_preset"),
        ("row_order", "wrong_value"),
        ("royalties/bottom", "wrong_value"),
        ("royalties/left", "unknown_option"),
        ("royalties/top/66", "wrong_value"),
        ("royalties/top/67", "unknown_option"),
    ]


def test_the_fault_of_a_huge_value_is_short() -> None:
    with pytest.raises(RulesError) as caught:
        rules_from("x" * 10_000, {"y" * 10_000: 1})
    assert all(len(fault.detail) < 500 for fault in caught.value.faults)


def test_an_unknown_preset_brings_no_faults_of_another_preset() -> None:
    """``low_9`` is valid in deuce-to-seven, which a misspelt name may have meant."""
    assert faults("duece-to-seven", {"royalties": {"middle": {"low_9": 1, "low_2": 1}}}) == [
        ("preset", "unknown_preset"),
        ("royalties/middle/low_2", "unknown_option"),
    ]


def test_foul_points_are_named_with_another_scoring() -> None:
    """Otherwise the changed options would give other rules: 2-4 alone means 4 points for a foul."""
    rules = rules_from("pineapple", {"scoring": "2-4", "foul_points": 6})
    assert changed_options(rules) == {"scoring": "2-4", "foul_points": 6}
