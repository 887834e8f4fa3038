"""The inside of a paragraph as Markdown. Words are never changed: a quote must be found in the page again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from host.acquire.pages.nodes import BLOCKS, Node

_BREAK = "\0"
"""A line break on its way; a parsed page holds no such character."""

_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~", "strike": "~~"}
_CODE = frozenset(("code", "kbd", "samp", "tt"))
_SPACES = re.compile(r"[ \t\n\r\f\v]+")
_BREAKS = re.compile(r" *\0[ \0]*\0 *")
_SINGLE_BREAK = re.compile(r" *\0 *")
_MARK_LIKE = re.compile(r"<(?=[a-zA-Z/!])|&(?=#?\w{1,31};)|[*`]|\[(?=\^)|(?<!\w)_|_(?!\w)")
"""What in plain text would be read as a tag, an entity, emphasis, code or a note."""

_RAW_FORMULA = re.compile(r"(\$\$[^$]+\$\$|\$(?=[^$\n]*[\\^_{])[^\s$](?:[^$\n]*[^\s$])?\$(?!\d))")
_IS_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(")
_LINE_START = re.compile(r"^(?=[#>|]|[-+*] |~~~)|^(\d{1,9})(?=[.)] )", re.MULTILINE)
_NO_BRACKETS = str.maketrans("[]", "()")
_LINKED = ("http://", "https://", "mailto:")
_IN_ADDRESS = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\n": "", "\t": "", "\r": ""})


def paragraph(children: Iterable[Node | str]) -> str:
    """Inline content as one or, where two line breaks stand in it, more paragraphs."""
    text = _BREAKS.sub("\n\n", _raw(children))
    text = _SINGLE_BREAK.sub("\n", text).strip()
    return _LINE_START.sub(lambda start: f"{start[1]}\\" if start[1] else "\\", text)


def line(children: Iterable[Node | str]) -> str:
    """Inline content on one line: for headings and table cells."""
    return _SPACES.sub(" ", _raw(children).replace(_BREAK, " ")).strip()


def _raw(children: Iterable[Node | str]) -> str:
    return _SPACES.sub(" ", "".join(_piece(child) for child in children))


def _piece(child: Node | str) -> str:
    if isinstance(child, str):
        return _escaped(child)
    tag = child.tag
    if tag == "br":
        return _BREAK
    if tag == "img":
        return _image(child)
    if tag == "math":
        return _formula(child)
    if tag == "footnote-reference":
        return f"[^{child.get('label')}]"
    if tag in _CODE:
        return _code(child)
    inside = "".join(_piece(inner) for inner in child.children)
    if tag == "a":
        return _link(child, inside)
    if tag == "q":
        return f'"{inside}"'
    if tag in BLOCKS:
        return f" {inside} "
    return _emphasis(inside, _MARKS[tag]) if tag in _MARKS else inside


def _escaped(text: str) -> str:
    """Formulas that a page shows as LaTeX stay as they are."""
    if "$" not in text:
        return _MARK_LIKE.sub(r"\\\g<0>", text)
    pieces = _RAW_FORMULA.split(text)
    pieces[::2] = [_MARK_LIKE.sub(r"\\\g<0>", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _emphasis(inside: str, mark: str) -> str:
    """Marks hold on to words only: beside punctuation CommonMark may not take them for marks."""
    words = re.fullmatch(r"(\W*)(\w.*\w|\w)(\W*)", inside, re.DOTALL)
    if words is None or any(sign in inside for sign in "*[]`~\0"):
        return inside
    return f"{words[1]}{mark}{words[2]}{mark}{words[3]}"


def linked(text: str, address: str) -> str:
    """The text as a link, where it leads to the web and is none yet."""
    address = address.strip().translate(_IN_ADDRESS)
    if not address.startswith(_LINKED) or not text.strip(_BREAK) or _BREAK * 2 in text or _IS_LINK.search(text):
        return text
    return f"[{text.replace(_BREAK, ' ')}]({address})"


def _link(link: Node, inside: str) -> str:
    text = inside.strip()
    before = inside[: len(inside) - len(inside.lstrip())]
    after = inside[len(inside.rstrip()) :] if text else ""
    return f"{before}{linked(text, link.get('href'))}{after}"


def _image(image: Node) -> str:
    """Only what an image says: its address is of use to nobody who reads the text."""
    alt = " ".join(image.get("alt").translate(_NO_BRACKETS).split())
    return f"![{alt}]()" if alt else ""


def _formula(formula: Node) -> str:
    tex = "".join(formula.texts())
    if not tex:
        return ""
    return f"{_BREAK}{_BREAK}$${tex}$${_BREAK}{_BREAK}" if formula.get("display") else f"${tex}$"


def _code(code: Node) -> str:
    text = " ".join("".join(code.texts()).split())
    if not text:
        return ""
    longest = max((len(ticks) for ticks in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    written = f"{ticks}{space}{text}{space}{ticks}"
    links = [node for node in code.walk() if node.tag == "a"]
    if len(links) == 1 and links[0].size == code.size:
        return _link(links[0], written)
    return written
