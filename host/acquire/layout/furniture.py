"""Running heads, running feet and page numbers: what stands at the edge of most pages says nothing after the first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from host.acquire.layout.page import Block

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
    edges = [
        [_key(block) for block in page if _at_edge(block, height)] for page, height in zip(pages, heights, strict=True)
    ]
    counts = Counter(key for keys in edges for key in set(keys))
    running = {key for key, count in counts.items() if count >= max(3, SHARE * len(pages))}
    seen: set[str] = set()
    kept = []
    for page, height in zip(pages, heights, strict=True):
        kept.append(
            [block for block in page if not (_at_edge(block, height) and _is_known(_key(block), running, seen))]
        )
    return kept


def _is_known(key: str, running: set[str], seen: set[str]) -> bool:
    """Whether it was seen before; what is but a number is not missed."""
    if key not in running:
        return False
    known = key in seen or not re.search(r"\w", key.replace("#", ""))
    seen.add(key)
    return known


def _at_edge(block: Block, height: float) -> bool:
    _, top, _, bottom = block.box
    return bottom < EDGE * height or top > (1 - EDGE) * height


def _key(block: Block) -> str:
    """What it says, whatever the number of the page."""
    return _NUMBER.sub("#", " ".join(line.text.strip() for line in block.lines).lower())[:LONGEST]
