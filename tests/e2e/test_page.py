"""Ask about the page in view."""

import pytest
from playwright.sync_api import expect

from tests.browser_port import wait_until
from tests.e2e.panel import SCREENSHOTS
from tests.e2e.pixels import OWN_MARK, is_marked, save_side_by_side

pytestmark = pytest.mark.browser


def test_the_page_is_answered_from_and_a_citation_marks_the_sentence_in_it(visit, sample):
    page, panel = visit(f"{sample}/safety.html")
    expect(panel.in_use).to_have_text("This page: Safety - Larkspur manual")
    panel.take_picture("page-fresh")

    exchange = panel.ask("Which wire does the earth connection need?")
    expect(exchange.answer).to_contain_text("a copper wire of at least 6 mm²")
    expect(exchange.notices.first).to_contain_text("No language model is connected")
    expect(exchange.source(1)).to_contain_text("Lightning")
    panel.take_picture("page")

    assert not is_marked(page, OWN_MARK)
    exchange.citation(1).click()
    wait_until(lambda: is_marked(page, OWN_MARK))
    assert len(page.context.pages) == 2, "the page in view is the source: no other tab is needed"
    page.locator("#cookie-consent").evaluate("bar => bar.remove()")  # it would be in the way
    save_side_by_side(page, panel, SCREENSHOTS / "page-beside-panel.png")


def test_twice_the_text_size_makes_all_text_larger_and_cuts_nothing_off(visit, sample):
    _, panel = visit(f"{sample}/safety.html")
    exchange = panel.ask("Which wire does the earth connection need?")
    panel.be_wide(400)
    sizes = panel.text_sizes()
    panel.be_in_large_print()
    assert panel.text_sizes() == [pytest.approx(2 * size) for size in sizes]
    assert panel.cut_off() == []
    panel.take_picture("large-print")
    exchange.source(1).click()
    expect(panel.document.locator("mark").first).to_be_in_viewport()
    assert panel.cut_off() == []


def test_where_the_system_gives_the_colours_the_selected_tab_and_the_focus_can_be_seen(visit, sample):
    _, panel = visit(f"{sample}/safety.html")
    panel.page.emulate_media(forced_colors="active")
    page, site = (panel.page.get_by_role("tab", name=name, exact=True) for name in ("Page", "Site"))
    ground = "element => getComputedStyle(element).backgroundColor"
    assert page.evaluate(ground) != site.evaluate(ground)
    box = panel.page.locator(".composer")
    expect(box).to_have_css("outline-style", "none")
    panel.page.get_by_label("Your question").focus()
    expect(box).to_have_css("outline-style", "solid")
    panel.page.emulate_media(forced_colors="none")


def test_the_last_question_is_in_sight_after_a_look_at_another_tab(visit, sample):
    _, panel = visit(f"{sample}/safety.html")
    panel.page.set_viewport_size({"width": 400, "height": 420})
    for question in ("Which wire does the earth connection need?", "Where do used cells go?"):
        panel.ask(question)
    panel.show("Vault")
    panel.show("Page")
    expect(panel.page.get_by_text("Where do used cells go?")).to_be_in_viewport()
    expect(panel.page.get_by_text("Which wire does the earth connection need?")).not_to_be_in_viewport()


def test_a_page_is_read_only_after_the_button_was_clicked_on_it(visit, chromium, sample):
    _, panel = visit(f"{sample}/faq.html")
    other = chromium.open_tab(f"{sample}/glossary.html")
    expect(panel.page.get_by_text("May Ambry read this page?")).to_be_visible()
    expect(panel.page.get_by_label("Your question")).to_be_disabled()
    panel.take_picture("page-not-allowed")

    chromium.click_toolbar_button()
    expect(panel.in_use).to_have_text("This page: Glossary - Larkspur manual")
    other.close()
    expect(panel.in_use).to_have_text("This page: Questions and answers - Larkspur manual")
