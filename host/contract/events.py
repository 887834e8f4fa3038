"""What the engine sends. Every event but `starting` repeats the id of its request."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from host.contract.results import Result
from host.contract.views import ErrorView, FolderView, JobFileView, JobView, Model, SourceView


class Starting(Model):
    """Sent by the relay before it has found the engine: proof of life for the panel."""

    type: Literal["starting"] = "starting"
    protocol: int


class Progress(Model):
    """How far a request is. `total` is 0 when unknown."""

    type: Literal["progress"] = "progress"
    id: str
    stage: str
    completed: int = 0
    total: int = 0


class Notice(Model):
    """Something the person should know that is not an error."""

    type: Literal["notice"] = "notice"
    id: str
    text: str


class Sources(Model):
    """The numbered passages, before the first word of the answer."""

    type: Literal["sources"] = "sources"
    id: str
    sources: tuple[SourceView, ...]


class Thinking(Model):
    """A model's reasoning, kept apart from the answer."""

    type: Literal["thinking"] = "thinking"
    id: str
    text: str


class Delta(Model):
    """The next piece of the answer, as Markdown with `[n]` citations."""

    type: Literal["delta"] = "delta"
    id: str
    text: str


class Job(Model):
    """A watched job has changed."""

    type: Literal["job"] = "job"
    id: str
    job: JobView
    files: tuple[JobFileView, ...] = ()
    """Of an `add_files` job, the first that have not ended: `leave_out_file` takes one out unless it is indexing."""


class Folders(Model):
    """Watched folders as they are now: all of them."""

    type: Literal["folders"] = "folders"
    id: str
    folders: tuple[FolderView, ...]


class Render(Model):
    """Load this page in the person's own browser, never submitting anything, and answer with `rendered`."""

    type: Literal["render"] = "render"
    id: str
    render: str
    """Names this one page load in the answer."""
    url: str


class Part(Model):
    """A slice of an event too large for one frame: join `data` in order of `sequence`, then parse."""

    type: Literal["part"] = "part"
    id: str
    sequence: int
    last: bool
    data: str


class Done(Model):
    type: Literal["done"] = "done"
    id: str
    result: Result


class Failed(Model):
    """`id` is null only when the request could not be read, or no engine could be started."""

    type: Literal["failed"] = "failed"
    id: str | None
    error: ErrorView


Event = Annotated[
    Starting | Progress | Notice | Sources | Thinking | Delta | Job | Folders | Render | Part | Done | Failed,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Validates one event, for clients written in Python."""
