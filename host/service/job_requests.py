"""What a client may ask about jobs, and of them."""

from __future__ import annotations

import asyncio

from host.contract import events, requests, results
from host.contract.views import JobFileView
from host.service.ask import Emit
from host.service.jobs import Jobs
from host.service.reindex import KIND as REINDEX
from host.service.reindex import Reindexing
from host.service.vaults import Vaults
from host.service.views import item_view, job_view


class JobRequests:
    """Lists, watches and steers jobs for whoever asks: they belong to the engine."""

    def __init__(self, jobs: Jobs, vaults: Vaults, reindexing: Reindexing) -> None:
        self._jobs = jobs
        self._vaults = vaults
        self._reindexing = reindexing

    async def list(self, request: requests.ListJobs, emit: Emit) -> results.Jobs:
        jobs = await asyncio.to_thread(self._jobs.log.jobs)
        return results.Jobs(jobs=tuple(job_view(job) for job in jobs))

    async def watch(self, request: requests.WatchJob, emit: Emit) -> results.JobReport:
        """An event for each change of the job; at its end the report."""
        async for job in self._jobs.watch(request.job):
            files = await self._vaults.first_files(job)
            told = tuple(JobFileView(path=path, state=state) for path, state in files)
            await emit(events.Job(id=request.id, job=job_view(job), files=told))
        return await self._report(request.job)

    async def report(self, request: requests.ReportJob, emit: Emit) -> results.JobReport:
        return await self._report(request.job)

    async def pause(self, request: requests.PauseJob, emit: Emit) -> results.Nothing:
        await self._jobs.pause(request.job)
        return results.Nothing()

    async def resume(self, request: requests.ResumeJob, emit: Emit) -> results.Nothing:
        await self._jobs.resume(request.job)
        return results.Nothing()

    async def retry(self, request: requests.RetryJob, emit: Emit) -> results.JobStarted:
        return results.JobStarted(job=job_view(await self._jobs.retry(request.job)))

    async def cancel(self, request: requests.CancelJob, emit: Emit) -> results.Nothing:
        """What a job has indexed stays; of an index that was to take another's place nothing does."""
        job = await self._jobs.cancel(request.job)
        if job.kind == REINDEX:
            await self._reindexing.discard(job.collection_id)
        return results.Nothing()

    async def _report(self, job_id: int) -> results.JobReport:
        job = await asyncio.to_thread(self._jobs.log.job, job_id)
        items = await asyncio.to_thread(self._jobs.log.items, job_id)
        return results.JobReport(job=job_view(job), items=tuple(item_view(item) for item in items))
