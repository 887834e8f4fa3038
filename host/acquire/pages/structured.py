"""What a page declares as JSON-LD: the things it names, their types and what they say. Broken scripts are mended."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

Thing = dict[str, Any]

_WRAPPING = re.compile(r"^\s*(?://\s*)?(?:<!--|<!\[CDATA\[|/\*.*?\*/)\s*|\s*(?://\s*)?(?:-->|\]\]>|;)\s*$", re.DOTALL)
_LAST_COMMA = re.compile(r",(?=\s*[}\]])")
_PLAIN = re.compile(r'"(@type|headline|datePublished|dateModified|dateCreated|inLanguage)"\s*:\s*"((?:[^"\\\n]|\\.)*)"')
_WRITTEN_BY = re.compile(r'"author"\s*:\s*[\[{][^\]}]*?"name"\s*:\s*"([^"\n]+)"')

_DEEPEST = 40
"""Levels of things within things."""


def declared_things(root: Any) -> list[Thing]:
    """What the page is about: the top level of its scripts, and what stands in a `@graph`."""
    scripts = root.xpath("//script[@type='application/ld+json']/text()")
    return [thing for script in scripts for data in _read(str(script)) for thing in _top(data)]


def types_of(thing: Thing) -> set[str]:
    """In lower case, without the address of the vocabulary."""
    return {str(kind).rsplit("/", 1)[-1].rsplit(":", 1)[-1].lower() for kind in listed(thing.get("@type"))}


def listed(value: Any) -> list[Any]:
    """One thing, several or none: JSON-LD leaves the list out where there is but one."""
    return value if isinstance(value, list) else [] if value is None else [value]


def text_of(value: Any) -> str:
    """A text, or the first of several, or what a thing is called, on one line."""
    for each in listed(value):
        said = (each.get("name") or each.get("@value")) if isinstance(each, dict) else each
        if isinstance(said, str | int) and (text := " ".join(unescape(str(said)).split())):
            return text
    return ""


def named_things(things: list[Thing]) -> dict[str, Thing]:
    """By `@id`, the thing that is described under it: others only refer to it."""
    found: dict[str, Thing] = {}
    for thing in _all(things, 0):
        identifier = thing.get("@id")
        if isinstance(identifier, str) and len(thing) > len(found.get(identifier, ())) and len(thing) > 1:
            found[identifier] = thing
    return found


def _all(data: Any, depth: int) -> Iterator[Thing]:
    if depth > _DEEPEST:
        return
    if isinstance(data, dict):
        yield data
    for value in data.values() if isinstance(data, dict) else data:
        if isinstance(value, dict | list):
            yield from _all(value, depth + 1)


def _top(data: Any, depth: int = 0) -> Iterator[Thing]:
    for thing in listed(data):
        if isinstance(thing, dict) and depth < _DEEPEST:
            yield thing
            yield from _top(thing.get("@graph"), depth + 1)


def _read(script: str) -> Iterator[Any]:
    """The values of a script: some sites write several into one."""
    try:
        yield json.loads(script, strict=False)
        return
    except (ValueError, RecursionError):
        text = _LAST_COMMA.sub("", _WRAPPING.sub("", script)).strip()
    if text.startswith(("{&quot;", "[{&quot;")):
        text = unescape(text)
    decoder = json.JSONDecoder(strict=False)
    position = 0
    while position < len(text):
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            yield _salvaged(text[position:])
            return
        yield value
        position += len(text[position:]) - len(text[position:].lstrip(" \t\r\n,;"))


def _salvaged(text: str) -> Thing:
    """The first of each plain text that a script holds which is no JSON."""
    thing: Thing = {}
    for name, value in _PLAIN.findall(text):
        thing.setdefault(name, value)
    if writer := _WRITTEN_BY.search(text):
        thing["author"] = writer[1]
    return thing
