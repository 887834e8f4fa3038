"""Ask about one's own files."""

import pytest
from playwright.sync_api import expect

from tests.sample_server import FILES

pytestmark = pytest.mark.browser


def test_files_are_handed_over_indexed_and_answered_from(visit, sample, tmp_path):
    picture = tmp_path / "holiday.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    _, panel = visit(sample)
    panel.open_vault("garden")
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


def test_a_folder_is_watched_by_its_path_and_stays_as_it_is_on_the_disk(visit, sample, tmp_path):
    notes = tmp_path / "Notes"
    notes.mkdir()
    (notes / "keel.md").write_text("# Keel\n\nThe keel of the skiff is made of larch.")
    (notes / "empty scan.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    _, panel = visit(sample)
    panel.show("Vault")
    panel.name_vault("boat")
    panel.watch_folder(tmp_path.parent.parent.parent)
    expect(panel.page.get_by_role("alert")).to_contain_text("it cannot be watched")
    panel.watch_folder(notes)
    state = panel.page.get_by_test_id("folder-state")
    expect(state).to_contain_text("Up to date · 1 document · changed just now")
    expect(panel.page.get_by_text("1 file could not be read, and why")).to_be_visible()

    (notes / "sail.md").write_text("# Sail\n\nThe sail of the skiff is dyed with oak bark.")
    expect(state).to_contain_text("Up to date · 2 documents")
    (notes / "keel.md").rename(notes / "hull.md")
    exchange = panel.ask("What is the sail of the skiff dyed with?")
    expect(exchange.answer).to_contain_text("oak bark")
    panel.take_picture("watched-folder")


def test_watching_ends_from_the_panel(visit, sample, tmp_path):
    (tmp_path / "mast.md").write_text("# Mast\n\nThe mast is two metres high.")
    _, panel = visit(sample)
    panel.show("Vault")
    panel.name_vault("rigging")
    panel.watch_folder(tmp_path)
    expect(panel.page.get_by_test_id("folder-state")).to_contain_text("1 document")
    panel.take_picture("watching")
    panel.button("Stop watching").click()
    panel.button("Stop and remove its documents").click()
    expect(panel.page.get_by_test_id("folder")).to_have_count(0)
    assert (tmp_path / "mast.md").exists()
