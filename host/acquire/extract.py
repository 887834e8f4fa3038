"""A web page to a Document: the kind of page decides how, and simple evidence checks the choice.

Articles go through trafilatura, which is best at leaving out what surrounds them. Documentation and other structured
pages keep their main element as it is, since there trafilatura loses code, tables and whole sections.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import html

from host.acquire.decode import decoded
from host.acquire.page import PageKind, drop_chrome, drop_unseen, page_kind, page_language, page_title, parse_page
from host.acquire.to_markdown import html_to_markdown
from host.core.types import Anchor, Document
from host.errors import ConversionError, ErrorCode

ENOUGH = 0.3
"""Share of a page's text (navigation aside) below which trafilatura has missed the point of a listing."""

ENOUGH_OF_KNOWN_KIND = 0.1
"""The same where the page says what it is: an article among many comments and teasers may be a small part of it."""

_MAIN = ("//main | //*[@role='main']", "//article", "//*[@itemprop='articleBody']", "//*[@id='content']")
_HEADING_LINE = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class _Choice:
    markdown: str
    strategy: str


def extract_page(data: bytes | str, url: str, media_type: str = "text/html") -> Document:
    """The text of a page as Markdown. Raises ConversionError when there is none."""
    root = parse_page(data if isinstance(data, str) else decoded(data, media_type), url)
    if root is None:
        raise _no_text(url)
    kind, title, language = page_kind(root, url), page_title(root), page_language(root)
    drop_unseen(root)
    fragments = list(_fragments(root))
    choice = _choose(root, kind)
    if not re.search(r"\w", choice.markdown):
        raise _no_text(url)
    anchors = tuple(_anchors(choice.markdown, fragments))
    strategy = f"{kind}: {choice.strategy}"
    return Document(url, title or url, choice.markdown, "text/html", "", language, strategy, anchors)


def _choose(root: Any, kind: PageKind) -> _Choice:
    article = "" if kind is PageKind.DOCUMENTATION else _article(root, comments=kind is PageKind.FORUM)
    drop_chrome(root)
    main = _main(root)
    if kind is PageKind.DOCUMENTATION or not re.search(r"\w", _text(main)):
        return _structured(main)
    enough = ENOUGH if kind is PageKind.OTHER else ENOUGH_OF_KNOWN_KIND
    if len(_LINK.sub(r"\1", article)) < enough * len(_text(main)):
        return _structured(main)
    if len(_FENCE.findall(article)) // 2 < len(main.xpath(".//pre[.//code]")):
        return _structured(main)
    return _Choice(article, "trafilatura")


def _article(root: Any, *, comments: bool) -> str:
    import trafilatura

    try:
        markdown = trafilatura.extract(
            copy.deepcopy(root),
            output_format="markdown",
            include_formatting=True,
            include_links=True,
            include_tables=True,
            include_comments=comments,
        )
    except RecursionError:
        # Lists nested hundreds of levels deep: plain text is still to be had.
        return ""
    return markdown or ""


def _structured(main: Any) -> _Choice:
    try:
        return _Choice(html_to_markdown(html.tostring(main, encoding="unicode", with_tail=False)), "main element")
    except RecursionError:
        return _Choice(_text(main), "plain text")


def _main(root: Any) -> Any:
    """The element that holds the content: the first of the usual ones with a fair share of the text, else the body."""
    body = root.find("body")
    whole = root if body is None else body
    for query in _MAIN:
        found = max(root.xpath(query), key=lambda element: len(_text(element)), default=None)
        if found is not None and len(_text(found)) > ENOUGH * len(_text(whole)):
            return found
    return whole


def _text(element: Any) -> str:
    return "\n".join(" ".join(piece.split()) for piece in element.itertext() if piece.strip())


def _fragments(root: Any) -> Iterator[tuple[str, str]]:
    """(text, id) of each heading that a link can open: by its own id, one inside it, or that of its section."""
    for heading in root.xpath("//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6]"):
        inner = heading.xpath("string(.//@id | .//a/@name)")
        section = heading.getparent() if heading.getprevious() is None else None
        around = section.get("id", "") if section is not None and section.tag in ("section", "div") else ""
        if identifier := heading.get("id") or inner or around:
            yield _plain(heading.text_content()), identifier


def _anchors(markdown: str, fragments: list[tuple[str, str]]) -> Iterator[Anchor]:
    """Headings of the Markdown in order, each with the next fragment of the same text."""
    position = 0
    for line in _HEADING_LINE.finditer(markdown):
        text = _plain(_LINK.sub(r"\1", line[1]))
        for index in range(position, len(fragments)):
            if fragments[index][0] == text:
                yield Anchor(line.start(), "fragment", fragments[index][1])
                position = index + 1
                break


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().lower()


def _no_text(url: str) -> ConversionError:
    message = f"{url} has no text of its own."
    return ConversionError(
        ErrorCode.NO_TEXT, message, "If it shows text in the browser, open it there and ask about the page in view."
    )
