"""Figures become tables, and the tables say who is ahead."""

import pytest

from benchmarks.measuring import in_milliseconds, number, per_second, seconds_in_turn, spread
from benchmarks.report import Section, Table, beside_peers, markdown


def test_a_section_is_shown_with_its_circumstances() -> None:
    section = Section(
        "Scores",
        "How fast.",
        (Table(("what", "ms", "comment"), {"ours": ((1.0, 3.0, 2.0), "exact")}, "A note."),),
        printed="12 hands\n",
    )
    assert markdown(section, "2026-01-01; a machine.") == (
        "## Scores\n\n*2026-01-01; a machine.*\n\nHow fast.\n\n"
        "| what | ms | comment |\n| --- | ---: | ---: |\n| ours | 2 (1 to 3) | exact |\n\n"
        "A note.\n\n```\n12 hands\n```\n"
    )


@pytest.mark.parametrize(
    ("more_is_better", "verdict", "speeds"),
    [
        (True, "Ahead of ours: quick (2 times as fast).", ("1", "2", "0.5")),
        (False, "Ahead of ours: slow (2 times as fast).", ("1", "0.5", "2")),
    ],
)
def test_who_is_ahead_is_said(more_is_better: bool, verdict: str, speeds: tuple[str, ...]) -> None:
    figures = {"ours": (10.0, 11.0, 9.0), "quick": (20.0,), "slow": (5.0, 5.0)}
    table = beside_peers("what", "unit", figures, more_is_better, note="Compared.")
    assert table.note == f"Compared. {verdict}"
    assert tuple(cells[1] for cells in table.rows.values()) == speeds


def test_a_peer_that_is_missing_is_named_and_not_ahead() -> None:
    table = beside_peers("what", "ms", {"ours": (1.0,), "theirs": "not installed"}, False)
    assert table.rows["theirs"] == ("not installed", "")
    assert table.note == "No peer was measured."


def test_ours_may_be_ahead() -> None:
    table = beside_peers("what", "ms", {"ours": (1.0,), "theirs": (2.0,), "other": "no"}, False)
    assert table.note == "No peer is ahead of ours."


def test_ours_must_be_measured() -> None:
    with pytest.raises(ValueError, match="ours"):
        beside_peers("what", "ms", {"ours": "not run", "theirs": (1.0,)}, False)


def test_figures_are_of_the_rounds_that_count() -> None:
    calls: list[str] = []
    seconds = seconds_in_turn({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, 2)
    assert calls == ["a", "b"] * 3
    assert [len(rounds) for rounds in seconds.values()] == [2, 2]


def test_numbers_are_short() -> None:
    assert per_second(10, (2.0, 5.0)) == (5.0, 2.0)
    assert in_milliseconds((0.5,)) == (500.0,)
    assert spread((1234.0,)) == "1,230"
    assert [number(value) for value in (0.0, 0.000051, 0.0516, 99.96, 123456.0)] == [
        "0",
        "5.1e-05",
        "0.0516",
        "100",
        "123,000",
    ]
