"""Videos: a transcript, read by ourselves or in the page that the person is watching, as a collection."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pydantic import ValidationError

from host.contract import events, requests, results
from host.contract.transcript import MAX_TRANSCRIPT, WATCHED_TRANSCRIPT, WatchedTrack, WatchedTranscript
from host.core.acquire_ports import TranscriptSource, UploadStore
from host.core.collections import CollectionKind
from host.core.documents import Document
from host.core.transcript import Chapter, Segment, Track, Transcript, chapters_in, in_order, transcript_document
from host.core.video import video_id
from host.errors import ErrorCode, ProtocolError, TranscriptError
from host.service.ask import Emit
from host.service.opening import Opening
from host.service.views import transcript_view


class Videos:
    """Opens videos. The id, not the tab, is the key: a navigation never mixes two videos."""

    def __init__(self, opening: Opening, uploads: UploadStore, transcripts: TranscriptSource) -> None:
        self._opening = opening
        self._uploads = uploads
        self._transcripts = transcripts

    async def open_video(self, request: requests.OpenVideo, emit: Emit) -> results.Opened:
        """Index a video's transcript, and say which way it came."""
        video = _identified(request.video)
        await emit(events.Progress(id=request.id, stage="Reading the transcript"))
        transcript = await asyncio.to_thread(self._transcript, video, request)
        document = _document(transcript)
        opened = await self._opening.open(request, CollectionKind.VIDEO, video, document, emit)
        notices = (_origin(transcript, request), *opened.notices)
        view = transcript_view(transcript, "page" if request.transcript else "host")
        return opened.model_copy(update={"notices": notices, "transcript": view})

    def _transcript(self, video: str, request: requests.OpenVideo) -> Transcript:
        if request.transcript:
            return self._watched(video, request.transcript)
        return self._transcripts.transcript(video, request.languages, request.translate_to)

    def _watched(self, video: str, upload: str) -> Transcript:
        _, data = self._uploads.read(upload)
        self._uploads.discard(upload)
        watched = _checked(data)
        if watched.video != video:
            raise TranscriptError(
                ErrorCode.NO_TRANSCRIPT,
                "The page shows another video by now, and its transcript was not taken.",
                "Ask again about the video you see.",
            )
        segments = tuple(Segment(segment.start, segment.text) for segment in watched.segments)
        listed = in_order(Chapter(chapter.start, chapter.title) for chapter in watched.chapters)
        chapters = listed or chapters_in(watched.description)
        return Transcript(
            video,
            watched.title,
            watched.language,
            segments,
            watched.automatic,
            watched.label,
            chapters,
            translated=watched.translated,
            tracks=_tracks(watched.tracks),
            translations=_tracks(watched.translations),
        )


def _tracks(tracks: Sequence[WatchedTrack]) -> tuple[Track, ...]:
    return tuple(Track(track.language, track.label, track.automatic) for track in tracks)


def _identified(address: str) -> str:
    if video := video_id(address):
        return video
    raise TranscriptError(ErrorCode.NOT_A_VIDEO, f"{address} is no YouTube video.", "Open a video's own page.")


def _checked(data: bytes) -> WatchedTranscript:
    if len(data) > MAX_TRANSCRIPT:
        raise ProtocolError(ErrorCode.TOO_LARGE, f"A transcript of {len(data):,} bytes is too long to be one.")
    try:
        return WATCHED_TRANSCRIPT.validate_json(data)
    except ValidationError as exc:
        raise ProtocolError(ErrorCode.BAD_REQUEST, "What the page gave is not a transcript.") from exc


def _document(transcript: Transcript) -> Document:
    document = transcript_document(transcript)
    if document.markdown:
        return document
    raise TranscriptError(ErrorCode.NO_TRANSCRIPT, "Nothing is said in the transcript of this video.")


def _origin(transcript: Transcript, request: requests.OpenVideo) -> str:
    reader = "from the page you are watching" if request.transcript else "by Ambry"
    label = " ".join(transcript.label.split())
    translated = ", translated by YouTube" if transcript.translated else ""
    return f"Transcript read {reader}: {label}{translated}." if label else f"Transcript read {reader}{translated}."
