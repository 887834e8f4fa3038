"""Which documents a filter leaves: asked of an index alone, for their rows are as long as their texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.core.candidates import SearchFilter
from host.index.database import Connection

_LEFT = """
SELECT json_group_array(id) FROM documents
WHERE collection_id = ?1 AND folder >= ?2 AND folder < ?3
    AND (?4 = '' OR substr(lower(language) || '-', 1, length(?4)) = ?4)
    AND date >= ?5 AND date < ?6 AND id BETWEEN ?7 AND ?8"""

_AFTER_ALL_TEXT = b""
"""SQLite puts every blob after every text."""

_HIGHEST_ID = 2**63 - 1


def documents_left(connection: Connection, collection_id: int, only: SearchFilter) -> NDArray[np.int64]:
    """Their ids, in any order."""
    language = f"{only.language.lower()}-" if only.language else ""
    ids = (only.document, only.document) if only.document else (0, _HIGHEST_ID)
    values = (collection_id, *_folders(only.folder.strip("/")), language, *_dates(only.since, only.until), *ids)
    (found,) = connection.execute(_LEFT, values).fetchone()
    return np.array(json.loads(found), np.int64)


def _folders(folder: str) -> Sequence[Any]:
    """The first and the one after the last: what is in a folder starts with its name and a slash."""
    return (f"{folder}/", folder + chr(ord("/") + 1)) if folder else ("", _AFTER_ALL_TEXT)


def _dates(since: str, until: str) -> Sequence[Any]:
    """A tilde comes after all that a date can go on with, and a document without one before the first digit."""
    return since or ("0" if until else ""), f"{until}~" if until else _AFTER_ALL_TEXT
