"""What a crawler reads in a page: where it leads, what it calls itself, and what it asks of robots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from host.acquire.decode import decoded
from host.acquire.pages.page import parse_page
from host.acquire.sites.robots import AGENT
from host.acquire.sites.shell import asks_for_login, is_empty_shell
from host.core.acquire_ports import Response
from host.core.scope import normalise_url

MAX_DELAY = 5
"""Seconds before a page sends its readers on: one that waits longer has something to say."""

_REFRESH = re.compile(
    r"\s*([0-9]+)[0-9.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:'([^']*)|\"([^\"]*)|(.*))", re.IGNORECASE | re.DOTALL
)
_WORD = re.compile(r"[a-z_-]+(?:\s*:[^,;]*)?")
"""A wish for robots, with its value: some people write other things than commas between them."""

_HTML_TYPES = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class PageLinks:
    """`links` and `canonical` are absolute and normalised; links that the page does not vouch for are left out."""

    links: tuple[str, ...] = ()
    canonical: str = ""
    """Empty when the page names none."""
    refresh: str = ""
    """Where the page sends its readers on by itself, at once: a redirect that is written into the page."""
    noindex: bool = False
    asks_for_login: bool = False
    empty_shell: bool = False


def page_links(response: Response) -> PageLinks:
    """Empty for what is not HTML; robots headers count for every type."""
    directives = _header_directives(response.headers.get("x-robots-tag", ""))
    root = _parsed(response)
    if root is None:
        return PageLinks(noindex=_has(directives, "noindex"))
    directives |= _meta_directives(root)
    base = normalise_url((root.xpath("string(//base/@href)") or "").strip(), response.url) or response.url
    canonical = _canonical(root)
    links = () if _has(directives, "nofollow") else _links(root, base)
    return PageLinks(
        links,
        canonical=normalise_url(canonical, base) if canonical else "",
        refresh=_refresh(root, base, response.url),
        noindex=_has(directives, "noindex"),
        asks_for_login=asks_for_login(root),
        empty_shell=is_empty_shell(root),
    )


def is_html(response: Response) -> bool:
    """By the server's word, else by the looks of the first bytes."""
    if response.media_type:
        return response.media_type in _HTML_TYPES
    return bool(re.match(rb"\s*(<!doctype html|<html|<head|<body|<!--)", response.body[:512], re.IGNORECASE))


def _parsed(response: Response) -> Any:
    if not is_html(response):
        return None
    return parse_page(decoded(response.body, response.headers.get("content-type", "")))


def _canonical(root: Any) -> str:
    named = (link for link in root.xpath("//link[@rel and @href]") if "canonical" in _tokens(link.get("rel")))
    return next((str(link.get("href")).strip() for link in named), "")


def _links(root: Any, base: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for element in root.xpath("//a[@href] | //area[@href] | //frame[@src] | //iframe[@src]"):
        if "nofollow" not in _tokens(element.get("rel", "")):
            found[normalise_url(element.get("href", element.get("src")), base)] = None
    found.pop("", None)
    return tuple(found)


def _tokens(rel: str) -> list[str]:
    """Spaces stand between them; some people write commas."""
    return rel.lower().replace(",", " ").split()


def _refresh(root: Any, base: str, own: str) -> str:
    """Not of what stands in for scripts: it is for browsers without."""
    for meta in root.xpath("//meta[@http-equiv and @content and not(ancestor::noscript)]"):
        found = _REFRESH.match(meta.get("content")) if meta.get("http-equiv").strip().lower() == "refresh" else None
        if found and float(found[1]) <= MAX_DELAY:
            target = normalise_url(next(filter(None, found.groups()[1:]), ""), base)
            return "" if target == normalise_url(own) else target
    return ""


def _meta_directives(root: Any) -> set[str]:
    directives: set[str] = set()
    for meta in root.xpath("//meta[@name and @content]"):
        if meta.get("name").strip().lower() in ("robots", AGENT.lower()):
            directives |= _words(meta.get("content"))
    return directives


def _header_directives(value: str) -> set[str]:
    """`X-Robots-Tag: noindex, otherbot: nofollow`: a name holds for what follows it."""
    directives: set[str] = set()
    agent = ""
    for part in value.lower().split(","):
        name, colon, rest = part.partition(":")
        if colon and name.strip() not in ("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"):
            agent, part = name.strip(), rest
        if agent in ("", AGENT.lower()):
            directives |= _words(part)
    return directives


def _words(text: str) -> set[str]:
    return {word.strip() for word in _WORD.findall(text.lower())}


def _has(directives: set[str], name: str) -> bool:
    return name in directives or "none" in directives
