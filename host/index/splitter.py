"""The embedding model's tokenizer as a measure of length, and chonkie's recursive chunker that uses it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from host.core.tokens import Tokens
from host.errors import ErrorCode, ModelError

# Built here: chonkie's named recipes are fetched from the network.
_LEVELS: tuple[list[str], ...] = (
    ["\n\n", "\r\n\r\n"],
    ["\n", "\r"],
    [". ", "! ", "? ", "。", "！", "？", "؟ ", "। "],  # noqa: RUF001
    ["; ", ": ", ", ", "；", "：", "，", "、", "، "],  # noqa: RUF001
)

_LONG_TOKEN = 20
"""Characters. Vocabularies have few longer entries, but WordPiece makes one unknown token of any word over 100."""

_CHARACTERS_PER_TOKEN = 4
"""What such a word counts as: the mean of English, so that a chunk of it is no longer than any other."""

_LONG_RUN = re.compile(rf"\S{{{_LONG_TOKEN + 1}}}")
"""Only in such can a long token be: elsewhere the tokenizer need not say where its tokens are."""

_SURROGATE = re.compile("[\ud800-\udfff]")


class TokenSplitter:
    """Implements the port `Splitter`. Offsets are those of the text; nothing is normalised."""

    def __init__(self, tokenizer: Any) -> None:
        """`tokenizer` is a `tokenizers.Tokenizer`; it must belong to this splitter alone."""
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.tokenizer = tokenizer

    @classmethod
    def from_file(cls, path: Path) -> TokenSplitter:
        """Raises ModelError when the file is missing or not whole."""
        from tokenizers import Tokenizer

        try:
            return cls(Tokenizer.from_file(str(path)))
        except Exception as exc:  # the library raises bare Exception for every fault of the file
            raise ModelError(
                ErrorCode.MODEL_MISSING,
                f"The tokenizer of the embedding model cannot be read: {path}.",
                "Copy the model's folder again, whole, or choose another model.",
            ) from exc

    @property
    def special_tokens(self) -> int:
        return int(self.tokenizer.num_special_tokens_to_add(is_pair=False))

    def count(self, text: str) -> int:
        if _LONG_RUN.search(text):
            return len(self.tokens(text).starts)
        (encoding,) = self.tokenizer.encode_batch_fast([without_surrogates(text)], add_special_tokens=False)
        return len(encoding)

    def spans(self, text: str, size: int) -> list[tuple[int, int]]:
        from chonkie import RecursiveChunker, RecursiveLevel, RecursiveRules

        if text and self.count(text) <= size:
            return [(0, len(text))]  # to make a chunker takes longer than to cut a short text
        text = without_surrogates(text)
        levels = [RecursiveLevel(delimiters=delimiters) for delimiters in _LEVELS]
        # No last level of single tokens: it decodes them, and decoded text is not the source.
        rules = RecursiveRules([*levels, RecursiveLevel(whitespace=True)])
        chunker = RecursiveChunker(self.tokenizer, size, rules, min_characters_per_chunk=1)
        # chonkie's own ends are trusted only as far as they are contiguous and small enough.
        ends = [0, *(chunk.end_index for chunk in chunker(text)), len(text)]
        pieces = [(start, end) for start, end in pairwise(ends) if end > start]
        return [span for start, end in pieces for span in self._bounded(text, start, end, size)]

    def _bounded(self, text: str, start: int, end: int, size: int) -> list[tuple[int, int]]:
        """The span itself when it is small enough, else cut at tokens, and again where a cut made more of them."""
        tokens = self.tokens(text[start:end]).starts
        if len(tokens) <= size or end - start == 1:
            return [(start, end)]
        cuts = [start, *(start + int(offset) for offset in tokens[size::size]), end]
        if not start < cuts[1] < end:  # several tokens in one character
            cuts = [start, start + (end - start) // 2, end]
        return [
            span for first, last in pairwise(cuts) if last > first for span in self._bounded(text, first, last, size)
        ]

    def tokens(self, text: str) -> Tokens:
        """A word that the tokenizer gives up on counts by its length."""
        encoding = self.tokenizer.encode(without_surrogates(text), add_special_tokens=False)
        offsets = np.array(encoding.offsets, np.int64).reshape(-1, 2)
        ids = np.array(encoding.ids, np.int64)
        starts, ends = offsets.T
        if not len(starts) or (ends - starts).max() <= _LONG_TOKEN:
            return Tokens(starts, ids)
        step = np.where(ends - starts > _LONG_TOKEN, _CHARACTERS_PER_TOKEN, np.maximum(ends - starts, 1))
        parts = [np.arange(s, max(e, s + 1), d) for s, e, d in zip(starts, ends, step, strict=True)]
        return Tokens(np.concatenate(parts), np.repeat(ids, [len(part) for part in parts]))


def without_surrogates(text: str) -> str:
    """Lone surrogates cannot be encoded; each gives way to one character, so that offsets stay."""
    return _SURROGATE.sub("\ufffd", text)
