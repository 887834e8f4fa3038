"""What the stories about watched folders need from outside, beside the ports that everything shares."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from host.core.folders import KnownFile, Look, Stamp, WatchedFolder
from host.core.jobs import ItemState


@dataclass(frozen=True, slots=True)
class Hint:
    """Something may have changed."""

    paths: tuple[str, ...] = ()
    """Here or below; empty: anywhere."""
    polling: str = ""
    """Why the folder is looked at again and again in place of waiting for the system's word; empty: it is not."""


class FolderSource(Protocol):
    """Folders on the disk. Blocking, but for `hints`. Raises FolderError."""

    def check(self, path: str, exclude: Sequence[str] = ()) -> str:
        """The folder that a person named, as the system writes it; refused unless it may and can be watched so."""
        ...

    def look(self, folder: WatchedFolder, paths: Sequence[str] = ()) -> Look:
        """What is there now, at these paths and below, or everywhere. Raises FolderError when the folder is gone."""
        ...

    def read(self, folder: WatchedFolder, path: str) -> tuple[bytes, Stamp]:
        """A file with its stamp. Raises FolderError; with the code `file_changing` when it is gone or written to."""
        ...

    def digest(self, folder: WatchedFolder, path: str) -> str:
        """SHA-256 of a file; empty when it cannot be read."""
        ...

    def hints(self, folder: WatchedFolder) -> AsyncGenerator[Hint, None]:
        """One for the whole folder first, then one for each burst of changes; the whole folder again now and then.

        Ends when the folder is no longer what it was; then ask again.
        """
        ...


@dataclass(frozen=True, slots=True)
class FolderAccount:
    """What is stored about a watched folder."""

    counts: Mapping[ItemState, int]
    problems: tuple[KnownFile, ...]
    """The first of the files that failed, or of which not all could be read; what a person can mend comes first."""
    checked: float
    """When it was last looked at as a whole, Unix time; 0: never."""
    changed: float
    """When a change in it was last taken into the index, Unix time; 0: never."""


class FolderStore(Protocol):
    """Watched folders and what is known of their files. Blocking, safe from several threads. Raises NotFoundError."""

    def add(self, folder: WatchedFolder) -> WatchedFolder:
        """Store a new one, or the exclusions of one that is there; its id is given here."""
        ...

    def folder(self, folder_id: int) -> WatchedFolder: ...

    def folders(self) -> list[WatchedFolder]:
        """In the order in which they came."""
        ...

    def remove(self, folder_id: int, *, keep: bool) -> None:
        """Forget a folder, and with `keep` leave its documents where they are."""
        ...

    def files(self, folder_id: int) -> dict[str, KnownFile]: ...

    def put_files(self, folder: WatchedFolder, files: Sequence[KnownFile]) -> None:
        """Remember files in place of what was known. Of one that was read and is not indexed, the document goes."""
        ...

    def restamp(self, folder: WatchedFolder, files: Sequence[KnownFile]) -> None:
        """Remember other stamps of files whose bytes are the same."""
        ...

    def rearrange(self, folder: WatchedFolder, moved: Sequence[tuple[str, KnownFile]], removed: Sequence[str]) -> None:
        """Let documents follow their files to other paths, then forget files, with their documents. All or nothing."""
        ...

    def forget_failed(self, folder_id: int) -> None:
        """Let failed files be read again."""
        ...

    def looked(self, folder_id: int, device: int) -> None:
        """The folder as a whole has just been looked at."""
        ...

    def account(self, folder_id: int) -> FolderAccount: ...
