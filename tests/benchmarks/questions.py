"""From question to passages in collections of many chunks, with and without a filter: `... questions.py DATA`.

The documents are made of real sentences and put into the product's own store; its stories are timed. A million chunks
take minutes to store, and 5 GB of disk.
"""

from __future__ import annotations

import json as json_module
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from host.core.candidates import SearchFilter  # noqa: E402
from host.core.chunks import Chunk, ChunkSettings, EmbeddedChunk  # noqa: E402
from host.core.collections import CollectionKind  # noqa: E402
from host.core.documents import About, Document  # noqa: E402
from host.core.model_ports import Embedder  # noqa: E402
from host.core.store_ports import EVERYTHING  # noqa: E402
from host.index.analyzer import Analyzer  # noqa: E402
from host.index.choose_embedder import choose_embedder  # noqa: E402
from host.index.collection_index import CollectionIndex, Sizes  # noqa: E402
from host.index.database import Database  # noqa: E402
from host.index.library import SqliteLibrary  # noqa: E402
from host.index.model_folder import find_model  # noqa: E402
from host.index.search import LocalSearch  # noqa: E402
from tests.benchmarks import corpus  # noqa: E402
from tests.benchmarks.keyword_search import postings_of  # noqa: E402
from tests.benchmarks.latency import latency  # noqa: E402
from tests.benchmarks.prepared import PER_DOCUMENT, PreparedReader, seconds  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

QUESTIONS = 60
FILTERS = {
    "in a folder, 1 % left": SearchFilter(folder="07"),
    "in a language, 10 % left": SearchFilter(language="de"),
    "since a date, 50 % left": SearchFilter(since="2010"),
}
CHANGED = 10
"""Documents of ten chunks that are put anew before a question."""


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    size: Annotated[list[int] | None, typer.Option(help="Chunks; may be given several times.")] = None,
) -> None:
    """Print the table, or one JSON object with the same figures."""
    console = wide_console(stderr=json)
    kept = Path(tempfile.gettempdir()) / "ambry-benchmark-models"
    embedder = choose_embedder(find_model(kept), kept, prepare=True, gpu="")
    real, _ = corpus.real_vectors(data, find_model(kept))
    rows = []
    for count in size or [50_000, 1_000_000]:
        with console.status(f"{count:,} chunks…"), tempfile.TemporaryDirectory() as folder:
            rows.append(measure(data, real, embedder, count, Path(folder)))
    typer.echo(json_module.dumps(rows)) if json else console.print(table(rows))


def measure(data: Path, real: corpus.Matrix, embedder: Embedder, count: int, folder: Path) -> dict[str, float]:
    parts, questions = corpus.sentences(data), corpus.short_questions(data, QUESTIONS)
    database = Database(folder / "ambry.db")
    library = SqliteLibrary(database)
    collection = library.open_collection(CollectionKind.VAULT, "many", "Many", embedder.model, ChunkSettings())
    drawn, vectors = list(corpus.chunks(parts, count)), corpus.more_vectors(real, count)
    for document, chunks in documents(parts, drawn, vectors):
        library.put_document(collection, document, chunks)
    # What the product makes of the same texts, in a quarter of the time: each sentence is analysed once.
    reader = PreparedReader(vectors, postings_of(parts, drawn, Analyzer("en")))
    CollectionIndex(reader, folder / "index" / str(collection.edition), Sizes()).update()  # type: ignore[arg-type]
    index = LocalSearch(database, folder / "index")
    vector = embedder.embed_question(questions[0])

    def first(only: SearchFilter = EVERYTHING) -> float:
        search = partial(index.candidates, collection.id, questions[0], vector, only=only)
        return round(seconds(search) * 1000, 1)

    figures = {"chunks": count, "loaded and asked": first()}
    figures |= {f"first {name}": first(only) for name, only in FILTERS.items()}
    figures |= latency(library, index, embedder, collection, questions, FILTERS)
    for document, chunks in documents(parts, drawn[: CHANGED * PER_DOCUMENT], vectors):
        library.put_document(collection, document, chunks)
    figures["first after 100 chunks were put anew"] = first()
    database.close()
    return figures


def documents(
    parts: list[str], drawn: list[list[int]], vectors: corpus.Matrix
) -> Iterator[tuple[Document, list[EmbeddedChunk]]]:
    """Of ten chunks each; what the filters leave stands everywhere among the others."""
    for number, first in enumerate(range(0, len(drawn), PER_DOCUMENT)):
        texts = [" ".join(parts[at] for at in numbers) for numbers in drawn[first : first + PER_DOCUMENT]]
        chunks, start = [], 0
        for text, vector in zip(texts, vectors[first : first + PER_DOCUMENT], strict=True):
            chunks.append(EmbeddedChunk(Chunk(text, start, start + len(text)), text, vector))
            start += len(text) + 2
        yield (
            Document(
                f"file:{number}",
                f"Document {number}",
                "\n\n".join(texts),
                folder=f"{number % 100:02}/",
                language="en" if number % 10 else "de",
                about=About(published=f"20{number % 20:02}"),
            ),
            chunks,
        )


def table(rows: list[dict[str, float]]) -> Table:
    shown = Table("ms", *(f"{row['chunks']:,}" for row in rows), title="From question to passages, medians")
    for name in rows[0]:
        if name != "chunks":
            shown.add_row(name, *(str(row[name]) for row in rows))
    return shown


if __name__ == "__main__":
    typer.run(main)
