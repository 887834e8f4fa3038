"""Tables without rules: rows of short texts that stand below each other, with the same gaps between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from host.acquire.pdf.layout.cells import NEAR, Span, WordsOfPage, parted
from host.acquire.pdf.layout.linking import said
from host.acquire.pdf.layout.page import Box, Line, Table, around
from host.acquire.pdf.layout.rows import middle_of, rows_of

GUTTER = 0.7
"""Width between two columns, at least, as a share of the size of the letters."""

NARROW = 0.2
"""The same for a text that begins where a column does: it may nearly fill its cell."""

FARTHEST = 2.5
"""Line heights to the next row of a table, at most."""

FEWEST_ROWS = 3
SHORT = 3.0
"""Words of a cell, at most, as the median of a column: half of the columns are that short, else it is prose."""

RUNNING = 0.35
"""Share of long cells that begin with a small letter: with more they are lines of a paragraph."""

FILLED = 0.55
"""Share of the cells that hold something, at least."""

_MARK = re.compile(r"^(?:[^\w\s]|[(\[]?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)\]])$")
"""A bullet or the number of a list item."""

_LEADERS = re.compile(r"\.{4,}|(?:\. ){4,}|\u2026{2,}")
"""Dots that lead to a page number: a table of contents."""


@dataclass(slots=True)
class _Run:
    """Rows one below the other, and what each column of them takes of the page's width."""

    first: int = 0
    """Number of its first row among those of the page's column."""
    rows: list[list[Line]] = field(default_factory=list)
    columns: list[Span] = field(default_factory=list)

    @property
    def top(self) -> float:
        return min(line.box[1] for line in self.rows[0])

    @property
    def bottom(self) -> float:
        return max(line.box[3] for line in self.rows[-1])


def aligned_tables(lines: Iterable[Line], words: WordsOfPage, going_on: int = 0) -> list[Table]:
    """The tables among the lines of one column of a page; `going_on`: columns of a table that the last one ended with.

    What begins a column and has as many columns goes on with that table, however few rows are left of it.
    """
    rows = rows_of(line for line in lines if line.level and not line.code)
    runs = [run for run in _runs(rows, words) if run.rows]
    runs = [run for run, below in pairwise([*runs, _Run(len(rows))]) if below.first > run.first]
    rests = {id(run) for run in runs[:1] if run.first == 0 and len(run.columns) == going_on}
    return [table for run in runs if (table := _table(run, 2 if id(run) in rests else FEWEST_ROWS))]


def _runs(rows: Sequence[list[Line]], words: WordsOfPage) -> Iterator[_Run]:
    run, free = _Run(), 0
    for number, row in enumerate(rows):
        if run.rows and not _take(run, parted(row, run.columns, words)):
            yield _begun_above(run, rows[free : run.first], words)
            free = number if len(run.rows) >= FEWEST_ROWS else free
            run = _Run()
        if not run.rows and len(row) > 1:
            run = _Run(number, [row], _projected([], row))
    yield _begun_above(run, rows[free : run.first], words)


def _take(run: _Run, row: list[Line]) -> bool:
    """Add a row that leaves the gaps open and stands near enough: what stands alone nearer than a row of cells."""
    columns = _projected(run.columns, row)
    gap = min(line.box[1] for line in row) - run.bottom
    if not _is_near(row, gap) or len(columns) < max(2, 0.7 * len(run.columns)):
        return False
    if len(run.rows) <= FEWEST_ROWS and len(columns) < len(row) > max(map(len, run.rows)):
        return False  # the first ones bridge what are two columns, and do not know where they are
    run.rows.append(row)
    run.columns = columns
    return True


def _begun_above(run: _Run, above: Sequence[list[Line]], words: WordsOfPage) -> _Run:
    """The run with the rows right above it that its columns show to be of several cells."""
    for row in reversed(above):
        cells = parted(row, run.columns, words)
        columns = _projected(run.columns, cells)
        gap = run.top - max(line.box[3] for line in cells)
        if len(cells) < 2 or not _is_near(cells, gap) or len(columns) < len(run.columns):
            break
        run = _Run(run.first - 1, [cells, *run.rows], columns)
    return run


def _is_near(row: list[Line], gap: float) -> bool:
    return gap < (FARTHEST if len(row) > 1 else 0.6) * max(line.box[3] - line.box[1] for line in row)


def _projected(columns: list[Span], row: list[Line]) -> list[Span]:
    """The columns with those of this row; those that it bridges become one."""
    found = list(columns)
    for line in row:
        left, _, right, _ = line.box
        begins = any(abs(left - column[0]) <= NEAR for column in columns)
        gutter = (NARROW if begins else GUTTER) * min(each.size for each in row)
        touched = [column for column in found if column[0] < right + gutter and left < column[1] + gutter]
        ends = [edge for column in touched for edge in column]
        found = [*(column for column in found if column not in touched), (min([left, *ends]), max([right, *ends]))]
    return sorted(found)


def _table(run: _Run, fewest: int) -> Table | None:
    rows = run.rows
    while rows and len(rows[-1]) == 1:
        rows = rows[:-1]
    cells = [_cells(row, run.columns, lambda line: line.text.strip()) for row in rows]
    wide = sum(len(row) > 1 for row in rows)
    if wide < fewest + (fewest > 2 and len(run.columns) == 2) or wide * 2 < len(cells) or not _is_table(cells):
        return None
    box: Box = around(line.box for row in rows for line in row)
    written = _unwrapped([_cells(row, run.columns, said) for row in rows])
    return Table(box, tuple(map(tuple, written)))


def _cells(row: list[Line], columns: list[Span], say: Callable[[Line], str]) -> list[str]:
    return [" ".join(say(line) for line in row if start <= line.box[0] <= end) for start, end in columns]


def _is_table(cells: list[list[str]]) -> bool:
    columns = [[cell for cell in column if cell] for column in zip(*cells, strict=True)]
    filled = sum(map(len, columns)) / (len(cells) * len(columns))
    short = sum(middle_of([_words(cell) for cell in column]) <= SHORT for column in columns)
    texts = [cell for column in columns for cell in column]
    return (
        filled >= FILLED
        and short * 2 >= len(columns)
        and not any(map(_is_running, columns))
        and not any(map(_LEADERS.search, texts))
        and sum(map(bool, map(_MARK.match, columns[0]))) * 2 < len(columns[0])
        and not (len(columns) == 2 and all(map(str.isdigit, columns[0])))
        and sum(bool(re.search(r"\w", text)) for text in texts) > 0.7 * len(texts)
    )


def _is_running(column: list[str]) -> bool:
    """Whether its cells are the lines of a paragraph, which other text stands beside."""
    long = [cell for cell in column if _words(cell) > SHORT]
    return len(long) * 2 > len(column) and sum(cell[0].islower() for cell in long) > RUNNING * len(long)


def _words(text: str) -> int:
    return len(text.split())


def _unwrapped(cells: list[list[str]]) -> list[list[str]]:
    """Rows whose first cell is empty and that hold little go on with the cells above them."""
    rows: list[list[str]] = []
    for row in cells:
        filled = sum(map(bool, row))
        if (
            rows
            and not row[0]
            and filled * 2 <= len(row)
            and all(above for above, cell in zip(rows[-1], row, strict=True) if cell)
        ):
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], row, strict=True)]
        else:
            rows.append(list(row))
    return rows
