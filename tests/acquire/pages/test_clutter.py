"""What is no content, by what it holds."""

import re

import pytest

from host.acquire.pages import clutter
from tests.acquire.trees import body

LINKS = "".join(f'<li><a href="#part-{n}">Part number {n}</a></li>' for n in range(3))
LONG = "This sentence is long enough to be told from a label, and it stands here twice."


@pytest.mark.parametrize(
    ("part", "stays"),
    [
        (f"<ul>{LINKS}</ul>", False),
        (f"<aside><p>On this page</p><ol>{LINKS}</ol></aside>", False),
        ("<ul>" + "<li><a href='/de' hreflang='de'>Part auf Deutsch</a></li>" * 3 + "</ul>", False),
        # Two may be a remark, other pages may be the content, and notes are text with a link back.
        ('<ul><li><a href="#a">Part number 1</a></li><li><a href="#b">Part number 2</a></li></ul>', True),
        (f"<ul>{LINKS}<li><a href='/other'>Part elsewhere</a></li></ul>", True),
        ("<ol>" + "".join(f'<li>Part of the notes <a href="#r{n}">back</a></li>' for n in range(3)) + "</ol>", True),
    ],
)
def test_a_table_of_contents_is_dropped(part, stays):
    top = body(f"<main><h1>Title</h1><p>Text.</p>{part}</main>")
    clutter.drop_contents_tables(top)
    assert ("Part" in top.text()) is stays


@pytest.mark.parametrize(
    ("part", "stays"),
    [
        ("<ul>" + "<li><a href='/x'>Other page</a></li>" * 3 + "</ul>", False),
        ("<ul>" + "<li><a href='/x'>Other page</a></li>" * 2 + "</ul>", True),
        ("<p>" + "Words around it <a href='/x'>Other page</a> " * 3 + "</p>", True),
        ("<ul>" + "<li><a href='/x'>Other page</a></li>" * 400 + "</ul>", True),
    ],
)
def test_a_list_of_links_is_dropped_unless_the_page_is_about_it(part, stays):
    top = body(f"<p>{LONG}</p>{part}")
    clutter.drop_link_lists(top)
    assert ("Other page" in top.text()) is stays


@pytest.mark.parametrize(
    ("part", "stays"),
    [
        ("<p>Read more: the gone keeper</p>", False),
        ("<p><a href='/x'>The keeper has gone</a></p>", False),
        ("<div><p>See <a href='/x'>the page that is gone</a></p></div>", False),
        ("<blockquote><p><a href='/x'>The keeper has gone</a></p></blockquote>", True),
        ("<p>Reading is gone.</p>", True),
        ("<p>Have a tip? What is gone may be reported.</p>", False),
        ("<p>Updated May 6, 2024, now gone</p>", False),
        ("<p>Updated maps of the coast are gone.</p>", True),
        ("<h2>Top stories</h2><p>A storm has gone over the cape.</p><h3>Oil</h3><p>It is gone, too.</p>", False),
        ("<div><h3>More from Lamp House</h3><p>A storm has gone.</p><h3>Sources</h3></div>", False),
        ("<h2>Top stories of the keeper, long gone</h2>", True),
        ("<h3>Related</h3><h2>Gone</h2><p>It is gone.</p>", True),
        ("<p>The keeper has <a href='/x'>gone</a> and we read more of it.</p>", True),
    ],
)
def test_ways_out_of_an_article_are_dropped(part, stays):
    top = body(f"<p>{LONG}</p>{part}")
    clutter.drop_ways_out(top)
    assert ("gone" in top.text()) is stays


def test_what_a_page_holds_twice_is_kept_once():
    top = body(f"<div><p>{LONG}</p><p>10 euro</p></div><div><p>{LONG}</p><p>10 euro</p></div>")
    clutter.drop_repeats(top)
    assert top.text().count(LONG) == 1
    assert top.text().count("10 euro") == 2


def test_a_list_of_links_with_a_part_to_keep_is_kept():
    top = body(
        "<div>" + "<a class='author' href='/ann'>Ann</a> " * 3 + "</div><div>" + "<a href='/x'>gone</a> " * 3 + "</div>"
    )
    clutter.drop_link_lists(top, keep=re.compile("author"))
    assert top.text() == "Ann Ann Ann"
