"""What mammoth makes of a Word document, put into a shape that Markdown can hold.

Merged cells repeat their text, so that each row of a table can be read alone; tables in tables become text; a table
of one cell is a box and no table; numbered lists begin with the number that the document shows.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from typing import Any

from lxml import html

_MOST_SPANNED = 100
"""Rows or columns of one merged cell: files made to harm claim millions."""

_NOTE = re.compile(r"^(?:footnote|endnote|comment)-")


def tidied(source: str, numbered: Sequence[tuple[str, int]]) -> str:
    if not source.strip():
        return ""
    root = html.fragment_fromstring(source, create_parent="div")
    for link in root.xpath("//a[starts-with(@href, '#') and normalize-space() = '\u2191']"):
        link.drop_tree()
    for table in reversed(root.xpath("//table")):
        _tidy_table(table)
    _number_lists(root, numbered)
    return str(html.tostring(root, encoding="unicode"))


def _tidy_table(table: Any) -> None:
    """Inner tables come first, so what is inside is tidy already."""
    rows = [row for row in table.iter("tr") if next(row.iterancestors("table")) is table]
    cells = [cell for row in rows for cell in row if cell.tag in ("td", "th")]
    if len(cells) == 1:
        _unwrap(table, cells[0])
    elif next(table.iterancestors("table"), None) is not None:
        _replace_by_text(table, rows)
    else:
        for row, spread in zip(rows, _spread(rows), strict=True):
            row[:] = spread


def _unwrap(table: Any, cell: Any) -> None:
    cell.tag = "div"
    cell.tail = table.tail
    table.getparent().replace(table, cell)


def _replace_by_text(table: Any, rows: list[Any]) -> None:
    lines = [", ".join(filter(None, (" ".join(cell.text_content().split()) for cell in row))) for row in rows]
    text = html.Element("p")
    text.text = "; ".join(filter(None, lines))
    text.tail = table.tail
    table.getparent().replace(table, text)


def _spread(rows: list[Any]) -> Iterator[list[Any]]:
    """Each row with a cell of its own in every column, those of merged cells copied."""
    below: dict[int, tuple[int, Any]] = {}
    for row in rows:
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        spread: list[Any] = []
        while cells or len(spread) in below:
            column = len(spread)
            if column in below:
                left, cell = below.pop(column)
                spread.append(_copy(cell))
                if left > 1:
                    below[column] = (left - 1, cell)
                continue
            cell = cells.pop(0)
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            for offset in range(across):
                spread.append(cell if offset == 0 else _copy(cell))
                if down > 1:
                    below[column + offset] = (down - 1, cell)
        yield spread


def _copy(cell: Any) -> Any:
    twin = copy.deepcopy(cell)
    twin.tail = None
    return twin


def _span(cell: Any, name: str) -> int:
    value = cell.attrib.pop(name, "1")
    return min(max(int(value), 1), _MOST_SPANNED) if value.isdigit() else 1


def _number_lists(root: Any, numbered: Sequence[tuple[str, int]]) -> None:
    """Find the first item of each list among the document's numbered paragraphs, in order."""
    position = 0
    for item in root.iter("li"):
        if item.getparent().tag != "ol" or _NOTE.match(item.get("id", "")):
            continue
        text = _words("".join(_own_text(item)))
        found = next((at for at in range(position, len(numbered)) if _words(numbered[at][0]) == text), None)
        if found is None:
            continue
        position = found + 1
        if item.getprevious() is None and numbered[found][1] > 1:
            item.getparent().set("start", str(numbered[found][1]))


def _own_text(item: Any) -> Iterator[str]:
    """The text of a list item without that of the lists inside it."""
    yield item.text or ""
    for child in item:
        if child.tag not in ("ol", "ul"):
            yield "".join(child.itertext())
        yield child.tail or ""


def _words(text: str) -> str:
    return "".join(text.split())
