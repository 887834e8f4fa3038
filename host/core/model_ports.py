"""The models that Ambry runs: for embedding and for reading the best passages again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from host.core.collections import Collection
from host.core.models import EmbeddingModel, EmbeddingRuntime, KnownModel
from host.core.tokens import Tokens
from host.core.vectors import Matrix, Vector


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
        """Take the model in this folder; empty: none. Raises ModelError or NotFoundError, and then nothing changes."""
        ...

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """The better a text answers the question, the higher. Raises ModelError."""
        ...
