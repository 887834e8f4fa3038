"""How fast a site is crawled beside Scrapy, and in how much memory: `python tests/benchmarks/crawl.py DATA`.

The pages are generated and served by a process of its own; the data folder is only taken as the others take it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from json import dumps, loads
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from tests.benchmarks.wide import wide_console

ROOT = Path(__file__).resolve().parents[2]
LATENCY_MS = 20
ROUNDS = 3
CRAWLERS = ("ambry", "scrapy", "ambry and extraction")


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    pages: Annotated[int, typer.Option(help="Pages of the timed crawls.")] = 2_000,
    large: Annotated[int, typer.Option(help="Pages of the crawl whose memory is measured; 0 leaves it out.")] = 50_000,
    concurrency: Annotated[int, typer.Option(help="Requests at a time, for each crawler.")] = 16,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    console = wide_console(stderr=json)
    figures: dict[str, Any] = {"pages": pages, "latency_ms": LATENCY_MS, "concurrency": concurrency}
    with console.status("Crawling…"), served(pages) as url:
        names = [name for name in CRAWLERS if name != "scrapy" or find_spec("scrapy")]
        # In turn, so that whatever else the machine does meets all of them.
        runs = [{name: crawled(name, url, concurrency) for name in names} for _ in range(ROUNDS)]
        figures["crawls"] = {name: summary([run[name] for run in runs]) for name in names}
        if "scrapy" in names:
            figures["time_of_scrapy"] = round(
                median(run["ambry"]["seconds"] / run["scrapy"]["seconds"] for run in runs), 2
            )
    figures["memory"] = [figures["crawls"]["ambry"]]
    if large:
        with console.status(f"Crawling {large} pages…"), served(large) as url:
            figures["memory"].append(crawled("ambry", url, concurrency))
    if json:
        typer.echo(dumps(figures))
    else:
        show(console, figures)


@contextmanager
def served(pages: int) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.benchmarks.crawl_server", str(pages), str(LATENCY_MS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        try:
            assert server.stdout
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}/"
        finally:
            server.terminate()


def crawled(name: str, url: str, concurrency: int) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.benchmarks.crawlers", name, url, str(concurrency)]
    return loads(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout)


def summary(runs: list[dict[str, float]]) -> dict[str, float]:
    return {key: median(run[key] for run in runs) for key in runs[0]}


def show(console: Console, figures: dict[str, Any]) -> None:
    title = (
        f"{figures['pages']} pages, {LATENCY_MS} ms latency, {figures['concurrency']} at a time, medians of {ROUNDS}"
    )
    table = Table(title=title)
    for heading in ("crawler", "pages", "seconds", "pages/s", "peak MB"):
        table.add_column(heading, justify="left" if heading == "crawler" else "right")
    for name, run in figures["crawls"].items():
        table.add_row(name, *_cells(run))
    console.print(table)
    if "time_of_scrapy" in figures:
        console.print(
            f"ambry / scrapy, time: {figures['time_of_scrapy']} (median of the rounds' ratios; goal at most 1.2)"
        )
    memory = Table(title="memory (goal: at most 300 MB, flat)")
    for heading in ("pages", "seconds", "pages/s", "peak MB"):
        memory.add_column(heading, justify="right")
    for run in figures["memory"]:
        memory.add_row(*_cells(run))
    console.print(memory)


def _cells(run: dict[str, float]) -> list[str]:
    speed = run["pages"] / run["seconds"]
    return [f"{run['pages']:.0f}", f"{run['seconds']:.2f}", f"{speed:.0f}", f"{run['peak_mb']:.0f}"]


if __name__ == "__main__":
    typer.run(main)
