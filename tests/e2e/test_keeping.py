"""Keep what is in view: a page and a video become documents of a vault."""

import pytest
from playwright.sync_api import expect

from tests.sample_server import VIDEO

pytestmark = pytest.mark.browser


def test_a_page_is_added_to_a_vault_and_answered_from_there(visit, sample):
    _, panel = visit(f"{sample}/safety.html")
    panel.keep("reading list")
    expect(panel.kept).to_contain_text("In vault: reading list")
    panel.take_picture("kept")
    panel.show("Vault")
    panel.page.get_by_role("combobox", name="Vault").select_option("reading list")
    exchange = panel.ask("What should I do in a thunderstorm?")
    expect(exchange.source(1)).to_contain_text("Safety")
    exchange.source(1).get_by_title("Read it here").click()
    expect(panel.document).to_contain_text("Lightning")
    expect(panel.button("Open original")).to_be_visible()


def test_a_video_is_added_with_its_seconds(visit):
    page, panel = visit(f"https://www.youtube.com/watch?v={VIDEO}")
    panel.keep("talks")
    expect(panel.kept).to_contain_text("In vault: talks")
    panel.show("Vault")
    panel.page.get_by_role("combobox", name="Vault").select_option("talks")
    exchange = panel.ask("How long should concrete dry before I hang anything on the post?")
    exchange.source(1).get_by_title("Read it here").click()
    expect(panel.document.locator("mark").first).to_be_in_viewport()
    panel.take_picture("viewer-video")
    panel.page.get_by_role("button", name="Open the original at 3:24").click()
    page.wait_for_function("() => document.querySelector('video').currentTime >= 204")
