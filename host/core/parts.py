"""What of a section is never cut: sentences, items, rows, whole blocks of code, each with its length in tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from host.core.edges import COSTS, Edge, edges
from host.core.model_ports import Splitter
from host.core.sections import Section
from host.core.tokens import Tokens

_OPENING_SHARE = 4
"""An opening that takes more than a quarter of the room is left out."""

_FINE_SHARE = 4
"""What does not fit is cut into quarters of the room, from which packing makes chunks again."""

_FINEST_SHARE = 32
"""What is under 1/32 of the room is not packed by itself: only few parts then have to be looked at."""

_OVERLAP_SHARE = 4
"""Overlap takes at most a quarter of the room, or small chunks would mostly repeat each other."""

_PROSE = ("paragraph", "line", "sentence", "piece")
_REST_OF_WORD = re.compile(r"\S{1,20}(?=\s)")
"""Bounded: where words are not set apart, a chunk may start anywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A run of the Markdown that stays whole."""

    edge: Edge
    """What it begins with."""
    end: int
    ids: NDArray[np.int64]
    """Of its tokens."""
    section: Section
    repeated: int
    """Where a chunk starts that begins with this part and repeats the end of the one before."""
    extra: int
    """Tokens of opening and repetition in such a chunk."""


class PartReader:
    """Reads the parts of a section whose chunks have `room` tokens beside their context."""

    def __init__(
        self, markdown: str, splitter: Splitter, section: Section, room: int, overlap: int, wanted: int
    ) -> None:
        """No more blocks are read than there are `wanted` tokens in."""
        self.markdown = markdown
        self.splitter = splitter
        self.section = section
        self.room = room
        self.overlap = min(overlap, room // _OVERLAP_SHARE)
        # Block by block: the tokenizer needs a hundred times the memory of what it reads at once.
        read: list[Tokens] = []
        for block in section.blocks:
            read.append(splitter.tokens(markdown[block.start : block.end]).moved(block.start))
            wanted -= len(read[-1])
            if wanted < 0:
                break
        self.blocks = section.blocks[: len(read)]
        self.tokens = Tokens.joined(read)
        self.openings: dict[str, int] = {"": 0}
        """How many tokens each has."""

    def parts(self) -> list[Part]:
        """In order; they cover what was read."""
        found = self._coarse(self._fine(edges(self.markdown, self.blocks, self._fits)))
        return [self._part(found, at, edge, end) for at, (edge, end) in enumerate(self._spans(found))]

    def _part(self, found: Sequence[Edge], at: int, edge: Edge, end: int) -> Part:
        repeated = self._repeated(found, at)
        extra = self.openings[edge.opening] + self._count(repeated, edge.at)
        return Part(edge, end, self.tokens.between(edge.at, end), self.section, repeated, extra)

    def _fine(self, found: Sequence[Edge]) -> Iterator[Edge]:
        """With further edges in what does not fit."""
        for edge, end in self._spans(found):
            edge = self._with_room(edge)
            yield edge
            if self._count(edge.at, end) > self.room - self.openings[edge.opening]:
                pieces = self.splitter.spans(self.markdown[edge.at : end], max(self.room // _FINE_SHARE, 1))
                yield from (Edge(edge.at + start, "piece", COSTS["piece"], edge.opening) for start, _ in pieces[1:])

    def _with_room(self, edge: Edge) -> Edge:
        if edge.opening not in self.openings:
            self.openings[edge.opening] = self.splitter.count(edge.opening)
        fits = self.openings[edge.opening] <= self.room // _OPENING_SHARE
        return edge if fits else replace(edge, opening="")

    def _coarse(self, found: Iterable[Edge]) -> list[Edge]:
        """Without edges that leave next to nothing between them."""
        kept: list[Edge] = []
        for edge, end in self._spans(list(found)):
            small = kept and self._count(kept[-1].at, end) <= self.room // _FINEST_SHARE
            if not small or edge.kind == "heading":
                kept.append(edge)
        return kept

    def _repeated(self, found: Sequence[Edge], at: int) -> int:
        """Where the overlap starts: with a sentence if one is short enough, else with a word; nowhere but in prose."""
        edge = found[at]
        earliest = self.tokens.before(edge.at, self.overlap)
        start = edge.at
        for before in reversed(found[:at]):
            if before.kind not in _PROSE or before.opening != edge.opening:
                return start
            if before.at < earliest:
                return start if start < edge.at else min(self._next_word(earliest), start)
            start = before.at
        return start

    def _next_word(self, at: int) -> int:
        inside = self.markdown[at - 1 : at].strip()
        word = _REST_OF_WORD.match(self.markdown, at) if inside else None
        return word.end() if word else at

    def _spans(self, found: Sequence[Edge]) -> Iterator[tuple[Edge, int]]:
        ends = [*(edge.at for edge in found[1:]), self.blocks[-1].end]
        return zip(found, ends, strict=True)

    def _fits(self, start: int, end: int) -> bool:
        return self._count(start, end) <= self.room

    def _count(self, start: int, end: int) -> int:
        return self.tokens.count(start, end)
