from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.sentence_ends import mask, sentence_spans, trimmed, without_quote_marks


def found(text):
    return [text[start:end] for start, end in sentence_spans(mask(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("sales grew. the margin fell. no. 5 is new.", ["sales grew.", "the margin fell.", "no. 5 is new."]),
        ("He ate it. then slept. Yes.", ["He ate it. then slept.", "Yes."]),
        ("Bought by Acme Inc. Europe in 2001. Sold.", ["Bought by Acme Inc. Europe in 2001.", "Sold."]),
        ("Bought by Acme Inc. The price rose.", ["Bought by Acme Inc.", "The price rose."]),
        ("As Lee et al. 2004 show. Yes.", ["As Lee et al. 2004 show.", "Yes."]),
        ("held by acme inc. in europe. sold.", ["held by acme inc.", "in europe.", "sold."]),
        ("See [it. Now](a.b). Go", ["See [it. Now](a.b).", "Go"]),
        ("Use `a. B`. Go", ["Use `a. B`.", "Go"]),
        (" \n ", []),
    ],
)
def test_sentences_are_told_from_abbreviations_links_and_code(text, expected):
    assert found(text) == expected


def test_marks_of_quotes_are_no_text():
    assert without_quote_marks("> One.\n> Two.") == " One.\n Two."
    assert mask("> One.\n> Two.") == "  One.\n  Two."


def test_white_space_is_left_out_at_both_ends():
    assert trimmed("  a b ", 0, 6) == (2, 5)
    assert trimmed("   ", 0, 3) == (3, 3)


@given(st.text(alphabet="aB1.!? \n`[]()>*。", max_size=60))
def test_sentences_cover_all_that_is_not_white_space(text):
    masked = mask(text)
    assert len(masked) == len(text)
    spans = list(sentence_spans(masked))
    covered = {at for start, end in spans for at in range(start, end)}
    assert all(character.isspace() or at in covered for at, character in enumerate(masked))
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
