"""Retrieval from question to documents beside known ways, on public collections: `... retrieval.py DATA`.

The product's own pipeline is measured, through its stories: documents are ingested, questions are searched and asked.
Embedding the collections takes minutes; with --cache it is done once.
"""

from __future__ import annotations

import asyncio
import json as json_module
import logging
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from host.core.retrieval import fuse  # noqa: E402
from tests.benchmarks import ranking_steps  # noqa: E402
from tests.benchmarks.indexed import Indexed, Workshop  # noqa: E402
from tests.benchmarks.judged import COLLECTIONS, Judged, Question, ndcg, read, recall, reciprocal_rank  # noqa: E402
from tests.benchmarks.latency import latency  # noqa: E402
from tests.benchmarks.rankings import Documents  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

OURS = "ambry"
MEASURES = ("nDCG@10", "recall@50", "MRR")
FITTED = ("cranfield", "cisi", "scifact")
SOME = 300
"""Questions of a collection at most, drawn evenly, where each is asked in many ways."""
TIMED = 60

Set = tuple[Judged, Indexed]


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    cache: Annotated[Path | None, typer.Option(help="Folder that keeps what was embedded.")] = None,
    collection: Annotated[list[str] | None, typer.Option(help="Collections; all when none is named.")] = None,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    logging.disable(logging.WARNING)
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory() as temporary:
        workshop = Workshop(cache or Path(temporary))
        sets: dict[str, Set] = {}
        for name in collection or COLLECTIONS:
            with console.status(f"Embedding {name}…"):
                judged = read(data / "ir" / name)
                sets[name] = judged, workshop.indexed(judged.name, judged.documents)
        with console.status("Asking…"):
            figures = measure(workshop, sets)
        workshop.database.close()
    if json:
        typer.echo(json_module.dumps(figures))
    else:
        show(wide_console(), figures)


def measure(workshop: Workshop, sets: dict[str, Set]) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "collections": {
            name: {"documents": len(judged.documents), "questions": len(judged.questions), "passages": len(found.uris)}
            for name, (judged, found) in sets.items()
        },
        "ways": {name: ways(workshop, *pair) for name, pair in sets.items()},
        "steps": {name: ranking_steps.steps(workshop, pair[1], some(pair[0].questions)) for name, pair in sets.items()},
        "refused": refused(sets),
        "latency": {name: _latency(workshop, *pair) for name, pair in sets.items()},
    }
    if all(name in sets for name in FITTED):
        figures["fitted elsewhere"] = cross_validated(workshop, {name: sets[name] for name in FITTED})
    return figures


def ways(workshop: Workshop, judged: Judged, indexed: Indexed) -> dict[str, dict[str, float]]:
    """nDCG@10, recall@50 and MRR of each way to rank documents; of ours, what the search story returns."""
    known = Documents(workshop, judged, indexed)
    values: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for question in judged.questions:
        for way, ranking in known.ways(question.text).items():
            values[way].append(_judge(ranking, ranking, question))
        values[OURS].append(_judge(*_ours(indexed, question.text), question))
    means = {way: np.mean(rows, axis=0) for way, rows in values.items()}
    return {way: dict(zip(MEASURES, map(float, mean), strict=True)) for way, mean in means.items()}


def _ours(indexed: Indexed, question: str) -> tuple[list[str], list[str]]:
    """Documents of the passages that a search returns, and of all candidates, which are more."""
    found = asyncio.run(indexed.retrieve.for_search(indexed.collection, question, 100))
    chosen = list(dict.fromkeys(passage.uri for passage in found.passages))
    return chosen, indexed.documents([item.chunk_id for item in fuse(found.candidates)])


def _judge(ranking: Sequence[str], candidates: Sequence[str], question: Question) -> tuple[float, float, float]:
    grades = question.grades
    return ndcg(ranking, grades), recall(candidates, grades), reciprocal_rank(ranking, grades)


def refused(sets: dict[str, Set]) -> dict[str, dict[str, float]]:
    """Share of each collection's questions that get no passage, put to its own documents and to those of others."""
    shares: dict[str, dict[str, float]] = {}
    for asked, (judged, _) in sets.items():
        questions = [*judged.questions, *judged.training]
        shares[asked] = {name: _refused(indexed, some(questions)) for name, (_, indexed) in sets.items()}
    return shares


def some(questions: Sequence[Question]) -> Sequence[Question]:
    return questions[:: -(-len(questions) // SOME)]


def _refused(indexed: Indexed, questions: Sequence[Question]) -> float:
    async def answers() -> list[str]:
        story = indexed.retrieve.for_answer
        found = [await story(indexed.collection, question.text, (), 100_000, whole=False) for question in questions]
        return [one.mode for one in found]

    return float(np.mean([mode == "none" for mode in asyncio.run(answers())]))


def _latency(workshop: Workshop, judged: Judged, indexed: Indexed) -> dict[str, float]:
    questions = [question.text for question in judged.questions[:TIMED]]
    return latency(indexed.library, indexed.index, workshop.embedder, indexed.collection, questions)


def cross_validated(workshop: Workshop, sets: dict[str, Set]) -> dict[str, dict[str, Any]]:
    """The constants of the fusion, fitted on two collections and tested on the third.

    Of scifact, its training questions are fitted to.
    """
    fitting = {name: (found, some(judged.training or judged.questions)) for name, (judged, found) in sets.items()}
    parts = {name: (*pair, ranking_steps.candidates(workshop, *pair)) for name, pair in fitting.items()}
    rows: dict[str, dict[str, Any]] = {}
    for name, (judged, indexed) in sets.items():
        constants = ranking_steps.fitted([part for other, part in parts.items() if other != name])
        found = ranking_steps.candidates(workshop, indexed, judged.questions)
        tested, shipped = (
            ranking_steps.quality(indexed, judged.questions, found, one) for one in (constants, ranking_steps.shipped())
        )
        rows[name] = {"constants": constants, "nDCG@10": tested, "with those of the product": shipped}
    return rows


def show(console: Console, figures: dict[str, Any]) -> None:
    names = list(figures["collections"])
    for measure_name in MEASURES:
        rows = {way: [figures["ways"][name][way][measure_name] for name in names] for way in figures["ways"][names[0]]}
        console.print(_table(measure_name, names, rows))
    steps = {step: [figures["steps"][name][step] for name in names] for step in figures["steps"][names[0]]}
    console.print(_table("nDCG@10, step by step", names, steps))
    shares = {f"questions of {name}": list(row.values()) for name, row in figures["refused"].items()}
    console.print(_table("share refused, put to", names, shares, mean=False))
    times = {part: [figures["latency"][name][part] for name in names] for part in figures["latency"][names[0]]}
    console.print(_table("latency, medians in ms", names, times, mean=False))
    for name, row in figures.get("fitted elsewhere", {}).items():
        values = ", ".join(f"{key.strip('_').lower()} {value}" for key, value in row["constants"].items())
        ours = row["with those of the product"]
        console.print(f"{name}: {row['nDCG@10']:.4f} with constants fitted on the others ({values}); ours {ours:.4f}")


def _table(title: str, names: list[str], rows: dict[str, list[float]], mean: bool = True) -> Table:
    three = [names.index(name) for name in FITTED if name in names]
    shown = Table(title, *names, *(["mean of three"] if mean else []))
    for label, values in rows.items():
        average = [f"{np.mean([values[at] for at in three]):.4f}"] if mean and three else []
        shown.add_row(label, *(f"{value:.4f}" if mean else f"{value:.3f}" for value in values), *average)
    return shown


if __name__ == "__main__":
    typer.run(main)
