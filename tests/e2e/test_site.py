"""Index the site in view, watch it happen, ask about all of it."""

import re
from threading import Event

import pytest
from playwright.sync_api import expect

from tests.browser_port import wait_until
from tests.e2e.panel import NARROWEST
from tests.e2e.pixels import CHROMIUM_MARK, is_marked
from tests.sample_server import SITE, serve

pytestmark = pytest.mark.browser

PAGES = len(list(SITE.glob("*.html")))
NUMBER_AND_WORD = re.compile(r"(\d+) (indexed|unchanged|skipped|failed)")


def counted(panel) -> dict[str, int]:
    return {word: int(number) for number, word in NUMBER_AND_WORD.findall(panel.counts.inner_text())}


def test_the_site_is_indexed_and_answered_from_and_a_citation_opens_its_page_at_the_sentence(visit, sample):
    page, panel = visit(f"{sample}/")
    panel.show("Site")
    panel.button("Index this site").click()
    panel.wait_for_job()
    assert counted(panel) == {"indexed": PAGES}
    expect(panel.page.get_by_text(f"{PAGES} pages indexed on this computer.")).to_be_visible()

    exchange = panel.ask("Which copper wire does the earth connection need?")
    expect(exchange.answer).to_contain_text("6 mm²")
    expect(exchange.source(1)).to_contain_text("Safety")
    panel.take_picture("site")

    with page.context.expect_page() as opening:
        exchange.citation(1).click()
    opened = opening.value
    assert opened.url.startswith(f"{sample}/safety.html")
    wait_until(lambda: is_marked(opened, CHROMIUM_MARK))
    opened.close()

    panel.button("Update the index").click()
    expect(panel.counts).to_have_text(f"0 indexed · {PAGES} unchanged")


def test_indexing_goes_on_while_the_panel_is_closed(chromium, visit):
    held, let_through = {"/safety.html", "/faq.html", "/changelog.html", "/glossary.html"}, Event()
    so_far = f"{PAGES - len(held)} of {PAGES} · {PAGES - len(held)} indexed"
    with serve(before=lambda path: path in held and let_through.wait()) as slow_site:
        page, panel = visit(slow_site)
        panel.show("Site")
        panel.button("Index this site").click()
        expect(panel.counts).to_have_text(so_far)
        panel.take_picture("site-indexing")
        panel.close()

        panel = chromium.open_panel(page)
        panel.show("Site")
        expect(panel.counts).to_have_text(so_far)
        expect(panel.job).to_have_attribute("data-state", "running")
        let_through.set()
        panel.wait_for_job()
        assert counted(panel) == {"indexed": PAGES}
        panel.close()


def test_the_account_of_a_stopped_job_has_room_in_the_narrowest_panel(visit):
    let_through = Event()
    with serve(before=lambda path: path == "/safety.html" and let_through.wait()) as slow_site:
        _, panel = visit(slow_site)
        panel.be_wide(NARROWEST)
        panel.show("Site")
        panel.button("Index this site").click()
        expect(panel.counts).to_contain_text("indexed")
        panel.job.get_by_role("button", name="Stop").click()
        let_through.set()
        expect(panel.job).to_have_attribute("data-state", "cancelled")
        lines = panel.counts.evaluate(
            "element => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)"
        )
        assert round(lines) == 1
        panel.take_picture("site-stopped")
