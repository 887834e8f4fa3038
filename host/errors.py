"""Every error that Ambry raises on purpose.

AmbryError
├── ProtocolError      a message that breaks the contract
├── NotFoundError      a collection, document, job or upload that is not there
├── FolderError        a folder that cannot be watched, or a file in one that cannot be read
├── FetchError         the network, or a page that may not be fetched
├── ConversionError    a file or page that gives no text
├── TranscriptError    a video whose transcript cannot be had
├── ModelError         the embedding model
├── ProviderError      whoever writes the answer
└── StoreError         the database or the disk

Each carries a stable code (append only, never renumber or rename), a sentence for the person,
and what to do next. Adapters translate foreign exceptions into these, once, with `raise ... from`.
"""

from __future__ import annotations

from enum import StrEnum


class ErrorCode(StrEnum):
    """Stable words on the wire. Append only."""

    BAD_REQUEST = "bad_request"
    UNKNOWN_REQUEST = "unknown_request"
    VERSION_MISMATCH = "version_mismatch"
    TOO_LARGE = "too_large"
    UPLOAD_INCOMPLETE = "upload_incomplete"
    CANCELLED = "cancelled"
    NOT_FOUND = "not_found"
    UNREACHABLE = "unreachable"
    ADDRESS_REFUSED = "address_refused"
    HTTP_STATUS = "http_status"
    ROBOTS_DISALLOWED = "robots_disallowed"
    NOT_SUPPORTED = "not_supported"
    NO_TEXT = "no_text"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    NOT_A_VIDEO = "not_a_video"
    VIDEO_UNAVAILABLE = "video_unavailable"
    NO_TRANSCRIPT = "no_transcript"
    TRANSCRIPT_BLOCKED = "transcript_blocked"
    AGE_RESTRICTED = "age_restricted"
    STORAGE_REFUSED = "storage_refused"
    MODEL_MISSING = "model_missing"
    MODEL_MISMATCH = "model_mismatch"
    EMPTY_COLLECTION = "empty_collection"
    PROVIDER_UNREACHABLE = "provider_unreachable"
    PROVIDER_REFUSED = "provider_refused"
    KEY_MISSING = "key_missing"
    DISK_FULL = "disk_full"
    DATABASE_NEWER = "database_newer"
    DATABASE_DAMAGED = "database_damaged"
    ENGINE_UNAVAILABLE = "engine_unavailable"
    INTERNAL = "internal"
    NEEDS_BROWSER = "needs_browser"
    TIMED_OUT = "timed_out"
    FOLDER_REFUSED = "folder_refused"
    FOLDER_UNREACHABLE = "folder_unreachable"
    FILE_UNREADABLE = "file_unreadable"
    FILE_CHANGING = "file_changing"
    NEEDS_OCR = "needs_ocr"


class AmbryError(Exception):
    """An error that a person can understand and act on."""

    def __init__(self, code: ErrorCode, message: str, next_step: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.next_step = next_step


class ProtocolError(AmbryError):
    """A message that breaks the contract."""


class NotFoundError(AmbryError):
    """Something that was asked for by name or number and is not there."""

    def __init__(self, what: str, next_step: str = "") -> None:
        super().__init__(ErrorCode.NOT_FOUND, f"There is no {what}.", next_step)


class FolderError(AmbryError):
    """A folder cannot be watched or is not there, or a file in it cannot be read."""


class FetchError(AmbryError):
    """The network failed, or the address may not be fetched."""


class ConversionError(AmbryError):
    """A file or page gives no text."""


class TranscriptError(AmbryError):
    """A video's transcript cannot be had."""


class ModelError(AmbryError):
    """The embedding model is missing or does not match the index."""


class ProviderError(AmbryError):
    """The provider that writes the answer cannot be reached or refuses."""


class StoreError(AmbryError):
    """The database or the disk."""
