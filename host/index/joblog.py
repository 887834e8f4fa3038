"""Jobs and their items in SQLite: what a restarted engine goes on from."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from host.core.jobs import ItemState, Job, JobItem, JobKind, JobState
from host.errors import NotFoundError
from host.index.database import Connection, Database

_JOBS = (
    "SELECT id, kind, collection_id, title, request, state, stage, total,"
    " indexed, unchanged, skipped, failed, error, created, updated FROM jobs"
)

_UNFINISHED = tuple(state for state in JobState if not state.ended)


class SqliteJobLog:
    """Implements the port `JobLog`."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def create(self, kind: JobKind, collection_id: int, title: str, request: str) -> Job:
        now = self._clock()
        with self._database.transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO jobs (kind, collection_id, title, request, state, created, updated)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (kind, collection_id, title, request, JobState.QUEUED, now, now),
            )
            return _job(connection, int(cursor.lastrowid or 0))

    def job(self, job_id: int) -> Job:
        with self._database.transaction() as connection:
            return _job(connection, job_id)

    def jobs(self) -> list[Job]:
        with self._database.transaction() as connection:
            return [_read(row) for row in connection.execute(f"{_JOBS} ORDER BY id DESC")]

    def unfinished(self) -> list[Job]:
        with self._database.transaction() as connection:
            query = f"{_JOBS} WHERE state IN (?, ?, ?) ORDER BY id"
            return [_read(row) for row in connection.execute(query, _UNFINISHED)]

    def set_state(self, job_id: int, state: JobState, *, stage: str = "", error: str = "") -> Job:
        return self._update(job_id, "state = ?, stage = ?, error = ?", state, stage, error)

    def set_progress(self, job_id: int, *, stage: str, total: int) -> Job:
        return self._update(job_id, "stage = ?, total = ?", stage, total)

    def record(self, job_id: int, *items: JobItem) -> Job:
        with self._database.transaction() as connection:
            _job(connection, job_id)
            for item in items:
                _record(connection, job_id, item)
            connection.execute("UPDATE jobs SET updated = ? WHERE id = ?", (self._clock(), job_id))
            return _job(connection, job_id)

    def items(self, job_id: int) -> list[JobItem]:
        with self._database.transaction() as connection:
            _job(connection, job_id)
            rows = connection.execute(
                "SELECT uri, state, reason, code FROM job_items WHERE job_id = ? ORDER BY rowid", (job_id,)
            )
            return [JobItem(uri, ItemState(state), reason, code) for uri, state, reason, code in rows]

    def _update(self, job_id: int, assignments: str, *values: Any) -> Job:
        with self._database.transaction() as connection:
            connection.execute(
                f"UPDATE jobs SET {assignments}, updated = ? WHERE id = ?", (*values, self._clock(), job_id)
            )
            return _job(connection, job_id)


def _job(connection: Connection, job_id: int) -> Job:
    row = connection.execute(f"{_JOBS} WHERE id = ?", (job_id,)).fetchone()
    if row is None:
        raise NotFoundError(f"job {job_id}", "Run `ambry jobs` for the list.")
    return _read(row)


def _read(row: Sequence[Any]) -> Job:
    values = list(row)
    values[5] = JobState(values[5])
    return Job(*values)


def _record(connection: Connection, job_id: int, item: JobItem) -> None:
    before = connection.execute(
        "SELECT state FROM job_items WHERE job_id = ? AND uri = ?", (job_id, item.uri)
    ).fetchone()
    connection.execute(
        "INSERT INTO job_items (job_id, uri, state, reason, code) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (job_id, uri) DO UPDATE SET"
        " state = excluded.state, reason = excluded.reason, code = excluded.code",
        (job_id, item.uri, item.state, item.reason, item.code),
    )
    if before:
        _count(connection, job_id, ItemState(before[0]), -1)
    _count(connection, job_id, item.state, 1)


def _count(connection: Connection, job_id: int, state: ItemState, change: int) -> None:
    # The column has the state's own name; counted here, since adding up 50,000 items at each of them would not do.
    connection.execute(f"UPDATE jobs SET {state.value} = {state.value} + ? WHERE id = ?", (change, job_id))
