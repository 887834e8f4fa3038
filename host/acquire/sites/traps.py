"""Addresses that lead nowhere good: files that are no pages, and sites that make up pages without end. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from urllib.parse import urlsplit

MAX_LENGTH = 2_000
"""Characters: longer addresses are built by programs, and many servers refuse them."""

MAX_REPEATS = 3
"""The same path segment more often than that: a relative link that grows at every step."""

MAX_SEGMENTS = 20
MAX_DATES = 50
"""Dates of one calendar: beyond, it goes on for ever."""

MAX_ORDERS = 10
"""Ways to sort, filter or search one list: they show again what other pages have."""

MAX_NAME_SETS = 12
"""Combinations of parameters for one path: beyond, they are the switches of a filter."""

_NO_PAGE = re.compile(
    r"\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|wav|avi|mov"
    r"|zip|gz|tgz|bz2|xz|7z|rar|tar|dmg|exe|msi|deb|rpm|apk|iso|jar|whl|bin)$",
    re.IGNORECASE,
)
_DATE_NAME = re.compile(r"(start|end|from|to|begin)?_?(date|day|month|year|week|ical)s?|tribe-bar-date", re.IGNORECASE)
_DATE_PATH = re.compile(
    r"^(?P<calendar>.*/(calendar|events?|agenda|kalender|day|week|month))/\d{4}([-/]\d{1,2}){0,2}/?$", re.IGNORECASE
)
_ORDER_NAME = re.compile(
    r"(sort|order|dir|filter|facet|refine|view|layout|limit|per_?page|page_?size|q|query|search|replytocom|share|print)"
    r"(_?by)?(\[.*)?|(f|filter|facet|attribute)(\[|%5B).*",
    re.IGNORECASE,
)


def other_file(url: str) -> str:
    """What kind of file the address names, such as `.png`, if it is none that is read; else empty."""
    suffix = _NO_PAGE.search(urlsplit(url).path)
    return suffix[0].lower() if suffix else ""


class TrapGuard:
    """Remembers what it was asked about each path: one guard for one crawl."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._name_sets: defaultdict[str, set[frozenset[str]]] = defaultdict(set)

    def objection(self, url: str, *, vouched: bool = False) -> str:
        """Why this address (asked about once) should not be fetched, in words; empty when nothing speaks against it.

        `vouched`: the site's sitemap names it, so it is no invention of a link.
        """
        parts = urlsplit(url)
        segments = [segment for segment in parts.path.split("/") if segment]
        if len(url) > MAX_LENGTH:
            return f"the address is longer than {MAX_LENGTH} characters"
        if len(segments) > MAX_SEGMENTS or max(Counter(segments).values(), default=0) > MAX_REPEATS:
            return "the address repeats itself: it looks like an endless path"
        return "" if vouched else self._endless(parts.path, parts.query)

    def _endless(self, path: str, query: str) -> str:
        names = frozenset(pair.partition("=")[0] for pair in query.split("&") if pair)
        calendar = _DATE_PATH.match(path)
        if calendar or any(map(_DATE_NAME.fullmatch, names)):
            place = calendar["calendar"] if calendar else path
            return self._beyond(f"date {place}", MAX_DATES, "dates of one page: it looks like a calendar without end")
        if any(map(_ORDER_NAME.fullmatch, names)):
            return self._beyond(f"order {path}", MAX_ORDERS, "ways to sort, filter or search one page")
        known = self._name_sets[path] if names else set()
        if names not in known and len(known) >= MAX_NAME_SETS:
            return f"more than {MAX_NAME_SETS} combinations of one page's parameters: it looks like a filter"
        known.add(names)
        return ""

    def _beyond(self, key: str, most: int, what: str) -> str:
        self._seen[key] += 1
        return f"more than {most} {what}" if self._seen[key] > most else ""
