"""Addresses that lead nowhere good: files that are no pages, and sites that make up pages without end. Pure."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import urlsplit

MAX_LENGTH = 2_000
"""Characters: longer addresses are built by programs, and many servers refuse them."""

MAX_REPEATS = 3
"""The same path segment more often than that: a relative link that grows at every step."""

MAX_SEGMENTS = 20
MAX_VARIANTS = 50
"""Different queries of one path: beyond, it is a calendar, a facet or a search, not pages."""

_NO_PAGE = re.compile(
    r"\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|wav|avi|mov"
    r"|zip|gz|tgz|bz2|xz|7z|rar|tar|dmg|exe|msi|deb|rpm|apk|iso|jar|whl|bin)$",
    re.IGNORECASE,
)


class TrapGuard:
    """Remembers the queries seen for each path: one guard for one crawl."""

    def __init__(self) -> None:
        self._variants: Counter[str] = Counter()

    def objection(self, url: str) -> str:
        """Why this address (asked about once) should not be fetched, in words; empty when nothing speaks against it."""
        parts = urlsplit(url)
        segments = [segment for segment in parts.path.split("/") if segment]
        if len(url) > MAX_LENGTH:
            return f"the address is longer than {MAX_LENGTH} characters"
        if len(segments) > MAX_SEGMENTS or max(Counter(segments).values(), default=0) > MAX_REPEATS:
            return "the address repeats itself: it looks like an endless path"
        if suffix := _NO_PAGE.search(parts.path):
            return f"not a page ({suffix[0].lower()} file)"
        if parts.query:
            self._variants[parts.path] += 1
        if self._variants[parts.path] > MAX_VARIANTS and parts.query:
            return f"more than {MAX_VARIANTS} variants of one page: it looks like a calendar or a filter"
        return ""
