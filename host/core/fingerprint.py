"""Whether two pages say the same: the words of their main text, whatever their markup, case and links."""

from __future__ import annotations

import re

from host.core.documents import text_hash

_ADDRESS = re.compile(r"\]\([^)\s]*\)|<https?://[^>\s]*>|https?://\S+")
_WORD = re.compile(r"\w+")

SHORTEST = 100
"""Characters: fewer (`Not found.`, a list of links) say nothing about whether two pages are one."""


def fingerprint(markdown: str) -> str:
    """Equal for pages with the same main text; empty for one too short to tell."""
    words = " ".join(_WORD.findall(without_addresses(markdown).casefold()))
    return text_hash(words) if len(words) >= SHORTEST else ""


def without_addresses(markdown: str) -> str:
    """The text without where its links lead: print views link to print views."""
    return _ADDRESS.sub(" ", markdown)
