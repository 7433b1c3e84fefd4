"""The pictures of docs/table.md: taken in every run, but saved only by `make screenshots`."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.table_page import HEADS_UP, TablePage

DOCS = Path(__file__).parents[2] / "docs"
MOST_BYTES = 150_000


def set_up(table: TablePage) -> None:
    page = table.page
    page.get_by_role("button", name="Add a seat").click()
    for seat, (name, stack) in enumerate((("Ada", 100), ("Bo", 80), ("Cy", 120))):
        page.get_by_label("Name").nth(seat).fill(name)
        page.get_by_label("Stack", exact=True).nth(seat).fill(str(stack))
    page.get_by_label("Stacks").select_option("pay_what_you_have")


def odds(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.enter_boards("QsJd/KhKd9c/AhTh8h5h", "Jc4c/8d8c7c/KsKc6h6s")
    table.choose("Ada")
    expect(table.method).to_contain_text("boards opposite")
    expect(table.page.locator(".draws")).to_be_visible()


def placements(table: TablePage) -> None:
    table.start("Ada", "Bo", "Cy")
    boards = ("QsJd/KhKd9c9s/AhTh8h5h3h", "Jc4c/8d8c7c5d/KsKc6h6s2s", "9h3s/QhJs4d3d/AsTc7d5c2d")
    table.enter_boards(*boards)
    table.choose("Ada")
    table.tray("In hand").click()
    table.tap("Qc", "9d", "7s")
    expect(table.page.locator(".ranking")).to_be_visible()


def fantasyland(table: TablePage) -> None:
    settled(table)
    table.press("Next hand")
    table.choose("Ada")
    table.enter("Th Js 4h 4s 5c 2c Ks Tc Kd 5h Kh Kc 9h 7c")
    expect(table.figure("Stays")).to_be_visible()


def settled(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.enter_boards(*HEADS_UP)
    table.press("Settle the hand")
    expect(table.page.locator(".standings")).to_be_visible()


PICTURES: dict[str, tuple[Callable[[TablePage], None], ViewportSize, bool]] = {
    "table-set-up": (set_up, PHONE, False),
    "table-odds": (odds, PHONE, False),
    "table-placements": (placements, DESK, False),
    "table-fantasyland": (fantasyland, PHONE, True),
    "table-settled": (settled, PHONE, False),
}
"""By file name: what is to be seen, how large, and whether in the dark."""


@pytest.fixture(params=PICTURES)
def picture(
    request: pytest.FixtureRequest, browser: Browser, origin: str, tmp_path: Path
) -> Iterator[tuple[TablePage, Path]]:
    show, viewport, dark = PICTURES[request.param]
    context = browser.new_context(
        viewport=viewport,
        device_scale_factor=1.3 if viewport is PHONE else 1,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    table = TablePage(context.new_page(), origin).open()
    show(table)
    yield table, Path(os.environ.get("SCREENSHOTS", tmp_path)) / f"{request.param}.png"
    context.close()


def test_pictures_are_small(picture: tuple[TablePage, Path]) -> None:
    table, path = picture
    table.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    table.page.screenshot(path=path)
    assert 10_000 < path.stat().st_size < MOST_BYTES


def test_the_pictures_are_those_that_the_pages_show() -> None:
    pages = [DOCS / "table.md", DOCS.parent / "README.md"]
    shown = {
        (page.parent / path).resolve()
        for page in pages
        for path in re.findall(r"!\[[^\]]*\]\(([^)]*table-[^)]*\.png)\)", page.read_text("utf-8"))
    }
    assert shown == {DOCS / f"{name}.png" for name in PICTURES}
    assert all(path.stat().st_size < MOST_BYTES for path in shown)
