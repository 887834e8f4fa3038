"""Chunking beside its peers at equal mean size, by Chroma's measure: `python tests/benchmarks/chunking.py DATA`.

All chunks are embedded by the product's own model, and those of all corpora are searched as one. The size of a peer is
set so that its chunks have as many tokens on average as ours. `--cache FILE` keeps vectors for the next run.
"""

from __future__ import annotations

import json as json_module
import logging
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from host.core.chunks import ChunkSettings  # noqa: E402
from host.index.choose_embedder import choose_embedder  # noqa: E402
from host.index.model_folder import find_model  # noqa: E402
from host.index.openvino_embedder import OpenVinoEmbedder  # noqa: E402
from host.index.splitter import TokenSplitter  # noqa: E402
from tests.benchmarks import chunk_scores, chunkers  # noqa: E402
from tests.benchmarks.chunk_variants import VARIANTS, markdown_headings  # noqa: E402
from tests.benchmarks.vector_cache import VectorCache  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

Corpora = dict[str, str]
Pieces = dict[str, list[chunkers.Piece]]

_NEAR = 0.02
"""How far the mean size may be from ours, as a share."""
_TRIES = 6


class Bench:
    """What is the same for all chunkers."""

    def __init__(self, folder: Path, cache: Path) -> None:
        kept = Path(tempfile.gettempdir()) / "ambry-benchmark-models"
        model = find_model(kept)
        embedder = choose_embedder(model, kept, prepare=True, gpu="")
        assert isinstance(embedder, OpenVinoEmbedder), embedder.runtime.why
        self.most = embedder.model.max_tokens
        self.splitter = TokenSplitter.from_file(model / "tokenizer.json")
        self.embed = VectorCache(cache, embedder.embed_passages)
        self.corpora = chunk_scores.read_corpora(folder)
        self.questions = chunk_scores.read_questions(folder)
        self.asked = np.stack([embedder.embed_question(question.text) for question in self.questions])

    def ours(self, overlap: int) -> chunkers.Chunk:
        return partial(chunkers.ours, self.splitter, overlap=overlap)

    def chunk(self, chunk: chunkers.Chunk, size: int, corpora: Corpora) -> tuple[Pieces, float]:
        """Pieces of each corpus, and the processor seconds that it took."""
        started = time.process_time()
        pieces = {name: chunk(text, size) for name, text in corpora.items()}
        return pieces, time.process_time() - started

    def matched(self, chunk: chunkers.Chunk, wanted: float, corpora: Corpora) -> tuple[Pieces, float]:
        """With the size that makes the mean nearest to `wanted` tokens."""
        size, tried = round(wanted), {}
        for _ in range(_TRIES):
            pieces, seconds = self.chunk(chunk, size, corpora)
            found = self.mean_tokens(pieces)
            tried[size] = abs(found - wanted), pieces, seconds
            size = round(size * wanted / found)
            if abs(found / wanted - 1) < _NEAR or size in tried:
                break
        _, pieces, seconds = min(tried.values(), key=lambda result: result[0])
        return pieces, seconds

    def mean_tokens(self, pieces: Pieces) -> float:
        return mean(self.tokens(pieces))

    def tokens(self, pieces: Pieces) -> list[int]:
        return [self.splitter.count(piece.text) for found in pieces.values() for piece in found]

    def row(self, pieces: Pieces, seconds: float, corpora: Corpora) -> dict[str, float]:
        placed = [
            chunk_scores.Placed(name, piece.start, piece.end, piece.searched)
            for name, found in pieces.items()
            for piece in found
        ]
        vectors = self.embed([chunk.searched for chunk in placed])
        tokens = self.tokens(pieces)
        exact = [corpora[name][piece.start : piece.end] == piece.text for name in pieces for piece in pieces[name]]
        over = [count + self.splitter.special_tokens > self.most for count in tokens]
        return {
            "chunks": len(placed),
            "tokens": round(mean(tokens), 1),
            "deviation": round(float(np.std(tokens)), 1),
            **{name: round(value, 4) for name, value in self.scores(placed, vectors).items()},
            "MB/s": round(sum(len(text.encode()) for text in corpora.values()) / 1e6 / seconds, 2),
            "over the limit, %": round(100 * mean(over), 1),
            "exact offsets, %": round(100 * mean(exact), 1),
        }

    def scores(self, placed: Sequence[chunk_scores.Placed], vectors: chunk_scores.Matrix) -> dict[str, float]:
        return chunk_scores.scores(self.questions, placed, self.asked, vectors)


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    size: Annotated[list[int] | None, typer.Option(help="Limits in tokens; else the product's own.")] = None,
    peer: Annotated[list[str] | None, typer.Option(help="Peers by name; all when none is named.")] = None,
    variants: Annotated[bool, typer.Option(help="What each choice of ours gives.")] = True,
    cache: Annotated[Path | None, typer.Option(help="File that keeps the vectors.")] = None,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    logging.disable(logging.WARNING)
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(data / "ir" / "chunking-eval", cache or Path(folder) / "vectors.db")
        figures: dict[str, Any] = {"questions": len(bench.questions), "retrieved": chunk_scores.RETRIEVED}
        for limit in size or [min(ChunkSettings().size, bench.most)]:
            figures[f"limit {limit}"] = compare(bench, limit, peer, console)
        if variants:
            figures["variants"] = ablate(bench, console)
            figures["headings as Markdown"] = with_headings(bench, console)
    typer.echo(json_module.dumps(figures)) if json else show(wide_console(), figures)


def compare(bench: Bench, limit: int, names: list[str] | None, console: Console) -> dict[str, dict[str, float]]:
    """Ours with the default overlap, and the peers at its mean size."""
    pieces, seconds = bench.chunk(bench.ours(ChunkSettings().overlap), limit, bench.corpora)
    rows = {"ambry": bench.row(pieces, seconds, bench.corpora)}
    wanted = bench.mean_tokens(pieces)
    peers = chunkers.peers(bench.splitter.tokenizer, bench.embed)
    chosen = {name: chunk for name, chunk in peers.items() if not names or name in names}
    chosen = {"ambry, overlap": bench.ours(limit // chunkers.OVERLAP_SHARE), **chosen}
    for name, chunk in chosen.items():
        with console.status(f"{name}, {wanted:.0f} tokens…"):
            rows[name] = bench.row(*bench.matched(chunk, wanted, bench.corpora), bench.corpora)
    return rows


def ablate(bench: Bench, console: Console) -> dict[str, dict[str, float]]:
    """The product's default, and at its mean size without one of its choices each."""
    limit = min(ChunkSettings().size, bench.most)
    chunk = bench.ours(0)
    pieces, seconds = bench.chunk(chunk, limit, bench.corpora)
    rows = {"all of it": bench.row(pieces, seconds, bench.corpora)}
    wanted = bench.mean_tokens(pieces)
    for name, without in VARIANTS.items():
        with console.status(f"without {name}…"), without():
            rows[f"without {name}"] = bench.row(*bench.matched(chunk, wanted, bench.corpora), bench.corpora)
    return rows


def with_headings(bench: Bench, console: Console) -> dict[str, dict[str, float]]:
    """The corpora with headings of wikis written as Markdown's: what the heading path in the embedded text gives."""
    limit = min(ChunkSettings().size, bench.most)
    corpora = {name: markdown_headings(text) for name, text in bench.corpora.items()}
    with console.status("Headings…"):
        pieces, seconds = bench.chunk(bench.ours(0), limit, corpora)
        bare = {name: [chunkers.without_context(piece) for piece in found] for name, found in pieces.items()}
        return {
            "with heading path": bench.row(pieces, seconds, corpora),
            "the same chunks without": bench.row(bare, seconds, corpora),
        }


def show(console: Console, figures: dict[str, Any]) -> None:
    for title, rows in figures.items():
        if isinstance(rows, dict):
            table = Table("", *next(iter(rows.values())), title=f"{title}, {figures['questions']} questions")
            for name, row in rows.items():
                table.add_row(name, *(str(value) for value in row.values()))
            console.print(table)


if __name__ == "__main__":
    typer.run(main)
