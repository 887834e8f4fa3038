"""The door: one client's requests in, events out. It decides nothing but order, identity and manners.

Each request is a task; each ends with exactly one `done` or `failed`, whatever happens to it. `hello`,
`ping` and `cancel` are answered here, so that they are served while everything else is busy.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

from host import __version__
from host.contract.events import Done, Event, Failed
from host.contract.requests import Cancel, Hello, Ping, Request
from host.contract.results import Nothing, Result, Welcome
from host.contract.views import ErrorView
from host.errors import AmbryError, ErrorCode, ProtocolError
from host.identity import PROTOCOL
from host.serve.wire import Refusal, read_request, write_event

Emit = Callable[[Event], Awaitable[None]]
"""Sends an event before the last one. Waits while the client does not read: that is the backpressure."""

_log = logging.getLogger("door")


class Handler(Protocol):
    """The service behind the door. Raises AmbryError for what a person can understand."""

    async def __call__(self, request: Request, emit: Emit) -> Result: ...


class Connection(Protocol):
    """The transport, message by message."""

    async def receive(self) -> bytes | None:
        """The next body; None when the client has gone."""
        ...

    async def send(self, body: bytes) -> None:
        """Raises ConnectionError when the client has gone."""
        ...


class Door:
    """Serves one connection."""

    def __init__(self, connection: Connection, handle: Handler) -> None:
        self._connection = connection
        self._handle = handle
        self._greeted = False
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._finishing: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Lock()

    async def serve(self) -> None:
        """Serve until the client goes; what it had asked for is then cancelled (jobs are not its own)."""
        try:
            while (body := await self._connection.receive()) is not None:
                await self._take(body)
        finally:
            await self._abandon()

    async def _take(self, body: bytes) -> None:
        try:
            request = read_request(body)
            if not self._greeted and not isinstance(request, Hello):
                raise Refusal(request.id, ProtocolError(ErrorCode.BAD_REQUEST, "The first request must be `hello`."))
            if request.id in self._tasks:
                # Without an id: a `failed` that carries it would end the request that is still running.
                message = f"The id `{request.id}` belongs to a request that is still running."
                raise Refusal(None, ProtocolError(ErrorCode.BAD_REQUEST, message))
        except Refusal as refusal:
            await self._send_all(_failed(refusal.id, refusal.error))
            return
        if (result := self._answer_here(request)) is not None:
            await self._send_all(write_event(Done(id=request.id, result=result)))
        else:
            self._tasks[request.id] = asyncio.create_task(self._run(request))
            # Let it begin: a task cancelled before its first step could not say that it has ended.
            await asyncio.sleep(0)

    def _answer_here(self, request: Request) -> Result | None:
        match request:
            case Hello():
                self._greeted = True
                return Welcome(protocol=PROTOCOL, version=__version__)
            case Ping():
                return Nothing()
            case Cancel(target=target):
                # A request that has just ended is no fault of the client's: the two messages have crossed.
                if target in self._tasks:
                    self._tasks[target].cancel()
                return Nothing()
            case _:
                return None

    async def _run(self, request: Request) -> None:
        async def emit(event: Event) -> None:
            await self._send_all(write_event(event))

        try:
            last = write_event(Done(id=request.id, result=await self._handle(request, emit)))
        except asyncio.CancelledError:
            last = _failed(request.id, AmbryError(ErrorCode.CANCELLED, "Cancelled."))
        except AmbryError as error:
            last = _failed(request.id, error)
        except Exception:
            last = _failed_inside(request)
        # From here on the request has ended: a cancel that arrives now must not end it a second time.
        task = self._tasks.pop(request.id)
        self._finishing.add(task)
        task.add_done_callback(self._finishing.discard)
        await self._send_all(last)

    async def _send_all(self, bodies: list[bytes]) -> None:
        # Shielded: a cancelled request must not leave half of a split event behind.
        await asyncio.shield(self._send_whole(bodies))

    async def _send_whole(self, bodies: list[bytes]) -> None:
        async with self._sending:
            try:
                for body in bodies:
                    await self._connection.send(body)
            except ConnectionError as error:
                _log.info("an event was not sent: %s", error)

    async def _abandon(self) -> None:
        tasks = [*self._tasks.values(), *self._finishing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _failed(request_id: str | None, error: AmbryError) -> list[bytes]:
    view = ErrorView(code=error.code, message=error.message, next_step=error.next_step)
    return write_event(Failed(id=request_id, error=view))


def _failed_inside(request: Request) -> list[bytes]:
    """Report the exception being handled: in full to the log, by reference to the client."""
    reference = secrets.token_hex(4)
    _log.exception("[%s] request %r failed", reference, request.type)
    view = ErrorView(
        code=ErrorCode.INTERNAL,
        message="Something went wrong inside Ambry.",
        next_step=f"Look for {reference} in Ambry's log.",
        log_reference=reference,
    )
    return write_event(Failed(id=request.id, error=view))
