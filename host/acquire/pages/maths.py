"""Formulas as LaTeX, from what KaTeX, MathJax, MathML and picture services leave in a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from host.acquire.pages.mathml import to_tex

_TEX_SCRIPT = re.compile(r"math/tex")
_WRAPPER = re.compile(r"(?:^|\s)(?:katex(?:-display)?|mwe-math-element|mathjax(?:_\w+)?|mjx-chtml|temml)(?:\s|$)")
_DISPLAY = re.compile(r"katex-display|mwe-math-element-block|mathjax_display|mjx-display|math-display|equation", re.I)
_PICTURE = re.compile(r"(?:^|\s)(?:mwe-math-fallback-image-\w+|latex|tex|math)(?:\s|$)")
_SAYING = ("data-tex", "data-latex", "data-math")
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
    tex = next(filter(None, map(element.get, _SAYING)), "") or _source(element)
    names = f"{element.get('class') or ''} {element.get('display') or ''}"
    display = bool(_DISPLAY.search(names)) or element.get("display") == "true"
    maths = element.find(".//math")
    if maths is not None:
        tex = tex or to_tex(maths)
        display = display or maths.get("display") == "block"
    # MathJax draws beside the script that holds the source: the drawing alone says nothing.
    if tex or element.tag == "mjx-container" or _is_drawing(element):
        return _formula(tex, display)
    # What KaTeX draws is hidden from those who hear a page; where the MathML for them is missing, it is all there is.
    drawn = "" if element.find(".//*[@class='katex-html']") is None else "".join(element.itertext())
    return _formula(drawn, display) if drawn.strip() else None


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
