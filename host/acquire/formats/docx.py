"""Word documents to a Document: mammoth makes HTML of their styles, and that becomes Markdown. Nothing is fetched.

Formulas become LaTeX; tracked changes count as accepted; notes and comments are listed at the end.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any
from xml.parsers.expat import ExpatError

from host.acquire.formats import reasons
from host.acquire.formats.archive import BROKEN, require_size
from host.acquire.formats.file_about import office_about
from host.acquire.formats.titles import file_title, opening_heading
from host.acquire.formats.to_markdown import html_to_markdown
from host.acquire.formats.word_html import tidied
from host.acquire.formats.word_lists import numbered_paragraphs
from host.acquire.formats.word_source import plainer
from host.core.documents import Document

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

_CODE_STYLES = ("Source Code", "Code", "Code Block", "HTML Preformatted", "Preformatted Text", "Macro Text")
_STYLES = "\n".join(
    [
        "comment-reference => sup",  # mammoth leaves comments out unless told where they go
        "p[style-name='Title'] => h1:fresh",
        *(f"p[style-name='{style}'] => pre:separator('\\n')" for style in _CODE_STYLES),
    ]
)
_MONOSPACED = re.compile(r"courier|consolas|mono|menlo|fixed|terminal", re.IGNORECASE)
_CODE_SIGNS = re.compile(r"[(){}\[\]=;<>]")
"""Prose is also set in typewriter faces; only code has these."""

_BROKEN = (*BROKEN, ExpatError, ValueError, AttributeError, IndexError, TypeError, RecursionError)
"""What mammoth and zipfile raise on files that are cut short or not what they say."""


def docx_document(data: bytes, uri: str, name: str) -> Document:
    """Headings, lists, tables, links, notes and comments. Raises ConversionError when it is broken or empty."""
    import mammoth

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            require_size(archive, name)
        data = plainer(data)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            numbered = numbered_paragraphs(archive)
            about = office_about(archive)
        result = mammoth.convert_to_html(
            io.BytesIO(data),
            convert_image=mammoth.images.img_element(_without_source),
            style_map=_STYLES,
            transform_document=mammoth.transforms.paragraph(_with_code_style),
        )
        markdown = html_to_markdown(tidied(result.value, numbered))
    except _BROKEN as exc:
        raise reasons.damaged(name, "a Word document") from exc
    if not re.search(r"\w", markdown):
        raise reasons.empty(name)
    title = file_title("", opening_heading(markdown), name)
    return Document(uri, title, markdown, MEDIA_TYPE, "", "", "mammoth", about=about)


def _without_source(image: Any) -> dict[str, str]:
    """The alternative text stays; the picture itself would become megabytes of base64."""
    return {"src": ""}


def _with_code_style(paragraph: Any) -> Any:
    """A paragraph without a style of its own that is set in a typewriter face and looks like code is code."""
    runs = [child for child in paragraph.children if getattr(child, "children", None)]
    if paragraph.style_name or not runs or not all(_MONOSPACED.search(getattr(run, "font", "") or "") for run in runs):
        return paragraph
    said = "".join(getattr(text, "value", "") for run in runs for text in run.children)
    return paragraph.copy(style_name=_CODE_STYLES[0]) if _CODE_SIGNS.search(said) else paragraph
