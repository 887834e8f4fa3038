"""Where a Markdown text may be cut, and how much harm that does.

A cut before a heading does good; one between paragraphs none, one between items, rows or sentences a little, and one
after what introduces the next lines (a heading, a short line without a full stop, a colon) most.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from host.core.markdown import IN_LIST, LINE, Block, BlockKind, opening
from host.core.sentence_ends import mask, sentence_spans

EdgeKind = Literal["heading", "paragraph", "solid", "line", "item", "row", "sentence", "piece"]
"""What begins there: `solid` is a code block, a table or a rule, `row` a line of the first two, `piece` anything."""

COSTS: dict[EdgeKind, float] = {
    "heading": -0.98,
    "paragraph": 0.0,
    "solid": 0.0,
    "line": 0.05,
    "item": 0.1,
    "row": 0.2,
    "sentence": 0.3,
    "piece": 0.8,
}
"""Of a cut before it, where one more chunk costs 1. Chosen with tests/benchmarks/chunking.py."""
_BEFORE_TITLE = -0.3
_AFTER_TITLE = 1.5
_AFTER_COLON = 0.3

_LONGEST_TITLE = 80
_LONGEST_WRAPPED = 120
"""Characters. Nobody wraps at more: where one line is longer, each line is a paragraph of its own."""
_SHORT = 0.5
"""Of the longest line of a paragraph: a line shorter than this was ended, not wrapped."""

_STOPPED = re.compile(r"[.!?\u2026,;:|\u3002\uff01\uff1f\uff0c\u3001][\"'\u2019\u201d\u00bb)\]*_~`]*+\s*\Z")
_READS_AS_BLOCK = re.compile(r"[ \t]*+(?:(?:[-+*]|\d{1,9}[.)])(?:\s|\Z)|#{1,6}(?:\s|\Z)|>|`{3}|~{3}|\||[-=_*]{3})")

_FIRST: dict[BlockKind, EdgeKind] = {
    "heading": "heading",
    "list_item": "item",
    "code": "solid",
    "table": "solid",
    "rule": "solid",
}

Fits = Callable[[int, int], bool]
"""Whether the text between two offsets fits into a chunk."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A place where the text may be cut, and what begins there."""

    at: int
    kind: EdgeKind
    cost: float = 0.0
    opening: str = ""
    """What a chunk that begins here must be read with: see `Chunk.opening`."""


def edges(markdown: str, found: Sequence[Block], fits: Fits) -> list[Edge]:
    """Those of the blocks `found`, in order; the first is where they start.

    What `fits` is only cut where it is prose or between the rows of a table.
    """
    parts = [edge for block in found for edge in _inside(markdown, block, fits)]
    ends = [*(edge.at for edge in parts[1:]), found[-1].end]
    texts = [markdown[edge.at : end].strip() for edge, end in zip(parts, ends, strict=True)]
    titles = [_is_title(edge, text) for edge, text in zip(parts, texts, strict=True)]
    # Of several short lines one after the other only the last one introduces something.
    titles = [
        title and (edge.kind == "heading" or not following)
        for edge, title, following in zip(parts, titles, [*titles[1:], True], strict=True)
    ]
    before = [("", False), *zip(texts, titles, strict=True)]
    return [
        replace(edge, cost=COSTS[edge.kind] + _introduced(edge, *introduction, title=title))
        for edge, title, introduction in zip(parts, titles, before, strict=False)
    ]


def _introduced(edge: Edge, text: str, was_title: bool, *, title: bool) -> float:
    """What a cut costs more because of the `text` before it, which may be a title, or because a title begins here."""
    if was_title:
        return _AFTER_TITLE
    if text.endswith(":") and edge.kind not in ("heading", "sentence"):
        return _AFTER_COLON
    return _BEFORE_TITLE if title and edge.kind != "heading" else 0.0


def _is_title(edge: Edge, text: str) -> bool:
    """A heading, or a line of its own that is short and has no stop: it belongs to what follows."""
    if edge.kind in ("paragraph", "line"):
        one_line = len(text) <= _LONGEST_TITLE and "\n" not in text
        return one_line and not _STOPPED.search(text) and any(map(str.isalpha, text))
    return edge.kind == "heading"


def _inside(markdown: str, block: Block, fits: Fits) -> Iterator[Edge]:
    """The edge where a block starts, and those in it."""
    yield Edge(block.start, _FIRST.get(block.kind, "paragraph"), opening=IN_LIST if block.nested else "")
    whole = block.kind in ("code", "list_item") and fits(block.start, block.end)
    if block.kind in ("heading", "rule") or whole:
        return
    held = opening(markdown, block)
    if block.kind in ("code", "table"):
        # The header of a table, the line under it and the first row are one, as are a fence and the first line.
        together = 2 if block.kind == "code" else 3
        lines = list(_lines(markdown, block.start, block.end))[together:]
        yield from (Edge(start, "row", opening=held) for start, _ in lines)
    else:
        yield from _in_prose(markdown, block, held)


def _in_prose(markdown: str, block: Block, held: str) -> Iterator[Edge]:
    """Lines that end where they want to, and sentences."""
    lines = list(_lines(markdown, block.start, block.end))
    tabular = 1 < len(lines) < sum("|" in markdown[start:end] for start, end in lines) * 2
    paragraphs = lines if tabular else _unwrapped(markdown, lines)
    for number, (start, end) in enumerate(paragraphs):
        if number:
            yield Edge(start, "row" if tabular else "line", opening=held)
        if not tabular:
            spans = islice(sentence_spans(mask(markdown[start:end])), 1, None)
            starts = (start + first for first, _ in spans)
            yield from (Edge(at, "sentence", opening=held) for at in starts if not _READS_AS_BLOCK.match(markdown, at))


def _unwrapped(markdown: str, lines: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Lines put together that were one before they were wrapped."""
    lengths = [len(markdown[start:end].rstrip()) for start, end in lines]
    longest = max(lengths)
    joined = [lines[0]]
    for (start, end), length in zip(lines[1:], lengths, strict=False):
        if length and (longest > _LONGEST_WRAPPED or length < _SHORT * longest):
            joined.append((start, end))
        else:
            joined[-1] = joined[-1][0], end
    return joined


def _lines(markdown: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """With text; blank ones go with the line before."""
    first = start
    for line in LINE.finditer(markdown, start, end):
        if line.start() > first and line.group().strip():
            yield first, line.start()
            first = line.start()
    yield first, end
