"""The native-messaging frame codec: bytes in, message bodies out. Sans IO: it never reads or writes.

A frame is a length of 32 bits in the machine's own byte order (the specification's words; little-endian
on everything that runs a browser today), then that many bytes of UTF-8 JSON, which are not looked at here.
"""

from __future__ import annotations

import sys

from host.errors import ErrorCode, ProtocolError

MAX_FROM_BROWSER = 64 * 1024 * 1024
"""Chromium refuses to send more; Firefox would, and must not."""

MAX_TO_BROWSER = 1_048_576
"""Bytes of one body. One more and both browsers close the port, losing every request on it."""

_HEADER = 4


class FrameReader:
    """Cuts a stream into bodies, however the stream is cut into reads."""

    def __init__(self, limit: int = MAX_FROM_BROWSER) -> None:
        self._limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the bodies that `data` completes.

        Raises ProtocolError for a length that cannot be right. The stream is lost then: where the
        next frame starts is unknowable.
        """
        self._buffer += data
        bodies = []
        while (body := self._next()) is not None:
            bodies.append(body)
        return bodies

    def eof(self) -> bool:
        """Whether the stream may end here; False in the middle of a frame."""
        return not self._buffer

    def _next(self) -> bytes | None:
        if len(self._buffer) < _HEADER:
            return None
        length = int.from_bytes(self._buffer[:_HEADER], sys.byteorder)
        if not 0 < length <= self._limit:
            # Refused on sight: waiting for the body would mean holding what a broken sender announces.
            raise ProtocolError(ErrorCode.TOO_LARGE, f"A frame of {length} bytes (1 to {self._limit} are allowed).")
        end = _HEADER + length
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[_HEADER:end])
        del self._buffer[:end]
        return body


def encode(body: bytes) -> bytes:
    """Put `body` in a frame for the browser. Raises ProtocolError when the browser would not take it."""
    if not 0 < len(body) <= MAX_TO_BROWSER:
        message = f"A message of {len(body)} bytes (1 to {MAX_TO_BROWSER} are allowed)."
        raise ProtocolError(ErrorCode.TOO_LARGE, message, "This is a fault in Ambry's host: please report it.")
    return len(body).to_bytes(_HEADER, sys.byteorder) + body
