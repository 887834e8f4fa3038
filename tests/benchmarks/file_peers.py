"""Other programs that turn files into Markdown, each a function of bytes and name; those not installed are left out."""

from __future__ import annotations

import contextlib
import io
import logging
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import PurePosixPath

Convert = Callable[[bytes, str], str]


def safely(convert: Convert, data: bytes, name: str) -> str:
    """Empty when it fails: a peer may raise whatever it likes."""
    try:
        return convert(data, name)
    except Exception:
        return ""


def peers() -> dict[str, Convert]:
    logging.disable(logging.CRITICAL)  # they complain about each broken file
    found: dict[str, Convert] = {}
    if find_spec("markitdown"):
        found["markitdown"] = markitdown()
    if find_spec("pymupdf4llm"):
        found["pymupdf4llm"] = only(".pdf", pymupdf4llm)
    if find_spec("pypandoc"):
        found["pandoc"] = only(".docx", pandoc)
    return found


def only(suffix: str, convert: Convert) -> Convert:
    return lambda data, name: convert(data, name) if name.lower().endswith(suffix) else ""


def markitdown() -> Convert:
    from markitdown import MarkItDown

    converter = MarkItDown()

    def convert(data: bytes, name: str) -> str:
        suffix = PurePosixPath(name).suffix
        return str(converter.convert_stream(io.BytesIO(data), file_extension=suffix).markdown)

    return convert


def pymupdf4llm(data: bytes, name: str) -> str:
    import pymupdf
    import pymupdf4llm as library

    pymupdf.set_messages(path=os.devnull)  # what it says would stand in the figures
    nowhere = contextlib.redirect_stdout(io.StringIO())
    with nowhere, pymupdf.open(stream=data, filetype="pdf") as file:
        return str(library.to_markdown(file))


def pandoc(data: bytes, name: str) -> str:
    import pypandoc

    return str(pypandoc.convert_text(data, "gfm", format="docx"))
