"""Accessibility: axe-core, keyboard only, small phones, suits without colour."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK
from tests.browser.table_page import HEADS_UP, TablePage


def set_up(table: TablePage) -> None:
    table.page.get_by_text("Options of the rules").click()
    table.page.get_by_role("button", name="Add a seat").click()


def odds_and_draws(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.enter_boards("QsQd/KhKd9c9d/AhAsTs", "Jd4c/8d8h7c/KsKc6h6s")
    table.press("Next: Ada")
    expect(table.page.locator(".draws")).to_be_visible()
    expect(table.figure("Points")).to_be_visible()


def ranking(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.enter("QsQd/KhKd9c9d/AhAsTsThTd")
    table.tray("In hand").click()
    table.tap("3c", "4d", "Jh")
    expect(table.page.locator(".ranking")).to_be_visible()


def fantasyland(table: TablePage) -> None:
    settled(table)
    table.press("Next hand")
    table.choose("Ada")
    table.enter("AsAhAdKcKdKh2c3c4c5c9d9h2h2s")
    expect(table.figure("Stays")).to_be_visible()


def foul_and_fault(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.enter_boards("AsAh3d/KcQd9h5c2s/AdKhQhJhTd", "As//2h3h4h5h")
    expect(table.page.locator(".faulty").first).to_be_visible()
    table.choose("Ada")
    expect(table.page.locator(".foul-reason")).to_be_visible()
    table.enter("Qs Xx")
    expect(table.page.locator("#typed-fault")).to_be_visible()


def settled(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.enter_boards(*HEADS_UP)
    table.press("Settle the hand")
    expect(table.page.locator(".standings")).to_be_visible()


def match(table: TablePage) -> None:
    settled(table)
    table.press("Next hand")
    table.go("Match")
    expect(table.page.locator("tfoot")).to_be_visible()


VIEWS = (set_up, odds_and_draws, ranking, fantasyland, foul_and_fault, settled, match)


TOO_SMALL = """
() => [...document.querySelectorAll("button, select, input, textarea, summary")]
  .filter((one) => one.offsetParent && !one.classList.contains("visually-hidden"))
  .filter((one) => one.offsetWidth < 24 || one.offsetHeight < 24)
  .map((one) => one.outerHTML)
"""


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_every_view_is_for_everybody(table: TablePage, view: Callable[[TablePage], None]) -> None:
    page = table.page
    view(table)
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    assert page.evaluate(TOO_SMALL) == []
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def violations(page: Page) -> list[tuple[str, str, str]]:
    """All violations that axe-core finds, of any impact."""
    found = Axe().run(page).response["violations"]
    return [(rule["id"], rule["impact"], rule["nodes"][0]["html"]) for rule in found]


def test_a_hand_by_keyboard_alone(table: TablePage) -> None:
    page = table.page
    page.get_by_label("Rule set").focus()
    page.get_by_role("button", name="Start the match").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_be_focused()
    tab_to(page, "#card-As")
    for key in ("ArrowRight", "ArrowDown", "Enter", "End", "Enter", "Home", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#card-As")).to_be_focused()
    page.keyboard.type("1q")
    page.keyboard.type("qhtd")
    in_hand = page.locator(".tray .card").all()
    names = [card.get_attribute("aria-label") for card in in_hand]
    assert names == [
        "king of hearts",
        "2 of hearts",
        "ace of spades",
        "queen of hearts",
        "ten of diamonds",
    ]
    expect(page.locator(".said")).to_have_text("ten of diamonds: cards in hand")
    place = page.get_by_role("button", name="Place these")
    place.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board-title")).to_be_focused()
    page.keyboard.press("Tab")
    expect(table.row("top")).to_be_focused()
    assert sum(map(len, table.board())) == 5


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"{selector} is not reached by tabbing")


def test_suits_are_told_apart_with_and_without_colour(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo")

    def colours() -> set[str]:
        cards = ("As", "Ah", "Ad", "Ac")
        return {
            page.locator(f"#card-{card}").evaluate("(one) => getComputedStyle(one).color")
            for card in cards
        }

    assert len(colours()) == 4
    assert [page.locator(f"#card-{card} .suit").inner_text() for card in ("As", "Ah", "Ad")] == [
        *"♠♥♦"
    ]
    table.go("Match")
    page.get_by_label("Four colours").uncheck()
    table.go("Play")
    assert len(colours()) == 2
    page.reload()
    expect(page.locator(".picker")).to_be_visible()
    assert len(colours()) == 2


def test_light_and_dark_follow_the_device_or_the_switch(table: TablePage) -> None:
    page = table.page

    def ground() -> str:
        colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return colour

    page.emulate_media(color_scheme="light")
    light = ground()
    page.emulate_media(color_scheme="dark")
    dark = ground()
    assert light != dark
    table.go("Match")
    page.get_by_label("Light or dark").select_option("light")
    assert ground() == light
    page.reload()
    expect(page.locator("#title")).to_be_visible()
    assert ground() == light


def test_a_desk_shows_the_odds_beside_the_board(table: TablePage) -> None:
    table.page.set_viewport_size(DESK)
    odds_and_draws(table)
    board = table.page.locator(".board").bounding_box()
    draws = table.page.locator(".draws").bounding_box()
    assert board
    assert draws
    assert draws["x"] > board["x"] + board["width"]
