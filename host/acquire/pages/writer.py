"""Nodes to Markdown in one pass: headings, paragraphs, lists, definitions, quotes; code, tables and notes by others."""

from __future__ import annotations

import re
from collections.abc import Iterable

from host.acquire.pages.code_writer import fenced, is_gutter
from host.acquire.pages.inline_writer import line, linked, paragraph
from host.acquire.pages.nodes import HEADINGS, Node, is_code_block
from host.acquire.pages.table_writer import is_layout, rows_of, table

_LISTS = frozenset(("ul", "ol", "menu"))
_HEADING_START = re.compile(r"#{1,6} ")
_LIST_START = re.compile(r"(?:- |\d+\. )")


def to_markdown(node: Node) -> str:
    return "\n\n".join(_block(node))


def _inside(children: Iterable[Node | str]) -> list[str]:
    """The blocks of what stands in one element: loose text between them is a paragraph."""
    blocks: list[str] = []
    loose: list[Node | str] = []
    for child in children:
        if isinstance(child, str) or not child.holds_blocks:
            loose.append(child)
            continue
        _end_paragraph(loose, blocks)
        blocks += [] if is_gutter(child) else _block(child)
    _end_paragraph(loose, blocks)
    return blocks


def _end_paragraph(loose: list[Node | str], blocks: list[str]) -> None:
    if loose and (text := paragraph(loose)):
        blocks.append(text)
    loose.clear()


def _block(node: Node) -> list[str]:
    tag = node.tag
    if tag in HEADINGS:
        return _heading(node)
    if tag == "pre" or is_code_block(node):
        return _kept(fenced(node))
    if tag in _LISTS:
        return _kept(_list(node))
    if tag == "dl":
        return _definitions(node)
    if tag == "table":
        return _table(node)
    if tag == "blockquote":
        return _kept(_prefixed("\n\n".join(_inside(node.children)), "> ", "> "))
    if tag == "footnote":
        text = "\n\n".join(_inside(node.children))
        return _kept(_prefixed(text, f"[^{node.get('label')}]: ", "    "))
    if tag == "hr":
        return ["---"]
    if tag == "a" and node.size:
        return _linked(node)
    return _inside(node.children)


def _heading(node: Node) -> list[str]:
    text = line(node.children)
    return [f"{'#' * int(node.tag[1])} {text}"] if text else []


def _kept(text: str) -> list[str]:
    return [text] if text else []


def _linked(link: Node) -> list[str]:
    """A card that is all link: its heading, or else its first line, carries the address."""
    blocks = _inside(link.children)
    if not blocks:
        return []
    chosen = next((index for index, block in enumerate(blocks) if block.startswith("#")), 0)
    heading = _HEADING_START.match(blocks[chosen])
    text = blocks[chosen][heading.end() if heading else 0 :]
    if "\n" not in text and not _LIST_START.match(text):
        blocks[chosen] = f"{heading[0] if heading else ''}{linked(text, link.get('href'))}"
    return blocks


def _list(node: Node) -> str:
    start = node.get("start")
    number = int(start) if start.isdecimal() and len(start) < 9 else 1
    items: list[str] = []
    for child in _entries(node):
        if isinstance(child, Node) and child.tag == "footnote":
            items += _block(child)
            continue
        marker = f"{number}. " if node.tag == "ol" else "- "
        blocks = _inside(child.children if isinstance(child, Node) and child.tag == "li" else [child])
        if blocks:
            number += 1
            items.append(_prefixed(_item(blocks), marker, " " * len(marker)))
    return "\n".join(items)


def _entries(node: Node) -> list[Node | str]:
    return [child for child in node.children if isinstance(child, Node) or child.strip()]


def _item(blocks: list[str]) -> str:
    text = blocks[0]
    for block in blocks[1:]:
        text += f"\n{block}" if _LIST_START.match(block) else f"\n\n{block}"
    return text


def _prefixed(text: str, first: str, rest: str) -> str:
    if not text:
        return ""
    lines = text.split("\n")
    return "\n".join([first + lines[0], *(f"{rest}{each}" if each else rest.rstrip() for each in lines[1:])])


def _definitions(node: Node) -> list[str]:
    """A short definition keeps its mark; a long one stands as it is, for its prose, indented, would be code."""
    blocks: list[str] = []
    for child in _entries(node):
        if isinstance(child, Node) and child.tag in ("div", "dl"):
            blocks += _definitions(child)
            continue
        inside = _inside(child.children if isinstance(child, Node) else [child])
        short = len(inside) == 1 and "\n" not in inside[0] and "```" not in inside[0]
        if short and blocks and isinstance(child, Node) and child.tag == "dd":
            blocks[-1] += f"\n:   {inside[0]}"
        else:
            blocks += inside
    return blocks


def _table(node: Node) -> list[str]:
    rows = rows_of(node)
    caption = [block for child in node.nodes() if child.tag == "caption" for block in _inside(child.children)]
    if is_layout(node, rows):
        cells = [cell for row in rows for cell in row if not is_gutter(cell)]
        return caption + [block for cell in cells for block in _inside(cell.children)]
    return caption + _kept(table(rows))
