"""What people said that pages are called, who wrote them and when; and how well an extractor reads it off the page."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from host.acquire.pages.extract import extract_page
from host.errors import ConversionError
from tests.benchmarks import extractors, page_sets

FIELDS = ("title", "authors", "date")


@dataclass(frozen=True, slots=True)
class Stated:
    """Empty where nobody knows; the date is ISO."""

    title: str = ""
    authors: str = ""
    date: str = ""


Reader = Callable[[bytes, str], Stated]


def ours(html: bytes, url: str) -> Stated:
    document = extract_page(html, url)
    return Stated(document.title, ", ".join(document.about.authors), document.about.date)


def trafilatura(html: bytes, url: str) -> Stated:
    from trafilatura import extract_metadata

    found = extract_metadata(html, default_url=url)
    return Stated(found.title or "", found.author or "", found.date or "") if found else Stated()


def newspaper(html: bytes, url: str) -> Stated:
    from newspaper import article

    found = article(url, input_html=html.decode("utf-8", "replace"), fetch_images=False)
    day = found.publish_date.date().isoformat() if found.publish_date else ""
    return Stated(found.title or "", ", ".join(found.authors), day)


READERS: dict[str, Reader] = {"ambry": ours, "trafilatura": trafilatura, "newspaper4k": newspaper}


def score_stated(data: Path, read: Reader) -> dict[str, float]:
    """F1 of the words of titles and authors, share of the right dates, over the pages where they are known.

    `unasked` counts authors and dates of pages where people saw none: some are right, most are those of other things.
    """
    scores: dict[str, list[float]] = defaultdict(list)
    unasked = 0
    for page, stated in _pages(data):
        found = _quietly(read, page)
        for field in FIELDS:
            true, said = getattr(stated, field), getattr(found, field)
            if true:
                scores[field].append(float(true == said) if field == "date" else _overlap(true, said))
            unasked += bool(said and not true and field != "title")
    return {field: fmean(scores[field]) for field in FIELDS} | {"unasked": float(unasked)}


def _quietly(read: Reader, page: page_sets.SavedPage) -> Stated:
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings(), contextlib.suppress(ConversionError, *extractors.FAILURES):
        warnings.simplefilter("ignore")
        return read(page.html, page.url)
    return Stated()


def _pages(data: Path) -> Iterator[tuple[page_sets.SavedPage, Stated]]:
    folder = data / "extract" / "wcxb-dev" / "dev-sample" / "ground-truth"
    for page in page_sets.many_kinds(data):
        truth = json.loads((folder / f"{page.key}.json").read_text())["ground_truth"]
        yield page, Stated(truth["title"] or "", truth["author"] or "", truth["publish_date"] or "")
    folder = data / "extract" / "defuddle-fixtures" / "expected"
    for page in page_sets.markdown_fixtures(data):
        said = json.loads((folder / f"{page.key}.md").read_text().partition("\n```\n")[0].removeprefix("```json\n"))
        day = re.match(r"\d{4}-\d\d-\d\d", said["published"])
        yield page, Stated(said["title"], said["author"], day[0] if day else "")


def _overlap(true: str, said: str) -> float:
    one, other = (set(re.findall(r"\w+", text.lower())) - {"and"} for text in (true, said))
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0
