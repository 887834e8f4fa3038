"""Markdown and plain text to a Document. Any encoding; front matter gives the title and is not text."""

from __future__ import annotations

import re
import tomllib

from host.acquire.decode import decoded
from host.acquire.formats.file_about import front_about
from host.acquire.language import language_tag
from host.core.documents import Document
from host.errors import ConversionError, ErrorCode

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?\n)??\+\+\+[ \t]*(?:\n|$)", re.DOTALL)
_OF_FRONT_MATTER = re.compile(r"\s|#|[A-Za-z][\w -]*:(?:\s|$)|-\s|[\]}]|$")
"""How a line of front matter begins: anything else, and the first line of the file is a rule above its text."""

_BLOCK = re.compile(r"[>|][+-]?\d?")
"""What a value is that stands on the lines below."""

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
"""What programs colour their messages with."""

_PAIR = re.compile(r"([A-Za-z][\w-]*)\s*:(?=\s|$)(.*)")
_ITEM = re.compile(r"\s*-\s+(?:name:\s*)?(.+)")
_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t]*#*$|^(\S.*)\n=+[ \t]*$", re.MULTILINE)
_LAYOUT = "\t\n\r\f\x1b"
_DATA_IMAGE = re.compile(r"!\[([^\]]*)\]\(data:[^)\s]*\)")


def markdown_document(data: bytes, uri: str, name: str, media_type: str) -> Document:
    """The Markdown as it is, front matter and embedded images taken off."""
    text = text_lines(data, media_type, name)
    opening = _opening(text)
    front = _front(opening)
    body = _DATA_IMAGE.sub(r"[Image: \1]", text[opening.end() :] if opening else text).strip()
    named, heading = "".join(front.get("title", ())[:1]), _HEADING.search(body)
    title = named or ((heading[1] or heading[2]).strip() if heading else name)
    language = language_tag("".join([*front.get("lang", ()), *front.get("language", ())][:1]))
    _require_text(body, name)
    return Document(uri, title, body, "text/markdown", "", language, "markdown", about=front_about(front))


def _opening(text: str) -> re.Match[str] | None:
    """The front matter with its marks, if the file has any: YAML, or TOML."""
    opening = _FRONT_MATTER.match(text)
    lines = (opening[1] or "").splitlines() if opening else []
    is_one = all(map(_OF_FRONT_MATTER.match, lines)) and (not any(lines) or any(map(_PAIR.match, lines)))
    return opening if opening and is_one else _TOML.match(text)


def _front(opening: re.Match[str] | None) -> dict[str, list[str]]:
    inside = (opening[1] or "") if opening else ""
    return toml_matter(inside) if opening and opening[0].startswith("+") else front_matter(inside)


def toml_matter(text: str) -> dict[str, list[str]]:
    """As `front_matter`; empty when it is broken, for the text counts."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}
    return {
        name.lower(): [str(each) for each in (value if isinstance(value, list) else [value])]
        for name, value in values.items()
        if not isinstance(value, dict)
    }


def front_matter(text: str) -> dict[str, list[str]]:
    """Each name, in small letters, with its value or values: what front matter says of a file needs no more of YAML."""
    found: dict[str, list[str]] = {}
    values: list[str] = []
    in_block = False
    for line in text.splitlines():
        if pair := _PAIR.match(line):
            inside = "" if _BLOCK.fullmatch(pair[2].strip()) else pair[2].strip()
            in_block = bool(pair[2].strip()) and not inside
            listed = inside[1:-1].split(",") if inside.startswith("[") and inside.endswith("]") else [inside]
            values = found.setdefault(pair[1].lower(), [])
            values += filter(None, map(_unquoted, listed))
        elif in_block and line.strip():
            values[:] = [" ".join([*values, line.strip()])]
        elif item := _ITEM.match(line):
            values.append(_unquoted(item[1]))
    return found


def text_document(data: bytes, uri: str, name: str, media_type: str) -> Document:
    """Plain text is taken as Markdown: its paragraphs are the same."""
    text = text_lines(data, media_type, name).strip()
    _require_text(text, name)
    return Document(uri, name, text, "text/plain", "", "", "plain text")


def looks_binary(text: str) -> bool:
    """Whether this was never text in any encoding that people write."""
    sample = text[:4000]
    strange = sum(1 for character in sample if character == "\ufffd" or (character < " " and character not in _LAYOUT))
    return strange > len(sample) * 0.05


def text_lines(data: bytes, media_type: str, name: str) -> str:
    """The text in whatever encoding, its lines ending the same way. Raises ConversionError for what is no text."""
    text = decoded(data, media_type)
    if looks_binary(text):
        raise ConversionError(ErrorCode.DAMAGED, f"{name} is not text in any known encoding.", "Save it as UTF-8 text.")
    return _COLOURS.sub("", text).replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")


def _unquoted(value: str) -> str:
    return value.strip().strip("\"'").strip()


def _require_text(text: str, name: str) -> None:
    if not re.search(r"\w", text):
        raise ConversionError(ErrorCode.NO_TEXT, f"{name} is empty.", "Add a file that has text in it.")
