"""The search structures of one collection: segments of its chunks, brought up to date document by document."""

from __future__ import annotations

import logging
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from host.core.candidates import Candidates, Scored
from host.core.keyword import KeywordIndex, Mask, best
from host.core.surroundings import Surroundings
from host.core.vectors import Matrix, Vector
from host.index import quantised, scan
from host.index.membership import among
from host.index.segment import Segment, joined, load, save
from host.index.segment_reader import SegmentReader

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers of chunks that decide how they are held, and where."""

    kept: int = 1_000
    """Of a segment that is written to disk. Smaller ones are read from the database in less than a second."""
    coded: int = 20_000
    """Of a collection whose codes are scanned in place of the vectors: below, exact search takes a millisecond."""
    scored: int = 10_000
    """That a filter leaves, at most, to be scored by their vectors without a scan: 2 ms, where turbovec takes up to 14
    to find 300 among 5,000 to 10,000."""
    gpu: bool = False
    """Whether to look for a GPU, which scans the vectors themselves in place of codes."""


@dataclass(frozen=True, slots=True, eq=False)
class Narrowed:
    """What a filter leaves of a collection, worked out once for all questions until either changes."""

    rows: Mask
    few: NDArray[np.int64] | None
    """Chunk ids, ascending, of those that are few enough to be scored without a scan."""
    places: Mask | None
    """Where the scan has them, if it is needed."""


_BLOCK = 1_024
"""Vectors scored in one step: they stay in the cache, and are too few for threads that would wait for each other."""

_CODES = "codes.tv"


class CollectionIndex:
    """Not thread-safe."""

    def __init__(self, reader: SegmentReader, folder: Path, sizes: Sizes) -> None:
        self._reader = reader
        self._folder = folder
        self._sizes = sizes
        self._codes: scan.Scan | None = None
        self._dimension = reader.dimension
        self._coded = sizes.gpu or quantised.available(reader.dimension)
        self._segments = self._load()
        self._arrange()

    @property
    def languages(self) -> frozenset[str]:
        return frozenset().union(*(segment.languages for segment in self._segments))

    @property
    def rows(self) -> int:
        return len(self._chunk_ids)

    def update(self) -> None:
        """Take out documents that are gone and put in new ones: a changed document is another one."""
        stored = self._reader.document_ids()
        new = self._reader.having_chunks(np.setdiff1d(stored, self._documents, assume_unique=True))
        if self._overtaken(new):
            self._start_over()
            new = self._reader.having_chunks(stored)
        gone = self._take_out(np.setdiff1d(self._documents, stored, assume_unique=True))
        added = [np.zeros(0, np.int64)]
        for segment in self._reader.segments(new):
            added.append(segment.chunk_ids)
            self._segments.append(segment)
            self._compact()
        self._compact()
        kept = self._keep()
        self._arrange()
        self._update_codes(gone, np.concatenate(added), kept)

    def narrowed(self, allowed: Mask) -> Narrowed:
        """`allowed` has a place for each row."""
        rows = self._stays & allowed
        chunk_ids = self._chunk_ids[rows]
        if len(chunk_ids) <= self._sizes.scored:
            return Narrowed(rows, chunk_ids, None)
        return Narrowed(rows, None, self._codes.places(chunk_ids) if self._codes is not None else None)

    def dense(self, vector: Vector, limit: int, only: Narrowed | None) -> tuple[Scored, ...]:
        """By cosine."""
        if only is not None and only.few is not None:
            return self._rescored(only.few, vector, limit)
        if self._codes is not None:
            likely = self._codes.nearest(vector[np.newaxis], limit, only.places if only is not None else None)[0]
            return self._rescored(np.sort(likely), vector, limit)
        scores = np.concatenate([np.zeros(0, np.float32), *(segment.vectors @ vector for segment in self._segments)])
        scores[~(self._stays if only is None else only.rows)] = -np.inf
        return self.scored(best(scores, limit))

    def scored(self, found: list[tuple[int, float]]) -> tuple[Scored, ...]:
        return tuple(Scored(int(self._chunk_ids[row]), score) for row, score in found)

    def compared(
        self,
        terms: Counter[int],
        vector: Vector | None,
        dense: tuple[Scored, ...],
        keyword: tuple[Scored, ...],
        *seconds: float,
    ) -> Candidates:
        """What both searches found, with what each says of the finds of the other."""
        chunk_ids = np.unique(np.array([item.chunk_id for item in (*dense, *keyword)], np.int64))
        around = Surroundings.of(self.rows_of(chunk_ids), self.rows, self._documents_of)
        vectors = self.vectors(self._chunk_ids[around.rows])
        cosines, wider_cosines = _cosines(vectors, around, vector)
        words = self.keyword.compare(terms, around)
        said = cosines, words.scores, words.coverage, wider_cosines, words.together
        return Candidates(dense, keyword, chunk_ids, *said, vectors[around.own], len(terms), self.rows, *seconds)

    def rows_of(self, chunk_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of chunks that are there: both ascend."""
        return np.searchsorted(self._chunk_ids, chunk_ids)

    def _documents_of(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The document of each of some rows, in any order."""
        found, first = np.zeros(len(rows), np.int64), 0
        for segment in self._segments:
            own = (rows >= first) & (rows < first + len(segment))
            found[own] = segment.document_ids[rows[own] - first]
            first += len(segment)
        return found

    def rows_of_documents(self, document_ids: NDArray[np.int64]) -> Mask:
        return np.concatenate([np.zeros(0, np.bool_), *(segment.rows_of(document_ids) for segment in self._segments)])

    def rows_of_chunks(self, chunk_ids: NDArray[np.int64]) -> Mask:
        return among(self._chunk_ids, chunk_ids)

    def _rescored(self, chunk_ids: NDArray[np.int64], vector: Vector, limit: int) -> tuple[Scored, ...]:
        """By the true vectors of some chunks: their ids ascend."""
        blocks = (chunk_ids[first : first + _BLOCK] for first in range(0, len(chunk_ids), _BLOCK))
        scores = np.concatenate([np.zeros(0, np.float32), *(self.vectors(block) @ vector for block in blocks)])
        return tuple(Scored(int(chunk_ids[at]), score) for at, score in best(scores, limit))

    def vectors(self, chunk_ids: NDArray[np.int64]) -> Matrix:
        """Of ascending chunk ids."""
        ends = np.searchsorted(chunk_ids, [segment.chunk_ids[-1] for segment in self._segments], side="right")
        parts = [np.zeros((0, self._dimension), np.float32)]
        for segment, own in zip(self._segments, np.split(chunk_ids, ends[:-1]), strict=False):
            # `take` copies rows three times as fast as indexing does.
            parts.append(segment.vectors.take(np.searchsorted(segment.chunk_ids, own), axis=0))
        return np.concatenate(parts)

    def _arrange(self) -> None:
        """What is asked of all segments at once."""
        segments = self._segments
        self._chunk_ids = np.concatenate([np.zeros(0, np.int64), *(segment.chunk_ids for segment in segments)])
        self._stays = np.concatenate([np.zeros(0, np.bool_), *(segment.stays for segment in segments)])
        self._documents = np.concatenate([np.zeros(0, np.int64), *(segment.documents for segment in segments)])
        self.keyword = KeywordIndex([(segment.postings, segment.stays) for segment in segments])

    def _take_out(self, document_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Mark the chunks of these documents as gone; their ids."""
        gone = [np.zeros(0, np.int64)]
        for segment in self._segments if len(document_ids) else ():
            first = np.searchsorted(segment.document_ids, document_ids)
            after = np.searchsorted(segment.document_ids, document_ids, side="right")
            for start, end in zip(first.tolist(), after.tolist(), strict=True):
                stays = segment.stays[start:end]
                gone.append(segment.chunk_ids[start:end][stays])
                stays[:] = False
        return np.concatenate(gone)

    def _overtaken(self, new: NDArray[np.int64]) -> bool:
        """Whether a document is missing in the middle: what we had was damaged, or the database is another one."""
        last = [segment.document_ids[-1] for segment in self._segments[-1:]]
        return bool(last and len(new) and new[0] <= last[0])

    def _start_over(self) -> None:
        self._segments = []
        self._codes = None
        shutil.rmtree(self._folder, ignore_errors=True)
        self._arrange()

    def _compact(self) -> None:
        """Few segments, each larger than all that follow: what is added is written again only now and then."""
        segments = [segment for segment in self._segments if segment.alive]
        for at, segment in enumerate(segments):
            if segment.alive < 0.75 * len(segment):
                segments[at] = joined([segment])
        while len(segments) > 1 and len(segments[-2]) < 2 * len(segments[-1]):
            segments[-2:] = [joined(segments[-2:])]
        self._segments = segments

    def _keep(self) -> bool:
        """Write segments that are large enough, remove those that were replaced; whether there was any to write."""
        large = [at for at, segment in enumerate(self._segments) if len(segment) >= self._sizes.kept]
        written = False
        for at in range(large[-1] + 1 if large else 0):
            if self._segments[at].folder is None:
                self._segments[at] = save(self._segments[at], self._folder)
                written = True
        current = {segment.folder for segment in self._segments}
        for folder in self._folder.glob("*-*-*"):
            if folder not in current:
                shutil.rmtree(folder, ignore_errors=True)
        return written

    def _load(self) -> list[Segment]:
        """What is on disk and sound. What is missing at the end is read from the database."""
        segments: list[Segment] = []
        try:
            found = [load(folder) for folder in self._folder.glob("*-*-*")]
        except (OSError, ValueError, EOFError, KeyError) as exc:
            log.warning("A search structure is damaged and is made again: %s", exc)
            return self._discarded()
        for segment in sorted(found, key=lambda segment: (segment.chunk_ids[0], -segment.chunk_ids[-1])):
            # What overlaps was replaced by a larger one and could not be removed then.
            if not segments or segment.chunk_ids[0] > segments[-1].chunk_ids[-1]:
                segments.append(segment)
        if not all(self._reader.agrees(segment) for segment in segments):
            log.warning("Search structures of collection %s are of another database.", self._folder.name)
            return self._discarded()
        return segments

    def _discarded(self) -> list[Segment]:
        shutil.rmtree(self._folder, ignore_errors=True)
        return []

    def _update_codes(self, gone: NDArray[np.int64], new: NDArray[np.int64], kept: bool) -> None:
        if np.count_nonzero(self._stays) < self._sizes.coded or not self._coded:
            self._codes = None
            (self._folder / _CODES).unlink(missing_ok=True)
            return
        if self._codes is not None:
            self._codes.change(gone, new, self.vectors)
            if kept:
                self._codes.save(self._folder / _CODES)
            return
        chunk_ids = self._chunk_ids[self._stays]
        made = scan.made(self._folder / _CODES, self._dimension, chunk_ids, self.vectors, self._sizes.gpu, kept)
        self._coded = made is not None and scan.trustworthy(made, chunk_ids, self.vectors)
        if self._coded:
            self._codes = made
        else:
            log.warning("No scan of vectors finds here what exact search finds; this machine searches exactly.")


def _cosines(
    vectors: Matrix, around: Surroundings, vector: Vector | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Of each chunk, and of the mean of each with those around it; 0 for a question that is asked by words alone."""
    if vector is None:
        none = np.zeros(len(around.own), np.float32)
        return none, none
    sums = around.sums(vectors)
    lengths = np.maximum(np.linalg.norm(sums, axis=1), 1e-9)
    return vectors[around.own] @ vector, (sums @ vector / lengths).astype(np.float32)
