"""nDCG@10 of plain cosine ranking on the public collections, for several ways to embed the same texts."""

from __future__ import annotations

import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

COLLECTIONS = ("cranfield", "cisi", "scifact", "xquad-en")

Embed = Callable[[list[str]], np.ndarray[Any, Any]]


def compare(data: Path, names: list[str], ways: dict[str, Embed]) -> dict[str, dict[str, float]]:
    return {name: {way: ndcg(data / "ir" / name, embed) for way, embed in ways.items()} for name in names}


def ndcg(folder: Path, embed: Embed) -> float:
    documents, queries = rows(folder, "corpus"), rows(folder, "queries")
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    with (folder / "qrels.tsv").open(encoding="utf-8") as file:
        for line in csv.reader(file, delimiter="\t"):
            query, document, grade = line[0], line[-2], line[-1]
            if grade.lstrip("-").isdigit():  # not the heading
                judged[query][document] = int(grade)
    queries = [query for query in queries if any(grade > 0 for grade in judged.get(query["_id"], {}).values())]
    ids = [document["_id"] for document in documents]
    scores = embed([query["text"] for query in queries]) @ embed(texts(folder)).T
    best = np.argsort(-scores, axis=1)[:, :10]
    values = [gain([judged[query["_id"]].get(ids[at], 0) for at in row]) / gain(ideal(judged[query["_id"]]))
              for query, row in zip(queries, best, strict=True)]  # fmt: skip
    return round(float(np.mean(values)), 4)


def texts(folder: Path) -> list[str]:
    return [f"{document.get('title', '')} {document['text']}".strip() for document in rows(folder, "corpus")]


def ideal(grades: dict[str, int]) -> list[int]:
    return sorted(grades.values(), reverse=True)[:10]


def gain(grades: list[int]) -> float:
    return float(sum(max(grade, 0) / np.log2(place + 2) for place, grade in enumerate(grades)))


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    packed = folder / f"{name}.jsonl.gz"
    text = gzip.decompress(packed.read_bytes()) if packed.exists() else (folder / f"{name}.jsonl").read_bytes()
    return [json.loads(line) for line in text.decode().splitlines() if line]
