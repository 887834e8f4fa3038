"""Formulas inside of an OpenDocument: each is a document of its own, in MathML, which becomes LaTeX."""

from __future__ import annotations

import zipfile

from lxml import etree

from host.acquire.formats.archive import xml_part
from host.acquire.pages.mathml import to_tex

_SIGN = b"1998/Math/MathML"
"""Of its name space, which stands at the head of such a document."""

_HEAD = 2_000


def formulas_in(archive: zipfile.ZipFile) -> dict[str, str]:
    """Folder of the formula -> its LaTeX; one that is broken is left out, for the text counts."""
    found = {}
    for name in archive.NameToInfo:
        folder, slash, part = name.rpartition("/")
        if slash and part == "content.xml":
            with archive.open(name) as file:
                is_formula = _SIGN in file.read(_HEAD)
            if is_formula and (tex := _tex(archive, name)):
                found[folder] = tex
    return found


def _tex(archive: zipfile.ZipFile, name: str) -> str:
    try:
        root = xml_part(archive, name)
    except etree.XMLSyntaxError:
        return ""
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname
    return " ".join(to_tex(root).split())
