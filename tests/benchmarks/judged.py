"""Public collections with judged questions (BEIR's layout), and how well a ranking of their documents serves."""

from __future__ import annotations

import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

COLLECTIONS = ("cranfield", "cisi", "scifact", "xquad-en")


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    text: str
    grades: Mapping[str, int] = field(default_factory=dict)
    """Of the documents that were judged; above 0 is relevant."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A collection; documents are title and text by id."""

    name: str
    documents: Mapping[str, tuple[str, str]]
    questions: tuple[Question, ...]
    """Those with a relevant document."""
    training: tuple[Question, ...] = ()
    """Others, to fit to."""


def read(folder: Path) -> Judged:
    documents = {row["_id"]: (row.get("title", ""), row["text"]) for row in _rows(folder, "corpus")}
    training = _questions(folder, "queries.train", "qrels.train") if (folder / "qrels.train.tsv").exists() else ()
    return Judged(folder.name, documents, _questions(folder, "queries", "qrels"), training)


def ndcg(ranking: Sequence[str], grades: Mapping[str, int], depth: int = 10) -> float:
    """With the grade itself as gain, as trec_eval and BEIR have it."""
    ideal = sorted(grades.values(), reverse=True)
    return _gain([grades.get(document, 0) for document in ranking[:depth]]) / _gain(ideal[:depth])


def recall(ranking: Sequence[str], grades: Mapping[str, int], depth: int = 50) -> float:
    relevant = {document for document, grade in grades.items() if grade > 0}
    return len(relevant & set(ranking[:depth])) / len(relevant)


def reciprocal_rank(ranking: Sequence[str], grades: Mapping[str, int]) -> float:
    return next((1 / place for place, document in enumerate(ranking, 1) if grades.get(document, 0) > 0), 0.0)


def _gain(grades: Sequence[int]) -> float:
    return float(sum(max(grade, 0) / np.log2(place + 2) for place, grade in enumerate(grades)))


def _questions(folder: Path, queries: str, judgements: str) -> tuple[Question, ...]:
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    with (folder / f"{judgements}.tsv").open(encoding="utf-8") as file:
        for query, document, grade in csv.reader(file, delimiter="\t"):
            if grade.lstrip("-").isdigit():  # not the heading
                judged[query][document] = int(grade)
    found = (Question(row["_id"], row["text"], judged[row["_id"]]) for row in _rows(folder, queries))
    return tuple(question for question in found if any(grade > 0 for grade in question.grades.values()))


def _rows(folder: Path, name: str) -> list[dict[str, str]]:
    packed = folder / f"{name}.jsonl.gz"
    text = gzip.decompress(packed.read_bytes()) if packed.exists() else (folder / f"{name}.jsonl").read_bytes()
    return [json.loads(line) for line in text.decode("utf-8").splitlines() if line]
