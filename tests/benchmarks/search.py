"""Dense search beside FAISS and numpy in the same run: `python tests/benchmarks/search.py DATA`."""

from __future__ import annotations

import json as json_module
import os
import subprocess
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from host.index.collection_index import CollectionIndex, Narrowed, Sizes  # noqa: E402
from host.index.model_folder import find_model  # noqa: E402
from tests.benchmarks import corpus  # noqa: E402
from tests.benchmarks.prepared import PreparedReader, in_turn, milliseconds, resident_mb, seconds  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

LIMIT = 50
QUESTIONS = 100
OURS = "ours"
EVERY = (100, 10, 2)
"""Of so many documents a filter leaves one."""
CHANGED = 10
"""Documents of ten chunks: 100 chunks."""


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    size: Annotated[list[int] | None, typer.Option(help="Vectors; may be given several times.")] = None,
    loaded: Annotated[
        str, typer.Option(hidden=True, help="Folder of structures that a process of its own loads.")
    ] = "",
) -> None:
    """Print the table, or one JSON object with the same figures."""
    if loaded:
        typer.echo(json_module.dumps(measure_load(Path(loaded))))
        return
    console = wide_console(stderr=json)
    real, asked = corpus.real_vectors(data, find_model(Path(tempfile.gettempdir()), None))
    rows = []
    for count in size or [10_000, 50_000, 200_000, 1_000_000]:
        with console.status(f"{count} vectors…"):
            rows.append(measure(corpus.more_vectors(real, count), asked[:QUESTIONS]))
    figures = {"limit": LIMIT, "questions": QUESTIONS, "sizes": rows}
    typer.echo(json_module.dumps(figures)) if json else console.print(table(rows))


def measure(vectors: corpus.Matrix, asked: corpus.Matrix) -> dict[str, Any]:
    figures: dict[str, Any] = {"vectors": len(vectors)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reader = PreparedReader(vectors)
        everything, reader.documents = reader.documents, reader.documents[:-CHANGED]
        index = CollectionIndex(reader, folder, Sizes())  # type: ignore[arg-type]
        figures["build, s"] = seconds(index.update)
        reader.documents = everything
        figures["asked after 100 came, ms"] = changed(index, asked[0])
        only = filters(index, everything)
        asks = {f"{name}, ms": partial(index.dense, limit=LIMIT, only=one) for name, one in only.items()}
        figures |= in_turn(asks, asked)
        figures |= {f"{name}, recall@{LIMIT}": recall(index, vectors, asked, one) for name, one in only.items()}
        figures["a filter worked out, ms"] = milliseconds(lambda every: filtered(index, everything, every), EVERY)
        figures |= peers(vectors, asked)
        figures |= loaded_apart(folder, vectors, asked)
        reader.documents = np.delete(everything, np.linspace(0, len(everything) - 1, CHANGED, dtype=int))
        figures["asked after 100 went, ms"] = changed(index, asked[0])
    if "FAISS flat, ms" in figures:
        figures["times FAISS"] = round(figures["FAISS flat, ms"] / figures[f"{OURS}, ms"], 1)
    return figures


def changed(index: CollectionIndex, vector: corpus.Matrix) -> float:
    """Milliseconds until the first question after a change is answered: structures may put work off until then."""
    return round(seconds(lambda: (index.update(), index.dense(vector, LIMIT, None))) * 1000, 2)


def peers(vectors: corpus.Matrix, asked: corpus.Matrix) -> dict[str, float]:
    def by_numpy(vector: corpus.Matrix) -> object:
        scores = vectors @ vector
        top = np.argpartition(-scores, LIMIT)[:LIMIT]
        return top[np.argsort(-scores[top])]

    figures = {"numpy, ms": milliseconds(by_numpy, asked[:20])}
    if find_spec("faiss"):
        import faiss

        flat = faiss.IndexFlatIP(vectors.shape[1])
        flat.add(vectors)
        figures["FAISS flat, ms"] = milliseconds(lambda vector: flat.search(vector[np.newaxis], LIMIT), asked[:20])
    return figures


def filters(index: CollectionIndex, documents: NDArray[np.int64]) -> dict[str, Narrowed | None]:
    """None, and some that leave documents from everywhere: those of one folder stand together, which is faster."""
    return {OURS: None, **{f"{OURS}, {1 / every:.0%} left": filtered(index, documents, every) for every in EVERY}}


def filtered(index: CollectionIndex, documents: NDArray[np.int64], every: int) -> Narrowed:
    return index.narrowed(index.rows_of_documents(documents[::every]))


def recall(index: CollectionIndex, vectors: corpus.Matrix, asked: corpus.Matrix, only: Narrowed | None) -> float:
    """Share of the exact best that are found. The rows of the index are those of `vectors`."""
    found = 0
    for vector in asked:
        scores = vectors @ vector
        if only is not None:
            scores[~only.rows] = -np.inf
        exact = set((np.argpartition(-scores, LIMIT)[:LIMIT] + 1).tolist())
        found += len(exact & {item.chunk_id for item in index.dense(vector, LIMIT, only)})
    return round(found / (LIMIT * len(asked)), 4)


def loaded_apart(folder: Path, vectors: corpus.Matrix, asked: corpus.Matrix) -> dict[str, float]:
    """Load time and memory, in a process that holds nothing else."""
    np.save(folder / "asked.npy", asked)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    command = [sys.executable, __file__, "--loaded", str(folder)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    return dict(json_module.loads(printed))


def measure_load(folder: Path) -> dict[str, float]:
    asked = np.load(folder / "asked.npy")
    chunks = max(int(path.name.split("-")[1]) for path in folder.glob("*-*-*"))
    reader = PreparedReader(np.zeros((0, asked.shape[1]), np.float32))
    reader.documents = np.arange(1, chunks // 10 + 1, dtype=np.int64)
    before = {kind: resident_mb(kind) for kind in ("VmRSS", "RssAnon")}

    def load() -> None:
        index = CollectionIndex(reader, folder, Sizes())  # type: ignore[arg-type]
        index.update()
        kept.append(index)

    kept: list[CollectionIndex] = []
    took = seconds(load)
    for vector in asked:
        kept[0].dense(vector, LIMIT, None)
    return {
        "load, s": took,
        "memory after 100 questions, MB": round(resident_mb() - before["VmRSS"], 1),
        "of that not in files, MB": round(resident_mb("RssAnon") - before["RssAnon"], 1),
    }


def table(rows: list[dict[str, Any]]) -> Table:
    shown = Table("", *(f"{row['vectors']:,}" for row in rows), title=f"Dense search, best {LIMIT}, medians")
    for name in rows[-1]:
        if name != "vectors":
            shown.add_row(name, *(str(row.get(name, "")) for row in rows))
    return shown


if __name__ == "__main__":
    typer.run(main)
