"""Storage of the match: reload, export and import, broken files, clearing."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from tests.browser.table_page import HEADS_UP, TablePage


def file_of(text: str) -> FilePayload:
    return {"name": "match.json", "mimeType": "application/json", "buffer": text.encode()}


def exported(page: Page) -> dict[str, Any]:
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    content: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return content


def test_a_reload_in_the_middle_of_a_hand(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo")
    table.enter_boards(*HEADS_UP)
    table.press("Settle the hand")
    table.press("Next hand")
    table.enter("Jd4c/8d8h7c/KsKc")
    table.tray("In hand").click()
    table.enter("5d 6h 2s")
    table.tray("Dead").click()
    table.enter("Ac")
    page.reload()
    expect(page.locator("#title")).to_have_text("Hand 2")
    assert table.board() == [["J♦", "4♣"], ["8♦", "8♥", "7♣"], ["K♠", "K♣"]]
    expect(table.tray("In hand")).to_contain_text("3 of 3")
    expect(table.tray("Dead")).to_contain_text("1")
    expect(page.locator(".seat-tab", has_text="Ada")).to_contain_text("+19")
    expect(page.locator(".seat-tab", has_text="Ada").locator(".land")).to_have_text("F14")


def test_a_match_goes_out_as_a_file_and_comes_back(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo")
    table.enter_boards(*HEADS_UP)
    table.press("Settle the hand")
    table.press("Next hand")
    table.enter("Jd4c/8d8h7c/KsKc")
    table.go("Match")
    file = exported(page)
    table.press("Clear")
    expect(page.locator("#title")).to_have_text("Set up")
    page.reload()
    expect(page.locator("#title")).to_have_text("Set up")
    table.go("Match")
    page.get_by_label("Import").set_input_files(file_of(json.dumps(file)))
    expect(page.locator("#title")).to_have_text("Hand 2")
    assert table.board() == [["J♦", "4♣"], ["8♦", "8♥", "7♣"], ["K♠", "K♣"]]
    table.go("Match")
    assert exported(page) == file


def broken(change: str, value: object = None) -> str:
    """A valid file with one value changed; the path to the value is written with dots."""
    seat = {"fantasyland": 0, "top": [], "middle": [], "bottom": [], "hand": [], "discards": []}
    match: dict[str, Any] = {
        "rules": {"preset": "pineapple", "changed": {}},
        "pointValue": 1,
        "stakes": "uncapped",
        "matchCap": None,
        "button": 1,
        "seats": [{"name": "Ada", "stack": None}, {"name": "Bo", "stack": None}],
        "hands": [{"seats": [{"board": board, "fantasyland": 0} for board in HEADS_UP]}],
        "hand": {"button": 1, "dead": [], "seats": [dict(seat), dict(seat)]},
    }
    file: dict[str, Any] = {"format": "ofcapi-table", "version": 1, "match": match}
    place: Any = file
    *way, last = [int(step) if step.isdigit() else step for step in change.split(".")]
    for step in way:
        place = place[step]
    place[last] = value
    return json.dumps(file)


BROKEN = (
    ('{"format": "ofcapi-table", "ver', "this is no JSON file"),
    ("[]", "this file was not exported from this page"),
    (broken("version", 2), "this page reads version 1, not 2"),
    (broken("match"), "match: is missing"),
    (broken("match.rules.preset", "omaha"), "match.rules.preset: is to be a rule set"),
    (broken("match.seats", []), "match.seats: is to be 2 to 3 seats"),
    (broken("match.seats.0.name", ""), "match.seats[0].name: is to be a text"),
    (broken("match.seats.1.stack", "ten"), "match.seats[1].stack: is to be a number"),
    (broken("match.pointValue", -1), "match.pointValue: is to be a number"),
    (broken("match.stakes", "double"), "match.stakes: is to be one of"),
    (broken("match.button", 2), "match.button: is to be the number of a seat"),
    (broken("match.hands.0.seats.1.board", "Qh//"), "seats[1].board: is to be a finished"),
    (broken("match.hands.0.seats.1.board", "Xh//"), "seats[1].board: top: “Xh” is no card"),
    (broken("match.hand.seats.0.top", ["Qh", "xx"]), "match.hand.seats[0].top: is to be"),
    (broken("match.hand.seats.0.top", ["Qh"] * 4), "match.hand.seats[0].top: is to be"),
    (broken("match.hand.seats.1.fantasyland", 9), "seats[1].fantasyland: is to be 0, or 13"),
    (broken("match.hand.dead", "Qh"), "match.hand.dead: is to be"),
)


def test_a_broken_file_is_refused_and_changes_nothing(table: TablePage) -> None:
    page = table.page
    table.start("Cy", "Di")
    table.enter("Qs//AhKh")
    table.go("Match")
    notice = page.get_by_role("alert")
    for text, fault in BROKEN:
        page.get_by_label("Import").set_input_files(file_of(text))
        expect(notice).to_contain_text(fault)
        expect(notice).to_contain_text("match.json was not imported; the match is as it was")
        table.press("Close")
        expect(notice).to_have_count(0)
    table.go("Play")
    assert table.board() == [["Q♠"], [], ["A♥", "K♥"]]


def test_the_unbroken_file_is_taken(table: TablePage) -> None:
    table.go("Match")
    table.page.get_by_label("Import").set_input_files(file_of(broken("version", 1)))
    expect(table.page.locator("#title")).to_have_text("Hand 2")


def test_what_is_kept_and_cannot_be_read_is_said(table: TablePage) -> None:
    page = table.page
    page.evaluate("localStorage.setItem('ofcapi-table-match', '{')")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The kept match cannot be read any more")
    expect(page.locator("#title")).to_have_text("Set up")


def test_a_browser_that_keeps_nothing_still_plays(page: Page, origin: str) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    table = TablePage(page, origin).open()
    table.start("Ada", "Bo")
    expect(page.get_by_role("alert")).to_contain_text("This browser keeps nothing for this page")
    table.enter("Qs//AhKh")
    assert table.board() == [["Q♠"], [], ["A♥", "K♥"]]
