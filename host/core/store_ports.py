"""The store and what is searched: collections, documents, chunks, vectors and jobs. Blocking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from host.core.candidates import Candidates, SearchFilter, SearchMode
from host.core.chunks import ChunkSettings, EmbeddedChunk, StoredChunk
from host.core.collections import Collection, CollectionKind
from host.core.documents import Document
from host.core.jobs import Job, JobItem, JobKind, JobState
from host.core.models import EmbeddingModel
from host.core.vectors import Vector

EVERYTHING = SearchFilter()


class Library(Protocol):
    """The store of collections and documents. Blocking, safe from several threads.

    Each method is one transaction. Raises StoreError, and NotFoundError for ids that are not there.
    """

    def open_collection(
        self, kind: CollectionKind, key: str, title: str, model: EmbeddingModel, settings: ChunkSettings
    ) -> Collection:
        """The collection of this kind and key, made when it is not there yet. An empty one takes this model."""
        ...

    def collection(self, collection_id: int) -> Collection: ...

    def find_collection(self, kind: CollectionKind, key: str) -> Collection | None: ...

    def collections(self) -> list[Collection]: ...

    def set_chunk_settings(self, collection_id: int, settings: ChunkSettings) -> Collection:
        """What the next index is to be cut by; an empty collection takes it at once."""
        ...

    def edition(self, collection_id: int) -> int:
        """The one that answers now; 0 without such a collection."""
        ...

    def delete_collection(self, collection_id: int) -> None:
        """Text, chunks, jobs, and vectors that no other collection uses."""
        ...

    def forget_temporary(self, unused_for: float) -> None:
        """Delete temporary collections not opened for `unused_for` seconds."""
        ...

    def content_hash(self, collection_id: int, uri: str) -> str:
        """Of the stored document; empty when there is none."""
        ...

    def same_bytes(self, collection_id: int, file_hash: str, uri: str) -> str:
        """The URI of a document made from a file with these bytes: `uri` itself if it can be; empty when none was.

        Those of watched folders do not count: they go with their files.
        """
        ...

    def note_copy(self, collection_id: int, uri: str, file_hash: str) -> None:
        """A file has the bytes of a document that is there under another URI."""
        ...

    def hand_over(self, collection_id: int, uri: str) -> None:
        """Before a file with other bytes takes this URI: its document goes to a file noted with the same bytes."""
        ...

    def missing_vectors(self, model: EmbeddingModel, texts: Sequence[str]) -> set[str]:
        """Those of `texts` that were never embedded by this model."""
        ...

    def put_document(self, collection: Collection, document: Document, chunks: Sequence[EmbeddedChunk]) -> int | None:
        """Store a document with its chunks and vectors in place of the one with the same URI; its id.

        None, and nothing is stored, when meanwhile another edition of the collection has come in place of this one, or
        a vector has gone that a chunk without one was to share.
        """
        ...

    def document(self, document_id: int) -> Document: ...

    def documents(self, collection_id: int) -> list[tuple[int, str, str]]:
        """(id, uri, title) of each, in order of URI."""
        ...

    def chunks(self, chunk_ids: Sequence[int]) -> list[StoredChunk]:
        """In the order asked for; ids that are gone are left out."""
        ...

    def document_chunks(self, document_id: int) -> list[StoredChunk]:
        """All chunks of a document, in reading order."""
        ...

    def setting(self, name: str) -> str: ...

    def set_setting(self, name: str, value: str) -> None: ...


class SearchIndex(Protocol):
    """Dense and keyword search over one collection. Blocking; derived from the store, never the truth."""

    def candidates(
        self,
        collection_id: int,
        question: str,
        vector: Vector | None,
        limit: int = 50,
        only: SearchFilter = EVERYTHING,
        mode: SearchMode = SearchMode.HYBRID,
    ) -> Candidates:
        """The best `limit` of each search that `mode` asks for; without a vector, of that by words alone.

        Of words in quotes, chunks must have them just so, if any chunk does.
        """
        ...

    def prepare(self, edition: int) -> None:
        """Make what it takes to search an edition that does not answer yet: the first question should not wait."""
        ...

    def forget(self) -> None:
        """Remove what is kept of editions that are no longer in the store."""
        ...


class JobLog(Protocol):
    """Jobs and how each of their items ended. Blocking, safe from several threads."""

    def create(self, kind: JobKind, collection_id: int, title: str, request: str) -> Job: ...

    def job(self, job_id: int) -> Job: ...

    def jobs(self) -> list[Job]:
        """Newest first."""
        ...

    def unfinished(self) -> list[Job]:
        """Queued, running or paused, oldest first."""
        ...

    def set_state(self, job_id: int, state: JobState, *, stage: str = "", error: str = "") -> Job: ...

    def set_progress(self, job_id: int, *, stage: str, total: int) -> Job: ...

    def record(self, job_id: int, *items: JobItem) -> Job:
        """Add or replace items; counts follow from them."""
        ...

    def items(self, job_id: int) -> list[JobItem]: ...
