"""What a crawl knows of and has not asked for yet, and why some of it will never be asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from host.acquire.sites.robots import Robots
from host.acquire.sites.traps import TrapGuard, other_file
from host.core.site import CrawlOrder, Reason
from host.core.site_plan import is_within
from host.errors import ErrorCode

MOST_KNOWN = 200_000
"""Addresses: a site that links to more makes them up, and a person reads no longer account."""


@dataclass(frozen=True, slots=True)
class Target:
    url: str
    depth: int
    listed: str | None = None
    """When the page changed last, by the sitemap's word; empty when it does not say, None when it does not list it."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an address ends without a request: in words, and in one."""

    reason: str
    code: str


class Frontier:
    """First in, first out, each address once: breadth first."""

    def __init__(self, order: CrawlOrder, robots: Robots, merged: Callable[[], int]) -> None:
        """`merged`: how many of the pages that were read turned out later to be others."""
        self._order = order
        self._robots = robots
        self._merged = merged
        self._guard = TrapGuard()
        self._queue: deque[Target] = deque()
        self._seen: set[int] = set()
        self._taken: set[int] = set()
        self._asked = 0
        self._twins = 0
        self.unlisted = 0
        """Addresses seen after there were too many to remember."""

    def __bool__(self) -> bool:
        return bool(self._queue)

    @property
    def known(self) -> int:
        return len(self._seen)

    @property
    def is_full(self) -> bool:
        """Whether as many pages were asked for as may be; twins are extra, but no more of them than that again."""
        twins = min(self._twins + self._merged(), self._order.max_pages)
        return self._asked - twins >= self._order.max_pages

    def add(self, targets: Iterable[Target]) -> None:
        """Remember those that are new."""
        for target in targets:
            mark = hash(target.url)
            if mark in self._seen:
                continue
            if len(self._seen) >= MOST_KNOWN:
                self.unlisted += 1
                continue
            self._seen.add(mark)
            self._queue.append(target)

    def pop(self) -> Target | None:
        """The next in line; None when it has been taken meanwhile."""
        target = self._queue.popleft()
        return target if self.take(target.url) else None

    def take(self, url: str) -> bool:
        """Take an address in hand, in its turn or because a redirect led there; False when it is in hand already."""
        mark = hash(url)
        new = mark not in self._taken
        self._taken.add(mark)
        self._seen.add(mark)
        return new

    def count(self) -> None:
        """One more page of the limit is used up."""
        self._asked += 1

    def uncount(self) -> None:
        """Nothing came of it, and nothing will: an earlier run of the crawl has seen that."""
        self._asked -= 1

    def give_back(self) -> None:
        """What was asked for turned out to be another page, known already."""
        self._twins += 1

    def objection(self, target: Target) -> Objection | None:
        """Why this address is not asked for; None when nothing speaks against it."""
        if kind := other_file(target.url):
            return Objection(f"not a page ({kind} file)", Reason.NOT_READ)
        if trap := self._guard.objection(target.url, vouched=target.listed is not None):
            return Objection(trap, Reason.TRAP)
        if forbidden := self.forbidden(target.url):
            return forbidden
        if target.depth > self._order.max_depth:
            return Objection(f"more than {self._order.max_depth} links away from the start page", Reason.TOO_DEEP)
        if self.is_full:
            return Objection(f"the limit of {self._order.max_pages} pages was reached", Reason.PAGE_LIMIT)
        return None

    def forbidden(self, url: str) -> Objection | None:
        """Why the site or the person does not want this address read."""
        path = urlsplit(url).path
        if section := next((section for section in self._order.exclude if is_within(path, section)), ""):
            return Objection(f"its section, {section}, was left out", Reason.SECTION_LEFT_OUT)
        if not self._robots.allows(url):
            return Objection("robots.txt does not allow it", ErrorCode.ROBOTS_DISALLOWED)
        return None
