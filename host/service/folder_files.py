"""Changed files of a watched folder on their way into the index: the next are read while those before are embedded."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import PurePath, PurePosixPath

from host.core.acquire_ports import Converter
from host.core.collections import Collection
from host.core.documents import Document
from host.core.folder_ports import FolderSource, FolderStore
from host.core.folders import KnownFile, Stamp, WatchedFolder, document_uri, folder_of
from host.core.jobs import ItemState, JobItem, reason_of
from host.core.ocr import NEXT_STEP, Ocr
from host.core.vault_address import one_spelling
from host.errors import ConversionError, ErrorCode, FolderError
from host.service.ahead import ahead
from host.service.folder_changes import Changes
from host.service.ingest import Ingest, Ingested
from host.service.recognising import MENDABLE, OnPage, with_ocr
from host.service.unbroken import unbroken

_UNKNOWN = Stamp(-1, -1)
"""Of a file that could not be opened: it is tried again with every look."""


Ended = Callable[[Sequence[JobItem]], Awaitable[None]]
"""Told of files that have come to their end, in order."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where the documents of a folder go."""

    folder: WatchedFolder
    collection: Collection
    homes: dict[str, str]
    """By hash, the path of the file with a document that has these bytes."""


async def _say_nothing(page: int, pages: int) -> None:
    """Of a text that nobody waits for."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a person gave for a file that lacked it."""

    password: str = field(default="", repr=False)
    ocr: tuple[str, ...] = ()
    """Languages in which its text may be recognised."""
    on_page: OnPage = _say_nothing


NOTHING = Given()


@dataclass(frozen=True, slots=True)
class _Read:
    """A file as it ends, unless it has a document: then it is in the index, or another one with the same bytes is."""

    file: KnownFile
    document: Document | None = None


def _characters(read: _Read | None) -> int:
    return len(read.document.markdown) if read and read.document else 0


class FolderFiles:
    """Reads changed files, converts, embeds and stores them."""

    def __init__(self, ingest: Ingest, converter: Converter, source: FolderSource, store: FolderStore) -> None:
        self._ingest = ingest
        self._converter = converter
        self._source = source
        self._store = store

    async def take(
        self, changes: Changes, target: Target, paths: Sequence[str], ended: Ended, given: Given = NOTHING
    ) -> list[str]:
        """Each file is remembered as it ended and told to `ended`; returned are those that are still written to."""
        changing: list[str] = []

        async def read(path: str) -> _Read | None:
            return await with_ocr(lambda ocr: self._read(target, path, given.password, ocr), given.ocr, given.on_page)

        async with aclosing(ahead(paths, read, _characters)) as ready:
            async for some in ready:
                changing += [path for path, found in some if found is None]
                if reads := [found for _, found in some if found is not None]:
                    await unbroken(self._settle(changes, target, reads, ended))
        return changing

    def _read(self, target: Target, path: str, password: str, ocr: Ocr | None) -> _Read | None:
        """Blocking; None while it is written to. Nothing is stored here: whoever stops the job need not wait for it."""
        try:
            data, stamp = self._source.read(target.folder, path)
        except FolderError as error:
            if error.code is ErrorCode.FILE_CHANGING:
                return None
            return _Read(KnownFile(path, _UNKNOWN, "", ItemState.FAILED, reason_of(error, path)))
        file = KnownFile(path, stamp, hashlib.sha256(data).hexdigest(), ItemState.INDEXED)
        if file.file_hash in target.homes:
            return _Read(file)
        try:
            return _Read(file, self._convert(target.folder, file, data, password, ocr))
        except ConversionError as error:
            nothing = error.code is ErrorCode.NOT_SUPPORTED or not data.strip()
            state = ItemState.SKIPPED if nothing else ItemState.FAILED
            code = error.code if error.code in MENDABLE else ""
            return _Read(replace(file, state=state, reason=reason_of(error, _name(file)), code=code))

    def _convert(self, folder: WatchedFolder, file: KnownFile, data: bytes, password: str, ocr: Ocr | None) -> Document:
        uri = document_uri(folder, file.path)
        document = self._converter.convert(data, uri=uri, name=_name(file), password=password, ocr=ocr)
        place = str(PurePath(folder.path, file.path))
        return replace(document, folder=folder_of(file.path), path=place, file_hash=file.file_hash)

    async def _settle(self, changes: Changes, target: Target, reads: Sequence[_Read], ended: Ended) -> None:
        """Documents first: what is known of a file never says more than the index has."""
        files = [_explained(changes.known.get(file.path), file) for file in await self._indexed(target, reads)]
        news = [file for file in files if _is_news(changes.known.get(file.path), file)]
        if news:
            await asyncio.to_thread(self._store.put_files, changes.folder, news)
        await ended([JobItem(file.path, file.state, file.reason, file.code) for file in files])

    async def _indexed(self, target: Target, reads: Sequence[_Read]) -> list[KnownFile]:
        """The files as they ended. In order: of equal ones the first has the document."""
        files: list[KnownFile] = []
        documents: list[Document] = []
        places: dict[str, int] = {}
        for read in reads:
            file = read.file
            if file.state is ItemState.INDEXED:
                twin = target.homes.setdefault(file.file_hash, file.path)
                if twin != file.path:
                    file = replace(file, state=ItemState.SKIPPED, reason=f"The same file is already there as {twin}.")
                elif read.document is not None:
                    places[file.file_hash] = len(files)
                    documents.append(read.document)
            files.append(file)
        for prepared in await self._ingest.prepare(target.collection, documents):
            reason, code = _end(prepared.document, await self._ingest.store(prepared))
            at = places[prepared.document.file_hash]
            files[at] = replace(files[at], reason=reason, code=code)
        return files


def _name(file: KnownFile) -> str:
    """By which it is converted, and named when that fails."""
    return one_spelling(PurePosixPath(file.path).name)


def _end(document: Document, ingested: Ingested) -> tuple[str, str]:
    """Reason and code of a file that is in the index, maybe without some of its pages."""
    return (f"{ingested.notice} {NEXT_STEP}", ErrorCode.NEEDS_OCR) if document.pictures else (ingested.notice, "")


def _explained(before: KnownFile | None, now: KnownFile) -> KnownFile:
    """What opened a file once is not kept: when the file has changed, its text goes, and the person is asked again."""
    if before is None or before.state is not ItemState.INDEXED or before.file_hash == now.file_hash:
        return now
    if now.state is not ItemState.FAILED or not now.code:
        return now
    gone = "It has changed since it was read; what was read of it is not in the vault any more."
    return replace(now, reason=f"{gone} {now.reason}")


def _is_news(before: KnownFile | None, now: KnownFile) -> bool:
    """Another try that failed takes nothing away of what the same bytes gave before."""
    same = before is not None and before.file_hash == now.file_hash and before.state is ItemState.INDEXED
    return before != now and not (same and now.state is ItemState.FAILED)
