"""Bytes of any supported type to a Document: the type told by content, then by what a server said, then by the name."""

from __future__ import annotations

import io
import re
import zipfile
from enum import StrEnum
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from host.acquire import docx
from host.acquire.decode import decoded
from host.acquire.extract import extract_page
from host.acquire.pdf import pdf_document
from host.acquire.text import looks_binary, markdown_document, text_document
from host.core.types import Document
from host.errors import ConversionError, ErrorCode

SUPPORTED = "PDF, Word (.docx), web pages (.html), Markdown and plain text"


class FileKind(StrEnum):
    PDF = "pdf"
    WORD = "word"
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"
    LOCKED = "locked"
    UNKNOWN = "unknown"


_MEDIA_TYPES = {
    "text/html": FileKind.HTML,
    "application/xhtml+xml": FileKind.HTML,
    "text/markdown": FileKind.MARKDOWN,
    "text/x-markdown": FileKind.MARKDOWN,
    docx.MEDIA_TYPE: FileKind.WORD,
}
_SUFFIXES = {
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
    ".docx": FileKind.WORD,
}
_PDF_WITHIN = 1024
"""Bytes: readers accept a PDF header that comes late."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)


class Documents:
    """Converts every kind of file that Ambry reads."""

    def convert(self, data: bytes, *, uri: str, name: str = "", media_type: str = "") -> Document:
        """Raises ConversionError: not supported, locked, damaged, or without text."""
        name = name or _name_in(uri)
        match file_kind(data, name, media_type):
            case FileKind.PDF:
                return pdf_document(data, uri, name)
            case FileKind.WORD:
                return docx.docx_document(data, uri, name)
            case FileKind.HTML:
                return extract_page(data, uri, media_type)
            case FileKind.MARKDOWN:
                return markdown_document(data, uri, name, media_type)
            case FileKind.TEXT:
                return text_document(data, uri, name, media_type)
            case FileKind.LOCKED:
                message = f"{name} is locked with a password."
                raise ConversionError(ErrorCode.ENCRYPTED, message, "Save a copy without the password and add that.")
            case FileKind.UNKNOWN:
                message = f"{name} is of a type that cannot be read."
                raise ConversionError(ErrorCode.NOT_SUPPORTED, message, f"Supported are {SUPPORTED}.")


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
    if data.startswith(_OLE):
        return FileKind.LOCKED if _ENCRYPTED_STREAM in data else FileKind.UNKNOWN
    if data.startswith(b"PK"):
        return FileKind.WORD if declared is FileKind.WORD or _holds_word(data) else FileKind.UNKNOWN
    # Markdown may begin with HTML and still be Markdown.
    if declared is not FileKind.MARKDOWN and _HTML_START.match(data[:4096]):
        return FileKind.HTML
    return None


def _holds_word(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return any(entry.startswith("word/") for entry in archive.namelist())
    except zipfile.BadZipFile:
        return False


def _name_in(uri: str) -> str:
    return PurePosixPath(unquote(urlsplit(uri).path)).name or uri
