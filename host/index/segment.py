"""A run of a collection's chunks, ready to be searched: immutable arrays, in memory or mapped from files.

What is on disk is derived from the database: it may be deleted at any time, and is checked before it is trusted.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import Mask, Postings, merged
from host.core.vectors import Matrix
from host.index.membership import among

_FORMAT = 2
"""Another one is read from the database again."""

_ABOUT = "about.json"


@dataclass(slots=True, eq=False)
class Segment:
    """Rows are chunks in the order of their ids. Only `stays` ever changes."""

    chunk_ids: NDArray[np.int64]
    document_ids: NDArray[np.int64]
    """Ascending: the chunks of a document are in one segment."""
    vectors: Matrix
    postings: Postings
    languages: frozenset[str]
    """Of its documents, as they name them."""
    folder: Path | None = None
    """Where it lies on disk."""
    firsts: NDArray[np.int64] = field(init=False)
    """The first row of each document."""
    stays: Mask = field(init=False)
    """Which chunks are still in the collection."""

    def __post_init__(self) -> None:
        self.firsts = np.flatnonzero(np.diff(self.document_ids, prepend=-1))
        self.stays = np.ones(len(self.chunk_ids), np.bool_)

    def __len__(self) -> int:
        return len(self.chunk_ids)

    @property
    def alive(self) -> int:
        return int(np.count_nonzero(self.stays))

    @property
    def documents(self) -> NDArray[np.int64]:
        """Those that are still in the collection, ascending: a document stays or goes with all of its chunks."""
        return self.document_ids[self.firsts[self.stays[self.firsts]]]

    def rows_of(self, document_ids: NDArray[np.int64]) -> Mask:
        """Which rows are chunks of these."""
        wanted = among(self.document_ids[self.firsts], document_ids)
        return np.repeat(wanted, np.diff(self.firsts, append=len(self)))


def joined(segments: Sequence[Segment]) -> Segment:
    """One in place of several that follow each other, without what is gone."""
    return Segment(
        np.concatenate([segment.chunk_ids[segment.stays] for segment in segments]),
        np.concatenate([segment.document_ids[segment.stays] for segment in segments]),
        np.concatenate([segment.vectors[segment.stays] for segment in segments]),
        merged([(segment.postings, segment.stays) for segment in segments]),
        frozenset().union(*(segment.languages for segment in segments)),
    )


def save(segment: Segment, root: Path) -> Segment:
    """Write it into a folder of its own; the segment as it is mapped from there."""
    name = f"{segment.chunk_ids[0]}-{segment.chunk_ids[-1]}-{len(segment)}"
    unfinished = root / f".{name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700, parents=True)
    for title, array in _arrays(segment).items():
        np.save(unfinished / f"{title}.npy", array)
    about = {"format": _FORMAT, "languages": sorted(segment.languages)}
    (unfinished / _ABOUT).write_text(json.dumps(about), "utf-8")
    shutil.rmtree(root / name, ignore_errors=True)
    mapped = load(unfinished.rename(root / name))
    mapped.stays = segment.stays
    return mapped


def load(folder: Path) -> Segment:
    """Map a saved segment. Raises ValueError, OSError or EOFError when it is damaged."""
    about = json.loads((folder / _ABOUT).read_text("utf-8"))
    if about["format"] != _FORMAT:
        raise ValueError(f"{folder} has format {about['format']}")
    arrays = {path.stem: np.load(path, mmap_mode="r") for path in folder.glob("*.npy")}
    # Plain arrays over the same memory: indexing a memmap costs several times as much.
    plain = {name: array.view(np.ndarray) for name, array in arrays.items()}
    try:
        postings = Postings(*(plain[item.name] for item in fields(Postings)))
        segment = Segment(
            plain["chunk_ids"], plain["document_ids"], plain["vectors"], postings, frozenset(about["languages"]), folder
        )
    except KeyError as exc:
        raise ValueError(f"{folder} lacks {exc}") from exc
    _check(segment)
    return segment


def _arrays(segment: Segment) -> dict[str, NDArray[np.generic]]:
    own: dict[str, NDArray[np.generic]] = {
        "chunk_ids": segment.chunk_ids,
        "document_ids": segment.document_ids,
        "vectors": segment.vectors,
    }
    return own | {item.name: getattr(segment.postings, item.name) for item in fields(Postings)}


def _check(segment: Segment) -> None:
    """That its arrays belong together: lengths and order, not each value."""
    count, postings = len(segment), segment.postings
    sound = (
        len(segment.document_ids) == len(segment.vectors) == len(postings.lengths) == count > 0
        and len(postings.starts) == len(postings.terms) + 1
        and postings.starts[-1] == len(postings.rows) == len(postings.frequencies)
        and bool(np.all(np.diff(segment.chunk_ids) > 0))
        and bool(np.all(np.diff(segment.document_ids) >= 0))
        and bool(np.all(np.diff(postings.starts) > 0))
    )
    if not sound:
        raise ValueError(f"{segment.folder} does not fit together")
