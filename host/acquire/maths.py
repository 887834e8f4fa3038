"""Formulas as LaTeX, from what KaTeX, MathJax, MathML and picture services leave in a page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_TEX_SCRIPT = re.compile(r"math/tex")
_WRAPPER = re.compile(r"(?:^|\s)(?:katex(?:-display)?|mwe-math-element|mathjax(?:_\w+)?|mjx-chtml|temml)(?:\s|$)")
_DISPLAY = re.compile(r"katex-display|mwe-math-element-block|mathjax_display|mjx-display|math-display|equation", re.I)
_PICTURE = re.compile(r"(?:^|\s)(?:mwe-math-fallback-image-\w+|latex|tex|math)(?:\s|$)")
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Formula:
    tex: str
    display: bool


def latex(element: Any) -> Formula | None:
    """The formula that this element shows, or None when it is not one."""
    tag = element.tag
    if tag == "script":
        kind = element.get("type") or ""
        if not _TEX_SCRIPT.match(kind):
            return None
        return _formula(element.text or "", "mode=display" in kind)
    if tag == "math":
        return _formula(_source(element) or to_tex(element), element.get("display") == "block")
    if tag == "img":
        return _picture(element)
    if tag == "mjx-container" or _WRAPPER.search((element.get("class") or "").lower()):
        return _wrapped(element)
    return None


def _wrapped(element: Any) -> Formula | None:
    tex = element.get("data-tex") or element.get("data-latex") or _source(element)
    names = f"{element.get('class') or ''} {element.get('display') or ''}"
    display = bool(_DISPLAY.search(names)) or element.get("display") == "true"
    maths = element.find(".//math")
    if maths is not None:
        tex = tex or to_tex(maths)
        display = display or maths.get("display") == "block"
    # MathJax draws beside the script that holds the source: the drawing alone says nothing.
    return _formula(tex, display) if tex or element.tag == "mjx-container" or _is_drawing(element) else None


def _is_drawing(element: Any) -> bool:
    return "mathjax" in (element.get("class") or "").lower() and element.tag in ("span", "div", "nobr")


def _picture(element: Any) -> Formula | None:
    alt = element.get("data-latex") or element.get("alt") or ""
    names = (element.get("class") or "").lower()
    source = element.get("src") or ""
    drawn = _PICTURE.search(names) or re.search(r"latex\.codecogs|/render/svg|chart\?cht=tx|latex\.php", source)
    return _formula(alt, "display" in names) if alt and drawn else None


def _source(element: Any) -> str:
    for annotation in element.iter("annotation"):
        if "tex" in (annotation.get("encoding") or "").lower():
            return annotation.text or ""
    return element.get("alttext") or ""


def _formula(tex: str, display: bool) -> Formula:
    tex = " ".join(tex.split())
    styled = _STYLE.match(tex)
    return Formula(styled[1].strip() if styled else tex, display)


_SIGNS = {
    "\u2208": r"\in", "\u2264": r"\leq", "\u2265": r"\geq", "\u2260": r"\neq", "\u00d7": r"\times", "\u22c5": r"\cdot",
    "\u00b7": r"\cdot", "\u221e": r"\infty", "\u2192": r"\to", "\u2211": r"\sum", "\u220f": r"\prod", "\u222b": r"\int",
    "\u00b1": r"\pm", "\u2248": r"\approx", "\u2282": r"\subset", "\u2200": r"\forall", "\u2203": r"\exists",
    "\u2202": r"\partial", "\u2207": r"\nabla", "\u2026": r"\ldots", "\u2212": "-",
    "\u2061": "", "\u2062": "", "\u2063": "",  # applied, times, comma: nobody sees them
}  # fmt: skip
_ACCENTS = {
    "^": "hat", "\u02c6": "hat", "~": "tilde", "\u02dc": "tilde", "\u02d9": "dot", "\u00af": "bar",
    "\u203e": "overline", r"\to": "vec",
}  # fmt: skip
_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (\w+)")

_DEEPEST = 60
"""Levels of a formula: what nests deeper was made to nest."""


def to_tex(element: Any, depth: int = 0) -> str:
    """Presentation MathML to LaTeX: fractions, roots, scripts and the common signs; the rest as it stands."""
    if depth > _DEEPEST:
        return "".join(element.itertext())
    parts = [to_tex(child, depth + 1) for child in element if isinstance(child.tag, str) and child.tag != "annotation"]
    if not parts:
        return _token(element)
    if shape := _SHAPES.get((element.tag, len(parts))):
        return shape(*parts)
    text = " ".join(part for part in parts if part)
    return rf"\sqrt{{{text}}}" if element.tag == "msqrt" else text


def _token(element: Any) -> str:
    text = element.text or ""
    return rf"\text{{{text}}}" if element.tag == "mtext" else "".join(_sign(sign) for sign in text.strip())


def _sign(sign: str) -> str:
    if (known := _SIGNS.get(sign)) is not None:
        return known
    greek = _GREEK.fullmatch(unicodedata.name(sign, ""))
    if greek is None:
        return sign
    name = greek[2].replace("LAMDA", "LAMBDA")
    return "\\" + (name.lower() if greek[1] == "SMALL" else name.capitalize())


def _script(tex: str) -> str:
    return f"{{{tex}}}"


def _over(base: str, above: str) -> str:
    accent = _ACCENTS.get(above)
    return rf"\{accent}{{{base}}}" if accent else f"{base}^{_script(above)}"


_SHAPES: dict[tuple[str, int], Callable[..., str]] = {
    ("mfrac", 2): lambda over, under: rf"\frac{{{over}}}{{{under}}}",
    ("mroot", 2): lambda inner, degree: rf"\sqrt[{degree}]{{{inner}}}",
    ("msup", 2): lambda base, above: f"{base}^{_script(above)}",
    ("mover", 2): _over,
    ("msub", 2): lambda base, below: f"{base}_{_script(below)}",
    ("munder", 2): lambda base, below: f"{base}_{_script(below)}",
    ("msubsup", 3): lambda base, below, above: f"{base}_{_script(below)}^{_script(above)}",
    ("munderover", 3): lambda base, below, above: f"{base}_{_script(below)}^{_script(above)}",
}
"""By element and number of children."""
