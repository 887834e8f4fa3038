"""What is in view becomes a document: of a temporary collection of its own, or of a vault."""

from __future__ import annotations

import asyncio

from host.contract import events, requests, results
from host.core.catalogue import Catalogue, Entry
from host.core.collections import Collection, CollectionKind
from host.core.documents import Document
from host.core.jobs import ItemState
from host.core.vault_address import file_path
from host.errors import NotFoundError
from host.service.ask import Emit
from host.service.ingest import Ingest, Ingested
from host.service.views import collection_view

OpenRequest = requests.OpenPage | requests.OpenUrl | requests.OpenVideo


class Opening:
    """Indexes one document where the request wants it."""

    def __init__(self, ingest: Ingest, catalogue: Catalogue) -> None:
        self._ingest = ingest
        self._catalogue = catalogue

    async def open(
        self, request: OpenRequest, kind: CollectionKind, key: str, document: Document, emit: Emit
    ) -> results.Opened:
        """In the vault that is named, else in the temporary collection of this kind and key, as the document is now."""
        await emit(events.Progress(id=request.id, stage="Indexing"))
        title = document.title or key
        place = (CollectionKind.VAULT, request.vault, request.vault) if request.vault else (kind, key, title)
        collection = await self._ingest.open_collection(*place)
        twin = await asyncio.to_thread(self._twin, collection, document) if request.vault else None
        ingested = _there_already(twin) if twin else await self._ingest.document(collection, document)
        entry = twin if twin else await asyncio.to_thread(self._entry, collection, document)
        return results.Opened(
            collection=collection_view(await self._ingest.open_collection(*place)),
            document=entry.id,
            state=ingested.state.value,
            characters=len(document.markdown),
            notices=(ingested.notice,) if ingested.notice else (),
        )

    def _twin(self, collection: Collection, document: Document) -> Entry | None:
        """Another document with these very words, when there is none under this one's own address."""
        if self._catalogue.find(collection.id, document.uri):
            return None
        return self._catalogue.same_words(collection.id, document.content_hash)

    def _entry(self, collection: Collection, document: Document) -> Entry:
        entry = self._catalogue.find(collection.id, document.uri)
        if entry is None:
            raise NotFoundError("such document", "It was removed while it was read: open it again.")
        return entry


def _there_already(twin: Entry) -> Ingested:
    name = file_path(twin.uri) or twin.uri
    return Ingested(ItemState.SKIPPED, f"The same words are already there as {name}.")
