"""A server that speaks Ollama's protocol: one model, one answer, in pieces that a test lets through."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODEL = "sample-writer:1b"
ANSWER = ("The rain bucket ", "is stuck ", "[1].")
"""What the model says about error code E07."""


class Ollama(ThreadingHTTPServer):
    """Writes the first piece of each answer at once, and the others while `flowing` is set."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.flowing = threading.Event()


@contextmanager
def serve_ollama(port: int) -> Iterator[Ollama]:
    server = Ollama(port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.flowing.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self._begin()
        self._line({"models": [{"model": MODEL}]})

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self._begin()
        with suppress(BrokenPipeError):  # whoever asked was killed
            for piece in ANSWER:
                self._line({"model": MODEL, "message": {"role": "assistant", "content": piece}, "done": False})
                self.server.flowing.wait()
            self._line({"model": MODEL, "message": {"role": "assistant", "content": ""}, "done": True})

    def log_message(self, format, *args):
        """Nobody reads it."""

    def _begin(self) -> None:
        # HTTP/1.0: the body ends with the connection, so that it may grow line by line.
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.end_headers()

    def _line(self, value: dict) -> None:
        self.wfile.write(json.dumps(value).encode() + b"\n")
        self.wfile.flush()
