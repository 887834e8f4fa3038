"""What the stories about sites need from outside, beside the ports that everything shares."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from host.core.site import CrawlItem, CrawlOrder, Survey
from host.core.types import Response


class Renderer(Protocol):
    """The person's own browser, which sees what they see."""

    async def render(self, url: str) -> Response:
        """The page at `url` as the browser shows it. Raises FetchError with the reason when that cannot be had."""
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

    def crawl(self, order: CrawlOrder, done: frozenset[str], renderer: Renderer) -> AsyncIterator[CrawlItem]:
        """Yield each URL of the site once, as it ends. URLs in `done` are left out: an earlier run had them."""
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
