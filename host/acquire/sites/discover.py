"""Where a site is and which pages it names: its start page, its robots.txt, its sitemaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from host.acquire.sites.answers import needs_browser
from host.acquire.sites.links import page_links
from host.acquire.sites.robots import Robots, read_robots
from host.acquire.sites.sitemap import SitePages, read_sitemaps
from host.core.acquire_ports import Fetcher
from host.core.scope import normalise_url, site_scope
from host.errors import ErrorCode, FetchError

USUAL_SITEMAPS = ("/sitemap.xml", "/sitemap_index.xml")

MAX_CANDIDATES = 4
"""Folders on the way to the page in view that may have a sitemap of their own, deepest first."""

_NO_SUCH_FILE = ("HTTP 404", "HTTP 410", "it is a web page")
"""The start of a problem that says nothing about the site when its sitemap was only guessed."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """What a site tells crawlers."""

    robots: Robots
    pages: dict[str, str]
    """Pages of the host that its sitemaps name, in their order, with when each changed last by their word."""
    notes: tuple[str, ...]
    """In words, for the person: sitemaps that could not be used, and why."""


async def resolve(fetcher: Fetcher, url: str) -> str:
    """Where the page at `url` really is, after its redirects. Raises FetchError when there is no site.

    A redirect to a login elsewhere is no move: there the address stays as it was given.
    """
    start = normalise_url(url)
    if not start:
        raise FetchError(
            ErrorCode.UNREACHABLE, f"{url} is not the address of a website.", "Give an http or https address."
        )
    host = site_scope(start).host
    if not (await read_robots(fetcher, start, host)).allows(start):
        return start
    response = await fetcher.get(start, trusted_host=host)
    found = page_links(response)
    if found.refresh and response.status == 200:
        response = await fetcher.get(found.refresh, trusted_host=host)
        found = page_links(response)
    final = normalise_url(response.url)
    usable = site_scope(final).host == host or not needs_browser(response, found)
    return final if response.status == 200 and usable else start


async def discover(fetcher: Fetcher, start: str, sitemaps: Sequence[str]) -> Discovery:
    """The rules of the site, and the pages that its sitemaps name. Raises FetchError when the rules cannot be had.

    `sitemaps` are those that the page itself names; then come those of robots.txt, the usual places, and, when none
    of these has a page below the start page's folder, the folders on the way to it.
    """
    scope = site_scope(start)
    robots = await read_robots(fetcher, start, scope.host)
    named = dict.fromkeys([*filter(None, map(normalise_url, sitemaps)), *robots.sitemaps])
    usual = [address for path in USUAL_SITEMAPS if (address := urljoin(start, path)) not in named]
    found = await read_sitemaps(fetcher, [*named, *usual], scope.host)
    guessed = set(usual)
    folder = start.rpartition("/")[0] + "/"
    if not any(page.startswith(folder) for page in found.pages):
        nearer = _candidates(folder)
        found = _joined(found, await read_sitemaps(fetcher, nearer, scope.host))
        guessed.update(nearer)
    pages = {page: listed for page, listed in found.pages.items() if scope.contains(page)}
    return Discovery(robots, pages, tuple(_notes(found, guessed, len(found.pages) - len(pages))))


def _candidates(folder: str) -> list[str]:
    """`/docs/guide/` may have its sitemap at `/docs/guide/sitemap.xml` or `/docs/sitemap.xml`."""
    names = [name for name in urlsplit(folder).path.split("/") if name]
    paths = ["/" + "/".join(names[:length]) for length in range(len(names), 0, -1)]
    return [urljoin(folder, f"{path}/sitemap.xml") for path in paths[:MAX_CANDIDATES]]


def _joined(first: SitePages, second: SitePages) -> SitePages:
    return SitePages({**second.pages, **first.pages}, (*first.problems, *second.problems))


def _notes(found: SitePages, guessed: set[str], elsewhere: int) -> list[str]:
    notes = [
        f"Sitemap {url}: {problem}."
        for url, problem in found.problems
        if url not in guessed or not problem.startswith(_NO_SUCH_FILE)
    ]
    if elsewhere:
        notes.append(f"{elsewhere} pages that the sitemaps name belong to other sites and are left out.")
    return notes
