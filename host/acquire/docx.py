"""Word documents to a Document: mammoth makes HTML of their styles, and that becomes Markdown. Nothing is fetched."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Any
from xml.parsers.expat import ExpatError

from host.acquire.to_markdown import html_to_markdown
from host.core.types import Document
from host.errors import ConversionError, ErrorCode

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

MAX_UNPACKED = 500_000_000
"""Bytes: a document that unpacks to more is made to fill the memory."""

_STYLES = "comment-reference => sup"
"""mammoth leaves comments out unless told where they go."""

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    ExpatError,
    KeyError,
    ValueError,
    AttributeError,
    IndexError,
    TypeError,
    OSError,
    EOFError,
    NotImplementedError,
    RecursionError,
)
"""What mammoth and zipfile raise on files that are cut short or not what they say."""


def docx_document(data: bytes, uri: str, name: str) -> Document:
    """Headings, lists, tables, links, notes and comments. Raises ConversionError when it is broken or empty."""
    import mammoth

    try:
        _check_size(data, name)
        pictures = mammoth.images.img_element(_without_source)
        result = mammoth.convert_to_html(io.BytesIO(data), convert_image=pictures, style_map=_STYLES)
    except _BROKEN as exc:
        message = f"{name} is damaged: it cannot be read as a Word document."
        raise ConversionError(ErrorCode.DAMAGED, message, "Open it in a word processor and save it again.") from exc
    markdown = html_to_markdown(result.value)
    if not re.search(r"\w", markdown):
        raise ConversionError(ErrorCode.NO_TEXT, f"{name} has no text in it.", "Add a document that has text.")
    heading = re.match(r"# +(.+)", markdown)
    return Document(uri, heading[1] if heading else name, markdown, MEDIA_TYPE, "", "", "mammoth")


def _check_size(data: bytes, name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
            message = f"{name} unpacks to more than {MAX_UNPACKED // 1_000_000} MB."
            raise ConversionError(ErrorCode.TOO_LARGE, message, "Split it, or save it without its pictures.")


def _without_source(image: Any) -> dict[str, str]:
    """The alternative text stays; the picture itself would become megabytes of base64."""
    return {"src": ""}
