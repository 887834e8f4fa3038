"""The one file of our own that a client hands over: a transcript read in the page of its video, as JSON.

It comes from a web page, so nothing in it is trusted: its shape and size are checked before anything is made of it.
"""

from __future__ import annotations

from pydantic import Field, TypeAdapter

from host.contract.views import Model

MAX_TRANSCRIPT = 8 * 1024 * 1024
"""Bytes of JSON. Ten hours of speech are about 1 MB."""

_LONGEST_VIDEO = 60 * 86_400.0


class WatchedSegment(Model):
    start: float = Field(ge=0, le=_LONGEST_VIDEO)
    """Seconds."""
    text: str = Field(max_length=10_000)


class WatchedChapter(Model):
    start: float = Field(ge=0, le=_LONGEST_VIDEO)
    """Seconds."""
    title: str = Field(max_length=500)


class WatchedTrack(Model):
    """Captions that the page has, or a language that it would translate them into."""

    language: str = Field(max_length=35)
    label: str = Field(max_length=200)
    automatic: bool


class WatchedTranscript(Model):
    """What was read in the page of a video."""

    video: str = Field(pattern=r"^[A-Za-z0-9_-]{11}$")
    """The id of the video that the page itself says these captions belong to."""
    title: str = Field(max_length=500)
    language: str = Field(max_length=35)
    """Its code; empty when the page does not tell."""
    automatic: bool
    label: str = Field(max_length=200)
    """What the page calls these captions; may be empty."""
    description: str = Field(max_length=20_000)
    """The video's, in which its chapters may be listed."""
    translated: bool
    tracks: tuple[WatchedTrack, ...] = Field(max_length=500)
    translations: tuple[WatchedTrack, ...] = Field(max_length=500)
    chapters: tuple[WatchedChapter, ...] = Field(max_length=1_000)
    segments: tuple[WatchedSegment, ...] = Field(min_length=1, max_length=100_000)


WATCHED_TRANSCRIPT: TypeAdapter[WatchedTranscript] = TypeAdapter(WatchedTranscript)
"""Validates an upload."""
