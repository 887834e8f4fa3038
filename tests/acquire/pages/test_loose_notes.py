"""Footnotes that nothing links."""

import pytest

from host.acquire.pages.loose_notes import mark_loose_notes
from host.acquire.pages.nodes import measure
from host.acquire.pages.writer import to_markdown
from tests.acquire.trees import body

TEXT = "<p>They follow the moon<sup>1</sup> and the sun<sup>[2]</sup>.</p>"
MARKED = "They follow the moon[^1] and the sun[^2]."
NOTES = "[^1]: By half a day.\n\n[^2]: By a year."


def markdown(html: str) -> str:
    top = body(html)
    mark_loose_notes(top)
    measure(top)
    return to_markdown(top)


@pytest.mark.parametrize(
    "notes",
    [
        "<p><sup>1</sup> By half a day.</p><p><sup>2</sup> By a year.</p>",
        "<div><strong>1.</strong> By half a day.</div><div><strong>2.</strong> By a year.</div>",
    ],
)
def test_a_raised_number_belongs_to_the_block_that_begins_with_it(notes):
    assert markdown(TEXT + notes) == f"{MARKED}\n\n{NOTES}"


def test_or_to_the_entry_of_a_list_of_notes():
    notes = "<h2>Notes:</h2><ol><li>By half a day.</li><li>By a year.</li></ol>"
    assert markdown(TEXT + notes) == f"{MARKED}\n\n## Notes:\n\n{NOTES.replace(chr(10) * 2, chr(10))}"


def test_signs_are_marks_too():
    assert markdown("<p>The moon<sup>*</sup>.</p><p><sup>*</sup> By half a day.</p>") == (
        "The moon[^note1].\n\n[^note1]: By half a day."
    )


@pytest.mark.parametrize(
    "html",
    [
        "<p>5 m<sup>2</sup>, 10<sup>3</sup>, (a+b)<sup>2</sup>, 1<sup>st</sup>.</p><p><sup>2</sup> of them</p>",
        "<p>The moon<sup>2</sup>.</p><p><sup>2</sup> The first one is missing.</p>",
        "<p><sup>1</sup> The note comes first.</p><p>The moon<sup>1</sup>.</p>",
        "<p>The moon<sup>1</sup>.</p><h2>Steps</h2><ol><li>Look up.</li></ol>",
        "<p>The moon<sup>1</sup>.</p><h2>Notes</h2><ol><li>One.</li><li>Two, without a mark.</li></ol>",
        "<p>The moon<sup>1</sup>.</p>",
    ],
    ids=["powers", "gap", "before", "no notes", "unmarked", "alone"],
)
def test_what_is_no_note_stays_as_it_is(html):
    assert "[^" not in markdown(html)
