"""The files of an `add_files` job that have not ended: which are at work, and how one of them is taken out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Literal, TypeVar

T = TypeVar("T")

FileState = Literal["waiting", "reading", "indexing"]


class AddedFiles:
    """Of one job, by path, in order."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._left: dict[str, FileState] = dict.fromkeys(paths, "waiting")
        self._out: set[str] = set()
        self._reading: dict[asyncio.Task[Any], str] = {}
        """Paths by task: two files that are added together may have one path."""

    def first(self, most: int) -> list[tuple[str, FileState]]:
        """Those at work before those that wait."""
        return sorted(self._left.items(), key=lambda file: file[1] == "waiting")[:most]

    def take_out(self, path: str) -> bool:
        """Whether it will not be in the index: while it is put there, and after, it is too late."""
        if self._left.get(path, "indexing") == "indexing":
            return False
        del self._left[path]
        self._out.add(path)
        for task, reading in self._reading.items():
            if reading == path:
                task.cancel()
        return True

    async def read(self, path: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """What `work` makes of a file; None when it is taken out before that, which also ends the work."""
        if path in self._out:
            return None
        self._left[path] = "reading"
        task = asyncio.create_task(work())
        self._reading[task] = path
        try:
            await asyncio.wait([task])
        finally:
            del self._reading[task]
            task.cancel()
        return None if task.cancelled() else task.result()

    def index(self, path: str) -> bool:
        """Whether it may be put into the index: it was not taken out. From now on it is too late for that."""
        if path in self._out:
            return False
        self._left[path] = "indexing"
        return True

    def ended(self, path: str) -> None:
        self._left.pop(path, None)
