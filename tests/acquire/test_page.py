"""A page as a tree: what is seen of it, what surrounds the content, what kind it is."""

import pytest

from host.acquire.page import PageKind, drop_chrome, drop_unseen, page_kind, page_language, page_title, parse_page

URL = "https://a.example/x"


def text_of(root) -> str:
    return " ".join(root.text_content().split())


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>gone</script>",
        "<style>gone</style>",
        "<noscript>gone</noscript>",
        "<template><p>gone</p></template>",
        "<!-- gone -->",
        '<p style="display: none">gone</p>',
        '<p style="visibility:hidden">gone</p>',
        '<p style="position:absolute; left:-9999px">gone</p>',
        '<p style="font-size:0">gone</p>',
        "<p hidden>gone</p>",
        '<span aria-hidden="true">gone</span>',
        '<div id="onetrust-banner-sdk"><p>gone</p></div>',
        '<div class="cookie-consent is-open">gone</div>',
    ],
)
def test_what_nobody_sees_is_dropped(hidden):
    root = parse_page(f"<body><p>The words that stay</p>{hidden}</body>", URL)
    drop_unseen(root)
    assert text_of(root) == "The words that stay"


@pytest.mark.parametrize(
    "shown",
    [
        '<div class="faq__answer" style="display:none">kept</div>',
        '<div role="tabpanel" aria-hidden="true">kept</div>',
        '<div style="font-size:0.8em">kept</div>',
        '<div style="display:none"><main>kept</main></div>',
        '<div class="cookie-notice-page"><main>kept</main></div>',
    ],
)
def test_what_a_click_or_a_script_reveals_is_kept(shown):
    root = parse_page(f"<body>{shown}</body>", URL)
    drop_unseen(root)
    assert text_of(root) == "kept"


def test_a_page_hidden_until_its_scripts_run_is_kept():
    root = parse_page('<html><body style="visibility:hidden" class="gdpr"><p>kept</p></body></html>', URL)
    drop_unseen(root)
    assert text_of(root) == "kept"


def test_text_that_only_stands_in_for_scripts_is_kept_where_it_is_all():
    root = parse_page("<body><p>Loading</p><noscript><p>The whole thread of the forum</p></noscript></body>", URL)
    drop_unseen(root)
    assert "The whole thread" in text_of(root)


@pytest.mark.parametrize("sign", ["¶", "#", "\uf0c1", ""])
def test_signs_that_link_a_heading_to_itself_are_dropped(sign):
    root = parse_page(
        f'<h2>Setup<a href="#setup">{sign}</a></h2><h3><a href="#x" id="x"></a><a href="/y">Y</a></h3>', URL
    )
    drop_unseen(root)
    assert text_of(root) == "SetupY"
    assert root.xpath("count(//a)") == 2


@pytest.mark.parametrize(
    "chrome",
    [
        "<nav>gone</nav>",
        '<div role="navigation">gone</div>',
        "<header>gone</header>",
        "<footer>gone</footer>",
        "<aside>gone</aside>",
        "<form><input>gone</form>",
        '<div class="site-footer">gone</div>',
        '<ul id="mobile-menu">gone</ul>',
        '<div class="sidebar">gone</div>',
        "<button>gone</button>",
    ],
)
def test_what_surrounds_the_content_is_dropped(chrome):
    root = parse_page(f"<body><main>kept<aside>, note</aside></main>{chrome}</body>", URL)
    drop_chrome(root)
    assert text_of(root) == "kept, note"


@pytest.mark.parametrize(
    "content",
    [
        '<form><h1>kept</h1></form>',
        '<div class="menu"><article>kept</article></div>',
        '<article><div class="header">kept</div></article>',
        '<div class="headerless">kept</div>',
    ],
)  # fmt: skip
def test_content_in_an_unlucky_wrapper_is_kept(content):
    root = parse_page(f"<body>{content}</body>", URL)
    drop_chrome(root)
    assert text_of(root) == "kept"


LINKS = "".join(f'<li><a href="#part-{n}">Part number {n}</a></li>' for n in range(3))


@pytest.mark.parametrize(
    ("part", "stays"),
    [
        (f"<ul>{LINKS}</ul>", False),
        (f"<aside><p>On this page</p><ol>{LINKS}</ol></aside>", False),
        # Two may be a remark, other pages may be the content, and notes are text with a link back.
        ('<ul><li><a href="#a">Part number 1</a></li><li><a href="#b">Part number 2</a></li></ul>', True),
        (f"<ul>{LINKS}<li><a href='/other'>Part elsewhere</a></li></ul>", True),
        ("<ol>" + "".join(f'<li>Part of the notes <a href="#r{n}">back</a></li>' for n in range(3)) + "</ol>", True),
    ],
)
def test_a_table_of_contents_is_dropped(part, stays):
    root = parse_page(f"<body><main><h1>Title</h1><p>Text.</p>{part}</main></body>", URL)
    drop_chrome(root)
    assert ("Part" in text_of(root)) is stays


def test_a_wrapper_that_holds_most_of_a_page_is_its_content():
    root = parse_page(f"<body><div class='sidebar'><p>{'word ' * 500}</p></div><p>rest</p></body>", URL)
    drop_chrome(root)
    assert len(text_of(root).split()) == 501


def ld(data: str) -> str:
    return f'<script type="application/ld+json">{data}</script>'


CODE = "<h2>a</h2><h2>b</h2><pre><code>x</code></pre><pre class='highlight'>y</pre>"


@pytest.mark.parametrize(
    ("html", "url", "kind"),
    [
        ("<p>x</p>", URL, PageKind.OTHER),
        (ld('{"@type": "NewsArticle"}'), URL, PageKind.ARTICLE),
        (ld('{"@graph": [{"@type": ["WebPage", "BlogPosting"]}, "x"]}'), URL, PageKind.ARTICLE),
        ('<meta property="og:type" content="article">', URL, PageKind.ARTICLE),
        (ld('[{"@type": "Product"}]'), URL, PageKind.PRODUCT),
        ('<meta property="og:type" content="product.item">', URL, PageKind.PRODUCT),
        ('<div itemscope itemtype="https://schema.org/QAPage">', URL, PageKind.FORUM),
        ('<meta name="generator" content="Discourse 3.2">', URL, PageKind.FORUM),
        ('<meta name="generator" content="Docusaurus v3">' + ld('{"@type": "Article"}'), URL, PageKind.DOCUMENTATION),
        (ld('{"@type": "TechArticle"}'), URL, PageKind.DOCUMENTATION),
        (CODE, URL, PageKind.DOCUMENTATION),
        ("<p>x</p>", "https://docs.a.example/x", PageKind.DOCUMENTATION),
        ("<p>x</p>", "https://a.example/docs/x", PageKind.DOCUMENTATION),
        (ld("{broken"), URL, PageKind.OTHER),
    ],
)
def test_the_kind_is_told_by_what_the_page_says_and_how_it_is_built(html, url, kind):
    assert page_kind(parse_page(f"<html><body>{html}</body></html>", url), url) is kind


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Setup - Docs</title><h1>Setup</h1>", "Setup"),
        ("<title>Setup - Docs</title><h1>Welcome</h1>", "Setup - Docs"),
        ("<title> A \n b </title><h1>A</h1><h1>B</h1>", "A b"),
        ('<title>T</title><meta property="og:title" content="Better">', "Better"),
        ("<h1>Only</h1><h1>Two</h1>", "Only"),
        ("<p>x</p>", ""),
    ],
)
def test_the_title_is_the_one_a_reader_would_give(html, title):
    assert page_title(parse_page(html, URL)) == title


def test_the_language_is_read():
    assert page_language(parse_page('<html lang="de-AT"><p>x</p></html>', URL)) == "de-AT"
    assert page_language(parse_page('<meta http-equiv="content-language" content="fr"><p>x</p>', URL)) == "fr"


def test_links_become_absolute_where_there_is_an_address():
    assert parse_page('<a href="y">y</a>', URL).xpath("//a/@href") == ["https://a.example/y"]
    assert parse_page('<a href="y">y</a>', "file:///x").xpath("//a/@href") == ["y"]


@pytest.mark.parametrize("nothing", ["", "   ", "\0"])
def test_nothing_has_no_tree(nothing):
    assert parse_page(nothing, URL) is None
