"""What stands in an Excel workbook beside its cells: notes on them, titles of charts, text in boxes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from host.acquire.formats.archive import BROKEN, xml_part

_FORMER = "[Threaded comment]"
"""How programs that do not know conversations are told of one, which stands elsewhere too."""


def beside_cells(data: bytes) -> str:
    """A section with a line for each; empty when there is none, or for a workbook of another kind."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            lines = [line for name in sorted(archive.namelist()) for line in _lines(archive, name)]
    except BROKEN:
        return ""
    return "\n".join(["# Notes and charts", "", *dict.fromkeys(lines)]) if lines else ""


def _lines(archive: zipfile.ZipFile, name: str) -> Iterator[str]:
    for pattern, read in _PARTS:
        if pattern.fullmatch(name):
            yield from (f"- {line}" for line in read(xml_part(archive, name)))


def _notes(root: Any) -> Iterator[str]:
    for note in root.iter("{*}comment"):
        if (text := _said(note)) and not text.startswith(_FORMER):
            yield f"Note on {note.get('ref', 'a cell')}: {text}"


def _conversations(root: Any) -> Iterator[str]:
    for note in root.iter("{*}threadedComment"):
        if text := " ".join("".join(part.text or "" for part in note.iterfind("{*}text")).split()):
            yield f"Note on {note.get('ref', 'a cell')}: {text}"


def _chart(root: Any) -> Iterator[str]:
    titles = (_said(title) for title in root.iterfind("{*}chart/{*}title"))
    return (f"Chart: {title}" for title in titles if title)


def _boxes(root: Any) -> Iterator[str]:
    return (f"Box: {text}" for box in root.iter("{*}txBody") if (text := _said(box)))


_PARTS: tuple[tuple[re.Pattern[str], Callable[[Any], Iterator[str]]], ...] = (
    (re.compile(r"xl/comments\d*\.xml|xl/comments/[^/]+\.xml"), _notes),
    (re.compile(r"xl/threadedComments/[^/]+\.xml"), _conversations),
    (re.compile(r"xl/charts/chart\d+\.xml"), _chart),
    (re.compile(r"xl/drawings/drawing\d+\.xml"), _boxes),
)


def _said(element: Any) -> str:
    return " ".join("".join(part.text or "" for part in element.iter("{*}t")).split())
