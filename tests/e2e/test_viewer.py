"""Read what Ambry has read: a document beside the chat, at the very words of an answer."""

import pytest
from playwright.sync_api import expect

from tests.sample_server import FILES

pytestmark = pytest.mark.browser


def test_a_citation_of_a_file_opens_it_at_the_words_and_back_leads_to_the_chat(visit, sample):
    _, panel = visit(sample)
    panel.open_vault("reading room")
    panel.add_files(*sorted(FILES.iterdir()))
    panel.wait_for_job()
    exchange = panel.ask("How often do the wind bearings have to be changed by the sea?")
    exchange.citation(1).click()
    expect(panel.document.locator("mark").first).to_be_in_viewport()
    expect(panel.document.locator("[data-passage]").first).to_contain_text("every two years")
    expect(panel.document.get_by_text("p. 1", exact=True)).to_be_visible()
    expect(exchange.answer, "the document lies over the chat").not_to_be_visible()
    panel.take_picture("viewer")

    panel.be_wide(1100)
    expect(exchange.answer, "there is room beside the chat").to_be_visible()
    panel.take_picture("viewer-wide")

    panel.page.keyboard.press("Escape")
    expect(panel.sheet).to_have_count(0)
    expect(exchange.answer).to_be_visible()

    panel.be_wide(420)
    panel.button("3 documents").click()
    expect(panel.page.get_by_test_id("documents").get_by_role("listitem")).to_have_count(3)
    panel.take_picture("vault-documents")
    panel.page.get_by_label("Find by name").fill("notes")
    panel.page.get_by_role("button", name="garden-notes.md").first.click()
    expect(panel.document).to_contain_text("Rain gauge")
    panel.button("← Documents").click()
    panel.page.get_by_role("button", name="Remove garden-notes.md").click()
    panel.button("Remove").click()
    expect(panel.sheet.get_by_text("0 of 2"), "what was looked for stays").to_be_visible()
    expect(panel.page.get_by_label("Find by name")).to_be_focused()
    panel.page.get_by_label("Find by name").press("Escape")
    expect(panel.sheet.get_by_text("2 documents")).to_be_visible()


def test_a_very_long_document_opens_at_a_passage_in_its_middle(visit, sample, tmp_path):
    parts = [f"## Part {n}\n\n{f'The lamp number {n} stands by the wall. ' * 20}\n\n" for n in range(2500)]
    parts[90] = "## The harbour\n\nThe harbour master keeps the brass sextant in a walnut drawer.\n\n"
    long = tmp_path / "lamps.md"
    long.write_text("# Lamps\n\n" + "".join(parts))
    assert long.stat().st_size > 2_000_000
    _, panel = visit(sample)
    panel.open_vault("lamps")
    panel.add_files(long)
    panel.wait_for_job()
    exchange = panel.ask("Where is the brass sextant kept?")
    exchange.citation(1).click()
    expect(panel.document.locator("mark").first).to_be_in_viewport()
    expect(panel.document.locator("mark").first).to_contain_text("The harbour master")
    expect(panel.document.locator("[data-piece]").nth(300)).to_be_attached()
    expect(panel.document.locator("mark").first, "the passage stays while the rest is drawn").to_be_in_viewport()
    panel.page.get_by_text("Contents (2501)").click()
    panel.take_picture("viewer-outline")
    panel.page.get_by_role("button", name="Part 2499", exact=True).click()
    expect(panel.document.get_by_role("heading", name="Part 2499", exact=True)).to_be_in_viewport()
