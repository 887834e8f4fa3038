"""A page in the order in which it is read, each table where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from host.acquire.pdf.layout.aligned import aligned_tables
from host.acquire.pdf.layout.cells import WordsOfPage
from host.acquire.pdf.layout.columns import regions
from host.acquire.pdf.layout.page import Block, Line, Table, holds


def read(blocks: Sequence[Block], tables: Sequence[Table], words: WordsOfPage) -> list[Block]:
    """The blocks of a page in reading order; these tables, and those that are found, take the place of their text."""
    ordered: list[Block] = []
    for region in regions(list(_with_tables(blocks, tables))):
        lines = [line for block in region if not block.table for line in block.lines]
        before = ordered[-1].table if ordered else None
        ordered += _with_tables(region, aligned_tables(lines, words, len(before.rows[0]) if before else 0))
    return ordered


def _with_tables(blocks: Iterable[Block], tables: Sequence[Table]) -> Iterator[Block]:
    """Each table comes where the first of its lines stands."""
    waiting = list(tables)
    for block in blocks:
        kept: list[Line] = []
        for line in block.lines:
            table = None if block.table else _table_at(tables, line)
            if table is None:
                kept.append(line)
            elif table in waiting:
                waiting.remove(table)
                if kept:
                    yield Block(tuple(kept))
                    kept = []
                yield Block((Line("", table.box, 0.0),), table)
        if kept:
            yield Block(tuple(kept), block.table)


def _table_at(tables: Sequence[Table], line: Line) -> Table | None:
    return next((table for table in tables if holds(table.box, line.box)), None)
