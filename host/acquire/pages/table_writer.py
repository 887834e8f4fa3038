"""Tables: those that hold data as Markdown tables, those that only place things on the page as what they place."""

from __future__ import annotations

from collections.abc import Iterator

from host.acquire.pages.inline_writer import line
from host.acquire.pages.nodes import HEADINGS, Node

_LONG_CELL = 1_200
"""Characters: a cell this long is a piece of the page."""

_MOST_SPANNED = 50
"""Columns or rows of one cell: more is a separator, or made to harm."""

_IN_LAYOUT = frozenset((*HEADINGS, "table", "pre", "article", "blockquote", "form"))


def rows_of(table: Node) -> list[list[Node]]:
    """The cells of each row, without those of tables inside."""
    return [[cell for cell in row.nodes() if cell.tag in ("td", "th")] for row in _rows(table)]


def is_layout(table: Node, rows: list[list[Node]]) -> bool:
    if table.get("role") in ("presentation", "none"):
        return True
    if max((len(row) for row in rows), default=0) < 2:
        return True
    if any(cell.tag == "th" for row in rows for cell in row):
        return False
    return any(
        cell.size > _LONG_CELL or any(node.tag in _IN_LAYOUT for node in cell.walk()) for row in rows for cell in row
    )


def table(rows: list[list[Node]]) -> str:
    """Cells that span several columns or rows stand in the first of them."""
    written = [cells for cells in _cells(rows) if any(cells)]
    if not written:
        return ""
    width = max(len(cells) for cells in written)
    lines = ["| " + " | ".join(cells + [""] * (width - len(cells))) + " |" for cells in written]
    return "\n".join([lines[0], "| " + " | ".join(["---"] * width) + " |", *lines[1:]])


def _cells(rows: list[list[Node]]) -> Iterator[list[str]]:
    """The texts of each row, empty where a cell from before or above reaches."""
    reaching: dict[int, int] = {}
    for row in rows:
        cells: list[str] = []
        for cell in row:
            _fill(cells, reaching)
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            reaching |= dict.fromkeys(range(len(cells), len(cells) + across), down - 1) if down > 1 else {}
            cells.append(line(cell.children).replace("|", "\\|"))
            cells += [""] * (across - 1)
        _fill(cells, reaching)
        yield cells


def _fill(cells: list[str], reaching: dict[int, int]) -> None:
    """Empty cells below those that reach into this row."""
    while (left := reaching.pop(len(cells), 0)) > 0:
        if left > 1:
            reaching[len(cells)] = left - 1
        cells.append("")


def _span(cell: Node, name: str) -> int:
    span = cell.get(name)
    return min(int(span), _MOST_SPANNED) if span.isdecimal() and len(span) < 5 and int(span) > 1 else 1


def _rows(table: Node) -> Iterator[Node]:
    for child in table.nodes():
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from _rows(child)
