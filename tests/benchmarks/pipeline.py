"""The whole way into the index beside the embedder alone: `python tests/benchmarks/pipeline.py DATA`.

Saved web pages go through a job of the real service (extract, chunk, embed, store), as files and as a site on loopback;
then the very same texts go through the embedder at once. While another job runs, questions are asked: they should wait
for no more than what has begun.
"""

from __future__ import annotations

import asyncio
import hashlib
import json as json_module
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
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

from host.contract import requests, results  # noqa: E402
from host.contract.views import UploadRef  # noqa: E402
from host.core.chunking import embedded_text  # noqa: E402
from host.core.model_ports import Embedder  # noqa: E402
from host.engine import Settings, build  # noqa: E402
from host.index.choose_embedder import choose_embedder  # noqa: E402
from host.index.database import Database  # noqa: E402
from host.index.library import SqliteLibrary  # noqa: E402
from host.index.model_folder import find_model  # noqa: E402
from host.listen import Engine  # noqa: E402
from host.paths import Paths  # noqa: E402
from tests.benchmarks.page_sets import articles, many_kinds  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

QUESTION = "Which of these was built first, and by whom?"
PAUSE = 0.15
"""Seconds between two questions: nobody types faster, and the job must get on."""


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    pages: Annotated[int, typer.Option(help="Web pages of a round; each has others.")] = 60,
    rounds: Annotated[int, typer.Option()] = 3,
) -> None:
    """Print the table, or one JSON object with the same figures."""
    logging.disable(logging.WARNING)
    found = [page.html for page in (*articles(data), *many_kinds(data))]
    order = np.random.default_rng(5).permutation(len(found))
    # Of each kind so many rounds, and one in which questions are asked.
    chosen = [found[at] for at in order[: pages * (2 * rounds + 1)]]
    parts = [chosen[first : first + pages] for first in range(0, len(chosen), pages)]
    with Console(stderr=True).status("Indexing…"):
        figures = asyncio.run(measure(parts))
    if json:
        typer.echo(json_module.dumps(figures))
    else:
        show(wide_console(), figures)


async def measure(parts: Sequence[Sequence[bytes]]) -> dict[str, Any]:
    async with running() as way:
        collection = (await way.add("first", parts[0][:8])).job.collection
        idle = [await way.ask(collection) for _ in range(40)]
        files = [await way.round_of_files(f"round {number}", part) for number, part in enumerate(parts[0:-1:2])]
        site = [await way.round_of_a_site(part) for part in parts[1:-1:2]]
        busy = await way.ask_during(collection, parts[-1])
    return {
        "pages": len(parts[0]),
        "rounds": len(files),
        "files": summary(files),
        "site": summary(site),
        "question, ms": {"idle": spread(idle), "while indexing": spread(busy)},
    }


def summary(clocks: Sequence[dict[str, float]]) -> dict[str, float]:
    """Medians of the rounds, and of their ratios."""
    rates = {name: round(median(clock[name] for clock in clocks), 1) for name in clocks[0]}
    ratios = [
        round(median(clock[f"pipeline, {unit}"] / clock[f"embedder alone, {unit}"] for clock in clocks), 3)
        for unit in ("chunks/s", "chunks/processor s")
    ]
    return rates | {"pipeline / embedder": ratios[0], "the same, by processor time": ratios[1]}


def spread(seconds: Sequence[float]) -> dict[str, float]:
    return {"median": round(1000 * median(seconds), 1), "worst": round(1000 * max(seconds), 1), "asked": len(seconds)}


@dataclass
class Way:
    """The engine with a home of its own, asked as its clients ask it."""

    engine: Engine
    library: SqliteLibrary
    alone: Embedder
    """The same model on its own."""

    async def round_of_files(self, vault: str, pages: Sequence[bytes]) -> dict[str, float]:
        files = await self.upload(pages)
        return await self.round(lambda: self.index(vault, files), len(pages))

    async def round_of_a_site(self, pages: Sequence[bytes]) -> dict[str, float]:
        with served(pages) as url:
            return await self.round(lambda: self.crawl(url), len(pages))

    async def round(self, index: Callable[[], Awaitable[results.JobReport]], pages: int) -> dict[str, float]:
        started, worked = time.perf_counter(), processor_seconds()
        report = await index()
        whole, work = time.perf_counter() - started, processor_seconds() - worked
        texts = await asyncio.to_thread(self.texts, report.job.collection)
        started, worked = time.perf_counter(), processor_seconds()
        await asyncio.to_thread(self.alone.embed_passages, texts)
        alone, embedding = time.perf_counter() - started, processor_seconds() - worked
        return {
            "chunks": len(texts),
            "pipeline, pages/s": pages / whole,
            "pipeline, chunks/s": len(texts) / whole,
            "embedder alone, chunks/s": len(texts) / alone,
            "pipeline, chunks/processor s": len(texts) / work,
            "embedder alone, chunks/processor s": len(texts) / embedding,
        }

    def texts(self, collection: int) -> list[str]:
        """What was embedded, each once."""
        stored = (
            one for number, *_ in self.library.documents(collection) for one in self.library.document_chunks(number)
        )
        return list(dict.fromkeys(embedded_text(one.title, one.chunk) for one in stored))

    async def add(self, vault: str, pages: Sequence[bytes]) -> results.JobReport:
        return await self.index(vault, await self.upload(pages))

    async def upload(self, pages: Sequence[bytes]) -> list[UploadRef]:
        files = []
        for number, html in enumerate(pages):
            name, digest = f"{number}.html", hashlib.sha256(html).hexdigest()
            begun = await self.call(requests.BeginUpload(id="1", name=name, size=len(html), sha256=digest))
            for sequence, first in enumerate(range(0, len(html), requests.MAX_PIECE)):
                piece = html[first : first + requests.MAX_PIECE]
                values = {"id": "1", "upload": begun.upload, "sequence": sequence, "data": piece}
                await self.call(requests.UploadPiece.model_construct(**values))
            files.append(UploadRef(upload=begun.upload, path=name))
        return files

    async def index(self, vault: str, files: Sequence[UploadRef]) -> results.JobReport:
        return await self.watch(await self.call(requests.AddFiles(id="1", vault=vault, files=tuple(files))))

    async def crawl(self, url: str) -> results.JobReport:
        return await self.watch(await self.call(requests.IndexSite(id="1", url=url)))

    async def watch(self, started: results.JobStarted) -> results.JobReport:
        report: results.JobReport = await self.call(requests.WatchJob(id="1", job=started.job.id))
        return report

    async def ask(self, collection: int) -> float:
        """Seconds to the passages."""
        started = time.perf_counter()
        await self.call(requests.Search(id="1", collection=collection, query=QUESTION))
        return time.perf_counter() - started

    async def ask_during(self, collection: int, pages: Sequence[bytes]) -> list[float]:
        files = await self.upload(pages)
        job = asyncio.create_task(self.index("asked", files))
        taken = []
        while not job.done():
            await asyncio.sleep(PAUSE)
            taken.append(await self.ask(collection))
        return taken

    async def call(self, request: Any) -> Any:
        async def ignore(event: object) -> None:
            pass

        return await self.engine.handle(request, ignore)


@asynccontextmanager
async def running() -> AsyncIterator[Way]:
    home = Path(tempfile.mkdtemp(prefix="ambry-"))
    kept = Path(tempfile.gettempdir()) / "ambry-benchmark-models"
    alone = choose_embedder(find_model(home), kept, prepare=True)
    alone.warm()
    paths = Paths(home / "data", home / "state", home / "run")
    engine = await build(paths, Settings(kept_models=kept))
    database = Database(paths.database)
    try:
        yield Way(engine, SqliteLibrary(database), alone)
    finally:
        await engine.close()
        database.close()
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def served(pages: Sequence[bytes]) -> Iterator[str]:
    """A site of these pages on loopback, in a process of its own, with a sitemap."""
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                assert server.stdout
                url = f"http://127.0.0.1:{server.stdout.readline().split(' port ')[1].split()[0]}/"
                for number, html in enumerate(pages):
                    Path(name, f"{number}.html").write_bytes(html)
                listed = "".join(f"<url><loc>{url}{number}.html</loc></url>" for number in range(len(pages)))
                Path(name, "sitemap.xml").write_text(f"<urlset>{listed}</urlset>", "utf-8")
                yield url
            finally:
                server.terminate()


def processor_seconds() -> float:
    """Of this process and of the workers that it has started, where the system tells (Linux)."""
    ticks = 0
    started = (number for file in Path("/proc/self/task").glob("*/children") for number in file.read_text().split())
    for number in started:
        # After the name in brackets: the 12th and 13th are user and system time.
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + (ticks / os.sysconf("SC_CLK_TCK") if ticks else 0)


def show(console: Console, figures: dict[str, Any]) -> None:
    title = f"{figures['pages']} web pages a round, medians of {figures['rounds']} rounds"
    table = Table("", "as files", "as a site", title=title)
    for name, value in figures["files"].items():
        table.add_row(name, str(value), str(figures["site"][name]))
    console.print(table)
    for when, values in figures["question, ms"].items():
        console.print(f"question {when}, ms: {', '.join(f'{name} {value}' for name, value in values.items())}")


if __name__ == "__main__":
    typer.run(main)
