"""What surrounds the content, by its tag, role and name."""

import pytest

from host.acquire.pages import chrome
from tests.acquire.trees import body

WORDS = "Word after word stands here to be read. " * 3


@pytest.mark.parametrize(
    "part",
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
    ],
)
def test_what_surrounds_the_content_is_dropped(part):
    top = body(f"<main>kept<aside>, note</aside></main>{part}")
    chrome.drop_surroundings(top)
    assert top.text() == "kept, note"


@pytest.mark.parametrize(
    "content",
    [
        "<form><h1>kept</h1></form>",
        "<form><p>kept</p><p></p><p></p><p></p></form>",
        '<div class="menu"><article>kept</article></div>',
        '<article><div class="header">kept</div></article>',
        '<div class="headerless">kept</div>',
        '<h2 class="header">kept</h2>',
    ],
)
def test_content_in_an_unlucky_wrapper_is_kept(content):
    top = body(content)
    chrome.drop_surroundings(top)
    assert top.text() == "kept"


def test_a_wrapper_that_holds_most_of_a_page_is_its_content():
    top = body(f"<div class='sidebar'><p>{'word ' * 500}</p></div><p>rest</p>")
    chrome.drop_surroundings(top)
    assert len(top.text().split()) == 501


@pytest.mark.parametrize("name", ["share-bar", "post-related", "newsletter-signup", "ad", "breadcrumbs", "mini-cart"])
def test_margins_go_from_any_page(name):
    top = body(f"<p>{WORDS}</p><div class='{name}'>gone</div>")
    chrome.drop_margins(top)
    assert top.text() == WORDS.strip()


@pytest.mark.parametrize("name", ["shareholders", "adage", "reading"])
def test_a_name_that_only_begins_like_a_margin_is_none(name):
    top = body(f"<p>{WORDS}</p><div class='{name}'>kept</div>")
    chrome.drop_margins(top)
    assert top.text().endswith("kept")


def test_comments_go_where_they_are_not_the_page():
    top = body("<p>Text</p><div id='comments'>First!</div><div class='comments'><h1>Title</h1></div>")
    chrome.drop_comments(top)
    assert top.text() == "TextTitle"[:4] + " Title"


def test_what_is_dropped_around_an_article_can_be_restored():
    top = body(f"<p>{WORDS}</p><div class='byline'>By Ann</div><figure><figcaption>A boat</figcaption></figure>")
    dropped = chrome.drop_around_article(top)
    assert top.text() == WORDS.strip()
    assert {node.text() for node in dropped} == {"By Ann", "A boat"}


def test_code_is_not_looked_at():
    top = body(f"<p>{WORDS}</p><pre><span class='comments'># kept</span></pre>")
    chrome.drop_around_article(top)
    assert "# kept" in top.text()


def test_a_post_keeps_its_author_and_loses_its_signature():
    top = body(
        f"<div class='post'><h4 class='message-userDetails'>Ann</h4> {WORDS}<div class='signature'>gone</div></div>"
    )
    chrome.drop_around_posts(top)
    assert top.text().startswith("Ann Word")
    assert "gone" not in top.text()


def test_a_name_made_to_be_read_in_many_ways_is_read_in_one():
    top = body(f"<div class='menu{'_a' * 60}!'>kept</div>")
    chrome.drop_surroundings(top)
    assert top.text() == "kept"
