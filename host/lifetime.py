"""An engine's life: the only one of its user, met at a socket, gone when idle or told to go.

The lock comes before all heavy imports: of ten engines started at once, nine cost next to nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from host import private
from host.endpoint import Listener, forget, listen
from host.journal import open_journal
from host.lock import hold
from host.paths import Paths

if TYPE_CHECKING:
    from host.listen import Engine

IDLE_SECONDS = 600.0
STOP_SECONDS = 2.0
"""A stop takes no longer. Work in threads may not end in time; what counts is on disk already."""

LOG_BYTES = 1024 * 1024

Build = Callable[[], "Awaitable[Engine]"]

_log = logging.getLogger("engine")


def run(paths: Paths, build: Build, idle_seconds: float = IDLE_SECONDS) -> int:
    """Be the engine, or leave quietly when there is one; return the exit code.

    `build` runs once the engine can be connected to: clients that come early wait for it. It is
    where the heavy imports belong.
    """
    os.umask(0o077)
    private.make_folder(paths.runtime)
    with hold(paths.lock) as held:
        if not held:
            return 0
        journal = open_journal(paths.log, LOG_BYTES, backups=2)
        try:
            _live(paths, build, idle_seconds)
        finally:
            logging.getLogger().removeHandler(journal)
            journal.close()
    return 0


def _live(paths: Paths, build: Build, idle_seconds: float) -> None:
    listener = listen(paths)
    # Whatever hangs while stopping, the process ends: it would be in the way of the next engine.
    deadline = threading.Timer(STOP_SECONDS, os._exit, [0])
    deadline.daemon = True

    def stopping() -> None:
        deadline.start()
        forget(paths)

    try:
        _log.info("started")
        asyncio.run(_serve(listener, build, idle_seconds, stopping))
        _log.info("stopped")
    except Exception:
        _log.exception("the engine failed")
        raise
    finally:
        deadline.cancel()
        listener.socket.close()
        forget(paths)


async def _serve(listener: Listener, build: Build, idle_seconds: float, stopping: Callable[[], None]) -> None:
    stop = asyncio.Event()
    _stop_on_signals(stop)
    from host.listen import serve_until

    engine = await build()
    try:
        await serve_until(stop, listener, engine, idle_seconds, stopping)
    finally:
        await engine.close()


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Not loop.add_signal_handler, which Windows lacks.
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
