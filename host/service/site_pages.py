"""How each address of a crawl ends in the index: a document, another address of one, or gone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from host.core.acquire_ports import Converter, Response
from host.core.collections import Collection
from host.core.documents import Document
from host.core.jobs import ItemState, JobItem
from host.core.resemblance import Imprint, Words, imprint, words_of
from host.core.site import CrawlItem, KnownPage, Reason
from host.core.site_ports import PageStore
from host.errors import ConversionError
from host.service.ingest import Ingest, Ingested, Prepared
from host.service.near_copies import NearCopies

_ENDED = {"skipped": ItemState.SKIPPED, "failed": ItemState.FAILED}


@dataclass(frozen=True, slots=True)
class Said:
    """What a page says, before it is known whether another one says the same."""

    document: Document
    words: Words
    imprint: Imprint


def characters(read: Said | ConversionError | None) -> int:
    return len(read.document.markdown) if isinstance(read, Said) else 0


class SitePages:
    """The pages of one site during one job. Implements the port `Memory`."""

    def __init__(
        self, ingest: Ingest, pages: PageStore, converter: Converter, collection: Collection, job_id: int
    ) -> None:
        self._ingest = ingest
        self._pages = pages
        self._converter = converter
        self._collection = collection
        self._job_id = job_id
        self._near_copies = NearCopies(pages, collection.id, job_id)
        self._prepared: dict[str, Prepared] = {}
        """By URL, of the pages that are being taken."""
        self._taken = 0
        self._change = asyncio.Condition()
        self.found = False
        """Whether any page of the site could be read."""
        self.merged = 0

    async def recall(self, url: str) -> KnownPage | None:
        """What an earlier crawl learned of a page that is in the index."""
        return await asyncio.to_thread(self._pages.page, self._collection.id, url)

    async def settled(self, items: int) -> None:
        async with self._change:
            await self._change.wait_for(lambda: self._taken >= items)

    async def read(self, item: CrawlItem) -> Said | ConversionError | None:
        """What a page says that was fetched. Nothing is stored here: the next pages are read while one is embedded."""
        if item.state != "fetched" or item.response is None:
            return None
        return await asyncio.to_thread(self._read, item.url, item.response)

    async def prepare(self, some: Iterable[Said | ConversionError | None]) -> None:
        """Embed together what is about to be taken, except what may turn out to be another page."""
        documents = await asyncio.to_thread(self._unlike_any, [said for said in some if isinstance(said, Said)])
        prepared = await self._ingest.prepare(self._collection, documents)
        self._prepared = {one.document.uri: one for one in prepared}

    async def take(self, item: CrawlItem, said: Said | ConversionError | None) -> list[JobItem]:
        """Bring the index up to date with how this address ended: its account, and a new one of what it replaces."""
        ended = await self._taken_in(item, said)
        async with self._change:
            self._taken += 1
            self._change.notify_all()
        return ended

    async def sweep(self) -> list[JobItem]:
        """After a whole crawl: take out the pages that it did not come by. None when it found nothing at all."""
        return await asyncio.to_thread(self._sweep) if self.found else []

    async def _taken_in(self, item: CrawlItem, said: Said | ConversionError | None) -> list[JobItem]:
        if said and item.page:
            return await self._fetched(item.url, said, item.page)
        if item.state == "unchanged":
            await asyncio.to_thread(self._unchanged, item)
            return [JobItem(item.url, ItemState.UNCHANGED, item.reason)]
        if await asyncio.to_thread(self._is_kept_under, item.url, item.twin):
            return [JobItem(item.url, ItemState.UNCHANGED, f"the page is in the index already, with {item.twin}")]
        reason = item.reason + await asyncio.to_thread(self._not_there, item)
        return [JobItem(item.url, _ENDED[item.state], reason, item.code)]

    async def _fetched(self, url: str, said: Said | ConversionError, page: KnownPage) -> list[JobItem]:
        if isinstance(said, ConversionError):
            reason = said.message.replace(url, "it").removesuffix(".") + await asyncio.to_thread(self._remove, url)
            return [JobItem(url, ItemState.SKIPPED, reason, said.code)]
        if twin := await asyncio.to_thread(self._twin, url, said.imprint):
            return [twin]
        family = await asyncio.to_thread(self._near_copies.family, url, said.words, said.imprint)
        if family.fuller:
            own = await asyncio.to_thread(self._merge, url, said.imprint, family.fuller)
        else:
            ingested = await self._ingested(url, said.document)
            await asyncio.to_thread(self._put, url, page, said.imprint)
            own = JobItem(url, ingested.state, ingested.notice)
        stays = family.fuller or url
        return [own, *[await asyncio.to_thread(self._merge, *other, stays) for other in family.others]]

    async def _ingested(self, url: str, document: Document) -> Ingested:
        if prepared := self._prepared.get(url):
            return await self._ingest.store(prepared)
        return await self._ingest.document(self._collection, document)

    def _unlike_any(self, pages: Iterable[Said]) -> list[Document]:
        documents: list[Document] = []
        marks: set[int] = set()
        for said in pages:
            uri, own = said.document.uri, said.imprint.marks
            if marks.isdisjoint(own) and not self._pages.lookalikes(self._collection.id, uri, own, self._job_id):
                documents.append(said.document)
            marks.update(own)
        return documents

    def _read(self, url: str, response: Response) -> Said | ConversionError:
        try:
            media_type = response.headers.get("content-type", "")
            document = self._converter.convert(response.body, uri=url, media_type=media_type)
        except ConversionError as error:
            return error
        words = words_of(document.title, document.markdown)
        return Said(document, words, imprint(words, document.markdown))

    def _unchanged(self, item: CrawlItem) -> None:
        if item.page is not None:
            self._put(item.url, item.page)

    def _put(self, url: str, page: KnownPage, found: Imprint | None = None) -> None:
        self.found = True
        self._pages.put(self._collection.id, url, page, self._job_id, found)

    def _twin(self, url: str, found: Imprint) -> JobItem | None:
        """The account of a page with the very text of one in the index."""
        same = self._pages.twin(self._collection.id, url, found.fingerprint, self._job_id)
        if not same:
            return None
        self._alias(url, same)
        self.merged += 1
        return JobItem(url, ItemState.SKIPPED, f"the same text as {same}", Reason.SAME_TEXT)

    def _merge(self, url: str, found: Imprint, page: str) -> JobItem:
        self._alias(url, page, found)
        self.merged += 1
        return JobItem(url, ItemState.SKIPPED, f"nearly the same text as {page}", Reason.NEARLY_THE_SAME_TEXT)

    def _is_kept_under(self, url: str, twin: str) -> bool:
        """Whether the twin, which this crawl came by first, is an address of this very page in the index."""
        if not twin or self._pages.owner(self._collection.id, twin) != url:
            return False
        self._pages.keep(self._collection.id, url, self._job_id)
        return True

    def _alias(self, url: str, page: str, found: Imprint | None = None) -> None:
        owner = self._pages.owner(self._collection.id, page)
        self._pages.merge(self._collection.id, url, owner, self._job_id, found)

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

    def _sweep(self) -> list[JobItem]:
        gone = self._pages.unseen(self._collection.id, self._job_id)
        return [self._not_led_to(url) for url in gone]

    def _not_led_to(self, url: str) -> JobItem:
        reason = f"the site does not lead to it any more{self._forget(url)}"
        return JobItem(url, ItemState.SKIPPED, reason, Reason.NOT_LED_TO)
