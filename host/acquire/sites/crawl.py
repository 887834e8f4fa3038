"""A site, page by page: from its sitemaps, else breadth first along its links. Polite, bounded, all accounted for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any
from urllib.parse import urljoin

from host.acquire.sites.discover import discover, resolve
from host.acquire.sites.frontier import MOST_KNOWN, Frontier, Target
from host.acquire.sites.pace import Pace, Places
from host.acquire.sites.reading import PageReader, Reading
from host.acquire.sites.survey import survey_site
from host.acquire.sites.twins import Twins
from host.core.acquire_ports import Fetcher
from host.core.scope import Scope, normalise_url, site_scope
from host.core.site import CrawlItem, CrawlOrder, CrawlState, KnownPage, Reason, Survey
from host.core.site_ports import Memory, Renderer
from host.errors import ErrorCode, FetchError

MAX_FAILURES = 20
"""Pages in a row that the server cannot give: it is down, or wants to be left alone, and 50,000 more would not help."""

_AHEAD = 16
"""Items that may wait for whoever indexes them; then the crawl waits too."""


_Running = list[asyncio.Task[list[CrawlItem]]]
"""In the order in which they were begun."""

_Ended = asyncio.Queue[CrawlItem | Exception | None]
"""Items, then None, or what went wrong."""


class SiteCrawler:
    """Implements the port `Crawler` over a fetcher."""

    def __init__(self, fetcher: Fetcher, places: Places | None = None, clock: Callable[[], float] = time.time) -> None:
        self._fetcher = fetcher
        self._places = places or Places()
        self._clock = clock

    async def resolve(self, url: str) -> str:
        """Where the site of `url` really is. Raises FetchError when there is no site."""
        return await resolve(self._fetcher, url)

    async def survey(self, start: str, sitemaps: Sequence[str], prefix: str | None) -> Survey:
        """What a crawl from `start` would read. Raises FetchError when there is no site."""
        return await survey_site(self._fetcher, start, sitemaps, prefix)

    async def crawl(
        self, order: CrawlOrder, memory: Memory, renderer: Renderer, done: frozenset[str] = frozenset()
    ) -> AsyncGenerator[CrawlItem, None]:
        """Yield each URL of the site once, as it ends. URLs in `done` are left out: an earlier run had them."""
        start = normalise_url(order.start)
        if not start:
            yield CrawlItem(order.start, "failed", "it is not an address on the web", ErrorCode.UNREACHABLE, known=1)
            return
        try:
            found = await discover(self._fetcher, start, order.sitemaps)
        except FetchError as error:
            yield CrawlItem(start, "failed", error.message, error.code, known=1)
            return
        scope = site_scope(start, order.prefix)
        pages = {page: listed for page, listed in found.pages.items() if scope.contains(page)}
        pace = Pace(found.robots.delay, self._places)
        reader = PageReader(self._fetcher, renderer, pace, scope.host, self._clock)
        frontier = Frontier(order, found.robots, lambda: memory.merged)
        run = _Run(reader, memory, scope, frontier, done, follows_links=not pages)
        run.begin(start, pages)
        async with aclosing(run.items(pace)) as items:
            async for item in items:
                yield item


class _Run:
    """One crawl: what waits, what is under way, how each address ends."""

    def __init__(
        self,
        reader: PageReader,
        memory: Memory,
        scope: Scope,
        frontier: Frontier,
        done: frozenset[str],
        *,
        follows_links: bool,
    ) -> None:
        self._reader = reader
        self._memory = memory
        self._scope = scope
        self._frontier = frontier
        self._done = done
        self._follows_links = follows_links
        self._twins = Twins()
        self._failures = 0
        self._given = 0
        self._first = ""

    def begin(self, start: str, pages: Mapping[str, str]) -> None:
        """Start with what the sitemaps name, and the start page, or the top of the part that is wanted."""
        self._first = start if self._scope.contains(start) else urljoin(start, self._scope.prefix)
        self._frontier.add([Target(self._first, 0, pages.get(self._first))])
        self._frontier.add(Target(page, 0, listed) for page, listed in pages.items())

    async def items(self, pace: Pace) -> AsyncGenerator[CrawlItem, None]:
        """Every URL that the crawl comes to know, as it ends. Reading goes on while the items are worked on."""
        ended: _Ended = asyncio.Queue(_AHEAD)
        work = asyncio.create_task(self._work(pace, ended))
        try:
            while (item := await ended.get()) is not None:
                if isinstance(item, Exception):
                    raise item
                if item.url not in self._done:
                    self._given += 1
                    yield item
                ended.task_done()
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _work(self, pace: Pace, ended: _Ended) -> None:
        running: _Running = []
        end: Exception | None = None
        try:
            while self._frontier or running:
                if self._frontier.is_full and not running:
                    # Whoever indexes the pages may still find that one of them is another, and takes no place.
                    await ended.join()
                    await self._memory.settled(self._given)
                while self._frontier and len(running) < pace.places and not (self._frontier.is_full and running):
                    await self._start(self._frontier.pop(), running, ended)
                if running:
                    await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                    finished = [task for task in running if task.done()]
                    running = [task for task in running if task not in finished]
                    for item in [item for task in finished for item in task.result()]:
                        await ended.put(item)
            if self._frontier.unlisted:
                await ended.put(self._rest())
        except Exception as error:
            end = error
        finally:
            for task in running:
                task.cancel()
        await ended.put(end)

    async def _start(self, target: Target | None, running: _Running, ended: _Ended) -> None:
        if target is None:
            return
        if item := self._refused(target):
            await ended.put(item)
        else:
            running.append(asyncio.create_task(self._page(target)))

    def _refused(self, target: Target) -> CrawlItem | None:
        """The end of an address that is not asked for; None when it is."""
        if (owner := self._twins.owner(target.url)) != target.url:
            return self._twin(target.url, owner)
        if objection := self._frontier.objection(target):
            return self._ended(target.url, "skipped", objection.reason, objection.code)
        if self._failures >= MAX_FAILURES:
            reason = f"the server failed {MAX_FAILURES} times in a row and is left alone for now"
            return self._ended(target.url, "skipped", reason, Reason.LEFT_ALONE)
        self._frontier.count()
        return None

    async def _page(self, target: Target) -> list[CrawlItem]:
        known = await self._memory.recall(target.url)
        if target.url in self._done:
            await self._pass_by(target, known)
            return []
        try:
            reading = await self._reader.read(target, known)
        except FetchError as error:
            self._failures += error.code is ErrorCode.UNREACHABLE
            self._follow(known.links if known else (), target)
            return [self._ended(target.url, "failed", error.message, error.code)]
        self._failures = self._failures + 1 if reading.is_trouble else 0
        if reading.failure:
            return [self._ended(target.url, "failed", reading.failure, reading.failure_code)]
        return await self._judged(target, reading)

    async def _pass_by(self, target: Target, known: KnownPage | None) -> None:
        """Of a page that an earlier run has accounted for only the way on matters."""
        if known:
            self._twins.claim(target.url, [known.body_hash])
            self._follow(known.links, target)
            return
        self._frontier.uncount()
        if self._follows_links:
            with suppress(FetchError):
                reading = await self._reader.read(target, None)
                self._follow(() if reading.failure else reading.links, target)

    async def _judged(self, target: Target, reading: Reading) -> list[CrawlItem]:
        """How an answer ends: at its own address, or at the one where redirects led."""
        url, final = target.url, reading.final
        if not self._scope.contains(final):
            if url == self._first and self._follows_links:
                # All there is: to take it out would leave the person with the rest and without a word.
                reason = f"the site has moved to {final}: index it there"
                return [self._ended(url, "failed", reason, ErrorCode.UNREACHABLE)]
            return [self._ended(url, "skipped", f"it leads to another site ({final})", Reason.OTHER_SITE)]
        if objection := self._frontier.forbidden(final):
            reason = f"it leads to {final}: {objection.reason}" if final != url else objection.reason
            return [self._ended(url, "skipped", reason, objection.code)]
        if reading.unreadable:
            return [self._ended(url, "skipped", reading.unreadable, Reason.NOT_READ)]
        owner = self._twins.claim(final, reading.names)
        if owner != final or (final != url and not self._frontier.take(final)):
            self._frontier.give_back()
            return [self._twin(url, owner)]
        self._follow(reading.links, target)
        if final == url:
            return [self._own(final, reading)]
        self._twins.claim(url, [final])
        if not reading.unchanged:
            reading = reading.compared(await self._memory.recall(final))
        moved = self._ended(url, "skipped", f"it leads to {final}", Reason.SAME_PAGE, twin=final)
        return [self._own(final, reading), moved]

    def _own(self, url: str, reading: Reading) -> CrawlItem:
        if reading.noindex:
            return self._ended(url, "skipped", "the page asks not to be indexed (noindex)", Reason.NOINDEX)
        page = reading.page(self._follows_links)
        if reading.unchanged:
            return self._ended(url, "unchanged", reading.unchanged, page=page)
        return self._ended(url, "fetched", response=reading.response, page=page)

    def _twin(self, url: str, owner: str) -> CrawlItem:
        return self._ended(url, "skipped", f"the same page as {owner}", Reason.SAME_PAGE, twin=owner)

    def _follow(self, links: Iterable[str], target: Target) -> None:
        if self._follows_links:
            self._frontier.add(Target(link, target.depth + 1) for link in links if self._scope.contains(link))

    def _rest(self) -> CrawlItem:
        """One account for all that came after there was too much to list."""
        reason = f"{self._frontier.unlisted} links to further addresses, after {MOST_KNOWN} were known"
        return self._ended(f"https://{self._scope.key}/*", "skipped", reason, Reason.NOT_LISTED)

    def _ended(self, url: str, state: CrawlState, reason: str = "", code: str = "", **more: Any) -> CrawlItem:
        return CrawlItem(url, state, reason, code, known=self._frontier.known, **more)
