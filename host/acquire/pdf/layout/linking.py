"""Words that lead somewhere: kept beside the text while its lines are joined, written as Markdown links at last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from host.acquire.pages.inline_writer import linked
from host.acquire.pdf.layout.page import Line, Link, Word, around

_OUTSIDE = re.compile(r"^\W+|\W+$")
_SPELLING = re.compile(r"^(?:https?://|mailto:)?(?:www\.)?|/$|\s")
"""In what an address and the text that shows it may differ."""


def said(line: Line) -> str:
    """A line as Markdown."""
    return written(line.text, line.links).strip()


def said_by(words: Sequence[Word]) -> str:
    """Words of one cell as Markdown."""
    return written(*_beside(words))


def part_of(line: Line, words: Sequence[Word]) -> Line:
    """The part of a line that these words are."""
    text, links = _beside(words)
    return replace(line, text=text, box=around(word.box for word in words), links=tuple(links))


def _beside(words: Sequence[Word]) -> tuple[str, list[Link]]:
    text, links = "", list[Link]()
    for word in words:
        text = f"{text} {word.text}".lstrip()
        links += spanned(text, len(text) - len(word.text), len(text), word.address)
    return text, links


def spanned(text: str, start: int, end: int, address: str) -> list[Link]:
    """One link for the words of this part of the text, without the signs around them; none where there is no word."""
    part = text[start:end]
    words = _OUTSIDE.sub("", part)
    if not address or not words:
        return []
    start += part.index(words)
    closed = sum(words.count(sign) for sign in "([") > sum(words.count(sign) for sign in ")]")
    length = len(words) + (closed and text[start + len(words) : end][:1] in (")", "]"))
    return [Link(start, start + length, address)]


def carried(links: Iterable[Link], text: str, longer: str, line: Line) -> list[Link]:
    """The links of `longer`: those of `text`, from which it was made, and those of the line that was joined to it."""
    kept = len(text) if longer.startswith(text) else len(text) - 1  # the hyphen of a word that was cut
    moved = len(longer) - len(line.text.rstrip())
    earlier = [replace(link, end=min(link.end, kept)) for link in links]
    return earlier + [Link(link.start + moved, link.end + moved, link.address) for link in line.links]


def written(text: str, links: Iterable[Link]) -> str:
    """The text with its links; one that only shows its own address stays as it is."""
    pieces, at = list[str](), 0
    for link in _whole(text, links):
        shown = text[link.start : link.end]
        if _bare(shown) != _bare(link.address) and not {"[", "]"}.intersection(shown):
            pieces += [text[at : link.start], linked(shown, link.address.replace("|", "%7C"))]
            at = link.end
    return "".join([*pieces, text[at:]])


def _whole(text: str, links: Iterable[Link]) -> Iterator[Link]:
    """A link that goes over several lines is one in the file for each of them."""
    waiting: Link | None = None
    for link in links:
        if waiting and waiting.address == link.address and re.fullmatch(r"[^\w\n]*", text[waiting.end : link.start]):
            waiting = replace(waiting, end=link.end)
            continue
        if waiting:
            yield waiting
        waiting = link
    if waiting:
        yield waiting


def _bare(address: str) -> str:
    return _SPELLING.sub("", address).lower()
