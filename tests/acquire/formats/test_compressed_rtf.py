"""The examples of the specification, MS-OXRTFCP section 3."""

import struct

import pytest

from host.acquire.formats.compressed_rtf import unpacked

PACKED = bytes.fromhex(
    "2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af3206865 6c090020627705b06c647d0a800fa0".replace(
        " ", ""
    )
)
CROSSING = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (PACKED, b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"),
        (CROSSING, b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"),
        (struct.pack("<IIII", 14, 5, 0x414C454D, 0) + b"plainmore", b"plain"),
    ],
    ids=["simple", "reading past the end of what was written", "not compressed"],
)
def test_it_unpacks_the_examples_of_the_specification(data, text):
    assert unpacked(data) == text


@pytest.mark.parametrize(
    ("data", "error"),
    [(b"", struct.error), (bytes(16), ValueError), (PACKED[:25], IndexError)],
    ids=["no header", "another kind", "cut short"],
)
def test_what_is_no_such_stream_raises(data, error):
    with pytest.raises(error):
        unpacked(data)
