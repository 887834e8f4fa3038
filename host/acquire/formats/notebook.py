"""Jupyter notebooks to a Document: text cells as they are, code fenced, and what it printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from host.acquire.formats import reasons
from host.acquire.formats.file_about import stated_about
from host.acquire.formats.to_markdown import html_to_markdown
from host.core.documents import Document

MEDIA_TYPE = "application/x-ipynb+json"

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_ATTACHED = re.compile(r"!\[([^\]]*)\]\((?:attachment|data):[^)]*\)")
_HEADING = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


def notebook_document(data: bytes, uri: str, name: str) -> Document:
    try:
        notebook = json.loads(data)
        metadata = _metadata(notebook)
        language = _language(metadata)
        parts = [part for cell in _cells(notebook) for part in _parts(cell, language)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise reasons.damaged(name, "a notebook") from exc
    markdown = "\n\n".join(part for part in parts if part.strip())
    if not re.search(r"\w", markdown):
        raise reasons.empty(name)
    heading = _HEADING.search(markdown)
    declared = metadata.get("title")
    title = declared if isinstance(declared, str) and declared else heading[1] if heading else name
    about = stated_about(_authors(metadata))
    return Document(uri, title, markdown, MEDIA_TYPE, "", "", "notebook cells", about=about)


def _metadata(notebook: dict[str, Any]) -> dict[str, Any]:
    """What programs leave out or write as null says nothing, and harms nothing."""
    said = notebook.get("metadata")
    return said if isinstance(said, dict) else {}


def _authors(metadata: dict[str, Any]) -> list[str]:
    named = metadata.get("authors")
    people = named if isinstance(named, list) else []
    return [str(person["name"]) for person in people if isinstance(person, dict) and "name" in person]


def _cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Format 3 keeps them in worksheets."""
    if "cells" in notebook:
        return list(notebook["cells"])
    return [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]


def _language(metadata: dict[str, Any]) -> str:
    named = (metadata.get("language_info") or {}).get("name") or (metadata.get("kernelspec") or {}).get("language")
    return str(named or "python")


def _parts(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _text(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            yield _ATTACHED.sub(r"[Image: \1]", source)
        case "heading":
            yield f"{'#' * int(cell.get('level', 1))} {source}"
        case "code":
            yield _fenced(source, language)
            for output in cell.get("outputs") or []:
                yield _output(output)
        case _:
            yield source


def _output(output: dict[str, Any]) -> str:
    """Text alone: pictures and widgets say nothing here."""
    if output.get("output_type") in ("error", "pyerr"):
        return _fenced(f"{output.get('ename', '')}: {output.get('evalue', '')}")
    data = output.get("data") or {}
    for kind in ("text/markdown", "text/latex"):
        if kind in data:
            return _text(data[kind])
    if "text/html" in data and "text/plain" not in data:
        return html_to_markdown(_text(data["text/html"]))
    return _fenced(_text(data.get("text/plain", output.get("text"))))


def _text(source: str | list[str] | None) -> str:
    return _ESCAPE.sub("", source if isinstance(source, str) else "".join(source or ())).strip("\n")


def _fenced(text: str, language: str = "") -> str:
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}" if text.strip() else ""
