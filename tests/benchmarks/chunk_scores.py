"""Chroma's measure of chunking: how much of what answers a question its best chunks hold, and how much else.

Over ranges of characters, as https://research.trychroma.com/evaluating-chunking describes it; the chunks of all
corpora are searched as one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Range = tuple[int, int]
Matrix = NDArray[np.float32]

RETRIEVED = 5


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    corpus: str
    excerpts: tuple[Range, ...]
    """Without overlap, in order."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A chunk's range in its corpus, and the text that stands for it when it is searched for."""

    corpus: str
    start: int
    end: int
    searched: str


def read_corpora(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_bytes().decode() for path in sorted((folder / "corpora").glob("*.md"))}


def read_questions(folder: Path) -> list[Question]:
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [_question(json.loads(line)) for line in lines]


def _question(row: dict[str, object]) -> Question:
    references: Iterable[dict[str, int]] = row["references"]  # type: ignore[assignment]
    excerpts = union((reference["start_index"], reference["end_index"]) for reference in references)
    return Question(str(row["text"]), str(row["corpus_id"]), tuple(excerpts))


def scores(
    questions: Sequence[Question],
    chunks: Sequence[Placed],
    asked: Matrix,
    vectors: Matrix,
) -> dict[str, float]:
    """Means over the questions; `asked` and `vectors` are normalised rows of the questions and the chunks."""
    best = np.argsort(-(asked @ vectors.T), axis=1, kind="stable")[:, :RETRIEVED]
    rows = [
        _score(question, [chunks[at] for at in found], chunks) for question, found in zip(questions, best, strict=True)
    ]
    recall, precision, iou, omega, size = np.mean(rows, axis=0).tolist()
    return {"recall": recall, "precision": precision, "IoU": iou, "precision omega": omega, "retrieved": size}


def _score(question: Question, found: Sequence[Placed], chunks: Sequence[Placed]) -> tuple[float, ...]:
    wanted = length(question.excerpts)
    retrieved = sum(chunk.end - chunk.start for chunk in found)
    held = length(_held(question, found))
    first, last = question.excerpts[0][0], question.excerpts[-1][1]
    near = (chunk for chunk in chunks if chunk.corpus == question.corpus and chunk.start < last and chunk.end > first)
    touching = [chunk for chunk in near if _held(question, [chunk])]
    possible = length(_held(question, touching)) / max(sum(chunk.end - chunk.start for chunk in touching), 1)
    return held / wanted, held / retrieved, held / (retrieved + wanted - held), possible, retrieved / len(found)


def _held(question: Question, chunks: Iterable[Placed]) -> list[Range]:
    """What the chunks hold of the excerpts, each part once."""
    pieces = (
        (max(chunk.start, start), min(chunk.end, end))
        for chunk in chunks
        if chunk.corpus == question.corpus
        for start, end in question.excerpts
    )
    return union((start, end) for start, end in pieces if start < end)


def union(ranges: Iterable[Range]) -> list[Range]:
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged


def length(ranges: Iterable[Range]) -> int:
    return sum(end - start for start, end in ranges)
