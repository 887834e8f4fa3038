"""Formulas of Office documents (OMML) to LaTeX, by way of the MathML that pages have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lxml import etree

from host.acquire.pages.mathml import FUNCTIONS, to_tex

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[A-Za-z]+|\S")
_MARKS = {
    "\u0300": "`", "\u0301": "\u00b4", "\u0302": "^", "\u0303": "~", "\u0304": "\u00af", "\u0305": "\u00af",
    "\u0307": "\u02d9", "\u0308": "\u00a8", "\u20d7": "\u2192",
}  # fmt: skip
"""Marks that stand over a letter, as MathML has them."""


def formula(element: Any) -> str:
    """The LaTeX of an `m:oMath` element, without dollar signs."""
    return " ".join(to_tex(_row(_inside(element))).split())


def _converted(element: Any) -> Iterator[Any]:
    name = _name(element)
    if name == "r":
        yield from _run(element)
    elif name in _SHAPES:
        yield _SHAPES[name](element)
    elif not name.endswith("Pr"):
        yield from _inside(element)


def _inside(element: Any) -> Iterator[Any]:
    for child in element:
        if isinstance(child.tag, str):
            yield from _converted(child)


def _run(run: Any) -> Iterator[Any]:
    """Letters are each a sign of their own, but for names of functions and upright words."""
    text = "".join(part.text or "" for part in run.iter("{*}t"))
    if run.find("{*}rPr/{*}nor") is not None:
        yield _element("mtext", text=text)
        return
    upright = _value(run.find("{*}rPr/{*}sty"), "") == "p"
    for token in _TOKEN.findall(text):
        if not token[0].isalpha():
            yield _element("mn" if token[0].isdigit() else "mo", text=token)
        elif upright or token in FUNCTIONS:
            yield _element("mi", text=token)
        else:
            yield from (_element("mi", text=letter) for letter in token)


def _shape(tag: str, *parts: str) -> Callable[[Any], Any]:
    """An element with these parts of the original, in this order."""
    return lambda element: _element(tag, *(_part(element, name) for name in parts))


def _root(element: Any) -> Any:
    degree = _part(element, "deg")
    return _element("mroot", _part(element, "e"), degree) if len(degree) else _element("msqrt", _part(element, "e"))


def _sum(element: Any) -> Any:
    """A sum or an integral with what stands below and above its sign, and what it is of."""
    sign = _element("mo", text=_said(element, "chr", "\u222b"))
    below, above = _part(element, "sub"), _part(element, "sup")
    if len(below) and len(above):
        sign = _element("munderover", sign, below, above)
    elif len(below) or len(above):
        sign = _element("msub", sign, below) if len(below) else _element("msup", sign, above)
    return _row([sign, _part(element, "e")])


def _fenced(element: Any) -> Any:
    parts = [_element("mo", text=_said(element, "begChr", "("))]
    for place, inner in enumerate(element.iterfind("{*}e")):
        if place:
            parts.append(_element("mo", text=_said(element, "sepChr", "|")))
        parts.append(_row(_inside(inner)))
    return _row([*parts, _element("mo", text=_said(element, "endChr", ")"))])


def _matrix(element: Any) -> Any:
    rows = element.findall("{*}mr")
    lines = [row.iterfind("{*}e") for row in rows] if rows else [[inner] for inner in element.iterfind("{*}e")]
    return _element("mtable", *(_element("mtr", *(_row(_inside(cell)) for cell in line)) for line in lines))


def _before(element: Any) -> Any:
    base, below, above = (_part(element, name) for name in ("e", "sub", "sup"))
    return _element("mmultiscripts", base, _element("mprescripts"), below, above)


def _marked(default: str, usual: str) -> Callable[[Any], Any]:
    """A sign over or under something; `usual`: where it is when the document does not say."""

    def marked(element: Any) -> Any:
        sign = _said(element, "chr", default)
        tag = "munder" if _said(element, "pos", usual) == "bot" else "mover"
        return _element(tag, _part(element, "e"), _element("mo", text=_MARKS.get(sign, sign)))

    return marked


def _bar(element: Any) -> Any:
    over = _said(element, "pos", "bot") == "top"
    sign = _element("mo", text="\u203e" if over else "\u0332")
    return _element("mover" if over else "munder", _part(element, "e"), sign)


_SHAPES: dict[str, Callable[[Any], Any]] = {
    "f": _shape("mfrac", "num", "den"),
    "sSup": _shape("msup", "e", "sup"),
    "sSub": _shape("msub", "e", "sub"),
    "sSubSup": _shape("msubsup", "e", "sub", "sup"),
    "limLow": _shape("munder", "e", "lim"),
    "limUpp": _shape("mover", "e", "lim"),
    "rad": _root,
    "nary": _sum,
    "d": _fenced,
    "m": _matrix,
    "eqArr": _matrix,
    "sPre": _before,
    "acc": _marked("\u0302", "top"),
    "groupChr": _marked("\u23df", "bot"),
    "bar": _bar,
}


def _part(element: Any, name: str) -> Any:
    part = element.find(f"{{*}}{name}")
    return _row([] if part is None else _inside(part))


def _row(children: Iterable[Any]) -> Any:
    return _element("mrow", *children)


def _element(tag: str, *children: Any, text: str = "") -> Any:
    element = etree.Element(tag)
    element.text = text
    element.extend(children)
    return element


def _said(element: Any, name: str, default: str) -> str:
    """What the properties of an element say; an empty sign is none."""
    found = element.find(f"{{*}}{_name(element)}Pr/{{*}}{name}")
    return default if found is None else _value(found, "")


def _value(element: Any, default: str) -> str:
    values = () if element is None else element.attrib.items()
    return next((value for key, value in values if key.rpartition("}")[2] == "val"), default)


def _name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]
