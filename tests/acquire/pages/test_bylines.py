"""Who wrote a page and when, where it only shows it."""

import pytest

from host.acquire.pages.bylines import first_post_date, first_poster, shown_authors, shown_change, shown_date
from tests.acquire.trees import body

TEXT = f"<p>{'The keeper climbed the stairs every four hours to trim the lamp. ' * 5}</p>"
URL = "https://a.example/lamps"


def article(near: str, before: str = ""):
    return body(f"<nav>By Nav Igator</nav>{before}<h1>Lamps</h1>{near}{TEXT}<p>By Later Man, May 6, 2001</p>")


@pytest.mark.parametrize(
    "near",
    [
        "<span itemprop='author'>Ann Lee</span>",
        "<div><a rel='author' href='/ann'>Ann Lee</a></div>",
        "<div class='post-byline'>By <a href='/ann'>Ann Lee</a> for Lamp House</div>",
        "<div class='byline'>by Ann Lee on May 6</div>",
        "<p>By Ann Lee</p>",
        "<div class='author-avatar'>Portrait</div><div class='author'>Ann Lee</div>",
        "<aside class='author'>Other Man</aside><p>By Ann Lee</p>",
        "<div class='related-posts'><p>By Other Man</p></div><p>By Ann Lee</p>",
    ],
)
def test_the_author_stands_near_the_title(near):
    assert shown_authors(article(near)) == ("Ann Lee",)
    assert shown_authors(article("", before=near)) == ("Ann Lee",)


@pytest.mark.parametrize(
    "near", ["", "<p>Help improve this page by sending a pull request</p>", "<p>By candlelight</p>"]
)
def test_what_stands_further_down_or_is_no_byline_names_nobody(near):
    assert shown_authors(article(near)) == ()


@pytest.mark.parametrize(
    ("near", "url", "day"),
    [
        ("<time datetime='2024-05-06'>Yesterday</time>", URL, "2024-05-06"),
        ("<p><time>May 6, 2024</time></p>", URL, "2024-05-06"),
        ("<p>Published on May 6, 2024</p>", URL, "2024-05-06"),
        ("<p>Updated May 8, 2024</p><p>May 6, 2024</p>", URL, "2024-05-06"),
        ("<p>June 1, 2024</p>", "https://a.example/2024/05/06/lamps", "2024-05-06"),
        ("<table><tr><td>May 6, 2024</td></tr></table>", URL, ""),
        ("<p>In May 2024</p>", URL, ""),
        ("", URL, ""),
    ],
)
def test_the_date_stands_near_the_title_or_in_the_address(near, url, day):
    assert shown_date(article(near), url) == day


def test_what_was_changed_says_so():
    assert shown_change(article("<p>May 6, 2024</p><p>Last updated: May 8, 2024</p>")) == "2024-05-08"
    assert shown_change(article("<p>May 6, 2024</p>")) == ""


def test_a_page_without_a_title_is_looked_at_from_its_end():
    assert shown_authors(body(f"{TEXT}<p>By Ann Lee</p>")) == ("Ann Lee",)


@pytest.mark.parametrize(
    "post",
    [
        "<div itemprop='author'><a itemprop='url'>ann42</a> 12 gold badges</div>",
        "<a class='username'>ann42</a>",
        "<div class='message__user-info__name'>ann42</div>",
        "<p class='author'>by ann42 » Tue Aug 27</p>",
    ],
)
def test_a_thread_is_by_who_wrote_its_first_post(post):
    assert first_poster(body(f"<h1>Lamps</h1><div>{post}</div><a class='username'>ben</a>")) == ("ann42",)


def test_a_thread_is_as_old_as_its_first_post():
    assert first_post_date(body("<h1>Lamps</h1><div>May 6, 2024</div><div>May 7, 2024</div>")) == "2024-05-06"
    assert first_post_date(body("<div>May 6, 2024</div><i datetime='2024-05-07'>x</i>")) == "2024-05-07"
    assert first_post_date(body("<p>Joined: May 6, 2009</p><div>May 7, 2024</div>")) == "2024-05-07"
    assert first_post_date(body("<h1>Lamps</h1>")) == ""


def test_a_text_without_a_title_and_paragraphs_is_looked_at_so_far():
    assert shown_authors(body("<h1>Lamps</h1>" + "<i>x</i>" * 60 + "<p>By Ann Lee</p>")) == ()
