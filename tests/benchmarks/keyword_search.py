"""Keyword search beside SQLite's FTS5 in the same run: what `keyword.py` runs."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from json import dumps
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from host.core.keyword import Postings
from host.index.analyzer import Analyzer
from host.index.collection_index import CollectionIndex, Sizes
from tests.benchmarks import corpus
from tests.benchmarks.prepared import PreparedReader, milliseconds, seconds
from tests.benchmarks.wide import wide_console

ROOT = Path(__file__).resolve().parents[2]

LIMIT = 50
QUESTIONS = 100
SLOW_QUESTIONS = 15
"""That the peer is asked."""
CHANGED = 10
"""Documents of ten chunks: 100 chunks."""


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    size: Annotated[list[int] | None, typer.Option(help="Chunks; may be given several times.")] = None,
) -> None:
    """Print the table, or one JSON object with the same figures."""
    console = wide_console(stderr=json)
    parts, asked = corpus.sentences(data), corpus.short_questions(data, QUESTIONS)
    rows = []
    for count in size or [50_000, 500_000]:
        with console.status(f"{count} chunks…"):
            rows.append(measure(parts, asked, count))
    figures = {"limit": LIMIT, "questions": len(asked), "sizes": rows}
    typer.echo(dumps(figures)) if json else console.print(table(rows))


def measure(parts: list[str], asked: list[str], count: int) -> dict[str, Any]:
    analyzer = Analyzer("en")
    figures: dict[str, Any] = {"chunks": count}
    drawn = list(corpus.chunks(parts, count))
    some = [" ".join(parts[at] for at in numbers) for numbers in drawn[:1_000]]
    figures["texts to terms, chunks/s"] = round(len(some) / seconds(lambda: [analyzer.numbers(text) for text in some]))
    reader = PreparedReader(np.zeros((count, 8), np.float32), postings_of(parts, drawn, analyzer))
    everything, reader.documents = reader.documents, reader.documents[:-CHANGED]
    with tempfile.TemporaryDirectory() as name:
        index = CollectionIndex(reader, Path(name), Sizes(coded=sys.maxsize))  # type: ignore[arg-type]
        figures["build, s"] = seconds(index.update)
        reader.documents = everything
        figures["add 100, ms"] = round(seconds(index.update) * 1000, 2)
        figures["on disk, MB"] = round(sum(path.stat().st_size for path in Path(name).rglob("*.npy")) / 1e6)
        tenth = index.rows_of_documents(everything[::10])

        def ask(question: str, allowed: Any = None) -> list[tuple[int, float]]:
            return index.keyword.search(Counter(analyzer.numbers(question).tolist()), LIMIT, allowed)

        figures["ours, ms"] = milliseconds(ask, asked)
        figures["ours in a tenth, ms"] = milliseconds(partial(ask, allowed=tenth), asked)
        figures["load, s"] = seconds(lambda: CollectionIndex(reader, Path(name), Sizes(coded=sys.maxsize)).update())  # type: ignore[arg-type]
        reader.documents = np.delete(everything, np.linspace(0, len(everything) - 1, CHANGED, dtype=int))
        figures["remove 100, ms"] = round(seconds(index.update) * 1000, 2)
        figures |= measure_fts5(parts, drawn, asked[:SLOW_QUESTIONS], Path(name) / "peer.db")
        figures["times FTS5"] = round(figures["FTS5, ms"] / milliseconds(ask, asked[:SLOW_QUESTIONS]), 1)
    return figures


def postings_of(parts: list[str], drawn: list[list[int]], analyzer: Analyzer) -> Callable[[int, int], Postings]:
    """Of some of the texts. A text's terms are those of its sentences: each sentence is analysed once."""
    known = [analyzer.numbers(part) for part in parts]

    def postings(first: int, last: int) -> Postings:
        return Postings.build([np.concatenate([known[at] for at in numbers]) for numbers in drawn[first:last]])

    return postings


def measure_fts5(parts: list[str], drawn: list[list[int]], asked: list[str], path: Path) -> dict[str, float]:
    """With its Porter stemmer; the words of a question joined by OR, best by its own bm25()."""
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'porter', content = '')")

    def build() -> None:
        rows = ((at, " ".join(parts[n] for n in numbers)) for at, numbers in enumerate(drawn))
        connection.executemany("INSERT INTO texts (rowid, text) VALUES (?, ?)", rows)
        connection.commit()

    def ask(question: str) -> object:
        words = " OR ".join(f'"{word}"' for word in question.split())
        query = f"SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT {LIMIT}"
        return connection.execute(query, (words,)).fetchall()

    figures = {"FTS5 build, s": seconds(build), "FTS5, ms": milliseconds(ask, asked)}
    connection.close()
    return figures


def table(rows: list[dict[str, Any]]) -> Table:
    shown = Table("", *(f"{row['chunks']:,}" for row in rows), title=f"Keyword search, best {LIMIT}, medians")
    for name in rows[-1]:
        if name != "chunks":
            shown.add_row(name, *(str(row.get(name, "")) for row in rows))
    return shown
