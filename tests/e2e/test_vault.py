"""Ask about one's own files."""

import pytest
from playwright.sync_api import expect

from tests.sample_server import FILES

pytestmark = pytest.mark.browser


def test_files_are_handed_over_indexed_and_answered_from(visit, sample, tmp_path):
    picture = tmp_path / "holiday.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    _, panel = visit(sample)
    panel.show("Vault")
    panel.page.get_by_label("Name of the vault").fill("garden")
    panel.add_files(*sorted(FILES.iterdir()), picture)
    panel.wait_for_job()
    expect(panel.counts).to_have_text("3 indexed · 1 failed")
    expect(panel.page.get_by_text("3 documents on this computer.")).to_be_visible()

    exchange = panel.ask("How often do the wind bearings have to be changed by the sea?")
    expect(exchange.answer).to_contain_text("every two years")
    expect(exchange.source(1)).to_contain_text("p. ")
    panel.take_picture("vault")
    expect(panel.ask("Who washes the shield at the school?").answer).to_contain_text("Mrs Okafor")
    expect(panel.ask("What was the lowest temperature so far?").answer).to_contain_text("-9.6 °C")
