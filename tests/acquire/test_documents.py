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
        (HTML, "a.html", "A page", "file:///folder/a.html"),
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
