"""PDF to a Document with PyMuPDF: text in the order of the file, headings by size, ruled tables, a page anchor each.

PyMuPDF4LLM would do more, but takes 0.3 to 1 second a page and writes to standard output; this takes milliseconds.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from host.acquire import reasons
from host.acquire.file_about import pdf_about
from host.acquire.pdf_extras import attachments, filled_fields
from host.core.types import Anchor, Document
from host.errors import ConversionError, ErrorCode

_MUPDF = threading.Lock()
"""MuPDF keeps global state: one document at a time in a process."""

LARGER = 1.15
"""A line this much above the size of the running text is a heading: below lie italics and captions."""

MAX_LEVELS = 4
MAX_HEADING = 150
"""Characters: longer large text is a pull quote or a cover."""

MAX_DRAWINGS = 600
"""Drawings on a page: more are a figure or a form, where looking for tables takes seconds to minutes."""

MAX_CELLS = 500
"""Cells of a table: more are the boxes of a form."""

MAX_PICTURE_PAGES = 5
"""Pages on which pictures are looked for: enough to tell a scan from an empty file."""

MAX_TABLE_PAGES = 30
"""Pages of one file that are searched for tables, at half a second each."""

_MONOSPACED = 8
"""Bit of a span's flags."""

_BULLET = re.compile(r"^[•·◦▪‣●○■□\u2013-]\s+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


_Box = tuple[float, float, float, float]

_STROKE = 8.0
"""Points: a rectangle thinner than that is a rule."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    code: bool


@dataclass(frozen=True, slots=True)
class _Block:
    box: _Box
    lines: tuple[_Line, ...]


def pdf_document(data: bytes, uri: str, name: str, password: str = "") -> Document:
    """The text of every page. Raises ConversionError when it is locked, broken or only pictures."""
    import pymupdf

    with _MUPDF:
        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
        try:
            with pymupdf.open(stream=data, filetype="pdf") as file:
                if file.needs_pass and not file.authenticate(password):
                    raise reasons.wrong_password(name) if password else reasons.locked(name)
                title = _clean(str((file.metadata or {}).get("title") or ""))
                about = pdf_about(file.metadata or {})
                # The rules of a form that is filled in on the screen are its boxes.
                ruled_pages = (page.number for page in file if not file.is_form_pdf and _is_ruled(page))
                ruled = set(islice(ruled_pages, MAX_TABLE_PAGES))
                pages = [_page(page, _tables(page) if page.number in ruled else {}) for page in file]
                if file.is_form_pdf:
                    for page, parts in zip(file, pages, strict=True):
                        parts.append(filled_fields(page))
                attached = attachments(file)
                pictures = any(page.get_images() for page in islice(file, MAX_PICTURE_PAGES))
        except (RuntimeError, ValueError, IndexError, TypeError, pymupdf.FileDataError) as exc:
            raise reasons.damaged(name, "a PDF") from exc
        finally:
            # What MuPDF keeps for a file that is read again would count against the next one.
            pymupdf.TOOLS.store_shrink(100)
    markdown, anchors = _assembled(pages)
    if not re.search(r"\w", markdown) or markdown.count("\ufffd") * 2 > len(markdown):
        raise _no_text_layer(name) if pictures else reasons.empty(name)
    if attached:
        markdown = f"{markdown}\n\n{attached}"
    return Document(uri, title or name, markdown, "application/pdf", "", "", "pdf text layer", anchors, about=about)


def _no_text_layer(name: str) -> ConversionError:
    message = f"{name} has no text layer: its pages are pictures."
    return ConversionError(ErrorCode.NO_TEXT, message, "Run it through text recognition (OCR) and add the result.")


def _page(page: Any, tables: dict[_Box, str]) -> list[_Block | str]:
    """The blocks of a page, ruled tables as Markdown where the first of their text stands."""
    blocks = [_block(block) for block in page.get_text("dict", flags=_text_flags())["blocks"] if block["type"] == 0]
    parts: list[_Block | str] = []
    for block in filter(None, blocks):
        inside = next((box for box in tables if _contains(box, block.box)), None)
        if inside is None:
            parts.append(block)
        elif table := tables[inside]:
            parts.append(table)
            tables[inside] = ""
    return parts


def _text_flags() -> int:
    """No pictures, and no ligatures: nobody searches for them, and the embedding model does not know them."""
    import pymupdf

    return int(pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_LIGATURES & ~pymupdf.TEXT_PRESERVE_IMAGES)


def _block(raw: dict[str, Any]) -> _Block | None:
    lines = tuple(line for line in map(_line, raw["lines"]) if line.text.strip())
    return _Block(tuple(raw["bbox"]), lines) if lines else None


def _line(raw: dict[str, Any]) -> _Line:
    spans = [span for span in raw["spans"] if span["text"].strip()]
    size = max((span["size"] for span in spans), default=0.0)
    code = bool(spans) and all(span["flags"] & _MONOSPACED for span in spans)
    return _Line(_CONTROL.sub("", "".join(span["text"] for span in raw["spans"])), round(size, 1), code)


def _is_ruled(page: Any) -> bool:
    """Whether enough lines cross on the page to rule a table: finding that out is cheap, finding the table is not."""
    drawings = page.get_cdrawings()
    if len(drawings) > MAX_DRAWINGS:
        return False
    level = upright = 0
    for item in (item for drawing in drawings for item in drawing["items"]):
        if item[0] == "re":
            left, top, right, bottom = item[1]
            level += right - left > _STROKE
            upright += bottom - top > _STROKE
        elif item[0] == "l":
            level += abs(item[1][1] - item[2][1]) < 1
            upright += abs(item[1][0] - item[2][0]) < 1
    return level >= 3 and upright >= 2


def _tables(page: Any) -> dict[_Box, str]:
    tables = [table for table in page.find_tables().tables if table.row_count * table.col_count <= MAX_CELLS]
    words = page.get_text("words", flags=_text_flags(), sort=True) if tables else []
    found = {tuple(table.bbox): _table([_cells(row.cells, words) for row in table.rows]) for table in tables}
    return {box: table for box, table in found.items() if table}


def _cells(boxes: list[_Box | None], words: list[tuple[Any, ...]]) -> list[str]:
    """By the words of the page: the table's own extract() loses the spaces between them."""
    texts = (" ".join(word[4] for word in words if _contains(box, word[:4])) if box else "" for box in boxes)
    return [_clean(text).replace("|", "\\|") for text in texts]


def _table(rows: list[list[str]]) -> str:
    """Empty when it is none: rules also frame single cells. Columns that hold nothing come from doubled rules."""
    columns = [column for column in zip_longest(*filter(any, rows), fillvalue="") if any(column)]
    if len(columns) < 2 or len(columns[0]) < 2:
        return ""
    head, *body = [f"| {' | '.join(row)} |" for row in zip(*columns, strict=True)]
    return "\n".join([head, "|" + " --- |" * len(columns), *body])


def _contains(outer: _Box, inner: tuple[float, ...]) -> bool:
    """By the middle of the inner box: text often stands a little over the rules."""
    across, down = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= across <= outer[2] and outer[1] <= down <= outer[3]


def _assembled(pages: list[list[_Block | str]]) -> tuple[str, tuple[Anchor, ...]]:
    levels = _heading_levels(line for page in pages for part in page if isinstance(part, _Block) for line in part.lines)
    text, anchors = "", []
    for number, page in enumerate(pages, 1):
        parts = (part if isinstance(part, str) else _paragraph(part, levels) for part in page)
        body = "\n\n".join(part for part in parts if part)
        if body:
            text += "\n\n" if text else ""
            anchors.append(Anchor(len(text), "page", str(number)))
            text += body
    return text, tuple(anchors)


def _heading_levels(lines: Iterator[_Line]) -> dict[float, int]:
    """The running text has the size of most characters; each larger size is one level, the largest first."""
    characters: Counter[float] = Counter()
    for line in lines:
        characters[line.size] += len(line.text)
    if not characters:
        return {}
    body = characters.most_common(1)[0][0]
    larger = sorted((size for size in characters if size > body * LARGER), reverse=True)
    return {size: min(level, MAX_LEVELS) for level, size in enumerate(larger, 1)}


def _paragraph(block: _Block, levels: dict[float, int]) -> str:
    if all(line.code for line in block.lines):
        return "```\n" + "\n".join(line.text.rstrip() for line in block.lines) + "\n```"
    level = min((levels.get(line.size, 0) for line in block.lines), default=0)
    text = ""
    for line in block.lines:
        text = _joined(text, line.text.strip())
    if level and len(text) <= MAX_HEADING and "\n" not in text:
        return f"{'#' * level} {text}"
    return text


def _joined(text: str, line: str) -> str:
    """Lines of one paragraph: words cut at the end of a line become whole, list items stay apart."""
    if _BULLET.match(line):
        return f"{text}\n{_BULLET.sub('- ', line)}".lstrip("\n")
    if re.search(r"[a-z]-$|\u00ad$", text) and line[:1].islower():
        return text[:-1] + line
    return f"{text} {line}".strip()


def _clean(text: str) -> str:
    return " ".join(_CONTROL.sub("", text).split())
