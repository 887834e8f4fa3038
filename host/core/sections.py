"""The parts of a Markdown text under one heading each, and which of them may share a chunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from host.core.markdown import Block, blocks, plain

Headings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under one heading path; the heading itself is the first of them, or those above it that had no text."""

    headings: Headings
    blocks: tuple[Block, ...]

    @property
    def start(self) -> int:
        return self.blocks[0].start

    @property
    def end(self) -> int:
        return self.blocks[-1].end


def sections(markdown: str) -> Iterator[Section]:
    """In order; they cover the whole text."""
    path: list[tuple[int, str]] = []
    pending: list[Block] = []
    for block in blocks(markdown):
        if block.kind == "heading":
            bare = all(before.kind == "heading" for before in pending) and path and path[-1][0] < block.level
            if pending and not bare:
                yield Section(_titles(path), tuple(pending))
                pending = []
            path = [(level, title) for level, title in path if level < block.level]
            path.append((block.level, " ".join(plain(markdown[block.start : block.end]).split())))
        pending.append(block)
    if pending:
        yield Section(_titles(path), tuple(pending))


def families(found: Iterable[Section]) -> Iterator[list[Section]]:
    """Neighbours with a heading in common; what stands before the first heading goes with what follows it."""
    family: list[Section] = []
    for section in found:
        if family and family[-1].headings and not common([family[-1].headings, section.headings]):
            yield family
            family = []
        family.append(section)
    if family:
        yield family


def common(paths: Sequence[Headings]) -> Headings:
    """The headings that all `paths` begin with."""
    levels = takewhile(lambda level: len(set(level)) == 1, zip(*paths, strict=False))
    return tuple(level[0] for level in levels)


def _titles(path: Sequence[tuple[int, str]]) -> Headings:
    return tuple(title for _, title in path if title)
