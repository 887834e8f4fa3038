import pytest

from host.acquire.pdf.layout.headings import has_prose, headings_of, told
from tests.acquire.pdf.layout.pages import block, line

BODY = block(*["the running text of the document in its usual size"] * 20)


def level(text, *others, size=10.0, outline=None, page=0, **traits):
    heading = line(text, size=size, **traits)
    return headings_of([[BODY, *others, block(text, size=size, **traits)]], outline or {}).level([heading], page)


def test_larger_sizes_are_levels():
    headings = headings_of([[BODY, block("Part", size=20), block("Section", size=14)]], {})
    assert headings.level([line("Part", size=20)], 0) == 1
    assert headings.level([line("Section", size=14)], 0) == 2
    assert headings.level(BODY.lines[:1], 0) == 0


def test_lines_of_one_heading_have_the_level_of_the_lowest():
    headings = headings_of([[BODY, block("Part", size=20)]], {})
    assert headings.level([line("Part", size=20), line("of the text")], 0) == 0


@pytest.mark.parametrize(
    ("text", "traits", "expected"),
    [
        ("In bold", {"bold": True}, 1),
        ("Analysis:", {"bold": True}, 1),
        ("A bold sentence.", {"bold": True}, 0),
        ("many bold words " * 5, {"bold": True}, 0),
        ("Small", {"bold": True, "size": 8.0}, 0),
        ("42", {"size": 20.0}, 0),
        ("\u2022 an item", {"size": 20.0}, 0),
        ("\u5e8f", {"size": 20.0}, 1),
        ("word " * 40, {"size": 20.0}, 0),
        ("Rotated", {"size": 20.0, "level": False}, 0),
        ("A little larger", {"size": 11.0}, 0),
    ],
)
def test_what_is_a_heading(text, traits, expected):
    assert level(text, **traits) == expected


def test_bold_says_nothing_where_much_is_bold():
    assert level("In bold", block(*["a bold paragraph of the text"] * 20, bold=True), bold=True) == 0


def test_the_outline_knows_better():
    outline = {2: {"themast": 3, "deep": 9}}
    assert level("1.2 The  Mast", outline=outline, page=2) == 3
    assert level("Deep", outline=outline, page=2) == 6
    assert level("The mast", outline=outline, page=1) == 0


def test_nothing_has_no_heading():
    assert headings_of([], {}).level([line("Title")], 0) == 0


@pytest.mark.parametrize("title", ["1.2 The Mast", "IV. the mast", "  The\u2014mast", "the mast"])
def test_titles_are_compared_without_numbering_and_spaces(title):
    assert told(title) == "themast"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["a line of the running text that goes on"], True),
        (["\u6f22\u5b57" * 10], True),
        (["A-1", "B-2", "label"] * 9 + ["a line of the running text that goes on"], False),
        ([], True),
    ],
)
def test_running_text_is_told_from_labels(texts, expected):
    assert has_prose([block(*texts)] if texts else []) is expected
