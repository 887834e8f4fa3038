"""One page of a crawl: asked for only when it may have changed, shown by the person's browser when nothing else can."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from host.acquire.formats import docx, epub, open_document, rtf, slides
from host.acquire.sites.answers import failure, is_gone, needs_browser
from host.acquire.sites.frontier import Target
from host.acquire.sites.links import PageLinks, is_html, page_links
from host.acquire.sites.pace import Pace
from host.acquire.sites.twins import body_hash
from host.core.acquire_ports import Fetcher, Response
from host.core.page_name import same_name
from host.core.scope import normalise_url
from host.core.site import KnownPage, Reason
from host.core.site_ports import Renderer
from host.errors import ErrorCode, FetchError

LISTED_TRUST = 7 * 24 * 3600.0
"""Seconds for which a sitemap's word that a page has not changed is believed: some sites never correct it."""

MAX_REFRESHES = 3
"""Pages that only send on to the next, one after the other: more of them are a circle."""

LARGE = 300_000
"""Bytes of a page that is parsed in a thread: it would hold up everything else for a noticeable time."""

_READABLE = frozenset(
    (
        "application/pdf",
        docx.MEDIA_TYPE,
        slides.MEDIA_TYPE,
        open_document.MEDIA_TYPE,
        epub.MEDIA_TYPE,
        rtf.MEDIA_TYPE,
        "text/rtf",
        "text/plain",
        "text/markdown",
        "text/x-markdown",
    )
)
"""Documents that people read; tables and messages that a site links to are left out."""

_UNTOLD = ("", "application/octet-stream", "binary/octet-stream")
_READABLE_NAME = re.compile(r"\.(pdf|docx|pptx|odt|epub|rtf|txt|md)$", re.IGNORECASE)

_NOTHING = PageLinks()


@dataclass(frozen=True, slots=True)
class Reading:
    """What asking for a page brought."""

    url: str
    known: KnownPage
    """What is now known of it."""
    response: Response | None = None
    found: PageLinks = _NOTHING
    unchanged: str = ""
    """Why the index has this page already, in words."""

    @property
    def final(self) -> str:
        """The address where the redirects ended."""
        return normalise_url(self.response.url) if self.response else self.url

    @property
    def failure(self) -> str:
        return failure(self.response) if self.response else ""

    @property
    def failure_code(self) -> str:
        """The same in one word; meaningless without a failure."""
        if self.response is None or self.response.status == 200:
            return Reason.EMPTY
        return ErrorCode.NOT_FOUND if is_gone(self.response) else ErrorCode.HTTP_STATUS

    @property
    def is_trouble(self) -> bool:
        """Whether the server could not answer, or wants to be asked less."""
        return self.response is not None and (self.response.status >= 500 or self.response.status == 429)

    @property
    def unreadable(self) -> str:
        """Why the answer is nothing that is read, in words."""
        response = self.response
        if response is None or is_html(response) or response.media_type in _READABLE:
            return ""
        if response.media_type in _UNTOLD and _READABLE_NAME.search(urlsplit(response.url).path):
            return ""
        return f"its type, {response.media_type or 'which the server does not name'}, is not read"

    @property
    def names(self) -> list[str]:
        """What else this page is known by: its bytes, and what it calls itself when that can be right."""
        canonical = self.found.canonical
        own = [canonical] if canonical and same_name(canonical, self.final) else []
        return [self.known.body_hash, *own]

    @property
    def noindex(self) -> bool:
        return self.found.noindex

    @property
    def links(self) -> tuple[str, ...]:
        return self.found.links if self.response else self.known.links

    def page(self, with_links: bool) -> KnownPage:
        """What to remember of it."""
        return replace(self.known, links=self.links if with_links else ())

    def compared(self, earlier: KnownPage | None) -> Reading:
        """The same, known to be unchanged when an earlier crawl brought the very same bytes."""
        same = earlier is not None and earlier.body_hash == self.known.body_hash
        return replace(self, unchanged="the same content as before") if same else self


class PageReader:
    """Asks for pages of one host."""

    def __init__(self, fetcher: Fetcher, renderer: Renderer, pace: Pace, host: str, clock: Callable[[], float]) -> None:
        self._fetcher = fetcher
        self._renderer = renderer
        self._pace = pace
        self._host = host
        self._clock = clock

    async def read(self, target: Target, known: KnownPage | None) -> Reading:
        """The page, or that it has not changed since it was `known`. Raises FetchError."""
        now = self._clock()
        if known and target.listed and target.listed == known.listed and now - known.fetched < LISTED_TRUST:
            return Reading(target.url, known, unchanged="the sitemap says that it has not changed")
        response = await self._get(target.url, known or KnownPage())
        if known and response.status == 304:
            checked = replace(known, listed=target.listed or "", fetched=now)
            return Reading(target.url, checked, unchanged="the server says that it has not changed")
        response, found = await self._sent_on(response)
        if reason := needs_browser(response, found):
            response = await self._rendered(target.url, reason)
            found = await _links(response)
        learnt = _learnt(response, target.listed or "", now)
        return Reading(target.url, learnt, response, found).compared(known)

    async def _sent_on(self, response: Response) -> tuple[Response, PageLinks]:
        """Where the page leads that redirects by a word of its own; itself when it does not."""
        found = await _links(response)
        for _ in range(MAX_REFRESHES):
            if not found.refresh or response.status != 200:
                break
            response = await self._get(found.refresh, KnownPage())
            found = await _links(response)
        return response, found

    async def _get(self, url: str, known: KnownPage) -> Response:
        await self._pace.turn()
        loop = asyncio.get_running_loop()
        start, troubled = loop.time(), True
        try:
            response = await self._fetcher.get(
                url, trusted_host=self._host, etag=known.etag, last_modified=known.last_modified
            )
            troubled = response.tries > 1 or response.status >= 500
        finally:
            self._pace.learn(loop.time() - start, troubled=troubled)
        return response

    async def _rendered(self, url: str, reason: str) -> Response:
        """The page as the person's browser shows it. Raises FetchError, with the reason why it was needed."""
        try:
            return await self._renderer.render(url)
        except FetchError as error:
            raise FetchError(error.code, f"{reason}; {error.message}", error.next_step) from error


async def _links(response: Response) -> PageLinks:
    if len(response.body) > LARGE:
        return await asyncio.to_thread(page_links, response)
    return page_links(response)


def _learnt(response: Response, listed: str, now: float) -> KnownPage:
    headers = response.headers
    return KnownPage(
        etag=headers.get("etag", ""),
        last_modified=headers.get("last-modified", ""),
        listed=listed,
        body_hash=body_hash(response.body),
        fetched=now,
    )
