"""What a file's metadata says of who made it and when: Dublin Core in packages, entries of a PDF, front matter."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

from lxml import etree

from host.acquire.dates import PRINT, iso_date
from host.acquire.formats.archive import BROKEN, xml_part
from host.acquire.people import author_names
from host.core.documents import About

_CORE = "docProps/core.xml"
_TEMPLATES = {"python-docx", "Steve Canny"}
"""Whoever made the empty file that a library fills: its author and dates stay in what is made of it."""

_LONGEST_DESCRIPTION = 500


def stated_about(
    authors: Iterable[str], published: str = "", modified: str = "", site: str = "", description: str = ""
) -> About:
    """Cleaned: programs name themselves as authors, and clocks run wrong."""
    return About(
        author_names(authors, family_first=True),
        iso_date(published, PRINT),
        iso_date(modified, PRINT),
        " ".join(site.split()),
        " ".join(description.split())[:_LONGEST_DESCRIPTION],
    )


def dublin_core(root: Any) -> About:
    """Of the metadata of an office file, an OpenDocument or a book, whose names are the same.

    OpenDocument calls the last editor `creator` and the last change `date`, and has other names for the first.
    """
    said: dict[str, list[str]] = {}
    for element in root.iter(etree.Element):
        name = element.get("property", "").removeprefix("dcterms:") or etree.QName(element).localname
        if text := " ".join((element.text or "").split()):
            said.setdefault(name, []).append(text)
    creators = said.get("initial-creator") or said.get("creator") or []
    if set(creators) & _TEMPLATES:
        return About()
    made = said.get("created") or said.get("creation-date")
    dates = [*(made or ()), *said.get("date", ())]
    changed = [*said.get("modified", ()), *(said.get("date", ()) if made else ())]
    return stated_about(
        creators,
        *(
            next(iter(values), "")
            for values in (dates, changed, said.get("publisher", ()), said.get("description", ()))
        ),
    )


def office_about(archive: zipfile.ZipFile) -> About:
    """Of a Word, PowerPoint or Excel package; nothing where the part is missing or broken: the text counts."""
    if _CORE not in archive.NameToInfo:
        return About()
    try:
        return dublin_core(xml_part(archive, _CORE))
    except BROKEN:
        return About()


def pdf_about(metadata: Mapping[str, str | None]) -> About:
    entries = (metadata.get(name) or "" for name in ("author", "creationDate", "modDate", "subject"))
    author, created, changed, subject = entries
    return stated_about([author], created, changed, description=subject)


def front_about(front: Mapping[str, list[str]]) -> About:
    """Of the front matter of a Markdown file, its names in small letters."""

    def first(*names: str) -> str:
        return next((value for name in names for value in front.get(name, ())), "")

    return stated_about(
        [*front.get("author", ()), *front.get("authors", ())],
        first("date", "published", "created", "pubdate"),
        first("updated", "modified", "lastmod", "last_modified"),
        description=first("description", "summary", "excerpt"),
    )
