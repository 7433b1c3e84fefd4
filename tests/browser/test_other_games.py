"""Three players and a foul, a deuce-to-seven middle, changed rules."""

import re

from playwright.sync_api import expect

from tests.browser.table_page import TablePage

THREE = (
    "AsAh3d/KcQd9h5c2s/AdKhQhJhTd",
    "8c7d4c/JsJd7h5s4h/QsQc6d6s3h",
    "Tc9c2d/8s8d9d5d3c/KsKd7s4s2h",
)
"""Three finished boards of one deck: the first is a foul, the others are legal."""


def test_three_players_and_a_foul(table: TablePage) -> None:
    page = table.page
    names = ("Ada", "Bo", "Cy")
    page.get_by_label("Stacks").select_option("pay_what_you_have")
    page.get_by_role("button", name="Add a seat").click()
    for seat, (name, stack) in enumerate(zip(names, (100, 4, 60), strict=True)):
        page.get_by_label("Name").nth(seat).fill(name)
        page.get_by_label("Stack", exact=True).nth(seat).fill(str(stack))
    page.get_by_label("Money for a point").fill("0.5")
    page.get_by_role("radio").nth(1).check()
    table.press("Start the match")
    expect(page.locator(".to-act")).to_contain_text("Cy")

    table.enter_boards(*THREE)
    table.choose("Ada")
    expect(page.locator(".board .badge.foul")).to_have_text("foul")
    expect(page.locator(".foul-reason")).to_contain_text("pair of aces on top beats king high")
    table.press("Settle the hand")

    players = [
        {"name": name, "board": board, "stack": stack}
        for name, board, stack in zip(names, THREE, (100, 4, 60), strict=True)
    ]
    stakes = {"point_value": 0.5, "stakes": "pay_what_you_have", "button": 1}
    settled = table.ask("/v1/settlement", {"players": players, **stakes})
    standings = table.standings()
    assert list(standings) == ["Ada foul", "Bo", "Cy"]
    for seat, line in zip(settled["players"], standings.values(), strict=True):
        royalties, points, money, match, left = [number(text) for text in line]
        assert [royalties, points] == [seat["royalties"]["total"], seat["points"]]
        assert [money, match, left] == [seat["money"], seat["money"], seat["stack"]]
    assert settled["players"][0]["points"] == -12
    expect(page.locator(".pair")).to_have_count(3)
    lines = [line for pair in settled["pairs"] for line in pair["explanation"]]
    assert page.locator(".pair li").all_inner_texts() == lines

    table.press("Next hand")
    expect(page.locator(".seat-tab", has_text="Cy").locator(".dealer")).to_be_visible()
    expect(page.locator(".to-act")).to_contain_text("Ada")


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("+", ""))


def test_a_deuce_to_seven_hand(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo", rules="deuce-to-seven")
    table.enter("Kh/2c3d4h/AhAs")
    expect(page.locator(".row-worth").nth(1)).to_contain_text("4")
    table.enter("Kh/2c3d4h5s/AhAs")
    expect(page.locator(".draws")).to_contain_text("low")
    table.enter_boards("KhKd9s/2c3d4h5s7c/AhAsAcTsTh", "Qc8d4s/9h8s6c4d2d/JhJd7d6s5c")
    table.choose("Ada")
    expect(page.locator(".row-worth").nth(1)).to_contain_text("+8")
    expect(page.locator(".board .badge.land")).to_have_text("enters Fantasyland, 15 cards")
    table.press("Settle the hand")
    assert table.standings()["Ada"][0] == "22"
    table.press("Next hand")
    expect(page.locator(".seat-tab", has_text="Ada").locator(".land")).to_have_text("F15")
    table.choose("Ada")
    expect(table.tray("In hand")).to_contain_text("0 of 15")


def test_classic_takes_its_cards_one_by_one(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo", rules="classic")
    expect(table.tray("Discards")).to_have_count(0)
    table.enter_boards("QsQd/KcKh7d5s2c/Ah9h6h3h2h", "Jd4c3s/TdTc8d5d2d/KdKs9d9s")
    table.press("Next: Ada")
    table.tray("In hand").click()
    expect(table.tray("In hand")).to_contain_text("0 of 1")
    table.tap("7c")
    expect(table.method).to_have_text("sampled ±, 1,000 boards opposite")
    expect(page.locator(".placement")).to_have_count(1)
    table.press("Place these")
    assert table.board()[0] == ["Q♠", "Q♦", "7♣"]


def test_changed_options_are_sent_and_faults_in_them_shown(table: TablePage) -> None:
    page = table.page
    page.get_by_text("Options of the rules").click()
    page.get_by_label("Scoring").select_option("2-4")
    options = page.get_by_label("All changed options")
    expect(options).to_have_value('{"scoring":"2-4"}')
    options.fill('{"scoring": "2-4", "royalties": {"top": {"AAA": "many"}}}')
    table.press("Start the match")
    expect(page.locator("#option-faults")).to_contain_text("/rules/royalties/top/AAA")
    options.fill('{"scoring": "2-4", "foul_points": 5}')
    table.press("Start the match")
    expect(page.locator(".hand-title")).to_contain_text("pineapple, changed")
    table.enter_boards(*THREE[:2])
    table.press("Settle the hand")
    assert table.standings()["Seat 1 foul"][1] == "−5"
    expect(page.locator(".pair")).to_contain_text(re.compile("foul", re.I))
