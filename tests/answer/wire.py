"""A real HTTP server on loopback that says what a test scripted, byte by byte."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Reply:
    """`pieces` go out as chunks. After them the connection ends properly (`end`), is cut (`cut`) or stays
    open (`open`); `mute` sends not even the headers."""

    pieces: list[str] = field(default_factory=list)
    status: int = 200
    media_type: str = "application/json"
    ending: str = "end"


class WireServer:
    def __init__(self):
        self.replies = {}
        """(method, path) -> Reply"""
        self.requests = []
        """(path, headers, parsed body)"""
        self.gone = asyncio.Event()
        """Set when a client leaves while the server still has it."""

    @property
    def bodies(self):
        return [body for _, _, body in self.requests if body]

    async def __call__(self, reader, writer):
        try:
            await self._converse(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.gone.set()
        finally:
            writer.close()

    async def _converse(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        request, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        method, path, _ = request.split(" ")
        path = path.partition("?")[0]
        self.requests.append((path, headers, json.loads(body or b"null")))
        reply = self.replies[method, path]
        if reply.ending == "mute":
            await reader.read(1)
            return
        writer.write(
            f"HTTP/1.1 {reply.status} X\r\nContent-Type: {reply.media_type}\r\n"
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode()
        )
        for piece in reply.pieces:
            data = piece.encode()
            writer.write(b"%x\r\n%s\r\n" % (len(data), data))
            await writer.drain()
            await asyncio.sleep(0)
        if reply.ending == "open":
            await reader.read(1)
            self.gone.set()
        elif reply.ending == "end":
            writer.write(b"0\r\n\r\n")
            await writer.drain()


@asynccontextmanager
async def wire_server():
    wire = WireServer()
    server = await asyncio.start_server(wire, "127.0.0.1", 0)
    wire.port = server.sockets[0].getsockname()[1]
    wire.url = f"http://127.0.0.1:{wire.port}"
    try:
        yield wire
    finally:
        server.close()
        await server.wait_closed()
