"""Where the sentences of running text end. Offsets are exact; linear time on any input."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST_WORD = 20
"""Characters before a full stop that may tell an abbreviation."""

_STOP = re.compile(
    r"[.!?\u2026]++[\"'\u2019\u201d\u00bb)\]*_~]*+(?=\s|\Z)"
    r"|[\u3002\uff01\uff1f]++[\u300d\u300f\u201d\u2019\uff09)\]*_~]*+"
)
_WIDE_STOPS = "\u3002\uff01\uff1f"
# Where a full stop is part of something else; masked, so that offsets stay as they are.
_OPAQUE = re.compile(
    r"(?P<ticks>`++)[^`]*+(?P=ticks)"
    r"|\[(?P<label>[^\[\]]*+)\]\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)"
)
_QUOTE_MARKS = re.compile(r"^(?: {0,3}>)++", re.MULTILINE)
_WORD_BEFORE = re.compile(r"[^\s(\[\"'\u2018\u201c*_]{1,20}\Z")
_NEXT = re.compile(r"[\s(\[\"'\u2018\u201c\u00ab*_~>]*+(\w[\w'\u2019]*+)?")
_INITIALS = re.compile(r"(?:[A-Za-z]\.)*[A-Za-z]")

_NEVER_LAST = re.compile(r"mrs?|ms|dr|prof|st|vs|cf|approx|e\.g|i\.e|viz|incl|resp|ca", re.IGNORECASE)
_SELDOM_LAST = re.compile(r"inc|corp|co|ltd|jr|sr|etc|al", re.IGNORECASE)
_BEFORE_NUMBERS = re.compile(
    r"no|nos|nr|figs?|pp?|vol|ch|sec|eq|art|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec", re.IGNORECASE
)
_STARTERS = re.compile(
    r"the|an?|it|this|that|these|those|in|on|at|if|when|s?he|we|they|you|i|but|and|for|to", re.IGNORECASE
)
"""Words with which a new sentence begins even after what may be an initial or an acronym."""


def sentence_spans(masked: str) -> Iterator[tuple[int, int]]:
    """Of each sentence, without the white space around it; `masked` is what `mask` makes of the source."""
    start = 0
    # Captions, notes and some exports have no capitals at all: there a small letter may begin a sentence.
    caseless = masked == masked.lower()
    for match in _STOP.finditer(masked):
        if _ends_sentence(masked, start, match, caseless=caseless):
            yield trimmed(masked, start, match.end())
            start = match.end()
    last = trimmed(masked, start, len(masked))
    if last[0] < last[1]:
        yield last


def mask(source: str) -> str:
    """As long as `source`: where a full stop is part of a link or of code, other characters stand."""
    return _OPAQUE.sub(_masked, without_quote_marks(source, fill=" "))


def without_quote_marks(source: str, fill: str = "") -> str:
    """`fill` is put in place of each character of a mark."""
    return _QUOTE_MARKS.sub(lambda match: fill * len(match.group()), source)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _masked(match: re.Match[str]) -> str:
    """A link whose text ends a sentence still ends it."""
    label = (match["label"] or "").rstrip("*_ ")
    return "x" * (len(match.group()) - 1) + (label[-1] if label.endswith((".", "!", "?")) else "x")


def _ends_sentence(text: str, start: int, match: re.Match[str], *, caseless: bool) -> bool:
    stop = match.group()
    if stop[0] in _WIDE_STOPS or match.end() == len(text):
        return True
    following = _NEXT.match(text, match.end())
    after = (following and following[1]) or ""
    if after[:1].islower() and not caseless:
        return False
    # A window, not the whole sentence so far: a long list of initials would otherwise be read again at each.
    window = text[max(start, match.start() - _LONGEST_WORD) : match.start()]
    before = _WORD_BEFORE.search(window)
    return (
        stop[0] != "." or before is None or _may_be_last(before.group(), after, alone=before.group() == window.strip())
    )


def _may_be_last(word: str, after: str, *, alone: bool) -> bool:
    """Whether a full stop after `word` ends the sentence, when `after` is the next word."""
    if _NEVER_LAST.fullmatch(word) or (_BEFORE_NUMBERS.fullmatch(word) and after[:1].isdigit()):
        return False
    if word.isdigit() and alone:
        return False
    seldom = _INITIALS.fullmatch(word) or _SELDOM_LAST.fullmatch(word)
    return not seldom or bool(_STARTERS.fullmatch(after)) or word == "I"
