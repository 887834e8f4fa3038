"""How each address of a crawl ends in the index: a document, another address of one, or gone."""

from __future__ import annotations

import asyncio

from host.core.fingerprint import fingerprint
from host.core.ports import Converter
from host.core.site import CrawlItem, KnownPage
from host.core.site_ports import PageStore
from host.core.types import Collection, Document, ItemState, Response
from host.errors import ConversionError
from host.service.ingest import Ingest

_ENDED = {"skipped": ItemState.SKIPPED, "failed": ItemState.FAILED}

End = tuple[ItemState, str]
"""How an address ended, and why, in words."""


class SitePages:
    """The pages of one site during one job."""

    def __init__(
        self, ingest: Ingest, pages: PageStore, converter: Converter, collection: Collection, job_id: int
    ) -> None:
        self._ingest = ingest
        self._pages = pages
        self._converter = converter
        self._collection = collection
        self._job_id = job_id
        self.found = False
        """Whether any page of the site could be read."""

    async def recall(self, url: str) -> KnownPage | None:
        """What an earlier crawl learned of a page that is in the index."""
        return await asyncio.to_thread(self._pages.page, self._collection.id, url)

    async def take(self, item: CrawlItem) -> End:
        """Bring the index up to date with how this address ended."""
        if item.state == "fetched" and item.response and item.page:
            return await self._fetched(item.url, item.response, item.page)
        if item.state == "unchanged":
            await asyncio.to_thread(self._unchanged, item)
            return ItemState.UNCHANGED, item.reason
        return _ENDED[item.state], item.reason + await asyncio.to_thread(self._not_there, item)

    async def sweep(self) -> list[str]:
        """After a whole crawl: take out the pages that it did not come by. None when it found nothing at all."""
        return await asyncio.to_thread(self._sweep) if self.found else []

    async def _fetched(self, url: str, response: Response, page: KnownPage) -> End:
        try:
            document = await asyncio.to_thread(self._convert, url, response)
        except ConversionError as error:
            return ItemState.SKIPPED, error.message + await asyncio.to_thread(self._remove, url)
        words = fingerprint(document.markdown)
        if twin := await asyncio.to_thread(self._twin, url, words):
            return ItemState.SKIPPED, f"the same text as {twin}"
        ingested = await self._ingest.document(self._collection, document)
        await asyncio.to_thread(self._put, url, page, words)
        return ingested.state, ingested.notice

    def _convert(self, url: str, response: Response) -> Document:
        return self._converter.convert(response.body, uri=url, media_type=response.headers.get("content-type", ""))

    def _unchanged(self, item: CrawlItem) -> None:
        if item.page is not None:
            self._put(item.url, item.page, "")

    def _put(self, url: str, page: KnownPage, words: str) -> None:
        self.found = True
        self._pages.put(self._collection.id, url, page, words, self._job_id)

    def _twin(self, url: str, words: str) -> str:
        """The page of the index that says the same already; this address is one more of its own from now on."""
        twin = self._pages.twin(self._collection.id, url, words, self._job_id) if words else ""
        if twin:
            self._alias(url, twin)
        return twin

    def _alias(self, url: str, page: str) -> None:
        self._pages.remove(self._collection.id, url)
        self._pages.put_alias(self._collection.id, url, page, self._job_id)

    def _not_there(self, item: CrawlItem) -> str:
        """What becomes of what was indexed of this address, in words."""
        if item.twin:
            self._alias(item.url, item.twin)
            return ""
        if item.passing:
            self._pages.keep(self._collection.id, item.url, self._job_id)
            return ""
        return self._forget(item.url) if item.state == "failed" else self._remove(item.url)

    def _forget(self, url: str) -> str:
        """A page that is gone may live on at another of its addresses."""
        heir = self._pages.heir(self._collection.id, url, self._job_id)
        if heir:
            self._pages.move(self._collection.id, url, heir, self._job_id)
            return f"; its text stays under {heir}"
        return self._remove(url)

    def _remove(self, url: str) -> str:
        """A page that is there but must not or cannot be indexed: nor may it be at its other addresses."""
        return "; it was taken out of the index" if self._pages.remove(self._collection.id, url) else ""

    def _sweep(self) -> list[str]:
        gone = self._pages.unseen(self._collection.id, self._job_id)
        for url in gone:
            self._forget(url)
        return gone
