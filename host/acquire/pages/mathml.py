"""Presentation MathML to LaTeX: fractions, roots, scripts, fences, matrices, common signs; the rest as it stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

_SIGNS = {
    "\u2208": r"\in", "\u2209": r"\notin", "\u2264": r"\leq", "\u2265": r"\geq", "\u2260": r"\neq",
    "\u00d7": r"\times",
    "\u00f7": r"\div", "\u22c5": r"\cdot", "\u00b7": r"\cdot", "\u221e": r"\infty", "\u2192": r"\to",
    "\u2190": r"\gets", "\u21d2": r"\Rightarrow", "\u21d4": r"\Leftrightarrow", "\u21a6": r"\mapsto",
    "\u2211": r"\sum", "\u220f": r"\prod",
    "\u222b": r"\int", "\u222e": r"\oint", "\u00b1": r"\pm", "\u2213": r"\mp", "\u2248": r"\approx", "\u223c": r"\sim",
    "\u2261": r"\equiv", "\u221d": r"\propto", "\u2282": r"\subset", "\u2286": r"\subseteq", "\u222a": r"\cup",
    "\u2229": r"\cap", "\u2205": r"\emptyset", "\u2200": r"\forall", "\u2203": r"\exists", "\u00ac": r"\neg",
    "\u2227": r"\wedge", "\u2228": r"\vee", "\u2218": r"\circ", "\u2295": r"\oplus", "\u2297": r"\otimes",
    "\u2202": r"\partial", "\u2207": r"\nabla", "\u2026": r"\ldots", "\u22ef": r"\cdots", "\u2225": r"\|",
    "\u27e8": r"\langle", "\u27e9": r"\rangle", "\u2032": "'", "\u2212": "-", "{": r"\{", "}": r"\}", "%": r"\%",
    "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_", "\u211d": r"\mathbb{R}", "\u2115": r"\mathbb{N}",
    "\u2124": r"\mathbb{Z}", "\u211a": r"\mathbb{Q}", "\u2102": r"\mathbb{C}", "\u2113": r"\ell", "\u210f": r"\hbar",
    "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "",  # applied, times, comma, plus: nobody sees them
}  # fmt: skip
FUNCTIONS = frozenset((
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "csc", "deg", "det", "dim", "exp", "gcd", "inf", "ker",
    "lim", "ln", "log", "max", "min", "mod", "Pr", "sec", "sin", "sinh", "sup", "tan", "tanh",
))  # fmt: skip
_ACCENTS = {
    "^": "hat", "\u02c6": "hat", "~": "tilde", "\u02dc": "tilde", "\u02d9": "dot", "\u00a8": "ddot", "\u00af": "bar",
    "\u203e": "overline", r"\to": "vec", "\u23de": "overbrace",
}  # fmt: skip
_UNDER = {"\u23df": "underbrace", "_": "underline", r"\_": "underline", "\u0332": "underline"}
_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (\w+)")
_FENCES = {"()": "pmatrix", "[]": "bmatrix", "||": "vmatrix"}
_FENCED = re.compile(r"([(\[|]) \\begin\{matrix\}((?:(?!matrix).)*)\\end\{matrix\} ([)\]|])", re.DOTALL)
_SILENT = frozenset(("annotation", "annotation-xml", "mspace", "mphantom", "none", "mprescripts", "maligngroup"))

_DEEPEST = 60
"""Levels of a formula: what nests deeper was made to nest."""


def to_tex(element: Any, depth: int = 0) -> str:
    if depth > _DEEPEST:
        return "".join(element.itertext())
    children = [child for child in element if isinstance(child.tag, str)]
    if not children:
        return _token(element)
    if element.tag == "mmultiscripts":
        return _multiscripts([(child.tag, _part(child, depth)) for child in children])
    parts = [_part(child, depth) for child in children if child.tag not in _SILENT]
    if shape := _SHAPES.get((element.tag, len(parts))):
        return shape(*parts)
    return _joined(element, parts)


def _part(child: Any, depth: int) -> str:
    return "" if child.tag in _SILENT else to_tex(child, depth + 1)


def _joined(element: Any, parts: list[str]) -> str:
    """What takes any number of parts."""
    match element.tag:
        case "mtable":
            rows = r" \\ ".join(parts)
            kind = "aligned" if element.get("columnalign", "").startswith("right left") else "matrix"
            return rf"\begin{{{kind}}} {rows} \end{{{kind}}}"
        case "mtr":
            return " & ".join(parts)
        case "mlabeledtr":
            # The number of the equation comes first.
            return " & ".join(parts[1:])
        case "mfenced":
            opening, closing = element.get("open", "("), element.get("close", ")")
            return f"{_sign(opening)}{(element.get('separators', ',')[:1] + ' ').join(parts)}{_sign(closing)}"
        case "msqrt":
            return rf"\sqrt{{{_spaced(parts)}}}"
    return _spaced(parts)


def _spaced(parts: list[str]) -> str:
    return _FENCED.sub(_with_fences, " ".join(part for part in parts if part))


def _with_fences(matrix: re.Match[str]) -> str:
    """A matrix between brackets has them in its name; brackets of two kinds stay as they are."""
    kind = _FENCES.get(matrix[1] + matrix[3])
    return rf"\begin{{{kind}}}{matrix[2]}\end{{{kind}}}" if kind else matrix[0]


def _multiscripts(parts: list[tuple[str, str]]) -> str:
    """The base, then pairs of what stands below and above it; after `mprescripts`, those before it."""
    base, *rest = parts
    tags = [tag for tag, _ in rest]
    at = tags.index("mprescripts") if "mprescripts" in tags else len(rest)
    before = _pairs([tex for _, tex in rest[at + 1 :]])
    return f"{f'{{}}{before}' if before else ''}{base[1]}{_pairs([tex for _, tex in rest[:at]])}"


def _pairs(scripts: list[str]) -> str:
    pieces = (f"{'_^'[index % 2]}{{{script}}}" for index, script in enumerate(scripts) if script)
    return "".join(pieces)


def _token(element: Any) -> str:
    text = element.text or ""
    if element.tag in ("mtext", "ms"):
        return rf"\text{{{text}}}" if text.strip() else ""
    text = text.strip()
    if element.tag == "mi" and text in FUNCTIONS:
        return rf"\{text}"
    if element.tag == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\mathrm{{{text}}}"
    return "".join(map(_sign, text))


def _sign(sign: str) -> str:
    if len(sign) != 1:
        return sign
    if (known := _SIGNS.get(sign)) is not None:
        return known
    greek = _GREEK.fullmatch(unicodedata.name(sign, ""))
    if greek is None:
        return sign
    name = greek[2].replace("LAMDA", "LAMBDA")
    return "\\" + (name.lower() if greek[1] == "SMALL" else name.capitalize())


def _over(base: str, above: str) -> str:
    accent = _ACCENTS.get(above)
    return rf"\{accent}{{{base}}}" if accent else f"{base}^{{{above}}}"


def _under(base: str, below: str) -> str:
    accent = _UNDER.get(below)
    return rf"\{accent}{{{base}}}" if accent else f"{base}_{{{below}}}"


_SHAPES: dict[tuple[str, int], Callable[..., str]] = {
    ("mfrac", 2): lambda over, under: rf"\frac{{{over}}}{{{under}}}",
    ("mroot", 2): lambda inner, degree: rf"\sqrt[{degree}]{{{inner}}}",
    ("msup", 2): lambda base, above: f"{base}^{{{above}}}",
    ("mover", 2): _over,
    ("msub", 2): lambda base, below: f"{base}_{{{below}}}",
    ("munder", 2): _under,
    ("msubsup", 3): lambda base, below, above: f"{base}_{{{below}}}^{{{above}}}",
    ("munderover", 3): lambda base, below, above: f"{base}_{{{below}}}^{{{above}}}",
}
"""By element and number of children."""
