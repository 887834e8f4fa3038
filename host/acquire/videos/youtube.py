"""The transcript of a YouTube video, asked for by this computer. Blocking."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from xml.etree.ElementTree import ParseError

import requests
import youtube_transcript_api as captions
from requests.adapters import HTTPAdapter

from host.acquire.videos.reasons import REASONS, refusal
from host.core.transcript import Chapter, Segment, Track, Transcript, chapters_in, in_order, seconds_of
from host.errors import ErrorCode, TranscriptError

TIMEOUT = 20.0
"""Seconds for one answer from YouTube."""

_ORIGIN = "www.youtube.com"
_TITLE = re.compile(r'<meta\s+name="title"\s+content="([^"]*)"|<title>([^<]*?)(?: - YouTube)?</title>')
_MARKER = re.compile(
    r'"macroMarkersListItemRenderer":\{"title":\{"simpleText":("(?:[^"\\]|\\.)*")\},'
    r'"timeDescription":\{[^{}]*(?:\{[^{}]*\{[^{}]*\}[^{}]*\}[^{}]*)?"simpleText":"([\d:]+)"'
)
"""A chapter in the page of a video."""


class YouTubeTranscripts:
    """Reads captions through youtube-transcript-api. With `base_url`, that server is asked in YouTube's place."""

    def __init__(self, base_url: str = "") -> None:
        self._base_url = base_url

    def transcript(self, video_id: str, languages: Sequence[str], translate_to: str = "") -> Transcript:
        """Captions in the first of `languages` that there are, else in any. Raises TranscriptError."""
        # A session of its own for each call: requests' are not safe to share between threads.
        with _Session(self._base_url) as session:
            try:
                tracks = list(captions.YouTubeTranscriptApi(http_client=session).list(video_id))
                if not tracks:
                    raise refusal(captions.NoTranscriptFound(video_id, list(languages), None))
                chosen = chosen_track(tracks, languages, translate_to)
                fetched = chosen.fetch()
            except tuple(REASONS) as exc:
                raise refusal(exc) from exc
            segments = tuple(Segment(snippet.start, snippet.text) for snippet in fetched)
            if not any(segment.text.strip() for segment in segments):
                raise refusal(ParseError())
            language, automatic, label = fetched.language_code, fetched.is_generated, fetched.language
            return Transcript(
                video_id,
                session.title,
                language,
                segments,
                automatic,
                label,
                session.chapters,
                translated=all(track is not chosen for track in tracks),
                tracks=tuple(Track(track.language_code, track.language, track.is_generated) for track in tracks),
                translations=_translations(tracks),
            )


def _translations(tracks: Sequence[Any]) -> tuple[Track, ...]:
    """The languages that any of the captions can be translated into, by name."""
    languages = [language for track in tracks if track.is_translatable for language in track.translation_languages]
    names = {language.language_code: language.language for language in languages}
    return tuple(Track(code, name) for code, name in sorted(names.items(), key=lambda each: each[1]))


def chosen_track(tracks: Sequence[Any], languages: Sequence[str], translate_to: str = "") -> Any:
    """The best of `tracks`, of which there is one at least; its translation when there are no captions in that."""
    if not translate_to:
        return best_track(tracks, languages)
    track = best_track(tracks, [translate_to])
    if _base(track.language_code) == _base(translate_to):
        return track
    track = best_track([track for track in tracks if track.is_translatable] or tracks, languages)
    codes = [language.language_code for language in track.translation_languages]
    if (code := _best_code(codes, translate_to)) is None:
        there_are = ", ".join(sorted({track.language_code for track in tracks}))
        raise TranscriptError(
            ErrorCode.NO_TRANSCRIPT,
            f"YouTube does not translate the captions of this video into {translate_to}.",
            f"Ask without a translation: there are captions in {there_are}.",
        )
    return track.translate(code)


def best_track(tracks: Sequence[Any], languages: Sequence[str]) -> Any:
    """The first wanted language wins (`en` also means `en-GB`), manual before automatic; then any.

    Among any, captions in the language that is spoken come first: automatic ones tell which that is.
    """
    ordered = sorted(tracks, key=lambda track: bool(track.is_generated))
    for wanted in languages:
        code = _best_code([track.language_code for track in ordered], wanted)
        if code is not None:
            return next(track for track in ordered if track.language_code == code)
    spoken = {_base(track.language_code) for track in tracks if track.is_generated}
    return next((track for track in ordered if _base(track.language_code) in spoken), ordered[0])


def _best_code(codes: Sequence[str], wanted: str) -> str | None:
    exact = (code for code in codes if code.lower() == wanted.lower())
    related = (code for code in codes if _base(code) == _base(wanted))
    return next(exact, None) or next(related, None)


def _base(language: str) -> str:
    return language.split("-")[0].lower()


class _Session(requests.Session):
    """Bounds every request in time, and keeps what the library's own requests tell of the video."""

    def __init__(self, base_url: str) -> None:
        super().__init__()
        self.title = ""
        self.chapters: tuple[Chapter, ...] = ()
        self.trust_env = False
        self.mount("https://", _Adapter(base_url))
        self.hooks["response"].append(self._keep)

    def _keep(self, response: requests.Response, *_: Any, **__: Any) -> None:
        path = str(response.request.path_url)
        if path.startswith("/watch"):
            if found := _TITLE.search(response.text):
                self.title = unescape(found[1] or found[2] or "").strip()
            self.chapters = in_order(_markers(response.text))
        elif path.startswith("/youtubei/v1/player"):
            details = _details(response)
            self.title = str(details.get("title") or self.title)
            self.chapters = self.chapters or chapters_in(str(details.get("shortDescription", "")))


def _markers(page: str) -> Iterator[Chapter]:
    """The chapters of a watch page, each once: it holds the list twice."""
    for title, clock in dict.fromkeys(_MARKER.findall(page)):
        yield Chapter(seconds_of(clock), json.loads(title, strict=False))


def _details(response: requests.Response) -> dict[str, Any]:
    """What a player's answer says of the video; nothing when it says it in another form."""
    try:
        answer = response.json()
    except requests.JSONDecodeError:
        return {}  # the library meets it as well, and says so
    details = answer.get("videoDetails") if isinstance(answer, dict) else None
    return details if isinstance(details, dict) else {}


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
