"""From a watched folder as it is to a vault that says the same: what has changed, and what is done about it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from host.core.acquire_ports import Converter
from host.core.collections import CollectionKind
from host.core.folder_ports import FolderSource, FolderStore
from host.core.folders import REST, Arrangement, KnownFile, Stamp, arrange, to_hash
from host.core.jobs import ItemState, JobItem
from host.service.folder_changes import Changes, FolderLooks
from host.service.folder_files import Ended, FolderFiles, Given, Target
from host.service.ingest import Ingest
from host.service.jobs import Run
from host.service.unbroken import unbroken

_ROUNDS = 8
"""How often a file that is still written to is looked at again, before it waits for the next look at the folder."""

Begin = Callable[[Changes], Awaitable[Ended | None]]


class FolderReading:
    """Finds changes and takes them into the index; one at a time for each folder."""

    def __init__(self, ingest: Ingest, converter: Converter, source: FolderSource, store: FolderStore) -> None:
        self._ingest = ingest
        self._source = source
        self._store = store
        self._looks = FolderLooks(source, store)
        self._files = FolderFiles(ingest, converter, source, store)

    async def changes(self, folder_id: int, paths: Sequence[str] = ()) -> Changes:
        """At these paths and below, or everywhere. Raises FolderError when the folder is not there."""
        return await self._looks.changes(folder_id, paths)

    async def apply(self, changes: Changes, ended: Ended) -> tuple[str, ...]:
        """Take changes into the index, each told to `ended`; the paths of files that are still written to."""
        arrangement = await self._arrangement(changes)
        await unbroken(self._rearrange(changes, arrangement, ended))
        settled = {*arrangement.same, *(home for _, home in arrangement.moved)}
        reading = [path for path in changes.difference.to_read if path not in settled]
        waiting = list(changes.difference.unrested)
        if reading:
            waiting += await self._files.take(changes, await self._target(changes, arrangement), reading, ended)
        return tuple(waiting)

    async def read_one(self, folder_id: int, path: str, given: Given, ended: Ended) -> bool:
        """Read a file again, changed or not, with what it lacked; False when it is gone or still written to."""
        changes = await self.changes(folder_id, (path,))
        if path not in changes.look.files:
            return False
        target = await self._target(changes, Arrangement())
        homes = {digest: home for digest, home in target.homes.items() if home != path}
        return not await self._files.take(changes, replace(target, homes=homes), [path], ended, given)

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

            async def ended(items: Sequence[JobItem]) -> None:
                await run.record(*items)
                await run.progress(f"Read {items[-1].uri}", total)

            return ended

        await self.settle(json.loads(run.job.request)["folder"], (), begin)
        await run.settle()

    async def _target(self, changes: Changes, arrangement: Arrangement) -> Target:
        """Once for all files: to find out how large a vault is takes longer the larger it is."""
        vault = changes.folder.vault
        collection = await self._ingest.open_collection(CollectionKind.VAULT, vault, vault)
        return Target(changes.folder, collection, _homes(changes, arrangement))

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
        gone = [path for path in removed if path in changes.difference.gone]
        items = [
            *(JobItem(new.path, ItemState.INDEXED, f"It was {old}; its passages are kept.") for old, new in moved),
            *(JobItem(path, ItemState.SKIPPED, "Its file is gone; it was taken out of the index.") for path in gone),
            *(JobItem(file.path, ItemState.UNCHANGED) for file in same),
        ]
        if items:
            await ended(items)


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
