"""Spreadsheets (.xlsx, .xls, .xlsb, .ods) to a Document: a section for each sheet, its tables with computed values."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

from host.acquire.formats import reasons
from host.acquire.formats.archive import BROKEN
from host.acquire.formats.file_about import office_about
from host.acquire.formats.grid import Row, grouped
from host.acquire.formats.sheet_extras import beside_cells
from host.acquire.formats.sheet_source import as_seen
from host.core.documents import About, Document

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_MOST_MERGED = 400
"""Cells of one merged range that repeat its value: a larger one is a background or a frame."""


def sheets_document(data: bytes, uri: str, name: str) -> Document:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(as_seen(data, name))) as workbook:
            sheets = [(sheet, _rows(workbook.get_sheet_by_name(sheet))) for sheet in workbook.sheet_names]
    except PasswordError as exc:
        raise reasons.locked(name) from exc
    except (CalamineError, OSError, ValueError) as exc:
        raise reasons.damaged(name, "a spreadsheet") from exc
    parts = [part for sheet, rows in sheets if (part := _section(sheet, rows, alone=len(sheets) == 1))]
    parts += filter(None, [beside_cells(data)])
    if not parts:
        raise reasons.empty(name)
    return Document(uri, name, "\n\n".join(parts), MEDIA_TYPE, "", "", "sheets", about=_about(data))


def _about(data: bytes) -> About:
    """Of those that are packages; calamine says nothing of it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return office_about(archive)
    except BROKEN:
        return About()


def _rows(sheet: Any) -> list[list[str]]:
    rows = [[_shown(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        if (bottom - top + 1) * (right - left + 1) > _MOST_MERGED or top >= len(rows) or left >= len(rows[top]):
            continue
        for row in rows[top : bottom + 1]:
            row[left : right + 1] = [rows[top][left]] * len(row[left : right + 1])
    return rows


def _shown(value: Any) -> str:
    """As a person would write it: whole numbers without a point, dates in ISO order."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.12g}"
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    return str(value)


def _section(sheet: str, rows: Sequence[Row], *, alone: bool) -> str:
    """Runs of rows between empty ones are tables of their own; a run one cell wide is text."""
    parts = [_block(block) for block in _blocks(rows)]
    if not parts:
        return ""
    return "\n\n".join(parts) if alone and sheet.lower() in ("sheet1", "") else "\n\n".join([f"# {sheet}", *parts])


def _block(rows: list[Row]) -> str:
    used = [
        index for index in range(max(map(len, rows))) if any(index < len(row) and row[index].strip() for row in rows)
    ]
    table = [[row[index] if index < len(row) else "" for index in used] for row in rows]
    if len(used) == 1:
        return "\n\n".join(" ".join(row[0].split()) for row in table)
    lead = next(index for index, row in enumerate(table) if sum(1 for text in row if text.strip()) > 1)
    # What stands alone above a table is its caption.
    captions = [" ".join(text.split()) for row in table[:lead] for text in row if text.strip()]
    return "\n\n".join([*captions, grouped(table[lead:])])


def _blocks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    block: list[Row] = []
    for row in rows:
        if any(text.strip() for text in row):
            block.append(row)
        elif block:
            yield block
            block = []
    if block:
        yield block
