"""How time and memory grow with the number of chunks: `python tests/benchmarks/growth.py DATA`.

Vectors and keywords of the same chunks in the same structures, as a collection has them. The last rows are exponents:
between two sizes, a figure that grows as the chunks do has 1, one that stays the same has 0.
"""

from __future__ import annotations

import json as json_module
import math
import sys
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from host.core.retrieval import fuse  # noqa: E402
from host.index.analyzer import Analyzer  # noqa: E402
from host.index.collection_index import CollectionIndex, Sizes  # noqa: E402
from host.index.model_folder import find_model  # noqa: E402
from tests.benchmarks import corpus, search  # noqa: E402
from tests.benchmarks.keyword_search import SLOW_QUESTIONS, measure_fts5, postings_of  # noqa: E402
from tests.benchmarks.prepared import PreparedReader, milliseconds, seconds  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

SIZES = (10_000, 50_000, 200_000, 1_000_000)
CHANGED = 10
"""Documents of ten chunks: 100 chunks."""
GROWING = (
    "build, s",
    "load, s",
    "dense, ms",
    "keyword, ms",
    "hybrid, ms",
    "memory after 100 questions, MB",
    "disk, MB",
)


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    most: Annotated[int, typer.Option(help="The largest number of chunks: 10,000,000 want 40 GB.")] = SIZES[-1],
    peers_most: Annotated[int, typer.Option(help="Up to which size FTS5 is built: it takes minutes.")] = 200_000,
) -> None:
    """Print the table, or one JSON object with the same figures."""
    console = wide_console(stderr=json)
    real, asked = corpus.real_vectors(data, find_model(Path(tempfile.gettempdir()), None))
    sizes = [size for size in (*SIZES, 10 * SIZES[-1]) if size <= most]
    rows = []
    for count in sizes:
        with console.status(f"{count:,} chunks…"):
            rows.append(measure(data, real, asked, count, with_fts5=count <= peers_most))
    figures = {"sizes": rows, "exponents": exponents(rows)}
    typer.echo(json_module.dumps(figures)) if json else console.print(table(rows, figures["exponents"]))


def measure(data: Path, real: corpus.Matrix, asked: corpus.Matrix, count: int, *, with_fts5: bool) -> dict[str, Any]:
    analyzer, parts = Analyzer("en"), corpus.sentences(data)
    words = corpus.short_questions(data, len(asked))
    drawn, vectors = list(corpus.chunks(parts, count)), corpus.more_vectors(real, count)
    reader = PreparedReader(vectors, postings_of(parts, drawn, analyzer))
    everything, reader.documents = reader.documents, reader.documents[:-CHANGED]
    figures: dict[str, Any] = {"chunks": count}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        index = CollectionIndex(reader, folder, Sizes())  # type: ignore[arg-type]
        figures["build, s"] = seconds(index.update)
        figures["disk, MB"] = round(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6)

        def terms(question: str) -> Counter[int]:
            return Counter(analyzer.numbers(question).tolist())

        def keyword(question: str) -> list[tuple[int, float]]:
            return index.keyword.search(terms(question), search.LIMIT)

        def hybrid(question: tuple[str, corpus.Matrix]) -> object:
            text, vector = question
            dense, found = index.dense(vector, search.LIMIT, None), index.scored(keyword(text))
            return fuse(index.compared(terms(text), vector, dense, found))

        figures["dense, ms"] = milliseconds(lambda vector: index.dense(vector, search.LIMIT, None), asked)
        figures["keyword, ms"] = milliseconds(keyword, words)
        figures["hybrid, ms"] = milliseconds(hybrid, list(zip(words, asked, strict=True)))
        figures |= search.peers(vectors, asked)
        if with_fts5:
            figures |= measure_fts5(parts, drawn, words[:SLOW_QUESTIONS], folder / "peer.db")
        figures |= search.loaded_apart(folder, vectors, asked)
        reader.documents = everything
        figures["asked after 100 came, ms"] = search.changed(index, asked[0])
        reader.documents = np.delete(everything, np.linspace(0, len(everything) - 1, CHANGED, dtype=int))
        figures["asked after 100 went, ms"] = search.changed(index, asked[0])
    return figures


def exponents(rows: list[dict[str, Any]]) -> list[dict[str, float]]:
    """Of each step from one size to the next."""
    return [
        {name: round(math.log(after[name] / before[name], after["chunks"] / before["chunks"]), 2) for name in GROWING}
        for before, after in pairwise(rows)
    ]


def table(rows: list[dict[str, Any]], steps: list[dict[str, float]]) -> Table:
    shown = Table("", *(f"{row['chunks']:,}" for row in rows), title="Growth with the number of chunks, medians")
    for name in dict.fromkeys(name for row in rows for name in row if name != "chunks"):
        shown.add_row(name, *(str(row.get(name, "")) for row in rows))
    shown.add_section()
    for name in GROWING:
        shown.add_row(f"exponent of {name}", "", *(str(step[name]) for step in steps))
    return shown


if __name__ == "__main__":
    typer.run(main)
