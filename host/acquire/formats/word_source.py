"""A Word document in the words that mammoth knows: formulas, simple fields and ruby as runs, hidden text left out."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

from lxml import etree

from host.acquire.formats.archive import repacked, xml_part
from host.acquire.formats.office_maths import formula

_PARTS = re.compile(r"word/(?:document|footnotes|endnotes|comments)\d*\.xml")
_SIGNS = (b"oMath", b"fldSimple", b":ruby", b":vanish", b"softHyphen", "\u00ad".encode())
"""What stands in a part that is to be changed: most have none of it."""

_OFF = ("0", "false", "off", "none")


def plainer(data: bytes) -> bytes:
    """The same document. Raises what reading a broken package raises."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.NameToInfo if _PARTS.fullmatch(name)]
        found = [name for name in names if any(sign in archive.read(name) for sign in _SIGNS)]
        return repacked(archive, {name: _rewritten(xml_part(archive, name)) for name in found}) if found else data


def _rewritten(root: Any) -> bytes:
    for name, change in _CHANGES:
        for element in list(root.iter(f"{{*}}{name}")):
            if element.getparent() is not None:
                change(element)
    return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True))


def _display(element: Any) -> None:
    said = " ".join(f"$${tex}$$" for inner in element.iterfind("{*}oMath") if (tex := formula(inner)))
    _replace(element, [_run(element, said)] if said else [])


def _inline(element: Any) -> None:
    tex = formula(element)
    _replace(element, [_run(element, f"${tex}$")] if tex else [])


def _run(element: Any, text: str) -> Any:
    """A run of the paragraph that the element stands in; of one of its own where it stands beside them."""
    paragraph = next(element.iterancestors("{*}p"), None)
    space = etree.QName(element.getparent() if paragraph is None else paragraph).namespace
    run = etree.Element(f"{{{space}}}r")
    said = etree.SubElement(run, f"{{{space}}}t")
    said.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    said.text = text
    if paragraph is not None:
        return run
    own = etree.Element(f"{{{space}}}p")
    own.append(run)
    return own


def _ruby(element: Any) -> None:
    """The characters without their reading, in place of the run that holds both."""
    _replace(element.getparent(), element.findall("{*}rubyBase/{*}r"))


def _hidden(element: Any) -> None:
    values = [value.lower() for key, value in element.attrib.items() if key.rpartition("}")[2] == "val"]
    run = element.getparent().getparent()
    if run is not None and etree.QName(run).localname == "r" and not set(values) & set(_OFF):
        run.getparent().remove(run)


def _without_soft_hyphens(element: Any) -> None:
    element.text = (element.text or "").replace("\u00ad", "")


_CHANGES: tuple[tuple[str, Callable[[Any], None]], ...] = (
    ("oMathPara", _display),
    ("oMath", _inline),
    ("fldSimple", lambda element: _replace(element, list(element))),
    ("ruby", _ruby),
    ("vanish", _hidden),
    ("softHyphen", lambda element: _replace(element, [])),
    ("t", _without_soft_hyphens),
)


def _replace(element: Any, others: list[Any]) -> None:
    parent = element.getparent()
    at = parent.index(element)
    parent[at : at + 1] = others
