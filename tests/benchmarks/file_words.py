"""The words of a text as they are compared."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w{2,}|\d|[\u2e80-\u9fff]")
"""No single letters: they are what a word falls into that was cut apart."""

_NO_WORDS = re.compile(r"\(cid:\d+\)|<!--.*?-->|</?\w+>|[*_`]+")
"""Numbers of glyphs that nobody could read, and marks of Markdown and HTML."""


def words(text: str) -> list[str]:
    return _WORD.findall(_NO_WORDS.sub("", text).lower())


def in_order(some: list[str], others: list[str]) -> int:
    """Length of the longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    return int(LCSseq.similarity(some, others))
