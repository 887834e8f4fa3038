"""Who wrote a page and when, where it only shows it: bylines and times between its title and its text."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from host.acquire.dates import iso_date
from host.acquire.pages.nodes import HEADINGS, Node
from host.acquire.people import author_names

_BEFORE, _AFTER = 20, 40
"""Elements before and after the title in which a byline is looked for."""

_PROSE = 240
"""Characters of a paragraph at which the text has begun."""

_FIRST_POST = 1_000
"""Elements in which the date of a thread's first post must come."""

_APART = frozenset(("aside", "footer", "nav", "table", "pre", "code"))

_BYLINE, _DATE = 160, 80
"""Characters of an element that is a byline (links and a date in it included), and of one that is a date."""

_ELSEWHERE = re.compile(
    r"(?:^|[\s_-])(?:related|sidebar|recommend\w*|promo|teaser|widget-area|footer|popular|latest|trending|more|events?"
    r"|breadcrumbs?|nav|navbar|navigation|menu|comments?)(?:[\s_-]|$)"
)
"""Names of boxes that speak of other pages."""

_WRITER = re.compile(
    r"(?:^|[\s_-])(?:by-?lines?|authors?|writers?|posted-?by|contributors?|creator)(?:[\s_-]|$)|^\s*author"
)
_POSTER = re.compile(
    r"(?:^|[\s_-])(?:author|user[\w-]*name|poster|postauthor|member-?name|screenname|hnuser)(?:[\s_-]|$)"
)
_NOT_HIM = re.compile(r"avatar|image|photo|bio|title|count|social|job|role|date")
_WRITES = ("author", "creator")
"""Values of `itemprop`."""

_SAYS_BY = re.compile(r"^\W*(?i:(?:(?:written|posted|published|words|story|reported)\s+)?by):?\s+[^\W\d_a-z]")
_CHANGED = re.compile(r"updated|modified|edited|reviewed|revised|aktualisiert|mis à jour", re.IGNORECASE)
_OTHER_DAY = re.compile(rf"{_CHANGED.pattern}|event|copyright|©|joined|founded|registered|member since", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?:[/-]|$)")


def shown_authors(top: Node) -> tuple[str, ...]:
    """Of a page by one or a few people; what says so by its markup comes before what looks like a byline."""
    near = _near_title(top)
    stated = [node for node in near if node.get("itemprop") in _WRITES or node.get("rel") == "author"]
    named = [node for node in near if _WRITER.search(node.names) and not _NOT_HIM.search(node.names)]
    worded = [node for node in near if node.size <= _BYLINE and _SAYS_BY.match(node.text())]
    return next((names for node in (*stated, *named, *worded) if (names := _names(node))), ())


def first_poster(top: Node) -> tuple[str, ...]:
    """Of a thread."""
    posters = (node for node in top.walk() if node.get("itemprop") in _WRITES or _is_poster(node))
    return next(filter(None, map(_names, posters)), ())[:1]


def _is_poster(node: Node) -> bool:
    return bool(_POSTER.search(node.names)) and not _NOT_HIM.search(node.names)


def shown_date(top: Node, address: str) -> str:
    near = _dated(top)
    marked = [node for node in near if node.tag == "time" or node.get("itemprop") == "datePublished"]
    return _first_date(marked) or _date_in(address) or _first_date(near)


def shown_change(top: Node) -> str:
    """When the page says that it was changed."""
    near = [node for node in _dated(top) if _CHANGED.search(node.text())]
    return next((found for node in near if (found := _date(node))), "")


def _dated(top: Node) -> list[Node]:
    return [node for node in _near_title(top) if 0 < node.size <= _DATE or node.tag == "time"]


def _date_in(address: str) -> str:
    found = _IN_ADDRESS.search(address)
    return iso_date("-".join(found.groups())) if found else ""


def first_post_date(top: Node) -> str:
    """Of a thread: the first time that is one by its markup, else by its looks."""
    return _first_date(node for node in top.walk() if node.get("datetime") or node.tag == "time") or _first_date(
        node for node in islice(_here(top), _FIRST_POST) if 0 < node.size <= _DATE
    )


def _first_date(nodes: Iterable[Node]) -> str:
    return next((found for node in nodes if not _OTHER_DAY.search(node.text()) and (found := _date(node))), "")


def _date(node: Node) -> str:
    return iso_date(node.get("datetime") or node.get("content")) or iso_date(node.text(), day=True)


def _names(node: Node) -> tuple[str, ...]:
    """Where one part is the name by its markup, or is a link, what else stands there is none."""
    if node.size > _BYLINE:
        return ()
    inside = list(node.walk())
    marked = [each for each in inside if each.get("itemprop") == "name" or each.get("rel") == "author"]
    links = [each for each in inside if each.tag == "a" and each.size]
    return (
        author_names(each.get("content") or each.text() for each in marked[:1] or links)
        or author_names([" ".join(node.texts())])
    )  # fmt: skip


def _near_title(top: Node) -> list[Node]:
    """What stands a little before the title, and after it until the text begins."""
    before: deque[Node] = deque(maxlen=_BEFORE)
    nodes = _here(top)
    for node in nodes:
        if node.tag == "h1" and node.size:
            break
        if node.tag not in HEADINGS:
            before.append(node)
    after: list[Node] = []
    for node in nodes:
        if len(after) == _AFTER or (node.tag == "p" and node.size - node.linked > _PROSE):
            break
        after.append(node)
    return [*after, *before]


def _here(top: Node) -> Iterator[Node]:
    """All nodes but those of boxes about other pages."""
    stack = [top]
    while stack:
        node = stack.pop()
        yield node
        inside = (child for child in node.children[::-1] if isinstance(child, Node) and child.tag not in _APART)
        stack += [child for child in inside if not _ELSEWHERE.search(child.names)]
