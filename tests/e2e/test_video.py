"""Ask about the video in view."""

import re

import pytest
from playwright.sync_api import expect

from tests.sample_server import REFUSED_VIDEO, VIDEO

pytestmark = pytest.mark.browser

QUESTION = "How long should concrete dry before I hang anything on the post?"
SECOND = 3 * 60 + 24

OPEN_TRANSCRIPT = """
<button>Show transcript</button>
<ytd-transcript-segment-renderer>
  <div class="segment-timestamp">3:24</div>
  <div class="segment-text">If you use concrete, wait a whole day before you hang anything on it.</div>
</ytd-transcript-segment-renderer>"""

LATER = "() => document.querySelector('video').currentTime >= "


def test_the_video_is_answered_from_its_transcript_and_a_citation_seeks_the_player(visit):
    page, panel = visit(f"https://www.youtube.com/watch?v={VIDEO}")
    expect(panel.page.get_by_role("tab", name="Video", exact=True)).to_be_visible()
    exchange = panel.ask(QUESTION)
    expect(exchange.answer).to_contain_text("wait a whole day")
    expect(exchange.source(1)).to_contain_text("3:24")
    expect(exchange.notices.first).to_have_text("Transcript read by Ambry: English.")
    panel.take_picture("video")

    page.evaluate("window.unchanged = true")
    exchange.citation(1).click()
    page.wait_for_function(f"{LATER}{SECOND}")
    assert page.evaluate("window.unchanged"), "the page is not loaded again"
    assert page.url == f"https://www.youtube.com/watch?v={VIDEO}"
    assert len(page.context.pages) == 2, "the video in view jumps: no other tab is needed"


def test_where_there_is_no_player_that_could_the_address_jumps(visit):
    page, panel = visit(f"https://www.youtube.com/watch?v={VIDEO}")
    exchange = panel.ask(QUESTION)
    page.evaluate("document.querySelector('video').remove()")
    exchange.citation(1).click()
    page.wait_for_url(f"https://www.youtube.com/watch?v={VIDEO}&t={SECOND}s")


def test_when_the_engine_is_refused_the_transcript_is_read_in_the_page(visit):
    page, panel = visit(f"https://www.youtube.com/watch?v={REFUSED_VIDEO}")
    exchange = panel.ask(QUESTION)
    expect(exchange.answer).to_contain_text("wait a whole day")
    expect(exchange.notices.first).to_have_text("Transcript read from the page you are watching: English.")
    expect(exchange.source(1)).to_contain_text(re.compile("The mast.*3:24", re.DOTALL))
    panel.take_picture("video-from-page")
    exchange.citation(1).click()
    page.wait_for_function(f"{LATER}{SECOND}")


def test_the_open_transcript_serves_when_the_page_gets_no_captions(visit):
    page, panel = visit(f"https://www.youtube.com/watch?v={REFUSED_VIDEO}")
    page.route("**/api/timedtext**", lambda route: route.fulfill(body=""))
    refused = panel.start_asking(QUESTION).error
    expect(refused).to_contain_text("YouTube takes this computer for a bot")
    expect(refused).to_contain_text("The page has captions, but did not get them either.")
    expect(refused).to_contain_text("open the transcript below the video")

    page.evaluate("rows => document.body.insertAdjacentHTML('beforeend', rows)", OPEN_TRANSCRIPT)
    exchange = panel.ask("How long does concrete take?")
    expect(exchange.answer).to_contain_text("wait a whole day")
    expect(exchange.answer).not_to_contain_text("Show transcript")
    expect(exchange.notices.first).to_have_text("Transcript read from the page you are watching.")
    expect(exchange.source(1)).to_contain_text("3:24")


def test_the_captions_can_be_had_in_another_language(visit):
    _, panel = visit(f"https://www.youtube.com/watch?v={VIDEO}")
    captions = panel.page.get_by_test_id("captions")
    captions.get_by_role("button", name="Captions and languages").click()
    expect(captions).to_contain_text("English · read by Ambry")
    captions.get_by_role("combobox", name="Translated into").select_option("German")
    expect(captions).to_contain_text("German · translated by YouTube · read by Ambry")
    panel.take_picture("captions")
    exchange = panel.ask(QUESTION)
    expect(exchange.source(1)).to_contain_text("3:24")
