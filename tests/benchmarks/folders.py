"""A watched folder of many notes, on a real engine, beside its peers: `python tests/benchmarks/folders.py DATA`.

The notes are made from words of the data folder's texts, or without one from a few of our own. Everything but the peers
goes through the engine as any client would: the figures have its socket, its database and its model in them.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from json import dumps
from pathlib import Path
from sqlite3 import connect as open_database
from statistics import median
from typing import Annotated, Any

import psutil
import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from host.contract import requests, results  # noqa: E402
from host.index.choose_embedder import choose_embedder  # noqa: E402
from host.index.model_folder import find_model  # noqa: E402
from host.paths import Paths, user_paths  # noqa: E402
from host.serve.client import Client, connect  # noqa: E402
from tests.benchmarks import folder_peers  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402
from tests.browser_port import engines_of, stop_engine  # noqa: E402

WORDS = 45
"""Of a note: about 60 tokens, as most of what people jot down."""

PER_FOLDER = 100
PATIENCE = 60.0


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    notes: Annotated[int, typer.Option()] = 10_000,
    bulk: Annotated[int, typer.Option(help="Notes that change at once.")] = 1_000,
    rounds: Annotated[int, typer.Option(help="Single changes and renames; starts are a third as many.")] = 9,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    home = Path(tempfile.mkdtemp(prefix="ambry-"))
    kept = Path(tempfile.gettempdir()) / "ambry-benchmark-models"
    choose_embedder(find_model(kept), kept, prepare=True, gpu="").embed_question("Ready?")
    os.environ |= {"AMBRY_HOME": str(home / "home"), "AMBRY_KEPT_MODELS": str(kept)}
    try:
        folder = make_notes(home / "Notes", notes, words_of(data))
        figures = asyncio.run(measure(user_paths(), folder, bulk, rounds))
        figures |= {"notes": notes, "peers": folder_peers.measure(folder, max(rounds // 3, 1))}
    finally:
        stop_engine(home / "home")
        shutil.rmtree(home, ignore_errors=True)
    if json:
        typer.echo(dumps(figures))
    else:
        show(wide_console(), figures)


def words_of(data: Path) -> list[str]:
    texts = sorted((data / "files" / "text").glob("*.txt")) if data.is_dir() else []
    text = " ".join(path.read_text("utf-8", "ignore")[:200_000] for path in texts)
    return [word for word in text.split() if word.isalpha()] or ["keeper", "reads", "lamp", "writes", "wind"]


def make_notes(folder: Path, count: int, words: list[str]) -> Path:
    chance = random.Random(5)
    for number in range(count):
        path = note(folder, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Note {number}\n\n{' '.join(chance.choices(words, k=WORDS))}.\n", "utf-8")
    return folder


def note(folder: Path, number: int) -> Path:
    return folder / f"part {number // PER_FOLDER}" / f"note {number}.md"


async def measure(paths: Paths, folder: Path, bulk: int, rounds: int) -> dict[str, Any]:
    async with connect(paths) as client:
        before = worked(paths)
        seconds, collection = await first_reading(client, folder)
        figures: dict[str, Any] = {"first reading, s": round(seconds, 1)}
        figures["of which processors worked, s"] = round(worked(paths) - before, 1)
        figures["memory after it, MB"] = memory(paths)
    starts = [await start(paths) for _ in range(max(rounds // 3, 1))]
    figures["engine start, nothing changed, s"] = median(whole for whole, _ in starts)
    figures["of which looking at the folder, s"] = median(look for _, look in starts)
    async with connect(paths) as client:
        await settled(client)
        await finds(client, collection, "model", folder)  # loads it, which a start does not wait for
        changes = [await changed(client, collection, note(folder, 7 * n), n) for n in range(rounds)]
        figures["one note changed, searchable after, s"] = round(median(changes), 2)
        figures["slowest of them, s"] = round(max(changes), 2)
        vectors = count_vectors(paths)
        renames = [await renamed(client, collection, note(folder, 7 * n), n) for n in range(rounds)]
        figures["one note renamed, found there after, s"] = round(median(renames), 2)
        figures["embeddings computed for the renames"] = count_vectors(paths) - vectors
        before = worked(paths)
        figures[f"{bulk:,} notes changed at once, all searchable after, s"] = await many(
            client, collection, folder, bulk
        )
        figures["for which processors worked, s"] = round(worked(paths) - before, 1)
        waits = await beside_a_first_reading(client, collection, folder, bulk, rounds)
        figures["one note changed while another folder is first read, searchable after, s"] = round(median(waits), 2)
        figures["the slowest of these, s"] = round(max(waits), 2)
        figures["memory at the end, MB"] = memory(paths)
    return figures


async def first_reading(client: Client, folder: Path) -> tuple[float, int]:
    began = time.perf_counter()
    request = requests.WatchFolder(id=client.new_id(), vault="notes", path=str(folder))
    watched = await client.call(request)
    assert isinstance(watched, results.FolderWatched)
    await client.call(requests.WatchJob(id=client.new_id(), job=watched.job.id))
    return time.perf_counter() - began, watched.folder.collection


async def start(paths: Paths) -> tuple[float, float]:
    """From the start of an engine's process to a vault that is known to be up to date, and the looking alone."""
    stop_engine(paths.data.parent)
    began = time.perf_counter()
    async with connect(paths) as client:
        met = time.perf_counter()
        await settled(client)
    done = time.perf_counter()
    return round(done - began, 2), round(done - met, 2)


async def settled(client: Client) -> None:
    async def reading() -> bool:
        found = await client.call(requests.ListFolders(id=client.new_id()))
        assert isinstance(found, results.WatchedFolders)
        return all(folder.state == "watching" and folder.checked > 0 for folder in found.folders)

    await until(reading, every=0.1)  # each time the engine counts the files of the folder


async def changed(client: Client, collection: int, path: Path, number: int) -> float:
    word = f"quokka{number}"
    path.write_text(f"{path.read_text('utf-8')}\nThe {word} sleeps.\n", "utf-8")
    return await until(lambda: finds(client, collection, word, path))


async def renamed(client: Client, collection: int, path: Path, number: int) -> float:
    new = path.with_name(f"renamed {number}.md")
    path.rename(new)
    return await until(lambda: finds(client, collection, f"quokka{number}", new))


async def many(client: Client, collection: int, folder: Path, bulk: int) -> float:
    """As a checkout of another branch does it: each file is written anew."""
    chosen = [path for path in sorted(folder.rglob("*.md"))[-bulk:] if "renamed" not in path.name]
    for path in chosen:
        path.write_text(f"{path.read_text('utf-8')}\nThe wombat digs.\n", "utf-8")
    chosen[-1].write_text(f"{chosen[-1].read_text('utf-8')}\nThe numbat is last.\n", "utf-8")
    began = time.perf_counter()
    # Asked only now and then: each question brings the search structures up to date.
    await until(lambda: finds(client, collection, "numbat", chosen[-1]), PATIENCE * 10, every=1.0)
    await settled(client)
    return round(time.perf_counter() - began, 1)


async def beside_a_first_reading(client: Client, collection: int, folder: Path, bulk: int, rounds: int) -> list[float]:
    """The other folder has as many notes as there were changes at once, of other words."""
    other = make_notes(folder.parent / "Others", bulk, [f"word{number}" for number in range(1_000)])
    request = requests.WatchFolder(id=client.new_id(), vault="others", path=str(other))
    watched = await client.call(request)
    assert isinstance(watched, results.FolderWatched)
    waits = [await changed(client, collection, note(folder, 7 * n + 1), 1_000 + n) for n in range(rounds)]
    await client.call(requests.CancelJob(id=client.new_id(), job=watched.job.id))
    return waits


async def finds(client: Client, collection: int, word: str, path: Path) -> bool:
    request = requests.Search(id=client.new_id(), collection=collection, query=f'"{word}"', limit=1)
    found = await client.call(request)
    assert isinstance(found, results.Found)
    return any(word in source.text and source.path == str(path) for source in found.sources)


async def until(true: Callable[[], Awaitable[bool]], patience: float = PATIENCE, every: float = 0.02) -> float:
    """Seconds until it is."""
    began = time.perf_counter()
    async with asyncio.timeout(patience):
        while not await true():
            await asyncio.sleep(every)
    return time.perf_counter() - began


def memory(paths: Paths) -> int:
    """Resident, of the engine without its workers."""
    (engine,) = engines_of(paths.data.parent)
    return round(psutil.Process(engine).memory_info().rss / 1e6)


def worked(paths: Paths) -> float:
    """Seconds of all processors together, of the engine and its workers: what else the machine does is not in them."""
    (engine,) = engines_of(paths.data.parent)
    process = psutil.Process(engine)
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(time.user + time.system for time in times)


def count_vectors(paths: Paths) -> int:
    with closing(open_database(paths.database)) as database:
        return int(database.execute("SELECT count(*) FROM vectors").fetchone()[0])


def show(console: Console, figures: dict[str, Any]) -> None:
    table = Table(title=f"A watched folder of {figures['notes']:,} notes")
    table.add_column("Ambry's engine")
    table.add_column("", justify="right")
    for name, value in figures.items():
        if name not in ("notes", "peers"):
            table.add_row(name, str(value))
    console.print(table)
    table = Table(title="Beside them, in the same run")
    for heading in ("", "does", "s"):
        table.add_column(heading, justify="right" if heading == "s" else "left")
    for peer in figures["peers"]:
        table.add_row(peer["peer"], peer["does"], str(peer["seconds"]))
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
