"""What reads the world: the network, files, videos, uploads. Blocking ports are called in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from host.core.documents import Document
from host.core.ocr import Ocr
from host.core.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Response:
    """What a fetch brought: `url` is the final one, after redirects."""

    url: str
    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    """Names in lower case."""
    tries: int = 1
    """Above 1: the server asked for time before it answered."""

    @property
    def media_type(self) -> str:
        """The Content-Type without parameters, lower case; empty when the server names none."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()


class Fetcher(Protocol):
    async def get(
        self, url: str, *, trusted_host: str = "", max_bytes: int = 0, etag: str = "", last_modified: str = ""
    ) -> Response:
        """Fetch one URL, redirects followed.

        With the `etag` or `last_modified` of an earlier answer, one with status 304 says that it still holds.
        A private address is refused unless its host (`host[:port]`) is `trusted_host`: the one that the person named.
        `max_bytes` 0 means the fetcher's own limit. Raises FetchError; an HTTP error status is returned, not raised.
        """
        ...


class Converter(Protocol):
    """Bytes of any supported type to a Document. Blocking."""

    def convert(
        self,
        data: bytes,
        *,
        uri: str,
        name: str = "",
        media_type: str = "",
        password: str = "",
        ocr: Ocr | None = None,
    ) -> Document:
        """Detect the type by content, then media type, then name. Raises ConversionError.

        `password` opens the file if it is locked; it is used and forgotten. `ocr`: leave to recognise text.
        """
        ...


class TextRecognition(Protocol):
    """What reads the text in pictures. Blocking."""

    def languages(self) -> tuple[str, ...]:
        """Those that it knows on this machine; empty when it is not there."""
        ...


class TranscriptSource(Protocol):
    """A video's transcript. Blocking."""

    def transcript(self, video_id: str, languages: Sequence[str], translate_to: str = "") -> Transcript:
        """Captions in the first of `languages` that there are, else in any other; never empty.

        With `translate_to`, captions in that language or else a translation into it. Raises TranscriptError with a
        reason that a person understands.
        """
        ...


class UploadStore(Protocol):
    """Files on their way in. Blocking. Raises ProtocolError, NotFoundError, StoreError."""

    def begin(self, name: str, size: int, sha256: str) -> str: ...

    def append(self, upload: str, sequence: int, data: bytes) -> None: ...

    def read(self, upload: str) -> tuple[str, bytes]:
        """The name and bytes of a finished upload, checked by size and SHA-256."""
        ...

    def discard(self, upload: str) -> None: ...

    def expire(self, keep: frozenset[str] = frozenset()) -> None:
        """Remove abandoned uploads, but none of `keep`."""
        ...
