"""How values look as rows of the database."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.core.chunks import Chunk, ChunkSettings, StoredChunk
from host.core.collections import Collection, CollectionKind
from host.core.documents import About, Anchor, Document
from host.index.database import Connection

COLLECTION_QUERY = """
SELECT collections.id, kind, key, title, models.name,
    editions.chunk_size, editions.chunk_overlap, editions.chunk_cap,
    collections.documents, collections.chunks,
    refresh_hours, refreshed, models.revision, models.dimension, edition_id, chunker,
    collections.chunk_size, collections.chunk_overlap, collections.chunk_cap
FROM collections JOIN editions ON editions.id = edition_id JOIN models ON models.id = model_id"""

DOCUMENT_COLUMNS = """
SELECT uri, title, markdown, media_type, folder, language, strategy, path, anchors, file_hash, about FROM documents"""

CHUNK_COLUMNS = 'SELECT chunks.id, document_id, start, "end", headings, opening FROM chunks'


def read_collection(row: Sequence[Any]) -> Collection:
    number, kind, key, title, model, size, overlap, cap, *rest, wanted_size, wanted_overlap, wanted_cap = row
    return Collection(
        *(number, CollectionKind(kind), key, title, model, ChunkSettings(size, overlap, cap)),
        *(*rest, ChunkSettings(wanted_size, wanted_overlap, wanted_cap)),
    )


def read_document(row: Sequence[Any]) -> Document:
    *texts, anchors, file_hash, about = row
    names = ("uri", "title", "markdown", "media_type", "folder", "language", "strategy", "path")
    return Document(
        **dict(zip(names, texts, strict=True)),
        anchors=read_anchors(anchors),
        file_hash=file_hash,
        about=read_about(about),
    )


def read_ids(connection: Connection, condition: str, values: Sequence[Any]) -> NDArray[np.int64]:
    """Of documents, ascending. They come as one text: a hundred thousand rows would take four times as long."""
    (found,) = connection.execute(f"SELECT group_concat(id) FROM documents WHERE {condition}", values).fetchone()
    # Several runs that ascend, one for each entry of the index: a stable sort merges them.
    return np.sort(np.fromstring(found or "", np.int64, sep=","), kind="stable")


def read_chunks(connection: Connection, query: str, values: Sequence[Any]) -> Iterator[StoredChunk]:
    """Chunks with their text, cut from the Markdown of their documents; each document is read once."""
    documents: dict[int, tuple[str, str, str, str, tuple[Anchor, ...], About, str]] = {}
    for number, document_id, start, end, headings, opening in connection.execute(query, values).fetchall():
        if document_id not in documents:
            row = connection.execute(
                "SELECT uri, title, media_type, markdown, anchors, about, path FROM documents WHERE id = ?",
                (document_id,),
            ).fetchone()
            documents[document_id] = (*row[:4], read_anchors(row[4]), read_about(row[5]), row[6])
        uri, title, media_type, markdown, anchors, about, path = documents[document_id]
        chunk = Chunk(markdown[start:end], start, end, tuple(json.loads(headings)), opening)
        near = _within(anchors, start, end)
        yield StoredChunk(number, document_id, chunk, uri, title, media_type, near, about, path)


def anchors_json(anchors: Sequence[Anchor]) -> str:
    return json.dumps([[anchor.start, anchor.kind, anchor.value] for anchor in anchors])


def read_anchors(text: str) -> tuple[Anchor, ...]:
    return tuple(Anchor(*values) for values in json.loads(text))


def about_json(about: About) -> str:
    """Only what it says: most documents say little of themselves."""
    return json.dumps({name: value for name, value in asdict(about).items() if value})


def read_about(text: str) -> About:
    return About.of(json.loads(text))


def headings_json(headings: Sequence[str]) -> str:
    return json.dumps(headings)


def _within(anchors: Sequence[Anchor], start: int, end: int) -> tuple[Anchor, ...]:
    """The last anchor at or before `start`, and those inside."""
    first = bisect_right(anchors, start, key=lambda anchor: anchor.start)
    last = bisect_right(anchors, end - 1, key=lambda anchor: anchor.start)
    return tuple(anchors[max(first - 1, 0) : last])
