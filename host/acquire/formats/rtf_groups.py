"""Groups of an RTF file that striprtf takes the wrong way: notes, which it leaves out, and what nobody sees."""

from __future__ import annotations

import re
from collections.abc import Iterator

_GROUP = re.compile(r"{(?:\\\*)?\\(footnote|annotation|deleted|v)(?![a-z])(?!0)")
_BRACE = re.compile(r"\\[\\{}]|\\bin(\d+) |[{}]")
"""A brace, or what looks like one and is none: text, or the start of raw bytes."""

_NOTES = ("footnote", "annotation")


def with_seen(source: str) -> str:
    """The source without deleted and hidden text, its notes at the end, each a paragraph of its own."""
    pieces, notes, at = list[str](), list[str](), 0
    for start, end, word in _groups(source):
        pieces.append(source[at:start])
        at = end
        if word in _NOTES:
            notes.append(f"\\par {{{source[source.index(word, start) + len(word) : end]}")
    if not at:
        return source
    rest = source[at:]
    last = rest.rfind("}")
    return "".join([*pieces, rest[:last], *notes, rest[last:]])


def _groups(source: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, word) of the outermost ones; one that is never closed is left to the parser."""
    at = 0
    while (found := _GROUP.search(source, at)) is not None:
        at = _end(source, found.start())
        if not at:
            return
        yield found.start(), at, found[1]


def _end(source: str, start: int) -> int:
    """Behind the brace that closes the one at `start`; 0 when none does."""
    depth, at = 0, start
    while (brace := _BRACE.search(source, at)) is not None:
        at = brace.end() + int(brace[1] or 0)
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth and brace[0] == "}":
            return at
    return 0
