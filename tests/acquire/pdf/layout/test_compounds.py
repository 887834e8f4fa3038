import pytest

from host.acquire.pdf.layout.compounds import compounds_in, is_compound
from host.acquire.pdf.layout.paragraphs import joined
from tests.acquire.pdf.layout.pages import block

KNOWN = compounds_in([[block("A well\u2010known, State-of-the-art mast."), block("a-b = c-d", code=True)]])


def test_compounds_are_those_that_stand_whole_somewhere():
    assert {"well-known", "state-of-the-art"} == KNOWN


@pytest.mark.parametrize(
    ("text", "line", "whole"),
    [
        ("It is well-", "known, too", "It is well-known, too"),
        ("Well\u2010", "known", "Well\u2010known"),
        ("a state-of-", "the-art mast", "a state-of-the-art mast"),
        ("the light-", "house", "the lighthouse"),
        ("the well\u00ad", "known", "the wellknown"),
    ],
)
def test_a_compound_keeps_its_hyphen_at_the_end_of_a_line(text, line, whole):
    assert joined(text, line, KNOWN) == whole


def test_a_line_without_a_word_ends_no_compound():
    assert not is_compound("It is well-", "(known)", KNOWN)
