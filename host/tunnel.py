"""The relay's work once it is up: meet the engine, then move bodies both ways. It never parses one.

Three threads: one reads the browser, one writes the engine, and the main thread, alone, writes the browser.
The browser closing the port ends the process at once, wherever the others are: nothing depends on its
last words, and Chromium kills a host that lingers for two seconds.
"""

from __future__ import annotations

import json
import logging
import os
import queue
import threading
import time

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from host.endpoint import dial
from host.errors import AmbryError, ErrorCode, ProtocolError
from host.framing import MAX_FROM_BROWSER, FrameReader, encode
from host.journal import open_journal
from host.paths import Paths
from host.rendezvous import Rendezvous

EXIT_NO_ENGINE = 1
EXIT_PROTOCOL = 3
EXIT_ENGINE_GONE = 4

LOG_BYTES = 128 * 1024
WAITING_BODIES = 8
"""Read from the browser but not yet taken by the engine; past it we stop reading and the browser waits."""

Inbox = queue.Queue[bytes]

_log = logging.getLogger("relay")


def run(browser_in: int, browser_out: int, paths: Paths, engine: str) -> int:
    """Serve the port on these two file descriptors; return the exit code."""
    open_journal(paths.relay_log, LOG_BYTES)
    inbox: Inbox = queue.Queue(WAITING_BODIES)
    threading.Thread(target=_read_browser, args=(browser_in, inbox), daemon=True).start()
    try:
        connection = _meet_engine(paths, engine)
    except AmbryError as error:
        _log.error("no engine: %s", error.message)
        _write(browser_out, _failed(error))
        return EXIT_NO_ENGINE
    with connection:
        _log.info("connected")
        threading.Thread(target=_to_engine, args=(inbox, connection), daemon=True).start()
        return _to_browser(connection, browser_out)


def _meet_engine(paths: Paths, engine: str) -> ClientConnection:
    rendezvous = Rendezvous(paths, engine)
    while True:
        try:
            return _connect(paths, rendezvous.remaining)
        except (OSError, InvalidHandshake) as error:
            # InvalidHandshake: an older engine that steps down for us, or one that is just leaving.
            _log.info("no engine yet: %s", error)
        time.sleep(rendezvous.next_delay())


def _connect(paths: Paths, patience: float) -> ClientConnection:
    socket, headers = dial(paths)
    return connect(
        "ws://engine/",
        sock=socket,
        additional_headers=headers,
        compression=None,
        open_timeout=patience,
        # No keep-alive: the kernel reports a dead peer, and a browser that has stopped reading is not one.
        ping_interval=None,
        close_timeout=0.5,
        max_size=MAX_FROM_BROWSER,
        proxy=None,
    )


def _read_browser(browser_in: int, inbox: Inbox) -> None:
    frames = FrameReader()
    try:
        while data := os.read(browser_in, 65536):
            for body in frames.feed(data):
                inbox.put(body)
    except ProtocolError as error:
        _log.error("the browser sent what is not a frame: %s", error.message)
        _leave(EXIT_PROTOCOL)
    except OSError as error:
        _log.warning("the browser's pipe broke: %s", error)
    if not frames.eof():
        _log.warning("the port closed in the middle of a frame")
    _leave(0)


def _leave(code: int) -> None:
    logging.shutdown()
    os._exit(code)


def _to_engine(inbox: Inbox, connection: ClientConnection) -> None:
    try:
        while True:
            connection.send(inbox.get(), text=True)
    except ConnectionClosed as error:
        _log.info("nothing more goes to the engine: %s", error)
    finally:
        # Whatever ended this ends the port: the main thread waits on the same connection.
        connection.close()


def _to_browser(connection: ClientConnection, browser_out: int) -> int:
    try:
        while True:
            body = connection.recv(decode=False)
            _forward(body, browser_out)
    except ConnectionClosed as error:
        _log.warning("the engine has gone: %s", error)
        return EXIT_ENGINE_GONE
    except OSError as error:
        _log.info("the browser has gone: %s", error)
        return 0


def _forward(body: bytes, browser_out: int) -> None:
    try:
        frame = encode(body)
    except ProtocolError as error:
        # One lost reply, which the extension's own timeout reports, rather than a port closed on all of them.
        _log.error("dropped a message to the browser: %s", error.message)
        return
    _write(browser_out, frame)


def _write(browser_out: int, frame: bytes) -> None:
    view = memoryview(frame)
    while view:
        view = view[os.write(browser_out, view) :]


def _failed(error: AmbryError) -> bytes:
    code = ErrorCode.ENGINE_UNAVAILABLE
    view = {"code": code, "message": error.message, "next_step": error.next_step, "log_reference": ""}
    return encode(json.dumps({"type": "failed", "id": None, "error": view}).encode())
