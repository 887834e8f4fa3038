"""One walk through a watched folder: the files that can be indexed, with their stamps. Nothing is opened.

Links are not followed: what they lead to lies in the folder anyway, or is outside and none of its business.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from host.acquire.folders.names import FolderNames
from host.acquire.folders.spelling import ONE_FOR_MANY, as_listed
from host.acquire.formats.kinds import may_be_read
from host.core.folders import Stamp

_HIDDEN = getattr(stat, "FILE_ATTRIBUTE_HIDDEN", 2)
"""Windows marks hidden files so; elsewhere no file has attributes."""


class FolderWalk:
    """What is below `root`."""

    def __init__(self, root: Path, names: FolderNames, max_bytes: int, *, respell: bool = ONE_FOR_MANY) -> None:
        """`respell`: what is visited may be spelled otherwise than the folders list it."""
        self.files: dict[str, Stamp] = {}
        self.folders: list[str] = []
        """That may be entered; the first is the root."""
        self.unread: dict[str, str] = {}
        self.unsupported = 0
        self._root = root
        self._names = names
        self._max_bytes = max_bytes
        self._respell = respell
        self._seen: set[tuple[int, int]] = set()
        self._waiting: list[tuple[str, os.stat_result]] = []

    def visit(self, path: str) -> None:
        """Look at a path below the root, or with an empty one at everything. One that is not there is no error."""
        listed = as_listed(self._root, path) if path and self._respell else path
        if listed is None or (listed and (self._names.leave_out_somewhere(listed) or self._behind_link(listed))):
            return
        path = listed
        try:
            facts = os.lstat(self._root / path)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as exc:
            self._unread(path, exc)
            return
        if stat.S_ISDIR(facts.st_mode):
            if not (path and self._names.leave_out(path, is_folder=True)):
                self._waiting.append((path, facts))
        else:
            self._take(path, facts)
        while self._waiting:
            self._enter(*self._waiting.pop())

    def _enter(self, path: str, facts: os.stat_result) -> None:
        # A folder can also be met twice by a junction of Windows or a mount of itself.
        identity = (facts.st_dev, facts.st_ino)
        if identity in self._seen:
            return
        self._seen.add(identity)
        try:
            with os.scandir(self._root / path) as entries:
                self.folders.append(path)
                for entry in entries:
                    self._meet(f"{path}/{entry.name}" if path else entry.name, entry)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as exc:
            self._unread(path, exc)

    def _meet(self, path: str, entry: os.DirEntry[str]) -> None:
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
            if self._names.leave_out(path, is_folder=is_folder):
                return
            if is_folder:
                # Not entry.stat(): on Windows it does not tell which folder it is.
                self._waiting.append((path, os.lstat(entry.path)))
            else:
                self._take(path, entry.stat(follow_symlinks=False))
        except FileNotFoundError:
            return
        except OSError as exc:
            self._unread(path, exc)

    def _take(self, path: str, facts: os.stat_result) -> None:
        if not stat.S_ISREG(facts.st_mode) or getattr(facts, "st_file_attributes", 0) & _HIDDEN:
            return
        if not may_be_read(path):
            self.unsupported += 1
        elif facts.st_size > self._max_bytes:
            self.unread[path] = f"It has {facts.st_size:,} bytes; at most {self._max_bytes:,} can be taken."
        elif not _is_text(path):
            self.unread[path.encode("utf-8", "replace").decode()] = "Its name is no valid text. Rename it."
        else:
            self.files[path] = Stamp(facts.st_size, facts.st_mtime_ns)

    def _behind_link(self, path: str) -> bool:
        """Whether a folder above it is a link: the system reports changes behind it too."""
        return any((self._root / above).is_symlink() for above in Path(path).parents)

    def _unread(self, path: str, error: OSError) -> None:
        self.unread[path] = f"{error.strerror or 'It cannot be looked at'}."


def _is_text(path: str) -> bool:
    """Names on the disk may be any bytes; those that are no text cannot be stored."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
