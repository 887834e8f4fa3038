"""The ingest story: a document becomes chunks, vectors and a place in a collection."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from host.core.chunk_settings import beyond_cap
from host.core.chunks import ChunkSettings
from host.core.collections import Collection, CollectionKind
from host.core.documents import Document
from host.core.jobs import ItemState
from host.core.model_ports import Embedder, Embedders
from host.core.ocr import unread_pages
from host.core.outdated import why_outdated
from host.core.store_ports import Library
from host.errors import ErrorCode, ModelError
from host.service.embedding import Embedded, embed_documents


@dataclass(frozen=True, slots=True)
class Ingested:
    """How a document ended, and what the person should know about it."""

    state: ItemState
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document on its way into a collection as it is now."""

    collection: Collection
    document: Document
    embedded: Embedded | None
    """None when it is there already."""


class Ingest:
    """Puts documents into collections. Blocking work runs in threads; texts are never embedded twice."""

    def __init__(self, library: Library, embedders: Embedders) -> None:
        self._library = library
        self._embedders = embedders

    async def open_collection(self, kind: CollectionKind, key: str, title: str) -> Collection:
        """The collection of this kind and key, made with the model in use when it is not there yet."""
        return await asyncio.to_thread(self._open_collection, kind, key, title)

    async def document(self, collection: Collection, document: Document) -> Ingested:
        """Chunk, embed and store `document` in place of the one with its URI."""
        (prepared,) = await self.prepare(collection, [document])
        return await self.store(prepared)

    async def prepare(self, collection: Collection, documents: Sequence[Document]) -> list[Prepared]:
        """Chunk them, and embed them together: many short texts take half the time so. Nothing is stored yet."""
        return await asyncio.to_thread(self._prepare, collection, documents)

    async def store(self, prepared: Prepared) -> Ingested:
        """In place of the document with its URI."""
        return await asyncio.to_thread(self._store, prepared)

    def _open_collection(self, kind: CollectionKind, key: str, title: str) -> Collection:
        # Asking for the model may read its files for the first time: not in the event loop.
        model = self._embedders.current.model
        collection = self._library.open_collection(kind, key, title, model, ChunkSettings())
        if not kind.temporary or not why_outdated(collection, model):
            return collection
        # What is in view has one document, which is about to be read anyway.
        self._library.delete_collection(collection.id)
        return self._library.open_collection(kind, key, title, model, ChunkSettings())

    def _prepare(self, collection: Collection, documents: Sequence[Document]) -> list[Prepared]:
        if self._library.edition(collection.id) != collection.edition:
            collection = self._library.collection(collection.id)
        new = {at: document for at, document in enumerate(documents) if self._is_new(collection, document)}
        made = dict(zip(new, self._embed(collection, list(new.values())), strict=True))
        return [Prepared(collection, document, made.get(at)) for at, document in enumerate(documents)]

    def _embed(self, collection: Collection, documents: Sequence[Document]) -> list[Embedded]:
        if not documents:
            return []  # nor is a model needed, which may have gone
        return embed_documents(self._library, self._embedder_of(collection), documents, collection.settings)

    def _store(self, prepared: Prepared) -> Ingested:
        document = prepared.document
        while self._is_new(prepared.collection, document):
            collection, embedded = prepared.collection, prepared.embedded
            if embedded and self._library.put_document(collection, document, embedded.chunks) is not None:
                told = beyond_cap(collection, collection.settings.cap) if embedded.cut else ""
                return Ingested(ItemState.INDEXED, _notice(document, told))
            # Meanwhile the index has got another edition, or lost what this document was to share or was known by.
            (prepared,) = self._prepare(collection, [document])
        return Ingested(ItemState.UNCHANGED, _notice(document))

    def _is_new(self, collection: Collection, document: Document) -> bool:
        return self._library.content_hash(collection.id, document.uri) != document.content_hash

    def _embedder_of(self, collection: Collection) -> Embedder:
        """Documents join those that are there: made by the same model and cut in the same way."""
        embedder = self._embedders.of(collection)
        if embedder is None:
            raise ModelError(
                ErrorCode.MODEL_MISMATCH,
                f"{collection.title} was indexed with {collection.model}, which is not on this computer any more.",
                "Index it anew with the model in use; then it takes new documents again.",
            )
        return embedder


def _notice(document: Document, notice: str = "") -> str:
    return f"{notice} {unread_pages(document.pictures)}".strip()
