"""A web page as a tree: parsed once, what nobody sees taken out, its title, language and kind read off."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from lxml import etree, html

_NOISE = "//script | //style | //template | //svg | //iframe | //object | //canvas | //comment()"
_HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3,}|font-size\s*:\s*0(?:px|em|;|$)",
    re.IGNORECASE,
)
_CONSENT = re.compile(r"cookie-?_?(?:consent|banner|bar|notice|law)|onetrust|gdpr|cc-window|consent-(?:banner|dialog)")
_REVEALED = re.compile(
    r"accordion|collaps|tabpanel|tab-|tabs|faq|answer|toggle|expand|details|panel|read-?more|spoiler"
)
"""Text that one click shows is content: sites fold away answers and tabs."""

_SURROUNDING = re.compile(
    r"(?:site|page|main|global|top|bottom|mobile|primary|secondary)?[-_]{0,2}"
    r"(?:header|footer|nav|navbar|navigation|menu|sidebar|breadcrumbs?|skip-?link|share|social)(?:[-_]{1,2}\w+)?"
)
_DOCUMENTATION_URL = re.compile(
    r"//(?:docs?|developers?|devdocs|manual|api)\.|\.readthedocs\.|/(?:docs?|documentation|manual|reference|api)(?:/|$)"
)
MOST_CHROME = 1_000
"""Characters: what is longer and makes up half of the page is its content, whatever its name."""

FEWEST_CONTENTS = 3
"""Links: two may be a remark."""

MOSTLY_LINKS = 0.6
"""Share of the text that is links; the rest are numbers, white space and a title such as `On this page`."""

_CONTENTS = "//*[self::ul or self::ol or self::aside or self::nav or self::div]"

_HEADING_LINKS = "//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6 or self::dt]//a[@href]"
_CHROME = (
    "//nav | //*[@role='navigation' or @role='banner' or @role='contentinfo' or @role='search' or @role='dialog']"
    " | //dialog"
    " | //*[(self::footer or self::aside) and not(ancestor::article or ancestor::main)]"
    " | //body/header | //button | //select | //form[not(.//h1 or .//h2 or .//main or .//article or count(.//p) > 3)]"
)
_DOCUMENTATION = re.compile(
    r"sphinx|mkdocs|docusaurus|vitepress|vuepress|gitbook|docsify|mdbook|starlight|antora|doxygen"
)
_FORUM = re.compile(r"discourse|phpbb|vbulletin|xenforo|vanilla|flarum|nodebb|invision")
_ARTICLE_TYPES = {"article", "newsarticle", "blogposting", "reportagenewsarticle", "report", "opinionnewsarticle"}
_FORUM_TYPES = {"discussionforumposting", "qapage", "question"}


class PageKind(StrEnum):
    ARTICLE = "article"
    DOCUMENTATION = "documentation"
    FORUM = "forum"
    PRODUCT = "product"
    OTHER = "other"


def parse_page(text: str, url: str) -> Any:
    """The root element, links absolute; None when there is nothing to parse."""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root = html.document_fromstring(text.replace("\0", "").encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None
    if url.startswith(("http://", "https://")):
        root.make_links_absolute(url, handle_failures="ignore")
    return root


def page_kind(root: Any, url: str) -> PageKind:
    """Cheap evidence in the order of its weight: what the page says of itself, then what it is built of."""
    generator = " ".join(root.xpath("//meta[@name='generator']/@content")).lower()
    types = set(_declared_types(root)) | {kind.lower() for kind in root.xpath("//meta[@property='og:type']/@content")}
    if _FORUM.search(generator) or types & _FORUM_TYPES:
        return PageKind.FORUM
    if _DOCUMENTATION.search(generator) or "techarticle" in types or _has_code(root) or _DOCUMENTATION_URL.search(url):
        return PageKind.DOCUMENTATION
    if any(kind.startswith("product") for kind in types):
        return PageKind.PRODUCT
    return PageKind.ARTICLE if types & _ARTICLE_TYPES else PageKind.OTHER


def page_title(root: Any) -> str:
    """The heading when the page has just one and its title agrees; else what it gives to others, else its title."""
    title = _words(root.xpath("string(//head/title)"))
    headings = [_words(heading.text_content()) for heading in root.xpath("//h1")]
    if len(headings) == 1 and headings[0] and headings[0].lower() in title.lower():
        return headings[0]
    return _words(root.xpath("string(//meta[@property='og:title']/@content)")) or title or next(iter(headings), "")


def page_language(root: Any) -> str:
    return str(root.get("lang") or root.xpath("string(//meta[@http-equiv='content-language']/@content)")).strip()


def drop_unseen(root: Any) -> None:
    """Take out scripts, hidden text, consent bars and the marks that link a heading to itself."""
    _drop(root.xpath(_NOISE))
    _drop_repeats_for_no_script(root)
    _drop(element for element in root.xpath("//*[@style or @hidden or @aria-hidden]") if _is_hidden(element))
    _drop(element for element in root.xpath("//*[@id or @class]") if _is_consent(element))
    _drop(link for link in root.xpath(_HEADING_LINKS) if _is_heading_mark(link))


def drop_chrome(root: Any) -> None:
    """Take out what surrounds the content of every page of a site: navigation, banners, footers, forms."""
    outside = root.xpath("//*[(@id or @class) and not(ancestor::main or ancestor::article)]")
    named = [element for element in outside if _is_surrounding(element)]
    most = max(len(root.text_content()) / 2, MOST_CHROME)
    _drop(element for element in [*root.xpath(_CHROME), *named] if len(element.text_content()) < most)
    _drop(element for element in root.xpath(_CONTENTS) if _is_contents(element))


def _drop(elements: Any) -> None:
    for element in list(elements):
        if element.getparent() is not None:
            element.drop_tree()


def _drop_repeats_for_no_script(root: Any) -> None:
    """What stands in for scripts repeats the page, except where it is all that there is without them."""
    fallbacks = root.xpath("//noscript")
    inside = sum(len(element.text_content().split()) for element in fallbacks)
    if inside * 2 < len(root.text_content().split()):
        _drop(fallbacks)


def _is_surrounding(element: Any) -> bool:
    names = f"{element.get('id', '')} {element.get('class', '')}".lower().split()
    named = any(_SURROUNDING.fullmatch(name) for name in names)
    return named and element.tag not in ("html", "body", "main") and not element.xpath(".//main | .//article | .//h1")


def _is_contents(element: Any) -> bool:
    """Whether it is a table of contents: little but links, each to a place on this very page."""
    links = element.xpath(".//a[@href]")
    pages = {link.get("href").partition("#")[0] for link in links}
    inside = all("#" in link.get("href") for link in links) and len(pages) == 1
    linked = sum(len(link.text_content().strip()) for link in links)
    return len(links) >= FEWEST_CONTENTS and inside and linked > MOSTLY_LINKS * len("".join(element.itertext()).strip())


def _is_hidden(element: Any) -> bool:
    """Some sites hide the whole page until their scripts have run: what holds the main part stays."""
    unseen = (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or _HIDING_STYLE.search(element.get("style", ""))
    )
    if not unseen or element.tag in ("html", "body", "main") or element.xpath(".//main | .//h1"):
        return False
    name = f"{element.get('id', '')} {element.get('class', '')} {element.get('role', '')}".lower()
    return not (_REVEALED.search(name) and element.tag in ("div", "dd", "section", "p", "ul", "ol", "li", "article"))


def _is_heading_mark(link: Any) -> bool:
    """A sign without words that links a heading to itself."""
    return not re.search(r"\w", link.text_content()) and not (
        link.get("id") or link.get("name") or link.xpath(".//img")
    )


def _is_consent(element: Any) -> bool:
    name = f"{element.get('id', '')} {element.get('class', '')}".lower()
    return bool(_CONSENT.search(name)) and element.tag not in ("html", "body") and not element.xpath(".//main")


def _has_code(root: Any) -> bool:
    blocks = root.xpath("//pre[.//code or ancestor-or-self::*[contains(@class, 'highlight')]]")
    return len(blocks) >= 2 and len(root.xpath("//h2 | //h3")) >= 2


def _declared_types(root: Any) -> Iterator[str]:
    for script in root.xpath("//script[@type='application/ld+json']/text()"):
        try:
            yield from _types_in(json.loads(script))
        except (ValueError, RecursionError):
            continue
    yield from (kind.rsplit("/", 1)[-1].lower() for kind in root.xpath("//@itemtype"))


def _types_in(data: Any) -> Iterator[str]:
    """Of the things a page is about: the top level, and what stands in its `@graph`."""
    for thing in data if isinstance(data, list) else [data]:
        if isinstance(thing, dict):
            kinds = thing.get("@type", "")
            yield from (str(kind).lower() for kind in (kinds if isinstance(kinds, list) else [kinds]))
            yield from _types_in(thing.get("@graph", []))


def _words(text: str) -> str:
    return " ".join(text.split())
