"""Running heads, running feet and page numbers: what stands at the edge of most pages says nothing after the first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from host.acquire.pdf.layout.headings import LARGER, usual_size
from host.acquire.pdf.layout.page import Block

EDGE = 0.1
"""Share of the height of a page, above and below, where furniture stands."""

FEWEST_PAGES = 4
"""With fewer nothing can be told to run."""

SHARE = 0.4
"""Of the pages: books have other heads on left and right pages."""

LONGEST = 200
"""Characters of a running head."""

_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")


def without_furniture(pages: Sequence[list[Block]], heights: Sequence[float]) -> list[list[Block]]:
    """The pages without the lines that run through them; where one stands first it stays, unless it is a number."""
    if len(pages) < FEWEST_PAGES:
        return list(pages)
    sheets = list(zip(pages, heights, strict=True))
    most = LARGER * usual_size(line for page in pages for block in page for line in block.lines)
    edges = [{_key(block) for block in page if _is_edge(block, height, most)} for page, height in sheets]
    counts = Counter(key for keys in edges for key in keys)
    running = {key for key, count in counts.items() if count >= max(3, SHARE * len(pages))}
    seen: set[str] = set()

    def goes(block: Block, height: float) -> bool:
        return _is_edge(block, height, most) and _is_known(_key(block), running, seen)

    return [[block for block in page if not goes(block, height)] for page, height in sheets]


def _is_known(key: str, running: set[str], seen: set[str]) -> bool:
    """Whether it was seen before; what is but a number is not missed."""
    if key not in running:
        return False
    known = key in seen or not re.search(r"\w", key.replace("#", ""))
    seen.add(key)
    return known


def _is_edge(block: Block, height: float, most: float) -> bool:
    """Whether it stands at the edge in letters that are not larger: `Chapter 3` at the top of a page is a heading."""
    _, top, _, bottom = block.box
    at_edge = bottom < EDGE * height or top > (1 - EDGE) * height
    return at_edge and max(line.size for line in block.lines) <= most


def _key(block: Block) -> str:
    """What it says, whatever the number of the page."""
    return _NUMBER.sub("#", " ".join(line.text.strip() for line in block.lines).lower())[:LONGEST]
