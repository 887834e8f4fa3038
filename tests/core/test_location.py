from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.documents import Anchor, Document
from host.core.location import Location, clock, locate, places, text_directive, web_address

PAGE = "https://example.org/guide"
VIDEO = "https://www.youtube.com/watch?v=abcdefghijk"


def at(text="The tank holds two litres.", uri=PAGE, media_type="text/html", anchors=(), start=0, headings=()):
    return locate(uri, media_type, anchors, start, text, headings)


# text of the source -> what finds it in a page
@pytest.mark.parametrize(
    ("text", "directive"),
    [
        ("The tank holds two litres.", "text=The%20tank%20holds%20two%20litres."),
        ("a-b, c & d", "text=a%2Db%2C%20c%20%26%20d"),
        ("  folded \u00a0 white\r space ", "text=folded%20white%20space"),
        ("one two three four five six seven eight nine ten eleven twelve thirteen",
         "text=one%20two%20three%20four%20five%20six,nine%20ten%20eleven%20twelve%20thirteen"),
        ("pip install ambry", "text=pip%20install%20ambry"),
        ("first line\n    second line\nlast line", "text=first%20line,last%20line"),
        ("timeout | 30 | seconds", "text=timeout,seconds"),
        ("{\n  body();\n}", "text=body%28%29%3B"),
        ("naïve", "text=na%C3%AFve"),
        ("。", ""),
        (" \n ", ""),
        ("水箱容量为两升。", f"text={''.join(f'%{byte:02X}' for byte in '水箱容量为两升。'.encode())}"),
        ("\ud800 lone", "text=%3F%20lone"),
    ],
)  # fmt: skip
def test_a_text_directive_is_encoded_and_stays_within_blocks(text, directive):
    assert text_directive(text) == directive


def test_a_long_text_without_spaces_is_cut_at_its_punctuation_only():
    text = "水" * 30 + "\uff0c" + "火" * 30 + "、" + "土" * 10 + "。"
    start, end = unquote(text_directive(text).removeprefix("text=")).split(",")
    assert (start, end) == ("水" * 30 + "\uff0c", "土" * 10 + "。")
    assert unquote(text_directive("水" * 80)) == "text=" + "水" * 80


@given(st.text())
def test_a_directive_never_holds_a_character_with_a_meaning_of_its_own(text):
    directive = text_directive(text).removeprefix("text=")
    assert directive.count(",") <= 1
    assert not set(directive) & set("-&# \n\"'<>()[]|")


# uri, media type, anchors, start -> url and label
@pytest.mark.parametrize(
    ("given", "url", "label"),
    [
        ({}, f"{PAGE}#:~:text=The%20tank", ""),
        ({"headings": ("Guide", "Water")}, f"{PAGE}#:~:text=The%20tank", "Water"),
        ({"media_type": "application/xhtml+xml"}, f"{PAGE}#:~:text=The%20tank", ""),
        ({"anchors": (Anchor(0, "fragment", "water"),), "start": 9}, f"{PAGE}#water:~:text=The%20tank", ""),
        ({"anchors": (Anchor(10, "fragment", "water"),), "start": 9}, f"{PAGE}#:~:text=The%20tank", ""),
        ({"anchors": (Anchor(0, "fragment", "a"), Anchor(5, "fragment", "b c"))}, f"{PAGE}#a:~:text=The%20tank", ""),
        ({"anchors": (Anchor(0, "fragment", "a"), Anchor(5, "fragment", "b c")), "start": 5},
         f"{PAGE}#b%20c:~:text=The%20tank", ""),
        ({"uri": f"{PAGE}#old"}, f"{PAGE}#old:~:text=The%20tank", ""),
        ({"uri": f"{PAGE}#old:~:text=x"}, f"{PAGE}#old:~:text=The%20tank", ""),
        ({"uri": f"{PAGE}#/route", "anchors": (Anchor(0, "fragment", "a"),)}, f"{PAGE}#/route:~:text=The%20tank", ""),
        ({"text": "—"}, PAGE, ""),
        ({"text": "—", "uri": f"{PAGE}#old"}, f"{PAGE}#old", ""),
        ({"uri": "file:///home/a/page.html"}, "file:///home/a/page.html", ""),
        ({"uri": "https://example.org/a.md", "media_type": "text/markdown", "headings": ("Notes",)},
         "https://example.org/a.md", "Notes"),
        ({"uri": "ambry://vault/notes/a b.md", "media_type": "text/markdown", "headings": ("A", "B")},
         "ambry://vault/notes/a%20b.md", "B"),
        ({"uri": "https://example.org/a.pdf#page=1", "media_type": "application/pdf",
          "anchors": (Anchor(0, "page", "1"), Anchor(50, "page", "12")), "start": 60},
         "https://example.org/a.pdf#page=12", "p. 12"),
        ({"uri": "notes/a.pdf", "media_type": "application/pdf", "anchors": (Anchor(0, "page", "3"),)}, "", "p. 3"),
        ({"uri": VIDEO, "media_type": "text/vtt", "anchors": (Anchor(0, "second", "135"),)}, f"{VIDEO}&t=135s", "2:15"),
        ({"uri": f"{VIDEO}&t=3s", "anchors": (Anchor(0, "second", "3735"),)}, f"{VIDEO}&t=3735s", "1:02:15"),
        ({"uri": "https://youtu.be/abcdefghijk", "anchors": (Anchor(0, "second", "9"),)}, f"{VIDEO}&t=9s", "0:09"),
        ({"uri": "file:///talk.mp4", "anchors": (Anchor(0, "second", "9"),)}, "file:///talk.mp4#t=9", "0:09"),
        ({"uri": "talk.srt", "anchors": (Anchor(0, "second", "9"),)}, "", "0:09"),
    ],
)  # fmt: skip
def test_each_kind_of_source_opens_at_its_place(given, url, label):
    assert at(**{"text": "The tank"} | given) == Location(url, label)


@pytest.mark.parametrize(
    "uri",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "blob:https://example.org/1",
        "chrome://settings",
        "C:\\notes\\a.md",
        "notes/a.md",
        "//example.org/a",
        "",
    ],
)
def test_only_known_schemes_become_a_link(uri):
    assert at(uri=uri).url == ""


def test_a_uri_cannot_break_out_of_an_attribute_or_a_line():
    assert (
        at("x", uri='HTTPS://example.org/"><b>\n', media_type="text/plain").url
        == "https://example.org/%22%3E%3Cb%3E%0A"
    )


@pytest.mark.parametrize(("seconds", "shown"), [(0, "0:00"), (59, "0:59"), (60, "1:00"), (3600, "1:00:00")])
def test_seconds_are_shown_as_a_player_shows_them(seconds, shown):
    assert clock(seconds) == shown


def test_places_are_pages_and_the_seconds_at_which_paragraphs_begin():
    anchors = (Anchor(0, "second", "3"), Anchor(5, "second", "4"), Anchor(11, "second", "40"))
    document = Document("https://youtu.be/Lrk5pur0001", "A talk", "One. Two.\n\nThree.", anchors=anchors)
    assert [(start, place.label) for start, place in places(document)] == [(0, "0:03"), (11, "0:40")]
    pages = (Anchor(0, "page", "1"), Anchor(7, "page", "2"), Anchor(8, "fragment", "x"))
    document = Document("https://example.org/a.pdf", "A", "One two three.", "application/pdf", anchors=pages)
    assert [(start, place.url) for start, place in places(document)] == [
        (0, "https://example.org/a.pdf#page=1"),
        (7, "https://example.org/a.pdf#page=2"),
    ]


@pytest.mark.parametrize(
    ("uri", "address"),
    [
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("HTTP://example.org/", "http://example.org/"),
        ("ambry:///papers/a.md", ""),
        ("file:///etc/passwd", ""),
        ("javascript:alert(1)", ""),
    ],
)
def test_only_an_address_on_the_web_is_one(uri, address):
    assert web_address(uri) == address
