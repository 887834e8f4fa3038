"""Starts the launcher as a browser would and says hello: the proof that a registration works.

Standard library only, so that the installer can use it before anything is installed.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from host import __version__
from host.errors import AmbryError, ErrorCode, ProtocolError
from host.framing import MAX_TO_BROWSER, FrameReader, encode
from host.identity import CHROMIUM_ID, PROTOCOL

CALLER = f"chrome-extension://{CHROMIUM_ID}/"

GUI_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
"""A browser started from a desktop has no more than this on its PATH, and no locale."""

FROM_A_SHELL = ("PYTHON", "LC_", "LANG", "VIRTUAL_ENV")

LEAVE_SECONDS = 2.0
"""A killed host's pipe ends at once, unless it started something that still writes to it."""

REPORT = "Look into relay.log and engine.log, in the folder that `ambry doctor` names."


@dataclass(frozen=True, slots=True)
class Welcome:
    """What the other end said, and how long it took."""

    version: str
    protocol: int
    first_frame_seconds: float
    seconds: float


class HandshakeError(AmbryError):
    """The launcher does not answer as a browser needs it to."""


def handshake(launcher: Path, environ: Mapping[str, str], timeout: float = 60.0) -> Welcome:
    """Start the launcher, wait for `starting`, say hello, and return the welcome.

    Raises HandshakeError, which names what happened instead.
    """
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            [str(launcher), CALLER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,  # a read returns what is there, and nothing is left to write when the host has gone
            cwd=launcher.parent,
            env=as_from_a_desktop(environ),
        )
    except OSError as error:
        raise _failure(f"The launcher {launcher} cannot be started: {error.strerror}.") from error
    with process:
        assert process.stdin and process.stdout
        arrived: queue.Queue[bytes] = queue.Queue()
        # A thread reads: a pipe cannot be waited on with a time-out on Windows.
        reader = threading.Thread(target=_read, args=(process.stdout, arrived), daemon=True)
        reader.start()
        try:
            return _converse(process.stdin, _messages(arrived, started + timeout), started)
        finally:
            process.kill()
            reader.join(LEAVE_SECONDS)


def as_from_a_desktop(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment that a browser would pass on: what a shell adds must not be needed."""
    kept = {name: value for name, value in environ.items() if not name.startswith(FROM_A_SHELL)}
    return kept | ({"PATH": GUI_PATH} if "SYSTEMROOT" not in environ else {})


def _converse(stdin: IO[bytes], messages: Iterator[dict[str, Any]], started: float) -> Welcome:
    first = next(messages, None)
    if first is None:
        raise _failure("The host ended without a word.")
    if first.get("type") != "starting":
        raise _failure(f"The first message should be 'starting' and is {first.get('type')!r}.")
    first_frame_seconds = time.monotonic() - started
    hello = {"type": "hello", "id": "handshake", "protocol": PROTOCOL, "version": __version__}
    try:
        stdin.write(encode(json.dumps(hello).encode()))
    except OSError as error:
        raise _failure("The host ended before it could be greeted.") from error
    return _welcome(messages, started, first_frame_seconds)


def _welcome(messages: Iterator[dict[str, Any]], started: float, first_frame_seconds: float) -> Welcome:
    for message in messages:
        if message.get("type") == "failed":
            error = message.get("error") or {}
            raise HandshakeError(
                ErrorCode.ENGINE_UNAVAILABLE, str(error.get("message")), str(error.get("next_step") or REPORT)
            )
        if message.get("type") == "done":
            result = message.get("result") or {}
            seconds = time.monotonic() - started
            return Welcome(str(result.get("version")), int(result.get("protocol", 0)), first_frame_seconds, seconds)
    raise _failure("The host ended without answering.")


def _messages(arrived: queue.Queue[bytes], deadline: float) -> Iterator[dict[str, Any]]:
    reader = FrameReader(MAX_TO_BROWSER)
    while True:
        try:
            data = arrived.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise _failure("The host did not answer in time.") from None
        if not data:
            return
        yield from _decode(reader, data)


def _decode(reader: FrameReader, data: bytes) -> Iterator[dict[str, Any]]:
    try:
        for body in reader.feed(data):
            message = json.loads(body)
            if isinstance(message, dict):
                yield message
    except (ProtocolError, ValueError) as error:
        raise _failure("Something else than messages is written to the host's standard output.") from error


def _read(stdout: IO[bytes], arrived: queue.Queue[bytes]) -> None:
    while True:
        try:
            data = stdout.read(65536)
        except (OSError, ValueError):  # closed: the host left something behind that holds the pipe open
            data = b""
        arrived.put(data)
        if not data:
            return


def _failure(message: str) -> HandshakeError:
    return HandshakeError(ErrorCode.ENGINE_UNAVAILABLE, message, REPORT)
