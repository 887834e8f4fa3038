"""Every way in which YouTube refuses a transcript, as what a person can understand and do."""

from __future__ import annotations

from xml.etree.ElementTree import ParseError

import requests
import youtube_transcript_api as captions

from host.errors import ErrorCode, TranscriptError

_LATER = "Try again later, or open the video in the browser and ask in Ambry's panel: it can read the page you watch."
_SIGNED_IN = "Open it in a browser where you are signed in, and ask in Ambry's panel: it can read the page you watch."
_ELSEWHERE = "Choose another video; nothing can be read from this one."

_Reason = tuple[ErrorCode, str, str]
_UNKNOWN_FORM = (
    ErrorCode.TRANSCRIPT_BLOCKED,
    "YouTube describes the captions of this video in an unknown way.",
    _LATER,
)
"""What the library meets as a missing key, a None where it expects an object, or text where it expects a number."""

REASONS: dict[type[Exception], _Reason] = {
    captions.TranscriptsDisabled: (
        ErrorCode.NO_TRANSCRIPT, "This video has no captions: its uploader offers none.", _ELSEWHERE,
    ),
    captions.NoTranscriptFound: (
        ErrorCode.NO_TRANSCRIPT, "This video has a caption list, but no captions in it.", _ELSEWHERE,
    ),
    captions.IpBlocked: (
        ErrorCode.TRANSCRIPT_BLOCKED, "YouTube has had too many requests from this network and asks for a captcha.",
        _LATER,
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
        ErrorCode.AGE_RESTRICTED, "This video is age-restricted: YouTube shows it only after a sign-in.", _SIGNED_IN,
    ),
    captions.VideoUnavailable: (
        ErrorCode.VIDEO_UNAVAILABLE, "This video is no longer available.", "Check the address of the video.",
    ),
    captions.VideoUnplayable: (
        ErrorCode.VIDEO_UNAVAILABLE, "YouTube says that this video cannot be played", _SIGNED_IN,
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
    LookupError: _UNKNOWN_FORM,
    AttributeError: _UNKNOWN_FORM,
    TypeError: _UNKNOWN_FORM,
    ValueError: _UNKNOWN_FORM,
    requests.RequestException: (
        ErrorCode.UNREACHABLE, "YouTube cannot be reached.", "Check the connection, then try again.",
    ),
}  # fmt: skip


def refusal(error: Exception) -> TranscriptError:
    """What YouTube did, in words. `error` is one of REASONS."""
    code, message, next_step = next(REASONS[kind] for kind in type(error).__mro__ if kind in REASONS)
    if isinstance(error, captions.VideoUnplayable):
        message = f"{message}: {(error.reason or 'no reason given').removesuffix('.')}."
    if isinstance(error, captions.YouTubeRequestFailed):
        message = f"{message}: {error.reason}."
    return TranscriptError(code, message, next_step)
