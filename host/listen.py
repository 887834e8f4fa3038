"""Serves websockets on the engine's socket: who may connect, when to stop for lack of work, how to stop.

The messages are the door's business (`host.serve.native`); here is only the transport.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from host import __version__
from host.endpoint import VERSION_HEADER, Listener, bearer
from host.framing import MAX_FROM_BROWSER
from host.serve.native import Door, Handler


@dataclass(frozen=True, slots=True)
class Engine:
    """What the composition root builds: the service behind the door."""

    handle: Handler
    busy: Callable[[], bool]
    """Whether there is work that must not be interrupted for idleness."""
    close: Callable[[], Awaitable[None]]


class Attendance:
    """Counts connections, and knows for how long there has been nothing to do."""

    def __init__(self, busy: Callable[[], bool], clock: Callable[[], float]) -> None:
        self._busy = busy
        self._clock = clock
        self._connections = 0
        self._last_use = clock()

    @contextmanager
    def visit(self) -> Iterator[None]:
        self._connections += 1
        try:
            yield
        finally:
            self._connections -= 1
            self._last_use = self._clock()

    def idle(self) -> float:
        """Seconds since the last connection or work; zero while there is any."""
        if self._connections or self._busy():
            self._last_use = self._clock()
        return self._clock() - self._last_use

    async def deserted(self, seconds: float) -> None:
        """Return once there has been neither connection nor work for this long."""
        while True:
            await asyncio.sleep(min(1.0, seconds / 4))
            if self.idle() >= seconds:
                return


async def serve_until(
    stop: asyncio.Event,
    listener: Listener,
    engine: Engine,
    idle_seconds: float,
    stopping: Callable[[], None],
) -> None:
    """Serve until `stop` is set, a newer client takes over, or nobody has come for `idle_seconds`.

    `stopping` is called before connections are closed.
    """
    attendance = Attendance(engine.busy, time.monotonic)

    def admit(connection: ServerConnection, request: Request) -> Response | None:
        given = request.headers.get("Authorization", "")
        if listener.token and not hmac.compare_digest(given.encode(), bearer(listener.token).encode()):
            return connection.respond(HTTPStatus.UNAUTHORIZED, "Wrong token.\n")
        if newer_than_us(request.headers.get(VERSION_HEADER, "")):
            stop.set()
            return connection.respond(HTTPStatus.UPGRADE_REQUIRED, "This engine makes room for a newer one.\n")
        return None

    async def answer(connection: ServerConnection) -> None:
        with attendance.visit():
            await Door(Line(connection), engine.handle).serve()

    server = serve(
        answer,
        sock=listener.socket,
        process_request=admit,
        origins=[None],  # a browser's page always sends its origin; our clients never do
        compression=None,
        max_size=MAX_FROM_BROWSER,
        ping_interval=None,  # the kernel reports a dead peer, and a busy machine is not one
        close_timeout=0.5,
    )
    async with server:
        await _first_of(stop.wait(), attendance.deserted(idle_seconds))
        stopping()


class Line:
    """A websocket as the door wants it: bodies in, bodies out, end of file."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    async def receive(self) -> bytes | None:
        try:
            # Undecoded: bad UTF-8 is a bad request for the door to answer, not a reason to hang up.
            return await self._connection.recv(decode=False)
        except ConnectionClosed:
            return None

    async def send(self, body: bytes) -> None:
        try:
            await self._connection.send(body, text=True)
        except ConnectionClosed as exc:
            raise ConnectionResetError("the client has gone") from exc


def newer_than_us(version: str) -> bool:
    """Whether a client's version is above the engine's; one that cannot be read is not."""
    return _numbers(version) > _numbers(__version__)


def _numbers(version: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in version.split("."))
    except ValueError:
        return ()


async def _first_of(*waits: Awaitable[object]) -> None:
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
