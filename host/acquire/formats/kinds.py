"""What a file is: told by its content, then by what a server said, then by its name."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from enum import StrEnum
from pathlib import PurePosixPath
from posixpath import splitext

from host.acquire.decode import decoded
from host.acquire.formats import docx, epub, mail, notebook, office_lock, open_document, outlook, rtf, sheets, slides
from host.acquire.formats.text import looks_binary

SUPPORTED = (
    "PDF, Word (.docx), PowerPoint (.pptx), spreadsheets (.xlsx, .xls, .xlsb, .ods, .csv, .tsv), "
    "OpenDocument (.odt, .odp, .odg), RTF, EPUB, e-mail (.eml, .msg), Jupyter notebooks, web pages (.html), "
    "Markdown and plain text"
)


class FileKind(StrEnum):
    PDF = "pdf"
    WORD = "word"
    SLIDES = "slides"
    SHEETS = "sheets"
    OPEN_DOCUMENT = "opendocument"
    BOOK = "book"
    RICH_TEXT = "rtf"
    TABLE = "table"
    NOTEBOOK = "notebook"
    MAIL = "mail"
    OUTLOOK = "outlook"
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"
    LOCKED = "locked"
    UNKNOWN = "unknown"


_MEDIA_TYPES = {
    "text/html": FileKind.HTML,
    "application/xhtml+xml": FileKind.HTML,
    "application/pdf": FileKind.PDF,
    "text/markdown": FileKind.MARKDOWN,
    "text/x-markdown": FileKind.MARKDOWN,
    "text/csv": FileKind.TABLE,
    "text/tab-separated-values": FileKind.TABLE,
    "text/rtf": FileKind.RICH_TEXT,
    rtf.MEDIA_TYPE: FileKind.RICH_TEXT,
    mail.MEDIA_TYPE: FileKind.MAIL,
    notebook.MEDIA_TYPE: FileKind.NOTEBOOK,
    docx.MEDIA_TYPE: FileKind.WORD,
    slides.MEDIA_TYPE: FileKind.SLIDES,
    sheets.MEDIA_TYPE: FileKind.SHEETS,
    open_document.MEDIA_TYPE: FileKind.OPEN_DOCUMENT,
    epub.MEDIA_TYPE: FileKind.BOOK,
    outlook.MEDIA_TYPE: FileKind.OUTLOOK,
}
_SUFFIXES = {
    ".pdf": FileKind.PDF,
    ".html": FileKind.HTML,
    ".htm": FileKind.HTML,
    ".xhtml": FileKind.HTML,
    ".md": FileKind.MARKDOWN,
    ".markdown": FileKind.MARKDOWN,
    ".mdx": FileKind.MARKDOWN,
    ".txt": FileKind.TEXT,
    ".text": FileKind.TEXT,
    ".rst": FileKind.TEXT,
    ".adoc": FileKind.TEXT,
    ".org": FileKind.TEXT,
    ".log": FileKind.TEXT,
    ".tex": FileKind.TEXT,
    ".csv": FileKind.TABLE,
    ".tsv": FileKind.TABLE,
    ".tab": FileKind.TABLE,
    ".rtf": FileKind.RICH_TEXT,
    ".eml": FileKind.MAIL,
    ".msg": FileKind.OUTLOOK,
    ".ipynb": FileKind.NOTEBOOK,
    ".docx": FileKind.WORD,
    ".docm": FileKind.WORD,
    ".dotx": FileKind.WORD,
    ".pptx": FileKind.SLIDES,
    ".pptm": FileKind.SLIDES,
    ".ppsx": FileKind.SLIDES,
    ".potx": FileKind.SLIDES,
    ".xls": FileKind.SHEETS,
    ".xlsx": FileKind.SHEETS,
    ".xlsm": FileKind.SHEETS,
    ".xlsb": FileKind.SHEETS,
    ".ods": FileKind.SHEETS,
    ".odt": FileKind.OPEN_DOCUMENT,
    ".odp": FileKind.OPEN_DOCUMENT,
    ".odg": FileKind.OPEN_DOCUMENT,
    ".ott": FileKind.OPEN_DOCUMENT,
    ".epub": FileKind.BOOK,
}
_BINARY = frozenset(
    {
        FileKind.PDF,
        FileKind.WORD,
        FileKind.SLIDES,
        FileKind.SHEETS,
        FileKind.OPEN_DOCUMENT,
        FileKind.BOOK,
        FileKind.OUTLOOK,
    }
)
"""Kinds that may be damaged past recognition: what is called so and is no text is tried, and named, as one."""

_MIME_TYPES = {
    "application/epub+zip": FileKind.BOOK,
    "application/vnd.oasis.opendocument.text": FileKind.OPEN_DOCUMENT,
    "application/vnd.oasis.opendocument.text-template": FileKind.OPEN_DOCUMENT,
    "application/vnd.oasis.opendocument.presentation": FileKind.OPEN_DOCUMENT,
    "application/vnd.oasis.opendocument.presentation-template": FileKind.OPEN_DOCUMENT,
    "application/vnd.oasis.opendocument.graphics": FileKind.OPEN_DOCUMENT,
    "application/vnd.oasis.opendocument.spreadsheet": FileKind.SHEETS,
}
"""What the part `mimetype` says."""

_FOLDERS = {"word/": FileKind.WORD, "ppt/": FileKind.SLIDES, "xl/": FileKind.SHEETS}

_PDF_WITHIN = 1024
"""Bytes: readers accept a PDF header that comes late."""

_WORKBOOK = "Workbook".encode("utf-16-le")
"""The stream that makes a compound file an old Excel sheet."""

_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)


def may_be_read(name: str) -> bool:
    """Whether files of this name are of a kind that Ambry reads; one without a suffix may be plain text."""
    suffix = splitext(name.lower())[1]  # a folder may have a million of them, and paths are slow
    return not suffix or suffix in _SUFFIXES


def file_kind(data: bytes, name: str, media_type: str = "") -> FileKind:
    """Content first: names and servers are often wrong, the first bytes hardly ever."""
    suffix = PurePosixPath(name.lower()).suffix
    declared = _MEDIA_TYPES.get(media_type.split(";")[0].strip().lower()) or _SUFFIXES.get(suffix)
    if (kind := _kind_by_content(data, declared)) is not None:
        return kind
    if declared is not None:
        return declared
    is_plain = media_type.startswith("text/plain") or not (suffix or media_type)
    return FileKind.TEXT if is_plain and data.strip() and not looks_binary(decoded(data)) else FileKind.UNKNOWN


def _kind_by_content(data: bytes, declared: FileKind | None) -> FileKind | None:
    if b"%PDF-" in data[:_PDF_WITHIN]:
        return FileKind.PDF
    if data.startswith(b"{\\rtf"):
        return FileKind.RICH_TEXT
    if data.startswith((office_lock.OLE, b"PK")):
        kind = _package_kind(data) if data.startswith(b"PK") else _compound_kind(data)
        return kind or (declared if declared in _BINARY else FileKind.UNKNOWN)
    # Markdown may begin with HTML and still be Markdown, and a message may be nothing but a page.
    if declared not in (FileKind.MARKDOWN, FileKind.MAIL) and _HTML_START.match(data[:4096]):
        return FileKind.HTML
    return None


def _compound_kind(data: bytes) -> FileKind | None:
    if office_lock.is_locked(data):
        return FileKind.LOCKED
    if outlook.is_message(data):
        return FileKind.OUTLOOK
    return FileKind.SHEETS if _WORKBOOK in data else None


def _package_kind(data: bytes) -> FileKind | None:
    """By the part that says so, else by the folder in which the format keeps its parts."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            said = archive.read("mimetype").strip().decode("ascii", "replace") if "mimetype" in names else ""
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error):
        return None
    found = (kind for folder, kind in _FOLDERS.items() if any(name.startswith(folder) for name in names))
    return _MIME_TYPES.get(said) or next(found, None)
