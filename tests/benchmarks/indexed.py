"""A public collection in the product's own store, and its stories over it; kept in a folder for the next run."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from host.core.chunks import ChunkSettings
from host.core.collections import Collection, CollectionKind
from host.core.documents import Document
from host.core.model_ports import Embedder
from host.core.vectors import Matrix, Vector
from host.index.choose_embedder import choose_embedder
from host.index.database import Database
from host.index.library import SqliteLibrary
from host.index.model_folder import find_model
from host.index.search import LocalSearch
from host.index.segment_reader import SegmentReader
from host.service.ingest import Ingest
from host.service.retrieve import Retrieve
from tests.benchmarks.vector_cache import VectorCache
from tests.fakes import FewEmbedders, WordReranker


class Remembering:
    """An embedder that embeds each text once: the same ones are asked in many ways, and in the next run."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self.model, self.splitter, self.runtime = embedder.model, embedder.splitter, embedder.runtime
        self.embed_passages = VectorCache(folder / "texts.db", embedder.embed_passages)
        kept = VectorCache(
            folder / "questions.db", lambda texts: np.stack([embedder.embed_question(text) for text in texts])
        )
        self.embed_question = cache(lambda text: kept([text])[0])


@dataclass(frozen=True, slots=True)
class Indexed:
    """A collection that can be searched."""

    collection: Collection
    index: LocalSearch
    retrieve: Retrieve
    library: SqliteLibrary
    uris: dict[int, str]
    """Of each chunk's document."""
    vectors: Matrix
    """Of each chunk, in order of their ids."""
    chunk_ids: list[int]

    def documents(self, chunk_ids: list[int]) -> list[str]:
        """Documents in the order of their first chunk here."""
        return list(dict.fromkeys(self.uris[chunk_id] for chunk_id in chunk_ids))


class Workshop:
    """The embedding model of this machine, and a store in `folder` for what it embeds: another model has its own."""

    def __init__(self, folder: Path) -> None:
        kept = Path(tempfile.gettempdir()) / "ambry-benchmark-models"
        self.embedder = choose_embedder(find_model(kept), kept, prepare=True, gpu="")
        self._folder = folder / self.embedder.model.revision
        self._folder.mkdir(parents=True, exist_ok=True)
        self.remembering = Remembering(self.embedder, self._folder)
        self.embedders = FewEmbedders(self.remembering)  # type: ignore[arg-type]
        self.database = Database(self._folder / "ambry.db")
        self.library = SqliteLibrary(self.database)

    def indexed(
        self, name: str, documents: Mapping[str, tuple[str, str]], settings: ChunkSettings | None = None
    ) -> Indexed:
        """Documents (title and text by URI) ingested, those that are not yet."""
        collection = asyncio.run(self._ingest(name, documents, settings or ChunkSettings()))
        index = LocalSearch(self.database, self._folder / "index")
        retrieve = Retrieve(self.library, index, self.embedders, WordReranker())  # type: ignore[arg-type]
        return Indexed(collection, index, retrieve, self.library, *self._chunks(collection))

    def another_index(self, name: str) -> LocalSearch:
        """Made anew from the store, for what is searched differently."""
        return LocalSearch(self.database, self._folder / name)

    def question(self, text: str) -> Vector:
        return self.remembering.embed_question(text)

    async def _ingest(self, name: str, documents: Mapping[str, tuple[str, str]], settings: ChunkSettings) -> Collection:
        ingest = Ingest(self.library, self.embedders)  # type: ignore[arg-type]
        opened = self.library.open_collection(CollectionKind.VAULT, name, name, self.embedder.model, settings)
        for uri, (title, text) in documents.items():
            await ingest.document(opened, Document(uri, title, text, media_type="text/plain", language="en"))
        return self.library.collection(opened.id)

    def _chunks(self, collection: Collection) -> tuple[dict[int, str], Matrix, list[int]]:
        uris = {number: uri for number, uri, _ in self.library.documents(collection.id)}
        reader = SegmentReader(self.database, collection.edition)
        segments = list(reader.segments(reader.document_ids()))
        chunk_ids = np.concatenate([segment.chunk_ids for segment in segments]).tolist()
        owners = np.concatenate([segment.document_ids for segment in segments]).tolist()
        vectors = np.concatenate([segment.vectors for segment in segments])
        return {chunk: uris[owner] for chunk, owner in zip(chunk_ids, owners, strict=True)}, vectors, chunk_ids
