"""What is in view becomes a temporary collection with one document."""

from __future__ import annotations

from host.contract import events, results
from host.core.types import CollectionKind, Document
from host.service.ask import Emit
from host.service.ingest import Ingest
from host.service.views import collection_view


class Opening:
    """Indexes one document as a collection of its own."""

    def __init__(self, ingest: Ingest) -> None:
        self._ingest = ingest

    async def open(
        self, request_id: str, kind: CollectionKind, key: str, document: Document, emit: Emit
    ) -> results.Opened:
        """The collection of this kind and key, with the document as it is now."""
        await emit(events.Progress(id=request_id, stage="Indexing"))
        collection = await self._ingest.open_collection(kind, key, document.title or key)
        ingested = await self._ingest.document(collection, document)
        collection = await self._ingest.open_collection(kind, key, document.title or key)
        return results.Opened(
            collection=collection_view(collection),
            characters=len(document.markdown),
            notices=(ingested.notice,) if ingested.notice else (),
        )
