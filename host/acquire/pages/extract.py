"""A web page to a Document: parsed once, its content found by what kind of page it is, written in one pass."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

from host.acquire.decode import decoded
from host.acquire.pages.about import page_about, page_language
from host.acquire.pages.content import ARTICLE, Content, find_content
from host.acquire.pages.declared import Declared
from host.acquire.pages.footnotes import mark_footnotes
from host.acquire.pages.headings import anchors, drop_heading_marks, fragments
from host.acquire.pages.kind import page_kind
from host.acquire.pages.loose_notes import mark_loose_notes
from host.acquire.pages.nodes import Node, measure, read_tree
from host.acquire.pages.page import page_address, page_base, parse_page
from host.acquire.pages.title import page_title
from host.acquire.pages.writer import to_markdown
from host.core.documents import Document
from host.errors import ConversionError, ErrorCode


def extract_page(data: bytes | str, url: str, media_type: str = "text/html") -> Document:
    """The text of a page as Markdown. Raises ConversionError when there is none."""
    root = parse_page(data if isinstance(data, str) else decoded(data, media_type))
    if root is None:
        raise _no_text(url)
    address = page_address(root, url)
    declared = Declared(root, address)
    kind, surely = page_kind(declared, address)
    base = page_base(root, address)
    top = read_tree(root)
    about = page_about(declared, top, kind, address)
    drop_heading_marks(top)
    known = fragments(top)
    content = find_content(top, kind, surely_article=surely)
    mark_footnotes(content.node, top)
    mark_loose_notes(content.node)
    measure(content.node)
    _resolve_links(content.node, base)
    markdown, strategy = _written(root, top, content, surely)
    if not re.search(r"\w", markdown):
        raise _no_text(url)
    return Document(
        url,
        page_title(declared, address),
        markdown,
        "text/html",
        language=page_language(declared),
        strategy=f"{kind}: {strategy}",
        anchors=tuple(anchors(markdown, known)),
        page_type=kind,
        about=about,
    )


def _written(root: Any, top: Node, content: Content, surely_article: bool) -> tuple[str, str]:
    """The Markdown and how it was made: when our way missed an article or found nothing, others have a try."""
    if surely_article and content.strategy != ARTICLE:
        article = _by_trafilatura(root)
        if article:
            return article, "trafilatura, for no body of an article stood out"
    markdown = to_markdown(content.node)
    if re.search(r"\w", markdown):
        return markdown, content.strategy
    return "\n\n".join(" ".join(piece.split()) for piece in top.texts() if piece.strip()), "plain text"


def _by_trafilatura(root: Any) -> str:
    import trafilatura

    try:
        return (
            trafilatura.extract(
                root, output_format="markdown", include_formatting=True, include_links=True, include_comments=False
            )
            or ""
        )
    except RecursionError:
        # Lists nested hundreds of levels deep.
        return ""


def _resolve_links(node: Node, base: str) -> None:
    """Links that lead nowhere on the web become text."""
    for link in [each for each in node.walk() if each.tag == "a"]:
        href = link.get("href").strip()
        try:
            address = href if href.startswith(("http://", "https://", "mailto:")) else urljoin(base, href)
        except ValueError:
            address = ""
        link.attributes = {"href": address if href else ""}


def _no_text(url: str) -> ConversionError:
    message = f"{url} has no text of its own."
    return ConversionError(
        ErrorCode.NO_TEXT, message, "If it shows text in the browser, open it there and ask about the page in view."
    )
