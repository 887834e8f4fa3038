"""Folders of this machine: which may be watched, what is in them, and the bytes of a file."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from host.acquire.folders.events import hints
from host.acquire.folders.names import FolderNames
from host.acquire.folders.spelling import ONE_FOR_MANY, as_listed, extended
from host.acquire.folders.walk import FolderWalk
from host.acquire.uploads import MAX_UPLOAD
from host.core.folder_ports import Hint
from host.core.folders import Look, Stamp, WatchedFolder
from host.errors import ErrorCode, FolderError

_SYSTEM = tuple(map(Path, ("/proc", "/sys", "/dev")))
"""What looks like files there is the kernel speaking."""


class LocalFolders:
    """Implements the port `FolderSource`."""

    def __init__(
        self, home: Path, own: Sequence[Path], max_bytes: int = MAX_UPLOAD, *, respell: bool = ONE_FOR_MANY
    ) -> None:
        """`own` is where Ambry keeps its data: what it writes must not make it read. `respell`: see `FolderWalk`."""
        self._respell = respell
        self._home = home.resolve()
        self._own = [folder.resolve() for folder in own]
        self._max_bytes = max_bytes

    def check(self, path: str, exclude: Sequence[str] = ()) -> str:
        FolderNames(exclude)
        typed = self._typed(path)
        if not typed.is_absolute():
            raise FolderError(
                ErrorCode.FOLDER_REFUSED,
                f"{path.strip() or 'Nothing'} is not the whole path of a folder.",
                f"Give it from the start, such as {self._home / 'Notes'}",
            )
        try:
            folder = typed.resolve(strict=True)
            with os.scandir(folder):
                pass
        except (OSError, RuntimeError, ValueError) as exc:
            reason = getattr(exc, "strerror", None) or "it cannot be opened"
            message = f"{typed}: {reason}."
            raise FolderError(
                ErrorCode.FOLDER_UNREACHABLE, message, "Give a folder that is there and that you may read."
            ) from exc
        folder = self._spelled(folder)
        self._refuse(folder)
        return str(folder)

    def look(self, folder: WatchedFolder, paths: Sequence[str] = ()) -> Look:
        root = Path(extended(folder.path))
        taken = time.time_ns()
        walk = FolderWalk(root, FolderNames(folder.exclude), self._max_bytes, respell=self._respell)
        for path in paths or ("",):
            walk.visit(path)
        # Last, so that a folder which goes away meanwhile is not taken for an empty one.
        device, empty = _state(folder.path)
        return Look(walk.files, taken, device, tuple(paths), walk.unread, walk.unsupported, empty)

    def read(self, folder: WatchedFolder, path: str) -> tuple[bytes, Stamp]:
        try:
            with Path(extended(folder.path), path).open("rb") as file:
                before = _stamp(file.fileno())
                data = file.read(self._max_bytes + 1)
                after = _stamp(file.fileno())
        except (FileNotFoundError, NotADirectoryError) as exc:
            raise _changing(path) from exc
        except OSError as exc:
            message = f"{path}: {exc.strerror or 'it cannot be read'}."
            raise FolderError(ErrorCode.FILE_UNREADABLE, message, "Check its permissions.") from exc
        if before != after or len(data) != after.size:
            raise _changing(path)
        return data, after

    def digest(self, folder: WatchedFolder, path: str) -> str:
        try:
            with Path(extended(folder.path), path).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            return ""

    def hints(self, folder: WatchedFolder) -> AsyncGenerator[Hint, None]:
        return hints(folder)

    def _typed(self, path: str) -> Path:
        """As people paste it: in quotes, with `~`, or as an address."""
        text = path.strip().strip("\"'").strip()
        if text.lower().startswith("file:"):
            text = url2pathname(unquote(urlsplit(text).path)) if os.name != "nt" else url2pathname(text[5:])
        if text == "~" or text.startswith(("~/", "~\\")):
            return self._home / text[2:]
        return Path(text)

    def _spelled(self, folder: Path) -> Path:
        """So that the same folder is never watched twice, nor the home passed off as another: see `spelling`."""
        below = folder.relative_to(folder.anchor).as_posix()
        listed = as_listed(Path(folder.anchor), below) if self._respell and below != "." else None
        return Path(folder.anchor, listed) if listed else folder

    def _refuse(self, folder: Path) -> None:
        if self._home.is_relative_to(folder):
            reason, next_step = "holds all your files and those of every program", "Choose a folder inside it."
        elif any(_overlap(folder, own) for own in self._own):
            reason, next_step = "has Ambry's own data in it", "Choose another folder."
        elif any(folder.is_relative_to(system) for system in _SYSTEM):
            reason, next_step = "belongs to the system", "Choose a folder with files of your own."
        else:
            return
        raise FolderError(ErrorCode.FOLDER_REFUSED, f"{folder} {reason}; it cannot be watched.", next_step)


def _state(path: str) -> tuple[int, bool]:
    """The device that a folder is on, and whether it is empty. Raises FolderError when there is no such folder."""
    root = Path(extended(path))
    try:
        device = root.stat().st_dev
        with os.scandir(root) as entries:
            return device, next(entries, None) is None
    except OSError as exc:
        message = f"{path} cannot be reached: {exc.strerror or 'it is not there'}."
        next_step = "Its documents are kept. Bring the folder back, or stop watching it."
        raise FolderError(ErrorCode.FOLDER_UNREACHABLE, message, next_step) from exc


def _stamp(descriptor: int) -> Stamp:
    facts = os.fstat(descriptor)
    return Stamp(facts.st_size, facts.st_mtime_ns)


def _changing(path: str) -> FolderError:
    return FolderError(ErrorCode.FILE_CHANGING, f"{path} is being written to.", "It is read as soon as it rests.")


def _overlap(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)
