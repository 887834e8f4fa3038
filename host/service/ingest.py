"""The ingest story: a document becomes chunks, vectors and a place in a collection."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from host.core.chunking import chunk_document, embedded_text
from host.core.ports import Embedders, Library
from host.core.types import ChunkSettings, Collection, CollectionKind, Document, EmbeddedChunk, ItemState
from host.errors import ErrorCode, ModelError


@dataclass(frozen=True, slots=True)
class Ingested:
    """How a document ended, and what the person should know about it."""

    state: ItemState
    notice: str = ""


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
        return await asyncio.to_thread(self._ingest, collection, document)

    def _open_collection(self, kind: CollectionKind, key: str, title: str) -> Collection:
        # Asking for the model may read its files for the first time: not in the event loop.
        return self._library.open_collection(kind, key, title, self._embedders.current.model, ChunkSettings())

    def _ingest(self, collection: Collection, document: Document) -> Ingested:
        if self._library.content_hash(collection.id, document.uri) == document.content_hash:
            return Ingested(ItemState.UNCHANGED)
        embedder = self._embedders.of(collection)
        if embedder is None:
            raise ModelError(
                ErrorCode.MODEL_MISMATCH,
                f"{collection.title} was indexed with {collection.model}, which is not on this machine any more.",
                "Index it anew with the model in use; then it takes new documents again.",
            )
        model = embedder.model
        chunked = chunk_document(document, embedder.splitter, collection.settings, model.max_tokens)
        texts = [embedded_text(chunked.title, chunk) for chunk in chunked.chunks]
        missing = sorted(self._library.missing_vectors(model, texts))
        vectors = dict(zip(missing, embedder.embed_passages(missing), strict=True)) if missing else {}
        embedded = [
            EmbeddedChunk(chunk, text, vectors.get(text)) for chunk, text in zip(chunked.chunks, texts, strict=True)
        ]
        self._library.put_document(collection.id, document, embedded, model)
        cut = f"Only the first {len(embedded)} passages are searchable: the document is longer than the cap."
        return Ingested(ItemState.INDEXED, cut if chunked.cut else "")
