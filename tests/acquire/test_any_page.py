"""Whatever is handed over as a page becomes a document or a reason, and soon."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.acquire.pages.extract import extract_page
from host.core.documents import Document
from host.errors import ConversionError

URLS = ("https://a.example/x", "https://docs.a.example/", "https://forum.a.example/t/x/1", "saved.html", "")
TAGS = [
    "html", "head", "body", "frameset", "noframes", "title", "meta", "link", "base", "script", "style", "template",
    "noscript", "main", "article", "section", "aside", "header", "footer", "nav", "h1", "h2", "p", "div", "span", "a",
    "b", "i", "sup", "code", "pre", "table", "thead", "tr", "td", "th", "caption", "ul", "ol", "li", "dl", "dt", "dd",
    "blockquote", "details", "summary", "figure", "figcaption", "img", "picture", "source", "video", "form", "input",
    "button", "math", "mfrac", "msup", "mtable", "mtr", "mtd", "mmultiscripts", "mprescripts", "annotation", "svg",
    "time", "my-element", "br", "hr",
]  # fmt: skip
ATTRIBUTES = [
    "", " class='katex'", " class='footnote'", " class='highlight'", " class='byline'", " class='breadcrumb'",
    " id='fn1'", " href='#fn1'", " href='http://[x'", " colspan='9'", " rowspan='3'", " hidden", " lang='de'",
    " style='display:none'", " itemprop='author'", " itemprop='articleBody'", " datetime='2024-05-06'",
    " property='og:title' content='x'", " type='application/ld+json'", " shadowrootmode='open'", " charset='utf-16'",
]  # fmt: skip
TEXTS = [
    "words of a sentence that is long enough to count as prose in nearly any page that anybody has written so far, ",
    '{"@type": ["Article", 7], "author": [{"name": null}, [[]]], "datePublished": {}, "@graph": "x"}',
    "1", "May 6, 2024", "By Ann Lee", "&amp;&nbsp;&#0;&bogus;", "<!--", "]]>", "`*_[^1]$x$|", "日本語", "\x00",
    "\ud800", " \n\t",
]  # fmt: skip

opening = st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES))
closing = st.builds("</{}>".format, st.sampled_from(TAGS))
soup = st.lists(opening | closing | st.sampled_from(TEXTS), max_size=60).map("".join)


def outcome(page: bytes | str, url: str) -> Document | ConversionError:
    try:
        return extract_page(page, url)
    except ConversionError as error:
        return error


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(soup, st.sampled_from(URLS))
def test_any_soup_of_tags_is_a_document_or_has_no_text(page, url):
    found = outcome(page, url)
    assert found.markdown.strip() if isinstance(found, Document) else found.next_step


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(URLS))
def test_any_bytes_are_a_document_or_have_no_text(page, url):
    assert outcome(page, url)


@pytest.mark.parametrize("url", URLS[:3])
@pytest.mark.parametrize(
    "tag", ["div", "ul><li", "table><tr><td", "b", "blockquote", "a href='/x'", "sup", "dl><dd", "details"]
)
def test_a_page_that_nests_without_end_is_read(tag, url):
    closing = "".join(f"</{part.split()[0]}>" for part in reversed(tag.split("><")))
    page = f"<main>{f'<{tag}>' * 3000}<p>deep down</p>{closing * 3000}</main>"
    assert "deep down" in extract_page(page, url).markdown


@pytest.mark.parametrize(
    "part",
    [
        "<p><a href='/x'>words</a> and words</p>",
        "<tr><td>words</td><td>words</td></tr>",
        "<b>words</b> ",
        "words ",
        "<p>words<sup><a href='#n7'>7</a></sup></p>",
        "<li>words",
        "<h2>words</h2>",
        "<br>words",
        "<div class='comment'>words</div>",
    ],
)
def test_a_large_page_of_one_kind_of_thing_is_read(part):
    assert "words" in extract_page(f"<main>{part * (300_000 // len(part))}</main>", URLS[0]).markdown
