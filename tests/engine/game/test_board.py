"""One board: checked cases, reasons of fouls, what is certain, how a board is read."""

import json
from pathlib import Path
from typing import Any

import pytest

from ofcapi.engine.game.board import Board, overfull_rows, parse_board, unseen_cards
from ofcapi.engine.game.cards import DECK, parse_cards
from ofcapi.engine.game.hands import strength_of
from ofcapi.engine.game.options import options_of, rules_from
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import CompiledRules, compile_rules
from ofcapi.engine.game.score import Score, cards_after_staying, is_legal, score
from tests.naive import hands as naive

DATA = Path(__file__).parents[2] / "data"
SCORE_CASES: list[dict[str, Any]] = json.loads((DATA / "score.json").read_text())
LOW_CASES: list[dict[str, Any]] = [
    case
    for case in json.loads((DATA / "deuce_to_seven.json").read_text())
    if case["kind"] == "score"
]


def board_of(text: str) -> Board:
    board, faults = parse_board(text)
    assert not faults
    return board


def rules_of(preset: str, **changes: Any) -> CompiledRules:
    return compile_rules(rules_from(preset, changes))


def scored(
    text: str, preset: str = "pineapple", dead: str = "", in_fantasyland: int = 0, **changes: Any
) -> Score:
    cards, faults = parse_cards(dead)
    assert not faults
    return score(board_of(text), rules_of(preset, **changes), cards, in_fantasyland)


@pytest.mark.parametrize("case", SCORE_CASES, ids=lambda case: str(case["id"]))
def test_checked_boards(case: dict[str, Any]) -> None:
    expect = case["expect"]
    found = scored(case["board"])
    assert found.foul == ("foul" if expect["foul"] else "legal")
    assert (found.reason is not None) is expect["foul"]
    rows = ("top", "middle", "bottom")
    assert {row: found.rows[place].category for place, row in enumerate(rows)} == expect[
        "categories"
    ]
    royalties = dict(zip(rows, found.royalties, strict=True))
    assert royalties | {"total": sum(found.royalties)} == expect["royalties"]
    for preset, cards in expect["fantasyland_entry_cards"].items():
        entering = scored(case["board"], preset)
        assert (entering.fantasyland_cards, entering.enters) == (cards, cards > 0)
        assert not entering.stays
    for preset, stay in (
        ("pineapple", "trips_full_house_or_quads"),
        ("pineapple-quads-stay", "trips_or_quads"),
    ):
        staying = scored(case["board"], preset, in_fantasyland=14)
        stays = expect["fantasyland_stays"][stay]
        assert (staying.stays, staying.fantasyland_cards) == (stays, 14 if stays else 0)
        assert not staying.enters


@pytest.mark.parametrize("case", LOW_CASES, ids=lambda case: str(case["id"]))
def test_checked_boards_of_the_2_7_game(case: dict[str, Any]) -> None:
    expect = case["expect"]
    found = scored(case["board"], "deuce-to-seven")
    assert found.foul == ("foul" if expect["foul"] else "legal")
    royalties = dict(zip(("top", "middle", "bottom"), found.royalties, strict=True))
    assert royalties | {"total": sum(found.royalties)} == expect["royalties"]
    assert found.fantasyland_cards == expect["fantasyland_entry_cards"]
    assert scored(case["board"], "deuce-to-seven", in_fantasyland=14).stays is expect["stays"]


@pytest.mark.parametrize("case", SCORE_CASES + LOW_CASES, ids=lambda case: str(case["id"]))
def test_the_naive_judge_agrees_with_the_checked_boards(case: dict[str, Any]) -> None:
    """The judge for the random boards is compared with the checked cases first."""
    expect = case["expect"]
    preset = "deuce-to-seven" if case in LOW_CASES else "pineapple"
    verdict = naive.judge(board_of(case["board"]).rows, options_of(PRESETS[preset]))
    assert verdict.legal is not expect["foul"]
    assert sum(verdict.royalties) == expect["royalties"]["total"]
    entry = expect["fantasyland_entry_cards"]
    assert verdict.entry_cards == (entry if case in LOW_CASES else entry["pineapple"])
    stays = expect.get("stays", expect.get("fantasyland_stays", {}))
    assert verdict.stays is (stays if case in LOW_CASES else stays["trips_full_house_or_quads"])


@pytest.mark.parametrize(
    ("board", "preset", "changes", "code", "rows", "detail"),
    [
        (
            "AsAh3d/KcQd9h5c2s/AdKhQhJhTd", "pineapple", {},
            "top_beats_middle", ("top", "middle"),
            "pair of aces on top beats king high in the middle",
        ),
        (
            "QhQd7s/QsQc6d5h4c/2c2d2h3s9c", "pineapple", {},
            "top_beats_middle", ("top", "middle"),
            "pair of queens with seven on top beats "
            "pair of queens with six, five, four in the middle",
        ),
        (
            "2c3d4h/AhKdQcJsTh/KsKhKc2d2h", "turbo", {}, None, (), "",
        ),
        (
            "2c3d4h/KsKhKc2d2h/AhKdQcJsTh", "turbo", {},
            "middle_beats_bottom", ("middle", "bottom"),
            "kings full of deuces in the middle beats ace-high straight at the bottom",
        ),
        ("2c3d4h/AhKdQcJs9h/AcKhQdJd9s", "pineapple", {}, None, (), ""),
        (
            "2c3d4h/AhKdQcJs9h/AcKhQdJd9s", "pineapple", {"row_order": "strict"},
            "middle_equals_bottom", ("middle", "bottom"),
            "middle and bottom are both ace high with king, queen, jack, nine",
        ),
        (
            "AhAd4c/9s8d6c4h2s/KsKdTcTh3h", "deuce-to-seven", {}, None, (), "",
        ),
        (
            "AhAd4c/9s8d6c4h2s/KsKdTc5h3h", "deuce-to-seven", {},
            "top_beats_bottom", ("top", "bottom"),
            "pair of aces on top beats pair of kings at the bottom",
        ),
        (
            "4c3d2h/Js8d6c4h2s/KsKdTc5h3h", "deuce-to-seven", {},
            "middle_not_low", ("middle",),
            "J-8-6-4-2 in the middle is no ten-high or lower low",
        ),
        (
            "4c3d2h/Ac2d3h4s5c/KsKdTc5h3s", "deuce-to-seven", {},
            "middle_not_low", ("middle",),
            "A-5-4-3-2 in the middle is no ten-high or lower low",
        ),
        (
            "4c3d2h/6c2d3h4s5c/KsKdTc5h3s", "deuce-to-seven", {},
            "middle_not_low", ("middle",),
            "six-high straight in the middle is no ten-high or lower low",
        ),
    ],
)  # fmt: skip
def test_the_reason_of_a_foul(
    board: str, preset: str, changes: dict[str, Any], code: str | None, rows: Any, detail: str
) -> None:
    found = scored(board, preset, **changes)
    if code is None:
        assert (found.foul, found.reason) == ("legal", None)
        return
    assert found.foul == "foul"
    assert found.reason is not None
    assert (found.reason.code, found.reason.rows, found.reason.detail) == (code, rows, detail)
    assert found.royalties == (0, 0, 0)
    assert (found.enters, found.stays, found.fantasyland_cards) == (False, False, 0)
    assert not scored(board, preset, in_fantasyland=14, **changes).stays
    strengths = [strength_of(row) for row in board_of(board).rows]
    assert not is_legal(rules_of(preset, **changes), *strengths)


ALL_DECK = "".join(rank + suit for rank in naive.RANKS for suit in "cdhs")


def all_but(live: str, board: str) -> str:
    """All cards except the live ones and those on the board."""
    kept = {*parse_cards(live)[0], *board_of(board).cards}
    return "".join(ALL_DECK[2 * card : 2 * card + 2] for card in DECK if card not in kept)


@pytest.mark.parametrize(
    ("board", "preset", "live", "changes", "code", "rows", "detail"),
    [
        (
            "AsAhAd/KcQd9h5c2s/", "pineapple", ALL_DECK, {},
            "top_beats_middle", ("top", "middle"),
            "at the weakest three aces on top, "
            "at the strongest king high with queen, nine, five, deuce in the middle",
        ),
        (
            "AsAh2d/KcQd9h5c/", "pineapple", ALL_DECK, {},
            "top_beats_middle", ("top", "middle"),
            "at the weakest pair of aces with deuce on top, "
            "at the strongest pair of kings with queen, nine, five in the middle",
        ),
        (
            "/KsKhKc2d2h/AhKdQcJs", "pineapple", ALL_DECK, {},
            "middle_beats_bottom", ("middle", "bottom"),
            "at the weakest kings full of deuces in the middle, "
            "at the strongest ace-high straight at the bottom",
        ),
        # The obvious card, another deuce, would fill the middle.
        (
            "/KsKhKc2d/QsQdAhJc9d", "pineapple", ALL_DECK, {},
            "middle_beats_bottom", ("middle", "bottom"),
            "at the weakest three kings with three, deuce in the middle, "
            "at the strongest pair of queens with ace, jack, nine at the bottom",
        ),
        (
            "2c3d4h/AhKdQcJs9h/AcKhQdJd", "pineapple", "9c8c", {"row_order": "strict"},
            "middle_equals_bottom", ("middle", "bottom"),
            "at the weakest ace high with king, queen, jack, nine in the middle, "
            "at the strongest ace high with king, queen, jack, nine at the bottom",
        ),
        (
            "/2c2d/", "deuce-to-seven", ALL_DECK, {}, "middle_not_low", ("middle",),
            "no unseen cards can make the middle a ten-high or lower low any more",
        ),
        (
            "/Jc/", "deuce-to-seven", ALL_DECK, {}, "middle_not_low", ("middle",),
            "no unseen cards can make the middle a ten-high or lower low any more",
        ),
        (
            "AsAh2d/7c/KcJdQh5c", "deuce-to-seven", ALL_DECK, {},
            "top_beats_bottom", ("top", "bottom"),
            "at the weakest pair of aces with deuce on top, "
            "at the strongest pair of kings with queen, jack, five at the bottom",
        ),
        # One ace is left; the middle needs it against the queens, the bottom against the middle.
        (
            "QcQd2s/Ah9h5d4s/AdKdJc8s", "pineapple", "Ac6c", {},
            "no_legal_completion", ("top", "middle", "bottom"),
            "no unseen cards can put all three rows in order any more",
        ),
    ],
)  # fmt: skip
def test_the_reason_of_a_lost_board(
    board: str,
    preset: str,
    live: str,
    changes: dict[str, Any],
    code: str,
    rows: Any,
    detail: str,
) -> None:
    found = scored(board, preset, all_but(live, board), **changes)
    assert found.foul == "foul"
    assert found.reason is not None
    assert (found.reason.code, found.reason.rows) == (code, rows)
    assert found.reason.detail.removeprefix("no unseen cards can save it: ") == detail
    assert found.royalties == (0, 0, 0)
    assert not found.enters


def test_a_lost_board_is_saved_by_one_more_live_card() -> None:
    board = "QcQd2s/Ah9h5d4s/AdKdJc8s"
    assert scored(board, dead=all_but("Ac6c", board)).foul == "foul"
    assert scored(board, dead=all_but("AcAs", board)).foul == "open"


def test_what_is_so_far_of_an_unfinished_board() -> None:
    found = scored("QhQd/KhKdKs4c/9cTcJcQc")
    assert (found.foul, found.reason) == ("open", None)
    top, middle, bottom = found.rows
    assert (top.complete, top.category, top.description) == (False, "pair", "pair of queens")
    assert (middle.category, middle.description) == ("three_of_a_kind", "three kings")
    assert bottom.category == "high_card"
    assert [row.cards for row in found.rows] == list(board_of("QhQd/KhKdKs4c/9cTcJcQc").rows)
    assert [row.complete for row in found.rows] == [False] * 3
    # A third queen or a fourth king would be worth more; the bottom may earn nothing.
    assert found.royalties == (7, 2, 0)
    assert (found.enters, found.stays, found.fantasyland_cards) == (False, False, 0)


def test_an_empty_board_is_open_and_sure_of_nothing() -> None:
    for preset in PRESETS:
        found = scored("", preset)
        assert (found.foul, found.royalties, found.enters) == ("open", (0, 0, 0), False)
        assert [row.category for row in found.rows] == [None, None, None]
        assert [row.description for row in found.rows] == ["no cards yet"] * 3
        assert [(row.cards, row.complete) for row in found.rows] == [((), False)] * 3


@pytest.mark.parametrize(
    ("board", "preset", "words"),
    [
        (
            "QhQd2s/KhKdKs4c3d/9cTcJcQcKc", "pineapple",
            ("pair of queens", "three kings", "king-high straight flush"),
        ),
        (
            "2c3d5h/9s8d6c4h2s/KsKdTcTh3h", "deuce-to-seven",
            ("five high", "9-8-6-4-2", "two pair, kings and tens"),
        ),
    ],
)  # fmt: skip
def test_finished_rows_are_shown_with_what_they_are(
    board: str, preset: str, words: tuple[str, ...]
) -> None:
    """The same whether the whole board is finished or only these rows."""
    rows = board_of(board).rows
    finished = scored(board, preset).rows
    assert [row.cards for row in finished] == list(rows)
    assert [row.complete for row in finished] == [True] * 3
    assert tuple(row.description for row in finished) == words
    for place, row in enumerate(finished):
        alone = str(Board(*(cards if place == at else () for at, cards in enumerate(rows))))
        assert scored(alone, preset).rows[place] == row


def test_a_board_sure_of_fantasyland() -> None:
    sure = "QhQd2s/KhKdKs4c/AcAdAhAs"
    found = scored(sure)
    assert (found.foul, found.enters, found.fantasyland_cards) == ("open", True, 14)
    assert scored(sure, "progressive").fantasyland_cards == 14
    assert not scored(sure, "classic-no-fantasyland").enters
    staying = scored(sure, "ultimate", in_fantasyland=16)
    assert (staying.stays, staying.enters, staying.fantasyland_cards) == (True, False, 16)
    assert scored(sure, "progressive", in_fantasyland=16).fantasyland_cards == 14


def test_a_stay_keeps_the_cards_or_brings_a_fixed_number() -> None:
    assert cards_after_staying(rules_of("ultimate"), 16) == 16
    assert cards_after_staying(rules_of("progressive"), 16) == 14
    assert cards_after_staying(rules_of("classic-no-fantasyland"), 14) == 0


def test_the_stay_rule_with_queens_on_top() -> None:
    board = "QhQd2s/KhKd9s8c4c/AcAd3h3s5c"
    assert not scored(board, "progressive", in_fantasyland=14).stays
    assert scored(board, "progressive-pagat", in_fantasyland=14).stays


def test_a_board_is_read_in_three_rows() -> None:
    board, faults = parse_board(" Qh Qd,2s / K♥kd10s /9c")
    assert faults == []
    assert board == Board((42, 41, 3), (46, 45, 35), (28,))
    assert str(board) == "QhQd2s/KhKdTs/9c"
    assert (board.open_slots, board.complete) == (6, False)
    assert board.cards == (42, 41, 3, 46, 45, 35, 28)
    assert parse_board(str(board)) == (board, [])


def test_rows_may_be_empty() -> None:
    for text in ("", "  ", "//", " / / "):
        assert parse_board(text) == (Board(), [])
    assert parse_board("Qh//AhKh") == (Board((42,), (), (50, 46)), [])
    assert str(Board()) == "//"
    assert Board().open_slots == 13


@pytest.mark.parametrize("text", ["QhQd2s", "Qh/Kh", "Qh/Kh/9c/", "///"])
def test_any_other_number_of_rows_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=rf"top/middle/bottom .* this one has {text.count('/')}$"):
        parse_board(text)


def test_faults_name_row_and_card_and_the_other_cards_are_kept() -> None:
    board, faults = parse_board("QhXd2s/Kh/9c10x,Ah,Q")
    assert str(board) == "Qh2s/Kh/9cAh"
    assert [(fault.row, fault.fault.index) for fault in faults] == [(0, 1), (2, 1), (2, 3)]
    assert "'Xd'" in faults[0].fault.detail


def test_an_overfull_row_is_named_at_the_first_card_too_many() -> None:
    assert overfull_rows(board_of("2c3c4c/2d3d4d5d6d/2h3h4h5h6h")) == []
    faults = overfull_rows(board_of("2c3c4c5c/2d3d4d5d6d/2h3h4h5h6h7h8h"))
    assert [(fault.row, fault.fault.index) for fault in faults] == [(0, 3), (2, 5)]
    assert faults[0].fault.detail == "the top row must have at most 3 cards, not 4"


def test_unseen_is_the_deck_without_what_was_seen() -> None:
    assert unseen_cards() == DECK
    assert unseen_cards([0, 1], (1, 51), []) == tuple(range(2, 51))
    # Heads-up Pineapple, first to act: own board and discards, and the opponent's board.
    for street, unseen in ((2, 42), (3, 37), (4, 32), (5, 27)):
        own_board = opponent_board = 5 + 2 * (street - 2)
        own_discards = street - 2
        seen = range(own_board + opponent_board + own_discards)
        assert len(unseen_cards(seen)) == unseen


def test_sure_fantasyland_cards_are_those_of_finishes_that_can_happen() -> None:
    """The two possible finishes bring 15 and 14 cards; 13 would need the 9c twice."""
    rules = compile_rules(
        rules_from(
            "deuce-to-seven",
            {
                "fantasyland": {
                    "entry": {"99": 14, "trips": 13, "low_75432": 14, "top_and_low_75432": 15}
                }
            },
        )
    )
    board = parse_board("9h9d/7c5d4h3s/AcAdAhAsKc")[0]
    live = parse_cards("9c2c")[0]
    dead = set(unseen_cards(board.cards)) - set(live)
    assert score(board, rules, dead).fantasyland_cards == 14


def test_a_two_to_seven_middle_is_a_low_before_it_is_full() -> None:
    rules = compile_rules(PRESETS["deuce-to-seven"])
    for row, category, words in (
        ("7c5d", "low_7", "7-5"),
        ("2c3d", "low_7", "3-2"),
        ("Tc9d2h", "low_T", "T-9-2"),
        ("4c4d", "pair", "pair of fours"),
    ):
        middle = score(parse_board(f"/{row}/")[0], rules).rows[1]
        assert (middle.category, middle.description) == (category, words)
