"""Which pages of a PDF are pictures: scans, photographed pages, and pages whose letters are drawn as curves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from host.acquire.layout.furniture import EDGE
from host.acquire.layout.page import Block

LEAST = 0.05
"""Share of a page that its pictures take, at least: a blank page may have a logo."""

FULL = 0.8
"""Share that a scan takes: what stands at the edge of such a page is a stamp of whoever keeps the scan."""

CURVES = 100
"""Drawn paths of a page whose letters are drawn: rules, frames and bars are fewer."""


def pictures_in(pages: Sequence[Any], texts: Sequence[Sequence[Block]]) -> list[int]:
    """Indices, from 0, of the pages that show something and say nothing; `texts` holds the blocks of each."""
    return [number for number, page in enumerate(pages) if _is_picture(page, texts[number])]


def _is_picture(page: Any, blocks: Sequence[Block]) -> bool:
    if not _says_something(blocks):
        covered, curves = _drawn(page)
        return covered >= LEAST or curves >= CURVES
    height = page.rect.height
    inside = [block for block in blocks if block.box[3] >= EDGE * height and block.box[1] <= (1 - EDGE) * height]
    return not _says_something([block for block in inside if block.lines[0].level]) and _drawn(page)[0] >= FULL


def _says_something(blocks: Sequence[Block]) -> bool:
    """Whether there are words that mean anything: letters of an unknown font are none."""
    said = "".join(line.text for block in blocks for line in block.lines)
    return bool(re.search(r"\w", said)) and said.count("\ufffd") * 2 <= len(said)


def _drawn(page: Any) -> tuple[float, int]:
    """The share of the page that pictures take, those in forms too, and the number of paths on it."""
    width, height = page.rect.width, page.rect.height
    covered, curves = 0.0, 0
    for kind, (left, top, right, bottom) in page.get_bboxlog():
        if kind in ("fill-image", "fill-imgmask"):
            across, down = min(right, width) - max(left, 0.0), min(bottom, height) - max(top, 0.0)
            covered += max(across, 0.0) * max(down, 0.0)
        curves += kind.endswith("-path")
    return covered / (width * height), curves
