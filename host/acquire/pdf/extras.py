"""What a PDF holds beside the text of its pages: the values of its form fields, comments, and files attached to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from host.acquire.formats.attached import attachment_list

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_MOST_VALUES = 2_000
"""Fields or comments of one page: more was made by no person."""


def filled_fields(page: Any) -> str:
    """A line for each field of the page that has a value, by the name a person sees if it has one."""
    lines = []
    for field in islice(page.widgets(), _MOST_VALUES):
        value = _said(field)
        if value:
            lines.append(f"- {_clean(field.field_label or field.field_name or 'Field')}: {value}")
    return "\n".join(lines)


def comments(page: Any) -> str:
    """A line for each note on the page and each comment on a mark; text that is typed onto it is part of the page."""
    import pymupdf

    others = (pymupdf.PDF_ANNOT_FREE_TEXT, pymupdf.PDF_ANNOT_FILE_ATTACHMENT, pymupdf.PDF_ANNOT_POPUP)
    lines = []
    for note in islice(page.annots(), _MOST_VALUES):
        said = _clean(note.info.get("content") or "")
        if said and note.type[0] not in others:
            author = _clean(note.info.get("title") or "")
            lines.append(f"- Comment by {author}: {said}" if author else f"- Comment: {said}")
    return "\n".join(dict.fromkeys(lines))


def attachments(file: Any) -> str:
    """A list of the files inside, those pinned to a page too."""
    return attachment_list(_attached(file))


def _said(field: Any) -> str:
    """Buttons that only do something say nothing; ticked boxes say so."""
    import pymupdf

    value = field.field_value
    if field.field_type in (pymupdf.PDF_WIDGET_TYPE_BUTTON, pymupdf.PDF_WIDGET_TYPE_SIGNATURE):
        return ""
    if field.field_type in (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON):
        return "yes" if value not in (None, False, "", "Off", "No", "False") else ""
    if isinstance(value, list | tuple):
        return _clean(", ".join(str(part) for part in value))
    return _clean(str(value or ""))


def _attached(file: Any) -> Iterator[tuple[str, int]]:
    import pymupdf

    for index in range(file.embfile_count()):
        facts = file.embfile_info(index)
        yield _clean(str(facts.get("filename") or facts.get("name") or "")), int(facts.get("size") or 0)
    for page in file:
        for note in page.annots(types=[pymupdf.PDF_ANNOT_FILE_ATTACHMENT]):
            facts = note.file_info
            yield _clean(str(facts.get("filename") or "")), int(facts.get("size") or 0)


def _clean(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())
