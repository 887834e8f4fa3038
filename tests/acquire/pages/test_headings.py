"""Headings, the fragments that open them, and the marks that link them to themselves."""

import pytest

from host.acquire.pages.headings import anchors, drop_heading_marks, fragments
from tests.acquire.trees import body


@pytest.mark.parametrize(
    "mark",
    [
        '<a href="#setup">\u00b6</a>',
        '<a href="#setup">#</a>',
        '<a href="#setup"></a>',
        '<a class="headerlink" href="#setup">Link to this heading</a>',
    ],
)
def test_marks_that_link_a_heading_to_itself_are_dropped(mark):
    top = body(f"<h2>Setup{mark}</h2>")
    drop_heading_marks(top)
    assert top.text() == "Setup"
    assert top.find("a") is None


@pytest.mark.parametrize(
    "link",
    ['<a href="/y">Setup</a>', '<a class="anchor-link" href="#setup">Setup</a>', 'Setup<a href="#x" id="x"></a>'],
)
def test_links_that_say_or_hold_something_are_kept(link):
    top = body(f"<h2>{link}</h2>")
    drop_heading_marks(top)
    assert top.text() == "Setup"
    assert top.find("a") is not None


def test_a_heading_is_opened_by_its_id_one_inside_it_or_that_of_its_section():
    top = body(
        "<h1 id='a'>One</h1><h2><a name='b'></a>Two</h2><section id='c'><h2>Three</h2></section>"
        "<section id='d'><p>x</p><h2>Four</h2></section>"
    )
    assert fragments(top) == [("one", "a"), ("two", "b"), ("three", "c")]


def test_headings_of_the_same_text_open_each_its_own_place():
    markdown = "## Note\n\none\n\n## [Note](https://a.example)\n\ntwo\n\n## Other"
    found = list(anchors(markdown, [("note", "a"), ("note", "b")]))
    assert [(anchor.value, markdown[anchor.start :][:4]) for anchor in found] == [("a", "## N"), ("b", "## [")]
