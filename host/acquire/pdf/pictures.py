"""Which pages of a PDF are pictures: scans, photographed pages, and pages whose letters are drawn as curves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from host.acquire.pdf.layout.furniture import EDGE
from host.acquire.pdf.layout.page import Block

LEAST = 0.05
"""Share of a page that its pictures take, at least: a blank page may have a logo."""

FULL = 0.8
"""Share that a scan takes: what stands at the edge of such a page is a stamp of whoever keeps the scan."""

CURVES = 100
"""Drawn paths of a page whose letters are drawn: rules, frames and bars are fewer."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What is on a page beside text that can be seen, also inside of forms."""

    covered: float
    """Share of the page that pictures take."""
    curves: int
    recognised: bool
    """Whether there is hidden text, which text recognition leaves behind a picture."""


def pictures_in(pages: Sequence[Any], texts: Sequence[Sequence[Block]]) -> list[int]:
    """Indices, from 0, of the pages that show something and say nothing; `texts` holds the blocks of each."""
    return [number for number, page in enumerate(pages) if _is_picture(page, texts[number])]


def _is_picture(page: Any, blocks: Sequence[Block]) -> bool:
    if not _says_something(blocks):
        drawn = _drawn(page)
        return drawn.covered >= LEAST or drawn.curves >= CURVES
    height = page.rect.height
    inside = [block for block in blocks if block.box[3] >= EDGE * height and block.box[1] <= (1 - EDGE) * height]
    if _says_something([block for block in inside if block.lines[0].level]):
        return False
    drawn = _drawn(page)
    return drawn.covered >= FULL and not drawn.recognised


def _says_something(blocks: Sequence[Block]) -> bool:
    """Whether there are words that mean anything: letters of an unknown font are none."""
    said = "".join(line.text for block in blocks for line in block.lines)
    return bool(re.search(r"\w", said)) and said.count("\ufffd") * 2 <= len(said)


def _drawn(page: Any) -> _Drawn:
    width, height = page.rect.width, page.rect.height
    covered, kinds = 0.0, Counter[str]()
    for kind, (left, top, right, bottom) in page.get_bboxlog():
        kinds[kind] += 1
        if kind in ("fill-image", "fill-imgmask"):
            across, down = min(right, width) - max(left, 0.0), min(bottom, height) - max(top, 0.0)
            covered += max(across, 0.0) * max(down, 0.0)
    return _Drawn(covered / (width * height), kinds["fill-path"] + kinds["stroke-path"], bool(kinds["ignore-text"]))
