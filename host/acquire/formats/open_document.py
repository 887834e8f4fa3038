"""OpenDocument text (.odt) to a Document: headings, nested lists, tables, notes and comments."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from host.acquire.formats import reasons
from host.acquire.formats.archive import opened, xml_part
from host.acquire.formats.file_about import dublin_core
from host.acquire.formats.odt_maths import formulas_in
from host.acquire.formats.titles import file_title, opening_heading
from host.acquire.formats.to_markdown import html_to_markdown
from host.core.documents import About, Document

MEDIA_TYPE = "application/vnd.oasis.opendocument.text"

_KIND = "an OpenDocument text"
_MOST_REPEATED = 50
"""Copies of one cell or row: more is the empty rest of a sheet."""

_SKIPPED = {
    "tracked-changes",
    "annotation-end",
    "sequence-decls",
    "forms",
    "table-of-content",
    "bibliography",
    "event-listeners",
    "hidden-text",
    "ruby-text",
}
"""Deleted text stands in `tracked-changes`; a table of contents repeats the headings."""


def odt_document(data: bytes, uri: str, name: str) -> Document:
    with opened(data, name, _KIND) as archive:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise reasons.protected(name, "locked with a password")
        media_type = _said_type(archive)
        content = xml_part(archive, "content.xml")
        formulas = formulas_in(archive)
        meta = xml_part(archive, "meta.xml") if "meta.xml" in archive.NameToInfo else None
        styles = xml_part(archive, "styles.xml") if "styles.xml" in archive.NameToInfo else content
    markdown = html_to_markdown(_Writer(content, styles, formulas).html())
    if not re.search(r"\w", markdown):
        raise reasons.empty(name)
    declared = "" if meta is None else meta.xpath("string(//*[local-name()='title'])")
    about = About() if meta is None else dublin_core(meta)
    title = file_title(declared, opening_heading(markdown), name)
    return Document(uri, title, markdown, media_type, "", "", "document text", about=about)


def _said_type(archive: zipfile.ZipFile) -> str:
    """Presentations and drawings are built like texts, and say so."""
    return (
        archive.read("mimetype").decode("ascii", "replace").strip() if "mimetype" in archive.NameToInfo else MEDIA_TYPE
    )


class _Writer:
    """The document's tree as HTML."""

    def __init__(self, content: Any, styles: Any, formulas: Mapping[str, str]) -> None:
        self._formulas = formulas
        self._body = next((e for e in content if isinstance(e.tag, str) and _tag(e) == "body"), content)
        self._numbered = {
            _attribute(style, "name"): {
                _attribute(level, "level") for level in style if _tag(level) == "list-level-style-number"
            }
            for root in (content, styles)
            for style in root.iter("{*}list-style")
        }
        self._notes: list[str] = []
        self._writers: dict[str, Callable[[Any], str]] = {
            "h": self._heading,
            "list": lambda element: self._list(element, "", 1),
            "table": self._table,
            "note": self._note,
            "annotation": self._comment,
            "a": self._link,
            "frame": self._frame,
            "s": lambda element: " " * int(_attribute(element, "c") or 1),
            "tab": lambda _: " ",
            "line-break": lambda _: "<br>",
            "page": self._slide,
        }

    def html(self) -> str:
        body = self._inside(self._body)
        notes = "".join(f"<li>{note}</li>" for note in self._notes)
        return f"{body}<ol>{notes}</ol>" if notes else body

    def _inside(self, element: Any) -> str:
        parts = [escape(element.text or "")]
        for child in element:
            if isinstance(child.tag, str) and _tag(child) not in _SKIPPED:
                parts.append(self._written(child))
            parts.append(escape(child.tail or ""))
        return "".join(parts)

    def _written(self, element: Any) -> str:
        tag = _tag(element)
        if writer := self._writers.get(tag):
            return writer(element)
        inside = self._inside(element)
        return f"<p>{inside}</p>" if tag == "p" else inside

    def _heading(self, element: Any) -> str:
        level = min(int(_attribute(element, "outline-level") or 1), 6)
        return f"<h{level}>{self._inside(element)}</h{level}>"

    def _list(self, element: Any, style: str, depth: int) -> str:
        style = _attribute(element, "style-name") or style
        tag = "ol" if str(depth) in self._numbered.get(style, ()) else "ul"
        items = []
        for item in element:
            parts = [self._list(part, style, depth + 1) if _tag(part) == "list" else self._bare(part) for part in item]
            items.append(f"<li>{''.join(parts)}</li>")
        return f"<{tag}>{''.join(items)}</{tag}>"

    def _bare(self, element: Any) -> str:
        """A list item's paragraph, without a paragraph of its own."""
        return f"{self._inside(element)}<br>" if _tag(element) == "p" else self._written(element)

    def _table(self, element: Any) -> str:
        rows = ("".join(self._row(row)) for row in element.iter("{*}table-row") if _nearest_table(row) is element)
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def _row(self, row: Any) -> Iterator[str]:
        for cell in row:
            if _tag(cell) not in ("table-cell", "covered-table-cell"):
                continue
            inside = " ".join(filter(None, (self._cell_part(part) for part in cell)))
            copies = int(_attribute(cell, "number-columns-repeated") or 1)
            yield f"<td>{inside}</td>" * min(copies, _MOST_REPEATED)

    def _cell_part(self, part: Any) -> str:
        """A table inside a cell is written row by row: Markdown has no tables in tables."""
        if _tag(part) != "table":
            return self._inside(part) if _tag(part) == "p" else self._written(part)
        rows = (" ".join("".join(cell.itertext()) for cell in row) for row in part.iter("{*}table-row"))
        return escape("; ".join(rows))

    def _note(self, element: Any) -> str:
        self._notes.append("".join(self._inside(part) for part in element.iter("{*}note-body")))
        return f"[{len(self._notes)}]"

    def _comment(self, element: Any) -> str:
        text = " ".join("".join(part.itertext()) for part in element if _tag(part) in ("p", "list"))
        author = "".join("".join(part.itertext()) for part in element if _tag(part) == "creator")
        self._notes.append(escape(f"Comment by {author}: {text}" if author else f"Comment: {text}"))
        return f"[{len(self._notes)}]"

    def _link(self, element: Any) -> str:
        return f'<a href="{escape(_attribute(element, "href"))}">{self._inside(element)}</a>'

    def _frame(self, element: Any) -> str:
        """Text in a box, or what a picture says."""
        boxes = "".join(self._inside(box) for box in element if _tag(box) in ("text-box", "table"))
        if tex := next((self._formulas[path] for path in map(_object, element) if path in self._formulas), ""):
            return escape(f"${tex}$")
        said = next(("".join(part.itertext()) for part in element if _tag(part) in ("desc", "title")), "")
        return boxes or (f'<img alt="{escape(said)}">' if said else "")

    def _slide(self, element: Any) -> str:
        return f"<h2>{escape(_attribute(element, 'name'))}</h2>{self._inside(element)}"


def _object(part: Any) -> str:
    return _attribute(part, "href").removeprefix("./") if _tag(part) == "object" else ""


def _nearest_table(row: Any) -> Any:
    return next(element for element in row.iterancestors() if _tag(element) == "table")


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _attribute(element: Any, name: str) -> str:
    """Whatever its namespace: no two attributes of an element share a local name here."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")
