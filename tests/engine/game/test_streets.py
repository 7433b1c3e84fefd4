"""The position of a board in the deal."""

import pytest

from ofcapi.engine.game.board import parse_board
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.streets import cards_to_come, dealt_next, not_at_street_end, street_ends


@pytest.mark.parametrize(
    ("preset", "board", "to_come"),
    [
        ("pineapple", "//", 17),
        ("classic", "//", 13),
        ("turbo", "//", 13),
        ("pineapple", "Qh//AhKh", 14),
        ("pineapple", "Qh/4c4d/AhKh", 12),
        ("pineapple", "Qh/4c4d/AhKh5h", 12),
        ("pineapple", "Qh/4c4d/AhKh5h2h", 9),
        ("classic", "Qh/4c4d/AhKh5h", 7),
        ("turbo", "Qh/4c4d/AhKh5h2h", 6),
        ("pineapple", "Qh2c/4c4d5s6s9c/AhKh5h2h", 3),
        ("pineapple", "Qh2c/4c4d5s6s9c/AhKh5h2h7h", 3),
        ("classic", "Qh2c3c/4c4d5s6s9c/AhKh5h2h7h", 0),
    ],
)
def test_cards_that_the_player_will_still_see(preset: str, board: str, to_come: int) -> None:
    assert cards_to_come(parse_board(board)[0], PRESETS[preset]) == to_come


def test_streets_end_where_the_deal_says() -> None:
    assert street_ends(PRESETS["turbo"]) == (5, 7, 9, 11, 13)
    assert street_ends(PRESETS["classic"]) == (5, 6, 7, 8, 9, 10, 11, 12, 13)
    assert not_at_street_end(parse_board("Qh/4c4d/AhKh")[0], PRESETS["pineapple"]) is None
    assert not_at_street_end(parse_board("Qh/4c4d/AhKh5h")[0], PRESETS["classic"]) is None
    for board in ("//", "Qh/4c/AhKh", "Qh/4c4d/AhKh5h"):
        assert not_at_street_end(parse_board(board)[0], PRESETS["turbo"])


def test_what_is_dealt_next() -> None:
    full = "Qh2c3c/4c4d5s6s9c/AhKh5h2h7h"
    for preset, board, dealt in (
        ("pineapple", "//", 5),
        ("pineapple", "Qh/4c4d/AhKh", 3),
        ("classic", "Qh/4c4d/AhKh", 1),
        ("turbo", "Qh/4c4d/AhKh", 2),
        ("turbo", full, 0),
    ):
        assert dealt_next(parse_board(board)[0], PRESETS[preset]) == dealt
