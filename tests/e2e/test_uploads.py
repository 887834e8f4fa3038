"""Hand over whole folders and locked files."""

import shutil

import pymupdf
import pytest
from playwright.sync_api import expect

from tests.e2e.panel import NARROWEST

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


@pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed")
def test_a_page_that_is_a_picture_is_named_and_recognised_on_request(visit, sample, tmp_path):
    with pymupdf.open() as drawn, pymupdf.open() as document:
        drawn.new_page().insert_text((72, 100), "The anchor chain is forty fathoms long.")
        document.new_page().insert_text((72, 72), "The lighthouse lamp burns rapeseed oil.")
        page = document.new_page()
        page.insert_image(page.rect, pixmap=drawn[0].get_pixmap(dpi=200))
        document.save(tmp_path / "partly.pdf")
    _, panel = visit(sample)
    panel.open_vault("partly")
    panel.add_files(tmp_path / "partly.pdf")
    panel.wait_for_job()
    expect(panel.counts).to_have_text("1 indexed")
    waiting = panel.page.get_by_test_id("unfinished")
    expect(waiting).to_contain_text("partly.pdf: Page 2 is a picture: what is written on it cannot be searched.")
    panel.take_picture("picture-page")
    waiting.get_by_role("button", name="Recognise its text").click()
    expect(waiting).to_have_count(0)
    expect(panel.ask("How long is the anchor chain?").answer).to_contain_text("forty fathoms")


def test_a_long_name_leaves_room_for_what_stands_beside_it(visit, sample, tmp_path):
    for number in range(MANY):  # a few would be read before the job could be paused
        name = f"minutes of the meeting about the new mast of the club house {number}"
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\nThe mast is {number} metres high.\n")
    (tmp_path / "holiday by the sea with everybody, the first evening.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    _, panel = visit(sample)
    panel.be_wide(NARROWEST)
    panel.open_vault("minutes")
    panel.add_files(*sorted(tmp_path.iterdir()))
    panel.job.get_by_role("button", name="Pause").click()
    expect(panel.job).to_have_attribute("data-state", "paused")
    expect(panel.page.get_by_test_id("job-files").get_by_role("button").last).to_be_visible()
    assert panel.cut_off() == []
    panel.job.get_by_role("button", name="Resume").click()
    panel.wait_for_job()
    panel.page.get_by_test_id("report").locator("summary").click()
    expect(panel.page.get_by_test_id("report")).to_contain_text("of a type that cannot be read")
    assert panel.cut_off() == []


def test_one_file_of_many_is_taken_out_and_the_others_go_on(visit, sample, library):
    _, panel = visit(sample)
    panel.open_vault("picked")
    panel.drop(library)
    expect(panel.job).to_be_visible()
    # Paused, the list stands still; while it moves a person can press as well, but not at a given file.
    panel.job.get_by_role("button", name="Pause").click()
    files = panel.page.get_by_test_id("job-files").get_by_role("listitem")
    expect(panel.job).to_have_attribute("data-state", "paused")
    expect(files.first).to_contain_text("waiting")
    panel.take_picture("upload-files")
    chosen = files.last.locator(".path").inner_text()
    panel.job.get_by_role("button", name=f"Cancel {chosen}").click()
    expect(panel.job.get_by_role("button", name=f"Cancel {chosen}")).to_have_count(0)
    panel.job.get_by_role("button", name="Resume").click()
    panel.wait_for_job()
    expect(panel.counts).to_contain_text("1 skipped")
    panel.page.get_by_test_id("report").locator("summary").click()
    expect(panel.page.get_by_test_id("report")).to_contain_text("Cancelled by you")


def test_a_locked_file_of_a_watched_folder_is_opened_in_place(visit, sample, tmp_path):
    folder = tmp_path / "Papers"
    folder.mkdir()
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "The foghorn is blown with compressed air.")
        document.save(folder / "horn.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="brass", owner_pw="x")
    (folder / "open.md").write_text("# Open\n\nThe door is open.\n")
    _, panel = visit(sample)
    panel.open_vault("watched")
    panel.watch_folder(folder)
    waiting = panel.page.get_by_test_id("folder")
    expect(waiting).to_contain_text("horn.pdf: It is locked")
    panel.take_picture("folder-password")
    waiting.get_by_label("Password of horn.pdf").fill("brass")
    waiting.get_by_role("button", name="Open").click()
    expect(waiting.get_by_label("Password of horn.pdf")).to_have_count(0)
    expect(waiting).to_contain_text("2 documents")
    expect(panel.ask("With what is the foghorn blown?").answer).to_contain_text("compressed air")
