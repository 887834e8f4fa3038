"""Where to cut a row of units so that the pieces are near the size wanted and the cuts fall where they do least harm.

The cheapest way is found exactly. No piece holds more than the room, so only few units have to be looked back at:
the time is linear in their number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_AIM = 0.8
"""The size aimed at, as a share of the room: what is left lets cuts fall where they should."""

_TINY = 0.25
"""Of the size aimed at: less says too little by itself, if it is no section of its own."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What packing moves as a whole."""

    tokens: int
    cost: float = 0.0
    """Of a cut before it: 1 is what each piece costs by being there. Below 0 where a cut does good."""
    extra: int = 0
    """Tokens that a piece has besides its units when it begins with this one."""
    section: bool = False
    """Whether a section begins with it."""


def pack(units: Sequence[Unit], room: int) -> list[int]:
    """Indices of the units that pieces begin with; the first is 0. A unit over `room` is a piece by itself.

    A piece holds units of one section, or whole sections.
    """
    aim = max(room * _AIM, 1.0)
    best = [0.0, *[math.inf] * len(units)]
    back = [0] * (len(units) + 1)
    for end in range(1, len(units) + 1):
        for first, tokens, whole in _pieces(units, end, room):
            price = best[first] + units[first].cost + _price(tokens / aim, whole=whole)
            if price < best[end]:
                best[end], back[end] = price, first
    return _firsts(back)


def _price(size: float, *, whole: bool) -> float:
    """Of a piece of `size` times the size aimed at: per token it is lowest at 1."""
    tiny = 0.0 if whole else max(1 - size / _TINY, 0)
    return 1 + size**2 + tiny


def _pieces(units: Sequence[Unit], end: int, room: int) -> Iterator[tuple[int, int, bool]]:
    """The first unit, the tokens, and whether it is a whole section, of each piece that may end before unit `end`."""
    ends_section = end == len(units) or units[end].section
    tokens, sections = 0, 0
    for first in range(end - 1, -1, -1):
        unit = units[first]
        tokens += unit.tokens
        if tokens > room and first < end - 1:
            return
        fits = tokens + unit.extra <= room and (unit.section or not sections)
        if fits or first == end - 1:
            yield first, tokens, ends_section and unit.section
        sections += unit.section
        if sections and not ends_section:
            return


def _firsts(back: Sequence[int]) -> list[int]:
    found: list[int] = []
    end = len(back) - 1
    while end:
        end = back[end]
        found.append(end)
    return found[::-1]
