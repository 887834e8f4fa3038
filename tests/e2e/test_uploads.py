"""Hand over whole folders and locked files."""

import pymupdf
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

MANY = 300


@pytest.fixture
def library(tmp_path):
    """A folder with so many files that the browser lists them in several goes."""
    folder = tmp_path / "library"
    for number in range(MANY):
        shelf = folder / "shelf" if number % 3 else folder / "shelf" / "top"
        shelf.mkdir(parents=True, exist_ok=True)
        (shelf / f"book-{number:03}.md").write_text(f"# Book {number}\n\nIt is about lamp {number}.\n")
    (folder / "shelf" / "top" / "sextant.md").write_text("# Sextant\n\nThe sextant lies in the walnut drawer.\n")
    return folder


def test_a_dropped_folder_is_taken_whole_with_its_folders(visit, sample, library):
    _, panel = visit(sample)
    panel.open_vault("library")
    panel.drop(library)
    adding = panel.page.get_by_test_id("adding")
    expect(adding).to_contain_text(f"of {MANY + 1} files")
    panel.take_picture("upload")
    expect(panel.job).to_be_visible()
    panel.take_picture("upload-indexing")
    panel.wait_for_job()
    expect(panel.counts).to_have_text(f"{MANY + 1} indexed")
    panel.page.get_by_role("combobox", name="Folder").select_option("library/shelf/top/")
    box = panel.page.get_by_label("Your question")
    expect(box).to_have_attribute("placeholder", "Ask about library \u203a library/shelf/top/")
    exchange = panel.ask("Where does the sextant lie?")
    expect(exchange.answer).to_contain_text("walnut drawer")


def test_a_locked_file_asks_for_its_password_while_the_others_go_on(visit, sample, tmp_path):
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "The lighthouse lamp burns rapeseed oil.")
        document.save(tmp_path / "lamp.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="brass", owner_pw="x")
    (tmp_path / "open.md").write_text("# Open\n\nThe door is open.\n")
    _, panel = visit(sample)
    panel.open_vault("locked")
    panel.add_files(tmp_path / "lamp.pdf", tmp_path / "open.md")
    panel.wait_for_job()
    expect(panel.counts).to_have_text("1 indexed · 1 failed")
    waiting = panel.page.get_by_test_id("unfinished")
    expect(waiting).to_contain_text("lamp.pdf")
    panel.take_picture("password")
    waiting.get_by_label("Password of lamp.pdf").fill("silver")
    waiting.get_by_role("button", name="Open").click()
    expect(waiting).to_contain_text("right password")
    expect(waiting.get_by_label("Password of lamp.pdf")).to_have_value("")
    waiting.get_by_label("Password of lamp.pdf").fill("brass")
    waiting.get_by_role("button", name="Open").click()
    expect(waiting).to_have_count(0)
    expect(panel.ask("What does the lighthouse lamp burn?").answer).to_contain_text("rapeseed oil")
