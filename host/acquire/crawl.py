"""A site, page by page: from its sitemaps, else breadth first along its links. Polite, bounded, all accounted for."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urljoin, urlsplit

from host.acquire.answers import failure, needs_browser
from host.acquire.discover import discover, resolve
from host.acquire.links import PageLinks, is_html, page_links
from host.acquire.robots import Robots
from host.acquire.survey import survey_site
from host.acquire.traps import TrapGuard
from host.core.ports import Fetcher
from host.core.scope import normalise_url, site_scope
from host.core.site import CrawlItem, CrawlOrder, Survey
from host.core.site_plan import is_within
from host.core.site_ports import Renderer
from host.core.types import Response
from host.errors import FetchError

CONCURRENCY = 4
"""Requests to the host at a time; browsers use six."""

_READABLE = (
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "text/plain",
    "text/markdown",
    "text/x-markdown",
)

_State = Literal["fetched", "skipped", "failed"]
_INDEX_NAMES = ("", "index.html", "index.htm", "index.php")


class SiteCrawler:
    """Implements the port `Crawler` over a fetcher."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def resolve(self, url: str) -> str:
        """Where the site of `url` really is. Raises FetchError when there is no site."""
        return await resolve(self._fetcher, url)

    async def survey(self, start: str, sitemaps: Sequence[str], prefix: str | None) -> Survey:
        """What a crawl from `start` would read. Raises FetchError when there is no site."""
        return await survey_site(self._fetcher, start, sitemaps, prefix)

    async def crawl(self, order: CrawlOrder, done: frozenset[str], renderer: Renderer) -> AsyncIterator[CrawlItem]:
        """Yield each URL of the site once, as it ends. URLs in `done` are left out: an earlier run had them."""
        if not normalise_url(order.start):
            yield CrawlItem(order.start, "failed", "it is not an address on the web", known=1)
            return
        run = _Run(self._fetcher, renderer, order, done)
        try:
            await run.prepare()
        except FetchError as error:
            yield CrawlItem(normalise_url(order.start), "failed", error.message, known=1)
            return
        async with aclosing(run.items()) as items:
            async for item in items:
                if item.url not in done:
                    yield item


@dataclass(frozen=True, slots=True)
class _Target:
    url: str
    depth: int


class _Run:
    """One crawl: what is known, what waits, what is under way."""

    def __init__(self, fetcher: Fetcher, renderer: Renderer, order: CrawlOrder, done: frozenset[str]) -> None:
        self._fetcher = fetcher
        self._renderer = renderer
        self._order = order
        self._scope = site_scope(order.start, order.prefix)
        self._done = done
        self._robots = Robots()
        self._guard = TrapGuard()
        self._follows_links = True
        self._known: set[str] = set()
        self._queue: deque[_Target] = deque()
        self._requests = 0
        self._owner: dict[str, str] = {}
        """Final addresses, canonical addresses and hashes of bodies, each with the URL that brought it first."""

    async def prepare(self) -> None:
        """Learn the rules, and the pages that sitemaps name. Raises FetchError when the site cannot be crawled."""
        start = normalise_url(self._order.start)
        found = await discover(self._fetcher, start, self._order.sitemaps)
        self._robots = found.robots
        pages = [page for page in found.pages if self._scope.contains(page)]
        self._follows_links = not pages
        first = start if self._scope.contains(start) else urljoin(start, self._scope.prefix)
        self._add([first, *pages], depth=0)

    async def items(self) -> AsyncGenerator[CrawlItem, None]:
        """Every URL that the crawl comes to know, as it ends."""
        places = 1 if self._robots.delay else CONCURRENCY
        running: set[asyncio.Task[CrawlItem]] = set()
        try:
            while self._queue or running:
                while self._queue and len(running) < places:
                    target = self._queue.popleft()
                    if objection := self._objection(target):
                        yield self._ended(target.url, "skipped", objection)
                    elif self._needs_fetching(target.url):
                        running.add(asyncio.create_task(self._page(target)))
                if running:
                    ended, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                    for task in ended:
                        yield task.result()
        finally:
            for task in running:
                task.cancel()

    def _add(self, urls: Iterable[str], depth: int) -> None:
        for url in urls:
            if url not in self._known:
                self._known.add(url)
                self._queue.append(_Target(url, depth))

    def _objection(self, target: _Target) -> str:
        """Why a URL ends without a request, in words."""
        if trap := self._guard.objection(target.url):
            return trap
        if not self._robots.allows(target.url):
            return "robots.txt does not allow it"
        if (owner := self._owner.get(target.url, target.url)) != target.url:
            return f"the same page as {owner}"
        path = urlsplit(target.url).path
        if section := next((section for section in self._order.exclude if is_within(path, section)), ""):
            return f"its section, {section}, was left out"
        if target.depth > self._order.max_depth:
            return f"more than {self._order.max_depth} links away from the start page"
        if self._requests >= self._order.max_pages:
            return f"the limit of {self._order.max_pages} pages was reached"
        return ""

    def _needs_fetching(self, url: str) -> bool:
        """A page of an earlier run counts as well; it is read again only where its links lead on."""
        self._requests += 1
        return self._follows_links or url not in self._done

    async def _page(self, target: _Target) -> CrawlItem:
        url = target.url
        if self._robots.delay and self._requests > 1:
            await asyncio.sleep(self._robots.delay)
        try:
            response = await self._fetcher.get(url, trusted_host=self._scope.host)
            page = page_links(response)
            if reason := needs_browser(response, page):
                response = await self._rendered(url, reason)
                page = page_links(response)
        except FetchError as error:
            return self._ended(url, "failed", error.message)
        if reason := failure(response):
            return self._ended(url, "failed", reason)
        objection = self._objection_to_answer(response) or self._objection_to_content(target, response, page)
        if objection:
            return self._ended(url, "skipped", objection)
        return self._ended(url, "fetched", response=response)

    async def _rendered(self, url: str, reason: str) -> Response:
        """The page as the person's browser shows it. Raises FetchError, with the reason why it was needed."""
        try:
            return await self._renderer.render(url)
        except FetchError as error:
            raise FetchError(error.code, f"{reason}; {error.message}", error.next_step) from error

    def _objection_to_answer(self, response: Response) -> str:
        final = normalise_url(response.url)
        if not self._scope.contains(final):
            return f"it leads to another site ({final})"
        if not self._robots.allows(final):
            return f"robots.txt does not allow {final}, where it leads"
        if not is_html(response) and response.media_type not in _READABLE:
            return f"its type, {response.media_type or 'which the server does not name'}, is not read"
        return ""

    def _objection_to_content(self, target: _Target, response: Response, page: PageLinks) -> str:
        owner = self._claim(target.url, response, page.canonical)
        if owner != target.url:
            return f"the same page as {owner}"
        if self._follows_links:
            self._add(filter(self._scope.contains, page.links), target.depth + 1)
        return "the page asks not to be indexed (noindex)" if page.noindex else ""

    def _claim(self, url: str, response: Response, canonical: str) -> str:
        """Who brought this page first: by its final address, the one that it calls its own, or the same bytes."""
        keys = [normalise_url(response.url), hashlib.sha256(response.body).hexdigest()]
        if canonical and self._scope.contains(canonical) and _page_name(canonical) == _page_name(url):
            keys.append(canonical)
        owner = next((self._owner[key] for key in keys if key in self._owner), url)
        for key in (url, *keys):
            self._owner.setdefault(key, owner)
        return owner

    def _ended(self, url: str, state: _State, reason: str = "", response: Response | None = None) -> CrawlItem:
        return CrawlItem(url, state, reason, response, known=len(self._known))


def _page_name(url: str) -> str:
    """The last segment of the path: a canonical address with another one is more often a mistake than a twin."""
    segments = urlsplit(url).path.split("/")
    return next((segment for segment in reversed(segments) if segment.lower() not in _INDEX_NAMES), "")
