"""A club's site of which programs see only a part: some pages want a login, one is made by scripts.

Everything is served on loopback over real HTTP. `Club.requests` remembers who asked for what.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OPEN_PAGES = {
    "/": "The rowing club on the lake. Its boat house stands at the north shore, beside the mill.",
    "/boats/eights.html": "The club owns two eights. The older one, Heron, was built of cedar in 1987.",
    "/boats/sculls.html": "Single sculls hang in the upper rack. Beginners take the wide one with the red bow.",
    "/boats/care/hulls.html": "Hulls are washed with fresh water after each outing and dried with a soft cloth.",
    "/news/regatta.html": "The autumn regatta starts at nine in the morning from the swimming pier.",
    "/news/dinner.html": "The dinner of the club takes place in the mill on the last Friday of November.",
}
MEMBER_PAGES = {
    "/members/keys.html": "The key of the boat house hangs behind the third oar on the left wall.",
    "/members/rota.html": "In March the safety launch is driven by Ingrid on Saturdays and by Pavel on Sundays.",
}
SCRIPT_PAGE = "/weather/"
SCRIPT_TEXT = "Nobody rows when the wind gauge at the pier shows more than seven metres per second."

_PAGE = """<!DOCTYPE html><html lang="en"><head><title>{title}</title></head>
<body><main><h1>{title}</h1><p>{text}</p></main></body></html>"""
_LOGIN = '<form method="post" action="/login"><input name="name"><input name="word" type="password"><button>Log in'
_SHELL = """<!DOCTYPE html><html lang="en"><head><title>Weather</title></head><body><div id="app"></div><script>
fetch("/weather/rule.json").then((answer) => answer.json()).then(({ rule }) => {
  document.getElementById("app").innerHTML = `<main><h1>Weather</h1><p></p></main>`;
  document.querySelector("p").textContent = rule;
});
</script></body></html>"""


@dataclass
class Club:
    url: str = ""
    requests: list[tuple[str, str, bool]] = field(default_factory=list)
    """Method, path, and whether a logged-in browser asked."""
    before: Callable[[str], object] = lambda path: None
    """Called with each path before it is served; may wait."""

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")


@contextmanager
def serve_club() -> Iterator[Club]:
    club = Club()

    class Handler(_Handler):
        served = club

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    club.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield club
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    served: Club

    def do_GET(self):
        path, member = self.path.partition("?")[0], "session=member" in (self.headers.get("Cookie") or "")
        self.served.requests.append(("GET", path, member))
        self.served.before(path)
        if path in OPEN_PAGES:
            self._page(200, path, OPEN_PAGES[path])
        elif path in MEMBER_PAGES and member:
            self._page(200, path, MEMBER_PAGES[path])
        elif path == "/members/keys.html":
            self._page(401, "Members only", "Members only.")
        elif path in MEMBER_PAGES:
            self._send(302, b"", "text/html", Location="/login")
        elif path == "/login":
            self._send(200, f"<!DOCTYPE html><title>Log in</title>{_LOGIN}".encode())
        elif path == SCRIPT_PAGE:
            self._send(200, _SHELL.encode())
        elif path == "/weather/rule.json":
            self._send(200, json.dumps({"rule": SCRIPT_TEXT}).encode(), "application/json")
        elif path == "/sitemap.xml":
            self._send(200, self._sitemap().encode(), "application/xml")
        else:
            self._page(404, "Not found", "There is no such page.")

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.served.requests.append(("POST", self.path, False))
        self._send(303, b"", "text/html", Location="/members/keys.html", **{"Set-Cookie": "session=member; Path=/"})

    def log_message(self, format, *args):
        """`Club.requests` remembers."""

    def _page(self, status: int, title: str, text: str) -> None:
        self._send(status, _PAGE.format(title=title, text=text).encode())

    def _sitemap(self) -> str:
        paths = [*OPEN_PAGES, *MEMBER_PAGES, SCRIPT_PAGE]
        named = "".join(f"<url><loc>{self.served.url}{path}</loc></url>" for path in paths)
        return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{named}</urlset>'

    def _send(self, status: int, body: bytes, media_type: str = "text/html", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
