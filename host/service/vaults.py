"""A vault: a person's own files, converted and indexed one by one; a bad file never stops the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import quote

from host.contract.requests import AddFiles
from host.core.ports import Converter, JobLog, UploadStore
from host.core.types import Collection, CollectionKind, Document, ItemState, Job
from host.errors import ConversionError, NotFoundError, ProtocolError
from host.service.ingest import Ingest
from host.service.jobs import Run


class Vaults:
    """Starts and runs `add_files` jobs."""

    def __init__(self, ingest: Ingest, uploads: UploadStore, converter: Converter, jobs: JobLog) -> None:
        self._ingest = ingest
        self._uploads = uploads
        self._converter = converter
        self._jobs = jobs

    async def create_job(self, request: AddFiles) -> Job:
        collection = await self._ingest.open_collection(CollectionKind.VAULT, request.vault, request.vault)
        return await asyncio.to_thread(
            self._jobs.create, "add_files", collection.id, request.vault, request.model_dump_json()
        )

    async def work(self, run: Run) -> None:
        """Convert and index each uploaded file; one item of the job for each path."""
        request = AddFiles.model_validate_json(run.job.request)
        collection = await self._ingest.open_collection(CollectionKind.VAULT, request.vault, request.vault)
        finished = await run.finished()
        for file in request.files:
            path = clean_path(file.path)
            if path in finished:
                continue
            await run.progress(f"Reading {path}", len(request.files))
            state, reason = await self._index(collection, file.upload, path)
            await run.record(path, state, reason)
            await asyncio.to_thread(self._uploads.discard, file.upload)

    async def _index(self, collection: Collection, upload: str, path: str) -> tuple[ItemState, str]:
        try:
            document = await asyncio.to_thread(self._convert, collection, upload, path)
        except (ConversionError, ProtocolError, NotFoundError) as error:
            return ItemState.FAILED, f"{error.message} {error.next_step}".strip()
        ingested = await self._ingest.document(collection, document)
        return ingested.state, ingested.notice

    def _convert(self, collection: Collection, upload: str, path: str) -> Document:
        _, data = self._uploads.read(upload)
        uri = f"ambry:///{quote(collection.key, safe='')}/{quote(path)}"
        document = self._converter.convert(data, uri=uri, name=path)
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
