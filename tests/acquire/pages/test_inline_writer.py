"""The inside of a paragraph."""

import pytest

from host.acquire.pages.inline_writer import line, linked, paragraph
from tests.acquire.trees import body


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("a  b\n c", "a b c"),
        ("a<br>b", "a\nb"),
        ("a<br> <br>b", "a\n\nb"),
        ("<b>bold</b> <em>so</em> <del>old</del>", "**bold** *so* ~~old~~"),
        ("<b>Note:</b>text", "**Note**:text"),
        ("<b> (x) </b>", "(**x**)"),
        ("<b>[1]</b>", "[1]"),
        ('<a href="https://a.example/x y(1)"> link </a>.', "[link](https://a.example/x%20y%281%29) ."),
        ('<a href="javascript:void(0)">no link</a> <a>none</a> <a href="https://a.example"></a>', "no link none"),
        ('<a href="https://a.example"><img alt="Boat"></a>', "[![Boat]()](https://a.example)"),
        ('<img src="data:x" alt="A  map [1]"> <img src="x.png">', "![A map (1)]()"),
        ("<code>a b</code> <kbd>`</kbd> <code></code>", "`a b` `` ` ``"),
        ('<code><a href="https://a.example">f()</a></code>', "[`f()`](https://a.example)"),
        ("<q>said</q>", '"said"'),
        ("<math><mi>x</mi></math>", "$x$"),
        ('so <math display="block"><mi>x</mi></math> holds', "so\n\n$$x$$\n\nholds"),
        ("<math></math>none", "none"),
        ("so $h_{i}^* = \\sum_i x_i*$ and *not* $5 or $6_", "so $h_{i}^* = \\sum_i x_i*$ and \\*not\\* $5 or $6\\_"),
    ],
)
def test_inline_marks(html, markdown):
    assert paragraph(body(html).children) == markdown


def test_a_line_has_no_line_breaks():
    assert line(body("a<br><br>b <div>c</div>").children) == "a b c"


def test_text_that_is_a_link_already_is_not_linked_again():
    assert linked("[a](https://b.example)", "https://a.example") == "[a](https://b.example)"
