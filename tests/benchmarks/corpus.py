"""Real texts and vectors to measure search with, and as many as wanted made from them."""

from __future__ import annotations

import gzip
import json
import re
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

_CORPORA = ("cranfield", "cisi", "scifact", "xquad-en")
_PIECE = 200
_REAL = 3_000


def texts(data: Path) -> list[str]:
    return [
        f"{row.get('title', '')}. {row['text']}" for name in _CORPORA for row in _rows(data / "ir" / name, "corpus")
    ]


def questions(data: Path) -> list[str]:
    """Of all collections, in a fixed order that mixes them."""
    found = [row["text"] for name in _CORPORA for row in _rows(data / "ir" / name, "queries")]
    return [found[at] for at in np.random.default_rng(0).permutation(len(found))]


def short_questions(data: Path, count: int) -> list[str]:
    """Of 3 to 8 words, as people type them."""
    cut = (" ".join(re.findall(r"[\w-]+", text)[: 3 + at % 6]) for at, text in enumerate(questions(data)))
    return [question for question in cut if question.count(" ") >= 2][:count]


def sentences(data: Path) -> list[str]:
    return [part for text in texts(data) for part in re.split(r"(?<=[.?!])\s+", text) if part]


def chunks(parts: list[str], count: int, words: int = 200) -> Iterator[list[int]]:
    """Numbers of sentences that make a text of about as many words, at random."""
    generator = np.random.default_rng(1)
    lengths = np.array([part.count(" ") + 1 for part in parts])
    for _ in range(count):
        drawn = generator.integers(len(parts), size=40)
        yield drawn[: max(int(np.searchsorted(np.cumsum(lengths[drawn]), words)), 1)].tolist()


def real_vectors(data: Path, model: Path) -> tuple[Matrix, Matrix]:
    """Of pieces of the texts and of the questions; kept in the temporary folder for the next run."""
    pieces = [text[at : at + _PIECE] for text in texts(data) for at in range(0, len(text), _PIECE)]
    pieces = [pieces[at] for at in np.random.default_rng(0).permutation(len(pieces))[:_REAL]]
    asked = questions(data)[:100]
    key = sha256("\n".join([str(model), *pieces, *asked]).encode()).hexdigest()[:16]
    kept = Path(tempfile.gettempdir()) / f"ambry-vectors-{key}.npy"
    if not kept.exists():
        from sentence_transformers import SentenceTransformer

        encoded = SentenceTransformer(str(model)).encode(pieces + asked, batch_size=16, normalize_embeddings=True)
        np.save(kept, encoded.astype(np.float32))
    vectors = np.load(kept)
    return vectors[: -len(asked)], vectors[-len(asked) :]


def more_vectors(real: Matrix, count: int) -> Matrix:
    """The real ones first, then points between two of them, a little moved: as dense as a larger collection is."""
    generator = np.random.default_rng(2)
    made = np.empty((count, real.shape[1]), np.float32)
    made[: len(real)] = real[:count]
    for first in range(len(real), count, 50_000):
        size = min(50_000, count - first)
        share = generator.uniform(0.5, 0.9, (size, 1)).astype(np.float32)
        pair = generator.integers(len(real), size=(2, size))
        noise = generator.normal(0, 0.01, (size, real.shape[1])).astype(np.float32)
        block = share * real[pair[0]] + (1 - share) * real[pair[1]] + noise
        made[first : first + size] = block / np.linalg.norm(block, axis=1, keepdims=True)
    return made


def _rows(folder: Path, name: str) -> Iterator[dict[str, str]]:
    packed = folder / f"{name}.jsonl.gz"
    text = gzip.decompress(packed.read_bytes()) if packed.exists() else (folder / f"{name}.jsonl").read_bytes()
    return (json.loads(line) for line in text.decode("utf-8").splitlines())
