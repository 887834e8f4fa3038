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
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
"""Languages with a Snowball stemmer. Any other is stemmed as English, which leaves other scripts alone."""

# \w lacks the combining marks that are part of words in the scripts of South and South-East Asia.
_WORD = re.compile(r"[\w\u0300-\u036f\u0900-\u109f\u1780-\u17ff]+")
_CODE = (
    r"(?<![\w+#.-])(?:"
    r"[A-Za-z](?:\+\+|\#)(?![\w+#])"  # C++, C#
    r"|--[A-Za-z][\w-]+"  # --max-pages
    r"|v?[0-9]+(?:\.[0-9]+)+"  # 3.11, v1.9.2
    r"|[A-Za-z_]\w+(?:(?:\.|::|->)[A-Za-z_]\w+)+"  # foo.bar, std::vector; not e.g.
    r")"
)
_TOKEN = re.compile(f"(?P<code>{_CODE})|{_WORD.pattern}")
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_IDENTIFIER_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

_ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "a about an and any are as at be been but by can could did do does doing for from had has have having how i if"
        " in into is it its itself just me my no nor not of on or our out s should so some such t than that the their"
        " them then there these they this those to too very was we were what when where which while who whom why will"
        " with would you your",
    )
)
"""Function words and what questions are made of: they are in every text and tell none apart."""


_REMEMBERED = 200_000
"""Terms whose numbers are kept at hand: hashing costs as much as the rest."""


class Analyzer:
    """For texts of one language. Stemmers are not thread-safe: an analyzer belongs to one thread at a time."""

    def __init__(self, language: str = "") -> None:
        """`language` is a tag such as `de` or `en-GB`; empty means English."""
        from Stemmer import Stemmer

        code = language.lower()[:2]
        self._stemmer = Stemmer(_STEMMERS.get(code, "english"))
        self._stop_words = _stop_words(code)
        self._numbers: dict[str, int] = {}

    def stops(self, word: str) -> bool:
        """Whether it is one of the words that every text of the language has."""
        return word in self._stop_words

    def terms(self, text: str) -> list[str]:
        """In the order of the text. The same for a question and for what it should find."""
        return list(self._stemmer.stemWords([word for word in words(text) if word not in self._stop_words]))

    def numbers(self, text: str) -> Terms:
        """The terms as numbers: 64 bits of a hash, the same for every language, process and machine."""
        if len(self._numbers) > _REMEMBERED:
            self._numbers.clear()
        return np.array([self._numbers.get(term) or self._number(term) for term in self.terms(text)], np.uint64)

    def number(self, word: str) -> int:
        """Of one of the `words` of a text."""
        return self._number(self._stemmer.stemWord(word))

    def _number(self, term: str) -> int:
        number = int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
        self._numbers[term] = number
        return number


def words(text: str) -> Iterator[str]:
    """Those of a text in any language, as they are searched for but for stems. Code is found whole and by its parts."""
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        if match["code"]:
            yield match["code"].casefold()
            for part in _WORD.finditer(match["code"]):
                yield from _split(part.group())
        else:
            yield from _split(match.group())


def _stop_words(code: str) -> frozenset[str]:
    if _STEMMERS.get(code, "english") == "english":
        return _ENGLISH
    from stop_words import AVAILABLE_LANGUAGES, get_stop_words

    return frozenset(get_stop_words(_STEMMERS[code])) if _STEMMERS[code] in AVAILABLE_LANGUAGES else frozenset()


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
