"""Background work, and how each page or file of it ended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from host.errors import AmbryError


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def ended(self) -> bool:
        return self in (JobState.DONE, JobState.CANCELLED, JobState.FAILED)


class ItemState(StrEnum):
    INDEXED = "indexed"
    UNCHANGED = "unchanged"
    SKIPPED = "skipped"
    FAILED = "failed"


JobKind = Literal["index_site", "add_files", "read_folder", "read_file", "reindex"]


@dataclass(frozen=True, slots=True)
class Job:
    """Background work on a collection."""

    id: int
    kind: JobKind
    collection_id: int
    title: str
    request: str
    """JSON that the service needs to start or resume it."""
    state: JobState
    stage: str
    total: int
    indexed: int
    unchanged: int
    skipped: int
    failed: int
    error: str
    """JSON of the error that ended it; empty otherwise."""
    created: float
    updated: float


@dataclass(frozen=True, slots=True)
class JobItem:
    """How one page or file of a job ended."""

    uri: str
    state: ItemState
    reason: str = ""
    code: str = ""
    """A stable word for the reason; empty when there is none or nobody needs to tell it from others."""


def reason_of(error: AmbryError, name: str) -> str:
    """Why an item failed and what to do about it, for an account that gives the item's `name` just before."""
    message = error.message.removeprefix(f"{name}: ")
    message = re.sub(rf"(?<!\S){re.escape(name)}(?=[\s:.])", "it", message, count=1)
    return f"{message[:1].upper()}{message[1:]} {error.next_step}".strip()
