"""Unpacks the RTF of Outlook messages (MS-OXRTFCP): a dictionary of 4,096 bytes that begins with common RTF words."""

from __future__ import annotations

import struct

_DICTIONARY = 4096
_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_HEADER = struct.Struct("<IIII")
_COMPRESSED, _PLAIN = 0x75465A4C, 0x414C454D


def unpacked(data: bytes) -> bytes:
    """Raises ValueError for what is not such a stream, struct.error or IndexError for one that is cut short."""
    _, raw_size, kind, _ = _HEADER.unpack_from(data)
    if kind == _PLAIN:
        return data[_HEADER.size : _HEADER.size + raw_size]
    if kind != _COMPRESSED:
        raise ValueError("not compressed RTF")
    window = bytearray(_START.ljust(_DICTIONARY, b"\0"))
    out = bytearray()
    write, position = len(_START), _HEADER.size
    while len(out) < raw_size:
        control = data[position]
        position += 1
        for bit in range(8):
            if control >> bit & 1:
                offset, length = divmod(int.from_bytes(data[position : position + 2]), 16)
                position += 2
                if offset == write:
                    return bytes(out)
                run = range(offset, offset + length + 2)
            else:
                window[write] = data[position]
                position += 1
                run = range(write, write + 1)
            for read in run:
                byte = window[read % _DICTIONARY]
                out.append(byte)
                window[write] = byte
                write = (write + 1) % _DICTIONARY
    return bytes(out[:raw_size])
