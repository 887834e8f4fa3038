"""Formulas as LaTeX, whatever drew them."""

import pytest

from host.acquire.pages.maths import latex
from host.acquire.pages.page import parse_page

TEX = '<annotation encoding="application/x-tex">x^2</annotation>'


def formula(html: str):
    return latex(parse_page(f"<html><body>{html}</body></html>").xpath("//body/*")[0])


@pytest.mark.parametrize(
    ("html", "tex", "display"),
    [
        (f"<math><semantics><mi>x</mi>{TEX}</semantics></math>", "x^2", False),
        (f'<math display="block">{TEX}</math>', "x^2", True),
        ('<math alttext="{\\displaystyle a+b}"><mi>a</mi></math>', "a+b", False),
        (f'<span class="katex"><math>{TEX}</math><span class="katex-html">x2</span></span>', "x^2", False),
        (f'<span class="katex-display"><span class="katex"><math>{TEX}</math></span></span>', "x^2", True),
        ('<span class="katex" data-tex="y"></span>', "y", False),
        ('<span class="katex" data-math="y"></span>', "y", False),
        ('<span class="katex"><span class="katex-html" aria-hidden="true">x2</span></span>', "x2", False),
        ('<mjx-container display="true"><math><mi>y</mi></math></mjx-container>', "y", True),
        ("<mjx-container><svg></svg></mjx-container>", "", False),
        ('<span class="MathJax">drawn</span>', "", False),
        ('<script type="math/tex">a_1</script>', "a_1", False),
        ('<script type="math/tex; mode=display">a_1</script>', "a_1", True),
        ('<img class="mwe-math-fallback-image-inline" alt="\\sqrt{2}">', r"\sqrt{2}", False),
        ('<img src="https://latex.codecogs.com/svg.image?a" alt="a">', "a", False),
    ],
)
def test_the_source_of_a_formula_is_found(html, tex, display):
    found = formula(html)
    assert found is not None
    assert (found.tex, found.display) == (tex, display)


@pytest.mark.parametrize(
    "html",
    ["<script>let x</script>", '<img src="boat.png" alt="A boat">', "<p>x</p>", '<span class="katexes">x</span>'],
)
def test_what_is_no_formula_is_left_alone(html):
    assert formula(html) is None
