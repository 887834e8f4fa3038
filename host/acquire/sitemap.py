"""Sitemaps in every form that servers send: what one holds, and all that a site's hold together.

XML with right, wrong or no namespaces, indexes, RSS, Atom, plain text, each gzipped or not whatever its name says.
"""

from __future__ import annotations

import re
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from lxml import etree

from host.core.ports import Fetcher
from host.core.scope import normalise_url
from host.errors import FetchError

MAX_BYTES = 50_000_000
"""The protocol's limit for one sitemap, unpacked."""

MAX_PAGES = 50_000
"""The protocol's limit for one sitemap, and ours for a whole site."""

MAX_SITEMAPS = 500
MAX_NESTING = 3
"""Indexes of indexes: real sites have one or two levels; a chain that goes on is a trap."""

_GZIP = b"\x1f\x8b"
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_MARKUP = re.compile(rb"\s*<")


Entry = tuple[str, str]
"""An address, as it stands in the file, and when what is there changed last."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Absolute addresses, each once, in the order of the file; `problem` says in words why there are none."""

    pages: dict[str, str] = field(default_factory=dict)
    """With when each changed last (`lastmod`); empty when the sitemap does not say."""
    sitemaps: tuple[str, ...] = ()
    problem: str = ""


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


def parse_sitemap(body: bytes, url: str) -> Sitemap:
    """What the sitemap at `url` names."""
    try:
        data = _unpacked(body)
    except zlib.error:
        return Sitemap(problem="the gzip file is damaged")
    if len(data) > MAX_BYTES:
        return Sitemap(problem=f"it is larger than {MAX_BYTES // 1_000_000} MB")
    data = data.removeprefix(b"\xef\xbb\xbf")
    found = _from_xml(data, url) if _MARKUP.match(data) or b"\0" in data[:4] else _from_text(data)
    empty = not (found.pages or found.sitemaps or found.problem)
    return Sitemap(problem="it names no pages") if empty else found


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


def _unpacked(body: bytes) -> bytes:
    """Told by content, since names lie; a bomb is cut one byte above the limit."""
    if not body.startswith(_GZIP):
        return body
    return zlib.decompressobj(wbits=31).decompress(body, MAX_BYTES + 1)


def _from_text(data: bytes) -> Sitemap:
    lines = data.decode("utf-8", "replace").splitlines()
    return Sitemap(_dated(((line, "") for line in lines[: MAX_PAGES + 1]), ""))


def _from_xml(data: bytes, url: str) -> Sitemap:
    # Entities stay as they are and libxml2's own limits hold: nothing inside can grow or read a file.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        return Sitemap(problem="it is not XML that can be read")
    kind = _name(root)
    if kind == "html":
        return Sitemap(problem="it is a web page, not a sitemap")
    if kind == "sitemapindex":
        return Sitemap(sitemaps=tuple(_dated(_entries(root, "sitemap"), url)))
    return Sitemap(_dated(_feed(root) if kind in ("rss", "feed", "rdf") else _entries(root, "url"), url))


def _entries(root: Any, name: str) -> Iterator[Entry]:
    """`loc` of each entry (or its bare text) and its translations: `xhtml:link rel="alternate" hreflang`."""
    for entry in _elements(root, name):
        children = list(_elements(entry))
        changed = next((child.text or "" for child in children if _name(child) == "lastmod"), "").strip()
        locations = [child.text for child in children if _name(child) == "loc"]
        yield from ((location, changed) for location in locations or [entry.text] if location)
        translations = (child for child in children if _name(child) == "link" and child.get("hreflang"))
        yield from ((child.get("href", ""), "") for child in translations)


def _feed(root: Any) -> Iterator[Entry]:
    for entry in root.iter(etree.Element):
        if _name(entry) not in ("item", "entry"):
            continue
        links = [child for child in _elements(entry, "link") if child.get("rel", "alternate") == "alternate"]
        targets = [child.get("href") or child.text or "" for child in links]
        # What an id says of being a permanent link is often wrong, and a whole address is one in any case.
        ids = [text for child in _elements(entry, "guid") if _ADDRESS.match(text := (child.text or "").strip())]
        yield from ((target, "") for target in targets or ids)


def _elements(parent: Any, name: str = "") -> Iterator[Any]:
    return (child for child in parent.iterchildren(etree.Element) if not name or _name(child) == name)


def _name(element: Any) -> str:
    return str(etree.QName(element).localname).lower()


def _dated(found: Iterable[Entry], base: str) -> dict[str, str]:
    """By absolute address; what is none is left out."""
    pages: dict[str, str] = {}
    for address, changed in found:
        if absolute := normalise_url(address, base):
            pages[absolute] = pages.get(absolute) or changed
    return pages
