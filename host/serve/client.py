"""A client of the engine, for the command line, scripts and tests. It starts the engine when there is none."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager, suppress

from pydantic import ValidationError
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_websocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from host import __version__
from host.contract.events import EVENT, Done, Event, Failed, Part, Starting
from host.contract.requests import MAX_PIECE, BeginUpload, Cancel, Hello, Request, UploadPiece
from host.contract.results import Result, Upload
from host.contract.views import ErrorView
from host.endpoint import dial
from host.errors import AmbryError, ErrorCode, ProtocolError
from host.framing import MAX_FROM_BROWSER
from host.identity import PROTOCOL
from host.paths import Paths
from host.rendezvous import ENGINE, Rendezvous

UploadProgress = Callable[[int, int], None]
"""Told how many bytes of how many have arrived."""


@asynccontextmanager
async def connect(paths: Paths, engine: str = ENGINE) -> AsyncIterator[Client]:
    """Meet the engine, say hello, and hang up at the end. Raises AmbryError."""
    connection = await _meet_engine(paths, engine)
    async with connection:
        client = Client(connection)
        listening = asyncio.create_task(client.listen())
        try:
            await client.call(Hello(id=client.new_id(), protocol=PROTOCOL, version=__version__))
            yield client
        finally:
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening


class Client:
    """One connection. Several requests may run at once; each request needs an id of its own (`new_id`)."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._waiting: dict[str, asyncio.Queue[Event]] = {}
        self._over: AmbryError | None = None

    def new_id(self) -> str:
        return str(next(self._ids))

    async def call(self, request: Request) -> Result:
        """Send a request, pass over its events, and return its result. Raises AmbryError."""
        async with aclosing(self.stream(request)) as events:
            async for event in events:
                if isinstance(event, Done):
                    return event.result
        raise _engine_gone()

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """Send a request and yield its events; the last is `Done`, with the result. Raises AmbryError.

        Closing the iterator before the end cancels the request.
        """
        if request.id in self._waiting:
            raise ValueError(f"the id {request.id} is in use")
        inbox: asyncio.Queue[Event] = asyncio.Queue()
        self._waiting[request.id] = inbox
        ended = False
        try:
            await self._send(request)
            while not ended:
                event = await inbox.get()
                ended = isinstance(event, Done | Failed)
                if isinstance(event, Failed):
                    raise AmbryError(event.error.code, event.error.message, event.error.next_step)
                yield event
        finally:
            del self._waiting[request.id]
            if not ended:
                with suppress(AmbryError):  # no engine, nothing to cancel
                    await self._send(Cancel(id=self.new_id(), target=request.id))

    async def upload(self, name: str, data: bytes, progress: UploadProgress | None = None) -> str:
        """Hand a file to the engine; return the id to name it by. Raises AmbryError."""
        begin = BeginUpload(id=self.new_id(), name=name, size=len(data), sha256=hashlib.sha256(data).hexdigest())
        upload = await self.call(begin)
        if not isinstance(upload, Upload):
            raise TypeError(f"begin_upload was answered with {upload.kind}")
        for sequence, start in enumerate(range(0, len(data), MAX_PIECE)):
            piece = data[start : start + MAX_PIECE]
            encoded = base64.b64encode(piece)
            await self.call(UploadPiece(id=self.new_id(), upload=upload.upload, sequence=sequence, data=encoded))
            if progress is not None:
                progress(start + len(piece), len(data))
        return upload.upload

    async def listen(self) -> None:
        """Hand each event to the request that waits for it, until the connection closes."""
        over = _engine_gone()
        try:
            await self._receive()
        except ConnectionClosed:
            pass  # the usual end; who waits is told below
        except ValidationError:
            over = _not_understood()
        finally:
            self._over = over
            self._hand_over(Failed(id=None, error=_view(over)))

    async def _receive(self) -> None:
        parts: dict[str, str] = {}
        while True:
            event = EVENT.validate_json(await self._connection.recv(decode=False))
            if isinstance(event, Part):
                parts[event.id] = parts.get(event.id, "") + event.data
                if not event.last:
                    continue
                event = EVENT.validate_json(parts.pop(event.id))
            self._hand_over(event)

    def _hand_over(self, event: Event) -> None:
        if isinstance(event, Failed) and event.id is None:
            # Nobody's in particular, so everybody's: each waiting request would otherwise wait for ever.
            for inbox in self._waiting.values():
                inbox.put_nowait(event)
        elif not isinstance(event, Starting) and event.id in self._waiting:
            self._waiting[event.id].put_nowait(event)

    async def _send(self, request: Request) -> None:
        try:
            if self._over is not None:
                raise self._over
            await self._connection.send(request.model_dump_json())
        except ConnectionClosed as exc:
            raise _engine_gone() from exc


async def _meet_engine(paths: Paths, engine: str) -> ClientConnection:
    rendezvous = Rendezvous(paths, engine)
    while True:
        try:
            socket, headers = dial(paths)
            return await connect_websocket(
                "ws://engine/",
                sock=socket,
                additional_headers=headers,
                compression=None,
                open_timeout=rendezvous.remaining,
                ping_interval=None,
                close_timeout=0.5,
                max_size=MAX_FROM_BROWSER,
                proxy=None,
            )
        except (OSError, InvalidHandshake):
            await asyncio.sleep(rendezvous.next_delay())


def _engine_gone() -> AmbryError:
    return AmbryError(ErrorCode.ENGINE_UNAVAILABLE, "Ambry's engine stopped.", "Try again: it starts by itself.")


def _not_understood() -> AmbryError:
    message = "Ambry's engine answered with a message that this program does not know."
    return ProtocolError(ErrorCode.VERSION_MISMATCH, message, "Run `install.py` again: both must be of one version.")


def _view(error: AmbryError) -> ErrorView:
    return ErrorView(code=error.code, message=error.message, next_step=error.next_step)
