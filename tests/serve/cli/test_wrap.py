"""Breaking streamed text between words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.serve.cli.wrap import WordWrap


def wrapped(*pieces, width=12):
    wrap = WordWrap(width)
    return "".join(map(wrap.feed, pieces)) + wrap.finish()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two", "one two"),
        ("one two three four", "one two\nthree four"),
        ("one two\n\n- a b", "one two\n\n- a b"),
        ("code:\n    indented", "code:\n    indented"),
        ("a-word-longer-than-the-line b", "a-word-longer-than-the-line\nb"),
        ("日本語日本語 日本", "日本語日本語\n日本"),
        ("", ""),
    ],
)
def test_lines_break_between_words_and_where_the_text_breaks_them(text, expected):
    assert wrapped(text) == expected


@given(st.text(alphabet="ab \n日", max_size=60), st.data())
def test_pieces_make_no_difference(text, data):
    cut = data.draw(st.integers(0, len(text)))
    assert wrapped(text[:cut], text[cut:]) == wrapped(text)


@given(st.text(alphabet="ab \n", max_size=80))
def test_words_are_never_lost_and_lines_never_too_long(text):
    result = wrapped(text)
    assert result.split() == text.split()
    assert all(len(line) <= 12 or " " not in line.strip() for line in result.split("\n"))
