"""Comma- and tab-separated values to a Document: encoding and delimiter are found out, long tables are grouped."""

from __future__ import annotations

import csv
import io
import re

from host.acquire.formats import reasons
from host.acquire.formats.grid import Row, grouped
from host.acquire.formats.text import text_lines
from host.core.documents import Document

_DELIMITERS = ",;\t|"
_SAID = re.compile(r"\"?sep=([,;\t|])\"?\n", re.IGNORECASE)
"""The first line of files that are made for Excel."""

_SAMPLE = 64_000
"""Characters on which the delimiter is judged."""

_LONGEST_CELL = 10_000_000
"""Characters: the module's own limit of 131,072 would refuse cells that hold whole texts."""


def delimited_document(data: bytes, uri: str, name: str, media_type: str) -> Document:
    """A table with its first row as header."""
    text = text_lines(data, media_type, name)
    said = _SAID.match(text)
    if said:
        text = text[said.end() :]
    rows = [
        row for row in _rows(text, said[1] if said else _delimiter(text, name)) if any(field.strip() for field in row)
    ]
    if not rows:
        raise reasons.empty(name)
    return Document(uri, name, grouped(rows), "text/csv", "", "", "table")


def _rows(text: str, delimiter: str) -> list[Row]:
    csv.field_size_limit(_LONGEST_CELL)
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        # Quotes that nobody closed: each line is a row, quotes and all.
        return [line.split(delimiter) for line in text.split("\n")]


def _delimiter(text: str, name: str) -> str:
    """The one that cuts most lines into the same number of cells; the csv module's sniffer also takes letters."""
    sample = text[:_SAMPLE]
    preferred = "\t" if name.lower().endswith((".tsv", ".tab")) else ","
    order = preferred + _DELIMITERS.replace(preferred, "")
    return max(order, key=lambda delimiter: _agreement(sample, delimiter))


def _agreement(sample: str, delimiter: str) -> float:
    widths = [len(row) for row in _rows(sample, delimiter)[:200] if row]
    if not widths or max(widths) < 2:
        return 0.0
    usual = max(set(widths), key=widths.count)
    return widths.count(usual) / len(widths) if usual > 1 else 0.0
