"""Which documents a filter leaves: asked of an index alone, for their rows are as long as their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.core.candidates import SearchFilter
from host.index.database import Connection
from host.index.rows import read_ids

_LEFT = """collection_id = ?1 AND folder >= ?2 AND folder < ?3 AND date >= ?4 AND date < ?5
    AND (?6 = '' OR language = ?6 COLLATE NOCASE
        OR language >= ?6 || '-' COLLATE NOCASE AND language < ?6 || '.' COLLATE NOCASE)"""

_AFTER_ALL_TEXT = b""
"""SQLite puts every blob after every text."""


def documents_left(connection: Connection, collection_id: int, only: SearchFilter) -> NDArray[np.int64]:
    """Their ids, ascending."""
    values = (collection_id, *_folders(only.folder.strip("/")), *_dates(only.since, only.until), only.language)
    if only.document:
        return read_ids(connection, f"{_LEFT} AND id = ?7", (*values, only.document))
    return read_ids(connection, _LEFT, values)


def _folders(folder: str) -> Sequence[Any]:
    """The first and the one after the last: what is in a folder starts with its name and a slash, before a zero."""
    return (f"{folder}/", f"{folder}0") if folder else ("", _AFTER_ALL_TEXT)


def _dates(since: str, until: str) -> Sequence[Any]:
    """A document without a date comes before the first digit, and a tilde after all that a date can go on with."""
    return since or ("0" if until else ""), f"{until}~" if until else _AFTER_ALL_TEXT
