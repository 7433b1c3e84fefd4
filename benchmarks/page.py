"""Writes docs/benchmarks.md, section by section: ``python -m benchmarks.page [--long] [name ..]``.

Without names it measures all short sections, or with ``--long`` all long ones. Other sections stay
in the page as they are. The page is written after each section, so that nothing is lost if a later
one fails.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import draws, fantasyland, http, play, scoring, service
from benchmarks.report import Section, recorded

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"

HEAD = """\
# Benchmarks

`make bench` measures everything here except the long runs and writes this page, in about five
minutes. It installs what it needs, including the peers in `requirements-bench.txt`. Figures are
medians, with the range over the rounds in brackets. Each section says when and where it was
measured, and how busy the machine was.

Peers are measured in the same run. Results are compared before times are measured: if they differ,
the run stops. Peers are libraries for parts of the work, and programs for open-face boards as
people usually write them, in plain Python with a library's evaluator (`benchmarks/plain.py`). If a
peer is ahead, the page says so.

This page is about speed. [proof.md](proof.md) describes how the results are checked: of 1,561 small
changes to the rules, the foul check and the settlement the tests notice 1,465 (94 %); the others
were examined, and none of them can make a result wrong unnoticed.
"""
LONG_HEAD = """\
# Long runs

These take too long for `make bench`. `make bench-long` measures them; until it runs again, the page
keeps the previous figures.
"""
NOT_RECORDED = "*Not recorded yet: `make bench`, or `make bench-long` for a long run.*\n"


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page by its name; a long one is measured only on demand."""

    name: str
    measure: Callable[[], Section]
    long: bool = False


def printed(module: str, title: str, about: str, *words: str) -> Section:
    """A section with the output of a module that is run with some arguments."""
    run = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return Section(title, about, printed=run.stdout)


def early_streets(part: str, title: str) -> Part:
    """A long section about play before the exact horizon."""
    about = (
        "Points are royalties, 9 for a ticket to Fantasyland, -6 for a foul; "
        "[early-streets.md](early-streets.md) explains the figures. Recorded by "
        f"`python -m benchmarks.page {part}`."
    )
    measure = partial(printed, "benchmarks.early_streets", title, about, part)
    return Part(part, measure, long=True)


PARTS = (
    Part("scoring", scoring.measure),
    Part("draws", draws.measure),
    Part("play", play.measure),
    Part("fantasyland", fantasyland.measure),
    Part("http", http.measure),
    Part("service", service.measure),
    early_streets("hands", "Whole hands of Pineapple"),
    early_streets("street3", "Decisions of the third street"),
    early_streets("early", "Openings and decisions of the second street"),
    early_streets("calibration", "Reported figures compared with played-out hands"),
    early_streets("rankings", "Rankings over HTTP"),
    Part(
        "sampling",
        partial(
            printed,
            "benchmarks.sampling",
            "The policy hindsight-1",
            "How well it plays where exact values are known; [sampled.md](sampled.md) explains the "
            "figures.",
        ),
        long=True,
    ),
    Part(
        "heads_up",
        partial(
            printed,
            "benchmarks.heads_up",
            "Play beside the opponent, heads up",
            "Two players on one deck, each deck played in both seats, boards settled under the "
            "rules. One plays beside the other's board, which is played on; the other looks at "
            "their own board alone and takes the first of equal placements, as the release before "
            "did.",
            "settled",
            "order",
            "--decks=16500",
        ),
        long=True,
    ),
    Part(
        "heads_up_ties",
        partial(
            printed,
            "benchmarks.heads_up",
            "Stronger rows on ties, heads up",
            "Two players who look at their own boards alone. One takes the stronger rows where "
            "placements are worth the same, the other the first in order.",
            "rows",
            "order",
            "--decks=2500",
        ),
        long=True,
    ),
    Part(
        "settled",
        partial(
            printed,
            "benchmarks.settled",
            "What play beside an opponent gives away",
            "Decisions with the boards that an unfinished opponent is played to by default, valued "
            "with 20,000 boards; and how answers spread over seeds.",
            "100",
        ),
        long=True,
    ),
)
"""Every section, in the order of the page."""


def sections_of(page: str) -> dict[str, str]:
    """The recorded sections of a page by their names."""
    return dict(re.findall(r"<!-- begin (\w+) -->\n(.*?)<!-- end \1 -->", page, re.S))


def page_of(sections: Mapping[str, str], parts: tuple[Part, ...] = PARTS) -> str:
    """The whole page of recorded sections; a missing one gets a placeholder."""
    pieces = [HEAD]
    for long in (False, True):
        if long:
            pieces.append(LONG_HEAD)
        for part in parts:
            if part.long == long:
                text = sections.get(part.name, f"## {part.name}\n\n{NOT_RECORDED}")
                pieces.append(f"<!-- begin {part.name} -->\n{text}<!-- end {part.name} -->\n")
    return "\n".join(pieces)


def record(asked: tuple[Part, ...], page: Path, parts: tuple[Part, ...] = PARTS) -> None:
    """Measure the given sections and put each into the page as soon as it is measured."""
    for part in asked:
        print(f"{part.name} ..", flush=True)
        text = recorded(part.measure)
        before = page.read_text(encoding="utf-8") if page.exists() else ""
        whole = page_of({**sections_of(before), part.name: text}, parts)
        page.write_text(whole, encoding="utf-8")


def main() -> None:
    """Measure the sections named on the command line."""
    parser = argparse.ArgumentParser(description="Measure, and write docs/benchmarks.md.")
    parser.add_argument("--long", action="store_true", help="the long sections, not the short ones")
    parser.add_argument("names", nargs="*", metavar="name", help="only these sections")
    asked = parser.parse_args()
    unknown = set(asked.names) - {part.name for part in PARTS}
    if unknown:
        parser.error(f"no such section: {', '.join(sorted(unknown))}")
    record(
        tuple(
            part
            for part in PARTS
            if (part.name in asked.names if asked.names else part.long == asked.long)
        ),
        PAGE,
    )


if __name__ == "__main__":
    main()
