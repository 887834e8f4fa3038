"""What others do about a folder in which nothing has changed: the least that can be done, and what is done."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from host.acquire.folders.folder import LocalFolders
from host.core.folders import KnownFile, WatchedFolder, compare
from host.core.jobs import ItemState


def measure(folder: Path, rounds: int) -> list[dict[str, Any]]:
    """In turn, so that whatever else the machine does meets all of them."""
    asked = {(name, does): work(folder) for name, does, work, needs in PEERS if not needs or find_spec(needs)}
    times = [{key: _seconds(work) for key, work in asked.items()} for _ in range(rounds)]
    return [
        {"peer": name, "does": does, "seconds": round(median(run[name, does] for run in times), 3)}
        for name, does in asked
    ]


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _ours(folder: Path) -> Callable[[], object]:
    """Everything between "is anything new?" and "no", but the database."""
    source = LocalFolders(Path.home(), [])
    watched = WatchedFolder(1, 1, "notes", str(folder), "Notes")
    known = {path: KnownFile(path, stamp, "", ItemState.INDEXED) for path, stamp in source.look(watched).files.items()}

    def look() -> None:
        assert not compare(known, source.look(watched)).size

    return look


def _floor(folder: Path) -> Callable[[], object]:
    def walk() -> int:
        return sum(
            os.stat(os.path.join(place, name)).st_size  # noqa: PTH116, PTH118
            for place, _, names in os.walk(folder)
            for name in names
        )

    return walk


def _watchdog(folder: Path) -> Callable[[], object]:
    from watchdog.utils.dirsnapshot import DirectorySnapshot, DirectorySnapshotDiff

    before = DirectorySnapshot(str(folder))
    return lambda: DirectorySnapshotDiff(before, DirectorySnapshot(str(folder)))


def _llama_index(folder: Path) -> Callable[[], object]:
    from llama_index.core import SimpleDirectoryReader
    from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.storage.docstore import SimpleDocumentStore

    pipeline = IngestionPipeline(
        transformations=[SentenceSplitter()],
        docstore=SimpleDocumentStore(),
        docstore_strategy=DocstoreStrategy.DUPLICATES_ONLY,
        disable_cache=True,
    )

    def refresh() -> object:
        documents = SimpleDirectoryReader(str(folder), recursive=True, filename_as_id=True).load_data()
        return pipeline.run(documents=documents)

    refresh()
    return refresh


PEERS: tuple[tuple[str, str, Callable[[Path], Callable[[], object]], str], ...] = (
    ("ambry", "looks at names, sizes and times, and compares", _ours, ""),
    ("os.walk and os.stat", "nothing but look at each file", _floor, ""),
    ("watchdog", "takes a DirectorySnapshot and compares", _watchdog, "watchdog"),
    ("llama-index", "reads all again and leaves out what has the same hash", _llama_index, "llama_index"),
)
"""Name, what it does, how, and the package that it needs."""
