"""Pages that a program cannot see are read in the person's own browser, when they allow it and not otherwise."""

from threading import Event

import pytest
from playwright.sync_api import expect

from tests.browser_port import wait_until
from tests.e2e.club_site import MEMBER_PAGES, OPEN_PAGES, SCRIPT_PAGE, serve_club

pytestmark = pytest.mark.browser

WALLED = {*MEMBER_PAGES, SCRIPT_PAGE}


@pytest.fixture(scope="module")
def own(start_chromium, launcher):
    """A Chromium whose permissions concern no other test."""
    chromium = start_chromium("own")
    chromium.install_host(launcher)
    return chromium


@pytest.fixture
def club():
    with serve_club() as club:
        yield club


@pytest.fixture
def opened(own):
    """The tabs that are opened from now on."""
    tabs = []

    def note(tab):
        tabs.append(tab)

    own.context.on("page", note)
    yield tabs
    own.context.remove_listener("page", note)


def test_pages_behind_a_login_and_made_by_scripts_are_read_in_background_tabs_and_cited(own, club, opened):
    page = own.open_tab(f"{club.url}/login")
    page.get_by_role("textbox").first.fill("ada")
    page.get_by_role("button").click()
    page.goto(club.url)
    own.answer_yes_at("127.0.0.1")
    panel = own.open_panel(page)
    panel.wait_until_ready()
    panel.show("Site")
    expect(panel.page.get_by_test_id("browser-access")).to_contain_text("can be read only in your own browser")

    panel.button(f"Allow opening pages of {club.host}").click()
    expect(panel.page.get_by_test_id("browser-access")).to_have_attribute("data-state", "allowed")
    panel.take_picture("own-browser")
    club.requests.clear()
    opened.clear()
    panel.button("Index this site").click()
    panel.wait_for_job()
    expect(panel.counts).to_have_text(f"{len(OPEN_PAGES) + len(WALLED)} indexed")

    assert len(opened) == len(WALLED)
    wait_until(lambda: all(tab.is_closed() for tab in opened))
    assert {path for _, path, member in club.requests if member} >= WALLED
    assert {method for method, _, _ in club.requests} == {"GET"}, "nothing is sent off"
    assert page.evaluate("document.visibilityState") == "visible", "the tabs stay in the background"

    for question, words, path in (
        ("Where does the key of the boat house hang?", "behind the third oar", "/members/keys.html"),
        ("Who drives the safety launch in March?", "Ingrid on Saturdays", "/members/rota.html"),
        ("With how much wind does nobody row?", "seven metres per second", SCRIPT_PAGE),
    ):
        exchange = panel.ask(question)
        expect(exchange.answer).to_contain_text(words)
        with own.context.expect_page() as opening:
            exchange.citation(1).click()
        assert opening.value.url.startswith(club.url + path)
        opening.value.close()
    panel.take_picture("own-browser-answer")

    panel.page.get_by_text("More about this index").click()
    panel.button("Take back").click()
    expect(panel.page.get_by_test_id("browser-access")).not_to_have_attribute("data-state", "allowed")
    assert own.allowed_sites() == []
    opened.clear()
    panel.button("Update the index").click()
    panel.wait_for_job()
    assert opened == []
    panel.close()


def test_a_panel_that_is_closed_while_a_page_loads_leaves_no_tab_behind(own, club):
    asked, let_through = Event(), Event()

    def hold(path):
        if path == "/weather/rule.json":
            asked.set()
            let_through.wait()

    club.before = hold
    page = own.open_tab(club.url)
    own.answer_yes_at("127.0.0.1")
    panel = own.open_panel(page)
    panel.wait_until_ready()
    panel.show("Site")
    panel.button("Index this site").wait_for()
    panel.page.get_by_test_id("browser-access").get_by_role("button").click()
    expect(panel.page.get_by_test_id("browser-access")).to_have_attribute("data-state", "allowed")
    panel.button("Index this site").click()
    wait_until(asked.is_set, 120)
    assert club.url + SCRIPT_PAGE in own.addresses()
    panel.close()
    wait_until(lambda: club.url + SCRIPT_PAGE not in own.addresses(), 60)
    let_through.set()


def test_without_leave_no_page_is_opened_and_leave_can_be_given_when_the_crawl_has_ended(own, club, opened):
    page = own.open_tab(f"{club.url}/login")
    page.get_by_role("textbox").first.fill("ada")
    page.get_by_role("button").click()
    page.goto(club.url)
    panel = own.open_panel(page)
    panel.wait_until_ready()
    panel.show("Site")
    opened.clear()
    panel.button("Index this site").click()
    panel.wait_for_job()
    report = panel.page.get_by_test_id("report")
    report.get_by_text(f"{len(WALLED)} left out, and why").click()
    expect(report).to_contain_text("needs your browser")
    assert opened == []

    expect(panel.page.get_by_test_id("second-try")).to_contain_text(f"{len(WALLED)} pages can be read only in your own")
    panel.take_picture("second-try")
    own.answer_yes_at("127.0.0.1")
    opened.clear()
    panel.button("Open these in my browser").click()
    expect(panel.counts).to_have_text(f"{len(OPEN_PAGES) + len(WALLED)} indexed")
    expect(panel.page.get_by_test_id("second-try")).not_to_be_attached()
    assert len(opened) == len(WALLED)
    panel.close()
