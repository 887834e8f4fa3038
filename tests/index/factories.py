"""Documents on their way into the store, for tests."""

from host.core.chunking import chunk_document, embedded_text
from host.core.chunks import ChunkSettings, EmbeddedChunk
from host.core.collections import CollectionKind
from host.core.documents import Document
from tests.fakes import HashingEmbedder

SETTINGS = ChunkSettings(size=24, overlap=4, cap=2_000)
EMBEDDER = HashingEmbedder(dimension=64)


def make_document(uri="https://a.test/1", markdown="# Cats\n\nThe cat sleeps on the mat.", title="Animals", **fields):
    return Document(uri, title, markdown, **fields)


def embedded(document, embedder=EMBEDDER):
    chunked = chunk_document(document, embedder.splitter, SETTINGS, embedder.model.max_tokens)
    texts = [embedded_text(chunked.title, chunk) for chunk in chunked.chunks]
    vectors = embedder.embed_passages(texts) if texts else []
    return [EmbeddedChunk(*item) for item in zip(chunked.chunks, texts, vectors, strict=True)]


def open_collection(library, key="a.test", kind=CollectionKind.SITE, model=EMBEDDER.model):
    return library.open_collection(kind, key, key, model, SETTINGS)


def put(library, collection, document, embedder=EMBEDDER):
    return library.put_document(collection, document, embedded(document, embedder))
