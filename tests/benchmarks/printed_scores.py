"""How much of known printed pages a converter keeps: words in order, headings, rows of tables."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from statistics import mean
from typing import Any

from tests.benchmarks.file_peers import Convert, safely
from tests.benchmarks.file_words import in_order, words
from tests.benchmarks.printed_pages import Printed, printed_files

_HEADING = re.compile(r"^#{1,6} +(.*)$", re.MULTILINE)
_ROW = re.compile(r"^ *\|(.*)\| *$", re.MULTILINE)


def scores(everyone: dict[str, Convert], count: int) -> list[dict[str, Any]]:
    """A row for each kind of page and converter, over `count` files."""
    files = list(printed_files(count))
    for convert in everyone.values() if files else ():
        safely(convert, files[0].data, "printed.pdf")  # what is loaded once is not counted
    rows = []
    for kind in dict.fromkeys(file.kind for file in files):
        same = [file for file in files if file.kind == kind]
        rows += [{"pages": kind, "": name, **_score(convert, same)} for name, convert in everyone.items()]
    return rows


def _score(convert: Convert, files: Sequence[Printed]) -> dict[str, Any]:
    began = time.perf_counter()
    read = [safely(convert, file.data, "printed.pdf") for file in files]
    seconds = time.perf_counter() - began
    parts = [_parts(markdown, file) for markdown, file in zip(read, files, strict=True)]
    return {**{name: round(mean(part[name] for part in parts), 3) for name in parts[0]}, "seconds": round(seconds, 2)}


def _parts(markdown: str, file: Printed) -> dict[str, float]:
    known = words(" ".join(file.words))
    headings = [_plain(text) for text in _HEADING.findall(markdown)]
    meant = [_plain(text) for text in file.headings]
    rows = {tuple(filter(None, map(_plain, row.split("|")))) for row in _ROW.findall(markdown)}
    return {
        "words in order": in_order(words(markdown), known) / len(known),
        "headings found": mean(heading in headings for heading in meant),
        "headings right": mean(heading in meant for heading in headings) if headings else 0.0,
        "table rows": mean(tuple(map(_plain, row)) in rows for row in file.rows),
    }


def _plain(text: str) -> str:
    return " ".join(words(text))
