"""A real HTTP server on loopback that answers from a dict and remembers what was asked of it."""

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    body: bytes | str = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """The connection breaks after half of the body."""

    @property
    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else self.body.encode()


class Web:
    """`pages` maps a path with its query to an answer, or to several that are given in turn (the last one for ever)."""

    def __init__(self, host: str, port: int) -> None:
        self.host = f"{host}:{port}"
        self.url = f"http://{self.host}"
        self.pages: dict[str, Answer | list[Answer] | str] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.posted: list[bytes] = []

    def answer(self, path: str) -> Answer:
        page = self.pages.get(path, Answer("not here", 404))
        if isinstance(page, list):
            page = page.pop(0) if len(page) > 1 else page[0]
        return Answer(page, headers={"content-type": "text/html; charset=utf-8"}) if isinstance(page, str) else page


@contextmanager
def serve_web():
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            web.asked.append(self.path)
            web.headers.append({name.lower(): value for name, value in self.headers.items()})
            answer = web.answer(self.path)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(answer.data)))
            self.end_headers()
            self.wfile.write(answer.data[: len(answer.data) // 2] if answer.cut else answer.data)
            self.close_connection = self.close_connection or answer.cut

        def do_POST(self):
            web.posted.append(self.rfile.read(int(self.headers.get("content-length", 0))))
            self.do_GET()

        def log_message(self, *_):
            """Silent."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request, client_address):
            """A client that hangs up is part of the tests."""

    server = Server(("127.0.0.1", 0), Handler)
    web = Web("127.0.0.1", server.server_port)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield web
    finally:
        server.shutdown()
        server.server_close()
