"""Documents to chunks with vectors: those of many documents embedded together, no text twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host.core.chunking import chunk_document, embedded_text
from host.core.chunks import ChunkSettings, EmbeddedChunk
from host.core.documents import Document
from host.core.model_ports import Embedder
from host.core.store_ports import Library


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document on its way into the store."""

    document: Document
    chunks: tuple[EmbeddedChunk, ...]
    cut: bool
    """Whether its end was left out: it has more chunks than the settings take of one document."""


def embed_documents(
    library: Library, embedder: Embedder, documents: Sequence[Document], settings: ChunkSettings
) -> list[Embedded]:
    """Blocking. Raises ModelError."""
    model = embedder.model
    chunked = [chunk_document(document, embedder.splitter, settings, model.max_tokens) for document in documents]
    texts = [[embedded_text(cut.title, chunk) for chunk in cut.chunks] for cut in chunked]
    missing = sorted(library.missing_vectors(model, [text for some in texts for text in some]))
    vectors = dict(zip(missing, embedder.embed_passages(missing), strict=True)) if missing else {}
    found = []
    for document, cut, some in zip(documents, chunked, texts, strict=True):
        chunks = (EmbeddedChunk(chunk, text, vectors.get(text)) for chunk, text in zip(cut.chunks, some, strict=True))
        found.append(Embedded(document, tuple(chunks), cut.cut))
    return found
