"""Formulas as LaTeX, whatever drew them."""

import pytest

from host.acquire.maths import latex, to_tex
from host.acquire.page import parse_page

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


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mfrac><mi>a</mi><mn>2</mn></mfrac>", r"\frac{a}{2}"),
        ("<msqrt><mi>x</mi></msqrt>", r"\sqrt{x}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<msup><mi>x</mi><mn>10</mn></msup>", "x^{10}"),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "x_{i}"),
        ("<munderover><mo>\u2211</mo><mi>i</mi><mi>n</mi></munderover>", r"\sum_{i}^{n}"),
        ("<mtext>if</mtext>", r"\text{if}"),
        ("<mi>\u03b1</mi><mo>\u2264</mo><mi>\u0394</mi>", r"\alpha \leq \Delta"),
        ("<mover><mi>a</mi><mo>\u2192</mo></mover><mover><mi>a</mi><mo>\u02d9</mo></mover>", r"\vec{a} \dot{a}"),
        ("<mi>\u03bb</mi>", r"\lambda"),
        ("<mi>f</mi><mo>\u2061</mo><mi>x</mi>", "f x"),
        ("<mover><mi>x</mi><mi>y</mi></mover><munder><mi>x</mi><mi>y</mi></munder>", "x^{y} x_{y}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
    ],
)
def test_formulas_without_a_source_are_rewritten(mathml, tex):
    assert to_tex(parse_page(f"<html><body><math>{mathml}</math></body></html>").find(".//math")) == tex


def test_nesting_without_end_is_cut_short():
    deep = "<mrow>" * 500 + "<mi>x</mi>" + "</mrow>" * 500
    assert to_tex(parse_page(f"<html><body><math>{deep}</math></body></html>").find(".//math")) == "x"
