"""The columns of a page, and the order in which they are read.

Most files have their text in reading order, and nothing that is measured knows it better than whoever made them. Only
where the file jumps to and fro between columns, or up and down in one, the places of the text decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from host.acquire.pdf.layout.page import Block, Line
from host.acquire.pdf.layout.rows import rows_of, words_in

FEWEST_LINES = 5
"""On each side of a gutter."""

PROSE_WORDS = 4
PROSE_WIDTH = 0.6
"""Words of a line of prose, and its width as a share of that of the widest lines, at least."""

PROSE_SHARE = 0.3
"""Of the characters of a column, in such lines: the columns of tables have less, and a column may hold a table."""

ORDERED = 0.8
"""Share of the blocks that must follow each other downwards, for the order of the file to be believed."""

Region = list[Block]


def regions(blocks: Sequence[Block]) -> list[Region]:
    """Parts of a page in reading order, each one column wide, with their blocks in reading order."""
    lines = [line for block in blocks for line in block.lines]
    parts = _parts(rows_of(lines))
    if len(parts) == 1:
        return [_in_order(list(blocks))]
    return [region for part in parts if (region := _in_order(_blocks_of(blocks, part)))]


def _parts(rows: list[list[Line]]) -> list[list[Line]]:
    """The lines above columns, in each of them, and below, each part cut again."""
    band = _band(rows)
    if band is None:
        return [[line for row in rows for line in row]] if rows else []
    gutter, first, last = band
    left = [[line for line in row if line.box[0] < gutter] for row in rows[first:last]]
    right = [[line for line in row if line.box[0] >= gutter] for row in rows[first:last]]
    parts = (rows[:first], list(filter(None, left)), list(filter(None, right)), rows[last:])
    return [lines for part in parts for lines in _parts(part)]


def _band(rows: list[list[Line]]) -> tuple[float, int, int] | None:
    """(gutter, first row, row after the last): the tallest run of rows that a gutter parts into columns of prose."""
    edges = Counter(round(line.box[0]) for row in rows for line in row)
    found = []
    for edge, count in edges.items():
        if count >= FEWEST_LINES:
            gutter = edge - 1.5
            found += [(last - first, gutter, first, last) for first, last in _runs(rows, gutter)]
    if not found:
        return None
    _, gutter, first, last = max(found)
    return gutter, first, last


def _runs(rows: list[list[Line]], gutter: float) -> list[tuple[int, int]]:
    """Where rows follow each other that nothing crosses the gutter in, and that are columns."""
    crossed = [number for number, row in enumerate(rows) if any(_crosses(line, gutter) for line in row)]
    edges = [-1, *crossed, len(rows)]
    spans = [(before + 1, after) for before, after in pairwise(edges) if after - before > FEWEST_LINES]
    return [(first, last) for first, last in spans if _is_columns(rows[first:last], gutter)]


def _crosses(line: Line, gutter: float) -> bool:
    return line.box[0] < gutter < line.box[2] - 1.0


def _is_columns(rows: list[list[Line]], gutter: float) -> bool:
    left = [line for row in rows for line in row if line.box[0] < gutter]
    right = [line for row in rows for line in row if line.box[0] >= gutter]
    return all(len(side) >= FEWEST_LINES and _is_prose(side) for side in (left, right))


def _is_prose(lines: list[Line]) -> bool:
    widths = sorted(line.box[2] - line.box[0] for line in lines)
    full = PROSE_WIDTH * widths[len(widths) * 9 // 10]
    prose = (line for line in lines if words_in(line) >= PROSE_WORDS and line.box[2] - line.box[0] >= full)
    return sum(len(line.text) for line in prose) >= PROSE_SHARE * sum(len(line.text) for line in lines)


def _blocks_of(blocks: Sequence[Block], part: Sequence[Line]) -> Region:
    """The blocks, or what of them lies in this part of the page."""
    inside = set(part)
    kept = (replace(block, lines=tuple(line for line in block.lines if line in inside)) for block in blocks)
    return [block for block in kept if block.lines]


def _in_order(blocks: Region) -> Region:
    """As the file has them, else from top to bottom."""
    tops = [block.box[1] for block in blocks]
    falling = sum(later >= earlier - 2 for earlier, later in pairwise(tops))
    if falling >= ORDERED * (len(tops) - 1):
        return blocks
    rows = rows_of(Line("", block.box, 0.0) for block in blocks)
    places = {line.box: place for place, line in enumerate(line for row in rows for line in row)}
    return sorted(blocks, key=lambda block: places[block.box])
