"""The answer in the sources' own words, where it is known what answers the question: `... answers.py DATA`.

From question to quotes through the product's stories. Beside it, from the same passages and as much text: the sentences
nearest in meaning, and those with most of the question's words. Embedding takes minutes; with --cache it is done once.
"""

from __future__ import annotations

import asyncio
import itertools
import json as json_module
import logging
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from host.answer.extractive import Extractive  # noqa: E402
from host.core.answers import Passage, Prompt  # noqa: E402
from host.core.markdown import plain  # noqa: E402
from host.core.overlap import WordWeights, words  # noqa: E402
from host.core.quotes import Candidate, candidates  # noqa: E402
from tests.benchmarks.indexed import Indexed, Workshop  # noqa: E402
from tests.benchmarks.marked import Marked, Question, letters, read  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

MEASURES = ("held", "by the first", "of the quotes", "characters")
"""The share of the marked text that all quotes hold, and the first of them; the share of quotes that hold any; and how
much there is to read."""

Quote = tuple[str, str]
"""A document's URI and the text that is shown of it."""


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    cache: Annotated[Path | None, typer.Option(help="Folder that keeps what was embedded.")] = None,
    every: Annotated[int, typer.Option(help="Ask each how-manieth question.")] = 1,
) -> None:
    """Print the table, or one JSON object with the same figures."""
    logging.disable(logging.WARNING)
    figures = {}
    with tempfile.TemporaryDirectory() as temporary:
        workshop = Workshop(cache or Path(temporary))
        for marked in read(data):
            with Console(stderr=True).status(f"Asking {marked.name}…"):
                indexed = workshop.indexed(marked.name, marked.documents, marked.settings)
                figures[marked.name] = asyncio.run(measure(workshop, indexed, marked, every))
        workshop.database.close()
    if json:
        typer.echo(json_module.dumps(figures))
    else:
        show(wide_console(), figures)


async def measure(workshop: Workshop, indexed: Indexed, marked: Marked, every: int) -> dict[str, dict[str, float]]:
    values: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    ours = Extractive(workshop.embedders)  # type: ignore[arg-type]
    for question in marked.questions[::every]:
        story = indexed.retrieve.for_answer
        found = await story(indexed.collection, question.text, (), Extractive.budget, whole=False)
        blocks = "".join([piece.text async for piece in ours.answer(Prompt(question.text, found.passages), "")])
        quotes = _quotes(blocks, found.passages)
        values["ambry"].append(score(question, quotes))
        for name, others in _simple(workshop, question, found.passages, sum(len(text) for _, text in quotes)).items():
            values[name].append(score(question, others))
    means = {name: np.mean(rows, axis=0).tolist() for name, rows in values.items()}
    return {name: dict(zip(MEASURES, row, strict=True)) for name, row in means.items()}


def score(question: Question, quotes: Sequence[Quote]) -> tuple[float, ...]:
    shown = [(uri, letters(text)) for uri, text in quotes]
    each = [question.held(uri, text) for uri, text in shown]
    together = question.held(question.uri, "|".join(text for uri, text in shown if uri == question.uri))
    useful = sum(share > 0 for share in each) / len(each) if each else 0.0
    return together, each[0] if each else 0.0, useful, float(sum(len(text) for _, text in quotes))


def _quotes(blocks: str, passages: Sequence[Passage]) -> list[Quote]:
    """The blockquotes of an answer."""
    uris = {f"[{passage.n}]": passage.uri for passage in passages}
    quotes = []
    for block in blocks.split("\n\n"):
        if block.startswith(">"):
            text, _, mark = block.rpartition(" ")
            quotes.append((uris[mark], plain(text.replace("\n> ", "\n").removeprefix("> "))))
    return quotes


def _simple(workshop: Workshop, question: Question, passages: Sequence[Passage], length: int) -> dict[str, list[Quote]]:
    """The best units by one score each, until `length` characters are reached."""
    found = candidates(passages)
    if not found:
        return {"nearest in meaning": [], "most words": []}
    vectors = workshop.remembering.embed_passages([one.unit.text for one in found])
    own = [words(one.unit.text) for one in found]
    weights, wanted = WordWeights(own), words(question.text)
    scores = {
        "nearest in meaning": vectors @ workshop.question(question.text),
        "most words": np.array([weights.coverage(wanted, mine) for mine in own]),
    }
    uris = {passage.n: passage.uri for passage in passages}

    def best(values: np.ndarray) -> list[Candidate]:
        ordered = [found[at] for at in np.argsort(-values, kind="stable")]
        before = itertools.accumulate((len(one.unit.text) for one in ordered), initial=0)
        return [one for one, shown in zip(ordered, before, strict=False) if shown < length]

    return {name: [(uris[one.n], one.unit.text) for one in best(values)] for name, values in scores.items()}


def show(console: Console, figures: dict[str, dict[str, dict[str, float]]]) -> None:
    for name, ways in figures.items():
        table = Table(name, *MEASURES)
        for way, row in ways.items():
            table.add_row(way, *(f"{row[one]:.0f}" if one == "characters" else f"{row[one]:.3f}" for one in MEASURES))
        console.print(table)


if __name__ == "__main__":
    typer.run(main)
