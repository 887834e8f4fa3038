"""What is said in a video, as a Document: cut by chapter and by time, every segment with its second."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from host.core.documents import Anchor, Document
from host.core.video import watch_url

PARAGRAPH_SECONDS = 30.0
"""A paragraph ends at the first sentence end after that."""

LONGEST_SECONDS = 60.0
"""Automatic captions have no sentence ends: a paragraph ends here at the latest."""

MEDIA_TYPE = "video/youtube"

_FEWEST_CHAPTERS = 3
_CHAPTER_ROUNDING = 0.5
"""Chapters begin at whole seconds, and what is said first in one may begin a moment before."""

_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)\]]*$")  # noqa: RUF001 - full-width marks end sentences too
_BLOCK_MARK = re.compile(r"(?:#{1,6}|[-+*]|>+)(?=\s|$)|>")
"""How a paragraph may not begin: `>>` before a new speaker is no quotation."""

_CLOCK = r"(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)"
_CHAPTER_LINE = re.compile(
    rf"\W*(?<!\d){_CLOCK}(?!\d)\W*(?P<after>\w.*)|(?P<before>.*\S)\s+\W*{_CLOCK}(?!\d)\W*", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Segment:
    """What is said from `start` on, in seconds."""

    start: float
    text: str


@dataclass(frozen=True, slots=True)
class Chapter:
    start: float
    title: str


@dataclass(frozen=True, slots=True)
class Track:
    """Captions that a video has, or a language that they can be translated into."""

    language: str
    label: str
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """The captions of one video, in one language."""

    video: str
    """The video's id."""
    title: str
    language: str
    segments: tuple[Segment, ...]
    automatic: bool = False
    label: str = ""
    """What the video's site calls these captions, such as `English (auto-generated)`; may be empty."""
    chapters: tuple[Chapter, ...] = ()
    translated: bool = False
    """By the video's site, from captions in another language."""
    tracks: tuple[Track, ...] = ()
    """All captions of the video, as far as they are known."""
    translations: tuple[Track, ...] = ()
    """What its captions can be translated into."""


def transcript_document(transcript: Transcript) -> Document:
    """Chapters become headings. The Markdown is empty when nothing is said."""
    text, chapters = _Text(), list(transcript.chapters)
    for segment in sorted(transcript.segments, key=lambda segment: segment.start):
        if not segment.text.strip():
            continue
        while chapters and chapters[0].start <= segment.start + _CHAPTER_ROUNDING:
            text.head(chapters.pop(0))
        text.say(segment)
    made = "automatic" if transcript.automatic else "manual"
    return Document(
        watch_url(transcript.video),
        transcript.title or f"YouTube video {transcript.video}",
        text.markdown,
        MEDIA_TYPE,
        language=transcript.language,
        strategy=f"captions: {transcript.language}, {made}",
        anchors=tuple(text.anchors),
    )


def chapters_in(description: str) -> tuple[Chapter, ...]:
    """The chapters that a video's description lists, one a line with its time.

    YouTube's own rule tells them from other times: three or more, in order, the first at 0:00.
    """
    matches = (_CHAPTER_LINE.fullmatch(line.strip()) for line in description.splitlines())
    chapters = in_order(_chapter(match) for match in matches if match)
    return chapters if len(chapters) >= _FEWEST_CHAPTERS and chapters[0].start == 0 else ()


def in_order(listed: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """The chapters as they are listed; none when their times go back and forth."""
    chapters = tuple(listed)
    return chapters if all(one.start < after.start for one, after in pairwise(chapters)) else ()


def seconds_of(clock: str) -> int:
    """Of a time as a player shows it, such as `1:02:15`; -1 when it is none."""
    match = re.fullmatch(_CLOCK, clock.strip())
    return _seconds(match.groups()) if match else -1


def _chapter(match: re.Match[str]) -> Chapter:
    after = match["after"]
    groups = match.groups()
    return Chapter(_seconds(groups[:3] if after else groups[-3:]), (after or match["before"].rstrip(" -–—|:(["))[:200])  # noqa: RUF001


def _seconds(parts: tuple[str | None, ...]) -> int:
    hours, minutes, seconds = (int(part or 0) for part in parts)
    return hours * 3600 + minutes * 60 + seconds


class _Text:
    """Markdown as it grows, with the second at which each piece is said."""

    def __init__(self) -> None:
        self.anchors: list[Anchor] = []
        self._parts: list[str] = []
        self._length = 0
        self._began: float | None = None
        """When the open paragraph began; None when none is open."""

    @property
    def markdown(self) -> str:
        return "".join(self._parts)

    def head(self, chapter: Chapter) -> None:
        self._new_block()
        self._add(chapter.start, f"## {_one_line(chapter.title)}")
        self._began = None

    def say(self, segment: Segment) -> None:
        words = _one_line(segment.text)
        if self._began is None or self._is_full(segment.start - self._began):
            self._new_block()
            self._began = segment.start
            words = _BLOCK_MARK.sub(r"\\\g<0>", words, count=1) if _BLOCK_MARK.match(words) else words
        else:
            self._append(" ")
        self._add(segment.start, words)

    def _is_full(self, seconds: float) -> bool:
        ends = bool(_SENTENCE_END.search(self._parts[-1]))
        return seconds >= LONGEST_SECONDS or (seconds >= PARAGRAPH_SECONDS and ends)

    def _new_block(self) -> None:
        if self._parts:
            self._append("\n\n")

    def _add(self, second: float, text: str) -> None:
        self.anchors.append(Anchor(self._length, "second", str(int(second))))
        self._append(text)

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
