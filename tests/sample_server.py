"""Serves the sample site and its recorded video on loopback, over real HTTP.

`python -m tests.sample_server` serves until Ctrl-C, to look at the pages in a browser.
"""

import json
import mimetypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

SAMPLE = Path(__file__).parent / "sample"
SITE = SAMPLE / "site"
FILES = SAMPLE / "files"
VIDEO = "Lrk5pur0001"
"""The id of the recorded video."""
REFUSED_VIDEO = "Lrk5pur0002"
"""The same video by an id whose captions are given to its page alone: whoever else asks is taken for a bot."""

_PUBLISHED_AT = "https://larkspur.example"
"""The address in the files; the server puts its own in its place."""
_BOT = {"status": "LOGIN_REQUIRED", "reason": "Sign in to confirm you\u2019re not a bot"}
_UNKNOWN = {"status": "ERROR", "reason": "This video is unavailable"}
_TEXT = {".html", ".xml", ".txt", ".css", ".json"}


def at_once(path: str) -> None:
    """Keeps no page waiting."""


@contextmanager
def serve(port: int = 0, before: Callable[[str], object] = at_once) -> Iterator[str]:
    """Serve until the block ends and yield the base URL, without a trailing slash.

    Port 0 takes any free one. `before` is called with the path of each page before it is served: it may wait, for
    tests that look at work in progress.
    """
    server = _Server(("127.0.0.1", port), _Handler)
    server.before = before
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    before = staticmethod(at_once)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        address = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        if address.path == "/watch":
            self._send_file(SAMPLE / "video" / "watch.html")
        elif address.path == "/player.js":
            self._send_file(SAMPLE / "video" / "player.js")
        elif address.path == "/api/timedtext" and query.get("v") in (VIDEO, REFUSED_VIDEO):
            self._send_captions(query.get("fmt", ""))
        else:
            self.server.before(address.path)
            self._send_file(_file(address.path))

    do_HEAD = do_GET

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if urlsplit(self.path).path != "/youtubei/v1/player":
            self._send(404, b"", "text/plain")
            return
        video = json.loads(body).get("videoId")
        if video == VIDEO:
            self._send_file(SAMPLE / "video" / "player.json")
        else:
            self._send_json({"playabilityStatus": _BOT if video == REFUSED_VIDEO else _UNKNOWN})

    def log_message(self, format, *args):
        """The demo prints its own lines."""

    def _send_captions(self, form: str) -> None:
        captions = SAMPLE / "video" / "timedtext.xml"
        if form != "json3":
            self._send_file(captions)
            return
        events = [
            {"tStartMs": round(float(text.attrib["start"]) * 1000), "segs": [{"utf8": unescape(text.text or "")}]}
            for text in ElementTree.parse(captions).iter("text")
        ]
        self._send_json({"wireMagic": "pb3", "events": events})

    def _send_json(self, value: object) -> None:
        self._send(200, json.dumps(value).encode(), "application/json")

    def _send_file(self, path: Path | None) -> None:
        if path is None:
            self._send(404, b"<!DOCTYPE html><title>Not found</title><h1>There is no such page</h1>", "text/html")
            return
        data = path.read_bytes()
        if path.suffix in _TEXT:
            data = data.replace(_PUBLISHED_AT.encode(), f"http://{self.headers['Host']}".encode())
        self._send(200, data, mimetypes.guess_type(path.name)[0] or "application/octet-stream")

    def _send(self, status: int, data: bytes, media_type: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _file(path: str) -> Path | None:
    """The file of the site at this path, or one of the sample's files under `/files/`."""
    root, name = (FILES, path.removeprefix("/files/")) if path.startswith("/files/") else (SITE, path.lstrip("/"))
    found = (root / (name or "index.html")).resolve()
    return found if found.is_file() and found.is_relative_to(root) else None


def main() -> None:
    with serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8461) as base_url:
        print(f"{base_url}  and  {base_url}/watch?v={VIDEO}  (Ctrl-C ends)")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
