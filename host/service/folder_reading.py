"""From a watched folder as it is to a vault that says the same: what has changed, and what is done about it."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath, PurePosixPath
from typing import Any, TypeVar

from host.core.folder_ports import FolderSource, FolderStore
from host.core.folders import (
    REST,
    Arrangement,
    Difference,
    KnownFile,
    Look,
    Stamp,
    WatchedFolder,
    arrange,
    compare,
    document_uri,
    folder_of,
    is_missing,
    to_hash,
)
from host.core.ports import Converter
from host.core.types import Collection, CollectionKind, Document, ItemState, JobItem
from host.errors import ConversionError, ErrorCode, FolderError
from host.service.ingest import Ingest
from host.service.jobs import Run

T = TypeVar("T")

_UNKNOWN = Stamp(-1, -1)
"""Of a file that could not be opened: it is tried again with every look."""

_ROUNDS = 8
"""How often a file that is still written to is looked at again, before it waits for the next look at the folder."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A folder, and how it differs from what is known of it."""

    folder: WatchedFolder
    known: dict[str, KnownFile]
    look: Look
    difference: Difference

    @property
    def size(self) -> int:
        return self.difference.size


@dataclass(frozen=True, slots=True)
class _Target:
    """Where the documents of a folder go."""

    folder: WatchedFolder
    collection: Collection
    homes: dict[str, str]
    """By hash, the path of the file with a document that has these bytes."""


_FEW = 50
"""Paths that are looked at one by one; for more, everything is: that is faster."""

Ended = Callable[[JobItem], Awaitable[None]]
"""Told of each file, when it has come to its end."""

Begin = Callable[[Changes], Awaitable[Ended | None]]


class FolderReading:
    """Finds changes and takes them into the index; one at a time for each folder."""

    def __init__(self, ingest: Ingest, converter: Converter, source: FolderSource, store: FolderStore) -> None:
        self._ingest = ingest
        self._converter = converter
        self._source = source
        self._store = store

    async def changes(self, folder_id: int, paths: Sequence[str] = ()) -> Changes:
        """At these paths and below, or everywhere. Raises FolderError when the folder is not there."""
        folder = await asyncio.to_thread(self._store.folder, folder_id)
        paths = paths if len(paths) <= _FEW else ()
        known = await asyncio.to_thread(self._store.files, folder_id)
        look = await self._look(folder, known, paths)
        difference = compare(known, look)
        if difference.gone:
            # An editor may just have put the old file away and not yet named the new one.
            await asyncio.sleep(REST)
            look = await self._look(folder, known, look.paths)
            difference = _confirmed(difference, compare(known, look))
        if not look.paths:
            await asyncio.to_thread(self._store.looked, folder_id, look.device)
        return Changes(folder, known, look, difference)

    async def apply(self, changes: Changes, ended: Ended) -> tuple[str, ...]:
        """Take changes into the index, each told to `ended`; the paths of files that are still written to."""
        arrangement = await self._arrangement(changes)
        await _unbroken(self._rearrange(changes, arrangement, ended))
        settled = {*arrangement.same, *(home for _, home in arrangement.moved)}
        reading = [path for path in changes.difference.to_read if path not in settled]
        waiting = list(changes.difference.unrested)
        if reading:
            target = await self._target(changes, arrangement)
            waiting += [path for path in reading if not await _unbroken(self._take(changes, target, path, ended))]
        return tuple(waiting)

    async def settle(self, folder_id: int, paths: Sequence[str], begin: Begin) -> None:
        """Apply changes until there are none, or `begin` takes them over; what never rests is left for another time."""
        for _ in range(_ROUNDS):
            changes = await self.changes(folder_id, paths)
            ended = await begin(changes)
            paths = await self.apply(changes, ended) if ended else ()
            if not paths:
                return
            await asyncio.sleep(REST)

    async def work(self, run: Run) -> None:
        """The job: all that has changed in a folder, one item for each file."""
        await run.progress("Looking at the folder", 0)

        async def begin(changes: Changes) -> Ended:
            total = len(await run.finished()) + changes.size

            async def ended(item: JobItem) -> None:
                await run.record(item)
                await run.progress(f"Read {item.uri}", total)

            return ended

        await self.settle(json.loads(run.job.request)["folder"], (), begin)
        await run.settle()

    async def _look(self, folder: WatchedFolder, known: dict[str, KnownFile], paths: Sequence[str]) -> Look:
        look = await asyncio.to_thread(self._source.look, folder, paths)
        if look.paths and look.device != folder.device:
            look = await asyncio.to_thread(self._source.look, folder)
        if is_missing(known, folder, look):
            message = f"{folder.path} is empty: the drive that it was on is not there."
            next_step = "Its documents are kept. Bring the drive back, or stop watching the folder."
            raise FolderError(ErrorCode.FOLDER_UNREACHABLE, message, next_step)
        return look

    async def _target(self, changes: Changes, arrangement: Arrangement) -> _Target:
        """Once for all files: to find out how large a vault is takes longer the larger it is."""
        vault = changes.folder.vault
        collection = await self._ingest.open_collection(CollectionKind.VAULT, vault, vault)
        return _Target(changes.folder, collection, _homes(changes, arrangement))

    async def _arrangement(self, changes: Changes) -> Arrangement:
        candidates = to_hash(changes.known, changes.difference, changes.look)
        hashes = {path: await asyncio.to_thread(self._source.digest, changes.folder, path) for path in candidates}
        known = {path: digest for path, digest in hashes.items() if digest}
        return arrange(changes.known, changes.difference, known)

    async def _rearrange(self, changes: Changes, arrangement: Arrangement, ended: Ended) -> None:
        """Documents follow their files and go with them; what lost only its file's old stamp gets the new one."""
        known, files = changes.known, changes.look.files
        moved = [(origin, _now_at(known, files, origin, home)) for origin, home in arrangement.moved]
        leaving = {origin for origin, _ in moved}
        removed = sorted({*arrangement.removed, *changes.difference.gone} - leaving)
        same = [replace(known[path], stamp=files[path]) for path in arrangement.same]
        if moved or removed:
            await asyncio.to_thread(self._store.rearrange, changes.folder, moved, removed)
        if same:
            await asyncio.to_thread(self._store.restamp, changes.folder, same)
        for origin, file in moved:
            await ended(JobItem(file.path, ItemState.INDEXED, f"It was {origin}; its passages are kept."))
        for path in removed:
            if path in changes.difference.gone:
                await ended(JobItem(path, ItemState.SKIPPED, "Its file is gone; it was taken out of the index."))
        for file in same:
            await ended(JobItem(file.path, ItemState.UNCHANGED))

    async def _take(self, changes: Changes, target: _Target, path: str, ended: Ended) -> bool:
        """Read a file and remember how it ended; False when it is still written to."""
        try:
            data, stamp = await asyncio.to_thread(self._source.read, changes.folder, path)
        except FolderError as error:
            if error.code is ErrorCode.FILE_CHANGING:
                return False
            file = KnownFile(path, _UNKNOWN, "", ItemState.FAILED, f"{error.message} {error.next_step}")
        else:
            file = await self._indexed(target, path, data, stamp)
        if changes.known.get(path) != file:
            await asyncio.to_thread(self._store.put_file, changes.folder, file)
            await ended(JobItem(path, file.state, file.reason))
        return True

    async def _indexed(self, target: _Target, path: str, data: bytes, stamp: Stamp) -> KnownFile:
        digest = await asyncio.to_thread(_digest, data)
        if twin := target.homes.get(digest):
            return KnownFile(path, stamp, digest, ItemState.SKIPPED, f"The same file is already there as {twin}.")
        try:
            document = await asyncio.to_thread(self._convert, target.folder, path, data)
        except ConversionError as error:
            nothing = error.code is ErrorCode.NOT_SUPPORTED or not data.strip()
            state = ItemState.SKIPPED if nothing else ItemState.FAILED
            return KnownFile(path, stamp, digest, state, f"{error.message} {error.next_step}".strip())
        ingested = await self._ingest.document(target.collection, replace(document, file_hash=digest))
        target.homes[digest] = path
        return KnownFile(path, stamp, digest, ItemState.INDEXED, ingested.notice)

    def _convert(self, folder: WatchedFolder, path: str, data: bytes) -> Document:
        name = PurePosixPath(path).name
        document = self._converter.convert(data, uri=document_uri(folder, path), name=name)
        return replace(document, folder=folder_of(path), path=str(PurePath(folder.path, path)))


def _confirmed(first: Difference, second: Difference) -> Difference:
    """What is missing both times is gone; what is missing only now may come back."""
    lost = set(first.gone)
    waiting = {*second.unrested, *(path for path in second.gone if path not in lost)}
    gone = tuple(path for path in second.gone if path in lost)
    return Difference(second.to_read, gone, tuple(sorted(waiting)))


def _homes(changes: Changes, arrangement: Arrangement) -> dict[str, str]:
    """Where the bytes of each document are that stays as it is."""
    changed = {*changes.difference.gone, *changes.difference.to_read} - {*arrangement.same}
    homes = {
        file.file_hash: file.path
        for file in changes.known.values()
        if file.state is ItemState.INDEXED and file.path not in changed
    }
    return homes | {changes.known[origin].file_hash: home for origin, home in arrangement.moved}


def _now_at(known: Mapping[str, KnownFile], files: Mapping[str, Stamp], origin: str, home: str) -> KnownFile:
    stamp = files[home] if home in files else known[home].stamp
    return replace(known[origin], path=home, stamp=stamp)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


async def _unbroken(work: Coroutine[Any, Any, T]) -> T:
    """To its end, also when the task is cancelled: its threads go on, and must not store what was just removed."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
