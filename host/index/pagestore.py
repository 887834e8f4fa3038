"""The pages of indexed sites in SQLite: what makes the next crawl cheap, and their other addresses."""

from __future__ import annotations

import json
from collections.abc import Sequence

from host import __version__
from host.core.resemblance import Imprint
from host.core.site import KnownPage
from host.index.database import Connection, Database
from host.index.library import remove_document

_SEEN_OR_OWNER = (
    "(site_pages.job_id >= ?4"
    " OR site_pages.uri = (SELECT page_uri FROM site_aliases WHERE collection_id = ?1 AND uri = ?3))"
)
"""Other pages may be gone by now. Jobs have growing numbers; a later one may have come by before this one goes on."""

_MOST_LOOKALIKES = 16
"""Pages whose words are compared; more look alike only where all pages of a site have one heading."""


class SqlitePageStore:
    """Implements the port `PageStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, collection_id: int, uri: str) -> KnownPage | None:
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT etag, last_modified, listed, body_hash, links, fetched FROM site_pages"
                " WHERE collection_id = ? AND uri = ? AND maker = ?",
                (collection_id, uri, __version__),
            ).fetchone()
        if row is None:
            return None
        etag, last_modified, listed, body_hash, links, fetched = row
        return KnownPage(etag, last_modified, listed, body_hash, tuple(links.split()), fetched)

    def put(self, collection_id: int, uri: str, page: KnownPage, job_id: int, imprint: Imprint | None = None) -> None:
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO site_pages (collection_id, uri, fingerprint, etag, last_modified, listed, body_hash,"
                " links, fetched, maker, job_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (collection_id, uri) DO UPDATE SET"
                " etag = excluded.etag, last_modified = excluded.last_modified, listed = excluded.listed,"
                " body_hash = excluded.body_hash, links = excluded.links, fetched = excluded.fetched,"
                " maker = excluded.maker, job_id = max(job_id, excluded.job_id)",
                (
                    collection_id,
                    uri,
                    imprint.fingerprint if imprint else "",
                    page.etag,
                    page.last_modified,
                    page.listed,
                    page.body_hash,
                    # Addresses hold no white space: it is escaped in them.
                    " ".join(page.links),
                    page.fetched,
                    __version__,
                    job_id,
                ),
            )
            connection.execute("DELETE FROM site_aliases WHERE collection_id = ? AND uri = ?", (collection_id, uri))
            if imprint is not None:
                _imprint(connection, collection_id, uri, imprint)

    def keep(self, collection_id: int, uri: str, job_id: int) -> None:
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE site_pages SET job_id = max(job_id, ?) WHERE collection_id = ? AND uri = ?",
                (job_id, collection_id, uri),
            )

    def twin(self, collection_id: int, uri: str, fingerprint: str, job_id: int) -> str:
        if not fingerprint:
            return ""
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT uri FROM site_pages WHERE collection_id = ?1 AND fingerprint = ?2 AND uri != ?3"
                f" AND {_SEEN_OR_OWNER} LIMIT 1",
                (collection_id, fingerprint, uri, job_id),
            ).fetchone()
            return row[0] if row else ""

    def lookalikes(self, collection_id: int, uri: str, marks: Sequence[int], job_id: int) -> list[tuple[str, str, str]]:
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT uri, title, markdown FROM documents JOIN"
                " (SELECT uri, count(*) AS common FROM json_each(?2)"
                # CROSS: by the index on marks, not through all that the site has.
                "  CROSS JOIN site_marks ON site_marks.collection_id = ?1 AND mark = json_each.value"
                "  CROSS JOIN site_pages USING (collection_id, uri)"
                f" WHERE uri != ?3 AND {_SEEN_OR_OWNER}"
                "  GROUP BY uri ORDER BY common DESC, uri LIMIT ?5) USING (uri)"
                " WHERE collection_id = ?1 ORDER BY common DESC, uri",
                (collection_id, json.dumps(list(marks)), uri, job_id, _MOST_LOOKALIKES),
            )
            return [(page, title, markdown) for page, title, markdown in rows]

    def owner(self, collection_id: int, uri: str) -> str:
        with self._database.transaction() as connection:
            query = "SELECT page_uri FROM site_aliases WHERE collection_id = ? AND uri = ?"
            row = connection.execute(query, (collection_id, uri)).fetchone()
            return row[0] if row else uri

    def merge(self, collection_id: int, uri: str, page_uri: str, job_id: int, imprint: Imprint | None = None) -> None:
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE site_aliases SET page_uri = ? WHERE collection_id = ? AND page_uri = ?",
                (page_uri, collection_id, uri),
            )
            _remove(connection, collection_id, uri)
            connection.execute(
                "INSERT OR REPLACE INTO site_aliases (collection_id, uri, page_uri, job_id, core)"
                " VALUES (?, ?, ?, ?, ?)",
                (collection_id, uri, page_uri, job_id, imprint.core if imprint else ""),
            )
            if imprint:
                _mark(connection, collection_id, page_uri, imprint)

    def cores(self, collection_id: int, page_uri: str) -> set[str]:
        with self._database.transaction() as connection:
            query = "SELECT core FROM site_aliases WHERE collection_id = ? AND page_uri = ? AND core != ''"
            return {row[0] for row in connection.execute(query, (collection_id, page_uri))}

    def aliases(self, collection_id: int, page_uri: str) -> list[str]:
        with self._database.transaction() as connection:
            query = "SELECT uri FROM site_aliases WHERE collection_id = ? AND page_uri = ? ORDER BY uri"
            return [row[0] for row in connection.execute(query, (collection_id, page_uri))]

    def heir(self, collection_id: int, uri: str, job_id: int) -> str:
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT uri FROM site_aliases WHERE collection_id = ? AND page_uri = ? AND job_id >= ? ORDER BY uri",
                (collection_id, uri, job_id),
            ).fetchone()
            return row[0] if row else ""

    def unseen(self, collection_id: int, job_id: int) -> list[str]:
        with self._database.transaction() as connection:
            query = "SELECT uri FROM site_pages WHERE collection_id = ? AND job_id < ? ORDER BY uri"
            return [row[0] for row in connection.execute(query, (collection_id, job_id))]

    def move(self, collection_id: int, uri: str, heir: str, job_id: int) -> None:
        place = (collection_id, uri)
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM site_aliases WHERE collection_id = ? AND uri = ?", (collection_id, heir))
            for statement in (
                "UPDATE documents SET uri = ? WHERE collection_id = ? AND uri = ?",
                "UPDATE site_pages SET uri = ?, etag = '', last_modified = '', body_hash = ''"
                " WHERE collection_id = ? AND uri = ?",
                "UPDATE site_aliases SET page_uri = ? WHERE collection_id = ? AND page_uri = ?",
            ):
                connection.execute(statement, (heir, *place))
        self.keep(collection_id, heir, job_id)

    def remove(self, collection_id: int, uri: str) -> bool:
        with self._database.transaction() as connection:
            return _remove(connection, collection_id, uri)


def _imprint(connection: Connection, collection_id: int, uri: str, imprint: Imprint) -> None:
    place = (collection_id, uri)
    connection.execute(
        "UPDATE site_pages SET fingerprint = ? WHERE collection_id = ? AND uri = ?", (imprint.fingerprint, *place)
    )
    connection.execute("DELETE FROM site_marks WHERE collection_id = ? AND uri = ?", place)
    _mark(connection, collection_id, uri, imprint)


def _mark(connection: Connection, collection_id: int, uri: str, imprint: Imprint) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO site_marks (collection_id, uri, mark) VALUES (?, ?, ?)",
        [(collection_id, uri, mark) for mark in imprint.marks],
    )


def _remove(connection: Connection, collection_id: int, uri: str) -> bool:
    place = (collection_id, uri)
    remove_document(connection, *place)
    connection.execute("DELETE FROM site_aliases WHERE collection_id = ?1 AND (page_uri = ?2 OR uri = ?2)", place)
    gone = connection.execute("DELETE FROM site_pages WHERE collection_id = ? AND uri = ?", place)
    return gone.rowcount > 0
