"""What becomes of files, how much of their text and how fast, beside the peers: run it with the data folder.

Every file of the data folder is converted as the engine does it, in a worker with its limits.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable
from json import dumps
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from host.acquire.formats.kinds import file_kind  # noqa: E402
from host.acquire.workers.pool import Workers  # noqa: E402
from host.errors import ConversionError  # noqa: E402
from tests.benchmarks import file_peers, file_sets, printed_scores  # noqa: E402
from tests.benchmarks.file_peers import safely  # noqa: E402
from tests.benchmarks.file_words import in_order, words  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

FOLDERS = ("pdf", "docx", "epub", "html", "text", "other")
COMPARED = (".pdf", ".docx")
ROUNDS = 3
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_TABLE = re.compile(r"^\s*\|[ :|-]*-[ :|-]*\|\s*$", re.MULTILINE)


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    compare: Annotated[bool, typer.Option(help="Read each PDF and Word file with the peers too.")] = True,
    small: Annotated[int, typer.Option(help="Small files of the timed run.")] = 1_000,
    large: Annotated[int, typer.Option(help="Large PDFs of the timed run.")] = 20,
    pages: Annotated[int, typer.Option(help="Pages of each large PDF.")] = 300,
    printed: Annotated[int, typer.Option(help="PDFs with known headings and tables, of nine kinds.")] = 9,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    console = wide_console(stderr=json)
    workers = Workers()
    try:
        peers = file_peers.peers()
        figures: dict[str, Any] = {"files": [], "against": {}, "speed": {}}
        for path in (path for folder in FOLDERS for path in sorted((data / "files" / folder).glob("*"))):
            figures["files"].append(_one(workers, path, peers if compare else {}))
        figures["against"] = _against(figures["files"], list(peers))
        everyone = {"ambry": _ours(workers), **{name: peer for name, peer in peers.items() if name != "pandoc"}}
        figures["printed"] = printed_scores.scores(everyone, printed)
        everyone.pop("pymupdf4llm", None)  # hours
        figures["speed"]["small files"] = _speed(everyone, list(file_sets.small_files(small)), ROUNDS)
        figures["speed"]["large PDFs"] = _large(everyone, large, pages)
    finally:
        workers.close()
    if json:
        typer.echo(dumps(figures))
    else:
        _show(console, figures)


def _ours(workers: Workers) -> file_peers.Convert:
    return lambda data, name: workers.convert(data, uri=f"file:///{name}", name=name).markdown


def _one(workers: Workers, path: Path, peers: dict[str, file_peers.Convert]) -> dict[str, Any]:
    """A file's kind and end, and for those that are compared the words in common with each peer, in order."""
    data, name = path.read_bytes(), path.name
    began = time.perf_counter()
    try:
        markdown, result = _ours(workers)(data, name), "text"
    except ConversionError as error:
        markdown, result = "", str(error.code)
    row: dict[str, Any] = {
        "file": f"{path.parent.name}/{name}",
        "kind": str(file_kind(data, name)),
        "result": result,
        "seconds": round(time.perf_counter() - began, 2),
        "characters": len(markdown),
    }
    if path.suffix in COMPARED and markdown:
        row["ambry"] = _counts(markdown)
        row["peers"] = {name: _beside(markdown, safely(peer, data, path.name)) for name, peer in peers.items()}
    return row


def _counts(markdown: str) -> dict[str, int]:
    return {
        "words": len(words(markdown)),
        "headings": len(_HEADING.findall(markdown)),
        "tables": len(_TABLE.findall(markdown)),
    }


def _beside(ours: str, theirs: str) -> dict[str, Any]:
    """`kept`: the share of their words that ours has in the same order."""
    said = words(theirs)
    kept = round(in_order(words(ours), said) / len(said), 3) if said else None
    return {**_counts(theirs), "kept": kept}


def _against(rows: Iterable[dict[str, Any]], names: list[str]) -> dict[str, Any]:
    """For each kind and peer, over the files that both read: words, headings and tables in all, and the median kept."""
    against: dict[str, Any] = {}
    for suffix in COMPARED:
        for name in names:
            pairs = [
                (row["ambry"], row["peers"][name])
                for row in rows
                if row["file"].endswith(suffix) and row.get("peers", {}).get(name, {}).get("words")
            ]
            if pairs:
                against[f"{suffix[1:]}, {name}"] = {
                    "files": len(pairs),
                    "words kept in order (median)": round(median(theirs["kept"] for _, theirs in pairs), 3),
                    **{
                        f"{part}, {who}": sum(pair[side][part] for pair in pairs)
                        for part in ("words", "headings", "tables")
                        for side, who in enumerate(("ambry", "peer"))
                    },
                }
    return against


def _speed(everyone: dict[str, file_peers.Convert], files: list[tuple[str, bytes]], rounds: int) -> dict[str, Any]:
    """In turn, so that whatever else the machine does meets all of them; the first file is not counted."""
    for convert in everyone.values():
        for name, data in files[:6]:
            safely(convert, data, name)
    size = sum(len(data) for _, data in files)
    times = [{name: _seconds(convert, files) for name, convert in everyone.items()} for _ in range(rounds)]
    figures: dict[str, Any] = {}
    for name in everyone:
        seconds = median(run[name] for run in times)
        figures[name] = {
            "seconds": round(seconds, 2),
            "files/s": round(len(files) / seconds, 1),
            "MB/s": round(size / seconds / 1e6, 2),
            "time of ambry": round(median(run["ambry"] / run[name] for run in times), 3),
        }
    return figures


def _seconds(convert: Callable[[bytes, str], str], files: list[tuple[str, bytes]]) -> float:
    began = time.perf_counter()
    for name, data in files:
        safely(convert, data, name)
    return time.perf_counter() - began


def _large(everyone: dict[str, file_peers.Convert], count: int, pages: int) -> dict[str, Any]:
    made = [file_sets.large_pdf(seed, pages) for seed in range(count)]
    figures = _speed(everyone, [(f"{seed}.pdf", data) for seed, (data, _) in enumerate(made)], 1) if made else {}
    for name in figures:
        data, truth = made[0]
        known = words(truth)
        kept = in_order(words(safely(everyone[name], data, "0.pdf")), known)
        figures[name]["words in order"] = round(kept / len(known), 4)
    return figures


def _show(console: Console, figures: dict[str, Any]) -> None:
    console.print(_table("Files", [{key: row[key] for key in list(row)[:5]} for row in figures["files"]]))
    beside = [_by_file(row) for row in figures["files"] if "peers" in row]
    console.print(_table("PDF and Word by file: words, headings, tables; of the peers' words, kept in order", beside))
    console.print(_table("Printed pages with known words, headings and tables", figures["printed"]))
    named = [{"": name, **row} for name, row in figures["against"].items()]
    console.print(_table("Beside the peers, where both read the file", named))
    for title, rows in figures["speed"].items():
        console.print(_table(title, [{"": name, **row} for name, row in rows.items()]))


def _by_file(row: dict[str, Any]) -> dict[str, Any]:
    everyone = {"ambry": row["ambry"], **{name: peer for name, peer in row["peers"].items() if peer["words"]}}
    cells = {name: " ".join(str(figure) for figure in figures.values()) for name, figures in everyone.items()}
    names = ("ambry", "markitdown", "pymupdf4llm", "pandoc")
    return {"file": row["file"], **{name: cells.get(name, "") for name in names}}


def _table(title: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(title=title)
    for heading in rows[0] if rows else ():
        table.add_column(heading)
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    return table


if __name__ == "__main__":
    typer.run(main)
