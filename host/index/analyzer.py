"""Text to search terms: Unicode words, parts of code identifiers, stems, bigrams where words are not set apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b

import numpy as np

from host.core.keyword import Terms

_STEMMERS = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Languages with a Snowball stemmer; any other is stemmed as English, which leaves other scripts alone."""

# \w lacks the combining marks that are part of words in the scripts of South and South-East Asia.
_WORD = re.compile(r"[\w\u0300-\u036f\u0900-\u109f\u1780-\u17ff]+")
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_IDENTIFIER_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about an and any are as at be been but by can could did do does doing for from had has have having how i if"
        " in into is it its itself just me my no nor not of on or our out s should so some such t than that the their"
        " them then there these they this those to too very was we were what when where which while who whom why will"
        " with would you your",
    )
)
"""English function words and what questions are made of: they are in every text and tell none apart."""


_REMEMBERED = 200_000
"""Terms whose numbers are kept at hand: hashing costs as much as the rest."""


class Analyzer:
    """For texts of one language. Stemmers are not thread-safe: an analyzer belongs to one thread at a time."""

    def __init__(self, language: str = "") -> None:
        """`language` is a tag such as `de` or `en-GB`; empty means English."""
        from Stemmer import Stemmer

        self._stemmer = Stemmer(_STEMMERS.get(language.lower()[:2], "english"))
        self._numbers: dict[str, int] = {}

    def terms(self, text: str) -> list[str]:
        """In the order of the text. The same for a question and for what it should find."""
        words: list[str] = []
        for match in _WORD.finditer(unicodedata.normalize("NFKC", text)):
            words.extend(_split(match.group()))
        return list(self._stemmer.stemWords([word for word in words if word not in STOP_WORDS]))

    def numbers(self, text: str) -> Terms:
        """The terms as numbers: 64 bits of a hash, the same for every language, process and machine."""
        if len(self._numbers) > _REMEMBERED:
            self._numbers.clear()
        return np.array([self._numbers.get(term) or self._number(term) for term in self.terms(text)], np.uint64)

    def _number(self, term: str) -> int:
        number = int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
        self._numbers[term] = number
        return number


def _split(word: str) -> Iterator[str]:
    folded = word.casefold()
    if word.isascii():
        yield folded
        parts = _IDENTIFIER_PART.findall(word)
        if len(parts) > 1:  # snake_case, camelCase, v2: found whole and by their parts
            yield from (part.casefold() for part in parts)
        return
    position = 0
    for run in _UNSPACED.finditer(folded):
        if run.start() > position:
            yield folded[position : run.start()]
        yield from _bigrams(run.group())
        position = run.end()
    if position < len(folded):
        yield folded[position:]


def _bigrams(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for index in range(len(run) - 1):
        yield run[index : index + 2]
