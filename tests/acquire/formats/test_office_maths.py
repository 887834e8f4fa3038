import pytest
from lxml import etree

from host.acquire.formats.office_maths import formula

SPACE = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def said(inside):
    return formula(etree.fromstring(f'<m:oMath xmlns:m="{SPACE}">{inside}</m:oMath>'))


def run(text, properties=""):
    return f"<m:r>{properties and f'<m:rPr>{properties}</m:rPr>'}<m:t>{text}</m:t></m:r>"


def part(name, *inside):
    return f"<m:{name}>{''.join(inside)}</m:{name}>"


def signs(name, **values):
    inside = "".join(f'<m:{key} m:val="{value}"/>' for key, value in values.items())
    return f"<m:{name}Pr>{inside}</m:{name}Pr>"


A, B, C = (part(name, run(text)) for name, text in (("e", "a"), ("sub", "b"), ("sup", "2")))


@pytest.mark.parametrize(
    ("inside", "tex"),
    [
        (run("E=mc"), "E = m c"),
        (run("12.5 sin x"), r"12.5 \sin x"),
        (run("grad", '<m:sty m:val="p"/>'), r"\mathrm{grad}"),
        (run("if so", "<m:nor/>"), r"\text{if so}"),
        (run("\u03b1\u2264\u03c0"), r"\alpha \leq \pi"),
        (part("f", signs("f", type="bar"), part("num", run("1")), part("den", run("x"))), r"\frac{1}{x}"),
        (part("sSup", A, C), "a^{2}"),
        (part("sSub", A, B), "a_{b}"),
        (part("sSubSup", A, B, C), "a_{b}^{2}"),
        (part("sPre", B, C, A), "{}_{b}^{2}a"),
        (part("rad", signs("rad", degHide="1"), part("deg"), A), r"\sqrt{a}"),
        (part("rad", part("deg", run("3")), A), r"\sqrt[3]{a}"),
        (part("nary", signs("nary", chr="∑"), B, C, A), r"\sum_{b}^{2} a"),
        (part("nary", B, part("sup"), A), r"\int_{b} a"),
        (part("nary", part("sub"), C, A), r"\int^{2} a"),
        (part("nary", part("sub"), part("sup"), A), r"\int a"),
        (part("d", A, A), "( a | a )"),
        (part("d", signs("d", begChr="[", endChr="", sepChr=";"), A, A), "[ a ; a"),
        (part("d", part("e", part("m", part("mr", A, A), part("mr", A)))), r"\begin{pmatrix} a & a \\ a \end{pmatrix}"),
        (part("eqArr", A, A), r"\begin{matrix} a \\ a \end{matrix}"),
        (part("func", part("fName", run("cos")), A), r"\cos a"),
        (part("limLow", part("e", run("lim")), part("lim", run("n"))), r"\lim_{n}"),
        (part("acc", A), r"\hat{a}"),
        (part("acc", signs("acc", chr="\u20d7"), A), r"\vec{a}"),
        (part("bar", signs("bar", pos="top"), A), r"\overline{a}"),
        (part("bar", A), r"\underline{a}"),
        (part("groupChr", A), r"\underbrace{a}"),
        (part("groupChr", signs("groupChr", chr="⏞", pos="top"), A), r"\overbrace{a}"),
        (part("box", part("e", run("x"))) + "<!-- no part -->", "x"),
        (part("sSup", A), "a^{}"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_formula_becomes_latex(inside, tex):
    assert said(inside) == tex
