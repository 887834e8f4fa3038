"""Code in a Markdown text that may still grow: where a span or a fenced block ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from host.core.brackets import PENDING

LONGEST_SPAN = 300
"""Characters in which a code span has to close, so that a stream is never held back for long."""

_INFO = re.compile(r"[^`\n]*+")
_FENCE_END = re.compile(r"[ \t>]*+(`{3,}+|~{3,}+)[ \t\r]*+\n?")
_FENCE_END_BEGUN = re.compile(r"[ \t>]*+[`~]*+[ \t\r]*+")


@dataclass(frozen=True, slots=True)
class Ticks:
    """Up to `end` of the text: a fence that opens, a whole code span, or marks that are just text."""

    end: int
    fence: str = ""


def run_end(text: str, position: int) -> int:
    """Where the run of the character at `position` ends."""
    end = position
    while text[end : end + 1] == text[position]:
        end += 1
    return end


def read_ticks(text: str, position: int, *, line_start: bool, final: bool) -> Ticks | Literal["pending"]:
    """Read from a backtick or tilde on. `line_start`: only the marks of quotes and lists come before it."""
    end = run_end(text, position)
    run = text[position:end]
    if end == len(text) and not final:
        return PENDING
    if len(run) >= 3 and line_start:
        info = _INFO.match(text, end, end + LONGEST_SPAN)
        info_end = info.end() if info else end
        short = info_end < end + LONGEST_SPAN
        if info_end == len(text) and short and not final:
            return PENDING
        if run[0] == "~" or (short and text[info_end : info_end + 1] in ("\n", "")):
            return Ticks(end, run)
    return Ticks(end) if run[0] == "~" else _read_span(text, end, run, final)


def _read_span(text: str, content: int, run: str, final: bool) -> Ticks | Literal["pending"]:
    limit = content + LONGEST_SPAN
    index = content
    while index < min(len(text), limit):
        if text.startswith("\n\n", index):
            return Ticks(content)
        if text[index] != "`":
            index += 1
            continue
        end = run_end(text, index)
        if end == len(text) and not final:
            return PENDING
        if text[index:end] == run:
            return Ticks(end)
        index = end
    return Ticks(content) if final or len(text) >= limit else PENDING


def read_fenced(text: str, position: int, fence: str, *, line_start: bool, final: bool) -> Ticks | Literal["pending"]:
    """The rest of a line inside a fenced block; `fence` of the result is empty after the line that closes it."""
    newline = text.find("\n", position)
    end = newline + 1 if newline >= 0 else len(text)
    line = text[position:end]
    if not line_start:
        return Ticks(end, fence)
    if newline < 0 and not final and _FENCE_END_BEGUN.fullmatch(line):
        return PENDING
    closing = _FENCE_END.fullmatch(line)
    return Ticks(end, "" if closing and closing[1].startswith(fence) else fence)
