"""The size of the page, and that it sends no requests to other hosts."""

import json
from pathlib import Path
from urllib.parse import urlparse

from playwright.sync_api import Browser, Playwright, expect

from tests.browser.conftest import PHONE, QUIET
from tests.browser.table_page import TablePage

MOST_BYTES = 200_000

WHEN_READY = """
new MutationObserver((_, watching) => {
  if (!document.querySelector("#title")) return;
  window.readyAt = performance.now();
  watching.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


def test_a_cold_load_is_small(browser: Browser, origin: str) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.add_init_script(WHEN_READY)
    sizes: list[float] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    TablePage(page, origin).open()
    page.wait_for_load_state("networkidle")
    ready: float = page.evaluate("readyAt")
    context.close()
    print(f"/table, cold: {sum(sizes):,.0f} bytes in {len(sizes)} answers, ready in {ready:.0f} ms")
    assert len(sizes) > 10
    assert sum(sizes) < MOST_BYTES
    assert said == []


def test_no_request_leaves_the_origin(
    playwright: Playwright, chromium: str, origin: str, tmp_path: Path
) -> None:
    """Checked in the browser's own network log, for a hand from set-up to settlement."""
    log = tmp_path / "network.json"
    running = playwright.chromium.launch(
        executable_path=chromium, args=[*QUIET, f"--log-net-log={log}"]
    )
    context = running.new_context(viewport=PHONE)
    context.set_default_timeout(10_000)
    table = TablePage(context.new_page(), origin).open()
    table.start("Ada", "Bo")
    table.enter_boards("QsQd3c/KhKd9c9d4d/AhAsTsThTd", "Jd4c2h/8d8h7c5d3s/KsKc6h6s2s")
    table.press("Settle the hand")
    expect(table.page.locator(".standings")).to_be_visible()
    running.close()

    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    parameters = [event.get("params", {}) for event in events]
    by_the_page = [one["url"] for one in parameters if one.get("initiator") == origin]
    assert len(by_the_page) > 10
    assert {urlparse(url).netloc for url in by_the_page} == {urlparse(origin).netloc}
    # The browser's own requests, such as for updates, cannot resolve a host either.
    connected = {one["remote_address"] for one in parameters if "remote_address" in one}
    assert connected == {urlparse(origin).netloc}
