"""What kind of page it is, by cheap evidence: it decides how the content is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from host.acquire.pages.declared import Declared
from host.acquire.pages.structured import types_of

_DOCUMENTATION = re.compile(
    r"sphinx|mkdocs|docusaurus|vitepress|vuepress|gitbook|docsify|mdbook|starlight|antora|doxygen"
)
_DOCUMENTATION_URL = re.compile(
    r"//(?:docs?|developers?|devdocs|manual|api)\.|\.readthedocs\.|/(?:docs?|documentation|manual|reference|api)(?:/|$)"
)
_FORUM = re.compile(r"discourse|phpbb|vbulletin|xenforo|vanilla|flarum|nodebb|invision")
_FORUM_URL = re.compile(
    r"//(?:forums?|boards?|discuss|community|discourse)\.|/(?:forums?|threads?|topics?|boards?|discussions?)/|/t/[\w-]+/\d+"
    r"|(?:showthread|viewtopic|viewforum)|//(?:\w+\.)?reddit\.com/r/\w+/comments/|/questions/\d+|//news\.ycombinator\.com/item"
    r"|//github\.com/[^/]+/[^/]+/(?:issues|pull)/\d",
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


def page_kind(declared: Declared, url: str) -> tuple[PageKind, bool]:
    """The kind, and whether it is beyond doubt: many sites call every page of theirs an article, none calls it news.

    In the order of its weight: what the page says of itself, then what it is built of.
    """
    root, meta = declared.root, declared.meta
    generator = " ".join(meta.all("generator")).lower()
    stated = list(_declared_types(declared))
    types = set(stated) | {kind.lower() for kind in meta.all("og:type")}
    if _FORUM.search(generator) or types & _FORUM_TYPES or _FORUM_URL.search(url):
        return PageKind.FORUM, False
    if _DOCUMENTATION.search(generator) or "techarticle" in types or _has_code(root) or _DOCUMENTATION_URL.search(url):
        return PageKind.DOCUMENTATION, False
    if any(kind.startswith("product") for kind in types) and stated.count("product") <= MOST_PRODUCTS:
        return PageKind.PRODUCT, False
    return (PageKind.ARTICLE, "newsarticle" in stated) if types & _ARTICLE_TYPES else (PageKind.OTHER, False)


def _has_code(root: Any) -> bool:
    blocks = root.xpath("//pre[.//code or ancestor-or-self::*[contains(@class, 'highlight')]]")
    return len(blocks) >= 2 and len(root.xpath("//h2 | //h3")) >= 2


def _declared_types(declared: Declared) -> Iterator[str]:
    for thing in declared.things:
        yield from types_of(thing)
    yield from (kind.rsplit("/", 1)[-1].lower() for kind in declared.root.xpath("//@itemtype"))
