"""Vectors by the hash of their text, kept in a file from one run to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from host.core.documents import text_hash

_TOGETHER = 256
"""Texts embedded before they are kept: what a run that is stopped loses."""


class VectorCache:
    """Embeds with `embed` only what the file does not have; the file belongs to one model."""

    def __init__(self, path: Path, embed: Callable[[Sequence[str]], NDArray[np.float32]]) -> None:
        self._embed = embed
        # Questions are embedded in a thread of the story that asks them, one at a time.
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._database.execute("CREATE TABLE IF NOT EXISTS vectors (hash TEXT PRIMARY KEY, vector BLOB)")

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Rows in the order of `texts`."""
        hashes = [text_hash(text) for text in texts]
        missing = {key: text for key, text in zip(hashes, texts, strict=True) if self._kept(key) is None}
        for first in range(0, len(missing), _TOGETHER):
            self._add(list(missing.items())[first : first + _TOGETHER])
        return np.stack([np.frombuffer(self._kept(key) or b"", np.float32) for key in hashes])

    def _kept(self, key: str) -> bytes | None:
        row = self._database.execute("SELECT vector FROM vectors WHERE hash = ?", (key,)).fetchone()
        return row and bytes(row[0])

    def _add(self, items: Sequence[tuple[str, str]]) -> None:
        vectors = self._embed([text for _, text in items])
        rows = [(key, vector.tobytes()) for (key, _), vector in zip(items, vectors, strict=True)]
        with self._database:
            self._database.executemany("INSERT INTO vectors VALUES (?, ?)", rows)
