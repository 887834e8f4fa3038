"""What kind of page it is, by cheap evidence: it decides how the content is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

_DOCUMENTATION = re.compile(
    r"sphinx|mkdocs|docusaurus|vitepress|vuepress|gitbook|docsify|mdbook|starlight|antora|doxygen"
)
_DOCUMENTATION_URL = re.compile(
    r"//(?:docs?|developers?|devdocs|manual|api)\.|\.readthedocs\.|/(?:docs?|documentation|manual|reference|api)(?:/|$)"
)
_FORUM = re.compile(r"discourse|phpbb|vbulletin|xenforo|vanilla|flarum|nodebb|invision")
_FORUM_URL = re.compile(
    r"//(?:forums?|boards?|discuss|community|discourse)\.|/(?:forums?|threads?|topics?|boards?|discussions?)/|/t/[\w-]+/\d+"
    r"|(?:showthread|viewtopic|viewforum)|//(?:\w+\.)?reddit\.com/r/\w+/comments/",
    re.IGNORECASE,
)
_ARTICLE_TYPES = {"article", "newsarticle", "blogposting", "reportagenewsarticle", "report", "opinionnewsarticle"}
_FORUM_TYPES = {"discussionforumposting", "qapage", "question"}

MOST_PRODUCTS = 2
"""A page that names more of them lists products."""


class PageKind(StrEnum):
    ARTICLE = "article"
    DOCUMENTATION = "documentation"
    FORUM = "forum"
    PRODUCT = "product"
    OTHER = "other"


def page_kind(root: Any, url: str) -> tuple[PageKind, bool]:
    """The kind, and whether it is beyond doubt: many sites call every page of theirs an article, none calls it news.

    In the order of its weight: what the page says of itself, then what it is built of.
    """
    generator = " ".join(root.xpath("//meta[@name='generator']/@content")).lower()
    declared = list(_declared_types(root))
    types = set(declared) | {kind.lower() for kind in root.xpath("//meta[@property='og:type']/@content")}
    if _FORUM.search(generator) or types & _FORUM_TYPES or _FORUM_URL.search(url):
        return PageKind.FORUM, False
    if _DOCUMENTATION.search(generator) or "techarticle" in types or _has_code(root) or _DOCUMENTATION_URL.search(url):
        return PageKind.DOCUMENTATION, False
    if any(kind.startswith("product") for kind in types) and declared.count("product") <= MOST_PRODUCTS:
        return PageKind.PRODUCT, False
    return (PageKind.ARTICLE, "newsarticle" in declared) if types & _ARTICLE_TYPES else (PageKind.OTHER, False)


def _has_code(root: Any) -> bool:
    blocks = root.xpath("//pre[.//code or ancestor-or-self::*[contains(@class, 'highlight')]]")
    return len(blocks) >= 2 and len(root.xpath("//h2 | //h3")) >= 2


def _declared_types(root: Any) -> Iterator[str]:
    for script in root.xpath("//script[@type='application/ld+json']/text()"):
        try:
            yield from _types_in(json.loads(script))
        except (ValueError, RecursionError):
            continue
    yield from (kind.rsplit("/", 1)[-1].lower() for kind in root.xpath("//@itemtype"))


def _types_in(data: Any) -> Iterator[str]:
    """Of the things a page is about: the top level, and what stands in its `@graph`."""
    for thing in data if isinstance(data, list) else [data]:
        if isinstance(thing, dict):
            kinds = thing.get("@type", "")
            yield from (str(kind).lower() for kind in (kinds if isinstance(kinds, list) else [kinds]))
            yield from _types_in(thing.get("@graph", []))
