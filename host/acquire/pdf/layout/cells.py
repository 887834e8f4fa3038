"""Lines that hold several cells of a table: where a text nearly fills its cell, files run it into the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from host.acquire.pdf.layout.linking import part_of
from host.acquire.pdf.layout.page import Line, Word, holds

NEAR = 1.5
"""Points by which a text may miss the edge of its column: letters begin a little beside it."""

Span = tuple[float, float]

WordsOfPage = Callable[[], Sequence[Word]]
"""Asked for only when a line may have to be cut: reading them takes a third of the time that the lines take."""


def parted(row: Iterable[Line], columns: Sequence[Span], words: WordsOfPage) -> list[Line]:
    """The lines of a row, cut where a word stands at the edge of one of these columns."""
    return [part for line in row for part in _parts(line, columns, words)]


def _parts(line: Line, columns: Sequence[Span], words: WordsOfPage) -> Iterator[Line]:
    left, _, right, _ = line.box
    # In the first column that it touches it begins; the others it runs into.
    into = [column for column in columns if column[0] < right and column[1] > left][1:]
    if not into:
        yield line
        return
    inside = [word for word in words() if holds(line.box, word.box)]
    cuts = [place for place in range(1, len(inside)) if any(_begins(inside, place, column) for column in into)]
    if not cuts:
        yield line
        return
    for start, end in zip([0, *cuts], [*cuts, len(inside)], strict=True):
        yield part_of(line, inside[start:end])


def _begins(words: Sequence[Word], place: int, column: Span) -> bool:
    """Whether a column begins with this word: at its left edge, or with a number at its right one."""
    left, _, right, _ = words[place].box
    if abs(left - column[0]) <= NEAR:
        return True
    return place == len(words) - 1 and abs(right - column[1]) <= NEAR and words[place].text[-1:].isdigit()
