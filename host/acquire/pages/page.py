"""A web page as the parser sees it: the tree, what its addresses are relative to."""

from __future__ import annotations

from itertools import dropwhile
from typing import Any
from urllib.parse import urljoin

from lxml import etree, html

from host.acquire.pages.flatten import flattened

_WEB = ("http://", "https://")

_OF_HEAD = frozenset(
    ("title", "meta", "link", "style", "script", "base", "noscript", "template", "object", etree.Comment)
)


def parse_page(text: str) -> Any:
    """The root element; None when there is nothing to parse."""
    text = text.replace("\0", "")
    root, complete = _parsed(text)
    if not complete:
        root, _ = _parsed(flattened(text))
    if root is not None:
        _end_head(root)
    return root


def _parsed(text: str) -> tuple[Any, bool]:
    """The root, and whether all of the page is in it: the parser stops where tags nest too deep."""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None, True
    return root, not any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in parser.error_log)


def _end_head(root: Any) -> None:
    """The parser knows no HTML5: of a page without a body tag, `main` and what follows end up in the head."""
    head = root.find("head")
    content = [] if head is None else list(dropwhile(lambda child: child.tag in _OF_HEAD, head))
    if not content:
        return
    body = root.find("body")
    if body is None:
        body = root.makeelement("body")
        root.append(body)
    content[-1].tail = (content[-1].tail or "") + (body.text or "")
    body.text = None
    body[0:0] = content


def page_address(root: Any, url: str) -> str:
    """Where the page stands on the web: of a saved one, where it says that it came from."""
    if url.startswith(_WEB):
        return url
    stated = root.xpath("//link[@rel='canonical']/@href | //meta[@property='og:url']/@content")
    return next((address.strip() for address in stated if address.strip().startswith(_WEB)), url)


def page_base(root: Any, url: str) -> str:
    """What the page's links are relative to; empty when nothing on the web."""
    try:
        base = urljoin(url, root.xpath("string(//base/@href)").strip())
    except ValueError:
        base = url
    return base if base.startswith(_WEB) else ""
