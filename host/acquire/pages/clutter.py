"""What is no content, told by what it holds: link lists, tables of contents, ways out of an article, repeated text."""

from __future__ import annotations

import re

from host.acquire.pages.nodes import HEADINGS, Node, drop_all, outside_code

_MOSTLY_LINKS = 0.6
_ALL_LINKS = 0.9
_LONGEST_LINKS = 3_000
"""Characters: a longer list is what the page is about."""

_FEWEST_LINKS = 3
"""Two may be a remark."""

_LARGEST_KEPT = 150
"""Characters: the box of an author; a list of threads, each with its author, is larger."""

_SHORTEST_REPEAT = 30
"""Characters: shorter texts, such as the label of a price, may well be said again."""

_LONGEST_OFFER = 300
_OFFER = re.compile(
    r"^\W*(?:related|read (?:more|next|also)|see (?:more|also)|more:|watch|also (?:read|on)|don'?t miss|click here"
    r"|sign up|subscribe|follow (?:us|him|her|me|the|@)|share this|photo:|image:|leia também|lire aussi|mehr zum thema"
    r"|you must be logged in|copyright|©|all rights reserved|print this|tags?:|posted (?:by|in)|filed under"
    r"|(?:show|hide) caption|have a (?:news )?tip|(?:like|love|enjoy(?:ed)?) (?:this|what you)|tell us what you"
    r"|leave a (?:comment|reply)|join the (?:conversation|discussion)|get (?:the|our) (?:latest|best|top|newsletter)"
    r"|advert(?:isement)?s?\W*$|comments?\W*$|(?:last )?updated(?: on)?:? (?:\d|[A-Z][a-z]+ \d))(?:\b|$|(?<=\W))",
    re.IGNORECASE,
)
"""How lines begin that lead away from an article."""

_OTHERS = re.compile(
    r"\W*(?:(?:top|latest|recent|related|popular|trending|featured|more|other|similar|recommended)"
    r"(?: (?:top|latest|related|popular|featured|recent))?"
    r" (?:stories|news|articles|posts|videos|reading|content|topics)"
    r"|related|recommended(?: for you)?|you (?:may|might) also (?:like|enjoy)|read (?:next|more)|up next"
    r"|most (?:read|popular)|trending(?: now)?|what to read next|more (?:from|on|in) .{2,40}|don'?t miss|keep reading"
    r"|latest)\W*",
    re.IGNORECASE,
)
"""Headings of lists of other articles."""


_CONTENTS_TAGS = frozenset(("ul", "ol", "aside", "nav", "div"))
_LISTING_TAGS = frozenset(("ul", "ol", "div", "section", "table", "aside", "p"))
_LINKED_TAGS = frozenset(("ul", "ol", "div", "section", "table", "p", "aside", "h2", "h3", "h4", "figure"))
_LINE_TAGS = frozenset(("p", "div", "h2", "h3", "h4", "h5", "span", "li"))


def drop_link_lists(top: Node, keep: re.Pattern[str] | None = None) -> None:
    """Boxes that are mostly links to other pages, but no small one with a part whose name is to be kept."""
    found = [node for node in outside_code(top) if node.holds_blocks and _is_link_list(node)]
    drop_all(top, [node for node in found if not (keep and _is_small_with(node, keep))])


def drop_contents_tables(top: Node) -> None:
    """Little but links, each to a place on this very page, or each to the page in another language."""
    drop_all(top, [node for node in outside_code(top) if node.tag in _CONTENTS_TAGS and _is_contents_table(node)])


def drop_ways_out(top: Node) -> list[Node]:
    """What leads from an article to others; the nodes, to restore them."""
    sections = [node for heading in outside_code(top) if heading.tag in HEADINGS for node in _section_away(heading)]
    return drop_all(top, [*sections, *(node for node in outside_code(top) if node.holds_blocks and _leads_away(node))])


def drop_repeats(top: Node) -> None:
    """Text that a page holds several times, for narrow and for wide screens."""
    seen: set[str] = set()
    repeats = []
    for node in outside_code(top):
        if (
            node.holds_blocks
            and node.size >= _SHORTEST_REPEAT
            and not any(child.holds_blocks for child in node.nodes())
        ):
            text = node.text()
            if text in seen:
                repeats.append(node)
            seen.add(text)
    drop_all(top, repeats)


def _is_small_with(node: Node, names: re.Pattern[str]) -> bool:
    return node.size < _LARGEST_KEPT and any(names.search(inner.names) for inner in node.walk())


def _is_link_list(node: Node) -> bool:
    if node.tag not in _LISTING_TAGS or not 0 < node.size < _LONGEST_LINKS or node.linked <= _MOSTLY_LINKS * node.size:
        return False
    return sum(inner.tag == "a" for inner in node.walk()) >= _FEWEST_LINKS


def _is_contents_table(node: Node) -> bool:
    if node.linked <= _MOSTLY_LINKS * node.size:
        return False
    links = [inner for inner in node.walk() if inner.tag == "a" and inner.get("href")]
    if len(links) < _FEWEST_LINKS:
        return False
    pages = {link.get("href").partition("#")[0] for link in links}
    return all(link.get("hreflang") for link in links) or (
        len(pages) == 1 and all("#" in link.get("href") for link in links)
    )


def _section_away(heading: Node) -> list[Node]:
    """The heading of a list of other articles and what stands below it, up to the next heading of its rank."""
    if heading.parent is None or not _OTHERS.fullmatch(heading.text().strip()):
        return []
    section = [heading]
    for node in heading.parent.nodes():
        if node.place > heading.place and not node.dropped:
            if node.tag in HEADINGS and node.tag <= heading.tag:
                break
            section.append(node)
    return section


def _leads_away(node: Node) -> bool:
    if not node.size or (node.parent is not None and node.parent.tag == "blockquote"):
        return False
    if node.tag in _LINKED_TAGS:
        share = node.linked / node.size
        if share > _ALL_LINKS or (share > _MOSTLY_LINKS and node.size < _LONGEST_LINKS and node.tag != "p"):
            return True
    return node.tag in _LINE_TAGS and node.size < _LONGEST_OFFER and bool(_OFFER.match(node.text()))
