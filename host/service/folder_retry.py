"""A file of a watched folder once more, with what it lacked: its password, or leave to recognise its text."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Final

from host.contract.requests import ReadWatchedFile
from host.core.folder_ports import FolderStore
from host.core.jobs import ItemState, Job, JobItem
from host.core.store_ports import JobLog
from host.errors import NotFoundError
from host.service.folder_files import Given
from host.service.folder_reading import FolderReading
from host.service.jobs import Run
from host.service.recognising import page_stage

KIND: Final = "read_file"


class FolderRetries:
    """Starts and runs `read_file` jobs. `ended` is called when there may be something new to show of a folder."""

    def __init__(self, reading: FolderReading, store: FolderStore, log: JobLog, ended: Callable[[], None]) -> None:
        self._reading = reading
        self._store = store
        self._log = log
        self._ended = ended
        self._passwords: dict[int, str] = {}
        """By job, until its file is read. Nowhere else: after a restart a locked file asks again."""

    async def create_job(self, request: ReadWatchedFile) -> Job:
        """Raises NotFoundError for a folder or a file that is not watched."""
        job = await asyncio.to_thread(self._create, request)
        if request.password:
            self._passwords[job.id] = request.password
        return job

    async def work(self, run: Run) -> None:
        order = json.loads(run.job.request)
        path = order["path"]
        await run.progress(f"Reading {path}", 1)

        async def on_page(page: int, pages: int) -> None:
            await run.progress(page_stage(path, page, pages), 1)

        async def ended(items: Sequence[JobItem]) -> None:
            await run.record(*items)

        given = Given(self._passwords.get(run.job.id, ""), tuple(order["ocr"]), on_page)
        try:
            if not await self._reading.read_one(order["folder"], path, given, ended):
                reason = "It is not there any more, or being written to. Try again when it rests."
                await run.record(JobItem(path, ItemState.FAILED, reason))
        finally:
            self._passwords.pop(run.job.id, None)
            self._ended()

    def _create(self, request: ReadWatchedFile) -> Job:
        folder = self._store.folder(request.folder)
        if request.path not in self._store.files(folder.id):
            raise NotFoundError(f"file {request.path} in {folder.path}", "Look at the list: it may be gone or renamed.")
        order = json.dumps({"folder": folder.id, "path": request.path, "ocr": request.ocr})
        return self._log.create(KIND, folder.collection_id, folder.vault, order)
