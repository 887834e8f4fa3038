"""Zip files as packages of parts (Word, slides, books, OpenDocument): never unpacked to more than a limit."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from lxml import etree

from host.acquire.formats import reasons

MAX_UNPACKED = 500_000_000
"""Bytes: a file that unpacks to more is made to fill the memory."""

BROKEN = (
    *(zipfile.BadZipFile, zlib.error, KeyError, OSError, EOFError, NotImplementedError, RuntimeError, ValueError),
    etree.XMLSyntaxError,
)
"""What reading a part raises when the file is cut short or not what it says."""


@contextmanager
def opened(data: bytes, name: str, kind: str) -> Iterator[zipfile.ZipFile]:
    """The package; whatever breaks while it is read becomes a ConversionError that calls it `kind`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            require_size(archive, name)
            yield archive
    except BROKEN as exc:
        raise reasons.damaged(name, kind) from exc


def require_size(archive: zipfile.ZipFile, name: str) -> None:
    if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
        raise reasons.unpacks_to_too_much(name, MAX_UNPACKED // 1_000_000)


def repacked(archive: zipfile.ZipFile, changed: Mapping[str, bytes]) -> bytes:
    """The package with other content in some of its parts, not compressed: it is read again at once."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as renewed:
        for name in archive.NameToInfo:
            renewed.writestr(name, changed[name] if name in changed else archive.read(name))
    return packed.getvalue()


def xml_part(archive: zipfile.ZipFile, path: str) -> Any:
    """The root element of a part. No entity is expanded and nothing is fetched."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    return etree.fromstring(archive.read(path), parser)
