"""Word documents made on the spot, read back."""

import pytest

from host.acquire.formats import archive
from host.acquire.formats.docx import MEDIA_TYPE, docx_document
from host.errors import ConversionError, ErrorCode
from tests.acquire.files import docx, paragraph, table

FILE = ("file:///guide.docx", "guide.docx")


def test_headings_text_and_tables_are_kept():
    data = docx(paragraph("Sailing", "Heading1"), paragraph("Two ropes &amp; a mast."), table(("a", "b"), ("1", "2")))
    document = docx_document(data, *FILE)
    assert document.markdown == "# Sailing\n\nTwo ropes & a mast.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert document.title == "Sailing"
    assert document.media_type == MEDIA_TYPE


def test_a_document_without_a_heading_is_named_by_its_file():
    assert docx_document(docx(paragraph("Text")), *FILE).title == "guide.docx"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (docx(paragraph("Text"))[:-200], ErrorCode.DAMAGED),
        (docx("<w:p>"), ErrorCode.DAMAGED),
        (b"PK\x03\x04", ErrorCode.DAMAGED),
        (docx(paragraph("")), ErrorCode.NO_TEXT),
    ],
    ids=["cut short", "broken XML", "no archive", "empty"],
)
def test_a_file_that_gives_no_text_says_why(data, code):
    with pytest.raises(ConversionError) as caught:
        docx_document(data, *FILE)
    assert caught.value.code is code
    assert caught.value.next_step


def test_a_file_that_unpacks_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "MAX_UNPACKED", 1_000)
    with pytest.raises(ConversionError) as caught:
        docx_document(docx(paragraph("word " * 1_000)), *FILE)
    assert caught.value.code is ErrorCode.TOO_LARGE
