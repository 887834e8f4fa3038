"""What stands on a page. Coordinates are points from its upper left corner; a box is (left, top, right, bottom)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

Box = tuple[float, float, float, float]

BULLET = re.compile(r"^[•·◦▪▫‣\u2043●○■□➢➤✓✔\u2013\u2014\uf0a7\uf0b7\uf0d8\uf0fc\uf076-](?:\s+|$)")
"""What stands before an item of a list; some fonts have it among their private characters."""


@dataclass(frozen=True, slots=True)
class Link:
    """A part of a text, as its offsets, and where it leads."""

    start: int
    end: int
    address: str


@dataclass(frozen=True, slots=True)
class Line:
    """Text on one baseline, without a wide gap in it."""

    text: str
    box: Box
    size: float
    bold: bool = False
    code: bool = False
    """Set in a typewriter face."""
    level: bool = True
    """Whether it runs from left to right or right to left, not up or down."""
    links: tuple[Link, ...] = ()
    """In order."""


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    box: Box
    address: str = ""
    """Where it leads, if anywhere."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line along one axis."""

    level: bool
    at: float
    """Where it is on the other axis."""
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, and the part of the page that they take."""

    box: Box
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that the file keeps together."""

    lines: tuple[Line, ...]
    table: Table | None = None
    """What stands in place of the lines, if anything: of a block with a table, they only say where."""

    @property
    def box(self) -> Box:
        return around(line.box for line in self.lines)


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of them; there must be one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def holds(outer: Box, inner: Box) -> bool:
    """By the middle of the inner box: text often stands a little over the rules."""
    across, down = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= across <= outer[2] and outer[1] <= down <= outer[3]


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
