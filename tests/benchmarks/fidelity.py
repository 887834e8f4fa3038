"""What of a page's structure Markdown kept: its headings, code, tables, lists, links, notes and formulas, counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

PARTS = ("headings", "code", "tables", "lists", "links", "footnotes", "maths")

_PARSER = MarkdownIt("commonmark").enable("table")
_NOTE = re.compile(r"^\[\^([^\]\s]+)\]: *(.*)$", re.MULTILINE)
_NOTE_MARK = re.compile(r"\[\^([^\]\s]+)\](?!:)")
_FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$\w])\$(?!\s)([^$\n]+?)(?<!\s)\$(?![\w$])", re.DOTALL)


def structure(markdown: str) -> dict[str, Counter[str]]:
    """For each part the multiset of what is there."""
    found: dict[str, Counter[str]] = {part: Counter() for part in PARTS}
    tokens = _PARSER.parse(markdown)
    for part, item in _blocks(tokens):
        found[part][item] += 1
    outside_code = "\n".join(token.content for token in tokens if token.type == "inline")
    found["footnotes"].update(f"{label}" for label in _NOTE_MARK.findall(outside_code))
    found["footnotes"].update(f"note {_words(text)}" for _, text in _NOTE.findall(markdown))
    found["maths"].update(re.sub(r"\s", "", one or other) for one, other in _FORMULA.findall(outside_code))
    return found


def _blocks(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    row: list[str] = []
    for index, token in enumerate(tokens):
        before = tokens[index - 1].type if index else ""
        match token.type:
            case "inline" if before == "heading_open":
                yield "headings", _words(_text(token))
            case "inline" if before in ("td_open", "th_open"):
                row.append(_words(_text(token)))
            case "tr_close":
                yield "tables", " | ".join(row)
                row = []
            case "fence":
                lines = (line.rstrip() for line in token.content.strip("\n").split("\n"))
                yield "code", f"{token.info.strip()}\n" + "\n".join(lines)
            case "inline" if index > 1 and tokens[index - 2].type == "list_item_open":
                yield "lists", _words(_text(token))
        if token.type == "inline":
            for text, address in _links(token):
                yield "links", f"{_words(text)} {address.rstrip('/')}"


def _links(inline: Token) -> Iterator[tuple[str, str]]:
    text, address = "", ""
    for child in inline.children or []:
        if child.type == "link_open":
            text, address = "", str(child.attrs.get("href", ""))
        elif child.type == "link_close":
            if text.strip():
                yield text, address
        else:
            text += child.content


def _text(inline: Token) -> str:
    return "".join(" " if child.type.endswith("break") else child.content for child in inline.children or [])


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
