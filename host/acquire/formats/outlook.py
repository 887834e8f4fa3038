"""Outlook messages (.msg) to a Document: the MAPI properties of the compound file, read with olefile."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from host.acquire.decode import decoded
from host.acquire.formats import reasons
from host.acquire.formats.compressed_rtf import unpacked
from host.acquire.formats.mail import letter
from host.acquire.formats.rtf import rtf_markdown
from host.acquire.formats.to_markdown import html_to_markdown
from host.core.documents import Document

MEDIA_TYPE = "application/vnd.ms-outlook"

_SUBJECT, _BODY, _HTML, _RTF = "0037", "1000", "1013", "1009"
_SENDER, _ADDRESS, _SMTP, _TO, _CC, _HEADERS = "0C1A", "0C1F", "5D01", "0E04", "0E03", "007D"
_FILE_NAMES = ("3707", "3704", "3001")
_CONTENT = "37010102"
_TIMES = (0x00390040, 0x0E060040)
"""Client submit time, then delivery time, as 64-bit FILETIME."""

_CODE_PAGES = (0x3FFD0003, 0x3FDE0003)
"""Code page of the message, then that of its wire format."""

_UTF8 = 65001

_ENTRIES_AT = 32
"""Bytes before the entries of 16 bytes in the property stream of a message."""


def is_message(data: bytes) -> bool:
    """Whether this compound file is a message: its property stream has a name that nothing else has."""
    return "__properties_version1.0".encode("utf-16-le") in data


def message_document(data: bytes, uri: str, name: str) -> Document:
    import olefile

    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            message = _Message(file)
            headers = [
                ("From", message.sender()),
                ("To", message.text(_TO)),
                ("Cc", message.text(_CC)),
                ("Date", message.date()),
            ]
            return letter(
                uri, name, MEDIA_TYPE, message.text(_SUBJECT), headers, message.body(), list(message.attachments())
            )
    except (OSError, struct.error, IndexError, ValueError) as exc:
        raise reasons.damaged(name, "an Outlook message") from exc


class _Message:
    def __init__(self, file: Any) -> None:
        self._file = file
        data = self._read("__properties_version1.0")
        entries = (struct.unpack_from("<IIQ", data, at) for at in range(_ENTRIES_AT, len(data) - 15, 16))
        self._values = {tag: value for tag, _, value in entries}
        page = next((self._values[tag] for tag in _CODE_PAGES if self._values.get(tag)), 0)
        self._charset = f"charset={'utf-8' if page == _UTF8 else f'cp{page}'}" if page else ""

    def text(self, tag: str, folder: str = "") -> str:
        """A string property: Unicode, else in the code page of whoever wrote it."""
        for kind in ("001F", "001E"):
            data = self._read(f"{folder}__substg1.0_{tag}{kind}")
            if data:
                text = data.decode("utf-16-le", "replace") if kind == "001F" else self._decoded(data)
                return text.strip("\0").strip()
        return ""

    def sender(self) -> str:
        name, address = self.text(_SENDER), self.text(_SMTP) or self.text(_ADDRESS)
        return f"{name} <{address}>" if name and "@" in address and address != name else name or address

    def date(self) -> str:
        """When it was sent; the header of the wire when the property is missing."""
        for tag in _TIMES:
            if value := self._values.get(tag):
                sent = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=value // 10)
                return sent.strftime("%Y-%m-%d %H:%M UTC")
        lines = self.text(_HEADERS).splitlines()
        return next((line[5:].strip() for line in lines if line.lower().startswith("date:")), "")

    def body(self) -> str:
        """The plain text, else the HTML, else the packed RTF."""
        if text := self.text(_BODY):
            return text.replace("\r\n", "\n")
        page = self._read(f"__substg1.0_{_HTML}0102")
        if source := self._decoded(page) if page else self.text(_HTML):
            return html_to_markdown(source)
        packed = self._read(f"__substg1.0_{_RTF}0102")
        return rtf_markdown(unpacked(packed).decode("latin-1")) if packed else ""

    def attachments(self) -> Iterator[tuple[str, int]]:
        for folder in sorted({entry[0] for entry in self._file.listdir() if entry[0].startswith("__attach")}):
            names = (self.text(tag, f"{folder}/") for tag in _FILE_NAMES)
            content = f"{folder}/__substg1.0_{_CONTENT}"
            size = self._file.get_size(content) if self._file.exists(content) else 0
            yield next(filter(None, names), "attachment"), size

    def _decoded(self, data: bytes) -> str:
        return decoded(data.rstrip(b"\0"), self._charset)

    def _read(self, path: str) -> bytes:
        return bytes(self._file.openstream(path).read()) if self._file.exists(path) else b""
