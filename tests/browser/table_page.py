"""What a user does on the page, in the words of the page."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

HEADS_UP = (
    "QsQd3c/KhKd9c9d4d/AhAsTsThTd",
    "Jd4c2h/8d8h7c5d3s/KsKc6h6s2s",
)
"""A finished hand: the first player wins everything and enters Fantasyland."""


class TablePage:
    """The page at ``/table``."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin

    def open(self) -> TablePage:
        self.page.goto(f"{self.origin}/table")
        expect(self.page.locator("#title")).to_be_visible()
        return self

    def start(self, *names: str, rules: str = "pineapple", button: int | None = None) -> None:
        """Set up and begin; by default the last seat has the button."""
        page = self.page
        page.get_by_label("Rule set").select_option(rules)
        for _ in names[2:]:
            page.get_by_role("button", name="Add a seat").click()
        for seat, name in enumerate(names):
            page.get_by_label("Name").nth(seat).fill(name)
        page.get_by_role("radio").nth(len(names) - 1 if button is None else button).check()
        page.get_by_role("button", name="Start the match").click()
        expect(page.locator(".board")).to_be_visible()

    def go(self, part: str) -> None:
        self.page.get_by_role("navigation").get_by_role("button", name=part).click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def choose(self, name: str) -> None:
        self.page.locator(".seat-tab", has_text=name).click()

    def row(self, name: str) -> Locator:
        """The element to tap so that cards go to a row of the selected board."""
        return self.page.get_by_role("button", name=f"{name} row:")

    def tray(self, name: str) -> Locator:
        return self.page.locator(".tray-name", has_text=name)

    def tap(self, *cards: str) -> None:
        """Tap cards in the picker."""
        for card in cards:
            self.page.locator(f"#card-{card}").click()

    def enter(self, text: str) -> None:
        """Type cards or a board."""
        self.page.locator("#typed").fill(text)
        self.page.get_by_role("button", name="Enter", exact=True).click()

    def enter_boards(self, *boards: str) -> None:
        """Enter the board of every seat."""
        for seat, board in enumerate(boards):
            self.page.locator(".seat-tab").nth(seat).click()
            self.enter(board)

    def move(self, card: str, row: str) -> None:
        """Pick up a card in hand and put it into a row."""
        self.page.locator(".tray").get_by_role("button", name=card).click()
        self.row(row).click()

    def figure(self, name: str) -> Locator:
        return self.page.locator(".outlook .figure", has_text=name).locator("dd")

    @property
    def method(self) -> Locator:
        return self.page.locator(".outlook .method")

    def board(self) -> list[list[str]]:
        """The cards of the selected board, row by row, as text."""
        rows = self.page.locator(".board .row").all()
        return [[_text(card) for card in row.locator("button.card").all()] for row in rows]

    def outlined(self) -> list[list[str]]:
        """The cards that are proposed for the selected board, row by row."""
        rows = self.page.locator(".board .row").all()
        return [[_text(card) for card in row.locator(".ghost").all()] for row in rows]

    def standings(self) -> dict[str, list[str]]:
        """The lines of the table of results, by player."""
        expect(self.page.locator(".standings")).to_be_visible()
        lines = {}
        for line in self.page.locator(".standings tbody tr").all():
            lines[line.locator("th").inner_text()] = line.locator("td").all_inner_texts()
        return lines

    def ask(self, path: str, question: dict[str, Any]) -> Any:
        """The response of the API to a request that does not come from the page."""
        request = urllib.request.Request(
            self.origin + path,
            data=json.dumps(question).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)


def _text(card: Locator) -> str:
    return card.inner_text().replace("\n", "").replace(" ", "")
