"""Watched folders: which they are, what may be asked about them, and who follows each."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence

from host.contract import events, requests, results
from host.contract.views import FolderView, JobItemView
from host.core.collections import CollectionKind
from host.core.folder_ports import FolderAccount
from host.core.folders import WatchedFolder, free_name, overlapping
from host.core.jobs import ItemState, Job, JobItem
from host.errors import ErrorCode, FolderError
from host.service.ask import Emit
from host.service.folder_reading import FolderReading
from host.service.folder_retry import KIND
from host.service.folder_watch import FolderWatch
from host.service.ingest import Ingest
from host.service.jobs import Jobs
from host.service.parts import Parts
from host.service.views import item_view, job_view

_KINDS = ("read_folder", KIND)


class Folders:
    """Starts, stops and shows the watching."""

    def __init__(self, parts: Parts, ingest: Ingest, reading: FolderReading, jobs: Jobs) -> None:
        self._source = parts.folder_source
        self._store = parts.folder_store
        self._ingest = ingest
        self._reading = reading
        self._jobs = jobs
        self._watches: dict[int, FolderWatch] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._followers: set[asyncio.Event] = set()

    @property
    def busy(self) -> bool:
        """Whether changes are being read now."""
        return any(watch.state == "reading" for watch in self._watches.values())

    async def start(self, unfinished: Sequence[Job]) -> None:
        """Follow all folders; jobs that a stopped engine left behind go on first."""
        jobs = {json.loads(job.request)["folder"]: job for job in unfinished if job.kind == "read_folder"}
        for folder in await asyncio.to_thread(self._store.folders):
            self._follow(folder.id, jobs.get(folder.id))

    async def close(self) -> None:
        for folder_id in list(self._tasks):
            await self._leave(folder_id)

    async def watch(self, request: requests.WatchFolder, emit: Emit) -> results.FolderWatched:
        """Raises FolderError for what cannot be watched."""
        path = await asyncio.to_thread(self._source.check, request.path, request.exclude)
        collection = await self._ingest.open_collection(CollectionKind.VAULT, request.vault, request.vault)
        wanted = WatchedFolder(0, collection.id, collection.key, path, "", request.exclude)
        others = [one for one in await asyncio.to_thread(self._store.folders) if one.collection_id == collection.id]
        known = next((one for one in others if one.path == path), None)
        folder = await self._stored(wanted, known, others)
        await self._stop(folder)
        await asyncio.to_thread(self._store.forget_failed, folder.id)
        watch = self._new_watch(folder.id)
        job = await watch.start_job(collection.id, collection.key)
        self._run(folder.id, watch, job)
        return results.FolderWatched(folder=await self._view(folder), job=job_view(job))

    async def unwatch(self, request: requests.UnwatchFolder, emit: Emit) -> results.Nothing:
        folder = await asyncio.to_thread(self._store.folder, request.folder)
        await self._stop(folder)
        await asyncio.to_thread(self._store.remove, folder.id, keep=request.keep)
        self.tell()
        return results.Nothing()

    async def list(self, request: requests.ListFolders, emit: Emit) -> results.WatchedFolders:
        return results.WatchedFolders(folders=await self._views())

    async def follow(self, request: requests.FollowFolders, emit: Emit) -> results.Nothing:
        """Never ends by itself."""
        changed = asyncio.Event()
        self._followers.add(changed)
        try:
            while True:
                await emit(events.Folders(id=request.id, folders=await self._views()))
                await changed.wait()
                changed.clear()
        finally:
            self._followers.discard(changed)

    async def forget(self, collection_id: int) -> None:
        """Stop following the folders of a collection that is about to go."""
        for folder in await asyncio.to_thread(self._store.folders):
            if folder.collection_id == collection_id:
                await self._leave(folder.id)

    async def caught_up(self, collection_id: int, seconds: float) -> None:
        """Wait until the folders of a collection have been looked at and are in the index, but no longer than this."""
        waits = [
            asyncio.create_task(self._watches[folder.id].current.wait())
            for folder in await asyncio.to_thread(self._store.folders)
            if folder.collection_id == collection_id and folder.id in self._watches
        ]
        if waits:
            _, late = await asyncio.wait(waits, timeout=seconds)
            for wait in late:
                wait.cancel()

    async def _stored(
        self, wanted: WatchedFolder, known: WatchedFolder | None, others: Sequence[WatchedFolder]
    ) -> WatchedFolder:
        if known is None and (other := overlapping(wanted.path, others)):
            message = f"{wanted.path} overlaps with {other.path}, which is watched in {wanted.vault} already."
            next_step = "Watch one that holds both, or stop watching the other first."
            raise FolderError(ErrorCode.FOLDER_REFUSED, message, next_step)
        name = known.name if known else free_name(wanted.path, {other.name for other in others})
        stored = WatchedFolder(0, wanted.collection_id, wanted.vault, wanted.path, name, wanted.exclude)
        return await asyncio.to_thread(self._store.add, stored)

    def _follow(self, folder_id: int, job: Job | None) -> None:
        self._run(folder_id, self._new_watch(folder_id), job)

    def _new_watch(self, folder_id: int) -> FolderWatch:
        return FolderWatch(folder_id, self._reading, self._source, self._store, self._jobs, self.tell)

    def _run(self, folder_id: int, watch: FolderWatch, job: Job | None) -> None:
        self._watches[folder_id] = watch
        self._tasks[folder_id] = asyncio.create_task(watch.run(job), name=f"folder {folder_id}")
        self.tell()

    async def _stop(self, folder: WatchedFolder) -> None:
        """Stop following a folder, and its job if it has one."""
        await self._leave(folder.id)
        for job in await asyncio.to_thread(self._jobs.log.unfinished):
            if job.kind in _KINDS and json.loads(job.request)["folder"] == folder.id:
                await self._jobs.cancel(job.id)

    async def _leave(self, folder_id: int) -> None:
        self._watches.pop(folder_id, None)
        if task := self._tasks.pop(folder_id, None):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])

    def tell(self) -> None:
        """There may be something new to show."""
        for follower in self._followers:
            follower.set()

    async def _views(self) -> tuple[FolderView, ...]:
        folders = await asyncio.to_thread(self._store.folders)
        return tuple([await self._view(folder) for folder in folders if folder.id in self._watches])

    async def _view(self, folder: WatchedFolder) -> FolderView:
        account = await asyncio.to_thread(self._store.account, folder.id)
        return _folder_view(folder, self._watches[folder.id], account)


def _folder_view(folder: WatchedFolder, watch: FolderWatch, account: FolderAccount) -> FolderView:
    unread = (JobItemView(uri=path, state="failed", reason=reason) for path, reason in watch.unread.items())
    failed = (item_view(JobItem(file.path, file.state, file.reason, file.code)) for file in account.problems)
    return FolderView(
        id=folder.id,
        collection=folder.collection_id,
        vault=folder.vault,
        path=folder.path,
        exclude=folder.exclude,
        state=watch.state,
        note=watch.note,
        documents=account.counts.get(ItemState.INDEXED, 0),
        failed=account.counts.get(ItemState.FAILED, 0) + len(watch.unread),
        unsupported=watch.unsupported,
        problems=(*failed, *unread),
        checked=account.checked,
        changed=account.changed,
    )
