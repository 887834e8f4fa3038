"""Bytes to text when nobody is sure of the encoding: byte order mark, UTF-8, what was declared, then a guess."""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDER = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
}
"""What browsers read under these names: the superset that people really write."""

_META = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w:.-]+)", re.IGNORECASE)
_PROLOG = re.compile(rb"<\?xml[^>]{0,100}encoding\s*=\s*[\"']([\w.-]+)", re.IGNORECASE)
_PARAMETER = re.compile(r"charset\s*=\s*[\"']?([\w:.-]+)", re.IGNORECASE)

_GUESS_BYTES = 100_000
"""Enough for a sure guess; the whole of a large file takes seconds."""


def decoded(data: bytes, media_type: str = "") -> str:
    """The text of `data`; `media_type` may carry the `charset` that a server named. Never fails."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    names = [named[1] for named in (_PARAMETER.search(media_type),) if named]
    names += [match[1].decode("ascii") for match in (_PROLOG.match(data), _META.search(data[:4096])) if match]
    if wide := _without_mark(data):
        names.insert(0, wide)
    elif not any(name.lower().startswith("iso-2022") for name in names):
        # Text that happens to be valid UTF-8 is UTF-8, whatever it calls itself; only ISO-2022 is all ASCII bytes.
        names.insert(0, "utf-8")
    for name in names:
        try:
            return data.decode(_WIDER.get(name.lower(), name))
        except (LookupError, UnicodeError):
            continue
    return _guessed(data)


def _without_mark(data: bytes) -> str:
    """UTF-16 without a byte order mark: in Western text every other byte is zero."""
    sample = data[:2000]
    if sample[1::2].count(0) * 3 > len(sample):
        return "utf-16-le"
    return "utf-16-be" if sample[0::2].count(0) * 3 > len(sample) else ""


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_GUESS_BYTES]).best()
    return data.decode(best.encoding if best else "cp1252", "replace")
