"""The values of a site on its way into a collection: what is asked for, what is known, how each address ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from host.core.types import Response

CrawlState = Literal["fetched", "unchanged", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class Section:
    """A folder of a site, with the number of pages in and below it."""

    path: str
    """From the host's root, such as `/docs/api`; `/` is the site's own top."""
    pages: int
    depth: int
    """0 for the top of the plan."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a site says about itself before it is crawled."""

    start: str
    """The address asked for, after its redirects."""
    host: str
    prefix: str
    pages: int
    """Named by the site's sitemaps below the prefix; 0 when there are none and links must be followed."""
    site_pages: int
    sections: tuple[Section, ...]
    notes: tuple[str, ...]
    """In words, for the person."""
    probed: int
    needs_browser: int
    """Pages that will likely need the person's own browser, judged from those probed."""


@dataclass(frozen=True, slots=True)
class CrawlOrder:
    """Which pages of which site a crawl is to read."""

    start: str
    sitemaps: tuple[str, ...] = ()
    """Those that the page itself names; the usual ones are found anyway."""
    prefix: str = ""
    """Only pages below this path; empty for the whole host."""
    exclude: tuple[str, ...] = ()
    """Paths of sections that are left out."""
    max_pages: int = 500
    max_depth: int = 3
    """Links from the start page; pages that a sitemap names are at depth 0."""


@dataclass(frozen=True, slots=True)
class KnownPage:
    """What a crawl learns of a page, so that the next one asks for it only when it has changed."""

    etag: str = ""
    last_modified: str = ""
    listed: str = ""
    """When it changed last, by the sitemap's word at that time."""
    body_hash: str = ""
    links: tuple[str, ...] = ()
    """Where it leads; kept when the crawl follows links, so that they are known while the page is not read again."""
    fetched: float = 0.0
    """When its body was fetched, Unix time."""


@dataclass(frozen=True, slots=True)
class CrawlItem:
    """One URL of a crawl: fetched with its body, found unchanged, or ended with a reason in words."""

    url: str
    state: CrawlState
    reason: str = ""
    response: Response | None = None
    page: KnownPage | None = None
    """What to remember of it, when it was fetched."""
    twin: str = ""
    """The URL that brought the same page first."""
    passing: bool = False
    """It did not end well for a reason of the moment: what an earlier crawl brought of it may stay."""
    known: int = 0
    """How many URLs the crawl knew of when this one ended: the total so far."""
