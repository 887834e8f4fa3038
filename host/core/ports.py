"""What the core and the stories need from outside, as small Protocols.

Blocking ports are called in a thread by the service; asynchronous ones do their own waiting.
Each ships a fake that is ordinary code in `tests/fakes.py`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from host.core.ocr import Ocr
from host.core.tokens import Tokens
from host.core.transcript import Transcript
from host.core.types import (
    Candidates,
    ChunkSettings,
    Collection,
    CollectionKind,
    Document,
    EmbeddedChunk,
    EmbeddingModel,
    EmbeddingRuntime,
    Job,
    JobItem,
    JobKind,
    JobState,
    KnownModel,
    Matrix,
    Piece,
    Prompt,
    ProviderStatus,
    Response,
    SearchFilter,
    SearchMode,
    StoredChunk,
    Vector,
)

EVERYTHING = SearchFilter()


class Splitter(Protocol):
    """The embedding model's own view of length, and a recursive splitter that uses it."""

    @property
    def special_tokens(self) -> int:
        """Tokens that the model adds around each text."""
        ...

    def count(self, text: str) -> int:
        """Tokens of `text`, special tokens not included."""
        ...

    def spans(self, text: str, size: int) -> list[tuple[int, int]]:
        """Cut `text` into contiguous (start, end) spans of at most `size` tokens that cover all of it."""
        ...

    def tokens(self, text: str) -> Tokens:
        """As many as `count` says."""
        ...


class Embedder(Protocol):
    """Texts to normalised vectors. Blocking."""

    @property
    def model(self) -> EmbeddingModel: ...

    @property
    def splitter(self) -> Splitter: ...

    @property
    def runtime(self) -> EmbeddingRuntime:
        """Raises ModelError."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """Raises ModelError when the model is missing or gives NaN."""
        ...

    def embed_question(self, text: str) -> Vector: ...


class Embedders(Protocol):
    """The embedding model in use, and those that collections were indexed with. Blocking."""

    @property
    def current(self) -> Embedder:
        """Raises ModelError when there is none that is whole."""
        ...

    def of(self, collection: Collection) -> Embedder | None:
        """The one that made the collection's vectors; None when that model is not on this machine any more."""
        ...

    def use(self, model: str) -> Embedder:
        """Take another from now on: a folder, or the name of a known one. Raises ModelError; then nothing changes."""
        ...

    def known(self) -> list[KnownModel]: ...


class Reranker(Protocol):
    """Reads the question together with each of the best passages; off until a model is chosen. Blocking."""

    @property
    def name(self) -> str:
        """Of its model; empty when it is off."""
        ...

    def use(self, model: str) -> None:
        """Take the model in this folder, or none when empty. Raises ModelError; then nothing changes."""
        ...

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """The better a text answers the question, the higher. Raises ModelError."""
        ...


class Fetcher(Protocol):
    async def get(
        self, url: str, *, trusted_host: str = "", max_bytes: int = 0, etag: str = "", last_modified: str = ""
    ) -> Response:
        """Fetch one URL, redirects followed.

        With the `etag` or `last_modified` of an earlier answer, one with status 304 says that it still holds.
        A private address is refused unless its host (`host[:port]`) is `trusted_host`: the one that the person named.
        `max_bytes` 0 means the fetcher's own limit. Raises FetchError; an HTTP error status is returned, not raised.
        """
        ...


class Converter(Protocol):
    """Bytes of any supported type to a Document. Blocking."""

    def convert(
        self,
        data: bytes,
        *,
        uri: str,
        name: str = "",
        media_type: str = "",
        password: str = "",
        ocr: Ocr | None = None,
    ) -> Document:
        """Detect the type by content, then media type, then name. Raises ConversionError.

        `password` opens the file if it is locked; it is used and forgotten. `ocr`: leave to recognise text.
        """
        ...


class TextRecognition(Protocol):
    """What reads the text in pictures. Blocking."""

    def languages(self) -> tuple[str, ...]:
        """Those that it knows on this machine; empty when it is not there."""
        ...


class TranscriptSource(Protocol):
    """A video's transcript. Blocking."""

    def transcript(self, video_id: str, languages: Sequence[str], translate_to: str = "") -> Transcript:
        """Captions in the first of `languages` that there are, else in any other; never empty.

        With `translate_to`, captions in that language or else a translation into it. Raises TranscriptError with a
        reason that a person understands.
        """
        ...


class Provider(Protocol):
    """Writes the answer. One file each in `host/answer/`."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def cloud(self) -> bool:
        """Whether the passages leave the machine."""
        ...

    @property
    def budget(self) -> int:
        """Characters of passages that a prompt to it may hold."""
        ...

    async def status(self) -> ProviderStatus: ...

    def answer(self, prompt: Prompt, model: str) -> AsyncGenerator[Piece, None]:
        """Stream the answer; closing the iterator stops the work. Raises ProviderError.

        `model` empty means the provider's own choice.
        """
        ...


class UploadStore(Protocol):
    """Files on their way in. Blocking. Raises ProtocolError, NotFoundError, StoreError."""

    def begin(self, name: str, size: int, sha256: str) -> str: ...

    def append(self, upload: str, sequence: int, data: bytes) -> None: ...

    def read(self, upload: str) -> tuple[str, bytes]:
        """The name and bytes of a finished upload, checked by size and SHA-256."""
        ...

    def discard(self, upload: str) -> None: ...

    def expire(self, keep: frozenset[str] = frozenset()) -> None:
        """Remove abandoned uploads, but none of `keep`."""
        ...


class KeyStore(Protocol):
    """API keys, in the operating system's keyring or a file that only this user can read. Blocking."""

    def key(self, provider: str) -> str:
        """Empty when there is none."""
        ...

    def set_key(self, provider: str, key: str) -> None: ...


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

        None, and nothing is stored, when another edition of the collection has come in place of this one meanwhile.
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
