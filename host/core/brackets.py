"""What stands in square brackets in a model's answer: a citation, a link, an image, or just text.

Works on a text that may still grow: `PENDING` means that more of it is needed to tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

PENDING: Final = "pending"

_LONGEST_LABEL = 1000
_LONGEST_TARGET = 2000
_LONGEST_WIDE = 100
"""Characters after which a bracket is just a character, so that a stream is never held back for long."""

_NUMBER = r"(?:(?:sources?|src|refs?|documents?|docs?|passages?)\s*+:?\s*+#?|[\^#S])?\s*+\d{1,3}"
_BETWEEN = r"(?:\s*+(?:[,;&\u2013-]|and)\s*+|\s++)"
_MARKER = re.compile(rf"\s*+{_NUMBER}(?:{_BETWEEN}{_NUMBER})*+\s*+", re.IGNORECASE)
_WIDE_MARKER = re.compile(r"(?P<number>\d{1,3})(?::\d{1,3})?\u2020[^\u3011]*+")
_NUMBERS = re.compile(r"(\d+)(?:\s*[-\u2013]\s*\D{0,12}?(\d+))?")
# CommonMark's inline link: a destination, perhaps a title.
_TARGET = re.compile(
    r"\s*+(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>[^\s<]\S*+))?+(?:\s++(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?+\s*+"
)
_WIDE_END = re.compile("[\u3011\n]")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Bracket:
    """Up to `end` of the text that it was read from. `target` is None when no link follows the label."""

    end: int
    label: str
    target: str | None
    url: str = ""


def read_bracket(text: str, start: int, *, final: bool) -> Bracket | Literal["pending"] | None:
    """The bracket that opens at `start`; None when it never closes and is a mere character."""
    close = _closing(text, start, "[]", _LONGEST_LABEL, final=final)
    if close is None or close == PENDING:
        return close
    label = text[start + 1 : close]
    if close + 1 == len(text) and not final:
        return PENDING
    if text[close + 1 : close + 2] != "(":
        return Bracket(close + 1, label, None)
    end = _closing(text, close + 1, "()", _LONGEST_TARGET, final=final)
    if end == PENDING:
        return PENDING
    target = text[close + 2 : end] if end is not None else ""
    match = _TARGET.fullmatch(target)
    if end is None or match is None:
        return Bracket(close + 1, label, None)
    return Bracket(end + 1, label, target, match["angled"] or match["bare"] or "")


def read_wide(text: str, start: int, *, final: bool) -> Bracket | Literal["pending"] | None:
    """The same for the `【1】` that some models write."""
    close = _WIDE_END.search(text, start, start + _LONGEST_WIDE)
    if close is None:
        return None if final or len(text) >= start + _LONGEST_WIDE else PENDING
    if close.group() == "\n":
        return None
    if close.end() == len(text) and not final:
        return PENDING
    return Bracket(close.end(), text[start + 1 : close.start()], None)


def cited(label: str, count: int) -> tuple[list[int], int] | None:
    """Which of the sources 1 to `count` a label cites, and how many that do not exist; None for other text."""
    wide = _WIDE_MARKER.fullmatch(label)
    if wide is None and not _MARKER.fullmatch(label):
        return None
    numbers: list[int] = []
    missing = 0
    for first, last in _NUMBERS.findall(wide["number"] if wide else label):
        start, end = int(first), int(last or first)
        inside = range(max(start, 1), min(end, count) + 1)
        numbers += inside
        missing += start < 1 or end > count or end < start
    return numbers, missing


def _closing(text: str, start: int, pair: str, longest: int, *, final: bool) -> int | Literal["pending"] | None:
    """Where the bracket at `start` closes, inner ones and escapes considered; a blank line ends the search."""
    limit = start + longest
    blank = _BLANK_LINE.search(text, start, limit)
    stop = min(len(text), limit, blank.start() if blank else limit)
    depth, index = 0, start
    while index < stop:
        if text[index] == "\\":
            index += 1
        elif text[index] == pair[0]:
            depth += 1
        elif text[index] == pair[1]:
            depth -= 1
            if depth == 0:
                return index
        index += 1
    return None if final or stop < len(text) or len(text) >= limit else PENDING
