"""How much of one text's meaning another holds, by the words that both have: rare ones and numbers count more."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
# Scripts written without spaces: a pair of characters is the nearest thing to a word.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0e7f]")
_COMMON = re.compile(
    r"an?|the|and|or|but|if|of|to|in|on|at|by|for|from|with|as|into|than|then|so|is|are|was|were|be|been|being|am"
    r"|do|does|did|has|have|had|can|could|should|would|will|shall|may|might|must|it|its|this|that|these|those|there"
    r"|i|you|he|she|we|they|me|my|your|his|her|our|their|them|us|what|which|who|whom|whose|when|where|why|how|not|no"
    r"|about|also|any|all|some|such|just|only|more|most|much|many|tell|please|get|use|used|using|one"
)
_NUMBER_FACTOR = 1.5
"""A number or an identifier that both texts have is rarely chance."""


def words(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning; all words when none does."""
    found = _found(text)
    return frozenset(_stem(word) for word in found if not _COMMON.fullmatch(word)) or frozenset(found)


def word_pairs(text: str) -> frozenset[tuple[str, str]]:
    """Stems that follow one another once the common words are left out: who does what, not only who and what."""
    return frozenset(pairwise(_stem(word) for word in _found(text) if not _COMMON.fullmatch(word)))


def _found(text: str) -> list[str]:
    return [part for word in _WORD.findall(unicodedata.normalize("NFKC", text).lower()) for part in _parts(word)]


def _parts(word: str) -> list[str]:
    if not _UNSPACED.search(word):
        return [re.split("['\u2019]", word)[0]]
    return [word[index : index + 2] for index in range(max(1, len(word) - 1))]


def _stem(word: str) -> str:
    """A light stemmer: enough for `closes`, `closed` and `closing` to meet."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            word = word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


class WordWeights:
    """Weights from the texts at hand: a word that few of them have tells more."""

    def __init__(self, texts: Iterable[frozenset[str]]) -> None:
        self._frequency: Counter[str] = Counter()
        self._texts = 0
        for text in texts:
            self._frequency.update(text)
            self._texts += 1

    def total(self, text: Iterable[str]) -> float:
        # Summed in order: sets have none, and a sum of floats depends on it.
        return sum(self._weight(word) for word in sorted(text))

    def coverage(self, wanted: frozenset[str], found: frozenset[str]) -> float:
        """The share of `wanted` that is in `found`, from 0 to 1."""
        return self.total(wanted & found) / self.total(wanted) if wanted else 0.0

    def _weight(self, word: str) -> float:
        rarity = math.log(1 + (self._texts + 1) / (self._frequency[word] + 0.5))
        return rarity * (_NUMBER_FACTOR if any(character.isdigit() for character in word) else 1)
