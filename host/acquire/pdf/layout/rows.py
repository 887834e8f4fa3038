"""Lines that stand side by side on a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from host.acquire.pdf.layout.page import Line


def rows_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines whose middles are at one height, from top to bottom; in a row from left to right."""
    rows: list[list[Line]] = []
    middle = float("-inf")
    for line in sorted(lines, key=_middle):
        if rows and _middle(line) - middle < _height(line) / 2:
            rows[-1].append(line)
        else:
            rows.append([line])
            middle = _middle(line)
    return [sorted(row, key=lambda line: line.box[0]) for row in rows]


def words_in(line: Line) -> int:
    return len(line.text.split())


def middle_of(counts: Sequence[float]) -> float:
    """The median, the upper one of two; 0 of nothing."""
    return sorted(counts)[len(counts) // 2] if counts else 0.0


def _middle(line: Line) -> float:
    return (line.box[1] + line.box[3]) / 2


def _height(line: Line) -> float:
    return line.box[3] - line.box[1]
