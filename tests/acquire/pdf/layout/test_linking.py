import pytest

from host.acquire.pdf.layout.linking import carried, said, said_by, spanned, written
from host.acquire.pdf.layout.page import Link, Word
from host.acquire.pdf.layout.paragraphs import joined
from tests.acquire.pdf.layout.pages import line

HERE = "https://a.test/x"


def linked_line(text, words, address=HERE):
    return line(text, links=tuple(spanned(text, text.index(words), text.index(words) + len(words), address)))


def paragraph(*lines):
    text, links = "", []
    for one in lines:
        longer = joined(text, one.text.strip())
        text, links = longer, carried(links, text, longer, one)
    return written(text, links)


@pytest.mark.parametrize(
    ("lines", "markdown"),
    [
        ([("See the guide now.", "the guide")], "See [the guide](https://a.test/x) now."),
        ([("  See the guide.", "guide")], "See the [guide](https://a.test/x)."),
        ([("See the sailing", "sailing"), ("guide now.", "guide")], "See the [sailing guide](https://a.test/x) now."),
        ([("See the sail-", "sail-"), ("ing guide.", "ing")], "See the [sailing](https://a.test/x) guide."),
        ([("Bring:", "Bring"), ("\u2022  a rope", "\u2022  a rope")], "[Bring](https://a.test/x):\n- [a rope](https://a.test/x)"),
        ([("Rope.", "Rope"), ("2. Sail", "Sail")], "[Rope](https://a.test/x).\n2. [Sail](https://a.test/x)"),
    ],
)  # fmt: skip
def test_links_stay_around_their_words_when_lines_are_joined(lines, markdown):
    assert paragraph(*(linked_line(*each) for each in lines)) == markdown


@pytest.mark.parametrize(
    ("text", "address", "markdown"),
    [
        ("www.a.test/x", "https://a.test/x/", "www.a.test/x"),
        ("ann@a.test", "mailto:ann@a.test", "ann@a.test"),
        ("https://a.test/ long", "https://a.test/long", "https://a.test/ long"),
        ("the guide", "https://a.test/a(b) c|d", "[the guide](https://a.test/a%28b%29%20c%7Cd)"),
        ("the guide", "javascript:alert(1)", "the guide"),
        ("1] and [2", HERE, "1] and [2"),
        ("(author(s))", HERE, "([author(s)](https://a.test/x))"),
        ("\u2192", HERE, "\u2192"),
    ],
)
def test_what_is_written_of_a_link(text, address, markdown):
    assert said(linked_line(text, text, address)) == markdown


def test_neighbours_that_lead_elsewhere_are_two_links():
    links = (Link(0, 3, HERE), Link(4, 7, "https://b.test"), Link(12, 14, "https://b.test"))
    assert written("One two and so", links) == (
        "[One](https://a.test/x) [two](https://b.test) and [so](https://b.test)"
    )


def test_words_of_a_cell_are_linked_together():
    box = (0, 0, 1, 1)
    words = [Word("See", box), Word("(the", box, HERE), Word("guide)", box, HERE), Word("now", box)]
    assert said_by(words) == "See ([the guide](https://a.test/x)) now"
