"""What was read: a page, a file or a transcript as Markdown, and what it says of itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Anchor:
    """From `start` (offset in the Markdown) on, the text stands at this place of the original."""

    start: int
    kind: Literal["page", "second", "fragment"]
    value: str
    """A PDF page number (from 1), whole seconds of a video, or the id of an element in a web page."""


@dataclass(frozen=True, slots=True)
class About:
    """What a document says of itself beside its title and language; what it does not say is empty."""

    authors: tuple[str, ...] = ()
    """Names, in the order of the document."""
    published: str = ""
    """`YYYY-MM-DD`; where only a month or a year is given, its first day."""
    modified: str = ""
    """`YYYY-MM-DD`, as above."""
    site: str = ""
    """The name of the site, journal or publisher."""
    description: str = ""
    canonical: str = ""
    """The address that a web page wants to be known by."""
    breadcrumbs: tuple[str, ...] = ()
    """The way to a web page from the top of its site, in words."""

    @property
    def date(self) -> str:
        """The one date to show, sort and filter by."""
        return self.published or self.modified

    @classmethod
    def of(cls, values: Mapping[str, str | list[str]]) -> About:
        """From its fields as JSON has them."""
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Document:
    """One page, file or transcript, converted."""

    uri: str
    title: str
    markdown: str
    media_type: str = "text/html"
    """Of the original, not of the Markdown."""
    folder: str = ""
    """Folder path inside a vault, ending in `/`; empty at the top."""
    language: str = ""
    strategy: str = ""
    """How the Markdown was made: for the log and for `extract`."""
    anchors: tuple[Anchor, ...] = ()
    """Sorted by `start`."""
    page_type: str = ""
    """Of a web page: article, documentation, forum, product or other. Not stored."""
    file_hash: str = ""
    """SHA-256 of the file that it was made from; empty for pages and transcripts."""
    about: About = About()
    path: str = ""
    """Where that file is on this computer, if it is in a watched folder."""
    pictures: tuple[int, ...] = ()
    """Numbers of the pages, from 1, that are pictures of which nothing is in the Markdown. Not stored."""

    @property
    def content_hash(self) -> str:
        """SHA-256 of all that the index depends on. Many sites say of each page that it was modified just now."""
        about = (*self.about.authors, self.about.published, self.language)
        return text_hash("\0".join((self.title, self.markdown, *about)))


def text_hash(text: str) -> str:
    """SHA-256 of the exact text, hexadecimal. Lone surrogates, which JSON lets through, are kept apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
