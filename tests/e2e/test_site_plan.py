"""Choose what of a site is read before anything is, hold the reading, and see how every page ended."""

import csv
import re
from threading import Event

import pytest
from playwright.sync_api import expect

from tests.e2e.club_site import MEMBER_PAGES, OPEN_PAGES, SCRIPT_PAGE, serve_club

pytestmark = pytest.mark.browser

PAGES = len(OPEN_PAGES) + len(MEMBER_PAGES) + 1


@pytest.fixture
def club():
    with serve_club() as club:
        yield club


def test_sections_are_ticked_off_by_keyboard_and_nothing_in_them_is_fetched(visit, club):
    _, panel = visit(club.url)
    panel.show("Site")
    expect(panel.plan_pages).to_have_text(f"{PAGES} pages")
    expect(panel.page.get_by_test_id("browser-access")).to_contain_text("can be read only in your own browser")
    panel.take_picture("site-plan")

    panel.page.get_by_text("Choose sections").click()
    panel.section("The whole site").focus()
    keys = panel.page.keyboard
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "Space"):
        keys.press(key)
    expect(panel.section("care")).to_have_attribute("aria-checked", "false")
    expect(panel.section("boats")).to_have_attribute("aria-checked", "mixed")
    for name in ("members", "weather"):
        panel.section(name).click()
    expect(panel.plan_pages).to_have_text(f"5 of {PAGES} pages")
    panel.take_picture("site-sections")

    club.requests.clear()
    panel.button("Index this site").click()
    panel.wait_for_job()
    expect(panel.counts).to_contain_text("5 indexed")
    fetched = {path for _, path, _ in club.requests}
    assert fetched.isdisjoint({*MEMBER_PAGES, SCRIPT_PAGE, "/boats/care/hulls.html"})
    assert {"/boats/eights.html", "/news/regatta.html"} <= fetched


def test_a_path_below_which_to_read_is_inferred_and_can_be_changed(visit, club):
    _, panel = visit(f"{club.url}/boats/care/hulls.html")
    panel.show("Site")
    expect(panel.plan).to_contain_text("3 pages below /boats; 6 pages elsewhere on the site")
    panel.page.get_by_text("Choose sections").click()
    panel.page.get_by_label("Only pages below").fill("/boats/care")
    panel.page.get_by_label("Only pages below").press("Enter")
    expect(panel.plan).to_contain_text("1 page below /boats/care")

    panel.button("Index this site").click()
    panel.wait_for_job()
    expect(panel.page.get_by_role("heading", name=f"{club.host}/boats/care")).to_be_visible()
    expect(panel.page.get_by_text("1 page indexed on this computer.")).to_be_visible()


def test_reading_is_paused_and_resumed_and_every_page_is_accounted_for(visit, club, tmp_path):
    _, panel = visit(club.url)
    panel.show("Site")
    held, let_through = {"/news/regatta.html", "/news/dinner.html"}, Event()
    expect(panel.plan_pages).to_have_text(f"{PAGES} pages")
    club.before = lambda path: path in held and let_through.wait()
    panel.button("Index this site").click()
    expect(panel.counts).to_contain_text("4 indexed")
    panel.button("Pause").click()
    expect(panel.job).to_have_attribute("data-state", "paused")
    panel.take_picture("site-paused")
    let_through.set()
    panel.close()

    panel = visit(club.url)[1]
    panel.show("Site")
    expect(panel.job).to_have_attribute("data-state", "paused")
    panel.button("Resume").click()
    panel.wait_for_job()
    expect(panel.counts).to_have_text(re.compile(r"6 indexed · .*3"))

    report = panel.page.get_by_test_id("report")
    report.get_by_text("3 left out, and why").click()
    expect(report.get_by_role("listitem").first).to_contain_text("/members/")
    panel.take_picture("site-report")
    report.get_by_label("Show").select_option("indexed")
    expect(report.get_by_role("listitem")).to_have_count(len(OPEN_PAGES))
    rows = list(csv.DictReader(panel.save(panel.button("Save as CSV"), tmp_path).read_text().splitlines()))
    assert {row["address"] for row in rows if row["state"] == "indexed"} == {club.url + path for path in OPEN_PAGES}
    assert len(rows) == PAGES
    assert all(row["reason"] for row in rows if row["state"] != "indexed")


def test_an_index_is_updated_by_hand_and_by_itself_as_it_is_set(visit, club):
    _, panel = visit(f"{club.url}/boats/eights.html")
    panel.show("Site")
    panel.button("Index this site").click()
    panel.wait_for_job()
    expect(panel.page.get_by_test_id("refreshed")).to_have_text("Last read just now.")
    panel.page.get_by_text("More about this index").click()
    panel.page.get_by_label("Update by itself").select_option("weekly")
    panel.take_picture("site-index")
    panel.button("Update the index").click()
    expect(panel.counts).to_contain_text("3 unchanged")
    panel.close()

    panel = visit(f"{club.url}/boats/eights.html")[1]
    panel.show("Site")
    panel.page.get_by_text("More about this index").click()
    expect(panel.page.get_by_label("Update by itself")).to_have_value("168")
