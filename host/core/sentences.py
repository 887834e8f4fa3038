"""The units that can be quoted and cited: sentences of prose, and whole headings, items, code blocks and table rows.

Offsets are exact, the text is what a person sees in the source. Linear time on any input.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from host.core.inline import visible
from host.core.markdown import Block, blocks, plain
from host.core.sentence_ends import mask, sentence_spans, trimmed, without_quote_marks

SentenceKind = Literal["prose", "heading", "item", "code", "header", "row"]

_LONGEST = 500
"""Characters of prose without a full stop, as in transcripts, after which it is cut at a line, comma or space."""
_LONGEST_ITEM = 300
"""Characters up to which a list item is one step or one fact, and quoted whole."""

_PROSE_WORDS = 5
"""In each line, on average; code has fewer."""
_FENCES = ("```", "~~~")

_PARAGRAPH = re.compile(r"(?:[ \t]*+[^\s][^\n]*+\n?+)++")
_UNPAIRED_MARKS = re.compile(r"\A[*~]+|[*~]+\Z")
_DELIMITER_ROW = re.compile(r"[\s|:-]+")
_CELL_END = re.compile(r"(?<!\\)\|")


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


def sentences(markdown: str, opening: str = "") -> list[Sentence]:
    """All units in order, without overlap; what shows no text (rules, images without a description) has none.

    `opening` is what the text has to be read with when it starts inside a block; its own text is left out.
    """
    whole = opening + markdown
    found = (unit for block in blocks(whole) for unit in _units(whole, block) if unit.end > len(opening))
    return [_moved(unit, -len(opening)) for unit in found if unit.text]


def _moved(unit: Sentence, by: int) -> Sentence:
    return replace(unit, start=max(unit.start + by, 0), end=unit.end + by) if by else unit


def _units(markdown: str, block: Block) -> Iterator[Sentence]:
    start, end = trimmed(markdown, block.start, block.end)
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
    start, end = trimmed(markdown, start, end)
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
        first, last = trimmed(source, *line.span())
        is_header = with_header and number == 0
        text = " | ".join(cells) if any(cells) else ""
        yield Sentence(start + first, start + last, text, "header" if is_header else "row", header)
        header = cells if is_header else header


def _code(source: str) -> str:
    fenced = source.lstrip().startswith(_FENCES)
    return textwrap.dedent(plain(source) if fenced else source.strip("\r\n")).strip("\r\n").rstrip()


def _prose(markdown: str, start: int, end: int) -> Iterator[Sentence]:
    masked = mask(markdown[start:end])
    spans = (span for sentence in sentence_spans(masked) for span in _short_enough(masked, *sentence))
    for first, last in spans:
        source = without_quote_marks(markdown[start + first : start + last])
        yield Sentence(start + first, start + last, _UNPAIRED_MARKS.sub("", _folded(visible(source))))


def _short_enough(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > _LONGEST:
        cut = _cut(text, start, start + _LONGEST)
        yield trimmed(text, start, cut)
        start, end = trimmed(text, cut, end)
    yield start, end


def _cut(text: str, start: int, limit: int) -> int:
    """At the best edge in the second half of what is allowed."""
    for edge in ("\n", "; ", ", ", "\uff0c", "\u3001", " "):
        found = text.rfind(edge, (start + limit) // 2, limit)
        if found >= 0:
            return found + len(edge)
    return limit


def _folded(text: str) -> str:
    return " ".join(text.split())
