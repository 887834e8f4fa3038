"""Ambry's chunker and its peers, each from a text and a size to placed pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.core.chunking import chunk_document, embedded_text
from host.core.chunks import ChunkSettings
from host.core.documents import Document
from host.index.splitter import TokenSplitter

_ALL = 1_000_000
"""No cap: every character counts."""

OVERLAP_SHARE = 5
"""Peers that can overlap do so by a fifth, as LlamaIndex's 200 of 1,024 and the manuals of langchain have it."""


@dataclass(frozen=True, slots=True)
class Piece:
    start: int
    end: int
    text: str
    searched: str
    """The text that is embedded."""


Chunk = Callable[[str, int], list[Piece]]
"""From a text and a size in tokens."""


def ours(splitter: TokenSplitter, text: str, size: int, *, overlap: int) -> list[Piece]:
    chunked = chunk_document(Document("", "", text), splitter, ChunkSettings(size, overlap, _ALL), size)
    return [Piece(chunk.start, chunk.end, chunk.text, embedded_text(chunked.title, chunk)) for chunk in chunked.chunks]


def without_context(piece: Piece) -> Piece:
    """Embedded as it stands in its text."""
    return replace(piece, searched=piece.text)


def peers(tokenizer: Any, embed: Callable[[Sequence[str]], NDArray[np.float32]]) -> dict[str, Chunk]:
    """Those that are installed, with the overlap that is usual for them and with none."""
    found: dict[str, Chunk] = {
        "chonkie recursive": partial(_chonkie_recursive, tokenizer),
        "chonkie semantic": partial(_chonkie_semantic, tokenizer, embed),
    }
    others = {
        "langchain recursive": ("langchain_text_splitters", _langchain),
        "semantic-text-splitter": ("semantic_text_splitter", partial(_text_splitter, "TextSplitter")),
        "the same, Markdown": ("semantic_text_splitter", partial(_text_splitter, "MarkdownSplitter")),
        "LlamaIndex sentences": ("llama_index", _llama_index),
    }
    for name, (package, chunk) in others.items():
        if find_spec(package):
            found[name] = partial(chunk, tokenizer, overlaps=False)
            found[f"{name}, overlap"] = partial(chunk, tokenizer, overlaps=True)
    return found


def _chonkie_recursive(tokenizer: Any, text: str, size: int) -> list[Piece]:
    from chonkie import RecursiveChunker

    return _of_chonkie(RecursiveChunker(tokenizer, size)(text))


def _chonkie_semantic(
    tokenizer: Any, embed: Callable[[Sequence[str]], NDArray[np.float32]], text: str, size: int
) -> list[Piece]:
    from chonkie import SemanticChunker
    from chonkie.embeddings import BaseEmbeddings

    class Embeddings(BaseEmbeddings):
        dimension = 384

        def embed(self, text: str) -> Any:
            return embed([text])[0]

        def embed_batch(self, texts: list[str]) -> Any:
            return list(embed(texts)) if texts else []

        def get_tokenizer(self) -> Any:
            return tokenizer

    return _of_chonkie(SemanticChunker(Embeddings(), chunk_size=size)(text))


def _of_chonkie(chunks: Sequence[Any]) -> list[Piece]:
    return [Piece(chunk.start_index, chunk.end_index, chunk.text, chunk.text) for chunk in chunks]


def _langchain(tokenizer: Any, text: str, size: int, *, overlaps: bool) -> list[Piece]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size,
        chunk_overlap=size // OVERLAP_SHARE if overlaps else 0,
        length_function=lambda part: len(tokenizer.encode(part, add_special_tokens=False).ids),
    )
    return list(_located(text, splitter.split_text(text)))


def _text_splitter(name: str, tokenizer: Any, text: str, size: int, *, overlaps: bool) -> list[Piece]:
    import semantic_text_splitter

    overlap = size // OVERLAP_SHARE if overlaps else 0
    splitter = getattr(semantic_text_splitter, name).from_huggingface_tokenizer(tokenizer, size, overlap)
    return [Piece(start, start + len(part), part, part) for start, part in splitter.chunk_indices(text)]


def _llama_index(tokenizer: Any, text: str, size: int, *, overlaps: bool) -> list[Piece]:
    from llama_index.core.node_parser import SentenceSplitter

    splitter = SentenceSplitter(
        chunk_size=size,
        chunk_overlap=size // OVERLAP_SHARE if overlaps else 0,
        tokenizer=lambda part: tokenizer.encode(part, add_special_tokens=False).ids,
    )
    return list(_located(text, splitter.split_text(text)))


def _located(text: str, parts: Sequence[str]) -> Iterator[Piece]:
    """Where parts that come without offsets stand; one that the text does not have stands where the last one ended."""
    start = -1
    end = 0
    for part in parts:
        found = text.find(part, start + 1)
        start = found if found >= 0 else end
        end = start + len(part)
        yield Piece(start, end, part, part)
