"""Which lines of a document are headings, and of which level: by what its outline says, by size, by weight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from host.acquire.pdf.layout.page import BULLET, Block, Line

LARGER = 1.15
"""A line this much above the size of the running text is a heading: below lie italics and captions."""

MOST_LEVELS = 4
"""By size: smaller differences say nothing."""

DEEPEST = 6
LONGEST = 150
"""Characters: longer large text is a pull quote or a cover."""

PROSE = 30
"""Characters of a line of running text; those of East Asian scripts count as two."""

PROSE_SHARE = 0.4
"""Of the characters of a page: with less in such lines it is a drawing, a slide or a form, with one heading at most."""

MOST_BOLD = 0.25
"""Share of a document's letters: with more, bold is how its text looks."""

WIDE = r"\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef"
"""East Asian characters, as part of a pattern's class."""

_LETTERS = re.compile(f"[^\\W\\d_]{{2}}|[{WIDE}]")
_WIDE = re.compile(f"[{WIDE}]")
_SENTENCE = re.compile(r"[.,;!?\u3002]$")
_NUMBERING = re.compile(r"^(?:[\divxIVX]+\.?)+\s+|\W+")

Outline = Mapping[int, Mapping[str, int]]
"""Page (from 0) -> title as `told` tells it -> level."""


@dataclass(frozen=True, slots=True)
class Headings:
    """What a document's lines say of its headings."""

    levels: Mapping[float, int]
    """Size of larger letters -> level, the largest first."""
    bold: int
    """Level of bold lines in the size of the running text; 0 when they are none."""
    body: float
    outline: Outline

    def level(self, lines: Sequence[Line], page: int) -> int:
        """Of lines that belong together; 0 for what is no heading."""
        text = " ".join(line.text.strip() for line in lines)
        upright = not all(line.level for line in lines)
        if upright or len(text) > LONGEST or not _LETTERS.search(text) or BULLET.match(text):
            return 0
        if said := self.outline.get(page, {}).get(told(text)):
            return min(said, DEEPEST)
        return min((self._by_look(line, text) for line in lines), default=0)

    def _by_look(self, line: Line, text: str) -> int:
        if by_size := self.levels.get(line.size, 0):
            return by_size
        is_bold = line.bold and line.size >= self.body * 0.95 and not _SENTENCE.search(text)
        return self.bold if is_bold and len(text.split()) <= 12 else 0


def headings_of(pages: Iterable[Sequence[Block]], outline: Outline) -> Headings:
    """The running text has the size of most characters; each larger size is one level, the largest first."""
    lines = [line for page in pages for block in page for line in block.lines]
    body = usual_size(lines)
    larger = sorted({line.size for line in lines if line.size > body * LARGER}, reverse=True)
    levels = {size: min(level, MOST_LEVELS) for level, size in enumerate(larger, 1)}
    bold = sum(len(line.text) for line in lines if line.bold)
    is_rare = bold < MOST_BOLD * sum(len(line.text) for line in lines)
    return Headings(levels, min(len(set(levels.values())) + 1, DEEPEST) if is_rare else 0, body, outline)


def usual_size(lines: Iterable[Line]) -> float:
    """The size of most characters; 0 of nothing."""
    characters: Counter[float] = Counter()
    for line in lines:
        characters[line.size] += len(line.text)
    return characters.most_common(1)[0][0] if characters else 0.0


def told(title: str) -> str:
    """A title as it can be compared: outlines and pages number, space and case it differently."""
    return _NUMBERING.sub("", title.strip()).lower()


def has_prose(page: Iterable[Block]) -> bool:
    """Whether running text makes up much of a page."""
    widths = [_width(line.text.strip()) for block in page for line in block.lines]
    return sum(width for width in widths if width >= PROSE) >= PROSE_SHARE * sum(widths)


def _width(text: str) -> int:
    return len(text) + len(_WIDE.findall(text))
