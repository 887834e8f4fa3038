"""What the system reports of a watched folder, as hints where to look. The look decides; a lost hint costs a minute."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from pathlib import Path

from watchfiles import watch

from host.acquire.folders.drives import is_remote
from host.acquire.folders.names import FolderNames
from host.acquire.folders.walk import FolderWalk
from host.core.folder_ports import Hint
from host.core.folders import REST, WatchedFolder

_log = logging.getLogger(__name__)

_LONGEST = 3_000
"""Milliseconds: how long changes that do not stop are gathered."""

_TICK = 1_000
"""Milliseconds between looks at whether the folder itself is still the same."""

_WHOLE_EVERY = 60.0
"""Seconds, and at least so much that looking takes a twentieth of the time."""

_POLL_EVERY = 5.0
_SHARE = 20
_LONGEST_PAUSE = 3_600.0

Tell = Callable[[frozenset[str] | Exception], None]


async def hints(folder: WatchedFolder) -> AsyncGenerator[Hint, None]:
    """See `FolderSource.hints`."""
    why = ""
    if await asyncio.to_thread(is_remote, folder.path):
        why = "Changes on this drive are not reported to this computer; it is looked at every few seconds"
    yield Hint(polling=why)
    while not why:
        try:
            async with aclosing(_reported(folder)) as reported:
                async for hint in reported:
                    yield hint
        except FileNotFoundError:
            pass  # one of the folders went while they were gathered
        except (OSError, RuntimeError) as exc:
            _log.warning("changes in a folder are not reported: %s", exc)
            why = "The system cannot report changes in so many folders; they are looked at every few seconds"
        if not await asyncio.to_thread(Path(folder.path).is_dir):
            return
    async with aclosing(_polled(why)) as polled:
        async for hint in polled:
            yield hint


async def _polled(why: str) -> AsyncGenerator[Hint, None]:
    took = 0.0
    while True:
        await asyncio.sleep(_pause(_POLL_EVERY, took))
        began = time.monotonic()
        yield Hint(polling=why)
        took = time.monotonic() - began


async def _reported(folder: WatchedFolder) -> AsyncGenerator[Hint, None]:
    """Until there are other folders to listen to. Raises OSError or RuntimeError when the system will not report."""
    names = FolderNames(folder.exclude)
    batches: asyncio.Queue[frozenset[str] | Exception] = asyncio.Queue()
    loop, stop = asyncio.get_running_loop(), threading.Event()

    def tell(batch: frozenset[str] | Exception) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(batches.put_nowait, batch)

    threading.Thread(target=_listen, args=(folder.path, names, stop, tell), daemon=True).start()
    due, identity = 0.0, await asyncio.to_thread(_identity, folder.path)
    try:
        while True:
            paths = await _next(batches)
            if await asyncio.to_thread(_identity, folder.path) != identity:
                return
            if paths:
                yield Hint(tuple(sorted(paths)))
            began = time.monotonic()
            if began >= due:
                # First when the listener is at work: what was changed before that has not been reported.
                yield Hint()
                due = time.monotonic() + _pause(_WHOLE_EVERY, time.monotonic() - began)
            if await asyncio.to_thread(_any_folder, folder.path, paths):
                return
    finally:
        stop.set()


async def _next(batches: asyncio.Queue[frozenset[str] | Exception]) -> frozenset[str]:
    """All that has been reported since, once there is anything."""
    gathered: frozenset[str] = frozenset()
    batch = await batches.get()
    while True:
        if isinstance(batch, Exception):
            raise batch
        gathered |= batch
        if batches.empty():
            return gathered
        batch = batches.get_nowait()


def _listen(root: str, names: FolderNames, stop: threading.Event, tell: Tell) -> None:
    """In a thread: tell what has changed, and at least with every tick that nothing has."""
    try:
        for changes in watch(
            *_listened(root, names),
            watch_filter=lambda _, path: not names.leave_out_somewhere(_below(root, path)),
            debounce=_LONGEST,
            step=round(REST * 1000),
            stop_event=stop,
            rust_timeout=_TICK,
            yield_on_timeout=True,
            recursive=not _BY_FOLDER,
            # With it, the library would pass over every error, also that of a limit which is reached.
            ignore_permission_denied=not _BY_FOLDER,
        ):
            tell(frozenset(_below(root, path) for _, path in changes))
    except (OSError, RuntimeError) as exc:
        tell(exc)


_BY_FOLDER = sys.platform == "linux"
"""There the library would follow links out of the folder, and listen to each folder of node_modules and the like."""


def _listened(root: str, names: FolderNames) -> list[str]:
    if not _BY_FOLDER:
        return [root]
    walk = FolderWalk(Path(root), names, 0)
    walk.visit("")
    return [str(Path(root, folder)) for folder in walk.folders]


def _any_folder(root: str, paths: frozenset[str]) -> bool:
    """Whether there are folders among these that nobody listens to yet."""
    return _BY_FOLDER and any(Path(root, path).is_dir() for path in paths)


def _below(root: str, path: str) -> str:
    """With forward slashes; empty for the folder itself."""
    below = os.path.relpath(path, root).replace(os.sep, "/")
    return "" if below == "." else below


def _identity(root: str) -> tuple[int, int]:
    """Of the folder itself: the listener would stay with one that was moved away. (0, 0) without one."""
    try:
        facts = os.stat(root)  # noqa: PTH116
    except OSError:
        return (0, 0)
    return facts.st_dev, facts.st_ino


def _pause(shortest: float, took: float) -> float:
    return min(max(shortest, _SHARE * took), _LONGEST_PAUSE)
