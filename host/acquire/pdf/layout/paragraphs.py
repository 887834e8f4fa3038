"""Lines to Markdown: headings, paragraphs, lists and code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from host.acquire.formats.grid import markdown_table
from host.acquire.pdf.layout.compounds import is_compound
from host.acquire.pdf.layout.headings import Headings, has_prose
from host.acquire.pdf.layout.linking import carried, written
from host.acquire.pdf.layout.page import BULLET, Block, Line, Link
from host.acquire.pdf.layout.rows import rows_of

_NUMBER = re.compile(r"^(?:\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_CUT = re.compile(r"\w[-\u2010]$|\u00ad$")
_ENDED = re.compile(r"[.!?:\u3002\u061f]['\")\]\u201d\u2019]*$")


def page_markdown(
    blocks: Sequence[Block], headings: Headings, page: int, compounds: frozenset[str] = frozenset()
) -> str:
    """The blocks of a page as they come. A page without running text has one heading at most."""
    parts: list[str] = []
    prose, titled = has_prose(blocks), False
    beside = _beside(blocks)
    for block in _continued(blocks):
        if block.table:
            parts.append(markdown_table(block.table.rows))
            continue
        for level, lines in _runs(block, headings, page):
            known = level if (prose or not titled) and not beside.intersection(lines) else 0
            parts.append(_part(lines, known, compounds))
            titled = titled or bool(known)
    return "\n\n".join(filter(None, parts))


def _beside(blocks: Sequence[Block]) -> set[Line]:
    """Labels: what ends with a colon and has a neighbour in its row."""
    labels = [line for block in blocks for line in block.lines if line.text.rstrip().endswith(":")]
    rows = rows_of(line for block in blocks for line in block.lines) if labels else []
    return {line for row in rows if len(row) > 1 for line in row}.intersection(labels)


def _continued(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks that are one paragraph, cut where a column ends or where lines are wide apart, made whole."""
    waiting: Block | None = None
    for block in blocks:
        if waiting and _goes_on(waiting, block):
            waiting = Block(waiting.lines + block.lines)
            continue
        if waiting:
            yield waiting
        waiting = block
    if waiting:
        yield waiting


def _goes_on(block: Block, following: Block) -> bool:
    if block.table or following.table:
        return False
    last, first = block.lines[-1], following.lines[0]
    alike = (last.size, last.bold, last.code, last.level) == (first.size, first.bold, first.code, first.level)
    if last.code:
        return alike
    text = last.text.rstrip()
    return alike and first.text.lstrip()[:1].islower() and not _ENDED.search(text) and len(text.split()) > 2


def _runs(block: Block, headings: Headings, page: int) -> Iterator[tuple[int, list[Line]]]:
    """The lines of a block with their level, those of one level together."""
    whole = headings.level(block.lines, page)
    if whole:
        yield whole, list(block.lines)
        return
    for level, group in groupby(block.lines, key=lambda line: headings.level([line], page)):
        lines = list(group)
        yield level and headings.level(lines, page), lines


def _part(lines: list[Line], level: int, compounds: frozenset[str]) -> str:
    if all(line.code for line in lines):
        return _code(lines)
    text, links = "", list[Link]()
    for line in lines:
        longer = joined(text, line.text.strip(), compounds)
        text, links = longer, carried(links, text, longer, line)
    mark = f"{'#' * level} " if level and "\n" not in text else ""
    return mark + written(text, links)


def joined(text: str, line: str, compounds: frozenset[str] = frozenset()) -> str:
    """Lines of one paragraph: words cut at the end of a line become whole, list items stay apart."""
    if BULLET.match(line):
        return f"{text}\n{BULLET.sub('- ', line)}".lstrip("\n")
    if _NUMBER.match(line) and (not text or _ENDED.search(text) or "\n" in text):
        return f"{text}\n{line}".lstrip("\n")
    if _CUT.search(text) and line[:1].islower():
        return f"{text if is_compound(text, line, compounds) else text[:-1]}{line}"
    return f"{text} {line}" if text and not text.endswith("- ") else f"{text}{line}"


def _code(lines: Sequence[Line]) -> str:
    """Each line where it stands: indentation is often no character of the file."""
    left = min(line.box[0] for line in lines)
    rows: list[str] = []
    bottom = float("-inf")
    for line in lines:
        column = round((line.box[0] - left) / (0.6 * line.size))
        text = line.text.rstrip()
        if abs(line.box[3] - bottom) < 1 and rows:
            rows[-1] = f"{rows[-1].ljust(column - 1)} {text.lstrip()}"
        else:
            indent = max(column, len(text) - len(text.lstrip()))
            rows.append(" " * indent + text.lstrip())
        bottom = line.box[3]
    return "```\n" + "\n".join(rows) + "\n```"
