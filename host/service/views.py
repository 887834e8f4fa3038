"""From the values of the core to their pictures on the wire, and nothing else."""

from __future__ import annotations

from collections.abc import Collection as Numbers
from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from host.contract import requests, results, views
from host.core.answers import Citation, Passage, ProviderStatus
from host.core.candidates import Scored
from host.core.catalogue import Entry
from host.core.citations import locate_passage
from host.core.collections import Collection
from host.core.documents import About, Document
from host.core.jobs import Job, JobItem
from host.core.location import places, web_address
from host.core.model_ports import Embedder
from host.core.models import KnownModel
from host.core.site import Survey, may_end_better
from host.core.transcript import Track, Transcript
from host.core.vault_address import file_path
from host.errors import AmbryError
from host.service.retrieve import Searched


def error_view(error: AmbryError) -> views.ErrorView:
    return views.ErrorView(code=error.code, message=error.message, next_step=error.next_step)


def embedding_view(embedder: Embedder) -> views.EmbeddingView:
    model, runtime = embedder.model, embedder.runtime
    return views.EmbeddingView(
        model=model.name,
        revision=model.revision,
        dimension=model.dimension,
        max_tokens=model.max_tokens,
        engine=runtime.engine,
        device=runtime.device,
        precision=runtime.precision,
        why=runtime.why,
        floor=model.floor,
    )


def known_model_view(model: KnownModel) -> views.KnownModelView:
    return views.KnownModelView(name=model.name, folder=model.folder, in_use=model.in_use)


def collection_view(collection: Collection, outdated: str = "") -> views.CollectionView:
    wanted = collection.wanted
    return views.CollectionView(
        id=collection.id,
        kind=collection.kind.value,
        key=collection.key,
        title=collection.title,
        documents=collection.documents,
        chunks=collection.chunks,
        model=collection.model,
        refresh_hours=collection.refresh_hours,
        refreshed=collection.refreshed,
        chunking=None
        if collection.kind.temporary
        else views.ChunkingView(size=wanted.size, overlap=wanted.overlap, cap=wanted.cap),
        outdated=outdated,
    )


def document_view(entry: Entry) -> views.DocumentView:
    return views.DocumentView(
        id=entry.id,
        collection=entry.collection_id,
        uri=entry.uri,
        title=entry.title,
        name=file_path(entry.uri) or entry.uri,
        folder=entry.folder,
        media_type=entry.media_type,
        chunks=entry.chunks,
        url=web_address(entry.uri),
        path=entry.path,
    )


def transcript_view(transcript: Transcript, reader: Literal["host", "page"]) -> views.TranscriptView:
    return views.TranscriptView(
        language=transcript.language,
        label=transcript.label,
        automatic=transcript.automatic,
        translated=transcript.translated,
        reader=reader,
        tracks=tuple(_track_view(track) for track in transcript.tracks),
        translations=tuple(_track_view(track) for track in transcript.translations),
    )


def _track_view(track: Track) -> views.TrackView:
    return views.TrackView(language=track.language, label=track.label, automatic=track.automatic)


def kept_view(entry: Entry, vault: Collection, in_view: str) -> views.KeptView:
    """`in_view` is the content hash of what the person sees; empty when nobody has read it."""
    changed = in_view != entry.content_hash if in_view else None
    return views.KeptView(vault=vault.title, document=document_view(entry), changed=changed)


def document_text(entry: Entry, document: Document, collection: views.CollectionView) -> results.DocumentText:
    return results.DocumentText(
        document=document_view(entry),
        collection=collection,
        authors=document.about.authors,
        date=document.about.date,
        markdown=document.markdown,
        places=tuple(
            views.PlaceView(start=start, label=place.label, url=place.url) for start, place in places(document)
        ),
    )


def plan_view(survey: Survey) -> results.SitePlan:
    return results.SitePlan(
        url=survey.start,
        site=survey.host,
        prefix=survey.prefix,
        source="sitemap" if survey.pages else "links",
        pages=survey.pages,
        site_pages=survey.site_pages,
        sections=tuple(
            views.SectionView(path=section.path, pages=section.pages, depth=section.depth)
            for section in survey.sections
        ),
        notes=survey.notes,
        probed=survey.probed,
        needs_browser=survey.needs_browser,
    )


def job_view(job: Job) -> views.JobView:
    return views.JobView(
        id=job.id,
        kind=job.kind,
        collection=job.collection_id,
        title=job.title,
        state=job.state.value,
        stage=job.stage,
        total=job.total,
        indexed=job.indexed,
        unchanged=job.unchanged,
        skipped=job.skipped,
        failed=job.failed,
        error=views.ErrorView.model_validate_json(job.error) if job.error else None,
        created=job.created,
        updated=job.updated,
    )


def item_view(item: JobItem) -> views.JobItemView:
    again = may_end_better(item.code)
    return views.JobItemView(uri=item.uri, state=item.state.value, reason=item.reason, code=item.code, again=again)


def source_views(passages: Sequence[Passage], cited: Numbers[int] = ()) -> tuple[views.SourceView, ...]:
    return tuple(_source_view(passage, passage.n in cited) for passage in passages)


def _source_view(passage: Passage, cited: bool) -> views.SourceView:
    place = locate_passage(passage)
    return views.SourceView(
        n=passage.n,
        document=passage.document_id,
        uri=passage.uri,
        title=passage.title,
        headings=passage.chunk.headings,
        text=passage.chunk.text,
        start=passage.chunk.start,
        end=passage.chunk.end,
        score=round(passage.score, 4),
        url=place.url,
        label=place.label,
        path=passage.path,
        cited=cited,
        authors=passage.about.authors,
        date=passage.about.date,
    )


def about_view(about: About) -> views.AboutView:
    return views.AboutView(**asdict(about))


_FILTERS = ("folder", "document", "language", "since", "until")


def explanation_view(found: Searched, request: requests.Search) -> views.ExplanationView:
    return views.ExplanationView(
        reasons=tuple(
            _reason_view(passage.n, found, chunk_id)
            for passage, chunk_id in zip(found.passages, found.deciding, strict=True)
        ),
        mode=request.mode,
        filters=tuple(f"{name} {value}" for name in _FILTERS if (value := getattr(request, name))),
        floor=found.floor,
        steps=tuple(
            views.StepView(name=name, milliseconds=round(seconds * 1000, 2)) for name, seconds in found.seconds.items()
        ),
    )


def _reason_view(n: int, found: Searched, chunk_id: int) -> views.ReasonView:
    candidates, reranked = found.candidates, found.reranked.get(chunk_id)
    at = int(candidates.chunk_ids.searchsorted(chunk_id))
    return views.ReasonView(
        n=n,
        fused=round(found.fused[chunk_id], 4),
        reranked=None if reranked is None else round(reranked, 4),
        dense=round(float(candidates.cosines[at]), 4) if candidates.dense else None,
        dense_rank=_rank(candidates.dense, chunk_id),
        keyword=round(float(candidates.bm25[at]), 4),
        keyword_rank=_rank(candidates.keyword, chunk_id),
        coverage=round(float(candidates.coverage[at]), 3),
    )


def _rank(found: Sequence[Scored], chunk_id: int) -> int | None:
    """From 1."""
    return next((rank for rank, scored in enumerate(found, start=1) if scored.chunk_id == chunk_id), None)


def citation_views(citations: Sequence[Citation]) -> tuple[views.CitationView, ...]:
    return tuple(
        views.CitationView(n=citation.n, quote=citation.quote, url=citation.url, label=citation.label)
        for citation in citations
    )


def provider_view(name: str, label: str, cloud: bool, status: ProviderStatus) -> views.ProviderView:
    return views.ProviderView(
        name=name,
        label=label,
        place="cloud" if cloud else "on_device",
        ready=status.ready,
        models=status.models,
        next_step=status.next_step,
    )
