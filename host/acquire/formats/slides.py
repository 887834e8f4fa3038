"""PowerPoint (.pptx) to a Document: a section for each slide, its lists, tables, charts and notes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from lxml import etree

from host.acquire.formats import reasons
from host.acquire.formats.archive import BROKEN, repacked, require_size
from host.acquire.formats.file_about import office_about
from host.acquire.formats.grid import markdown_table
from host.acquire.formats.titles import file_title
from host.core.documents import Document

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

_TYPES = "[Content_Types].xml"
_OTHER_TYPE = re.compile(
    rb"application/vnd\.(?:openxmlformats-officedocument\.presentationml\.(?:slideshow|template)"
    rb"|ms-powerpoint\.(?:slideshow|template)\.macroEnabled)\.main\+xml"
)

_KIND = "a PowerPoint presentation"
_BROKEN = (*BROKEN, etree.LxmlError, ValueError, AttributeError, TypeError, IndexError)


def slides_document(data: bytes, uri: str, name: str) -> Document:
    from pptx import Presentation
    from pptx.exc import PythonPptxError

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            require_size(archive, name)
            about = office_about(archive)
        presentation = Presentation(io.BytesIO(_as_presentation(data)))
        titles = [_title(slide) for slide in presentation.slides]
        parts = [_slide(slide, number, titles[number - 1]) for number, slide in enumerate(presentation.slides, 1)]
        declared = presentation.core_properties.title or ""
    except (*_BROKEN, PythonPptxError) as exc:
        raise reasons.damaged(name, _KIND) from exc
    if not any(re.search(r"\w", said) for _, said in parts) and not any(titles):
        raise reasons.empty(name)
    markdown = "\n\n".join(f"{heading}\n\n{said}".strip() for heading, said in parts)
    title = file_title(declared, next(filter(None, titles), ""), name)
    return Document(uri, title, markdown, MEDIA_TYPE, "", "", "slides", about=about)


def _as_presentation(data: bytes) -> bytes:
    """Shows and templates differ from presentations in nothing but their type, which python-pptx does not take."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        types = archive.read(_TYPES)
        plain = _OTHER_TYPE.sub(MEDIA_TYPE.encode() + b".main+xml", types)
        return data if plain == types else repacked(archive, {_TYPES: plain})


def _title(slide: Any) -> str:
    shape = slide.shapes.title
    return " ".join(shape.text_frame.text.split()) if shape is not None else ""


def _slide(slide: Any, number: int, title: str) -> tuple[str, str]:
    """Its heading and what stands below it."""
    heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
    heading_shape = slide.shapes.title
    taken = None if heading_shape is None else heading_shape.shape_id
    parts = [part for shape in _flat(slide.shapes) if shape.shape_id != taken for part in _shape(shape)]
    notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    if notes is not None and notes.text.strip():
        parts += ["### Notes", *_paragraphs(notes, listed=False)]
    return heading, "\n\n".join(part for part in parts if part.strip())


def _flat(shapes: Iterable[Any]) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _flat(shape.shapes)
        else:
            yield shape


def _shape(shape: Any) -> Iterator[str]:
    if shape.has_text_frame:
        yield from _paragraphs(shape.text_frame, listed=shape.is_placeholder)
    elif shape.has_table:
        yield markdown_table([[cell.text for cell in row.cells] for row in shape.table.rows])
    elif shape.has_chart:
        yield _chart(shape.chart)
    elif said := shape._element.xpath("string(.//p:cNvPr/@descr)"):
        yield f"[Image: {' '.join(said.split())}]"


def _paragraphs(frame: Any, *, listed: bool) -> list[str]:
    """A list when it is one: several lines in a placeholder, or any that are indented."""
    lines = [(paragraph.level, " ".join(paragraph.text.split())) for paragraph in frame.paragraphs]
    lines = [(level, text) for level, text in lines if text]
    if (listed and len(lines) > 1) or any(level for level, _ in lines):
        return ["\n".join(f"{'  ' * level}- {text}" for level, text in lines)]
    return [text for _, text in lines]


def _chart(chart: Any) -> str:
    """Its numbers: a column for each series, a row for each category."""
    title = chart.chart_title.text_frame.text if chart.has_title and chart.chart_title.has_text_frame else ""
    plots = list(chart.plots)
    series = [one for plot in plots for one in plot.series]
    categories = [str(category) for category in plots[0].categories] if plots else []
    # Of clouds of points each has its own place on both axes.
    categories = categories or [text for one in series[:1] for text in one._element.xpath("c:xVal//c:pt/c:v/text()")]
    rows = [["", *(one.name for one in series)]]
    for index, category in enumerate(categories):
        values = (list(one.values) for one in series)
        rows.append([category, *(f"{known[index]:g}" if _has(known, index) else "" for known in values)])
    return f"{title}\n\n{markdown_table(rows)}".strip()


def _has(values: list[Any], index: int) -> bool:
    return index < len(values) and values[index] is not None
