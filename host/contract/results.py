"""What a finished request returns, inside its `done` event. Tagged by `kind`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from host.contract.views import (
    AnswerMode,
    CitationView,
    CollectionView,
    JobItemView,
    JobView,
    Model,
    ProviderView,
    SourceView,
)


class Nothing(Model):
    kind: Literal["nothing"] = "nothing"


class Welcome(Model):
    kind: Literal["welcome"] = "welcome"
    protocol: int
    version: str
    capabilities: tuple[str, ...] = ()


class Status(Model):
    kind: Literal["status"] = "status"
    version: str
    model: str
    """The embedding model in use."""
    providers: tuple[ProviderView, ...]
    chosen: str
    """The provider that answers when a question names none."""
    collections: tuple[CollectionView, ...]


class Upload(Model):
    kind: Literal["upload"] = "upload"
    upload: str


class Opened(Model):
    kind: Literal["opened"] = "opened"
    collection: CollectionView
    characters: int
    notices: tuple[str, ...] = ()


class JobStarted(Model):
    kind: Literal["job_started"] = "job_started"
    job: JobView


class JobReport(Model):
    kind: Literal["job_report"] = "job_report"
    job: JobView
    items: tuple[JobItemView, ...]


class Jobs(Model):
    kind: Literal["jobs"] = "jobs"
    jobs: tuple[JobView, ...]


class Answer(Model):
    kind: Literal["answer"] = "answer"
    answer: str
    mode: AnswerMode
    provider: str
    model: str
    sources: tuple[SourceView, ...]
    citations: tuple[CitationView, ...]
    notices: tuple[str, ...]


class Found(Model):
    kind: Literal["found"] = "found"
    sources: tuple[SourceView, ...]


class CollectionFound(Model):
    kind: Literal["collection_found"] = "collection_found"
    collection: CollectionView | None


class Extracted(Model):
    kind: Literal["extracted"] = "extracted"
    media_type: str
    strategy: str
    title: str
    markdown: str
    text: str


Result = Annotated[
    Nothing
    | Welcome
    | Status
    | Upload
    | Opened
    | JobStarted
    | JobReport
    | Jobs
    | Answer
    | Found
    | CollectionFound
    | Extracted,
    Field(discriminator="kind"),
]
