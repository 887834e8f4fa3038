"""A site before it is crawled: how many pages in which sections, and what they will need."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from host.acquire.sites.answers import needs_browser
from host.acquire.sites.discover import Discovery, discover, resolve
from host.acquire.sites.links import page_links
from host.acquire.sites.sitemap_file import MAX_PAGES
from host.core.acquire_ports import Fetcher
from host.core.scope import Scope, site_scope
from host.core.site import Survey
from host.core.site_plan import infer_prefix, sections
from host.errors import FetchError

PROBES = 4
"""Pages that are looked at: the start page, and some spread over those that the sitemaps name."""


async def survey_site(fetcher: Fetcher, url: str, sitemaps: Sequence[str], prefix: str | None) -> Survey:
    """What a crawl from `url` would read; `prefix` None: inferred. Raises FetchError when there is no site."""
    start = await resolve(fetcher, url)
    found = await discover(fetcher, start, sitemaps)
    scope = site_scope(start, infer_prefix(start) if prefix is None else prefix)
    pages = [page for page in found.pages if scope.contains(page)]
    sample = [page for page in _spread(start, pages) if found.robots.allows(page)]
    needing = await _needing_browser(fetcher, sample, scope)
    return Survey(
        start=start,
        host=scope.host,
        prefix=scope.prefix,
        pages=len(pages),
        site_pages=len(found.pages),
        sections=sections(pages, scope.prefix),
        notes=(*found.notes, *_notes(found, scope, start, len(pages))),
        probed=len(sample),
        needs_browser=_estimate(needing, len(sample), len(pages)),
    )


def _spread(start: str, pages: Sequence[str]) -> list[str]:
    """The start page and pages at equal distances: sections stand together in a sitemap."""
    others = [page for page in pages if page != start]
    steps = range(1, PROBES)
    return list(dict.fromkeys([start, *(others[len(others) * step // PROBES] for step in steps if others)]))


async def _needing_browser(fetcher: Fetcher, urls: Sequence[str], scope: Scope) -> int:
    async def needing(url: str) -> bool:
        try:
            response = await fetcher.get(url, trusted_host=scope.host)
        except FetchError:
            return False
        return bool(needs_browser(response, page_links(response)))

    return sum(await asyncio.gather(*map(needing, urls)))


def _estimate(needing: int, probed: int, pages: int) -> int:
    """As many of all pages as of those probed, and no fewer than were seen."""
    return max(needing, round(pages * needing / probed)) if probed else 0


def _notes(found: Discovery, scope: Scope, start: str, pages: int) -> list[str]:
    notes: list[str] = []
    if len(found.pages) >= MAX_PAGES:
        notes.append(f"Only the first {MAX_PAGES} pages of the sitemaps are taken.")
    if not found.robots.allows(start):
        notes.append("robots.txt does not allow this page to be read by programs.")
    if found.pages and not pages:
        notes.append(f"The sitemaps name no page below {scope.prefix}: its pages are found link by link.")
    if delay := found.robots.delay:
        notes.append(f"The site asks for {delay:g} seconds between two pages.")
    return notes
