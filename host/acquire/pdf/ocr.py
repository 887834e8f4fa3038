"""Text of PDF pages that are pictures, recognised with Tesseract inside of MuPDF."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from host.acquire.formats import reasons
from host.acquire.pdf.layout.page import Block, Line
from host.acquire.pdf.layout.rows import middle_of
from host.acquire.pdf.tesseract import installed
from host.acquire.pdf.text import blocks_of
from host.core.ocr import Ocr

DPI = 300
"""What Tesseract is trained on."""

MOST_PIXELS = 40_000_000
"""Of a page: a poster is looked at in less detail, for the memory's sake."""

HEADING = 1.5
"""Letters that are so much larger than those of the page are larger on purpose; below, heights are guesses."""


def with_recognised(
    name: str, pages: Sequence[Any], texts: list[list[Block]], pictures: Sequence[int], ocr: Ocr
) -> list[list[Block]]:
    """The blocks of all pages, recognised where the page is a picture. Raises ConversionError without Tesseract."""
    folder, known = installed()
    languages = [language for language in ocr.languages if language in known]
    if folder is None or not languages:
        raise reasons.no_recognition(name, ocr.languages)
    found = list(texts)
    for turn, number in enumerate(pictures, 1):
        ocr.on_page(turn, len(pictures))
        found[number] = _recognised(pages[number], str(folder), "+".join(languages))
    return found


def _recognised(page: Any, folder: str, languages: str) -> list[Block]:
    import pymupdf

    fitting = 72 * math.sqrt(MOST_PIXELS / (page.rect.width * page.rect.height))
    textpage = page.get_textpage_ocr(
        flags=pymupdf.TEXTFLAGS_DICT, language=languages, dpi=int(min(DPI, fitting)), full=True, tessdata=folder
    )
    blocks = _evened(blocks_of(page, textpage))
    del textpage
    # Each page leaves some ten megabytes behind otherwise, and a scanned book has hundreds.
    pymupdf.TOOLS.store_shrink(100)
    return blocks


def _evened(blocks: list[Block]) -> list[Block]:
    """Recognised letters have the height that they happen to show, and a face that looks like a typewriter's."""
    usual = middle_of([line.size for block in blocks for line in block.lines])

    def even(line: Line) -> Line:
        times = round(2 * line.size / usual) / 2 if line.size >= HEADING * usual else 1.0
        return replace(line, size=round(usual * times, 1), code=False, bold=False)

    return [replace(block, lines=tuple(map(even, block.lines))) for block in blocks]
