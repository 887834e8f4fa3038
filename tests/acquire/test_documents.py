"""Which converter a file goes to, and what happens to those that none can read."""

import pytest

from host.acquire.documents import Documents
from host.acquire.docx import MEDIA_TYPE
from host.acquire.kinds import FileKind, file_kind
from host.errors import ConversionError, ErrorCode
from tests.acquire.files import docx, paragraph, pdf
from tests.acquire.office import book, open_document, outlook, presentation, workbook

PDF = pdf([("A page of text", 11)])
SHEET = workbook(lambda made: made.add_worksheet().write(0, 0, "One cell"))
WORD = docx(paragraph("A document"))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LOCKED = OLE + bytes(500) + "EncryptedPackage".encode("utf-16-le")
HTML = b"<!DOCTYPE html><html><body><p>A page</p></body></html>"


@pytest.mark.parametrize(
    ("data", "name", "media_type", "kind"),
    [
        # the content decides
        (PDF, "a.txt", "text/plain", FileKind.PDF),
        (b"junk\n" + PDF, "", "", FileKind.PDF),
        (WORD, "a.zip", "application/zip", FileKind.WORD),
        (LOCKED, "a.docx", "", FileKind.LOCKED),
        (OLE, "a.doc", "", FileKind.UNKNOWN),
        (HTML, "a.txt", "text/plain", FileKind.HTML),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x --><HTML>', "", "", FileKind.HTML),
        (presentation(), "a.zip", "", FileKind.SLIDES),
        (SHEET, "a.docx", "", FileKind.SHEETS),
        (open_document(""), "", "application/octet-stream", FileKind.OPEN_DOCUMENT),
        (book({}), "a", "", FileKind.BOOK),
        (outlook({"__properties_version1.0": b""}), "a.doc", "", FileKind.OUTLOOK),
        (OLE + bytes(500) + "Workbook".encode("utf-16-le"), "a", "", FileKind.SHEETS),
        (b"{\\rtf1 x}", "a.doc", "application/msword", FileKind.RICH_TEXT),
        # then the media type
        (b"x", "a", "text/html; charset=utf-8", FileKind.HTML),
        (b"x", "a.txt", "text/markdown", FileKind.MARKDOWN),
        (b"PK\x03\x04cut", "a", MEDIA_TYPE, FileKind.WORD),
        (b"x", "", "text/plain", FileKind.TEXT),
        # then the name
        (b"# x", "README.MD", "", FileKind.MARKDOWN),
        (HTML, "a.md", "", FileKind.MARKDOWN),
        (b"x", "a.rst", "application/octet-stream", FileKind.TEXT),
        (b"PK\x03\x04cut", "a.docx", "", FileKind.WORD),
        (b"<p>x", "a.htm", "", FileKind.HTML),
        (b"just words", "LICENSE", "", FileKind.TEXT),
        (b"a,b", "a.CSV", "", FileKind.TABLE),
        (b"<html><body>x", "a.eml", "", FileKind.MAIL),
        (b"{}", "a.ipynb", "application/json", FileKind.NOTEBOOK),
        # nothing helps
        (b"PK\x03\x04cut", "a.zip", "", FileKind.UNKNOWN),
        (b"PK\x03\x04cut", "a.txt", "", FileKind.UNKNOWN),
        (bytes(100), "data", "", FileKind.UNKNOWN),
        (b"", "empty", "", FileKind.UNKNOWN),
        (b"a,b", "a.dat", "application/octet-stream", FileKind.UNKNOWN),
    ],
)
def test_the_kind_is_told_by_content_then_media_type_then_name(data, name, media_type, kind):
    assert file_kind(data, name, media_type) is kind


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


@pytest.mark.parametrize(
    ("data", "code"), [(LOCKED, ErrorCode.ENCRYPTED), (OLE, ErrorCode.NOT_SUPPORTED), (b"", ErrorCode.NOT_SUPPORTED)]
)
def test_what_cannot_be_read_says_what_can(data, code):
    with pytest.raises(ConversionError) as caught:
        Documents().convert(data, uri="https://a.example/files/My%20file.bin")
    assert caught.value.code is code
    assert "My file.bin" in caught.value.message
    assert code is ErrorCode.ENCRYPTED or "PDF, Word" in caught.value.next_step
