"""A whole documentation tree as a site: indexed, read again, and once more after changes.

`python tests/benchmarks/documentation.py HTML`: HTML is a folder with an `index.html`, such as a package of
documentation ships. It is copied and served on loopback.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from json import dumps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from host.contract import requests
from host.engine import Settings, build
from host.paths import user_paths
from tests.benchmarks.wide import wide_console

STATES = ("indexed", "unchanged", "skipped", "failed")
NOTE = "<p>The larkspur note of this benchmark: nothing else in the tree says it.</p>"
EDITED = 3


def main(
    html: Annotated[Path, typer.Argument(exists=True, file_okay=False)],
    json: Annotated[bool, typer.Option("--json")] = False,
    sitemap: Annotated[bool, typer.Option(help="Serve a sitemap of all pages, too.")] = False,
    home: Annotated[Path | None, typer.Option(help="Folder for the index; what was embedded there stays so.")] = None,
) -> None:
    """Print how each page ended in each run, or one JSON object with the same figures."""
    console = wide_console(stderr=json)
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(html, tree, ignore_dangling_symlinks=True)
        os.environ["AMBRY_HOME"] = str(home or Path(folder) / "home")
        with console.status("Indexing…"), served(tree) as url:
            runs = asyncio.run(measured(tree, url, sitemap=sitemap))
    figures = {"pages": len(list(html.rglob("*.html"))), "sitemap": sitemap, "runs": runs}
    if json:
        typer.echo(dumps(figures))
    else:
        show(console, figures)


async def measured(tree: Path, url: str, *, sitemap: bool) -> list[dict[str, Any]]:
    engine = await build(user_paths(), Settings.read(os.environ))
    try:
        if sitemap:
            write_sitemap(tree, url)
        runs = [await run(engine, "first", url), await run(engine, "again", url)]
        change(tree)
        if sitemap:
            write_sitemap(tree, url)
        return [*runs, await run(engine, "after changes", url)]
    finally:
        await engine.close()


async def run(engine: Any, name: str, url: str) -> dict[str, Any]:
    async def ignore(event: object) -> None:
        """Progress is shown elsewhere."""

    started = time.perf_counter()
    index = requests.IndexSite(id="index", url=url, max_pages=50_000, max_depth=20)
    job = (await engine.handle(index, ignore)).job
    report = await engine.handle(requests.WatchJob(id="watch", job=job.id), ignore)
    counts = {state: getattr(report.job, state) for state in STATES}
    reasons = Counter((item.state, item.code) for item in report.items if item.code)
    return {
        "run": name,
        "seconds": round(time.perf_counter() - started, 1),
        **counts,
        "total": report.job.total,
        "adds_up": sum(counts.values()) == report.job.total == len(report.items),
        "reasons": [f"{count} {state}: {code}" for (state, code), count in reasons.most_common()],
    }


def change(tree: Path) -> None:
    """Three pages get a sentence and a link to a new page; a fourth is gone."""
    # Below the heading: what stands first in a page may be its navigation.
    pages = sorted(page for page in tree.rglob("*.html") if "</h1>" in text_of(page) and page.name != "index.html")
    for page in pages[:EDITED]:
        edited = text_of(page).replace("</h1>", f"</h1>{NOTE}<p><a href='larkspur.html'>New</a></p>", 1)
        page.write_text(edited, encoding="utf-8")
    pages[EDITED].unlink()
    (pages[0].parent / "larkspur.html").write_text(f"<title>Larkspur</title><h1>Larkspur</h1>{NOTE * 2}")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8", errors="replace")


def write_sitemap(tree: Path, url: str) -> None:
    entries = "".join(
        f"<url><loc>{url}{page.relative_to(tree).as_posix()}</loc>"
        f"<lastmod>{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(page.stat().st_mtime))}</lastmod></url>"
        for page in sorted(tree.rglob("*.html"))
    )
    (tree / "sitemap.xml").write_text(f"<urlset>{entries}</urlset>", encoding="utf-8")


@contextmanager
def served(tree: Path) -> Iterator[str]:
    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tree)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def show(console: Console, figures: dict[str, Any]) -> None:
    named = "with" if figures["sitemap"] else "without"
    table = Table(title=f"{figures['pages']} HTML files, {named} a sitemap")
    for heading in ("run", "seconds", *STATES, "total", "adds up", "reasons"):
        table.add_column(heading, justify="left" if heading in ("run", "reasons") else "right")
    for row in figures["runs"]:
        cells = (row["run"], row["seconds"], *(row[state] for state in STATES), row["total"], row["adds_up"])
        table.add_row(*map(str, cells), "\n".join(row["reasons"]))
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
