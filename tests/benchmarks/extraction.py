"""How well and how fast pages become Markdown, beside the peers: `python tests/benchmarks/extraction.py DATA`."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from json import dumps
from pathlib import Path
from statistics import fmean, median
from typing import Annotated, Any

import typer
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks import extractors, page_sets, stated_by_people  # noqa: E402
from tests.benchmarks.fidelity import PARTS, structure  # noqa: E402
from tests.benchmarks.wide import wide_console  # noqa: E402

SHINGLE = 4
TIMED_PAGES = 60
ROUNDS = 3
_WORD = re.compile(r"\w+")


def main(
    data: Annotated[Path, typer.Argument()] = ROOT.parent / "shared" / "data",
    json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Print the tables, or one JSON object with the same figures."""
    console = wide_console(stderr=json)
    text = {name: extractors.safely(each) for name, each in extractors.available(extractors.TEXT).items()}
    markdown = {name: extractors.safely(each) for name, each in extractors.available(extractors.MARKDOWN).items()}
    readers = {name: read for name, read in stated_by_people.READERS.items() if name in text}
    figures = {
        "articles": {name: score_articles(data, extract) for name, extract in text.items()},
        "kinds": {name: score_kinds(data, extract) for name, extract in text.items()},
        "metadata": {name: stated_by_people.score_stated(data, read) for name, read in readers.items()},
        "fidelity": {name: score_fidelity(data, extract) for name, extract in markdown.items()},
        "throughput": measure_throughput(data, markdown),
    }
    if json:
        typer.echo(dumps(figures))
        return
    for title, rows in figures.items():
        console.print(_table(title, rows))


def score_articles(data: Path, extract: extractors.Extractor) -> dict[str, float]:
    """Multiset of 4-word shingles: precision and recall of each page, each averaged over the pages, F1 of the two."""
    scores = [
        (page.half, *_precision_recall(_shingles(page.truth), _shingles(extract(page.html, page.url))))
        for page in page_sets.articles(data)
    ]
    figures: dict[str, float] = {}
    for name, halves in (("", "AB"), (" (half A)", "A"), (" (half B)", "B")):
        precision = fmean(score[1] for score in scores if score[0] in halves)
        recall = fmean(score[2] for score in scores if score[0] in halves)
        figures |= {f"F1{name}": _f1(precision, recall)}
        if not name:
            figures |= {"precision": precision, "recall": recall}
    return figures


def score_kinds(data: Path, extract: extractors.Extractor) -> dict[str, float]:
    """Multiset of words in lower case: F1 of each page, averaged by kind of page and over all."""
    scores = defaultdict(list)
    for page in page_sets.many_kinds(data):
        score = _f1(*_precision_recall(_words(page.truth), _words(extract(page.html, page.url))))
        for group in (page.kind, "all", f"all (half {page.half})"):
            scores[group].append(score)
    return {group: fmean(scores[group]) for group in sorted(scores, key=lambda group: (group.startswith("all"), group))}


def score_fidelity(data: Path, extract: extractors.Extractor) -> dict[str, float]:
    """F1 of what is kept of each part of the structure, over all pages, and the mean of the parts."""
    kept: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for page in page_sets.markdown_fixtures(data):
        true, found = structure(page.truth), structure(extract(page.html, page.url))
        for part in PARTS:
            counts = (sum((true[part] & found[part]).values()), sum(true[part].values()), sum(found[part].values()))
            for group in (part, f"{part} {page.half}"):
                kept[group] = [total + count for total, count in zip(kept[group], counts, strict=True)]
    scores = {group: _f1(both / max(found, 1), both / max(true, 1)) for group, (both, true, found) in kept.items()}
    figures = {part: scores[part] for part in PARTS} | {"mean": fmean(scores[part] for part in PARTS)}
    return figures | {f"mean (half {half})": fmean(scores[f"{part} {half}"] for part in PARTS) for half in "AB"}


def measure_throughput(data: Path, markdown: dict[str, extractors.Extractor]) -> dict[str, dict[str, float]]:
    """Pages a second, the same pages for all, turn about; medians of the rounds and of their ratios to trafilatura."""
    pages = [*page_sets.articles(data), *page_sets.many_kinds(data)]
    chosen = pages[:: max(len(pages) // TIMED_PAGES, 1)]
    rates: dict[str, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        spent: dict[str, float] = defaultdict(float)
        for page in chosen:
            for name, extract in markdown.items():
                start = time.perf_counter()
                extract(page.html, page.url)
                spent[name] += time.perf_counter() - start
        for name, seconds in spent.items():
            rates[name].append(len(chosen) / seconds)
    peer = rates[extractors.TRAFILATURA]
    return {
        name: {
            "pages/s": median(each),
            "times trafilatura": median(rate / other for rate, other in zip(each, peer, strict=True)),
        }
        for name, each in rates.items()
    }


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    count = max(len(words) - SHINGLE + 1, min(len(words), 1))
    return Counter(tuple(words[start : start + SHINGLE]) for start in range(count))


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower()))


def _precision_recall(true: Counter[Any], found: Counter[Any]) -> tuple[float, float]:
    both = (true & found).total()
    precision = both / found.total() if found else float(not true)
    return precision, both / true.total() if true else 1.0


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _table(title: str, rows: dict[str, dict[str, float]]) -> Table:
    table = Table(title=title)
    table.add_column("")
    columns: Iterable[str] = next(iter(rows.values()))
    for column in columns:
        table.add_column(column, justify="right")
    for name, figures in rows.items():
        table.add_row(name, *(f"{figure:.3f}" if figure < 10 else f"{figure:.1f}" for figure in figures.values()))
    return table


if __name__ == "__main__":
    typer.run(main)
