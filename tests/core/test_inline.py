import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.inline import visible

# what is written, what a person sees
SEEN = [
    ("plain", "plain"),
    ("snake_case_name and __init__.py", "snake_case_name and init.py"),
    ("a_b_ _c", "a_b_ _c"),
    ("*a* **b** ***c*** _d_ __e__ ~~f~~", "a b c d e f"),
    ("**bold *both***", "bold both"),
    ("in*with*in", "inwithin"),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("*not closed", "*not closed"),
    ("**one side*", "*one side"),
    ("\\*not emphasis\\*", "*not emphasis*"),
    ("hard\\\nbreak", "hard\nbreak"),
    ("`x = *y*` and ``a`b``", "x = *y* and a`b"),
    ("`` ` ``", "`"),
    ("`not closed", "`not closed"),
    ("``a` b`", "``a b"),
    ("[text](https://a.b/c_d)", "text"),
    ("[text](<a b> 'title')", "text"),
    ('[text](/a "title") after', "text after"),
    ("[text](a_(b))", "text"),
    ("[a *b* `c`](/d)", "a b c"),
    ("![a picture](p.png)", "a picture"),
    ("a claim[^1] and[^n2_2] more", "a claim and more"),
    ("[^1]: the note", "the note"),
    (r"a class \[^abc] or [^0-9]", "a class [^abc] or [^0-9]"),
    ("before ![not *seen*]() after *it*", "before  after it"),
    ("[![not seen]()](/page)", ""),
    ("[![alt](i.png)](/page)", "alt"),
    ("[]()", ""),
    ("see [1] and a[i]", "see [1] and a[i]"),
    ("] alone](x)", "] alone](x)"),
    ("[text](not closed", "[text](not closed"),
    ("<https://a.b/c_d_e>", "https://a.b/c_d_e"),
    ("<mailto:a@b.c>", "a@b.c"),
    ("a<br>b<sup>2</sup><!-- c -->", "a\nb2"),
    ("List<int> and a < b", "List<int> and a < b"),
    ("&amp;&nbsp;&#65;&#x42;&unknown;", "&\xa0AB&unknown;"),
]


@pytest.mark.parametrize(("text", "expected"), SEEN)
def test_only_what_a_person_sees_is_left(text, expected):
    assert visible(text) == expected


@given(st.text(alphabet="ab \n漢é.,;:!?"))
def test_text_without_marks_stays_as_it_is(text):
    assert visible(text) == text


@given(st.text(alphabet="a *_`[]()<>!\\~&;\"'\n"))
def test_nothing_is_made_up(text):
    written = iter(text.replace("\n", " "))
    assert all(character in written for character in visible(text).replace("\n", " "))


UNITS = [
    "[a](",
    "`",
    "``` `",
    "*a ",
    "a* ",
    "_a_ ",
    "<a ",
    "<!--",
    "![",
    "](<",
    '](a "',
    "](a  ",
    "\\",
    "&a",
    "**a*",
    "~~",
]


@pytest.mark.parametrize("unit", UNITS)
def test_scanning_takes_time_in_proportion_to_the_text(unit):
    started = time.process_time()
    visible("*" * 100_000 + unit * (200_000 // len(unit)))
    assert time.process_time() - started < 5
