"""The part of a page that is its content: for each kind of page its own way, checked against the size of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from host.acquire.article import article_body, prose_of
from host.acquire.chrome import (
    drop_around_article,
    drop_around_posts,
    drop_comments,
    drop_margins,
    drop_surroundings,
)
from host.acquire.clutter import drop_contents_tables, drop_link_lists, drop_repeats
from host.acquire.nodes import Node
from host.acquire.page_kind import PageKind

ENOUGH = 0.3
"""Share of a page's text below which an element is not its main part."""

ARTICLE_SHARE = 0.45
"""Of the main part: an article that leaves more than this out was none; many sites call every page an article."""

SHAPED_LIKE_ARTICLE = 0.75
"""Share of prose from which a page is read as an article though it does not say that it is one."""

MOSTLY_PROSE = 0.8
"""Share of prose that makes up for the rest: beside a short article there is often much else."""

ARTICLE = "body of the article"
MAIN = "main element"


@dataclass(frozen=True, slots=True)
class Content:
    node: Node
    strategy: str
    """How it was found, in words."""


def find_content(top: Node, kind: PageKind, *, surely_article: bool = False) -> Content:
    """Takes out of the tree what is no content, and gives the node that holds the rest."""
    drop_surroundings(top)
    drop_contents_tables(top)
    match kind:
        case PageKind.DOCUMENTATION:
            return Content(main_element(top), MAIN)
        case PageKind.FORUM:
            drop_around_posts(top)
            return Content(main_element(top), "posts in order")
        case PageKind.PRODUCT:
            drop_margins(top)
            drop_link_lists(top)
            drop_repeats(top)
            return Content(main_element(top), MAIN)
    drop_comments(top)
    whole = main_element(top).size
    dropped = drop_around_article(top)
    article = article_body(top)
    if article.size and (surely_article or _is_article(article, whole, kind)):
        return Content(article, ARTICLE)
    for node in reversed(dropped):
        node.restore()
    drop_margins(top)
    drop_repeats(top)
    return Content(main_element(top), MAIN)


def _is_article(article: Node, whole: int, kind: PageKind) -> bool:
    share = article.size / max(whole, 1)
    prose = prose_of(article)[article] / article.size
    if kind is PageKind.ARTICLE:
        return share > ARTICLE_SHARE or (share > ARTICLE_SHARE / 2 and prose > MOSTLY_PROSE)
    return share > SHAPED_LIKE_ARTICLE < prose


def main_element(top: Node) -> Node:
    """The first of the usual elements with a fair share of the text, else the body."""
    body = top.find("body") or top
    nodes = list(body.walk())
    for is_main in _MAIN:
        found = max((node for node in nodes if is_main(node)), key=lambda node: node.size, default=None)
        if found is not None and found.size > ENOUGH * body.size:
            return found
    return body


_MAIN: tuple[Callable[[Node], bool], ...] = (
    lambda node: node.tag == "main" or node.get("role") == "main",
    lambda node: node.tag == "article",
    lambda node: node.get("itemprop") == "articleBody",
    lambda node: node.get("id") == "content",
)
