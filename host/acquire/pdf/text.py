"""The text of a PDF page as lines in blocks, its words and its rules, read with PyMuPDF."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from host.acquire.pdf.layout.headings import WIDE
from host.acquire.pdf.layout.page import Block, Line, Link, Rule, Word
from host.acquire.pdf.layout.rules import rules_of
from host.acquire.pdf.links import Area, address_at, areas_on, links_of, of_one_column, touch

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

MOST_CONTENT = 150_000
"""Bytes that draw a page, packed: a full page of text in ruled tables has less than a third of that."""

_SPREAD = re.compile(rf"(?:[{WIDE}] +){{2,}}[{WIDE}]")
"""East Asian characters set wide, or one above the other, between which no space is meant."""

_MONOSPACED, _BOLD = 8, 16
"""Bits of a span's flags."""


def blocks_of(page: Any, textpage: Any = None) -> list[Block]:
    """In the order of the file. `textpage` holds text that was recognised in place of the page's own."""
    areas = areas_on(page)
    # Each letter by itself takes several times as long.
    raw = page.get_text("rawdict" if areas else "dict", flags=_flags(), textpage=textpage)
    texts = [block for block in raw["blocks"] if block["type"] == 0]
    areas = of_one_column(areas, [line["bbox"] for block in texts for line in block["lines"]])
    blocks = (tuple(_lines(block, areas)) for block in texts)
    return [Block(lines) for lines in blocks if lines]


def words_of(page: Any) -> list[Word]:
    areas = areas_on(page)
    words = page.get_text("words", flags=_flags())
    return [Word(CONTROL.sub("", word[4]), box := tuple(word[:4]), address_at(box, areas)) for word in words]


def rules_on(page: Any) -> list[Rule]:
    """None for a page that is drawn at length: looking through it takes tenths of a second, for a plan or a map."""
    if sum(_stored(page.parent, content) for content in page.get_contents()) > MOST_CONTENT:
        return []
    return rules_of(page.get_cdrawings(), tuple(page.rect))


def _stored(file: Any, xref: int) -> int:
    """Bytes of a stream as it is stored: unpacked it may be a bomb."""
    kind, value = file.xref_get_key(xref, "Length")
    if kind == "xref":
        value = file.xref_object(int(value.split()[0]))
    return int(value) if value.strip().isdigit() else 0


def _flags() -> int:
    """No pictures, and no ligatures: nobody searches for them, and the embedding model does not know them."""
    import pymupdf

    return int(pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_LIGATURES & ~pymupdf.TEXT_PRESERVE_IMAGES)


def _lines(raw: dict[str, Any], areas: Sequence[Area]) -> list[Line]:
    lines = (_line(line, areas) for line in raw["lines"])
    return [line for line in lines if line.text.strip()]


def _line(raw: dict[str, Any], areas: Sequence[Area]) -> Line:
    said = [span for span in raw["spans"] if _said(span).strip()]
    text = _closed_up(CONTROL.sub("", "".join(map(_said, raw["spans"]))))
    return Line(
        text,
        tuple(raw["bbox"]),
        round(max((span["size"] for span in said), default=0.0), 1),
        bold=bool(said) and all(span["flags"] & _BOLD for span in said),
        code=bool(said) and all(span["flags"] & _MONOSPACED for span in said),
        level=abs(raw["dir"][0]) > 0.99,
        links=_links(text, raw, areas),
    )


def _said(span: dict[str, Any]) -> str:
    return str(span["text"]) if "text" in span else "".join(letter["c"] for letter in span["chars"])


def _links(text: str, raw: dict[str, Any], areas: Sequence[Area]) -> tuple[Link, ...]:
    near = [area for area in areas if touch(area[0], raw["bbox"])]
    letters = ((letter["c"], tuple(letter["bbox"])) for span in raw["spans"] for letter in span.get("chars", ()))
    return links_of(text, letters, near) if near else ()


def _closed_up(text: str) -> str:
    return _SPREAD.sub(lambda run: run[0].replace(" ", ""), text)
