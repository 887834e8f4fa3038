"""A document to chunks: headings first, then cuts where they do least harm, all near one size.

Three promises hold for any text and any language: `markdown[start:end] == chunk.text`; every character that
is not blank is in a chunk (up to the cap, and then it is told); no text to embed is longer than the model reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from host.core.chunks import Chunk, ChunkSettings
from host.core.cohesion import cohesion
from host.core.documents import Document
from host.core.model_ports import Splitter
from host.core.packing import Unit, pack
from host.core.parts import Part, PartReader
from host.core.sections import Headings, Section, common, families, sections

REVISION = 2
"""Counts the ways in which we have cut: what was cut in another way needs a new index. 1 is whatever was cut before
this was recorded."""

_CONTEXT_SHARE = 8
"""Title and heading path may each take 1/8 of the limit: the text itself always has three quarters."""

_COHESION = 0.3
"""What one deviation of cohesion adds to the cost of a cut. Chosen with tests/benchmarks/chunking.py."""


@dataclass(frozen=True, slots=True)
class Chunked:
    """The chunks of a document, in reading order."""

    title: str
    """As much of the document's title as goes with each chunk."""
    chunks: tuple[Chunk, ...]
    cut: bool
    """Whether the cap left the end of the document out."""


def chunk_document(document: Document, splitter: Splitter, settings: ChunkSettings, max_tokens: int) -> Chunked:
    """Cut `document` so that each chunk, with its title and headings, is within the model's and the settings' limit."""
    limit = max(min(settings.size, max_tokens) - splitter.special_tokens, 1)
    title = _first_tokens(document.title, splitter, limit // _CONTEXT_SHARE)
    chunker = _Chunker(document.markdown, title, splitter, limit, settings)
    chunks: list[Chunk] = []
    for chunk in chunker.chunks():
        if len(chunks) == settings.cap:
            return Chunked(title, tuple(chunks), cut=True)
        chunks.append(chunk)
    return Chunked(title, tuple(chunks), cut=False)


def embedded_text(title: str, chunk: Chunk) -> str:
    """What is embedded for a chunk; `title` is that of its `Chunked`."""
    context = (title, " > ".join(chunk.headings))
    return "\n".join((*(part for part in context if part), chunk.markdown.rstrip()))


class _Chunker:
    def __init__(self, markdown: str, title: str, splitter: Splitter, limit: int, settings: ChunkSettings) -> None:
        self.markdown = markdown
        self.title = title
        self.splitter = splitter
        self.limit = limit
        self.overlap = settings.overlap
        self.wanted = (settings.cap + 1) * limit
        """Tokens that the chunks up to the cap cannot all hold: what stands after them need not be read."""
        self._rooms: dict[Headings, int] = {}

    def chunks(self) -> Iterator[Chunk]:
        for family in families(sections(self.markdown)):
            parts = self._parts(family)
            for first, last in pairwise([*pack(self._units(parts), self.limit), len(parts)]):
                ends_section = last == len(parts) or parts[last].section is not parts[last - 1].section
                found = self._chunks(parts[first:last], ends_section)
                yield from (chunk for chunk in found if chunk.text.strip())

    def _parts(self, family: Sequence[Section]) -> list[Part]:
        parts: list[Part] = []
        wanted = self.wanted
        for section in family:
            room = self._room(section.headings)
            reader = PartReader(self.markdown, self.splitter, section, room, self.overlap, wanted)
            parts += reader.parts()
            wanted -= len(reader.tokens)
            if wanted < 0:
                break
        return parts

    def _units(self, parts: Sequence[Part]) -> list[Unit]:
        likeness = cohesion([part.ids for part in parts])
        return [self._unit(part, alike) for part, alike in zip(parts, likeness, strict=True)]

    def _unit(self, part: Part, alike: float) -> Unit:
        context = self.limit - self._room(part.section.headings)
        begins = part.edge.at == part.section.start
        # Before a heading the author says that the subject changes: the words need not.
        cost = part.edge.cost + (0.0 if begins else _COHESION * alike)
        return Unit(len(part.ids), cost, context + part.extra, begins)

    def _chunks(self, parts: Sequence[Part], ends_section: bool) -> Iterator[Chunk]:
        """One chunk, if tokens count together as they did apart; usually they do."""
        headings = self._bounded(common([part.section.headings for part in parts]))
        first, end = parts[0], parts[-1].end
        start, opening = first.edge.at, first.edge.opening
        if ends_section:
            end = start + len(self.markdown[start:end].rstrip())
        for begin, read_with in ((first.repeated, opening), (start, opening), (start, "")):
            chunk = self._chunk(begin, end, headings, read_with)
            if self._fits(chunk):
                yield chunk
                return
        yield from self._pieces(chunk)

    def _pieces(self, chunk: Chunk) -> Iterator[Chunk]:
        """A word that the model does not know counts less whole than in parts: here a cut went through one."""
        for start, end in self.splitter.spans(chunk.text, self._room(chunk.headings)):
            yield self._chunk(chunk.start + start, chunk.start + end, chunk.headings, "")

    def _chunk(self, start: int, end: int, headings: Headings, opening: str) -> Chunk:
        """Without blank lines before it. Those after it stay: chunks of a section leave no gap, and can be joined."""
        start = end - len(self.markdown[start:end].lstrip("\r\n"))
        return Chunk(self.markdown[start:end], start, end, headings, opening)

    def _fits(self, chunk: Chunk) -> bool:
        return self.splitter.count(embedded_text(self.title, chunk)) <= self.limit

    def _room(self, headings: Headings) -> int:
        """Tokens of text in a chunk under these headings, at least 1."""
        if headings not in self._rooms:
            context = self.splitter.count(embedded_text(self.title, Chunk("", 0, 0, self._bounded(headings))))
            self._rooms[headings] = max(self.limit - context, 1)
        return self._rooms[headings]

    def _bounded(self, headings: Headings) -> Headings:
        """As many headings as there is room for, the innermost before the outer ones."""
        room = self.limit // _CONTEXT_SHARE
        for first in range(len(headings)):
            if self.splitter.count(" > ".join(headings[first:])) <= room:
                return headings[first:]
        last = _first_tokens(headings[-1], self.splitter, room) if headings else ""
        return (last,) if last else ()


def _first_tokens(text: str, splitter: Splitter, size: int) -> str:
    text = " ".join(text.split())
    if size < 1 or not text:
        return ""
    start, end = splitter.spans(text, size)[0]
    return text[start:end].strip()
