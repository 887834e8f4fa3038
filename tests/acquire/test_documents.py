"""Which converter a file goes to, and what happens to those that none can read."""

import pytest

from host.acquire.documents import Documents
from host.errors import ConversionError, ErrorCode
from tests.acquire.samples import HTML, LOCKED, OLE, PDF, SHEET, WORD


@pytest.mark.parametrize(
    ("data", "name", "markdown", "title"),
    [
        (PDF, "a.pdf", "A page of text", "a.pdf"),
        (WORD, "a.docx", "A document", "a.docx"),
        (HTML, "a.html", "A page", "a.html"),
        (b"# Notes\n\nText", "a.md", "# Notes\n\nText", "Notes"),
        (b"Words", "a.txt", "Words", "a.txt"),
        (SHEET, "a.xlsx", "One cell", "a.xlsx"),
        (b"a,b\n1,2", "a.csv", "| a | b |\n| --- | --- |\n| 1 | 2 |", "a.csv"),
        (b"{\\rtf1 Words}", "a.rtf", "Words", "a.rtf"),
        (b"Subject: Hi\n\nWords", "a.eml", "# Hi\n\nWords", "Hi"),
    ],
)
def test_every_supported_kind_becomes_a_document(data, name, markdown, title):
    document = Documents().convert(data, uri=f"file:///folder/{name}")
    assert (document.markdown, document.title, document.uri) == (markdown, title, f"file:///folder/{name}")


def test_what_no_database_takes_is_replaced():
    half = b'{"cells": [{"cell_type": "markdown", "source": "# A \\ud83d half and \\u0000 zero"}]}'
    document = Documents().convert(half, uri="file:///a.ipynb")
    assert document.markdown == "# A \ufffd half and \ufffd zero"
    assert document.title == "A \ufffd half and \ufffd zero"


@pytest.mark.parametrize(
    ("data", "code"), [(LOCKED, ErrorCode.ENCRYPTED), (OLE, ErrorCode.NOT_SUPPORTED), (b"", ErrorCode.NO_TEXT)]
)
def test_what_cannot_be_read_says_what_can(data, code):
    with pytest.raises(ConversionError) as caught:
        Documents().convert(data, uri="https://a.example/files/My%20file.bin")
    assert caught.value.code is code
    assert "My file.bin" in caught.value.message
    assert code is not ErrorCode.NOT_SUPPORTED or "PDF, Word" in caught.value.next_step


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.pdf", "a PDF"),
        ("a.docx", "a Word document"),
        ("a.xls", "a spreadsheet"),
        ("a.xlsx", "a spreadsheet"),
        ("a.pptx", "a PowerPoint presentation"),
        ("a.odt", "an OpenDocument text"),
        ("a.epub", "an EPUB book"),
        ("a.msg", "an Outlook message"),
    ],
)
@pytest.mark.parametrize("data", [b"Just words.", b"\x89PNG\r\n\x1a\n" + bytes(99), OLE + bytes(999)])
def test_what_is_not_what_its_name_says_is_not_called_of_a_type_that_cannot_be_read(name, kind, data):
    with pytest.raises(ConversionError) as caught:
        Documents().convert(data, uri=f"file:///{name}", name=name)
    assert caught.value.code is ErrorCode.DAMAGED
    assert caught.value.message == f"{name} cannot be read as {kind}: it is damaged, or something else under this name."


@pytest.mark.parametrize(
    ("uri", "title"),
    [("file:///notes/a.html", "a.html"), ("https://a.example/notes/a.html", "https://a.example/notes/a.html")],
)
def test_a_page_without_a_title_is_called_by_its_address_and_a_file_by_its_name(uri, title):
    assert Documents().convert(b"<html><body><p>Ducks swim.", uri=uri).title == title
