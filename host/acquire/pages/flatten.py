"""Pages whose tags nest thousands of levels: the parser gives up on them, so what nests too deep loses its tags."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

DEEPEST = 300
"""Levels that are kept: the parser reads 2,000, but what comes after the first deep spot must find room, too."""

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)


def flattened(text: str) -> str:
    """The same page without the tags below `DEEPEST` levels; its text is all there."""
    flat = _Flat()
    flat.feed(text)
    flat.close()
    return "".join(flat.pieces)


class _Flat(HTMLParser):
    """Writes down what it reads. Tags that nobody closes count as open: such pages are broken anyway."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        void = tag in _VOID
        self._depth += not void
        if self._depth <= DEEPEST or void:
            self.pieces.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._depth <= DEEPEST:
            self.pieces.append(f"</{tag}>")
        else:
            # Words on both sides of a lost tag are two.
            self.pieces.append(" ")
        self._depth = max(self._depth - 1, 0)

    def handle_data(self, data: str) -> None:
        self.pieces.append(data if self.cdata_elem else escape(data, quote=False))
