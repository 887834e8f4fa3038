"""The URIs of files in a vault: they have no address on the web, so they get one of ours."""

from __future__ import annotations

from unicodedata import normalize
from urllib.parse import quote, unquote

_SCHEME = "ambry:///"


def file_uri(vault: str, path: str) -> str:
    """`ambry:///papers/guides/setup.md`, percent-encoded."""
    return f"{_SCHEME}{quote(vault, safe='')}/{quote(path)}"


def file_path(uri: str) -> str:
    """The path that the person knows a file of a vault by; empty for an address of another kind."""
    return unquote(uri.removeprefix(_SCHEME).partition("/")[2]) if uri.startswith(_SCHEME) else ""


def one_spelling(name: str) -> str:
    """Accented letters as one character each, as people type them: macOS takes them apart in the names of files."""
    return name if name.isascii() else normalize("NFC", name)
