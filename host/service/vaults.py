"""A vault: a person's own files, converted and indexed one by one; a bad file never stops the others."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from pathlib import PurePosixPath

from host.contract.requests import AddFiles, RetryFile
from host.contract.views import UploadRef
from host.core.ocr import NEXT_STEP, Ocr
from host.core.ports import Converter, JobLog, Library, UploadStore
from host.core.types import Collection, CollectionKind, Document, ItemState, Job, JobItem
from host.core.vault_address import file_path, file_uri
from host.errors import ConversionError, ErrorCode, NotFoundError, ProtocolError
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
        known = AddFiles.model_validate_json(job.request) if job.kind == "add_files" else None
        files = known.files if known else ()
        file = next((file for file in files if clean_path(file.path) == request.path), None)
        if known is None or file is None:
            raise NotFoundError(f"file {request.path} in job {request.job}", "Add the file again.")
        await asyncio.to_thread(self._read, file.upload)
        again = file.model_copy(update={"password": request.password, "ocr": request.ocr})
        return await self.create_job(AddFiles(id=request.id, vault=known.vault, files=(again,)))

    async def work(self, run: Run) -> None:
        """Convert and index each uploaded file; one item of the job for each path."""
        request = AddFiles.model_validate_json(run.job.request)
        collection = await self._ingest.open_collection(CollectionKind.VAULT, request.vault, request.vault)
        finished = await run.finished()
        turns: Turns = defaultdict(asyncio.Lock)

        async def take(file: UploadRef) -> JobItem:
            return await self._index(collection, file, clean_path(file.path), run, len(request.files), turns)

        files = (file for file in request.files if clean_path(file.path) not in finished)
        async with aclosing(ahead(files, take, AT_ONCE, AT_ONCE)) as taken:
            async for some in taken:
                await run.record(*(item for _, item in some))
                for file, item in some:
                    self._passwords.pop(file.upload, "")
                    # What only lacks a word of the person waits for it; it expires like any upload.
                    if item.code not in MENDABLE:
                        await asyncio.to_thread(self._uploads.discard, file.upload)

    async def _index(
        self, collection: Collection, file: UploadRef, path: str, run: Run, total: int, turns: Turns
    ) -> JobItem:
        uri = file_uri(collection.key, path)

        async def on_page(page: int, pages: int) -> None:
            await run.progress(page_stage(path, page, pages), total)

        try:
            async with turns[path], AsyncExitStack() as turn:
                async with turns[_IN_ORDER]:
                    data = await asyncio.to_thread(self._read, file.upload)
                    file_hash = await asyncio.to_thread(_digest, data)
                    await turn.enter_async_context(turns[file_hash])
                await run.progress(f"Reading {path}", total)
                known = await self._known(collection, uri, file_hash, again=bool(file.ocr))
                if known is not None:
                    return JobItem(path, *known)
                read = await with_ocr(lambda ocr: self._convert(data, file.upload, uri, path, ocr), file.ocr, on_page)
                ingested = await self._ingest.document(collection, replace(read, file_hash=file_hash))
        except (ConversionError, ProtocolError, NotFoundError) as error:
            code = error.code if error.code in MENDABLE else ""
            return JobItem(path, ItemState.FAILED, f"{error.message} {error.next_step}".strip(), code)
        if read.pictures:
            return JobItem(path, ingested.state, f"{ingested.notice} {NEXT_STEP}", ErrorCode.NEEDS_OCR)
        return JobItem(path, ingested.state, ingested.notice)

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


def needed_uploads(jobs: Sequence[Job]) -> frozenset[str]:
    """The uploads that these jobs have still to read, or may have."""
    requests = [AddFiles.model_validate_json(job.request) for job in jobs if job.kind == "add_files"]
    return frozenset(file.upload for request in requests for file in request.files)


def clean_path(path: str) -> str:
    """The path as a vault keeps it: forward slashes, nothing that climbs out or starts at a root."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return "/".join(parts) or "unnamed"


def _without_password(file: UploadRef) -> UploadRef:
    return file.model_copy(update={"password": ""})


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
