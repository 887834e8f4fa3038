"""A database of an earlier version is brought up to date with all that is in it."""

import sqlite3

import numpy as np

from host.core.outdated import why_outdated
from host.index.database import Database
from host.index.library import SqliteLibrary
from host.index.migrations import MIGRATIONS
from host.index.search import LocalSearch
from tests.index.factories import EMBEDDER

BEFORE_EDITIONS = next(
    number for number, step in enumerate(MIGRATIONS) if any("CREATE TABLE editions" in statement for statement in step)
)


def earlier(path, version):
    connection = sqlite3.connect(path, isolation_level=None)
    for statements in MIGRATIONS[:version]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {version}")
    return connection


def test_collections_from_before_editions_are_searched_as_they_were(tmp_path):
    path = tmp_path / "ambry.db"
    connection = earlier(path, BEFORE_EDITIONS)
    connection.execute("INSERT INTO models VALUES (1, ?, ?, ?)", EMBEDDER.model.identity)
    connection.execute(
        "INSERT INTO collections (id, kind, key, title, model_id, chunk_size, chunk_overlap, chunk_cap, opened)"
        " VALUES (5, 'vault', 'boat', 'boat', 1, 512, 64, 200, 0)"
    )
    connection.execute(
        "INSERT INTO documents (id, collection_id, uri, title, folder, media_type, language, strategy, content_hash,"
        " chunk_count, anchors, markdown) VALUES (9, 5, 'u', 'Mast', '', 'text/plain', '', '', 'h', 1, '[]', 'High.')"
    )
    columns = 'id, document_id, start, "end", headings, text_hash'
    connection.execute(f"INSERT INTO chunks ({columns}) VALUES (11, 9, 0, 5, '[]', 'digest')")
    vector = EMBEDDER.embed_question("High.")
    connection.execute("INSERT INTO vectors VALUES (1, 'digest', ?)", (np.asarray(vector, "<f4").tobytes(),))
    connection.close()

    database = Database(path)
    collection = SqliteLibrary(database).collection(5)
    assert (collection.identity, collection.edition) == (EMBEDDER.model.identity, 5)
    assert (collection.documents, collection.chunks) == (1, 1)
    assert collection.settings == collection.wanted
    assert "cuts passages otherwise" in why_outdated(collection, EMBEDDER.model)
    found = LocalSearch(database, tmp_path / "index").candidates(5, "high", vector)
    assert [item.chunk_id for item in found.dense] == [item.chunk_id for item in found.keyword] == [11]
    assert SqliteLibrary(database).document_chunks(9)[0].chunk.text == "High."
    database.close()
