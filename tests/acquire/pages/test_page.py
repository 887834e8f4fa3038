"""A page as the parser sees it."""

import pytest

from host.acquire.pages.page import page_address, page_base, parse_page

URL = "https://a.example/x/y"


@pytest.mark.parametrize(
    ("head", "url", "base"),
    [
        ("", URL, URL),
        ('<base href="/z/">', URL, "https://a.example/z/"),
        ('<base href="https://b.example/">', "file:///x.html", "https://b.example/"),
        ('<base href="http://[broken">', URL, URL),
        ("", "file:///x.html", ""),
    ],
)
def test_addresses_are_relative_to_what_the_page_says(head, url, base):
    assert page_base(parse_page(f"<html><head>{head}</head><body>x</body></html>"), url) == base


@pytest.mark.parametrize(
    ("head", "url", "address"),
    [
        ('<link rel="canonical" href="https://b.example/z">', URL, URL),
        ('<link rel="canonical" href="https://b.example/z">', "saved.html", "https://b.example/z"),
        ('<link rel="canonical" href="/z"><meta property="og:url" content="https://c.example/">', "saved.html",
         "https://c.example/"),
        ("", "saved.html", "saved.html"),
    ],
)  # fmt: skip
def test_a_saved_page_says_where_it_came_from(head, url, address):
    assert page_address(parse_page(f"<html><head>{head}</head><body>x</body></html>"), url) == address


@pytest.mark.parametrize("nothing", ["", "   ", "\0"])
def test_nothing_has_no_tree(nothing):
    assert parse_page(nothing) is None


@pytest.mark.parametrize(
    "text",
    [
        "<html><title>T</title><main><p>One</p></main><p>Two</p>",
        "<html><head><title>T</title></head><main><p>One</p></main><p>Two</p></html>",
        "<html><title>T</title><!-- x --><meta charset=utf-8><article><p>One</p></article><p>Two</p>",
        "<html><title>T</title><main><p>One</p><p>Two</p></main>",
        "<title>T</title><p>One<p>Two",
    ],
)
def test_a_page_without_a_body_tag_has_one_all_the_same(text):
    root = parse_page(text)
    assert (
        " ".join(root.find("body").text_content().split()) == "One Two" or root.find("body").text_content() == "OneTwo"
    )
    assert root.find("head").text_content().strip() == "T"
