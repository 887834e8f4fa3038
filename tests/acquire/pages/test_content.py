"""The content of pages of each kind."""

import pytest

from host.acquire.pages.content import ARTICLE, MAIN, find_content, main_element
from host.acquire.pages.kind import PageKind
from tests.acquire.trees import body, tree

PARAGRAPH = "<p>The lighthouse on the northern cape was built in three summers by a crew of forty masons, {}.</p>"
PROSE = "".join(PARAGRAPH.format(word) for word in ("one", "two", "three", "four"))
FRAME = "<nav>Home</nav><main>{}</main><footer>Imprint</footer>"
CARDS = "".join(f"<div><h3>Course {n}</h3><span>What course {n} is about</span></div>" for n in range(30))


def content(html: str, kind: PageKind, **options):
    return find_content(tree(f"<html><body>{html}</body></html>"), kind, **options)


def test_an_article_is_its_body():
    found = content(FRAME.format(f"<h1>L</h1><div id='it'>{PROSE}</div><div class='tags'>sea</div>"), PageKind.ARTICLE)
    assert (found.node.get("id"), found.strategy) == ("it", ARTICLE)


def test_what_calls_itself_an_article_and_is_none_is_kept_whole():
    found = content(FRAME.format(f"{CARDS}<div>{PARAGRAPH * 2}</div>"), PageKind.ARTICLE)
    assert (found.node.tag, found.strategy) == ("main", MAIN)
    assert "Course 29" in found.node.text()


def test_what_is_an_article_beyond_doubt_is_one_among_much_else():
    found = content(FRAME.format(f"<div id='it'>{PROSE}</div>{CARDS * 9}"), PageKind.ARTICLE, surely_article=True)
    assert (found.node.get("id"), found.strategy) == ("it", ARTICLE)


@pytest.mark.parametrize(("inside", "strategy"), [(PROSE, ARTICLE), (CARDS, MAIN)])
def test_a_page_of_no_kind_is_read_by_its_shape(inside, strategy):
    assert content(FRAME.format(inside), PageKind.OTHER).strategy == strategy


def test_documentation_keeps_what_other_pages_lose():
    found = content(FRAME.format("<p>Text</p><aside class='tags note'>A note</aside>"), PageKind.DOCUMENTATION)
    assert found.node.text() == "TextA note"


def test_a_thread_keeps_authors_and_posts_in_order():
    posts = "".join(
        f"<div class='post'><b class='author'>{who}</b><p>{say}</p><div class='signature'>sig</div></div>"
        for who, say in (("Ann", "Which knot?"), ("Ben", "A bowline."), ("Ann", "Thanks."))
    )
    found = content(FRAME.format(posts), PageKind.FORUM)
    assert found.node.text() == "AnnWhich knot? BenA bowline. AnnThanks."
    assert found.strategy == "posts in order"


def test_a_product_loses_links_to_others_and_repeats():
    twice = "<p>A lamp of brass for rooms without a window.</p>" * 2
    others = "<ul>" + "<li><a href='/x'>Another lamp</a></li>" * 3 + "</ul>"
    assert content(FRAME.format(twice + others), PageKind.PRODUCT).node.text().count("lamp") == 1


@pytest.mark.parametrize(
    ("html", "main"),
    [
        ("<main>{}</main>", "main"),
        ("<div role='main'>{}</div>", "div"),
        ("<article>{}</article>", "article"),
        ("<section itemprop='articleBody'>{}</section>", "section"),
        ("<div id='content'>{}</div>", "div"),
        ("<div>{}</div><main>short</main>", "body"),
        ("<article>{0}</article><article>{0}</article>", "body"),
    ],
)
def test_the_main_element_is_the_first_with_a_fair_share(html, main):
    assert main_element(body(html.format(PROSE))).tag == main


def test_a_page_of_nothing_but_comments_is_about_them():
    comments = "".join(f"<div class='comment'><p>{'Words of somebody. ' * 9}{number}</p></div>" for number in range(3))
    found = find_content(body(f"<h1>Fix the lamp</h1>{comments}"), PageKind.OTHER)
    assert found.strategy == "posts in order"
    assert "Words of somebody" in found.node.text()
