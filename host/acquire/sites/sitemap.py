"""All that a site's sitemaps name together: indexes are followed, bounded, each sitemap read once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from host.acquire.sites.sitemap_file import MAX_BYTES, MAX_PAGES, Sitemap, parse_sitemap
from host.core.acquire_ports import Fetcher
from host.errors import FetchError

MAX_SITEMAPS = 500
MAX_NESTING = 3
"""Indexes of indexes: real sites have one or two levels; a chain that goes on is a trap."""


@dataclass(frozen=True, slots=True)
class SitePages:
    """What all sitemaps of a site name together."""

    pages: dict[str, str]
    """With when each changed last, as in `Sitemap`."""
    problems: tuple[tuple[str, str], ...]
    """(sitemap, reason in words) of each that gave nothing or was left out."""


async def read_sitemaps(fetcher: Fetcher, urls: Sequence[str], trusted_host: str) -> SitePages:
    """Follow the sitemaps at `urls` and those they name, breadth first, each once."""
    pages: dict[str, str] = {}
    problems: list[tuple[str, str]] = []
    queue = deque((url, 0) for url in dict.fromkeys(urls))
    seen = set(urls)
    while queue:
        url, level = queue.popleft()
        found = await _fetched(fetcher, url, trusted_host)
        pages.update(found.pages)
        further = [nested for nested in found.sitemaps if nested not in seen]
        problem = found.problem or _overflow(len(pages), level, len(seen), len(further)) or _circle(found, further)
        if problem:
            problems.append((url, problem))
        if level < MAX_NESTING and len(pages) < MAX_PAGES:
            further = further[: MAX_SITEMAPS - len(seen)]
            seen.update(further)
            queue.extend((nested, level + 1) for nested in further)
    return SitePages(dict(islice(pages.items(), MAX_PAGES)), tuple(problems))


async def _fetched(fetcher: Fetcher, url: str, trusted_host: str) -> Sitemap:
    try:
        response = await fetcher.get(url, trusted_host=trusted_host, max_bytes=MAX_BYTES)
    except FetchError as error:
        return Sitemap(problem=error.message)
    if response.status != 200:
        return Sitemap(problem=f"HTTP {response.status}")
    return parse_sitemap(response.body, response.url)


def _circle(found: Sitemap, further: Sequence[str]) -> str:
    return "it names only sitemaps that name it in turn" if found.sitemaps and not further else ""


def _overflow(pages: int, level: int, known: int, further: int) -> str:
    if pages > MAX_PAGES:
        return f"the site's sitemaps name more than {MAX_PAGES} pages; the rest is left out"
    if further and level >= MAX_NESTING:
        return f"it is nested more than {MAX_NESTING} levels deep"
    if known + further > MAX_SITEMAPS:
        return f"the site has more than {MAX_SITEMAPS} sitemaps; the rest is left out"
    return ""
