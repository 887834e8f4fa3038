"""The title of a page."""

import pytest

from host.acquire.pages.declared import Declared
from host.acquire.pages.page import parse_page
from host.acquire.pages.title import page_title

URL = "https://www.lamp-house.example/x"
SITE = '<meta property="og:site_name" content="Lamp House">'


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Setup - Docs</title><h1>Setup</h1>", "Setup"),
        ("<title>Setup - Docs</title><h1>Setup\u00b6</h1>", "Setup"),
        ("<title>Setup - Docs</title><h1>Welcome</h1>", "Setup - Docs"),
        ("<title>Setup of lamps - Docs</title><h1>Setup of lamps</h1><h1>Setup</h1>", "Setup of lamps"),
        ("<title> Lamps \n and oil </title><h1>A</h1><h1>B</h1>", "Lamps and oil"),
        ('<title>T</title><meta property="og:title" content="Better">', "Better"),
        (f"<title>Trim a wick | Lamp House</title>{SITE}", "Trim a wick"),
        (f"<title>Lamp House: news - Trim a wick</title>{SITE}", "Lamp House: news - Trim a wick"),
        (f"<title>Lamp House - Trim a wick</title>{SITE}", "Trim a wick"),
        ("<title>Trim a wick \u2013 LampHouse</title>", "Trim a wick"),
        (f"<title>Trim - or not | Lamp House Ltd</title>{SITE}", "Trim - or not"),
        ("<h1>Only</h1><h1>Two</h1>", "Only"),
        ("<title>Untitled Document</title><h1>Trim a wick</h1>", "Trim a wick"),
        ("<title>Document</title><h1>Document</h1>", "Document"),
        ('<title>Trim a wick</title><meta property="og:title" content="Untitled">', "Trim a wick"),
        ("<p>x</p>", ""),
    ],
)
def test_the_title_is_the_one_a_reader_would_give(html, title):
    assert page_title(Declared(parse_page(html), URL), URL) == title
