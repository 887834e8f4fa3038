"""The part of a page that is its content: for each kind of page its own way, checked against the size of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from host.acquire.pages.article import article_body, prose_of
from host.acquire.pages.chrome import (
    drop_around_article,
    drop_around_posts,
    drop_comments,
    drop_margins,
    drop_surroundings,
)
from host.acquire.pages.clutter import drop_contents_tables, drop_link_lists, drop_repeats
from host.acquire.pages.kind import PageKind
from host.acquire.pages.nodes import Node
from host.acquire.pages.prompts import drop_consent, drop_labels

ENOUGH = 0.3
"""Share of a page's text below which an element is not its main part."""

EQUALS = 0.5
"""Of the size of the largest: where the others of its kind have as much together, it is not the main one."""

ARTICLE_SHARE = 0.5
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
    drop_consent(top)
    drop_contents_tables(top)
    match kind:
        case PageKind.DOCUMENTATION:
            return Content(main_element(top), MAIN)
        case PageKind.FORUM:
            return _thread(top)
        case PageKind.PRODUCT:
            drop_margins(top)
            drop_labels(top)
            drop_link_lists(top)
            drop_repeats(top)
            return Content(main_element(top), MAIN)
    comments = drop_comments(top)
    if comments and not prose_of(top)[top]:
        # All that anybody says on the page is comments: they are what it is about.
        for node in reversed(comments):
            node.restore()
        return _thread(top)
    whole = main_element(top).size
    dropped = drop_around_article(top)
    article = article_body(top)
    prose = prose_of(article)[article]
    if prose and (surely_article or _is_article(article.size / max(whole, 1), prose / article.size, kind)):
        return Content(article, ARTICLE)
    for node in reversed(dropped):
        node.restore()
    drop_margins(top)
    drop_labels(top)
    drop_repeats(top)
    return Content(main_element(top), MAIN)


def _thread(top: Node) -> Content:
    drop_around_posts(top)
    drop_labels(top)
    return Content(main_element(top), "posts in order")


def _is_article(share: float, prose: float, kind: PageKind) -> bool:
    if kind is PageKind.ARTICLE:
        return share > ARTICLE_SHARE or (share > ARTICLE_SHARE / 2 and prose > MOSTLY_PROSE)
    return share > SHAPED_LIKE_ARTICLE < prose


def main_element(top: Node) -> Node:
    """The first of the usual elements with a fair share of the text, else the body."""
    body = top.find("body") or top
    nodes = list(body.walk())
    for is_main in _MAIN:
        found = sorted((node for node in nodes if is_main(node)), key=lambda node: node.size, reverse=True)
        if found and found[0].size > ENOUGH * body.size and not _has_equals(found[0], found[1:]):
            return found[0]
    return body


def _has_equals(largest: Node, others: list[Node]) -> bool:
    """Whether it is one of several: the posts of a thread, the entries of a list."""
    beside = sum(node.size for node in others if largest not in node.ancestors() and node not in largest.ancestors())
    return beside > EQUALS * largest.size


_MAIN: tuple[Callable[[Node], bool], ...] = (
    lambda node: node.tag == "main" or node.get("role") == "main",
    lambda node: node.tag == "article",
    lambda node: node.get("itemprop") == "articleBody",
    lambda node: node.get("id") == "content",
)
