"""Whether two pages say nearly the same: a print view, another date, counter or banner around one text. Pure.

`marks` says where to look: MinHash of a page's words, in bands (A. Broder, On the resemblance and containment of
documents, 1997). `contains` decides, on the words themselves, so that nothing that only one of two pages says is lost:
pages made from one template, with other names in it, are two.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from host.core.documents import text_hash
from host.core.fingerprint import SHORTEST, fingerprint, without_addresses

BANDS = 8
_ROWS = 3
"""With eight bands of three, pages that share nine words of ten have a mark in common in 99.99 of 100 cases."""

MOST_MORE = 0.05
"""Share of its words that a page may have more than another that is the same: a list of related pages, say."""

BANNER = 12
"""Words that a page may have more in any case, up to a fifth of it."""
_MOST_BANNER = 0.2

_WORDS_FOR_A_NUMBER = 40
MOST_NUMBERS = 3
"""Numbers that may differ, one in 40 words: counters. A page with less around its numbers is about them."""

_DAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?"
_YEAR = r"(?:19|20)\d\d\b"
_TIME = r"\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?[ap]\.?m\b)?"
_PASSING = re.compile(
    rf"\b{_DAY}(?:\d{{4}}-\d\d?-\d\d?|\d\d?[./]\d\d?[./](?:\d\d){{1,2}}\b"
    rf"|\d\d?(?:st|nd|rd|th|\.)?\s+(?:de\s+)?[^\W\d]{{3,}}\.?,?\s+(?:de\s+)?{_YEAR}"
    rf"|[^\W\d]{{3,}}\.?\s+\d\d?(?:st|nd|rd|th)?,?\s+{_YEAR})(?:(?:t|,?\s+(?:at\s+)?){_TIME})?"
    rf"|\b{_TIME}|\b(?:\d+|an?)\s+(?:second|minute|hour|day|week|month|year)s?\s+ago\b"
    r"|\b(?=[a-f]*\d)[0-9a-f]{12,}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",
)
"""What is another at each visit: dates and times (months by any name), how long ago something was, session ids."""

_TOKEN = re.compile(r"\d+(?:[.,'\u2019]\d+)*\w*|\w+")
_TOP = re.compile(r"^# +(.+)$", re.MULTILINE)

_MULTIPLIERS = np.array(
    [int.from_bytes(hashlib.blake2b(bytes([n]), digest_size=8).digest()) | 1 for n in range(BANDS * _ROWS)], np.uint64
)
"""Odd, so that multiplying by one is a permutation of the numbers of 64 bits."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a page's main text, as far as they matter here."""

    heading: str
    """The page's own; empty when it has none. Then the words of its title, with its numbers, are among the words."""
    words: Counter[str]
    numbers: Counter[str]

    @property
    def size(self) -> int:
        return self.words.total() + self.numbers.total()


@dataclass(frozen=True, slots=True)
class Imprint:
    """What another page that says the same is found by."""

    fingerprint: str
    """Of the exact words; empty for a page too short to tell."""
    marks: tuple[int, ...]
    core: str
    """Of the words, in whatever order: what pages with something else around them have in common, if they do."""


def words_of(title: str, markdown: str) -> Words:
    top = _TOP.search(markdown)
    tokens = _TOKEN.findall(_PASSING.sub(" ", without_addresses(markdown).casefold()))
    words = [token for token in tokens if not _is_number(token)] + ([] if top else _TOKEN.findall(title.casefold()))
    return Words(
        heading=" ".join(_TOKEN.findall(top[1].casefold())) if top else "",
        words=Counter(map(_singular, words)),
        numbers=Counter(filter(_is_number, tokens)),
    )


def imprint(page: Words, markdown: str) -> Imprint:
    return Imprint(fingerprint(markdown), marks(page), core(page))


def marks(page: Words) -> tuple[int, ...]:
    """Numbers of 63 bits: nearly equal pages have one in common. None for a page too short to tell."""
    if sum(map(len, page.words)) < SHORTEST:
        return ()
    hashes = np.array([_hash(word.encode("utf-8", "surrogatepass")) for word in page.words], np.uint64)
    least = (hashes[:, None] * _MULTIPLIERS).min(axis=0).reshape(BANDS, _ROWS)
    heading = page.heading.encode("utf-8", "surrogatepass")
    return tuple(_hash(bytes([n]) + row.tobytes() + heading) >> 1 for n, row in enumerate(least))


def contains(page: Words, other: Words) -> bool:
    """Whether `page` says all that `other` does and little more, dates and counters aside."""
    if page.heading != other.heading or other.words - page.words:
        return False
    lost = (other.numbers - page.numbers).total()
    more = page.size + lost - other.size
    few = more <= page.size * MOST_MORE or (more <= BANNER and more <= page.size * _MOST_BANNER)
    return few and lost <= min(MOST_NUMBERS, other.size // _WORDS_FOR_A_NUMBER)


def common(page: Words, other: Words) -> Words:
    """What both say; without a heading unless it is the same."""
    heading = page.heading if page.heading == other.heading else ""
    return Words(heading, page.words & other.words, page.numbers & other.numbers)


def core(page: Words) -> str:
    """Equal for pages with equal words, in whatever order and with whatever numbers between them."""
    return text_hash(page.heading + "\0" + " ".join(sorted(page.words.elements())))


def _is_number(token: str) -> bool:
    return any(map(str.isdigit, token))


def _singular(word: str) -> str:
    """`1 comment` and `2 comments` differ by a counter alone."""
    return word.removesuffix("s") if len(word) > 3 else word


def _hash(data: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest())
