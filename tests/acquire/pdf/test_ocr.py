"""Pages that are pictures, read by the real Tesseract."""

import shutil

import pymupdf
import pytest

from host.acquire.pdf import ocr as module
from host.acquire.pdf.document import pdf_document
from host.acquire.workers.pool import Workers
from host.core.ocr import Ocr
from host.errors import AmbryError, ConversionError, ErrorCode
from tests.acquire.files import pdf

FILE = ("file:///scan.pdf", "scan.pdf")
TEXT = [("The harbour light", 28), ("The mast is raised with two ropes.", 14), ("It is lowered with one.", 14)]

needs_tesseract = pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed")


def scanned(*pages):
    """Each page as a picture of itself; one that is a string stays text."""
    file = pymupdf.open()
    for lines in pages:
        if isinstance(lines, str):
            file.new_page().insert_text((50, 60), lines)
            continue
        picture = pymupdf.open(stream=pdf(lines))[0].get_pixmap(dpi=200)
        page = file.new_page()
        page.insert_image(page.rect, pixmap=picture)
    return file.tobytes()


def leave(turns=None, languages=("eng",)):
    return Ocr(languages, lambda *turn: turns.append(turn) if turns is not None else None)


@needs_tesseract
def test_text_in_pictures_is_read_with_leave():
    document = pdf_document(scanned(TEXT), *FILE, ocr=leave())
    assert document.markdown.startswith("# The harbour light\n\n")
    assert "The mast is raised with two ropes." in document.markdown
    assert document.strategy == "pdf with ocr"


@needs_tesseract
def test_pages_with_text_keep_it_and_each_picture_is_a_turn():
    turns = []
    document = pdf_document(scanned("Typed text", TEXT, "More of it", TEXT), *FILE, ocr=leave(turns))
    assert turns == [(1, 2), (2, 2)]
    assert document.markdown.startswith("Typed text\n\n")
    assert [anchor.value for anchor in document.anchors] == ["1", "2", "3", "4"]


@needs_tesseract
def test_a_stamped_scan_is_read_whole():
    file = pymupdf.open(stream=scanned(TEXT))
    file[0].insert_text((50, 20), "From the library of the harbour", fontsize=8)
    document = pdf_document(file.tobytes(), *FILE, ocr=leave())
    assert document.markdown.startswith("From the library of the harbour")
    assert "The mast is raised with two ropes." in document.markdown
    assert document.pictures == ()


@needs_tesseract
def test_a_large_page_is_looked_at_in_less_detail(monkeypatch):
    monkeypatch.setattr(module, "MOST_PIXELS", 2_000_000)
    assert "ropes" in pdf_document(scanned(TEXT), *FILE, ocr=leave()).markdown


@needs_tesseract
def test_a_picture_without_text_is_empty_then():
    picture = pymupdf.open()
    page = picture.new_page()
    grey = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 9, 9))
    grey.clear_with(200)
    page.insert_image(page.rect, pixmap=grey)
    with pytest.raises(ConversionError) as caught:
        pdf_document(picture.tobytes(), *FILE, ocr=leave())
    assert caught.value.code is ErrorCode.NO_TEXT


def test_a_language_that_is_not_installed_is_named():
    with pytest.raises(ConversionError, match="not for tlh") as caught:
        pdf_document(scanned(TEXT), *FILE, ocr=leave(languages=("tlh",)))
    assert caught.value.code is ErrorCode.NEEDS_OCR


@needs_tesseract
def test_a_worker_tells_of_each_page():
    turns = []
    workers = Workers(size=1)
    try:
        document = workers.convert(scanned(TEXT, TEXT), uri=FILE[0], ocr=leave(turns))
    finally:
        workers.close()
    assert turns == [(1, 2), (2, 2)]
    assert document.markdown.count("ropes") == 2


@needs_tesseract
def test_recognition_is_stopped_between_two_pages():
    def stop(page, pages):
        if page == 2:
            raise AmbryError(ErrorCode.CANCELLED, "Stopped.")

    workers = Workers(size=1)
    try:
        with pytest.raises(AmbryError, match="Stopped"):
            workers.convert(scanned(TEXT, TEXT, TEXT), uri=FILE[0], ocr=Ocr(("eng",), stop))
        assert workers.convert(pdf(TEXT), uri=FILE[0]).markdown
    finally:
        workers.close()
