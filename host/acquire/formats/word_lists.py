"""The numbers of Word's numbered paragraphs, which mammoth leaves out: a list that was interrupted goes on counting."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from host.acquire.formats.archive import xml_part

_DOCUMENT, _NUMBERING = "word/document.xml", "word/numbering.xml"


@dataclass(slots=True)
class _Numbering:
    """What `numbering.xml` says."""

    abstract: dict[str, str] = field(default_factory=dict)
    """Number id -> the definition that it shares with others, and with which it shares its counter."""
    starts: dict[tuple[str, int], int] = field(default_factory=dict)
    """(definition, level) -> first number."""
    restarts: dict[tuple[str, int], int] = field(default_factory=dict)
    """(number id, level) -> number at which this list begins anew."""


def numbered_paragraphs(archive: zipfile.ZipFile) -> list[tuple[str, int]]:
    """(text, number) of each paragraph that carries a number of its own, in order."""
    if _NUMBERING not in archive.NameToInfo or _DOCUMENT not in archive.NameToInfo:
        return []
    numbering = _read(xml_part(archive, _NUMBERING))
    return list(_counted(xml_part(archive, _DOCUMENT), numbering))


def _read(root: Any) -> _Numbering:
    numbering = _Numbering()
    for definition in root.iterfind("{*}abstractNum"):
        for level in definition.iterfind("{*}lvl"):
            start = _value(level.find("{*}start"), "1")
            numbering.starts[_attribute(definition, "abstractNumId"), _whole(_attribute(level, "ilvl"))] = _whole(start)
    for number in root.iterfind("{*}num"):
        identifier = _attribute(number, "numId")
        numbering.abstract[identifier] = _value(number.find("{*}abstractNumId"), "")
        for override in number.iterfind("{*}lvlOverride"):
            start = _value(override.find("{*}startOverride"), "")
            if start:
                numbering.restarts[identifier, _whole(_attribute(override, "ilvl"))] = _whole(start)
    return numbering


def _counted(root: Any, numbering: _Numbering) -> Iterator[tuple[str, int]]:
    counters: dict[tuple[str, int], int] = {}
    begun: set[tuple[str, int]] = set()
    for paragraph in root.iter("{*}p"):
        properties = paragraph.find("{*}pPr/{*}numPr")
        if properties is None:
            continue
        number = _value(properties.find("{*}numId"), "")
        level = _whole(_value(properties.find("{*}ilvl"), "0"))
        definition = numbering.abstract.get(number)
        if definition is None:
            continue
        start = numbering.starts.get((definition, level), 1)
        if (number, level) in numbering.restarts and (number, level) not in begun:
            counters[definition, level] = numbering.restarts[number, level]
        else:
            counters[definition, level] = counters.get((definition, level), start - 1) + 1
        begun.add((number, level))
        for deeper in [key for key in counters if key[0] == definition and key[1] > level]:
            del counters[deeper]
        yield "".join(text.text or "" for text in paragraph.iter("{*}t")), counters[definition, level]


def _attribute(element: Any, name: str) -> str:
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _value(element: Any, default: str) -> str:
    return default if element is None else _attribute(element, "val") or default


def _whole(text: str) -> int:
    return int(text) if text.lstrip("-").isdigit() else 0
