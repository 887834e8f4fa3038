"""An engine that dies in the middle of an answer, and comes back."""

import signal

import pytest
from playwright.sync_api import expect

from tests.browser_port import engine_pid, stop_engine
from tests.e2e import ollama as served

pytestmark = pytest.mark.browser

QUESTION = "What does error code E07 mean?"


def test_a_press_that_stops_an_answer_sends_nothing_that_is_being_typed(visit, sample, ollama):
    _, panel = visit(f"{sample}/troubleshooting.html")
    exchange = panel.start_asking(QUESTION)
    expect(exchange.answer).to_have_text("The rain bucket")
    box = panel.page.get_by_label("Your question")
    box.fill("And what does")
    panel.button("Stop").click()
    expect(exchange.article).to_have_attribute("data-state", "stopped")
    expect(panel.page.get_by_test_id("exchange")).to_have_count(1)
    expect(box).to_have_value("And what does")
    expect(panel.button("Ask")).to_be_focused()


def test_an_answer_cut_off_by_the_engines_death_says_so_and_the_next_one_comes(visit, sample, ollama, engine_home):
    _, panel = visit(f"{sample}/troubleshooting.html")
    unfinished = panel.start_asking(QUESTION)
    expect(unfinished.answer).to_have_text("The rain bucket")
    panel.page.set_viewport_size({"width": 400, "height": 340})
    killed = engine_pid(engine_home)
    stop_engine(engine_home, signal.SIGKILL)

    expect(unfinished.error).to_contain_text("The connection to Ambry's engine was lost.")
    expect(unfinished.error).to_contain_text("Please ask again.")
    expect(unfinished.answer).to_have_text("The rain bucket")
    expect(unfinished.error).to_be_in_viewport(ratio=1)
    panel.take_picture("engine-killed")
    panel.wait_until_ready()
    expect(panel.button("Ask again")).to_be_in_viewport(ratio=1)
    assert engine_pid(engine_home) != killed

    ollama.flowing.set()
    exchange = panel.ask("And error code E07 again, please?")
    expect(exchange.answer).to_contain_text("The rain bucket is stuck")
    expect(exchange.provider).to_contain_text(served.MODEL)
    panel.take_picture("ollama")
