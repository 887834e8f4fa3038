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

_SHIFTS = (b"\x1b$B", b"\x1b$@")
"""What turns ISO-2022-JP to Japanese: text in it has no byte above 127, and looks like UTF-8."""

_FEW_ZEROS = 60
"""Bytes for each zero, at most: a space in every thirty characters."""

_PRINTABLE = re.compile(rb"[\x1b\s!-~]")

_ESCAPED = re.compile("[\udc80-\udcff]")
"""Bytes that are no UTF-8, as Python writes them."""

_FEW_STRANGE = 4
"""Bytes above 127: fewer are the accents of a western text, and say nothing of any other."""

_TOLD_OTHERWISE = ["utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le", "utf_32_be", "utf_7"]
"""Encodings that are told by their zeros: as a guess they make Chinese of any short text."""

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
    elif any(sign in data[:_GUESS_BYTES] for sign in _SHIFTS):
        names.insert(0, "iso-2022-jp")
    elif not any(name.lower().startswith("iso-2022") for name in names):
        # Text that happens to be valid UTF-8 is UTF-8, whatever it calls itself; only ISO-2022 is all ASCII bytes.
        names.insert(0, "utf-8")
    for name in names:
        try:
            return data.decode(_WIDER.get(name.lower(), name))
        except (LookupError, UnicodeError):
            continue
    return _mostly_utf8(data) or _guessed(data)


def _without_mark(data: bytes) -> str:
    """UTF-16 or UTF-32 without a byte order mark: zeros stand on one side of each space, at least."""
    sample = data[:4000]
    zeros = [sample[place::4].count(0) for place in range(4)]
    quarter = len(sample) // 4
    if quarter and len(data) % 4 == 0 and zeros[2] == zeros[3] == quarter > zeros[0]:
        return "utf-32-le"
    if quarter and len(data) % 4 == 0 and zeros[0] == zeros[1] == quarter > zeros[3]:
        return "utf-32-be"
    before, after = zeros[0] + zeros[2], zeros[1] + zeros[3]
    if (
        _is_ascii_with_zeros(sample, before + after)
        or max(before, after) * _FEW_ZEROS < len(sample)
        or min(before, after) * 10 > max(before, after)
    ):
        return ""
    return "utf-16-le" if after > before else "utf-16-be"


def _is_ascii_with_zeros(sample: bytes, zeros: int) -> bool:
    """Text with stray zeros: in UTF-16 either every other byte is zero, or the others are no letters of ASCII."""
    return zeros * 4 < len(sample) and len(_PRINTABLE.findall(sample)) > 0.95 * (len(sample) - zeros)


def _mostly_utf8(data: bytes) -> str:
    """UTF-8 into which something else was pasted; empty when it is not."""
    text = data.decode("utf-8", "surrogateescape")
    strange = len(_ESCAPED.findall(text))
    if strange * 4 > sum(character > "\x7f" for character in text) - strange:
        return ""
    return _ESCAPED.sub(lambda byte: bytes([ord(byte[0]) - 0xDC00]).decode("cp1252", "replace"), text)


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes

    few = sum(byte > 127 for byte in data[:_GUESS_BYTES]) < _FEW_STRANGE
    best = None if few else from_bytes(data[:_GUESS_BYTES], cp_exclusion=_TOLD_OTHERWISE).best()
    return data.decode(best.encoding if best else "cp1252", "replace")
