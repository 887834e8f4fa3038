"""One method for each request of the contract: every door and every client gets the same operations."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from host import __version__
from host.contract import requests, results
from host.contract.views import CollectionView
from host.core.candidates import SearchMode
from host.core.collections import CollectionKind
from host.core.jobs import Job, JobState
from host.core.site_plan import site_keys
from host.errors import ErrorCode, ProtocolError
from host.service.ask import Answering, Emit, check_question
from host.service.collections import Collections
from host.service.documents import Documents
from host.service.folder_reading import FolderReading
from host.service.folder_retry import KIND as READ_FILE
from host.service.folder_retry import FolderRetries
from host.service.folders import Folders
from host.service.ingest import Ingest
from host.service.job_requests import JobRequests
from host.service.jobs import Jobs
from host.service.models import Models
from host.service.narrowing import require_left, search_filter
from host.service.opening import Opening
from host.service.pages import Pages
from host.service.parts import Parts
from host.service.providers import Providers
from host.service.reindex import KIND as REINDEX
from host.service.reindex import Reindexing
from host.service.rendering import Rendering
from host.service.retrieve import Retrieve
from host.service.schedule import Schedule
from host.service.sites import Sites
from host.service.vaults import Vaults, needed_uploads
from host.service.videos import Videos
from host.service.views import explanation_view, job_view, source_views

TEMPORARY_SECONDS = 24 * 3600.0
"""A page or video is soon read again; what was only looked at should not stay on the disk for ever."""

CATCH_UP_SECONDS = 2.0
"""What a question waits for changes in watched folders that are being read: a note that was just saved counts."""

Method = Callable[[Any, Emit], Awaitable[results.Result]]


class Service:
    """Everything that a client may ask, composed of the stories."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        ingest = Ingest(parts.library, parts.embedders)
        opening = Opening(ingest, parts.catalogue)
        self._pages = Pages(opening, parts.uploads, parts.fetcher, parts.converter)
        self._videos = Videos(opening, parts.uploads, parts.transcripts)
        self._collections = Collections(parts.library, parts.embedders)
        self._documents = Documents(parts.library, parts.catalogue, self._collections)
        self._rendering = Rendering(parts.uploads)
        self._sites = Sites(parts, ingest, self._rendering)
        self._vaults = Vaults(ingest, parts.library, parts.uploads, parts.converter, parts.job_log)
        self._reindexing = Reindexing(parts)
        self._models = Models(parts.embedders, parts.reranker)
        self._retrieve = Retrieve(parts.library, parts.index, parts.embedders, parts.reranker)
        self._providers = Providers(parts.models, parts.fallback, parts.library, parts.keys)
        self._answering = Answering(self._retrieve, parts.catalogue, self._providers)
        reading = FolderReading(ingest, parts.converter, parts.folder_source, parts.folder_store)
        self._folder_retries = FolderRetries(reading, parts.folder_store, parts.job_log, lambda: self._folders.tell())
        works = {
            "index_site": self._sites.work,
            "add_files": self._vaults.work,
            "read_folder": reading.work,
            READ_FILE: self._folder_retries.work,
            REINDEX: self._reindexing.work,
        }
        # What may take hours, and what a person waits for, have queues of their own.
        self.jobs = Jobs(parts.job_log, works, queues={REINDEX: "indexes", READ_FILE: "asked for"})
        self._folders = Folders(parts, ingest, reading, self.jobs)
        self._job_requests = JobRequests(self.jobs, self._vaults, self._reindexing)
        self._clock: asyncio.Task[None] | None = None
        self._methods = self._table()

    def _table(self) -> dict[type[requests.BaseRequest], Method]:
        """Who answers which request."""
        return {
            requests.Status: self._status,
            requests.Models: self._models.show,
            requests.UseModel: self._models.use,
            requests.UseReranker: self._models.use_reranker,
            requests.BeginUpload: self._begin_upload,
            requests.UploadPiece: self._upload_piece,
            requests.OpenPage: self._pages.open_page,
            requests.OpenUrl: self._pages.open_url,
            requests.OpenVideo: self._videos.open_video,
            requests.PlanSite: self._sites.plan,
            requests.IndexSite: self._index_site,
            requests.RefreshSite: self._refresh_site,
            requests.SiteSchedule: self._sites.set_schedule,
            requests.OfferRendering: self._rendering.offer,
            requests.Rendered: self._rendering.take,
            requests.AddFiles: self._add_files,
            requests.RetryFile: self._retry_file,
            requests.LeaveOutFile: self._leave_out_file,
            requests.WatchFolder: self._folders.watch,
            requests.ReadWatchedFile: self._read_watched_file,
            requests.UnwatchFolder: self._folders.unwatch,
            requests.ListFolders: self._folders.list,
            requests.FollowFolders: self._folders.follow,
            requests.Ask: self._ask,
            requests.Search: self._search,
            requests.FindCollection: self._find_collection,
            requests.DeleteCollection: self._delete_collection,
            requests.ListDocuments: self._documents.list,
            requests.ReadDocument: self._documents.read,
            requests.RemoveDocument: self._documents.remove,
            requests.SetChunking: self._collections.set_chunking,
            requests.Reindex: self._reindex,
            requests.FindKept: self._documents.find_kept,
            requests.ListJobs: self._job_requests.list,
            requests.WatchJob: self._job_requests.watch,
            requests.ReportJob: self._job_requests.report,
            requests.PauseJob: self._job_requests.pause,
            requests.ResumeJob: self._job_requests.resume,
            requests.RetryJob: self._job_requests.retry,
            requests.CancelJob: self._job_requests.cancel,
            requests.Extract: self._extract,
            requests.ChooseProvider: self._choose_provider,
            requests.SetKey: self._set_key,
        }

    async def handle(self, request: requests.Request, emit: Emit) -> results.Result:
        """Do what `request` asks; events on the way go to `emit`. Raises AmbryError."""
        method = self._methods.get(type(request))
        if method is None:
            raise ProtocolError(ErrorCode.UNKNOWN_REQUEST, f"{request.type} is answered by the connection itself.")
        return await method(request, emit)

    @property
    def busy(self) -> bool:
        """Whether there is work that nobody has to be connected for."""
        return self.jobs.busy or self._folders.busy

    async def start(self) -> None:
        """Clear away what was abandoned, and take up the jobs that a stopped engine left behind."""
        unfinished = await asyncio.to_thread(self._parts.job_log.unfinished)
        await asyncio.to_thread(self._parts.uploads.expire, needed_uploads(unfinished))
        await asyncio.to_thread(self._forget_temporary)
        for job in unfinished:
            if job.state is not JobState.PAUSED:
                self.jobs.start(job)
        await self._folders.start(unfinished)
        self._clock = asyncio.create_task(Schedule(self._parts.sites, self._refresh).run())

    async def close(self) -> None:
        """Stop what works by itself; jobs are taken up by the next engine."""
        if self._clock is not None:
            self._clock.cancel()
        await self._folders.close()
        await self.jobs.close()

    def _forget_temporary(self) -> None:
        self._parts.library.forget_temporary(TEMPORARY_SECONDS)
        self._parts.index.forget()

    async def _status(self, request: requests.Status, emit: Emit) -> results.Status:
        (model, problem), collections, choice = await asyncio.gather(
            self._models.name(), self._collections.lasting(), self._providers.choose("")
        )
        return results.Status(
            version=__version__,
            model=model,
            problem=problem,
            providers=await self._providers.views(),
            chosen=choice.provider.name,
            chosen_model=choice.model,
            collections=collections,
            ocr_languages=await asyncio.to_thread(self._parts.recognition.languages),
        )

    async def _begin_upload(self, request: requests.BeginUpload, emit: Emit) -> results.Upload:
        upload = await asyncio.to_thread(self._parts.uploads.begin, request.name, request.size, request.sha256)
        return results.Upload(upload=upload)

    async def _upload_piece(self, request: requests.UploadPiece, emit: Emit) -> results.Nothing:
        await asyncio.to_thread(self._parts.uploads.append, request.upload, request.sequence, request.data)
        return results.Nothing()

    async def _index_site(self, request: requests.IndexSite, emit: Emit) -> results.JobStarted:
        return self._started(await self._sites.create_job(request))

    async def _refresh_site(self, request: requests.RefreshSite, emit: Emit) -> results.JobStarted:
        return await self._refresh(request.collection)

    async def _refresh(self, collection: int) -> results.JobStarted:
        return self._started(await self._sites.create_refresh(collection))

    async def _add_files(self, request: requests.AddFiles, emit: Emit) -> results.JobStarted:
        return self._started(await self._vaults.create_job(request))

    async def _retry_file(self, request: requests.RetryFile, emit: Emit) -> results.JobStarted:
        return self._started(await self._vaults.create_retry(request))

    async def _leave_out_file(self, request: requests.LeaveOutFile, emit: Emit) -> results.Nothing:
        self.jobs.changed(await self._vaults.leave_out(request))
        return results.Nothing()

    async def _read_watched_file(self, request: requests.ReadWatchedFile, emit: Emit) -> results.JobStarted:
        return self._started(await self._folder_retries.create_job(request))

    def _started(self, job: Job) -> results.JobStarted:
        self.jobs.start(job)
        return results.JobStarted(job=job_view(job))

    async def _ask(self, request: requests.Ask, emit: Emit) -> results.Answer:
        await self._folders.caught_up(request.collection, CATCH_UP_SECONDS)
        collection = await asyncio.to_thread(self._parts.library.collection, request.collection)
        return await self._answering.answer(collection, request, emit)

    async def _search(self, request: requests.Search, emit: Emit) -> results.Found:
        check_question(request.query)
        await self._folders.caught_up(request.collection, CATCH_UP_SECONDS)
        collection = await asyncio.to_thread(self._parts.library.collection, request.collection)
        only, mode = search_filter(request), SearchMode(request.mode)
        found = await self._retrieve.for_search(collection, request.query, request.limit, only, mode)
        if not found.passages:
            await asyncio.to_thread(require_left, self._parts.catalogue, collection, only)
        explanation = explanation_view(found, request) if request.explain else None
        return results.Found(sources=source_views(found.passages), explanation=explanation, notices=found.notices)

    async def _find_collection(self, request: requests.FindCollection, emit: Emit) -> results.CollectionFound:
        kind = CollectionKind(request.kind)
        keys = site_keys(request.key) if kind is CollectionKind.SITE else [request.key]
        return results.CollectionFound(collection=await asyncio.to_thread(self._first_collection, kind, keys))

    def _first_collection(self, kind: CollectionKind, keys: Sequence[str]) -> CollectionView | None:
        found = (self._parts.library.find_collection(kind, key) for key in keys)
        return next((self._collections.view(collection) for collection in found if collection), None)

    async def _delete_collection(self, request: requests.DeleteCollection, emit: Emit) -> results.Nothing:
        await self._folders.forget(request.collection)
        await self.jobs.cancel_of(request.collection)
        await asyncio.to_thread(self._parts.library.delete_collection, request.collection)
        await asyncio.to_thread(self._parts.index.forget)
        return results.Nothing()

    async def _reindex(self, request: requests.Reindex, emit: Emit) -> results.JobStarted:
        job, new = await self._reindexing.create_job(request)
        return self._started(job) if new else results.JobStarted(job=job_view(job))

    async def _extract(self, request: requests.Extract, emit: Emit) -> results.Extracted:
        return await self._pages.extract(request, emit)

    async def _choose_provider(self, request: requests.ChooseProvider, emit: Emit) -> results.Nothing:
        await self._providers.set_choice(request.provider, request.model)
        return results.Nothing()

    async def _set_key(self, request: requests.SetKey, emit: Emit) -> results.Nothing:
        await self._providers.set_key(request.provider, request.key)
        return results.Nothing()
