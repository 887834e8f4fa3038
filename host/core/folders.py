"""A watched folder: what is known of its files, what a look at it found, and what has changed in between.

A document belongs to the bytes of its file: it follows them to another path, and goes when no file has them any more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath, PurePosixPath

from host.core.jobs import ItemState
from host.core.vault_address import file_uri, one_spelling

REST = 0.3
"""Seconds without a change after which a file is taken for written. Editors save within milliseconds."""

_LARGE = 1_000_000
_REST_OF_LARGE = 2.0
"""Bytes, and seconds: what is copied or downloaded comes in bursts."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells without reading it that a file is another one."""

    size: int
    """Bytes."""
    modified: int
    """Nanoseconds since 1970, as the file system has it."""


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    id: int
    collection_id: int
    vault: str
    """The key of its collection."""
    path: str
    """Absolute, as the system writes it."""
    name: str
    """Its own, made unique in the vault: the first part of the addresses of its documents."""
    exclude: tuple[str, ...] = ()
    """Patterns as in a .gitignore file."""
    device: int = 0
    """Where it was when it was looked at last: another number says that a drive was put in or taken out."""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as it was when it was read last."""

    path: str
    """Below the folder, with forward slashes."""
    stamp: Stamp
    file_hash: str
    """SHA-256; empty when it could not be read."""
    state: ItemState
    """Only of an indexed file there is a document."""
    reason: str = ""
    code: str = ""
    """A stable word for the reason where a password, or leave to recognise text, does away with it."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is there."""

    files: Mapping[str, Stamp]
    """Those that can be indexed, by path."""
    taken: int
    """When, in nanoseconds since 1970."""
    device: int
    paths: tuple[str, ...] = ()
    """Looked at: these and all below them; empty for the whole folder."""
    unread: Mapping[str, str] = field(default_factory=dict)
    """Files and folders that could not be looked at, with the reason: nobody knows what is in them."""
    unsupported: int = 0
    """Files of a kind that cannot be read."""
    empty: bool = False
    """There is nothing at all in the folder, not even what is left out."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Paths, in order."""

    to_read: tuple[str, ...] = ()
    """New, or with another stamp."""
    gone: tuple[str, ...] = ()
    unrested: tuple[str, ...] = ()
    """Changed a moment ago: they may still be written."""

    @property
    def size(self) -> int:
        return len(self.to_read) + len(self.gone)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What becomes of the documents of changed files before any of them is read."""

    same: tuple[str, ...] = ()
    """Files with another stamp and the same bytes."""
    moved: tuple[tuple[str, str], ...] = ()
    """(from, to): the bytes of a file are at another path now."""
    removed: tuple[str, ...] = ()
    """No file has their bytes any more."""


def compare(known: Mapping[str, KnownFile], look: Look) -> Difference:
    """What a look has found to be other than it was known."""
    changed = [path for path, stamp in look.files.items() if path not in known or known[path].stamp != stamp]
    resting = [path for path in changed if rests(look.files[path], look.taken)]
    gone = [
        path
        for path in known
        if path not in look.files and _below(path, look.paths or ("",)) and not _below(path, look.unread)
    ]
    return Difference(tuple(sorted(resting)), tuple(sorted(gone)), tuple(sorted(set(changed) - set(resting))))


def rests(stamp: Stamp, now: int) -> bool:
    """Whether nobody has written to the file for long enough; a time to come is a clock that is wrong."""
    age = (now - stamp.modified) / 1e9
    return not 0 <= age < (_REST_OF_LARGE if stamp.size > _LARGE else REST)


def is_missing(known: Mapping[str, KnownFile], folder: WatchedFolder, look: Look) -> bool:
    """Whether a folder is empty because its drive is not there: the place where one is mounted stays behind."""
    return bool(known) and look.empty and look.device != folder.device


def to_hash(known: Mapping[str, KnownFile], difference: Difference, look: Look) -> tuple[str, ...]:
    """Changed files that may have the bytes of a document whose own file was changed or is gone."""
    sizes = {file.stamp.size for file in _displaced(known, difference)}
    return tuple(path for path in difference.to_read if look.files[path].size in sizes)


def arrange(known: Mapping[str, KnownFile], difference: Difference, hashes: Mapping[str, str]) -> Arrangement:
    """Let documents follow their bytes. `hashes` are SHA-256 of the files that `to_hash` names."""
    displaced = _displaced(known, difference)
    same = {file.path for file in displaced if hashes.get(file.path) == file.file_hash}
    homes = _homes(known, difference, hashes)
    moved: list[tuple[str, str]] = []
    for file in displaced:
        if file.path not in same and file.file_hash in homes:
            moved.append((file.path, homes.pop(file.file_hash)))
    settled = same | {origin for origin, _ in moved}
    taken = {home for _, home in moved} | set(difference.gone)
    removed = [file.path for file in displaced if file.path in taken and file.path not in settled]
    return Arrangement(tuple(sorted(same)), tuple(moved), tuple(removed))


def folder_of(path: str) -> str:
    """The folder of a file below the watched one, ending in `/`; empty at the top. As people would type it."""
    parent = one_spelling(PurePosixPath(path).parent.as_posix())
    return "" if parent == "." else f"{parent}/"


def document_uri(folder: WatchedFolder, path: str) -> str:
    return file_uri(folder.vault, f"{folder.name}/{path}")


def free_name(path: str, taken: Collection[str]) -> str:
    """The folder's own name, with a number when another folder of the vault has it."""
    name = PurePath(path).name or "folder"
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(candidate for candidate in numbered if candidate not in taken)


def overlapping(path: str, others: Sequence[WatchedFolder]) -> WatchedFolder | None:
    """One of `others` that holds this folder, or lies in it."""
    mine = PurePath(path)
    return next(
        (other for other in others if mine.is_relative_to(other.path) or PurePath(other.path).is_relative_to(mine)),
        None,
    )


def _displaced(known: Mapping[str, KnownFile], difference: Difference) -> list[KnownFile]:
    """Files with a document that were changed or are gone."""
    paths = (*difference.gone, *difference.to_read)
    files = [known[path] for path in paths if path in known]
    return [file for file in files if file.state is ItemState.INDEXED]


def _homes(known: Mapping[str, KnownFile], difference: Difference, hashes: Mapping[str, str]) -> dict[str, str]:
    """By hash, the first path that has these bytes now and no document of its own for them."""
    homes: dict[str, str] = {}
    for path in difference.to_read:
        if path in hashes:
            homes.setdefault(hashes[path], path)
    changed = {*difference.gone, *difference.to_read}
    for file in known.values():
        if file.state is ItemState.SKIPPED and file.file_hash and file.path not in changed:
            homes.setdefault(file.file_hash, file.path)
    return homes


def _below(path: str, folders: Collection[str]) -> bool:
    """Whether the path is one of these or lies in one of them; everything lies in the folder without a name."""
    return bool(folders) and ("" in folders or path in folders or any(path.startswith(f"{one}/") for one in folders))
