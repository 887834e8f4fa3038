"""Rows of cells to Markdown tables; long ones in groups of rows, each with the header, so that any part can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

GROUP_CHARACTERS = 900
"""Characters of a group of rows: about 250 tokens, so that a group is not cut again."""

Row = Sequence[str]


def markdown_table(rows: Sequence[Row]) -> str:
    """The first row is the header; empty when there is no cell."""
    if not rows or not any(map(any, rows)):
        return ""
    columns = list(zip_longest(*rows, fillvalue=""))
    head, *body = [line(row) for row in zip(*columns, strict=True)]
    return "\n".join([head, "|" + " --- |" * len(columns), *body])


def line(row: Row) -> str:
    return f"| {' | '.join(cell(text) for text in row)} |"


def cell(text: str) -> str:
    """A cell is one line, and a bar in it is text."""
    return " ".join(text.split()).replace("|", "\\|")


def grouped(rows: Sequence[Row], noun: str = "Rows") -> str:
    """One table, or several under headings that say which rows they hold (the header row not counted)."""
    groups = list(_groups(rows[1:]))
    if len(groups) < 2:
        return markdown_table(rows)
    parts = []
    first = 1
    for group in groups:
        parts.append(f"## {noun} {first}-{first + len(group) - 1}\n\n{markdown_table([rows[0], *group])}")
        first += len(group)
    return "\n\n".join(parts)


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    group: list[Row] = []
    size = 0
    for row in rows:
        length = sum(len(text) + 3 for text in row)
        if group and size + length > GROUP_CHARACTERS:
            yield group
            group, size = [], 0
        group.append(row)
        size += length
    if group:
        yield group
