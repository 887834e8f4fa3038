"""The `meta` elements of a page."""

from host.acquire.pages.meta import PageMeta
from host.acquire.pages.page import parse_page

META = PageMeta(
    parse_page(
        '<meta property="OG:Title" content=" Lamps  and oil ">'
        '<meta name="DC:creator" content="Ann Lee"><meta name="dc.creator" content="Ben Roe">'
        '<meta name="author" content=""><meta http-equiv="Content-Language" content="de"><meta charset="utf-8">'
    )
)


def test_names_are_read_in_small_letters_and_contents_on_one_line():
    assert META.first("og:title") == "Lamps and oil"
    assert META.first("content-language") == "de"


def test_dublin_core_is_the_same_with_a_colon_and_a_dot():
    assert META.under_one("dc.creator") == ["Ann Lee", "Ben Roe"]


def test_the_first_name_that_says_something_counts():
    assert META.first("author", "dc.creator") == "Ann Lee"
    assert list(META.all("dc.creator", "og:title")) == ["Ann Lee", "Ben Roe", "Lamps and oil"]
    assert META.under_one("author", "og:title", "dc.creator") == ["Lamps and oil"]
    assert (META.first("none"), META.under_one("none")) == ("", [])
