"""A real browser and the real service, started once for all tests."""

import os
import shutil
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from ofcapi.engine.warm_up import warm_up
from ofcapi.http.app import create_app
from ofcapi.http.service.settings import Settings
from tests.browser.table_page import TablePage

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""What keeps Chromium to the page: no updates, no first-run pages, and no other host has a name."""

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1040, "height": 780}


class _SilentHandler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    """The service on a free port of this machine, with small budgets."""
    warm_up()
    app = create_app(Settings(default_budget_ms=250))
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_SilentHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; if it is missing, tests fail in CI and are skipped elsewhere."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found:
        return found
    reason = "no chromium found: apt-get install chromium"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=chromium, args=QUIET)
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a phone with empty storage; an error in its scripts is a failure."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
    context.set_default_timeout(10_000)
    page = context.new_page()
    # Violations of the page's content security policy would otherwise go unnoticed.
    page.add_init_script(
        "addEventListener('securitypolicyviolation', (event) => {"
        " throw new Error(`forbidden: ${event.violatedDirective} ${event.blockedURI}`); });"
    )
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def table(page: Page, origin: str) -> TablePage:
    """The page, opened."""
    return TablePage(page, origin).open()
