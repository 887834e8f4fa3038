"""A document to chunks: at headings first, then at blocks, then wherever the model's splitter finds best.

Three promises hold for any text and any language: `markdown[start:end] == chunk.text`; every character that
is not blank is in a chunk (up to the cap, and then it is told); no text to embed is longer than the model reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from host.core.markdown import Block, blocks, plain
from host.core.ports import Splitter
from host.core.types import Chunk, ChunkSettings, Document

REVISION = 1
"""Counts the ways in which we have cut: what was cut in another way than this needs a new index."""

_CONTEXT_SHARE = 8
"""Title and heading path may each take 1/8 of the limit: the text itself always has three quarters."""

_OVERLAP_SHARE = 4
"""Overlap takes at most a quarter of the room, or small chunks would mostly repeat each other."""

_TINY_SHARE = 8
"""A section under 1/8 of the room says too little to be found by itself: it joins the next one."""

_LINE = re.compile(r"[^\n]*+\n|[^\n]++")

_REST_OF_WORD = re.compile(r"\S{1,20}(?=\s)")
"""Bounded: where words are not set apart, a chunk may start anywhere."""


@dataclass(frozen=True, slots=True)
class Chunked:
    """The chunks of a document, in reading order."""

    title: str
    """As much of the document's title as goes with each chunk."""
    chunks: tuple[Chunk, ...]
    cut: bool
    """Whether the cap left the end of the document out."""


@dataclass(frozen=True, slots=True)
class _Section:
    """Blocks under one heading path."""

    headings: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def start(self) -> int:
        return self.blocks[0].start

    @property
    def end(self) -> int:
        return self.blocks[-1].end


@dataclass(frozen=True, slots=True)
class _Unit:
    """What packing moves as a whole."""

    start: int
    end: int
    tokens: int
    prose: bool
    """Whether overlap may start inside it."""


def chunk_document(document: Document, splitter: Splitter, settings: ChunkSettings, max_tokens: int) -> Chunked:
    """Cut `document` so that each chunk, with its title and headings, is within the model's and the settings' limit."""
    limit = max(min(settings.size, max_tokens) - splitter.special_tokens, 1)
    title = _first_tokens(document.title, splitter, limit // _CONTEXT_SHARE)
    chunker = _Chunker(document.markdown, title, splitter, limit, settings.overlap)
    chunks: list[Chunk] = []
    for chunk in chunker.chunks():
        if len(chunks) == settings.cap:
            return Chunked(title, tuple(chunks), cut=True)
        chunks.append(chunk)
    return Chunked(title, tuple(chunks), cut=False)


def embedded_text(title: str, chunk: Chunk) -> str:
    """What is embedded for a chunk; `title` is that of its `Chunked`."""
    context = (title, " > ".join(chunk.headings))
    return "\n".join((*(part for part in context if part), chunk.text))


class _Chunker:
    def __init__(self, markdown: str, title: str, splitter: Splitter, limit: int, overlap: int) -> None:
        self.markdown = markdown
        self.title = title
        self.splitter = splitter
        self.limit = limit
        self.overlap = overlap

    def chunks(self) -> Iterator[Chunk]:
        for section in self._merged(_sections(self.markdown)):
            headings = self._bounded(section.headings)
            context = embedded_text(self.title, Chunk("", 0, 0, headings))
            room = max(self.limit - self.splitter.count(context), 1)
            for start, end in self._section_spans(section, room):
                text = self.markdown[start:end]
                if text.strip():
                    yield Chunk(text, start, end, headings)

    def _merged(self, sections: Iterable[_Section]) -> Iterator[_Section]:
        """Let tiny sections join the next one under their common parent, while both fit into one chunk."""
        room = self.limit * (_CONTEXT_SHARE - 2) // _CONTEXT_SHARE
        pending: _Section | None = None
        for section in sections:
            if pending is not None and (joined := self._joined(pending, section, room)):
                pending = joined
                continue
            if pending is not None:
                yield pending
            pending = section
        if pending is not None:
            yield pending

    def _joined(self, first: _Section, second: _Section, room: int) -> _Section | None:
        pairs = zip(first.headings, second.headings, strict=False)
        common = tuple(heading for heading, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if not common and first.headings and second.headings:
            return None
        has_text = any(block.kind != "heading" for block in first.blocks)
        if has_text and self._exceeds(first.start, first.end, room // _TINY_SHARE):
            return None
        if self._exceeds(first.start, second.end, room):
            return None
        return _Section(common, first.blocks + second.blocks)

    def _section_spans(self, section: _Section, room: int) -> Iterator[tuple[int, int]]:
        """Pack units greedily; from the second chunk on, leave room for the overlap."""
        overlap = min(self.overlap, room // _OVERLAP_SHARE)
        before: list[_Unit] = []
        packed: list[_Unit] = []
        tokens = 0
        for unit in self._units(section, room, room - overlap):
            if packed and tokens + unit.tokens > room - (overlap if before else 0):
                yield from self._spans(packed, before, room, min(overlap, room - tokens))
                before, packed, tokens = packed, [], 0
            packed.append(unit)
            tokens += unit.tokens
        yield from self._spans(packed, before, room, min(overlap, room - tokens))

    def _spans(
        self, packed: Sequence[_Unit], before: Sequence[_Unit], room: int, overlap: int
    ) -> Iterator[tuple[int, int]]:
        """The span of the packed units, widened by the overlap."""
        start, end = packed[0].start, packed[-1].end
        widened = self._overlap_start(before, overlap) if before and overlap > 0 else start
        for first in (widened, start):
            if not self._exceeds(first, end, room):
                yield self._trimmed(first, end)
                return
        # Units count less apart than together when a cut went through a word that the model does not know.
        for piece_start, piece_end in self.splitter.spans(self.markdown[start:end], room):
            yield self._trimmed(start + piece_start, start + piece_end)

    def _overlap_start(self, before: Sequence[_Unit], overlap: int) -> int:
        """Where the last tokens before a chunk start, or the next place that cuts no word, code, row or item."""
        first, last = before[0].start, before[-1].end
        start = first + self.splitter.tail(self.markdown[first:last], overlap)
        inside = next((unit for unit in before if start < unit.end), before[-1])
        if not inside.prose and start > inside.start:
            return inside.end
        word = (
            _REST_OF_WORD.match(self.markdown, start, inside.end) if self.markdown[start - 1 : start].strip() else None
        )
        return word.end() if word else start

    def _units(self, section: _Section, room: int, size: int) -> Iterator[_Unit]:
        """Blocks that fit; of those that do not, rows of tables, lines of code, and else what the splitter gives."""
        for block in section.blocks:
            tokens = self._count(block.start, block.end)
            if tokens <= room:
                yield _Unit(block.start, block.end, tokens, prose=block.kind in ("paragraph", "quote"))
            elif block.kind in ("code", "table"):
                for line in _LINE.finditer(self.markdown, block.start, block.end):
                    yield from self._line_units(line.start(), line.end(), room, size)
            else:
                yield from self._split(block.start, block.end, size)

    def _line_units(self, start: int, end: int, room: int, size: int) -> Iterator[_Unit]:
        tokens = self._count(start, end)
        if tokens <= room:
            yield _Unit(start, end, tokens, prose=False)
        else:
            yield from self._split(start, end, size)

    def _split(self, start: int, end: int, size: int) -> Iterator[_Unit]:
        for first, last in self.splitter.spans(self.markdown[start:end], size):
            yield _Unit(start + first, start + last, self._count(start + first, start + last), prose=True)

    def _count(self, start: int, end: int) -> int:
        return self.splitter.count(self.markdown[start:end])

    def _exceeds(self, start: int, end: int, size: int) -> bool:
        return self._count(start, end) > size

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """Without blank lines around; the indentation of the first line stays, it has a meaning."""
        text = self.markdown[start:end]
        return end - len(text.lstrip("\r\n")), start + len(text.rstrip())

    def _bounded(self, headings: tuple[str, ...]) -> tuple[str, ...]:
        """As many headings as there is room for, the innermost before the outer ones."""
        room = self.limit // _CONTEXT_SHARE
        for first in range(len(headings)):
            if self.splitter.count(" > ".join(headings[first:])) <= room:
                return headings[first:]
        last = _first_tokens(headings[-1], self.splitter, room) if headings else ""
        return (last,) if last else ()


def _sections(markdown: str) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    pending: list[Block] = []
    for block in blocks(markdown):
        if block.kind == "heading":
            if pending:
                yield _Section(_titles(path), tuple(pending))
            path = [(level, title) for level, title in path if level < block.level]
            path.append((block.level, " ".join(plain(markdown[block.start : block.end]).split())))
            pending = []
        pending.append(block)
    if pending:
        yield _Section(_titles(path), tuple(pending))


def _titles(path: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(title for _, title in path if title)


def _first_tokens(text: str, splitter: Splitter, size: int) -> str:
    text = " ".join(text.split())
    if size < 1 or not text:
        return ""
    start, end = splitter.spans(text, size)[0]
    return text[start:end].strip()
