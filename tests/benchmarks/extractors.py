"""Ours and the peers, each a function from the bytes of a page to its text or its Markdown."""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from host.acquire.pages.extract import extract_page
from host.core.markdown import plain
from host.errors import ConversionError

Extractor = Callable[[bytes, str], str]

OURS = "ambry"
TRAFILATURA = "trafilatura"


def our_markdown(html: bytes, url: str) -> str:
    try:
        return extract_page(html, url).markdown
    except ConversionError:
        return ""


def our_text(html: bytes, url: str) -> str:
    return plain(our_markdown(html, url))


def trafilatura_text(html: bytes, url: str) -> str:
    import trafilatura

    return trafilatura.extract(html, url=url) or ""


def trafilatura_markdown(html: bytes, url: str) -> str:
    import trafilatura

    return (
        trafilatura.extract(html, url=url, output_format="markdown", include_links=True, include_formatting=True) or ""
    )


def markdownify_markdown(html: bytes, url: str) -> str:
    from bs4 import BeautifulSoup
    from markdownify import ATX, MarkdownConverter

    soup = BeautifulSoup(html, "lxml")
    for element in soup(["script", "style", "noscript", "template"]):
        element.decompose()
    return MarkdownConverter(heading_style=ATX, bullets="-").convert_soup(soup)


def readability_text(html: bytes, url: str) -> str:
    return plain(readability_markdown(html, url))


def readability_markdown(html: bytes, url: str) -> str:
    from readability import Document

    return markdownify_markdown(Document(html.decode("utf-8", "replace"), url=url).summary().encode(), url)


def resiliparse_text(html: bytes, url: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return extract_plain_text(html.decode("utf-8", "replace"), main_content=True)


@cache
def _find_nltk_data() -> None:
    """newspaper4k splits words by NLTK where that is installed. Another peer's package carries the data for it."""
    carrier = find_spec("llama_index.core") if find_spec("llama_index") and find_spec("nltk") else None
    if carrier and carrier.origin:
        import nltk

        nltk.data.path.append(str(Path(carrier.origin).parent / "_static" / "nltk_cache"))


def newspaper_text(html: bytes, url: str) -> str:
    from newspaper import article

    _find_nltk_data()
    # Its pictures would be fetched: a saved page is measured without the network.
    return article(url, input_html=html.decode("utf-8", "replace"), fetch_images=False).text or ""


TEXT: dict[str, Extractor] = {
    OURS: our_text,
    TRAFILATURA: trafilatura_text,
    "trafilatura Markdown": lambda html, url: plain(trafilatura_markdown(html, url)),
    "markdownify": lambda html, url: plain(markdownify_markdown(html, url)),
    "readability-lxml": readability_text,
    "resiliparse": resiliparse_text,
    "newspaper4k": newspaper_text,
}
MARKDOWN: dict[str, Extractor] = {
    OURS: our_markdown,
    TRAFILATURA: trafilatura_markdown,
    "markdownify": markdownify_markdown,
    "readability-lxml + markdownify": readability_markdown,
}


def available(extractors: dict[str, Extractor]) -> dict[str, Extractor]:
    """Those whose package is installed."""
    found = {}
    for name, extract in extractors.items():
        with contextlib.suppress(ImportError):
            extract(b"<html><body><p>One short paragraph of text.</p></body></html>", "https://a.example/")
            found[name] = extract
    return found


def safely(extract: Extractor) -> Extractor:
    """What an extractor cannot read, or only with a package that is not there, it has no text of."""
    return lambda html, url: _quietly(extract, html, url)


FAILURES = (ValueError, TypeError, AttributeError, RecursionError, KeyError, IndexError, ImportError)


def _quietly(extract: Extractor, html: bytes, url: str) -> str:
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings(), contextlib.suppress(*FAILURES):
        warnings.simplefilter("ignore")
        return extract(html, url)
    return ""
