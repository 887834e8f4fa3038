"""Words that have a hyphen wherever they stand: cut there at the end of a line they keep it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from host.acquire.pdf.layout.page import Block

_COMPOUND = re.compile(r"\w+(?:[-\u2010]\w+)+")
_LAST = re.compile(r"[\w\u2010-]*\w[-\u2010]$")
_FIRST = re.compile(r"\w+(?:[-\u2010]\w+)*")


def compounds_in(pages: Iterable[Sequence[Block]]) -> frozenset[str]:
    """Those that stand whole in a line of the document, in small letters."""
    lines = (line.text for page in pages for block in page for line in block.lines if not line.code)
    return frozenset(_plain(found) for text in lines for found in _COMPOUND.findall(text))


def is_compound(text: str, line: str, compounds: frozenset[str]) -> bool:
    """Whether the word that was cut at the end of `text`, and goes on in `line`, is one of them."""
    last, first = _LAST.search(text), _FIRST.match(line)
    return last is not None and first is not None and _plain(last[0] + first[0]) in compounds


def _plain(compound: str) -> str:
    return compound.replace("\u2010", "-").lower()
