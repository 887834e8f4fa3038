"""PDF to a Document with PyMuPDF: text in reading order, headings, lists, tables, code, a page anchor each.

PyMuPDF4LLM would do more, but takes 0.3 to 1 second a page and writes to standard output; this takes milliseconds.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from functools import cache, partial
from typing import Any

from host.acquire.formats import reasons
from host.acquire.formats.file_about import pdf_about
from host.acquire.formats.titles import file_title, opening_heading
from host.acquire.pdf.extras import attachments, comments, filled_fields
from host.acquire.pdf.layout.cells import WordsOfPage
from host.acquire.pdf.layout.compounds import compounds_in
from host.acquire.pdf.layout.furniture import without_furniture
from host.acquire.pdf.layout.headings import Outline, headings_of, told
from host.acquire.pdf.layout.page import Block, Table
from host.acquire.pdf.layout.paragraphs import page_markdown
from host.acquire.pdf.layout.reading import read
from host.acquire.pdf.layout.ruled import grids_of, ruled_tables
from host.acquire.pdf.layout.typewriter import without_false_code
from host.acquire.pdf.ocr import with_recognised
from host.acquire.pdf.pictures import pictures_in
from host.acquire.pdf.text import CONTROL, blocks_of, rules_on, words_of
from host.acquire.pdf.turned import upright
from host.core.documents import Anchor, Document
from host.core.ocr import Ocr

_MUPDF = threading.Lock()
"""MuPDF keeps global state: one document at a time in a process."""


def pdf_document(data: bytes, uri: str, name: str, password: str = "", ocr: Ocr | None = None) -> Document:
    """The text of every page; that of pictures only with leave. Raises ConversionError when locked, broken or empty."""
    import pymupdf

    with _MUPDF:
        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
        try:
            with pymupdf.open(stream=data, filetype="pdf") as file:
                if file.needs_pass and not file.authenticate(password):
                    raise reasons.wrong_password(name) if password else reasons.locked(name)
                declared = _clean(str((file.metadata or {}).get("title") or ""))
                about = pdf_about(file.metadata or {})
                pages, pictures = _pages(file, name, ocr)
                attached = attachments(file)
        except (RuntimeError, ValueError, IndexError, TypeError, pymupdf.mupdf.FzErrorBase) as exc:
            raise reasons.damaged(name, "a PDF") from exc
        finally:
            # What MuPDF keeps for a file that is read again would count against the next one.
            pymupdf.TOOLS.store_shrink(100)
    markdown, anchors = _assembled(pages)
    title = file_title(declared, opening_heading(markdown), name)
    if not re.search(r"\w", markdown) or markdown.count("\ufffd") * 2 > len(markdown):
        raise reasons.no_text_layer(name) if pictures else reasons.empty(name)
    if attached:
        markdown = f"{markdown}\n\n{attached}"
    strategy = "pdf with ocr" if ocr else "pdf text layer"
    return Document(uri, title, markdown, "application/pdf", "", "", strategy, anchors, about=about, pictures=pictures)


def _pages(file: Any, name: str, ocr: Ocr | None) -> tuple[list[str], tuple[int, ...]]:
    """The Markdown of each page, and the numbers of those that are pictures and were not read."""
    pages, texts = _level(file)
    pictures = pictures_in(pages, texts)
    if ocr:
        texts, pictures = with_recognised(name, pages, texts, pictures, ocr), []
    # The rules of a form that is filled in on the screen are its boxes.
    words = [cache(partial(words_of, page)) for page in pages]
    tables = [[] if file.is_form_pdf else _ruled(*each) for each in zip(pages, words, strict=True)]
    texts = without_false_code(without_furniture(texts, [page.rect.height for page in pages]))
    headings = headings_of(texts, _outline(file))
    read_pages = (read(*found) for found in zip(texts, tables, words, strict=True))
    compounds = compounds_in(texts)
    said = [page_markdown(blocks, headings, number, compounds) for number, blocks in enumerate(read_pages)]
    whole = [_with_extras(*each, is_form=bool(file.is_form_pdf)) for each in zip(said, pages, strict=True)]
    return whole, tuple(number + 1 for number in pictures)


def _with_extras(text: str, page: Any, *, is_form: bool) -> str:
    return "\n\n".join(filter(None, (text, filled_fields(page) if is_form else "", comments(page))))


def _level(file: Any) -> tuple[list[Any], list[list[Block]]]:
    """The pages, each so turned that its text is level, and their text."""
    pages, texts = [], []
    for page in file:
        blocks = blocks_of(page)
        turned = upright(page, blocks)
        pages.append(turned)
        texts.append(blocks if turned is page else blocks_of(turned))
    return pages, texts


def _ruled(page: Any, words: WordsOfPage) -> list[Table]:
    grids = grids_of(rules_on(page))
    return ruled_tables(grids, words()) if grids else []


def _outline(file: Any) -> Outline:
    levels: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for level, title, page in file.get_toc():
        if key := told(_clean(title)):
            levels[page - 1][key] = level
    return levels


def _assembled(pages: list[str]) -> tuple[str, tuple[Anchor, ...]]:
    text, anchors = "", []
    for number, body in enumerate(pages, 1):
        if body:
            text += "\n\n" if text else ""
            anchors.append(Anchor(len(text), "page", str(number)))
            text += body
    return text, tuple(anchors)


def _clean(text: str) -> str:
    return " ".join(CONTROL.sub("", text).split())
