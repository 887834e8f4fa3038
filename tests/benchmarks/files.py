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

from host.acquire.kinds import file_kind  # noqa: E402
from host.acquire.workers import Workers  # noqa: E402
from host.errors import ConversionError  # noqa: E402
from tests.benchmarks import file_peers, file_sets  # noqa: E402

FOLDERS = ("pdf", "docx", "epub", "html", "text", "other")
COMPARED = (".pdf", ".docx")
ROUNDS = 3
_WORD = re.compile(r"\w+")
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_TABLE = re.compile(r"^\s*\|[ :|-]*-[ :|-]*\|\s*$", re.MULTILINE)


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
    compare: Annotated[bool, typer.Option(help="Read each PDF and Word file with the peers too.")] = True,
    small: Annotated[int, typer.Option(help="Small files of the timed run.")] = 1_000,
    large: Annotated[int, typer.Option(help="Large PDFs of the timed run.")] = 20,
    pages: Annotated[int, typer.Option(help="Pages of each large PDF.")] = 300,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    console = Console(stderr=json)
    workers = Workers()
    try:
        peers = file_peers.peers()
        figures: dict[str, Any] = {"files": [], "against": {}, "speed": {}}
        for path in (path for folder in FOLDERS for path in sorted((data / "files" / folder).glob("*"))):
            figures["files"].append(_one(workers, path, peers if compare else {}))
        figures["against"] = _against(figures["files"], list(peers))
        convert = _ours(workers)
        everyone = {"ambry": convert, **{name: peer for name, peer in peers.items() if name == "markitdown"}}
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


def safely(convert: file_peers.Convert, data: bytes, name: str) -> str:
    """Empty when it fails: a peer may raise whatever it likes."""
    try:
        return convert(data, name)
    except Exception:
        return ""


def _counts(markdown: str) -> dict[str, int]:
    return {
        "words": len(_words(markdown)),
        "headings": len(_HEADING.findall(markdown)),
        "tables": len(_TABLE.findall(markdown)),
    }


def _beside(ours: str, theirs: str) -> dict[str, Any]:
    """`kept`: the share of their words that ours has in the same order."""
    words = _words(theirs)
    kept = in_order(_words(ours), words) / len(words) if words else None
    return {**_counts(theirs), "kept": kept}


def in_order(some: list[str], others: list[str]) -> int:
    """Length of the longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    return int(LCSseq.similarity(some, others))


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
        words = _words(truth)
        figures[name]["words in order"] = round(
            in_order(_words(safely(everyone[name], data, "0.pdf")), words) / len(words), 4
        )
    return figures


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _show(console: Console, figures: dict[str, Any]) -> None:
    console.print(_table("Files", [{key: row[key] for key in list(row)[:5]} for row in figures["files"]]))
    named = [{"": name, **row} for name, row in figures["against"].items()]
    console.print(_table("Beside the peers, where both read the file", named))
    for title, rows in figures["speed"].items():
        console.print(_table(title, [{"": name, **row} for name, row in rows.items()]))


def _table(title: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(title=title)
    for heading in rows[0] if rows else ():
        table.add_column(heading)
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    return table


if __name__ == "__main__":
    typer.run(main)
