"""The page keeps sections that are not measured again; the page in the repository is up to date."""

from pathlib import Path

import pytest

from benchmarks.page import NOT_RECORDED, PAGE, PARTS, Part, page_of, record, sections_of
from benchmarks.report import Section


def part(name: str, about: str, long: bool = False) -> Part:
    return Part(name, lambda: Section(name.title(), about), long)


def test_a_section_is_replaced_and_the_others_stay(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    parts = (part("quick", "First."), part("other", "Other."), part("slow", "Long.", long=True))
    page.write_text(page_of({"slow": "## Slow\n", "quick": "## Quick\n"}, parts), encoding="utf-8")
    record(parts[:1], page, parts)
    found = sections_of(page.read_text(encoding="utf-8"))
    assert found["slow"] == "## Slow\n"
    assert found["quick"].startswith("## Quick\n\n*")
    assert found["quick"].endswith("First.\n")
    assert NOT_RECORDED in found["other"]


def test_long_sections_stand_apart_and_last() -> None:
    parts = (part("slow", "", long=True), part("quick", ""))
    page = page_of({"slow": "## Slow\n", "quick": "## Quick\n"}, parts)
    assert page.index("## Quick") < page.index("# Long runs") < page.index("## Slow")


def test_what_fails_leaves_the_page_as_it_was(tmp_path: Path) -> None:
    def fail() -> Section:
        raise SystemExit("answers differ")

    page = tmp_path / "page.md"
    parts = (part("quick", "First."), Part("wrong", fail), part("last", "Last."))
    with pytest.raises(SystemExit, match="answers differ"):
        record(parts, page, parts)
    found = sections_of(page.read_text(encoding="utf-8"))
    assert found["quick"].endswith("First.\n")
    assert NOT_RECORDED in found["wrong"]
    assert NOT_RECORDED in found["last"]


def test_the_page_in_the_repository_is_whole() -> None:
    page = PAGE.read_text(encoding="utf-8")
    sections = sections_of(page)
    assert page == page_of(sections)
    for one in PARTS:
        assert one.long or NOT_RECORDED not in sections[one.name], one.name
