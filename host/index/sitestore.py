"""What is remembered of each indexed site, in SQLite: how it was asked for, when it was read, when it is due."""

from __future__ import annotations

import time
from collections.abc import Callable

from host.core.collections import CollectionKind
from host.core.jobs import JobState
from host.errors import NotFoundError
from host.index.database import Database

_UNFINISHED = tuple(state for state in JobState if not state.ended)

_DUE = """
SELECT id FROM collections
WHERE kind = ? AND refresh_hours > 0 AND request != ''
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE collection_id = collections.id AND state IN (?, ?, ?))
    AND max(refreshed, (SELECT coalesce(max(updated), 0) FROM jobs WHERE collection_id = collections.id))
        + refresh_hours * 3600 <= ?
ORDER BY id"""
# A job that failed counts as read: a site that is down is not asked again before its time.


class SqliteSiteStore:
    """Implements the port `SiteStore`."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def request(self, collection_id: int) -> str:
        with self._database.transaction() as connection:
            row = connection.execute("SELECT request FROM collections WHERE id = ?", (collection_id,)).fetchone()
            return row[0] if row else ""

    def set_request(self, collection_id: int, request: str) -> None:
        self._set("request", request, collection_id)

    def set_schedule(self, collection_id: int, hours: int) -> None:
        self._set("refresh_hours", hours, collection_id)

    def set_refreshed(self, collection_id: int) -> None:
        self._set("refreshed", self._clock(), collection_id)

    def due(self) -> list[int]:
        with self._database.transaction() as connection:
            values = (CollectionKind.SITE, *_UNFINISHED, self._clock())
            return [row[0] for row in connection.execute(_DUE, values)]

    def _set(self, column: str, value: str | float, collection_id: int) -> None:
        with self._database.transaction() as connection:
            found = connection.execute(f"UPDATE collections SET {column} = ? WHERE id = ?", (value, collection_id))
            if not found.rowcount:
                raise NotFoundError("such collection", "It may have been deleted: choose another.")
