"""A whole heads-up hand of Pineapple, and the Fantasyland hand after it."""

import re
from itertools import chain

from playwright.sync_api import expect

from tests.browser.table_page import HEADS_UP, TablePage


def test_from_the_deal_to_fantasyland_and_on(table: TablePage) -> None:
    page = table.page
    table.start("Ada", "Bo")

    # The opening: Ada is left of the button. Her five cards are ranked, and a tap places them.
    expect(page.locator(".to-act")).to_contain_text("Ada")
    table.tap("Qs", "Kh", "Kd", "Ah", "As")
    expect(table.method).to_contain_text("sampled ±")
    expect(table.figure("Points")).to_contain_text("±")
    best = table.outlined()
    assert sorted(chain.from_iterable(best)) == ["A♠", "A♥", "K♥", "K♦", "Q♠"]
    page.locator(".placement").nth(1).click()
    expect(page.locator(".outlook .how")).to_contain_text("Number 2")
    assert table.outlined() != best
    for card, row in (
        ("queen of spades", "top"),
        ("king of hearts", "middle"),
        ("king of diamonds", "middle"),
        ("ace of hearts", "bottom"),
    ):
        table.move(card, row)
        assert table.outlined() == [[], [], []]
        expect(page.locator(".outlook .figure")).to_have_count(0)
    table.move("ace of spades", "bottom")
    expect(table.figure("Foul")).to_contain_text("%")
    expect(page.locator(".draws")).to_contain_text("exact")
    expect(page.locator(".draws")).to_contain_text("3 outs to pair")
    table.press("Next: Bo")

    # The hand of this player is not seen, so the cards go directly to the rows.
    table.row("bottom").click()
    table.tap("Ks", "Kc")
    table.row("middle").click()
    table.tap("8d", "8h")
    table.row("top").click()
    table.tap("Jd")
    expect(page.locator("#card-Qs")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#card-Qs")).to_have_accessible_name(
        "queen of spades, in use: Ada, top row"
    )
    table.press("Next: Ada")

    # The second street: of three cards two are placed, the third is discarded with them.
    table.tray("In hand").click()
    table.enter("Qd 9c 2c")
    expect(page.locator(".placement").first).to_contain_text("away")
    table.move("queen of diamonds", "top")
    table.move("9 of clubs", "middle")
    expect(table.tray("Discards")).to_contain_text("1")
    assert table.board() == [["Q♠", "Q♦"], ["K♥", "K♦", "9♣"], ["A♥", "A♠"]]

    # Two more streets, typed as whole boards; in the last decision only Bo's board is not certain.
    table.enter("QsQd/KhKd9c9d/AhAsTsThTd")
    table.press("Next: Bo")
    table.enter("Jd4c/8d8h7c5d/KsKc6h6s2s")
    table.press("Next: Ada")
    table.tray("In hand").click()
    table.tap("3c", "4d", "Jh")
    expect(table.method).to_have_text("sampled ±, 1,000 boards opposite")
    expect(page.locator(".against")).to_have_text("Settled against Bo (played on 1,000 times).")
    expect(table.figure("Foul")).to_have_text("0 %")
    expect(table.figure("Fantasyland")).to_have_text("100 %")
    expect(table.figure("Royalties")).to_have_text("13.0")
    table.press("Place these")
    expect(page.locator(".board .badge.land")).to_have_text("enters Fantasyland, 14 cards")
    table.press("Next: Bo")
    table.enter(HEADS_UP[1])
    table.press("Settle the hand")

    assert table.standings() == {
        "Ada": ["13", "+19", "+19", "+19"],
        "Bo": ["0", "−19", "−19", "−19"],
    }
    expect(page.locator(".pair")).to_contain_text("Ada wins all three rows: 3 more")
    expect(page.locator(".panel")).to_contain_text("Ada enters Fantasyland with 14 cards.")
    expect(page.locator(".panel")).to_contain_text("The button stays with Bo.")
    table.press("Next hand")

    # Hand 2: Bo plays, Ada sets fourteen cards.
    expect(page.locator("#title")).to_have_text("Hand 2")
    expect(page.locator(".seat-tab", has_text="Ada")).to_contain_text("+19")
    expect(page.locator(".to-act")).to_contain_text("Bo")
    table.enter("Qh7d3d/8c8d7s6d4s/JcJdTcTd5h")
    table.press("Next: Ada")
    expect(table.figure("Can stay")).to_contain_text("15.6 %")
    table.enter("AsAhAdKcKdKh2c3c4c5c9d9h2h2s")
    expect(table.method).to_have_text("exact")
    expect(page.locator(".against")).to_have_text("Settled against Bo.")
    expect(table.figure("Stays")).to_have_text("yes")
    assert table.outlined()[0] == ["K♥", "K♦", "K♣"]
    table.press("Place these")
    expect(page.locator(".board .badge.land")).to_have_text("stays in Fantasyland, 14 cards")
    expect(table.tray("Discards")).to_contain_text("1")
    table.press("Settle the hand")
    expect(page.locator(".panel")).to_contain_text("Ada stays in Fantasyland with 14 cards.")
    points = int(table.standings()["Ada"][1])
    assert points == 6 + 29
    table.press("Next hand")
    expect(page.locator(".seat-tab", has_text="Ada")).to_contain_text(f"+{19 + points}")
    expect(page.locator(".seat-tab", has_text="Ada").locator(".land")).to_have_text("F14")
    assert page.locator(".seat-tab", has_text=re.compile("Bo")).locator(".dealer").count() == 1

    table.go("Match")
    expect(page.locator("tfoot")).to_contain_text(f"+{19 + points}")


def test_undo_goes_back_step_by_step(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.row("bottom").click()
    table.tap("Ah", "Kh")
    assert table.board() == [[], [], ["A♥", "K♥"]]
    table.press("Undo")
    assert table.board() == [[], [], ["A♥"]]
    table.enter("Qs//AhKh")
    table.press("Undo")
    table.press("Undo")
    assert table.board() == [[], [], []]
    table.press("Undo")
    expect(table.page.locator("#title")).to_have_text("Set up")


def test_a_card_can_be_taken_away_and_moved(table: TablePage) -> None:
    table.start("Ada", "Bo")
    table.enter("Qs//AhKh")
    bottom = table.page.locator(".board .row").nth(2)
    bottom.get_by_role("button", name="ace of hearts", exact=True).click()
    table.row("middle").click()
    assert table.board() == [["Q♠"], ["A♥"], ["K♥"]]
    bottom.get_by_role("button", name="king of hearts", exact=True).click()
    table.press("Take away")
    assert table.board() == [["Q♠"], ["A♥"], []]
    table.tray("Dead").click()
    table.tap("Kh", "2c")
    expect(table.tray("Dead")).to_contain_text("2")
    table.page.locator("#card-Kh").click(force=True)  # it says that it is disabled
    expect(table.page.locator(".said")).to_have_text("king of hearts is in use: dead cards")


def test_what_cannot_be_read_is_said_where_it_was_typed(table: TablePage) -> None:
    table.start("Ada", "Bo")
    for text, fault in (
        ("Qh Xd", "“Xd” is no card"),
        ("Qh/Kd", "with two slashes"),
        ("QhQdQs2c//", "the top holds 3 cards, not 4"),
        ("2c3c4c5c6c7c", "6 cards are too many for cards in hand: there is room for 5"),
    ):
        table.enter(text)
        expect(table.page.locator("#typed-fault")).to_contain_text(fault)
        expect(table.page.locator("#typed")).to_have_attribute("aria-invalid", "true")
        expect(table.page.locator("#typed")).to_have_value(text)
    assert table.board() == [[], [], []]
