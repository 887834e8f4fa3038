"""What a page says of itself."""

import pytest

from host.acquire.pages.about import page_about, page_language
from host.acquire.pages.declared import Declared
from host.acquire.pages.kind import PageKind
from host.acquire.pages.nodes import read_tree
from host.acquire.pages.page import parse_page
from host.core.documents import About

URL = "https://a.example/lamps"
TEXT = f"<p>{'The keeper climbed the stairs every four hours to trim the lamp. ' * 5}</p>"


def about(head: str, text: str = "", kind: PageKind = PageKind.ARTICLE) -> About:
    root = parse_page(f"<html><head><title>Lamps</title>{head}</head><body><h1>Lamps</h1>{text}{TEXT}</body></html>")
    return page_about(Declared(root, URL), read_tree(root), kind, URL)


def meta(**contents: str) -> str:
    return "".join(f'<meta name="{name.replace("__", ":")}" content="{content}">' for name, content in contents.items())


LD = """<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Lamps",
"datePublished": "2024-05-06T08:00Z", "dateModified": "2024-05-08",
"author": [{"@type": "Person", "name": "Ann Lee"}], "publisher": {"name": "Lamp House"},
"description": "On oil."}</script>"""


def test_json_ld_says_it_all():
    assert about(LD) == About(("Ann Lee",), "2024-05-06", "2024-05-08", "Lamp House", "On oil.")


def test_meta_elements_say_it_too():
    said = about(
        meta(author="Ann Lee", description="On oil.")
        + meta(article__published_time="2024-05-06", article__modified_time="2024-05-08")
        + '<meta property="og:site_name" content="Lamp House"><link rel="canonical" href="/lamps?utm_source=x">'
    )  # fmt: skip
    assert said == About(("Ann Lee",), "2024-05-06", "2024-05-08", "Lamp House", "On oil.", URL)


def test_a_paper_names_its_authors_family_first():
    head = (
        meta(citation_author="Lee, Ann")
        + meta(citation_author="Roe, Ben")
        + meta(citation_publication_date="2024/05/06")
    )
    assert about(head) == About(("Ann Lee", "Ben Roe"), "2024-05-06")


def test_what_the_page_shows_counts_where_it_declares_nothing():
    shown = about("", "<p>By Ann Lee</p><p>May 6, 2024</p><p>Updated May 8, 2024</p>")
    assert shown == About(("Ann Lee",), "2024-05-06", "2024-05-08")


def test_the_site_is_the_author_only_where_no_person_is_named():
    head = meta(author="Lamp House") + '<meta property="og:site_name" content="Lamp House">'
    assert about(head, "<p>By Ann Lee</p>").authors == ("Ann Lee",)
    assert about(head).authors == ("Lamp House",)


def test_a_thread_is_by_its_first_poster_on_the_day_of_the_first_post():
    posts = "<b class='username'>ann42</b> <time datetime='2024-05-06'></time> <b class='username'>ben</b>"
    said = about("", posts, PageKind.FORUM)
    assert (said.authors, said.published) == (("ann42",), "2024-05-06")


@pytest.mark.parametrize("bad", ["0000-00-00", "2999-01-01", "1980-01-01", "yesterday"])
def test_an_impossible_date_is_passed_over(bad):
    assert about(meta(article__published_time=bad, date="2024-05-06")).published == "2024-05-06"


def test_what_is_no_address_on_the_web_is_not_canonical():
    assert about('<link rel="canonical" href="javascript:void(0)">').canonical == ""


@pytest.mark.parametrize(
    ("html", "tag"),
    [
        ('<html lang="de-AT"><p>x</p></html>', "de-AT"),
        ('<html lang="{{lang}}"><meta property="og:locale" content="pt_BR"><p>x</p></html>', "pt-BR"),
        ('<meta http-equiv="content-language" content="fr, en"><p>x</p>', "fr"),
        ('<html><body lang="EN"><p>x</p></body></html>', "en"),
        ("<p>x</p>", ""),
    ],
)
def test_the_language_is_what_the_page_says(html, tag):
    assert page_language(Declared(parse_page(html), URL)) == tag
