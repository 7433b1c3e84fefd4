"""Equal questions have equal keys, and no other ones do."""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.encoding import digest, encode
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.play.question import Question
from ofcapi.engine.worth.values import Objective, Values

BOARD = parse_board("Qh/7c7d9s/AhKh5h")[0]
QUESTION = Question(BOARD, PRESETS["pineapple"], unseen_cards(BOARD.cards))
CHANGED: dict[str, Any] = {
    "board": parse_board("Qs/7c7d9s/AhKh5h")[0],
    "rules": replace(PRESETS["pineapple"], foul_points=5),
    "unseen": QUESTION.unseen[1:],
    "dealt": (0, 1, 2),
    "opponents": (Board(),),
    "objective": Objective("royalties"),
    "values": Values(Fraction(-61, 10)),
    "hidden": (14,),
}


@pytest.mark.parametrize("member", CHANGED)
def test_every_member_of_a_question_changes_its_key(member: str) -> None:
    other = replace(QUESTION, **{member: CHANGED[member]})
    assert digest(other) != digest(QUESTION)
    # How opponents end follows from the question and the seed, and is no part of it.
    assert set(CHANGED) == set(Question.__dataclass_fields__) - {"rivals"}


def test_equal_questions_have_one_key_however_they_came_about() -> None:
    again = Question(
        parse_board("Qh / 7c 7d 9s / Ah,Kh,5h")[0],
        replace(PRESETS["progressive"], **vars_of(PRESETS["pineapple"])),
        tuple(card for card in range(52) if card not in BOARD.cards),
        values=Values(Fraction("-6.0")),
    )
    assert again == QUESTION
    assert digest(again) == digest(QUESTION)


def vars_of(rules: Any) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in type(rules).__dataclass_fields__}


@dataclass(frozen=True)
class _Other:
    top: tuple[int, ...] = ()
    middle: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()


def test_values_that_look_alike_are_told_apart() -> None:
    alike: list[object] = [
        "1", 1, True, None, "null", [], {}, "", (1,), ("1",), Fraction(1), Decimal(1), {"1": 1},
        {"Fraction": "1/1"}, {"Mapping": {}}, Board(), _Other(), [[1], 2], [1, [2]],
    ]  # fmt: skip
    assert len({encode(value) for value in alike}) == len(alike)


def test_members_of_mappings_have_no_order() -> None:
    assert encode({"a": 1, "b": 2}) == encode({"b": 2, "a": 1})


@pytest.mark.parametrize("value", [1.5, {1, 2}, object(), b"", {(1, 2): 3}, Board])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        encode([value])
