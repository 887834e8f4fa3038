"""Footnotes become Markdown's own."""

import pytest

from host.acquire.pages.footnotes import mark_footnotes
from host.acquire.pages.writer import to_markdown
from tests.acquire.trees import body


def written(html: str, content: str = "body") -> str:
    top = body(html)
    node = top.find(content)
    assert node is not None
    mark_footnotes(node, top)
    return to_markdown(node)


@pytest.mark.parametrize(
    ("mark", "note"),
    [
        ('<sup><a href="#fn1">1</a></sup>', '<ol><li id="fn1"><p>The note. <a href="#fnref1">↩</a></p></li></ol>'),
        ('<a href="#n" class="footnote-ref">[1]</a>', '<div id="n">The note.</div>'),
        ('<a href="#_ftn1" name="_ftnref1">[1]</a>', '<p><a href="#_ftnref1" name="_ftn1">[1]</a> The note.</p>'),
        ('<sup><a href="#x">1</a></sup>', '<p id="x">1. The note.</p>'),
        ('<sup id="c"><a href="#cite_note-1">[1]</a></sup>', '<ol><li id="cite_note-1">^ The note.</li></ol>'),
    ],
)
def test_mark_and_note_get_the_same_label(mark, note):
    markdown = written(f"<p>A claim{mark} stands.</p>{note}")
    assert markdown.replace("^ The", "The") == "A claim[^1] stands.\n\n[^1]: The note."


def test_two_marks_may_lead_to_one_note():
    markdown = written('<p>A<sup><a href="#fn">1</a></sup> b<sup><a href="#fn">1</a></sup></p><p id="fn">Note</p>')
    assert markdown == "A[^1] b[^1]\n\n[^1]: Note"


def test_two_notes_of_the_same_number_have_labels_of_their_own():
    markdown = written(
        '<p>A<sup><a href="#fn1">1</a></sup></p><p id="fn1">One</p>'
        '<p>B<sup><a href="#fn2">1</a></sup></p><p id="fn2">Two</p>'
    )
    assert "[^1]: One" in markdown
    assert "[^1_2]: Two" in markdown


def test_a_note_outside_of_the_content_is_brought_to_its_end():
    markdown = written('<article><p>A<sup><a href="#fn1">*</a></sup></p></article><p id="fn1">Note</p>', "article")
    assert markdown == "A[^1]\n\n[^1]: Note"


@pytest.mark.parametrize(
    "html",
    [
        '<p>See <a href="#part">2</a></p><h2 id="part">Part</h2>',
        '<p>See <a href="#note-part">the second part</a></p><p id="note-part">Part</p>',
        '<p id="fn">Up</p><p>See <sup><a href="#fn">1</a></sup></p>',
        '<p>See <sup><a href="#fn9">1</a></sup></p>',
        '<p>See <sup><a href="#fn1">1</a></sup></p><h2 id="fn1">Part</h2>',
    ],
)
def test_other_links_within_a_page_are_none(html):
    assert "[^" not in written(html)
