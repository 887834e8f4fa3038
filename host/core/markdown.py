"""Where the blocks of a Markdown text are, and what a person would see of it.

A reader of CommonMark and GFM for slicing, not for rendering: it needs exact source offsets, linear time
on any input, and no dependency. What nests inside a quote or an item stays part of it, code in a list apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from host.core.inline import visible

BlockKind = Literal["heading", "paragraph", "code", "table", "list_item", "quote", "rule"]

# Only what CommonMark calls a line ending: str.splitlines() also cuts at U+2028, form feeds and more.
LINE = re.compile(r"[^\r\n]*+(?:\r\n?|\n)|[^\r\n]++")
_LINE_ENDING = re.compile(r"\r\n?|\n")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_ATX_END = re.compile(r"(?:^|(?<=[ \t]))#++[ \t]*$")
_FENCE = re.compile(r"[ \t]*+(`{3,}+(?=[^`]*$)|~{3,}+)")
_SETEXT = re.compile(r" {0,3}(=++|-++)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,})$")
_QUOTE = re.compile(r" {0,3}>")
_QUOTE_MARKS = re.compile(r"(?: {0,3}> ?)++")
_ITEM = re.compile(r"[ \t]*+(?:[-+*]|\d{1,9}[.)])(?:[ \t]++|(?=[\r\n])|$)")
_INTERRUPTING_ITEM = re.compile(r"[ \t]*+(?:[-+*]|1[.)])[ \t]++\S")
_TASK = re.compile(r"\[[ xX]\][ \t]++")
_DELIMITER = re.compile(r":?-++:?")
_CELL_END = re.compile(r"(?<!\\)\|")
_CODE_INDENT = 4

IN_LIST = "-\n"
"""An item without text: what is indented after it belongs to a list."""


@dataclass(frozen=True, slots=True)
class Block:
    """`markdown[start:end]`; blank lines after a block belong to it, so that blocks leave no gap."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    """Of a heading, 1 to 6; otherwise 0."""
    nested: bool = False
    """Whether it is what it is only because a list goes on: by itself its indentation would make it code."""


def blocks(markdown: str) -> list[Block]:
    """The blocks in order: they cover the whole text. Empty for an empty text."""
    matches = list(LINE.finditer(markdown))
    lines = [match.group().rstrip("\r\n") for match in matches]
    found: list[tuple[BlockKind, int, int, bool]] = []
    index, in_list = 0, False
    while index < len(lines):
        if not lines[index].strip():
            index += 1
            continue
        kind, level, end = _read(lines, index, in_list)
        nested = in_list and _indent(lines[index]) >= _CODE_INDENT
        found.append((kind, level, matches[index].start() if found else 0, nested))
        in_list = kind == "list_item" or (in_list and lines[index][0] in " \t")
        index = end
    if not found:
        return [Block("paragraph", 0, len(markdown))] if markdown else []
    ends = [start for _, _, start, _ in found[1:]] + [len(markdown)]
    return [
        Block(kind, start, end, level, nested) for (kind, level, start, nested), end in zip(found, ends, strict=True)
    ]


def opening(markdown: str, block: Block) -> str:
    """What the rest of a block has to be read with when it is taken apart: Markdown that ends with a line ending."""
    if block.kind == "list_item":
        return IN_LIST
    if block.kind not in ("code", "table"):
        return ""
    lines = (line.group() for line in LINE.finditer(markdown, block.start, block.end) if line.group().strip())
    first = next(lines)
    if block.kind == "table":
        return first + next(lines)
    fence = _FENCE.match(first)
    return f"{fence[1]}\n" if fence else ""


def plain(text: str) -> str:
    """The text that a person would see: no marks, link addresses or table lines. Code stays as it is."""
    text = text.strip()
    shown = (_shown(block, text[block.start : block.end].strip("\r\n")) for block in blocks(text))
    return "\n".join(part for part in shown if part)


def _read(lines: Sequence[str], index: int, in_list: bool) -> tuple[BlockKind, int, int]:
    """Kind and level of the block whose first line is `index`, and the line after its last."""
    line = lines[index]
    nested = in_list or _indent(line) < _CODE_INDENT
    if nested and (fence := _FENCE.match(line)):
        return "code", 0, _fence_end(lines, index + 1, fence[1])
    if heading := _ATX.match(line):
        return "heading", len(heading[1]), index + 1
    if _RULE.match(line):
        return "rule", 0, index + 1
    if _QUOTE.match(line):
        return "quote", 0, _text_end(lines, index + 1, quote=True)
    if nested and _ITEM.match(line):
        return "list_item", 0, _item_end(lines, index + 1)
    if _table_at(lines, index):
        return "table", 0, _text_end(lines, index + 2)
    if not nested:
        return "code", 0, _indented_end(lines, index + 1)
    return _read_paragraph(lines, index)


def _read_paragraph(lines: Sequence[str], index: int) -> tuple[BlockKind, int, int]:
    for end in range(index + 1, len(lines)):
        if underline := _SETEXT.match(lines[end]):
            return "heading", 1 if underline[1][0] == "=" else 2, end + 1
        if _ends_text(lines, end):
            return "paragraph", 0, end
    return "paragraph", 0, len(lines)


def _text_end(lines: Sequence[str], start: int, quote: bool = False) -> int:
    for end in range(start, len(lines)):
        if _ends_text(lines, end) and not (quote and _QUOTE.match(lines[end])):
            return end
    return len(lines)


def _ends_text(lines: Sequence[str], index: int) -> bool:
    """Whether this line cannot go on with the paragraph before it."""
    line = lines[index]
    if not line.strip():
        return True
    starts = (_FENCE, _ATX, _RULE, _QUOTE, _INTERRUPTING_ITEM)
    return any(pattern.match(line) for pattern in starts) or _table_at(lines, index)


def _item_end(lines: Sequence[str], start: int) -> int:
    """An item goes on over blank lines as long as what follows is indented text."""
    end = start
    while end < len(lines):
        if lines[end].strip():
            if _ITEM.match(lines[end]) or _ends_text(lines, end):
                return end
            end += 1
            continue
        following = end
        while following < len(lines) and not lines[following].strip():
            following += 1
        if following == len(lines) or lines[following][0] not in " \t":
            return end
        end = following
    return end


def _fence_end(lines: Sequence[str], start: int, fence: str) -> int:
    """A fence that is never closed runs to the end, as CommonMark has it."""
    for end in range(start, len(lines)):
        if _closes(lines[end], fence):
            return end + 1
    return len(lines)


def _closes(line: str, fence: str) -> bool:
    mark = line.strip()
    return mark.startswith(fence) and not mark.strip(fence[0])


def _indented_end(lines: Sequence[str], start: int) -> int:
    for end in range(start, len(lines)):
        if lines[end].strip() and _indent(lines[end]) < _CODE_INDENT:
            return end
    return len(lines)


def _table_at(lines: Sequence[str], index: int) -> bool:
    """A header row over a delimiter row of as many cells."""
    if index + 1 >= len(lines) or "|" not in lines[index] or "|" not in lines[index + 1]:
        return False
    delimiters = _cells(lines[index + 1])
    return all(map(_DELIMITER.fullmatch, delimiters)) and len(delimiters) == len(_cells(lines[index]))


def _cells(row: str) -> list[str]:
    cells = [cell.strip() for cell in _CELL_END.split(row.strip())]
    return cells[not cells[0] : len(cells) - (len(cells) > 1 and not cells[-1])]


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4))


def _shown(block: Block, source: str) -> str:
    lines = _LINE_ENDING.split(source)
    match block.kind:
        case "code":
            return _shown_code(lines)
        case "rule":
            return ""
        case "heading":
            atx = _ATX.match(source)
            source = _ATX_END.sub("", source[atx.end() :]) if atx else "\n".join(lines[:-1])
        case "list_item":
            source = _TASK.sub("", _ITEM.sub("", source, count=1), count=1)
        case "quote":
            source = "\n".join(_QUOTE_MARKS.sub("", line, count=1) for line in lines)
        case "table" | "paragraph" if block.kind == "table" or source.startswith("|"):
            rows = (cells for cells in map(_cells, lines) if not all(map(_DELIMITER.fullmatch, cells)))
            source = "\n".join(" ".join(cells) for cells in rows)
    return visible(source).strip()


def _shown_code(lines: list[str]) -> str:
    fence = _FENCE.match(lines[0])
    if fence is None:
        return "\n".join(lines)
    return "\n".join(lines[1 : -1 if _closes(lines[-1], fence[1]) and len(lines) > 1 else None])
