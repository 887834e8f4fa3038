"""A vault: a person's own files, converted and indexed one by one; a bad file never stops the others."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from host.contract.requests import AddFiles, LeaveOutFile, RetryFile
from host.contract.views import UploadRef
from host.core.acquire_ports import Converter, UploadStore
from host.core.collections import Collection, CollectionKind
from host.core.documents import Document
from host.core.jobs import ItemState, Job, JobItem, reason_of
from host.core.ocr import NEXT_STEP, Ocr
from host.core.store_ports import JobLog, Library
from host.core.vault_address import file_path, file_uri, one_spelling
from host.errors import ConversionError, ErrorCode, NotFoundError, ProtocolError
from host.service.added_files import AddedFiles, FileState
from host.service.ahead import ahead
from host.service.ingest import Ingest
from host.service.jobs import Run
from host.service.recognising import MENDABLE, page_stage, with_ocr

AT_ONCE = 3
"""Files of a job: while the passages of one are embedded, the next are converted and cut."""

_IN_ORDER = ""
"""The turn to read and compare bytes: of equal files the first is the one that is kept."""

Turns = defaultdict[str, asyncio.Lock]
"""Files of one path or with the same bytes take turns: the later one must find what became of the earlier."""


_SHOWN = 50
"""Files that have not ended which are told of a job: those at work, and enough to choose from."""


@dataclass(frozen=True, slots=True)
class _Adding:
    """A job at work."""

    run: Run
    collection: Collection
    total: int
    files: AddedFiles
    turns: Turns


class Vaults:
    """Starts and runs `add_files` jobs."""

    def __init__(
        self, ingest: Ingest, library: Library, uploads: UploadStore, converter: Converter, jobs: JobLog
    ) -> None:
        self._ingest = ingest
        self._library = library
        self._uploads = uploads
        self._converter = converter
        self._jobs = jobs
        self._passwords: dict[str, str] = {}
        """By upload, until the file is read. Nowhere else: after a restart a locked file asks again."""
        self._running: dict[int, AddedFiles] = {}
        """By job at work."""

    async def create_job(self, request: AddFiles) -> Job:
        collection = await self._ingest.open_collection(CollectionKind.VAULT, request.vault, request.vault)
        self._passwords.update({file.upload: file.password for file in request.files if file.password})
        stored = request.model_copy(update={"files": tuple(_without_password(file) for file in request.files)})
        return await asyncio.to_thread(
            self._jobs.create, "add_files", collection.id, request.vault, stored.model_dump_json()
        )

    async def create_retry(self, request: RetryFile) -> Job:
        """A job for one file of another that failed there. Raises NotFoundError when its bytes are gone."""
        job = await asyncio.to_thread(self._jobs.job, request.job)
        file = _file_of(job, request.path)
        await asyncio.to_thread(self._read, file.upload)
        again = file.model_copy(update={"password": request.password, "ocr": request.ocr})
        return await self.create_job(AddFiles(id=request.id, vault=job.title, files=(again,)))

    async def leave_out(self, request: LeaveOutFile) -> Job:
        """The job without this file; as it was when the file has ended or is just put into the index."""
        job = await asyncio.to_thread(self._jobs.job, request.job)
        file = _file_of(job, request.path)
        running = self._running.get(job.id)
        if job.state.ended or not (running.take_out(request.path) if running else await self._waits(job, file)):
            return job
        await asyncio.to_thread(self._uploads.discard, file.upload)
        self._passwords.pop(file.upload, "")
        return await asyncio.to_thread(self._jobs.record, job.id, _left_out(request.path))

    async def first_files(self, job: Job) -> list[tuple[str, FileState]]:
        """Of an `add_files` job, those at work and the next that wait."""
        if job.kind != "add_files" or job.state.ended:
            return []
        running = self._running.get(job.id)
        return (running or AddedFiles(await asyncio.to_thread(self._unread, job))).first(_SHOWN)

    async def work(self, run: Run) -> None:
        """Convert and index each uploaded file; one item of the job for each path."""
        request = AddFiles.model_validate_json(run.job.request)
        collection = await self._ingest.open_collection(CollectionKind.VAULT, request.vault, request.vault)
        finished = await run.finished()
        files = [file for file in request.files if clean_path(file.path) not in finished]
        left = AddedFiles(clean_path(file.path) for file in files)
        adding = _Adding(run, collection, len(request.files), left, defaultdict(asyncio.Lock))
        self._running[run.job.id] = adding.files
        try:
            await self._take(adding, files)
        finally:
            del self._running[run.job.id]

    async def _take(self, adding: _Adding, files: Sequence[UploadRef]) -> None:
        async def take(file: UploadRef) -> JobItem:
            path = clean_path(file.path)
            item = await self._index(adding, file, path)
            # Its bytes may have gone while they were about to be read.
            return _left_out(path) if adding.files.is_out(path) else item

        async with aclosing(ahead(files, take, AT_ONCE, AT_ONCE)) as taken:
            async for some in taken:
                for _, item in some:
                    adding.files.ended(item.uri)
                await adding.run.record(*(item for _, item in some))
                for file, item in some:
                    self._passwords.pop(file.upload, "")
                    # What only lacks a word of the person waits for it; it expires like any upload.
                    if item.code not in MENDABLE:
                        await asyncio.to_thread(self._uploads.discard, file.upload)

    async def _index(self, adding: _Adding, file: UploadRef, path: str) -> JobItem:
        collection, turns = adding.collection, adding.turns
        uri = file_uri(collection.key, path)

        async def on_page(page: int, pages: int) -> None:
            await adding.run.progress(page_stage(path, page, pages), adding.total)

        try:
            async with turns[path], AsyncExitStack() as turn:
                async with turns[_IN_ORDER]:
                    data = await asyncio.to_thread(self._read, file.upload)
                    file_hash = await asyncio.to_thread(_digest, data)
                    await turn.enter_async_context(turns[file_hash])
                await adding.run.progress(f"Reading {path}", adding.total)
                known = await self._known(collection, uri, file_hash, again=bool(file.ocr))
                if known is not None:
                    return JobItem(path, *known)
                read = await adding.files.read(
                    path,
                    lambda: with_ocr(lambda ocr: self._convert(data, file.upload, uri, path, ocr), file.ocr, on_page),
                )
                if read is None:
                    return _left_out(path)
                ingested = await self._ingest.document(collection, replace(read, file_hash=file_hash))
        except (ConversionError, ProtocolError, NotFoundError) as error:
            code = error.code if error.code in MENDABLE else ""
            return JobItem(path, ItemState.FAILED, reason_of(error, path), code)
        if read.pictures:
            return JobItem(path, ingested.state, f"{ingested.notice} {NEXT_STEP}", ErrorCode.NEEDS_OCR)
        return JobItem(path, ingested.state, ingested.notice)

    async def _waits(self, job: Job, file: UploadRef) -> bool:
        return clean_path(file.path) in await asyncio.to_thread(self._unread, job)

    def _unread(self, job: Job) -> list[str]:
        """Of a job that is not at work."""
        ended = {item.uri for item in self._jobs.items(job.id)}
        paths = (clean_path(file.path) for file in AddFiles.model_validate_json(job.request).files)
        return [path for path in paths if path not in ended]

    def _read(self, upload: str) -> bytes:
        return self._uploads.read(upload)[1]

    async def _known(
        self, collection: Collection, uri: str, file_hash: str, *, again: bool
    ) -> tuple[ItemState, str] | None:
        """How a file ends whose very bytes are there already; None when it is to be read.

        `again`: with leave to recognise text it may say more than it did.
        """
        same = await asyncio.to_thread(self._library.same_bytes, collection.id, file_hash, uri)
        if same == uri:
            return None if again else (ItemState.UNCHANGED, "")
        # What is stored under this path is older than these bytes; it stays only under other paths that have it.
        await asyncio.to_thread(self._library.hand_over, collection.id, uri)
        stored = await asyncio.to_thread(self._library.content_hash, collection.id, uri)
        if not same or stored:
            return None
        await asyncio.to_thread(self._library.note_copy, collection.id, uri, file_hash)
        return ItemState.SKIPPED, f"The same file is already there as {file_path(same)}."

    def _convert(self, data: bytes, upload: str, uri: str, path: str, ocr: Ocr | None) -> Document:
        password = self._passwords.get(upload, "")
        document = self._converter.convert(data, uri=uri, name=path, password=password, ocr=ocr)
        folder = str(PurePosixPath(path).parent)
        return replace(document, folder="" if folder == "." else f"{folder}/")


def _file_of(job: Job, path: str) -> UploadRef:
    """Raises NotFoundError."""
    files = AddFiles.model_validate_json(job.request).files if job.kind == "add_files" else ()
    file = next((file for file in files if clean_path(file.path) == path), None)
    if file is None:
        raise NotFoundError(f"file {path} in job {job.id}", "Add the file again.")
    return file


def _left_out(path: str) -> JobItem:
    return JobItem(path, ItemState.SKIPPED, "Cancelled by you before it was read.", ErrorCode.CANCELLED)


def needed_uploads(jobs: Sequence[Job]) -> frozenset[str]:
    """The uploads that these jobs have still to read, or may have."""
    requests = [AddFiles.model_validate_json(job.request) for job in jobs if job.kind == "add_files"]
    return frozenset(file.upload for request in requests for file in request.files)


def clean_path(path: str) -> str:
    """The path as a vault keeps it: forward slashes, nothing that climbs out or starts at a root."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return one_spelling("/".join(parts)) or "unnamed"


def _without_password(file: UploadRef) -> UploadRef:
    return file.model_copy(update={"password": ""})


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
