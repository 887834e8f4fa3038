import pytest

from host.acquire.formats.rtf import rtf_document
from host.acquire.formats.rtf_groups import with_seen


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        (r"The mast{\super 1{\footnote\pard Of {\b wood}.}} is up.\par", "The mast1 is up.\n\nOf wood."),
        (r"The mast{\*\annotation Is it?} is up.\par End", "The mast is up.\n\nEnd\nIs it?"),
        (r"The {\deleted old }{\v secret }mast {\v0 is }up.", "The mast is up."),
        (r"The mast{\footnote Of \{wood\}.} is up.", "The mast is up.\nOf {wood}."),
    ],
)
def test_notes_are_kept_and_what_nobody_sees_is_not(body, markdown):
    read = rtf_document(rf"{{\rtf1\ansi {body}}}".encode(), "file:///a.rtf", "a.rtf").markdown
    assert " ".join(read.split()) == " ".join(markdown.split())


def test_raw_bytes_are_no_braces():
    assert with_seen(r"{\rtf1 a{\deleted x\bin2 }} y}b}") == r"{\rtf1 ab}"


@pytest.mark.parametrize("source", [r"{\rtf1 plain \vertalc}", r"{\rtf1 a{\footnote never closed"])
def test_everything_else_stays_as_it_is(source):
    assert with_seen(source) == source
