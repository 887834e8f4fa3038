"""The same in Firefox, thinly: the sidebar, the installed host, an answer whose citation marks the page."""

from contextlib import closing

import pytest

from tests.browser_port import wait_until
from tests.e2e.club_site import OPEN_PAGES, serve_club
from tests.e2e.conftest import need
from tests.e2e.extension_build import built_extension
from tests.e2e.firefox import PROGRAM, Firefox
from tests.e2e.panel import SCREENSHOTS

pytestmark = pytest.mark.browser

SECONDS = 60

MARKED = "return [...(CSS.highlights.get('ambry') ?? [])].map(String).join();"


@pytest.fixture
def firefox(folder, environ):
    with closing(Firefox(need(PROGRAM), folder, environ)) as firefox:
        firefox.install_extension(built_extension("firefox", folder))
        yield firefox


def test_in_firefox_a_missing_host_is_named_and_then_the_page_is_answered_from(firefox, launcher, sample):
    panel = firefox.open_panel(f"{sample}/troubleshooting.html")
    panel.wait_for("[data-testid=connection-screen]", "Ambry's host is not installed", SECONDS)

    firefox.install_host(launcher)
    panel.click("[data-testid=connection-screen] button")
    panel.wait_for("[data-testid=connection]", "Ready", SECONDS)
    panel.wait_for("[data-testid=in-use]", "This page: Troubleshooting - Larkspur manual", SECONDS)
    panel.ask("What does error code E07 mean?")
    panel.wait_for("[data-testid=exchange][data-state=done] [data-testid=answer]", "The rain bucket is stuck", SECONDS)
    panel.wait_for("[data-testid=notice]", "No language model is connected", SECONDS)

    assert firefox.driver.execute_script(MARKED) == ""
    panel.click("[data-testid=answer] [aria-label='Source 1']")
    wait_until(lambda: "The rain bucket is stuck" in firefox.driver.execute_script(MARKED))
    panel.take_picture(SCREENSHOTS / "firefox.png")


def test_in_firefox_pages_that_programs_cannot_see_are_read_in_background_tabs(firefox, launcher):
    firefox.install_host(launcher)
    with serve_club() as club:
        firefox.driver.get(f"{club.url}/login")
        firefox.driver.find_element("css selector", "button").click()
        panel = firefox.open_panel(club.url)
        panel.wait_for("[data-testid=connection]", "Ready", SECONDS)
        panel.click("#tab-site")
        panel.wait_for("[data-testid=browser-access]", "can be read only in your own browser", SECONDS)
        panel.click("[data-testid=browser-access] button", "Allow opening pages")
        panel.wait_for("[data-testid=browser-access]", "Ambry may open pages", SECONDS)
        panel.click("button.primary", "Index this site")
        panel.wait_for("[data-testid=job-counts]", f"{len(OPEN_PAGES) + 3} indexed", SECONDS)
        assert len(firefox.driver.window_handles) == 1

        panel.ask("With how much wind does nobody row?")
        panel.wait_for("[data-state=done] [data-testid=answer]", "seven metres per second", SECONDS)
        panel.take_picture(SCREENSHOTS / "firefox-own-browser.png")
        panel.click("[data-testid=more] summary")
        panel.click("[data-testid=browser-access] button", "Take back")
        panel.wait_for("[data-testid=browser-access]", "Pages that only you can see", SECONDS)
