"""Jupyter notebooks to a Document: text cells as they are, code fenced, and what it printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from host.acquire import reasons
from host.acquire.file_about import stated_about
from host.core.types import Document

MEDIA_TYPE = "application/x-ipynb+json"

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_ATTACHED = re.compile(r"!\[([^\]]*)\]\((?:attachment|data):[^)]*\)")
_HEADING = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


def notebook_document(data: bytes, uri: str, name: str) -> Document:
    try:
        notebook = json.loads(data)
        language = _language(notebook)
        parts = [part for cell in _cells(notebook) for part in _parts(cell, language)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise reasons.damaged(name, "a notebook") from exc
    markdown = "\n\n".join(part for part in parts if part.strip())
    if not re.search(r"\w", markdown):
        raise reasons.empty(name)
    heading = _HEADING.search(markdown)
    declared = notebook.get("metadata", {}).get("title")
    title = declared if isinstance(declared, str) and declared else heading[1] if heading else name
    about = stated_about(_authors(notebook))
    return Document(uri, title, markdown, MEDIA_TYPE, "", "", "notebook cells", about=about)


def _authors(notebook: dict[str, Any]) -> list[str]:
    named = notebook.get("metadata", {}).get("authors")
    people = named if isinstance(named, list) else []
    return [str(person["name"]) for person in people if isinstance(person, dict) and "name" in person]


def _cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Format 3 keeps them in worksheets."""
    if "cells" in notebook:
        return list(notebook["cells"])
    return [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata", {})
    named = metadata.get("language_info", {}).get("name") or metadata.get("kernelspec", {}).get("language")
    return str(named or "python")


def _parts(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _text(cell.get("source", cell.get("input", "")))
    match cell.get("cell_type"):
        case "markdown":
            yield _ATTACHED.sub(r"[Image: \1]", source)
        case "heading":
            yield f"{'#' * int(cell.get('level', 1))} {source}"
        case "code":
            yield _fenced(source, language)
            for output in cell.get("outputs", []):
                yield _output(output)
        case _:
            yield source


def _output(output: dict[str, Any]) -> str:
    """Text alone: pictures and widgets say nothing here."""
    if output.get("output_type") in ("error", "pyerr"):
        return _fenced(f"{output.get('ename', '')}: {output.get('evalue', '')}")
    data = output.get("data", {})
    if "text/markdown" in data:
        return _text(data["text/markdown"])
    return _fenced(_text(data.get("text/plain", output.get("text", ""))))


def _text(source: str | list[str]) -> str:
    return _ESCAPE.sub("", source if isinstance(source, str) else "".join(source)).strip("\n")


def _fenced(text: str, language: str = "") -> str:
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}" if text.strip() else ""
