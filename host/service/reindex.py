"""A collection's new index, made from the stored text while the old one answers, and then put in its place."""

from __future__ import annotations

import asyncio
from typing import Final

from host.contract.requests import Reindex
from host.core.chunk_settings import beyond_cap
from host.core.collections import Collection
from host.core.documents import Document
from host.core.jobs import ItemState, Job, JobItem
from host.core.model_ports import Embedder
from host.core.outdated import why_outdated
from host.core.vault_address import file_path
from host.errors import AmbryError, ErrorCode
from host.service.embedding import embed_documents
from host.service.jobs import Run
from host.service.parts import Parts

CHARACTERS = 60_000
"""Of the documents of one step: some seconds of embedding on a processor. A stopped job loses one step."""

KIND: Final = "reindex"


class Reindexing:
    """Starts and runs `reindex` jobs. One that was killed goes on with the documents that are still missing."""

    def __init__(self, parts: Parts) -> None:
        self._library = parts.library
        self._editions = parts.editions
        self._embedders = parts.embedders
        self._index = parts.index
        self._log = parts.job_log

    async def create_job(self, request: Reindex) -> tuple[Job, bool]:
        """The collection's job, and whether it is a new one. Raises AmbryError when there is nothing to do."""
        return await asyncio.to_thread(self._create, request)

    async def work(self, run: Run) -> None:
        """Step by step; what was added, changed or removed meanwhile is missing or gone, and so comes out right."""
        collection = await self._outdated(run.job.collection_id)
        while collection is not None:
            await run.progress("Indexing anew", collection.documents)
            embedder = self._embedders.current
            edition = await asyncio.to_thread(self._editions.begin, collection.id, embedder.model, collection.wanted)
            step = await asyncio.to_thread(self._editions.missing, edition, CHARACTERS)
            if step:
                for uri, notice in await asyncio.to_thread(self._make, edition, embedder, collection, step):
                    await run.record(JobItem(uri, ItemState.INDEXED, notice))
            else:
                await run.progress("Making it searchable", collection.documents)
                await asyncio.to_thread(self._index.prepare, edition)
                await asyncio.to_thread(self._editions.switch, edition)
            collection = await self._outdated(collection.id)
        await self.discard(run.job.collection_id)
        await run.settle()

    async def discard(self, collection_id: int) -> None:
        """Throw away all that does not answer: an index that a cancelled job has begun, or the one before."""
        await asyncio.to_thread(self._editions.discard, collection_id)
        await asyncio.to_thread(self._index.forget)

    def _create(self, request: Reindex) -> tuple[Job, bool]:
        collection = self._library.collection(request.collection)
        for job in self._log.unfinished():
            if job.kind == KIND and job.collection_id == collection.id:
                return job, False
        if not why_outdated(collection, self._embedders.current.model):
            raise AmbryError(
                ErrorCode.BAD_REQUEST,
                f"{collection.title} needs no new index: it is as its settings and the model in use say.",
                "Change its settings or the model first.",
            )
        return self._log.create(KIND, collection.id, collection.title, request.model_dump_json()), True

    async def _outdated(self, collection_id: int) -> Collection | None:
        return await asyncio.to_thread(self._read_outdated, collection_id)

    def _read_outdated(self, collection_id: int) -> Collection | None:
        collection = self._library.collection(collection_id)
        return collection if why_outdated(collection, self._embedders.current.model) else None

    def _make(
        self, edition: int, embedder: Embedder, collection: Collection, step: list[tuple[int, Document]]
    ) -> list[tuple[str, str]]:
        """Paths or addresses of the documents that the edition has now, and notices."""
        documents = [document for _, document in step]
        made = embed_documents(self._library, embedder, documents, collection.wanted)
        chunks = [(number, one.chunks) for (number, _), one in zip(step, made, strict=True)]
        self._editions.put(edition, chunks)
        told = beyond_cap(collection, collection.wanted.cap)
        return [(file_path(one.document.uri) or one.document.uri, told if one.cut else "") for one in made]
