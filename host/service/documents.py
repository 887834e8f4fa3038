"""The documents of a collection, one by one: listed, read and, in a vault, removed."""

from __future__ import annotations

import asyncio

from host.contract import requests, results
from host.core.catalogue import Catalogue
from host.core.collections import CollectionKind
from host.core.page_name import lasting_address
from host.core.scope import normalise_url
from host.core.store_ports import Library
from host.core.video import video_id, watch_url
from host.errors import ErrorCode, ProtocolError
from host.service.ask import Emit
from host.service.collections import Collections
from host.service.views import document_text, document_view, kept_view


class Documents:
    """Blocking work runs in threads."""

    def __init__(self, library: Library, catalogue: Catalogue, collections: Collections) -> None:
        self._library = library
        self._catalogue = catalogue
        self._collections = collections

    async def list(self, request: requests.ListDocuments, emit: Emit) -> results.Documents:
        """Every document of a collection, without its text."""
        entries = await asyncio.to_thread(self._catalogue.entries, request.collection)
        return results.Documents(documents=tuple(document_view(entry) for entry in entries))

    async def read(self, request: requests.ReadDocument, emit: Emit) -> results.DocumentText:
        """All of a document's Markdown, and where in the original it stands."""
        return await asyncio.to_thread(self._read, request.document)

    async def remove(self, request: requests.RemoveDocument, emit: Emit) -> results.Nothing:
        """Take a document out of its vault."""
        await asyncio.to_thread(self._remove, request.document)
        return results.Nothing()

    async def find_kept(self, request: requests.FindKept, emit: Emit) -> results.Kept:
        """The vaults that a page or video is in, by its canonical address or its id."""
        return await asyncio.to_thread(self._kept, request)

    def _kept(self, request: requests.FindKept) -> results.Kept:
        address = normalise_url(request.address) or request.address
        video = video_id(address)
        uri = watch_url(video) if video else lasting_address(address, request.canonical)
        place = (CollectionKind.VIDEO, video, uri) if video else (CollectionKind.PAGE, address, address)
        in_view = self._in_view(*place)
        found = [entry for each in dict.fromkeys((uri, address)) for entry in self._catalogue.in_vaults(each)]
        return results.Kept(
            kept=tuple(kept_view(entry, self._library.collection(entry.collection_id), in_view) for entry in found)
        )

    def _in_view(self, kind: CollectionKind, key: str, uri: str) -> str:
        """The content hash of what was read last at this place; empty when nothing was."""
        collection = self._library.find_collection(kind, key)
        return self._library.content_hash(collection.id, uri) if collection else ""

    def _read(self, document_id: int) -> results.DocumentText:
        entry = self._catalogue.entry(document_id)
        collection = self._collections.view(self._library.collection(entry.collection_id))
        return document_text(entry, self._library.document(document_id), collection)

    def _remove(self, document_id: int) -> None:
        entry = self._catalogue.entry(document_id)
        if self._library.collection(entry.collection_id).kind is not CollectionKind.VAULT:
            raise ProtocolError(
                ErrorCode.BAD_REQUEST,
                "Only documents of a vault can be removed one by one.",
                "Leave a section out and index the site again, or delete its whole index.",
            )
        if entry.path:
            raise ProtocolError(
                ErrorCode.BAD_REQUEST,
                f"{entry.path} is in a watched folder: it would come back.",
                "Move or delete the file, or leave it out: ambry vault watch NAME FOLDER --exclude PATTERN",
            )
        self._catalogue.remove(document_id)
