"""nDCG@10 of plain cosine ranking on the public collections, for several ways to embed the same texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks import judged
from tests.benchmarks.judged import COLLECTIONS

__all__ = ["COLLECTIONS", "Embed", "compare", "ndcg", "texts"]

Embed = Callable[[list[str]], np.ndarray[Any, Any]]


def compare(data: Path, names: list[str], ways: dict[str, Embed]) -> dict[str, dict[str, float]]:
    return {name: {way: ndcg(data / "ir" / name, embed) for way, embed in ways.items()} for name in names}


def ndcg(folder: Path, embed: Embed) -> float:
    collection = judged.read(folder)
    ids = list(collection.documents)
    scores = embed([question.text for question in collection.questions]) @ embed(texts(folder)).T
    best = np.argsort(-scores, axis=1)[:, :10]
    values = [
        judged.ndcg([ids[at] for at in row], question.grades)
        for question, row in zip(collection.questions, best, strict=True)
    ]
    return round(float(np.mean(values)), 4)


def texts(folder: Path) -> list[str]:
    return [f"{title} {text}".strip() for title, text in judged.read(folder).documents.values()]
