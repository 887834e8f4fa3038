"""What a file is, whatever it is called."""

import pytest

from host.acquire.formats.docx import MEDIA_TYPE
from host.acquire.formats.kinds import FileKind, file_kind
from tests.acquire.office import book, open_document, outlook, presentation
from tests.acquire.samples import HTML, LOCKED, OLE, PDF, SHEET, WORD


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
        (b"PK\x03\x04cut", "a.pdf", "", FileKind.PDF),
        (OLE, "a.docx", "", FileKind.WORD),
        (b"just words", "a.pdf", "", FileKind.PDF),
        (b"just words", "a.xls", "", FileKind.SHEETS),
        (b"just words", "a.msg", "", FileKind.OUTLOOK),
        (b"just words", "get", "application/pdf", FileKind.PDF),
        (HTML, "a.pdf", "application/pdf", FileKind.HTML),
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
