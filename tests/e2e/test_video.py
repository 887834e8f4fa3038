"""Ask about the video in view."""

import pytest
from playwright.sync_api import expect

from tests.sample_server import VIDEO

pytestmark = pytest.mark.browser


def test_the_video_is_answered_from_its_transcript_and_a_citation_jumps_to_the_second(visit):
    page, panel = visit(f"https://www.youtube.com/watch?v={VIDEO}")
    expect(panel.page.get_by_role("tab", name="Video", exact=True)).to_be_visible()
    exchange = panel.ask("How long should concrete dry before I hang anything on the post?")
    expect(exchange.answer).to_contain_text("wait a whole day")
    expect(exchange.source(1)).to_contain_text("3:24")
    panel.take_picture("video")

    exchange.citation(1).click()
    page.wait_for_url(f"https://www.youtube.com/watch?v={VIDEO}&t={3 * 60 + 24}s")
    assert len(page.context.pages) == 2, "the video in view jumps: no other tab is needed"
