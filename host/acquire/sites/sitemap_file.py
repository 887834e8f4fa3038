"""What one sitemap names, in every form that servers send.

XML with right, wrong or no namespaces, indexes, RSS, Atom, plain text, each gzipped or not whatever its name says.
"""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from itertools import islice
from typing import Any

from lxml import etree

from host.core.scope import normalise_url

MAX_BYTES = 50_000_000
"""The protocol's limit for one sitemap, unpacked."""

MAX_PAGES = 50_000
"""The protocol's limit for one sitemap, and ours for a whole site."""

_GZIP = b"\x1f\x8b"
_MOST_PACKED = 2
"""A server may pack once more what is packed already."""

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_MARKUP = re.compile(rb"\s*<")
_BEGINNING = re.compile(rb"<(?:\?xml|(?:\w+:)?(?:urlset|sitemapindex|rss|feed|rdf)\b)", re.IGNORECASE)
_PREAMBLE = 10_000
"""Bytes before the XML in which a server may have put its warnings."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOSE = re.compile(
    rb"<!\[CDATA\[.*?\]\]>|&(?!#\d+;|#x[0-9a-f]+;|(?:amp|lt|gt|quot|apos);)(?:(\w+;))?", re.DOTALL | re.I
)

Entry = tuple[str, str]
"""An address, as it stands in the file, and when what is there changed last."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Absolute addresses, each once, in the order of the file; `problem` says in words why there are none."""

    pages: dict[str, str] = field(default_factory=dict)
    """With when each changed last (`lastmod`); empty when the sitemap does not say."""
    sitemaps: tuple[str, ...] = ()
    problem: str = ""


def parse_sitemap(body: bytes, url: str) -> Sitemap:
    """What the sitemap at `url` names."""
    try:
        data = _unpacked(body)
    except zlib.error:
        return Sitemap(problem="the gzip file is damaged")
    if len(data) > MAX_BYTES:
        return Sitemap(problem=f"it is larger than {MAX_BYTES // 1_000_000} MB")
    found = _read(data.removeprefix(codecs.BOM_UTF8), url)
    empty = not (found.pages or found.sitemaps or found.problem)
    return Sitemap(problem="it names no pages") if empty else found


def _unpacked(body: bytes) -> bytes:
    """Told by content, since names lie; a bomb is cut above the limit."""
    for _ in range(_MOST_PACKED):
        if body.startswith(_GZIP):
            body = _members(body)
    return body


def _members(body: bytes) -> bytes:
    """A gzip file may consist of several, one after the other."""
    data = b""
    while body.startswith(_GZIP) and len(data) <= MAX_BYTES:
        member = zlib.decompressobj(wbits=31)
        data += member.decompress(body, MAX_BYTES + 1 - len(data))
        body = member.unused_data
    return data


def _read(data: bytes, url: str) -> Sitemap:
    if data.startswith(_UTF_16):
        text = data.decode("utf-16", "replace")
        return _from_xml(data, url) if text.lstrip().startswith("<") else _from_text(text)
    if _MARKUP.match(data) or b"\0" in data[:4]:
        return _from_xml(data, url)
    if beginning := _BEGINNING.search(data, 0, _PREAMBLE):
        return _from_xml(data[beginning.start() :], url)
    return _from_text(data.decode("utf-8", "replace"))


def _from_text(text: str) -> Sitemap:
    return Sitemap(_dated(((line, "") for line in islice(text.splitlines(), MAX_PAGES + 1)), ""))


def _from_xml(data: bytes, url: str) -> Sitemap:
    root = _tree(data, url)
    if root is None:
        return Sitemap(problem="it is not XML that can be read")
    kind = _name(root)
    if kind == "html":
        return Sitemap(problem="it is a web page, not a sitemap")
    if kind in ("rss", "feed", "rdf"):
        return Sitemap(_dated(_feed(root), url))
    sitemaps = _entries(root, "sitemap", "url") if kind == "sitemapindex" else _entries(root, "sitemap")
    pages = () if kind == "sitemapindex" else _entries(root, "url")
    return Sitemap(_dated(pages, url), tuple(_dated(sitemaps, url)))


def _tree(data: bytes, url: str) -> Any:
    """The root element, also of a file that is cut short or not quite XML; None when there is none."""
    for attempt, recover in ((data, False), (_mended(data), True)):
        # Entities stay as they are and libxml2's own limits hold: nothing inside can grow or read a file.
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, recover=recover, huge_tree=False
        )
        try:
            return etree.fromstring(attempt.lstrip() if b"\0" not in attempt[:4] else attempt, parser, base_url=url)
        except etree.XMLSyntaxError:
            continue
    return None


def _mended(data: bytes) -> bytes:
    """Without half an address at the end, and with every `&` that begins nothing written as XML wants it."""
    if b"\0" in data[:4]:
        return data
    whole = data[: data.rfind(b">") + 1]
    return whole if b"<!ENTITY" in whole else _LOOSE.sub(_escaped, whole)


def _escaped(found: re.Match[bytes]) -> bytes:
    name = (found[1] or b"").decode("ascii", "replace")
    if found[0].startswith(b"<"):
        return found[0]
    if name in html5:
        return "".join(f"&#{ord(character)};" for character in html5[name]).encode()
    return b"&amp;" + (found[1] or b"")


def _entries(root: Any, *names: str) -> Iterator[Entry]:
    """`loc` of each entry (or its bare text) and its translations: `xhtml:link rel="alternate" hreflang`."""
    for entry in root.iter(etree.Element):
        if _name(entry) not in names:
            continue
        children = list(_elements(entry))
        changed = next((_text(child) for child in children if _name(child) == "lastmod"), "")
        locations = [_text(child) for child in children if _name(child) == "loc"] or [entry.text or ""]
        yield from ((location, changed) for location in locations if location)
        translations = (child for child in children if _name(child) == "link" and child.get("hreflang"))
        yield from ((child.get("href", ""), "") for child in translations)


def _feed(root: Any) -> Iterator[Entry]:
    for entry in root.iter(etree.Element):
        if _name(entry) not in ("item", "entry"):
            continue
        links = [child for child in _elements(entry, "link") if child.get("rel", "alternate") == "alternate"]
        targets = [child.get("href") or _text(child) for child in links]
        # What an id says of being a permanent link is often wrong, and a whole address is one in any case.
        ids = [_text(child) for child in _elements(entry) if _name(child) in ("guid", "id")]
        ids += [value for name, value in entry.attrib.items() if name.endswith("}about")]
        addresses = filter(None, targets) if any(targets) else filter(_ADDRESS.match, ids)
        yield from ((normalise_url(address, entry.base), "") for address in addresses)


def _elements(parent: Any, name: str = "") -> Iterator[Any]:
    return (child for child in parent.iterchildren(etree.Element) if not name or _name(child) == name)


def _text(element: Any) -> str:
    """All of it, without comments; nothing when an entity stands in it, which would leave half an address."""
    if not len(element):
        return (element.text or "").strip()
    if next(element.iter(etree.Entity), None) is not None:
        return ""
    return str(element.xpath("string()")).strip()


def _name(element: Any) -> str:
    """Without its namespace, declared or not."""
    return str(element.tag).rpartition("}")[2].rpartition(":")[2].lower()


def _dated(found: Iterable[Entry], base: str) -> dict[str, str]:
    """By absolute address; what is none is left out."""
    pages: dict[str, str] = {}
    for address, changed in found:
        # Some generators escape what is escaped already.
        if absolute := normalise_url(address.replace("&amp;", "&"), base):
            pages[absolute] = pages.get(absolute) or changed
    return pages
