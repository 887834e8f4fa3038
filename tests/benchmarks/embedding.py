"""Embedding on the processor beside its peers: `python tests/benchmarks/embedding.py DATA`.

Speed, the start, memory, agreement with full precision, and what rankings lose. All of them run in turn, so that
whatever else the machine does meets all; processor seconds say more than the clock where it does much.
"""

from __future__ import annotations

import json as json_module
import logging
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from host.index.bert import read_shape, read_weights  # noqa: E402
from host.index.bert_graph import BertGraph  # noqa: E402
from host.index.choose_embedder import choose_embedder  # noqa: E402
from host.index.model_folder import find_model  # noqa: E402
from host.index.openvino_embedder import BATCH_TOKENS, OpenVinoEmbedder  # noqa: E402
from host.index.openvino_model import OpenVinoModel, read_tokenizer  # noqa: E402
from tests.benchmarks import ranking  # noqa: E402
from tests.benchmarks.batched import Embed, batched  # noqa: E402
from tests.benchmarks.embedding_starts import first_answer, first_question  # noqa: E402
from tests.benchmarks.onnx_runtime import onnx_runtime  # noqa: E402
from tests.benchmarks.products import Products  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    texts: Annotated[int, typer.Option(help="Of mixed lengths; a fifth as many full ones.")] = 300,
    rounds: Annotated[int, typer.Option()] = 3,
    collection: Annotated[list[str] | None, typer.Option(help="Collections to rank; all when none is named.")] = None,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    logging.disable(logging.WARNING)
    kept = Path(tempfile.gettempdir()) / "ambry-benchmark-models"
    model = find_model(kept)
    light = choose_embedder(model, kept, prepare=True, gpu="")
    assert isinstance(light, OpenVinoEmbedder), light.runtime.why
    window = light.model.max_tokens
    plain = plain_openvino(model, window)
    stacks: dict[str, Embed] = {"ambry": light.embed_passages, "openvino fp32": plain, **sentence_transformers(model)}
    stacks |= onnx_runtime(model, window, BATCH_TOKENS, kept / "onnx")
    products = Products(read_shape(model))
    console = Console(stderr=True)
    mixed, full = samples(data, texts)
    figures: dict[str, Any] = {"texts": texts, "rounds": rounds, "agreement at building": light.runtime.why}
    with console.status("Embedding…"):
        figures["stacks"] = speeds(stacks, mixed, full, rounds, lambda: products.limit(window))
    with console.status("Starting…"):
        for name in ("ambry", "sentence-transformers"):
            figures["stacks"][name] |= first_question(name, model, kept, rounds)
    figures["first answer, s"] = first_answer(kept, rounds)
    with console.status("Ranking…"):
        figures["nDCG@10"] = ranking.compare(
            data, collection or list(ranking.COLLECTIONS), {"ambry": light.embed_passages, "exact": plain}
        )
    if json:
        typer.echo(json_module.dumps(figures))
    else:
        show(wide_console(), figures)


def samples(data: Path, count: int) -> tuple[list[str], list[str]]:
    """Cut to lengths from 10 words up, as sections have them; and texts that fill what the model reads."""
    generator = np.random.default_rng(3)
    found = [text for name in ranking.COLLECTIONS for text in ranking.texts(data / "ir" / name)]
    found = [found[at] for at in generator.permutation(len(found))]
    lengths = 10 * 2 ** generator.uniform(0, 5, count)
    mixed = [" ".join(text.split()[: int(n)]) for text, n in zip(found, lengths, strict=False)]
    return mixed, [" ".join(found[at : at + 5]) for at in range(0, count, 5)]


def plain_openvino(model: Path, window: int) -> Embed:
    runner = OpenVinoModel(BertGraph(read_shape(model), read_weights(model)).build(), window)
    return batched(runner.vectors, read_tokenizer(model, window), BATCH_TOKENS)


def sentence_transformers(model: Path) -> dict[str, Embed]:
    from sentence_transformers import SentenceTransformer

    encoder = SentenceTransformer(str(model), device="cpu", local_files_only=True)

    def batches_of(size: int) -> Embed:
        return lambda texts: np.asarray(encoder.encode(texts, batch_size=size, show_progress_bar=False))

    return {"sentence-transformers": batches_of(32), "the same, batches of 8": batches_of(8)}


def speeds(
    stacks: dict[str, Embed], mixed: list[str], full: list[str], rounds: int, limit: Callable[[], float]
) -> dict[str, dict[str, float]]:
    """`limit` is measured beside each run of full texts: the machine is not as fast at one moment as at another."""
    clocks: dict[str, dict[str, list[float]]] = {name: {} for name in stacks}
    vectors: dict[str, np.ndarray[Any, Any]] = {}
    for name, embed in stacks.items():
        vectors[name] = embed(mixed)  # also warms it
    for _ in range(rounds):
        for name, embed in stacks.items():
            before = limit()
            for kind, texts in (("full", full), ("mixed", mixed)):
                wall, processor = timed(lambda embed=embed, texts=texts: embed(texts))  # type: ignore[misc]
                clocks[name].setdefault(f"{kind}, chunks/s", []).append(len(texts) / wall)
                clocks[name].setdefault(f"{kind}, chunks/processor s", []).append(len(texts) / processor)
                if kind == "full":
                    share = 200 * len(texts) / wall / (before + limit())
                    clocks[name].setdefault("full, % of the 8-bit limit", []).append(share)
            question = [timed(lambda embed=embed: embed(["How fast does the layer grow?"]))[0] for _ in range(30)]  # type: ignore[misc]
            clocks[name].setdefault("question, ms", []).append(median(question) * 1000)
    exact = vectors["sentence-transformers"]
    rows = {}
    for name, clock in clocks.items():
        cosines = (vectors[name] * exact).sum(axis=1)
        rows[name] = {label: round(median(values), 2) for label, values in clock.items()}
        rows[name] |= {"cosine": round(float(cosines.mean()), 4), "worst": round(float(cosines.min()), 4)}
    return rows


def timed(work: Callable[[], object]) -> tuple[float, float]:
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def show(console: Console, figures: dict[str, Any]) -> None:
    labels = list(dict.fromkeys(label for row in figures["stacks"].values() for label in row))
    table = Table("", *figures["stacks"], title=f"{figures['texts']} texts, medians of {figures['rounds']} rounds")
    for label in labels:
        table.add_row(label, *(str(row.get(label, "")) for row in figures["stacks"].values()))
    console.print(table)
    console.print(f"engine start to first answer of `ambry ask --page`: {figures['first answer, s']} s")
    ranks = Table("nDCG@10", "ambry", "exact")
    for name, row in figures["nDCG@10"].items():
        ranks.add_row(name, str(row["ambry"]), str(row["exact"]))
    console.print(ranks)


if __name__ == "__main__":
    typer.run(main)
