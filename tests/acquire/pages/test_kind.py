"""What kind a page is: by what it says and how it is built."""

import pytest

from host.acquire.pages.declared import Declared
from host.acquire.pages.kind import PageKind, page_kind
from host.acquire.pages.page import parse_page

URL = "https://a.example/x"


def kind_of(html: str, url: str):
    root = parse_page(f"<html><body>{html}</body></html>")
    return page_kind(Declared(root, url), url)


def ld(data: str) -> str:
    return f'<script type="application/ld+json">{data}</script>'


CODE = "<h2>a</h2><h2>b</h2><pre><code>x</code></pre><pre class='highlight'>y</pre>"


@pytest.mark.parametrize(
    ("html", "url", "kind"),
    [
        ("<p>x</p>", URL, PageKind.OTHER),
        (ld('{"@graph": [{"@type": ["WebPage", "BlogPosting"]}, "x"]}'), URL, PageKind.ARTICLE),
        ('<meta property="og:type" content="article">', URL, PageKind.ARTICLE),
        (ld('[{"@type": "Product"}]'), URL, PageKind.PRODUCT),
        (ld('[{"@type": "Product"}, {"@type": "Product"}, {"@type": "Product"}]'), URL, PageKind.OTHER),
        ('<meta property="og:type" content="product.item">', URL, PageKind.PRODUCT),
        ('<div itemscope itemtype="https://schema.org/QAPage">', URL, PageKind.FORUM),
        ('<meta name="generator" content="Discourse 3.2">', URL, PageKind.FORUM),
        ("<p>x</p>", "https://forum.a.example/t/knots/42", PageKind.FORUM),
        ("<p>x</p>", "https://a.example/forums/knots.3/", PageKind.FORUM),
        ("<p>x</p>", "https://a.example/showthread.php?t=3", PageKind.FORUM),
        ('<meta name="generator" content="Docusaurus v3">' + ld('{"@type": "Article"}'), URL, PageKind.DOCUMENTATION),
        (ld('{"@type": "TechArticle"}'), URL, PageKind.DOCUMENTATION),
        (CODE, URL, PageKind.DOCUMENTATION),
        ("<p>x</p>", "https://docs.a.example/x", PageKind.DOCUMENTATION),
        ("<p>x</p>", "https://a.example/docs/x", PageKind.DOCUMENTATION),
        (ld("{broken"), URL, PageKind.OTHER),
        (ld("[" * 100_000), URL, PageKind.OTHER),
    ],
)
def test_the_kind_is_told_by_what_the_page_says_and_how_it_is_built(html, url, kind):
    assert kind_of(html, url) == (kind, False)


def test_only_what_calls_itself_news_is_an_article_beyond_doubt():
    news = ld('{"@type": "NewsArticle"}')
    assert kind_of(news, URL) == (PageKind.ARTICLE, True)
