"""What the stories about sites need from outside, beside the ports that everything shares."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from host.core.acquire_ports import Response
from host.core.resemblance import Imprint
from host.core.site import CrawlItem, CrawlOrder, KnownPage, Survey


class Renderer(Protocol):
    """The person's own browser, which sees what they see."""

    async def render(self, url: str) -> Response:
        """The page at `url` as the browser shows it. Raises FetchError with the reason when that cannot be had."""
        ...


class Memory(Protocol):
    """What the index knows of a site while it is crawled."""

    @property
    def merged(self) -> int:
        """Pages of this crawl whose text turned out to be that of another page: they take no place."""
        ...

    async def recall(self, url: str) -> KnownPage | None:
        """What an earlier crawl learned of a page whose text is still in the index."""
        ...

    async def settled(self, items: int) -> None:
        """Wait until so many items of this crawl have been taken in: then `merged` counts all of them."""
        ...


class Crawler(Protocol):
    async def resolve(self, url: str) -> str:
        """Where the site of `url` really is: `https://example.com` may be served at `https://www.example.com/`.

        Raises FetchError when there is no site.
        """
        ...

    async def survey(self, start: str, sitemaps: Sequence[str], prefix: str | None) -> Survey:
        """What a crawl from `start` would read; `prefix` None: inferred. Raises FetchError when there is no site."""
        ...

    def crawl(
        self, order: CrawlOrder, memory: Memory, renderer: Renderer, done: frozenset[str] = frozenset()
    ) -> AsyncGenerator[CrawlItem, None]:
        """Yield each URL of the site once, as it ends. URLs in `done` are left out: an earlier run had them."""
        ...


class PageStore(Protocol):
    """The pages of a site that are in the index, and their other addresses. Blocking, safe from several threads."""

    def page(self, collection_id: int, uri: str) -> KnownPage | None:
        """None also when another version of Ambry read the page: it may read it differently now."""
        ...

    def put(self, collection_id: int, uri: str, page: KnownPage, job_id: int, imprint: Imprint | None = None) -> None:
        """An indexed page; without an imprint the one that is stored stays."""
        ...

    def keep(self, collection_id: int, uri: str, job_id: int) -> None:
        """The job has come by this page and lets it stay as it is; nothing happens when it is not indexed."""
        ...

    def twin(self, collection_id: int, uri: str, fingerprint: str, job_id: int) -> str:
        """Another page that says the same: one that this job has seen, or that `uri` was an alias of; else empty.

        An empty fingerprint is like no other.
        """
        ...

    def lookalikes(self, collection_id: int, uri: str, marks: Sequence[int], job_id: int) -> list[tuple[str, str, str]]:
        """Pages that may say nearly the same, the likeliest first: URI, title and Markdown. Chosen as a twin is."""
        ...

    def owner(self, collection_id: int, uri: str) -> str:
        """The page that the address belongs to: itself, unless it is known as another address of one."""
        ...

    def merge(self, collection_id: int, uri: str, page_uri: str, job_id: int, imprint: Imprint | None = None) -> None:
        """`uri`, with its other addresses, is another address of `page_uri` from now on; its own document goes.

        By the imprint, of what text stood there when it was not just the page's own, further copies are found.
        """
        ...

    def cores(self, collection_id: int, page_uri: str) -> set[str]:
        """Of the texts that stood at the page's other addresses."""
        ...

    def aliases(self, collection_id: int, page_uri: str) -> list[str]: ...

    def heir(self, collection_id: int, uri: str, job_id: int) -> str:
        """Another address of the page which this job found alive; else empty."""
        ...

    def unseen(self, collection_id: int, job_id: int) -> list[str]:
        """Indexed pages that the job did not come by."""
        ...

    def move(self, collection_id: int, uri: str, heir: str, job_id: int) -> None:
        """The page, with its document and other addresses, goes by `heir` from now on, which the job has seen."""
        ...

    def remove(self, collection_id: int, uri: str) -> bool:
        """The page is gone, with its document and vectors; whether there was one. It is no other page's address."""
        ...


class SiteStore(Protocol):
    """How each indexed site was asked for and when it is to be read again. Blocking, safe from several threads."""

    def request(self, collection_id: int) -> str:
        """The JSON of the last request to index the site; empty when there was none."""
        ...

    def set_request(self, collection_id: int, request: str) -> None: ...

    def set_schedule(self, collection_id: int, hours: int) -> None: ...

    def set_refreshed(self, collection_id: int) -> None:
        """The site has been read to its end, now."""
        ...

    def due(self) -> list[int]:
        """Collections whose schedule says that they should be read again now, and on which no job is waiting."""
        ...
