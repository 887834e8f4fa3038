"""What a crawler reads in a page."""

from html import escape
from urllib.parse import quote

import pytest

from host.acquire.sites.links import PageLinks, is_html, page_links
from host.core.acquire_ports import Response

URL = "https://a.example/docs/page"


def page(body: str, **headers: str) -> Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(URL, 200, body.encode(), {"content-type": "text/html", **names})


def test_links_are_absolute_and_each_named_once():
    body = """<a href="next">n</a><a href="/top#x">t</a><a href="/top">t</a><a>no</a><a href="">here</a>
    <area href="?p=1&amp;q=2"><a href="mailto:x@a.example">m</a><a href="javascript:0">j</a><a href="http://[">b</a>"""
    assert page_links(page(body)).links == (
        "https://a.example/docs/next",
        "https://a.example/top",
        "https://a.example/docs/page",
        "https://a.example/docs/page?p=1&q=2",
    )


def test_the_base_element_moves_relative_links():
    body = '<base href="/other/"><a href="x">x</a><link rel="canonical" href="c">'
    read = page_links(page(body))
    assert read.links == ("https://a.example/other/x",)
    assert read.canonical == "https://a.example/other/c"


@pytest.mark.parametrize(
    ("body", "headers", "noindex", "followed"),
    [
        ('<a href="x">x</a>', {}, False, True),
        ('<meta name="Robots" content="NOINDEX"><a href="x">x</a>', {}, True, True),
        ('<meta name="robots" content="noindex, nofollow"><a href="x">x</a>', {}, True, False),
        ('<meta name="ambry" content="none"><a href="x">x</a>', {}, True, False),
        ('<meta name="otherbot" content="none"><a href="x">x</a>', {}, False, True),
        ('<a href="x">x</a>', {"x_robots_tag": "noindex"}, True, True),
        ('<a href="x">x</a>', {"x_robots_tag": "otherbot: noindex, nofollow"}, False, True),
        ('<a href="x">x</a>', {"x_robots_tag": "max-snippet: 5, nofollow"}, False, False),
        ('<a href="x">x</a>', {"x_robots_tag": "otherbot: none, ambry: noindex"}, True, True),
        ('<a rel="external nofollow" href="x">x</a>', {}, False, False),
        ('<a rel="NoFollow,noopener" href="x">x</a>', {}, False, False),
        ('<meta name="robots" content="noindex nofollow"><a href="x">x</a>', {}, True, False),
        ('<meta name="robots" content="noindex;nofollow"><a href="x">x</a>', {}, True, False),
        ('<meta name="robots" content="max-image-preview: none"><a href="x">x</a>', {}, False, True),
        ('<a href="x">x</a>', {"x_robots_tag": "noindex; nofollow"}, True, False),
        ('<a href="x">x</a>', {"x_robots_tag": "max-image-preview: none"}, False, True),
    ],
)
def test_the_wishes_for_robots_are_read(body, headers, noindex, followed):
    read = page_links(page(body, **headers))
    assert read.noindex is noindex
    assert bool(read.links) is followed


@pytest.mark.parametrize(
    ("media_type", "body", "expected"),
    [
        ("text/html", b"", True),
        ("application/xhtml+xml", b"", True),
        ("application/pdf", b"<html>", False),
        ("", b"  <!DOCTYPE html><p>", True),
        ("", b"%PDF-1.7", False),
    ],
)
def test_html_is_known_by_its_type_else_by_its_looks(media_type, body, expected):
    assert is_html(Response(URL, 200, body, {"content-type": media_type})) is expected


def test_what_is_not_html_has_no_links():
    response = Response(URL, 200, b"<a href='x'>", {"content-type": "application/pdf", "x-robots-tag": "noindex"})
    assert page_links(response) == PageLinks(noindex=True)


def test_an_empty_page_has_no_links():
    assert page_links(page("")) == PageLinks()


def test_frames_are_links():
    body = """<frameset><frame src="menu.html"><frame src="/top.html"><frame></frameset>
    <iframe src="part.html"></iframe><iframe src="about:blank"></iframe><iframe srcdoc="x"></iframe>"""
    assert page_links(page(body)).links == (
        "https://a.example/docs/menu.html",
        "https://a.example/top.html",
        "https://a.example/docs/part.html",
    )


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0; url=next", "https://a.example/docs/next"),
        ("0;URL='/en/'", "https://a.example/en/"),
        ('0.5 , url = "/en/" and more', "https://a.example/en/"),
        ("3 /en/", "https://a.example/en/"),
        ("0;", ""),
        ("30; url=/slowly", ""),
        ("0; url=page#part", ""),
        ("300", ""),
        ("url=/en/", ""),
        ("0; url=javascript:go()", ""),
        ("9" * 5000 + "; url=/en/", ""),
    ],
)
def test_a_page_may_send_its_readers_on(content, target):
    meta = f'<meta http-equiv=Refresh content="{escape(content)}">'
    assert page_links(page(meta)).refresh == target


def test_where_a_page_sends_browsers_without_scripts_is_for_them_alone():
    body = '<noscript><meta http-equiv="refresh" content="0; /a"></noscript><meta http-equiv="x" content="0; /b">'
    assert page_links(page(body)).refresh == ""


@pytest.mark.parametrize(("encoding", "declared"), [("utf-16", ""), ("latin-1", ""), ("cp932", "shift_jis")])
def test_links_are_read_in_the_encoding_of_the_page(encoding, declared):
    letter = "\u8868" if declared else "\u00e9"
    body = f'<meta charset="{declared}"><p>{letter}</p><a href="/{letter}">x</a><a href="/b">b</a>'.encode(encoding)
    links = page_links(Response(URL, 200, body, {"content-type": "text/html"})).links
    assert links == (f"https://a.example/{quote(letter)}", "https://a.example/b")


@pytest.mark.parametrize("rel", ["CANONICAL", "canonical shortlink"])
def test_the_canonical_address_is_known_however_it_is_written(rel):
    assert page_links(page(f'<link rel="x" href="/x"><link rel="{rel}" href="/c">')).canonical == "https://a.example/c"
