"""Editions as rows: made, compared with what is wanted, and replaced while a collection is empty."""

from __future__ import annotations

from dataclasses import astuple

from host.core.chunking import REVISION
from host.core.chunks import ChunkSettings
from host.core.models import EmbeddingModel
from host.index.database import Connection


def model_id(connection: Connection, model: EmbeddingModel) -> int:
    connection.execute("INSERT OR IGNORE INTO models (name, revision, dimension) VALUES (?, ?, ?)", model.identity)
    query = "SELECT id FROM models WHERE name = ? AND revision = ? AND dimension = ?"
    return int(connection.execute(query, model.identity).fetchone()[0])


def insert_edition(connection: Connection, collection_id: int, model: int, settings: ChunkSettings) -> int:
    """Of the program's present way of cutting; `model` is a row of `models`."""
    cursor = connection.execute(
        "INSERT INTO editions (collection_id, model_id, chunk_size, chunk_overlap, chunk_cap, chunker)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (collection_id, model, *astuple(settings), REVISION),
    )
    return int(cursor.lastrowid or 0)


def is_for(connection: Connection, edition: int, model: int, settings: ChunkSettings) -> bool:
    """Whether an edition is what one begun now would be."""
    query = "SELECT model_id, chunk_size, chunk_overlap, chunk_cap, chunker FROM editions WHERE id = ?"
    found = connection.execute(query, (edition,)).fetchone()
    return bool(found == (model, *astuple(settings), REVISION))


def renew_if_empty(connection: Connection, collection_id: int, model: int | None = None) -> None:
    """A collection without documents takes what is wanted at once: the model, if one is given, and its settings."""
    if connection.execute("SELECT 1 FROM documents WHERE collection_id = ?", (collection_id,)).fetchone():
        return
    edition, used, *wanted = connection.execute(
        "SELECT edition_id, model_id, collections.chunk_size, collections.chunk_overlap, collections.chunk_cap"
        " FROM collections JOIN editions ON editions.id = edition_id WHERE collections.id = ?",
        (collection_id,),
    ).fetchone()
    model, settings = model or used, ChunkSettings(*wanted)
    if not is_for(connection, edition, model, settings):
        take_place(connection, collection_id, insert_edition(connection, collection_id, model, settings))


def take_place(connection: Connection, collection_id: int, edition: int) -> None:
    """Let an edition answer; all others of the collection are gone."""
    connection.execute(
        "UPDATE collections SET edition_id = ?, generation = generation + 1 WHERE id = ?", (edition, collection_id)
    )
    connection.execute("DELETE FROM editions WHERE collection_id = ? AND id != ?", (collection_id, edition))
