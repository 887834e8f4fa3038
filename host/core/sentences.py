"""The units that can be quoted and cited: sentences of prose, and whole headings, items, code blocks and table rows.

Offsets are exact, the text is what a person sees in the source. Linear time on any input.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from host.core.inline import visible
from host.core.markdown import Block, blocks, plain

SentenceKind = Literal["prose", "heading", "item", "code", "header", "row"]

_LONGEST = 500
"""Characters of prose without a full stop, as in transcripts, after which it is cut at a line, comma or space."""
_LONGEST_ITEM = 300
"""Characters up to which a list item is one step or one fact, and quoted whole."""

_PROSE_WORDS = 5
"""In each line, on average; code has fewer."""
_FENCES = ("```", "~~~")
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
_PARAGRAPH = re.compile(r"(?:[ \t]*+[^\s][^\n]*+\n?+)++")
_UNPAIRED_MARKS = re.compile(r"\A[*~]+|[*~]+\Z")
_DELIMITER_ROW = re.compile(r"[\s|:-]+")
_CELL_END = re.compile(r"(?<!\\)\|")

_NEVER_LAST = re.compile(r"mrs?|ms|dr|prof|st|vs|cf|approx|e\.g|i\.e|viz|incl|resp|ca", re.IGNORECASE)
_BEFORE_NUMBERS = re.compile(
    r"no|nos|nr|figs?|pp?|vol|ch|sec|eq|art|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec", re.IGNORECASE
)
_STARTERS = re.compile(
    r"the|an?|it|this|that|these|those|in|on|at|if|when|s?he|we|they|you|i|but|and|for|to", re.IGNORECASE
)
"""Words with which a new sentence begins even after what may be an initial or an acronym."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`markdown[start:end]`, without the white space around it."""

    start: int
    end: int
    text: str
    """White space folded, except that the lines of code stay; the cells of a row stand between ` | `."""
    kind: SentenceKind = "prose"
    header: tuple[str, ...] = ()
    """Of a table row: the visible text of the header cells above it."""


def sentences(markdown: str) -> list[Sentence]:
    """All units in order, without overlap; what shows no text (rules, images without a description) has none."""
    found = (unit for block in blocks(markdown) for unit in _units(markdown, block))
    return [unit for unit in found if unit.text]


def _units(markdown: str, block: Block) -> Iterator[Sentence]:
    start, end = _trimmed(markdown, block.start, block.end)
    source = markdown[start:end]
    match block.kind:
        case "heading":
            yield Sentence(start, end, _folded(plain(source)), "heading")
        case "code" if not source.startswith(_FENCES) and _reads_like_prose(source.partition("\n\n")[0]):
            # The indented body of a definition: CommonMark calls it code, a person does not.
            for part in _PARAGRAPH.finditer(source):
                yield from _indented(markdown, start + part.start(), start + part.end())
        case "code":
            yield Sentence(start, end, _code(markdown[block.start : end]), "code")
        case "list_item":
            yield from _item(markdown, start, end)
        case "table":
            yield from _rows(source, start, with_header=True)
        case "paragraph" if all(line.lstrip().startswith("|") for line in source.splitlines()):
            # The rest of a table whose beginning is in the chunk before.
            yield from _rows(source, start, with_header=False)
        case "paragraph" | "quote":
            yield from _prose(markdown, start, end)


def _indented(markdown: str, start: int, end: int) -> Iterator[Sentence]:
    start, end = _trimmed(markdown, start, end)
    if _reads_like_prose(markdown[start:end]):
        yield from _prose(markdown, start, end)
    else:
        yield Sentence(start, end, _code(markdown[start:end]), "code")


def _reads_like_prose(text: str) -> bool:
    """Lines of several words, and a sentence that begins like one and ends like one."""
    lines = text.count("\n") + 1
    return (
        text[:1].isalpha()
        and len(text.split()) >= _PROSE_WORDS * lines
        and text.rstrip().endswith((".", ":", "!", "?"))
    )


def _item(markdown: str, start: int, end: int) -> Iterator[Sentence]:
    text = _folded(plain(markdown[start:end]))
    if len(text) <= _LONGEST_ITEM:
        yield Sentence(start, end, text, "item")
        return
    for unit in _prose(markdown, start, end):
        shown = _folded(plain(markdown[start : unit.end])) if unit.start == start else unit.text
        yield Sentence(unit.start, unit.end, shown, "item")


def _rows(source: str, start: int, *, with_header: bool) -> Iterator[Sentence]:
    header: tuple[str, ...] = ()
    for number, line in enumerate(re.finditer(r"[^\r\n]+", source)):
        if _DELIMITER_ROW.fullmatch(line.group()):
            continue
        cells = tuple(_folded(visible(cell)) for cell in _CELL_END.split(line.group().strip().strip("|")))
        first, last = _trimmed(source, *line.span())
        is_header = with_header and number == 0
        text = " | ".join(cells) if any(cells) else ""
        yield Sentence(start + first, start + last, text, "header" if is_header else "row", header)
        header = cells if is_header else header


def _code(source: str) -> str:
    fenced = source.lstrip().startswith(_FENCES)
    return textwrap.dedent(plain(source) if fenced else source.strip("\r\n")).strip("\r\n").rstrip()


def _prose(markdown: str, start: int, end: int) -> Iterator[Sentence]:
    masked = _masked(markdown[start:end])
    for first, last in _pieces(masked):
        source = _QUOTE_MARKS.sub("", markdown[start + first : start + last])
        yield Sentence(start + first, start + last, _UNPAIRED_MARKS.sub("", _folded(visible(source))))


def _masked(source: str) -> str:
    source = _QUOTE_MARKS.sub(lambda match: " " * len(match.group()), source)
    return _OPAQUE.sub(_mask, source)


def _mask(match: re.Match[str]) -> str:
    """A link whose text ends a sentence still ends it."""
    label = (match["label"] or "").rstrip("*_ ")
    return "x" * (len(match.group()) - 1) + (label[-1] if label.endswith((".", "!", "?")) else "x")


def _pieces(masked: str) -> Iterator[tuple[int, int]]:
    """Spans of the sentences, white space around them left out."""
    start = 0
    for match in _STOP.finditer(masked):
        if _ends_sentence(masked, start, match):
            yield from _short_enough(masked, start, match.end())
            start = match.end()
    yield from _short_enough(masked, start, len(masked))


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    stop = match.group()
    if stop[0] in _WIDE_STOPS or match.end() == len(text):
        return True
    following = _NEXT.match(text, match.end())
    after = (following and following[1]) or ""
    if after[:1].islower():
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
    return not _INITIALS.fullmatch(word) or bool(_STARTERS.fullmatch(after)) or word == "I"


def _short_enough(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    start, end = _trimmed(text, start, end)
    while end - start > _LONGEST:
        cut = _cut(text, start, start + _LONGEST)
        yield _trimmed(text, start, cut)
        start, end = _trimmed(text, cut, end)
    if end > start:
        yield start, end


def _cut(text: str, start: int, limit: int) -> int:
    """At the best edge in the second half of what is allowed."""
    for edge in ("\n", "; ", ", ", "\uff0c", "\u3001", " "):
        found = text.rfind(edge, (start + limit) // 2, limit)
        if found >= 0:
            return found + len(edge)
    return limit


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _folded(text: str) -> str:
    return " ".join(text.split())
