import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import ProtocolError
from host.framing import MAX_FROM_BROWSER, MAX_TO_BROWSER, FrameReader, encode

BODIES = [b'{"a":1}', b"[]", '"é"'.encode(), b"x" * 300]
STREAM = b"".join(encode(body) for body in BODIES)


def length(number: int) -> bytes:
    return number.to_bytes(4, sys.byteorder)


@pytest.mark.parametrize("cut", range(len(STREAM) + 1))
def test_bodies_come_out_whole_wherever_the_stream_is_cut(cut):
    reader = FrameReader()
    assert reader.feed(STREAM[:cut]) + reader.feed(STREAM[cut:]) == BODIES
    assert reader.eof()


def test_bodies_come_out_when_fed_byte_by_byte():
    reader = FrameReader()
    assert [body for byte in STREAM for body in reader.feed(bytes([byte]))] == BODIES


@given(st.lists(st.binary(min_size=1, max_size=200), max_size=8), st.lists(st.integers(0, 2000), max_size=8))
def test_any_bodies_survive_any_cuts(bodies, cuts):
    stream = b"".join(map(encode, bodies))
    reader = FrameReader()
    received = []
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for start, end in pairwise(edges):
        received += reader.feed(stream[start:end])
    assert received == bodies
    assert reader.eof()


@pytest.mark.parametrize("tail", [length(5)[:3], length(5), length(5) + b"1234"])
def test_an_end_in_the_middle_of_a_frame_is_told_from_a_clean_one(tail):
    reader = FrameReader()
    assert reader.eof()
    assert reader.feed(encode(b"{}") + tail) == [b"{}"]
    assert not reader.eof()


@pytest.mark.parametrize("number", [0, MAX_FROM_BROWSER + 1, 1_819_043_176, 2**32 - 1])
def test_a_length_that_cannot_be_right_is_refused_on_sight(number):
    with pytest.raises(ProtocolError, match=f"{number} bytes"):
        FrameReader().feed(length(number))


def test_the_limit_itself_is_allowed():
    reader = FrameReader(limit=3)
    assert reader.feed(length(3) + b"abc") == [b"abc"]
    with pytest.raises(ProtocolError):
        reader.feed(length(4))


def test_encode_takes_what_the_browser_takes_and_no_byte_more():
    assert encode(b"{}") == length(2) + b"{}"
    assert len(encode(b"x" * MAX_TO_BROWSER)) == MAX_TO_BROWSER + 4
    with pytest.raises(ProtocolError, match="1048577 bytes"):
        encode(b"x" * (MAX_TO_BROWSER + 1))


def test_an_empty_message_is_not_a_message():
    with pytest.raises(ProtocolError):
        encode(b"")
