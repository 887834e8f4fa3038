"""A vault: files of a person, read one by one and embedded together; a bad file never stops the others."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from contextlib import aclosing
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
from host.service.ingest import Ingest, Prepared
from host.service.jobs import Run
from host.service.recognising import MENDABLE, page_stage, with_ocr
from host.service.unbroken import unbroken

_SHOWN = 50
"""Files that have not ended which are told of a job: those at work, and enough to choose from."""


@dataclass(frozen=True, slots=True)
class _Adding:
    """A job at work."""

    run: Run
    collection: Collection
    total: int
    files: AddedFiles


@dataclass(frozen=True, slots=True)
class _Read:
    """A file as it ended, or with its document; with neither when its bytes are in the index."""

    path: str
    file_hash: str = ""
    document: Document | None = None
    end: JobItem | None = None


def _characters(read: _Read) -> int:
    return len(read.document.markdown) if read.document else 0


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
        await asyncio.to_thread(self._bytes, file)
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
        adding = _Adding(run, collection, len(request.files), left)
        self._running[run.job.id] = adding.files
        try:
            await self._take(adding, files)
        finally:
            del self._running[run.job.id]

    async def _take(self, adding: _Adding, files: Sequence[UploadRef]) -> None:
        async def read(file: UploadRef) -> _Read:
            return await self._read(adding, file)

        async with aclosing(ahead(files, read, _characters)) as ready:
            async for some in ready:
                await unbroken(self._settle(adding, some))

    async def _read(self, adding: _Adding, file: UploadRef) -> _Read:
        """Nothing is stored here: the next files are read while those before are embedded."""
        path = clean_path(file.path)

        async def on_page(page: int, pages: int) -> None:
            await adding.run.progress(page_stage(path, page, pages), adding.total)

        try:
            data = await asyncio.to_thread(self._bytes, file)
            read = _Read(path, await asyncio.to_thread(_digest, data))
            await adding.run.progress(f"Reading {path}", adding.total)
            if await asyncio.to_thread(self._known, adding.collection, file, read):
                return read
            uri = file_uri(adding.collection.key, path)
            document = await adding.files.read(
                path, lambda: with_ocr(lambda ocr: self._convert(data, file, uri, ocr), file.ocr, on_page)
            )
        except (ConversionError, ProtocolError, NotFoundError) as error:
            code = error.code if error.code in MENDABLE else ""
            return _Read(path, end=JobItem(path, ItemState.FAILED, reason_of(error, path), code))
        if document is None:
            return _Read(path, end=_left_out(path))
        return replace(read, document=replace(document, file_hash=read.file_hash))

    async def _settle(self, adding: _Adding, some: Sequence[tuple[UploadRef, _Read]]) -> None:
        items = await self._ended(adding, some)
        for item in items:
            adding.files.ended(item.uri)
        await adding.run.record(*items)
        for (file, _), item in zip(some, items, strict=True):
            self._passwords.pop(file.upload, "")
            # What only lacks a word of the person waits for it; it expires like any upload.
            if item.code not in MENDABLE:
                await asyncio.to_thread(self._uploads.discard, file.upload)

    async def _ended(self, adding: _Adding, some: Sequence[tuple[UploadRef, _Read]]) -> list[JobItem]:
        """Embedded together, then stored in order: of equal files the first is the one that is kept."""
        reads = [_unless_out(adding.files, read) for _, read in some]
        documents = [read.document for read in reads if read.document]
        prepared = iter(await self._ingest.prepare(adding.collection, documents))
        return [
            await self._end(adding, file, read, next(prepared) if read.document else None)
            for (file, _), read in zip(some, reads, strict=True)
        ]

    async def _end(self, adding: _Adding, file: UploadRef, read: _Read, prepared: Prepared | None) -> JobItem:
        if read.end:
            return read.end
        known = await asyncio.to_thread(self._join, adding.collection, file, read)
        if known:
            return _there_already(read.path, known)
        if prepared is None:
            # The document that had its bytes has just been replaced, by a file before it.
            (item,) = await self._ended(adding, [(file, await self._read(adding, file))])
            return item
        ingested = await self._ingest.store(prepared)
        if prepared.document.pictures:
            return JobItem(read.path, ingested.state, f"{ingested.notice} {NEXT_STEP}", ErrorCode.NEEDS_OCR)
        return JobItem(read.path, ingested.state, ingested.notice)

    async def _waits(self, job: Job, file: UploadRef) -> bool:
        return clean_path(file.path) in await asyncio.to_thread(self._unread, job)

    def _unread(self, job: Job) -> list[str]:
        """Of a job that is not at work."""
        ended = {item.uri for item in self._jobs.items(job.id)}
        paths = (clean_path(file.path) for file in AddFiles.model_validate_json(job.request).files)
        return [path for path in paths if path not in ended]

    def _bytes(self, file: UploadRef) -> bytes:
        return self._uploads.read(file.upload)[1]

    def _known(self, collection: Collection, file: UploadRef, read: _Read) -> str:
        """The path of a document with these very bytes, which makes it needless to read them; else empty."""
        uri = file_uri(collection.key, read.path)
        same = self._library.same_bytes(collection.id, read.file_hash, uri)
        # With leave to recognise text it may say more than it did; and what is stored under this path is to go.
        needed = bool(file.ocr) if same == uri else self._library.content_hash(collection.id, uri)
        return "" if needed else file_path(same)

    def _join(self, collection: Collection, file: UploadRef, read: _Read) -> str:
        """What `_known` says, once all files before are stored; noted where it is another path's document."""
        uri = file_uri(collection.key, read.path)
        if self._library.same_bytes(collection.id, read.file_hash, uri) != uri:
            # What is stored under this path is older than these bytes; it stays only under other paths that have it.
            self._library.hand_over(collection.id, uri)
        known = self._known(collection, file, read)
        if known and known != read.path:
            self._library.note_copy(collection.id, uri, read.file_hash)
        return known

    def _convert(self, data: bytes, file: UploadRef, uri: str, ocr: Ocr | None) -> Document:
        path, password = file_path(uri), self._passwords.get(file.upload, "")
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


def _unless_out(files: AddedFiles, read: _Read) -> _Read:
    # Its bytes may also have gone while they were about to be read.
    return read if files.index(read.path) else _Read(read.path, end=_left_out(read.path))


def _there_already(path: str, known: str) -> JobItem:
    if known == path:
        return JobItem(path, ItemState.UNCHANGED)
    return JobItem(path, ItemState.SKIPPED, f"The same file is already there as {known}.")


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
