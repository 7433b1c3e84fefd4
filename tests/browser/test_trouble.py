"""Slow responses, outdated ones, a busy service, and errors that the API finds."""

import json
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page, Route, expect

from tests.browser.table_page import TablePage

ODDS = "**/v1/odds?*"


def certain(foul: float) -> str:
    """A response of /v1/odds that can be recognised by its chance of a foul."""
    number: dict[str, Any] = {"value": 1, "numerator": 1, "denominator": 1}
    return json.dumps(
        {
            "method": "exact",
            "foul": {**number, "value": foul},
            "fantasyland": {"enters": number},
            "royalties": {"total": number},
            "points": number,
        }
    )


def stop_the_clock(page: Page) -> None:
    """From now on time passes for the page only when a test says so."""
    page.clock.install(time=0)
    page.clock.pause_at(60)


def problem(route: Route, status: int, retry_after: int) -> None:
    title = "The service is not ready"
    document = {"type": "about:blank", "title": title, "status": status, "errors": []}
    route.fulfill(
        status=status,
        content_type="application/problem+json",
        headers={"Retry-After": str(retry_after)},
        body=json.dumps(document),
    )


def test_an_answer_to_a_board_that_has_changed_is_never_shown(table: TablePage) -> None:
    page = table.page
    held: list[Route] = []

    def answer(route: Route) -> None:
        if "Qs%2F%2F" in route.request.url:
            held.append(route)
        else:
            route.fulfill(body=certain(0.125), content_type="application/json")

    page.route(ODDS, answer)
    table.start("Ada", "Bo")
    table.enter("Qs//AhKhTh9h")
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert len(held) == 1
    table.enter("Qs2c//AhKhTh")
    expect(table.figure("Foul")).to_have_text("12.5 %")
    with suppress(Error):  # the page has aborted it
        held[0].fulfill(body=certain(0.875), content_type="application/json")
    expect(table.figure("Foul")).to_have_text("12.5 %")
    table.enter("Qs//AhKhTh9h")
    expect(table.figure("Foul")).to_have_count(0)
    held[1].fulfill(body=certain(0.875), content_type="application/json")
    expect(table.figure("Foul")).to_have_text("87.5 %")


def test_a_progress_sign_after_a_while(table: TablePage) -> None:
    page = table.page
    held: list[Route] = []
    stop_the_clock(page)
    page.route(ODDS, lambda route: held.append(route))
    table.start("Ada", "Bo")
    table.enter("Qs//AhKhTh9h")
    sign = page.locator(".outlook progress")
    page.clock.run_for(290)
    expect(sign).to_have_count(0)
    page.clock.run_for(20)
    expect(sign).to_be_visible()
    held[0].fulfill(body=certain(0.25), content_type="application/json")
    expect(table.figure("Foul")).to_have_text("25.0 %")
    expect(sign).to_have_count(0)


def test_a_busy_service_is_asked_again_when_it_says(table: TablePage) -> None:
    page = table.page
    refused: list[int] = []

    def answer(route: Route) -> None:
        if len(refused) < 2:
            refused.append(503)
            problem(route, 503, 7)
        else:
            route.fulfill(body=certain(0.25), content_type="application/json")

    stop_the_clock(page)
    page.route(ODDS, answer)
    table.start("Ada", "Bo")
    table.enter("Qs//AhKhTh9h")
    status = page.locator(".outlook .problem")
    expect(status).to_contain_text("The service is busy. Asking again in 7 seconds.")
    expect(page.locator(".draws")).to_be_visible()
    page.clock.run_for(6_900)
    assert len(refused) == 1
    page.clock.run_for(200)
    expect(status).to_be_visible()
    assert len(refused) == 2
    page.clock.run_for(7_100)
    expect(table.figure("Foul")).to_have_text("25.0 %")


def test_a_quota_that_is_used_up_can_be_tried_at_once(table: TablePage) -> None:
    page = table.page
    page.route(ODDS, lambda route: problem(route, 429, 60))
    table.start("Ada", "Bo")
    table.enter("Qs//AhKhTh9h")
    status = page.locator(".outlook .problem")
    expect(status).to_contain_text("Enough questions for the moment. Asking again in 60 seconds.")
    page.unroute(ODDS)
    status.get_by_role("button", name="Ask now").click()
    expect(table.figure("Foul")).to_be_visible()


def test_a_service_that_cannot_be_reached(page: Page, origin: str) -> None:
    page.route("**/v1/rules", lambda route: route.abort())
    page.goto(f"{origin}/table")
    expect(page.get_by_role("status").first).to_contain_text("The service cannot be reached.")
    page.unroute("**/v1/rules")
    page.get_by_role("button", name="Ask now").click()
    expect(page.locator("#title")).to_have_text("Set up")


def test_a_fault_is_shown_at_the_card_it_is_about(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo")
    table.enter_boards("Qs//AhKhTh9h", "Qs/Kc/AdKdTd")
    fault = page.locator(".outlook .problem")
    expect(fault).to_contain_text("Bo, top row: Qs is already in Ada, top row")
    card = page.locator(".board .card.faulty")
    expect(card).to_have_accessible_name("queen of spades, Qs is already in Ada, top row")
    table.enter("Js/Kc/AdKdTd")
    expect(card).to_have_count(0)
    expect(fault).to_have_count(0)

    # A card twice on one board, and a card that is also dead.
    table.tray("Dead").click()
    table.enter("Kc")
    expect(page.locator(".board .card.faulty")).to_have_accessible_name(
        "king of clubs, Kc is already in dead cards"
    )


def test_a_fault_of_the_settlement_is_shown_at_its_card(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo")
    table.enter_boards("QsQd3c/KhKd9c9d4d/AhAsTsThTd", "Jd4c2h/8d8h7c5d3s/KsKc6h6sAh")
    table.press("Settle the hand")
    expect(page.locator(".panel .problem")).to_contain_text(
        "Bo, bottom row: Ah is already in Ada, bottom row"
    )
    expect(page.locator(".faulty")).to_have_count(1)
    expect(page.get_by_role("button", name="Next hand")).to_have_count(0)
