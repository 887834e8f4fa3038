"""RTF to a Document: its text with its tables; RTF has no headings that could be told from large letters."""

from __future__ import annotations

import re

from host.acquire.formats import reasons
from host.acquire.formats.file_about import stated_about
from host.acquire.formats.grid import cell, markdown_table
from host.acquire.formats.rtf_groups import with_seen
from host.acquire.formats.titles import file_title
from host.core.documents import About, Document

MEDIA_TYPE = "application/rtf"

_TABLE_ROW = re.compile(r"^.*\|[ \t]*$")
_BULLET = re.compile(r"^[\u00b7\u2022\u25cf\u25aa\uf0b7][ \t]+", re.MULTILINE)
_AUTHOR = re.compile(r"{\\author ([^{}\\]+)}")
_MADE = re.compile(r"{\\creatim\\yr(\d+)\\mo(\d+)\\dy(\d+)")
_TITLE = re.compile(r"{\\title ([^{}\\]+)}")


def rtf_document(data: bytes, uri: str, name: str) -> Document:
    source = data.decode("latin-1")
    markdown = rtf_markdown(source)
    if not re.search(r"\w", markdown):
        raise reasons.empty(name)
    declared = _TITLE.search(source)
    title = file_title(declared[1] if declared else "", "", name)
    return Document(uri, title, markdown, MEDIA_TYPE, "", "", "striprtf", about=_about(source))


def _about(source: str) -> About:
    author, made = _AUTHOR.search(source), _MADE.search(source)
    return stated_about([author[1]] if author else [], "-".join(made.groups()) if made else "")


def rtf_markdown(source: str) -> str:
    """Bytes above 127 are escaped in RTF, so `source` may be read in any single-byte encoding."""
    from striprtf.striprtf import rtf_to_text

    text = _BULLET.sub("- ", rtf_to_text(with_seen(source), errors="replace"))
    # What lies beyond 16 bits comes in halves.
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = text.replace("\xa0", " ").replace("\ufeff", "")
    parts: list[str] = []
    rows: list[list[str]] = []
    for line in [*text.split("\n"), ""]:
        if _TABLE_ROW.match(line):
            rows.append([cell(field) for field in line.rstrip().removesuffix("|").split("|")])
            continue
        if rows:
            parts += ["", markdown_table(rows), ""]
            rows = []
        parts.append(line.strip())
    # RTF knows lines of text, each a paragraph; list items stay together.
    joined = re.sub(r"\n(?!\n|- |\|)", "\n\n", "\n".join(parts))
    return re.sub(r"\n{3,}", "\n\n", joined).strip()
