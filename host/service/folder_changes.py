"""What has changed in a watched folder since it was read: found by a look, and by another one at what is missing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from host.core.folder_ports import FolderSource, FolderStore
from host.core.folders import REST, Difference, KnownFile, Look, WatchedFolder, compare, is_missing
from host.errors import ErrorCode, FolderError

_FEW = 50
"""Paths that are looked at one by one; for more, everything is: that is faster."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A folder, and how it differs from what is known of it."""

    folder: WatchedFolder
    known: dict[str, KnownFile]
    look: Look
    difference: Difference

    @property
    def size(self) -> int:
        return self.difference.size


class FolderLooks:
    """Looks at folders and compares."""

    def __init__(self, source: FolderSource, store: FolderStore) -> None:
        self._source = source
        self._store = store

    async def changes(self, folder_id: int, paths: Sequence[str] = ()) -> Changes:
        """At these paths and below, or everywhere. Raises FolderError when the folder is not there."""
        folder = await asyncio.to_thread(self._store.folder, folder_id)
        paths = paths if len(paths) <= _FEW else ()
        known = await asyncio.to_thread(self._store.files, folder_id)
        look = await self._look(folder, known, paths)
        difference = compare(known, look)
        if difference.gone:
            # An editor may just have put the old file away and not yet named the new one.
            await asyncio.sleep(REST)
            look = await self._look(folder, known, look.paths)
            difference = _confirmed(difference, compare(known, look))
        if not look.paths:
            await asyncio.to_thread(self._store.looked, folder_id, look.device)
        return Changes(folder, known, look, difference)

    async def _look(self, folder: WatchedFolder, known: dict[str, KnownFile], paths: Sequence[str]) -> Look:
        look = await asyncio.to_thread(self._source.look, folder, paths)
        if look.paths and look.device != folder.device:
            look = await asyncio.to_thread(self._source.look, folder)
        if is_missing(known, folder, look):
            message = f"{folder.path} is empty: the drive that it was on is not there."
            next_step = "Its documents are kept. Bring the drive back, or stop watching the folder."
            raise FolderError(ErrorCode.FOLDER_UNREACHABLE, message, next_step)
        return look


def _confirmed(first: Difference, second: Difference) -> Difference:
    """What is missing both times is gone; what is missing only now may come back."""
    lost = set(first.gone)
    waiting = {*second.unrested, *(path for path in second.gone if path not in lost)}
    gone = tuple(path for path in second.gone if path in lost)
    return Difference(second.to_read, gone, tuple(sorted(waiting)))
