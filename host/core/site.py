"""The values of a site on its way into a collection: what is asked for, what is known, how each address ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from host.core.acquire_ports import Response
from host.errors import ErrorCode

CrawlState = Literal["fetched", "unchanged", "skipped", "failed"]


class Reason(StrEnum):
    """Why an address ended as it did, where no error says it. Stable words on the wire: append only."""

    SAME_PAGE = "same_page"
    SAME_TEXT = "same_text"
    NEARLY_THE_SAME_TEXT = "nearly_the_same_text"
    OTHER_SITE = "other_site"
    SECTION_LEFT_OUT = "section_left_out"
    NOINDEX = "noindex"
    TRAP = "trap"
    NOT_READ = "not_read"
    """Of a kind that is not read: a picture, a program, a table."""
    TOO_DEEP = "too_deep"
    PAGE_LIMIT = "page_limit"
    LEFT_ALONE = "left_alone"
    """The server failed so often that it was asked for nothing more."""
    NOT_LISTED = "not_listed"
    EMPTY = "empty"
    NOT_LED_TO = "not_led_to"
    """The site had this page and leads to it no more."""


PASSING: frozenset[str] = frozenset(
    {
        Reason.PAGE_LIMIT,
        Reason.LEFT_ALONE,
        Reason.NOT_LISTED,
        Reason.EMPTY,
        ErrorCode.HTTP_STATUS,
        ErrorCode.UNREACHABLE,
        ErrorCode.TIMED_OUT,
        ErrorCode.NEEDS_BROWSER,
        ErrorCode.ADDRESS_REFUSED,
        ErrorCode.TOO_LARGE,
    }
)
"""Reasons of the moment: what was indexed before may stay, and a job that goes on looks again."""

_LIMITS: frozenset[str] = frozenset(
    {Reason.PAGE_LIMIT, Reason.NOT_LISTED, ErrorCode.TOO_LARGE, ErrorCode.ADDRESS_REFUSED}
)


def may_end_better(code: str) -> bool:
    """Whether what ended for this reason is worth another try, under the same limits."""
    return code in PASSING and code not in _LIMITS


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
    """A page that turns out to be another one takes no place, as long as there are no more such than this."""
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
    code: str = ""
    """A word for the reason: a `Reason` or an `ErrorCode`."""
    response: Response | None = None
    page: KnownPage | None = None
    """What to remember of it, when it was fetched."""
    twin: str = ""
    """The URL that brought the same page first."""
    known: int = 0
    """How many URLs the crawl knew of when this one ended: the total so far."""

    @property
    def passing(self) -> bool:
        """Whether it did not end well for a reason of the moment."""
        return self.code in PASSING
