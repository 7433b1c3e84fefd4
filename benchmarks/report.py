"""Figures as data, and the Markdown that shows them."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from benchmarks.measuring import Rounds, circumstances, number, spread

Cell: TypeAlias = Rounds | str
"""A figure by its rounds, or a text that says why there is none."""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in a grid: the first column has the names of the rows, the others have figures."""

    columns: tuple[str, ...]
    rows: Mapping[str, Sequence[Cell]]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Figures that were measured together, or the output of a program, with a description."""

    title: str
    about: str
    tables: tuple[Table, ...] = ()
    printed: str = ""


def beside_peers(
    what: str, unit: str, figures: Mapping[str, Cell], more_is_better: bool, note: str = ""
) -> Table:
    """Our figure, which comes first, and those of peers; the note says who is ahead.

    Raises ``ValueError`` if ours was not measured.
    """
    ours = next(iter(figures.values()))
    if isinstance(ours, str):
        raise ValueError("the first figure is ours, and was not measured")
    rows: dict[str, Sequence[Cell]] = {}
    ahead = []
    for name, figure in figures.items():
        if isinstance(figure, str):
            rows[name] = (figure, "")
            continue
        ratio = statistics.median(figure) / statistics.median(ours)
        speed = ratio if more_is_better else 1 / ratio
        rows[name] = (figure, "1" if figure is ours else number(speed))
        if speed > 1:
            ahead.append(f"{name} ({number(speed)} times as fast)")
    if ahead:
        verdict = f"Ahead of ours: {', '.join(ahead)}."
    elif all(isinstance(figure, str) for figure in list(figures.values())[1:]):
        verdict = "No peer was measured."
    else:
        verdict = "No peer is ahead of ours."
    return Table((what, unit, "speed (ours = 1)"), rows, f"{note} {verdict}".strip())


def markdown(section: Section, circumstances: str) -> str:
    """The section as Markdown for the page."""
    parts = [f"## {section.title}", f"*{circumstances}*", section.about]
    for table in section.tables:
        parts.append(_grid(table))
        if table.note:
            parts.append(table.note)
    if section.printed:
        parts.append(f"```\n{section.printed.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def recorded(measure: Callable[[], Section]) -> str:
    """Measure a section now; date and load are those at the start."""
    now = circumstances()
    return markdown(measure(), now)


def _grid(table: Table) -> str:
    lines = [table.columns, ("---", *("---:" for _ in table.columns[1:]))]
    for name, cells in table.rows.items():
        lines.append((name, *(cell if isinstance(cell, str) else spread(cell) for cell in cells)))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
