"""Saved pages with their truth, from the data folder."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SavedPage:
    key: str
    url: str
    html: bytes
    truth: str
    kind: str

    @property
    def half(self) -> str:
        """A is for tuning, B for checking."""
        return "AB"[hashlib.sha256(self.key.encode()).digest()[-1] % 2]


def articles(data: Path) -> Iterator[SavedPage]:
    folder = data / "extract" / "article-extraction-benchmark"
    for key, page in sorted(json.loads((folder / "ground-truth.json").read_text()).items()):
        yield SavedPage(
            key,
            page["url"],
            gzip.decompress((folder / "html" / f"{key}.html.gz").read_bytes()),
            page["articleBody"],
            "article",
        )


def many_kinds(data: Path) -> Iterator[SavedPage]:
    folder = data / "extract" / "wcxb-dev" / "dev-sample"
    for path in sorted((folder / "ground-truth").glob("*.json")):
        page = json.loads(path.read_text())
        html = next((folder / "html").glob(f"{path.stem}.*"))
        stored = html.read_bytes()
        kind = page["_internal"]["page_type"]["primary"]
        yield SavedPage(
            path.stem,
            page["url"],
            gzip.decompress(stored) if html.suffix == ".gz" else stored,
            page["ground_truth"]["main_content"],
            kind,
        )


def markdown_fixtures(data: Path) -> Iterator[SavedPage]:
    folder = data / "extract" / "defuddle-fixtures"
    for html in sorted((folder / "fixtures").glob("*.html")):
        expected = folder / "expected" / f"{html.stem}.md"
        if expected.exists():
            # The expected files open with the page's metadata as a block of JSON.
            truth = expected.read_text().partition("\n```\n")[2]
            page = html.read_bytes()
            yield SavedPage(html.stem, _stated_url(page) or f"https://{html.stem}", page, truth, "fixture")


def _stated_url(page: bytes) -> str:
    """The address that a comment at the start of a fixture states."""
    stated = re.search(rb'<!-- *\{.*?"url": *"([^"]+)"', page[:2000])
    return stated[1].decode() if stated else ""
