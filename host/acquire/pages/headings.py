"""Headings and their fragments: how a link opens a page at the place of a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator

from host.acquire.pages.nodes import HEADINGS, Node
from host.core.documents import Anchor

_HEADING_LINE = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARK_NAMES = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-?anchor|heading-?anchor|anchor-?link|hash-?link|permalink|anchorjs-link)(?:[\s_-]|$)"
)


def drop_heading_marks(top: Node) -> None:
    """Take out what only links a heading to itself: signs without words, and links that say so in their name."""
    for heading in [node for node in top.walk() if node.tag in HEADINGS or node.tag == "dt"]:
        for link in [node for node in heading.walk() if node.tag == "a"]:
            if _is_mark(link, heading):
                link.drop()


def _is_mark(link: Node, heading: Node) -> bool:
    if link.get("id") or link.get("name") or link.find("img"):
        return False
    if not link.get("href") or link.size == heading.size > 0:
        return False
    return bool(_MARK_NAMES.search(link.names)) or not re.search(r"\w", link.text())


def fragments(top: Node) -> list[tuple[str, str]]:
    """(text, id) of each heading that a link can open: by its own id, one inside it, or that of its section."""
    found = []
    for heading in top.walk():
        if heading.tag in HEADINGS and (identifier := _identifier(heading)):
            found.append((_plain(heading.text()), identifier))
    return found


def _identifier(heading: Node) -> str:
    for node in heading.walk():
        if identifier := node.get("id") or (node.get("name") if node.tag == "a" else ""):
            return identifier
    section = heading.parent
    if section is None or section.tag not in ("section", "div") or section.nodes()[0] is not heading:
        return ""
    return section.get("id")


def anchors(markdown: str, known: list[tuple[str, str]]) -> Iterator[Anchor]:
    """Headings of the Markdown in order, each with the next fragment of the same text."""
    position = 0
    for line in _HEADING_LINE.finditer(markdown):
        text = _plain(_LINK.sub(r"\1", line[1]))
        for index in range(position, len(known)):
            if known[index][0] == text:
                yield Anchor(line.start(), "fragment", known[index][1])
                position = index + 1
                break


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().lower()
