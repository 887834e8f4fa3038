"""A YouTube video's transcript as a Document; every segment keeps the second at which it is said. Blocking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import unescape
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from xml.etree.ElementTree import ParseError

import requests
import youtube_transcript_api as captions
from requests.adapters import HTTPAdapter

from host.core.types import Anchor, Document
from host.core.video import watch_url
from host.errors import ErrorCode, TranscriptError

PARAGRAPH_SECONDS = 30.0
"""A paragraph ends at the first sentence end after that."""

LONGEST_SECONDS = 60.0
"""Automatic captions have no sentence ends: a paragraph ends here at the latest."""

TIMEOUT = 20.0
"""Seconds for one answer from YouTube."""

MEDIA_TYPE = "video/youtube"

_ORIGIN = "www.youtube.com"
_TITLE = re.compile(r'<meta\s+name="title"\s+content="([^"]*)"|<title>([^<]*?)(?: - YouTube)?</title>')
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)\]]*$")  # noqa: RUF001 - full-width marks end sentences too

_LATER = "Try again later or from another network: YouTube decides by the address that asks."
_ELSEWHERE = "Choose another video; nothing can be read from this one."

_Reason = tuple[ErrorCode, str, str]
_UNKNOWN_FORM = (
    ErrorCode.TRANSCRIPT_BLOCKED,
    "YouTube describes the captions of this video in an unknown way.",
    _LATER,
)
"""What the library meets as a missing key or a None where it expects an object."""

_REASONS: dict[type[Exception], _Reason] = {
    captions.TranscriptsDisabled: (
        ErrorCode.NO_TRANSCRIPT, "This video has no captions: its uploader offers none.", _ELSEWHERE,
    ),
    captions.NoTranscriptFound: (
        ErrorCode.NO_TRANSCRIPT, "This video has a caption list, but no captions in it.", _ELSEWHERE,
    ),
    captions.IpBlocked: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube has had too many requests from this network and asks for a captcha.",
        "Wait an hour, or try from another network.",
    ),
    captions.RequestBlocked: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube takes this computer for a bot and wants a sign-in.", _LATER,
    ),
    captions.PoTokenRequired: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube gives the captions of this video only to its own player (PO token).",
        _LATER,
    ),
    captions.FailedToCreateConsentCookie: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube asks for consent to cookies before it shows this video.", _LATER,
    ),
    captions.YouTubeDataUnparsable: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube sent something other than the page of a video.", _LATER,
    ),
    captions.AgeRestricted: (
        ErrorCode.AGE_RESTRICTED, "This video is age-restricted: YouTube shows it only after a sign-in.", _ELSEWHERE,
    ),
    captions.VideoUnavailable: (
        ErrorCode.VIDEO_UNAVAILABLE, "This video is no longer available.", "Check the address of the video.",
    ),
    captions.VideoUnplayable: (
        ErrorCode.VIDEO_UNAVAILABLE, "YouTube says that this video cannot be played", _ELSEWHERE,
    ),
    captions.InvalidVideoId: (
        ErrorCode.NOT_A_VIDEO, "This is not the address of a YouTube video.", "Check the address of the video.",
    ),
    captions.YouTubeRequestFailed: (
        ErrorCode.HTTP_STATUS, "YouTube answered with an error", "Try again in a few minutes.",
    ),
    ParseError: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube sent an empty transcript: it does so when it does not trust who asks.",
        _LATER,
    ),
    requests.JSONDecodeError: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube sent an answer about this video that cannot be read.", _LATER,
    ),
    KeyError: _UNKNOWN_FORM,
    AttributeError: _UNKNOWN_FORM,
    requests.RequestException: (
        ErrorCode.UNREACHABLE, "YouTube cannot be reached.", "Check the connection, then try again.",
    ),
}  # fmt: skip
"""Every way in which YouTube refuses, as what a person can understand and do."""


class YouTubeTranscripts:
    """Reads captions through youtube-transcript-api. With `base_url`, that server is asked in YouTube's place."""

    def __init__(self, base_url: str = "") -> None:
        self._base_url = base_url

    def transcript(self, video_id: str, languages: Sequence[str]) -> Document:
        """Captions in the first of `languages` that there are, else in any. Raises TranscriptError."""
        # A session of its own for each call: requests' are not safe to share between threads.
        with _Session(self._base_url) as session:
            try:
                tracks = list(captions.YouTubeTranscriptApi(http_client=session).list(video_id))
                track = best_track(tracks, languages)
                if track is None:
                    raise _error(captions.NoTranscriptFound(video_id, list(languages), None))
                fetched = track.fetch()
            except tuple(_REASONS) as exc:
                raise _error(exc) from exc
            markdown, anchors = paragraphs((segment.start, segment.text) for segment in fetched)
            if not markdown:
                raise _error(ParseError())
            made = "automatic" if fetched.is_generated else "manual"
            title = session.title or f"YouTube video {video_id}"
            strategy = f"captions: {fetched.language_code}, {made}"
            return Document(
                watch_url(video_id), title, markdown, MEDIA_TYPE, "", fetched.language_code, strategy, anchors
            )


def best_track(tracks: Sequence[Any], languages: Sequence[str]) -> Any:
    """The first wanted language wins (`en` also means `en-GB`), manual before automatic; then any; else None."""
    ordered = sorted(tracks, key=lambda track: bool(track.is_generated))
    for wanted in languages:
        base = wanted.split("-")[0].lower()
        exact = (track for track in ordered if track.language_code.lower() == wanted.lower())
        related = (track for track in ordered if track.language_code.split("-")[0].lower() == base)
        if found := next(exact, None) or next(related, None):
            return found
    return next(iter(ordered), None)


def paragraphs(segments: Iterable[tuple[float, str]]) -> tuple[str, tuple[Anchor, ...]]:
    """(start in seconds, text) of each caption to Markdown, cut by time at ends of sentences, an anchor each."""
    text, anchors, began = "", [], 0.0
    for start, said in segments:
        words = " ".join(said.split())
        if not words:
            continue
        if not text or _ends_paragraph(text, start - began):
            text, began = f"{text}\n\n" if text else "", start
        else:
            text += " "
        anchors.append(Anchor(len(text), "second", str(int(start))))
        text += words
    return text, tuple(anchors)


def _ends_paragraph(text: str, seconds: float) -> bool:
    return seconds >= LONGEST_SECONDS or (seconds >= PARAGRAPH_SECONDS and bool(_SENTENCE_END.search(text)))


class _Session(requests.Session):
    """Bounds every request in time, and keeps the title from the watch page that the library reads anyway."""

    def __init__(self, base_url: str) -> None:
        super().__init__()
        self.title = ""
        self.trust_env = False
        self.mount("https://", _Adapter(base_url))
        self.hooks["response"].append(self._keep_title)

    def _keep_title(self, response: requests.Response, *_: Any, **__: Any) -> None:
        if response.request.path_url.startswith("/watch") and (found := _TITLE.search(response.text)):
            self.title = unescape(found[1] or found[2] or "").strip()


class _Adapter(HTTPAdapter):
    def __init__(self, base_url: str) -> None:
        super().__init__()
        self._base = urlsplit(base_url)

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        parts = urlsplit(str(request.url))
        if self._base.netloc and parts.netloc == _ORIGIN:
            request.url = urlunsplit((self._base.scheme, self._base.netloc, *parts[2:]))
        kwargs["timeout"] = TIMEOUT
        return super().send(request, *args, **kwargs)


def _error(error: Exception) -> TranscriptError:
    code, message, next_step = next(_REASONS[kind] for kind in type(error).__mro__ if kind in _REASONS)
    if isinstance(error, captions.VideoUnplayable):
        message = f"{message}: {error.reason or 'no reason given'}."
    if isinstance(error, captions.YouTubeRequestFailed):
        message = f"{message}: {error.reason}."
    return TranscriptError(code, message, next_step)
