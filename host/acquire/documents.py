"""Bytes of any supported type to a Document: each kind of file has its converter."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from host.acquire.formats import reasons
from host.acquire.formats.delimited import delimited_document
from host.acquire.formats.docx import docx_document
from host.acquire.formats.epub import epub_document
from host.acquire.formats.kinds import SUPPORTED, FileKind, file_kind
from host.acquire.formats.mail import mail_document
from host.acquire.formats.notebook import notebook_document
from host.acquire.formats.office_lock import unlocked
from host.acquire.formats.open_document import odt_document
from host.acquire.formats.outlook import message_document
from host.acquire.formats.rtf import rtf_document
from host.acquire.formats.sheets import sheets_document
from host.acquire.formats.slides import slides_document
from host.acquire.formats.text import markdown_document, text_document
from host.acquire.language import spoken
from host.acquire.pages.extract import extract_page
from host.acquire.pdf.document import pdf_document
from host.core.documents import Document
from host.core.location import web_address
from host.core.ocr import Ocr
from host.errors import ConversionError, ErrorCode

_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")

_BY_CONTENT = {
    FileKind.WORD: docx_document,
    FileKind.SLIDES: slides_document,
    FileKind.SHEETS: sheets_document,
    FileKind.OPEN_DOCUMENT: odt_document,
    FileKind.BOOK: epub_document,
    FileKind.RICH_TEXT: rtf_document,
    FileKind.NOTEBOOK: notebook_document,
    FileKind.MAIL: mail_document,
    FileKind.OUTLOOK: message_document,
}
"""(data, uri, name) -> Document"""

_BY_ENCODING = {
    FileKind.MARKDOWN: markdown_document,
    FileKind.TEXT: text_document,
    FileKind.TABLE: delimited_document,
}
"""(data, uri, name, media type with its charset) -> Document"""


class Documents:
    """Converts every kind of file that Ambry reads, in this very process."""

    def convert(
        self,
        data: bytes,
        *,
        uri: str,
        name: str = "",
        media_type: str = "",
        password: str = "",
        ocr: Ocr | None = None,
    ) -> Document:
        """Raises ConversionError: not supported, locked, damaged, or without text."""
        document = self._converted(data, uri, name or name_in(uri), media_type, password, ocr)
        markdown, title = _storable(document.markdown), _storable(document.title)
        return replace(document, markdown=markdown, title=title, language=spoken(markdown, document.language))

    def _converted(self, data: bytes, uri: str, name: str, media_type: str, password: str, ocr: Ocr | None) -> Document:
        if not data:
            raise reasons.empty(name)
        kind = file_kind(data, name, media_type)
        if kind is FileKind.LOCKED:
            data = unlocked(data, name, password)
            kind = file_kind(data, name, media_type)
        if kind is FileKind.PDF:
            return pdf_document(data, uri, name, password, ocr)
        if kind is FileKind.HTML:
            page = extract_page(data, uri, media_type)
            return replace(page, title=page.title or (uri if web_address(uri) else name))
        if by_content := _BY_CONTENT.get(kind):
            return by_content(data, uri, name)
        if by_encoding := _BY_ENCODING.get(kind):
            return by_encoding(data, uri, name, media_type)
        message = f"{name} is of a type that cannot be read."
        raise ConversionError(ErrorCode.NOT_SUPPORTED, message, f"Supported are {SUPPORTED}.")


def _storable(text: str) -> str:
    """Without zeros and halves of characters, which no database takes; as long as before, for the anchors."""
    return _NOT_STORABLE.sub("\ufffd", text)


def name_in(uri: str) -> str:
    """The file's name in its address, for messages and for telling its kind."""
    return PurePosixPath(unquote(urlsplit(uri).path)).name or uri
