"""Presentation MathML as LaTeX."""

import pytest

from host.acquire.pages.mathml import to_tex
from host.acquire.pages.page import parse_page

ROWS = "<mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr>"


def tex(mathml: str) -> str:
    return to_tex(parse_page(f"<html><body><math>{mathml}</math></body></html>").find(".//math"))


@pytest.mark.parametrize(
    ("mathml", "expected"),
    [
        ("<mfrac><mi>a</mi><mn>2</mn></mfrac>", r"\frac{a}{2}"),
        ("<msqrt><mi>x</mi></msqrt>", r"\sqrt{x}"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", r"\sqrt{x + 1}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<msup><mi>x</mi><mn>10</mn></msup>", "x^{10}"),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "x_{i}"),
        ("<munderover><mo>\u2211</mo><mi>i</mi><mi>n</mi></munderover>", r"\sum_{i}^{n}"),
        ("<mtext>if </mtext><mtext> </mtext>", r"\text{if }"),
        ("<mi>\u03b1</mi><mo>\u2264</mo><mi>\u0394</mi>", r"\alpha \leq \Delta"),
        ("<mover><mi>a</mi><mo>\u2192</mo></mover><mover><mi>a</mi><mo>\u02d9</mo></mover>", r"\vec{a} \dot{a}"),
        ("<munder><mi>a</mi><mo>_</mo></munder>", r"\underline{a}"),
        ("<mi>\u03bb</mi>", r"\lambda"),
        ("<mi>f</mi><mo>\u2061</mo><mi>x</mi>", "f x"),
        ("<mi>sin</mi><mi>x</mi><mi>rate</mi>", r"\sin x \mathrm{rate}"),
        ("<mo>{</mo><mi>\u211d</mi><mo>}</mo>", r"\{ \mathbb{R} \}"),
        ("<mover><mi>x</mi><mi>y</mi></mover><munder><mi>x</mi><mi>y</mi></munder>", "x^{y} x_{y}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
        ("<mi>x</mi><mspace width='1em'></mspace><mi>y</mi>", "x y"),
        (f"<mtable>{ROWS}</mtable>", r"\begin{matrix} a & b \\ 0 & 1 \end{matrix}"),
        (f"<mo>(</mo><mtable>{ROWS}</mtable><mo>)</mo>", r"\begin{pmatrix} a & b \\ 0 & 1 \end{pmatrix}"),
        (f"<mo>(</mo><mtable>{ROWS}</mtable><mo>]</mo>", r"( \begin{matrix} a & b \\ 0 & 1 \end{matrix} ]"),
        (f"<mtable columnalign='right left'>{ROWS}</mtable>", r"\begin{aligned} a & b \\ 0 & 1 \end{aligned}"),
        (
            "<mtable><mlabeledtr><mtd><mn>7</mn></mtd><mtd><mi>a</mi></mtd></mlabeledtr></mtable>",
            r"\begin{matrix} a \end{matrix}",
        ),
        ("<mfenced open='[' close=')'><mi>a</mi><mi>b</mi></mfenced>", "[a, b)"),
        ("<mfenced open='\u2329\u2329'><mi>a</mi></mfenced>", "\u2329\u2329a)"),
        (
            "<mmultiscripts><mi>X</mi><mi>a</mi><mi>b</mi><mprescripts></mprescripts><mi>c</mi><none></none></mmultiscripts>",
            "{}_{c}X_{a}^{b}",
        ),
        ("<mmultiscripts><mi>X</mi><mi>a</mi><none></none></mmultiscripts>", "X_{a}"),
    ],
)
def test_formulas_are_rewritten(mathml, expected):
    assert tex(mathml) == expected


def test_nesting_without_end_is_cut_short():
    assert tex("<mrow>" * 500 + "<mi>x</mi>" + "</mrow>" * 500) == "x"
