"""Background work: jobs belong to the engine, not to whoever started or watches them.

A job's state and items are in the store at every moment, so a killed engine takes it up where it stood.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from host.contract.views import ErrorView
from host.core.jobs import Job, JobItem, JobState
from host.core.site import PASSING, may_end_better
from host.core.store_ports import JobLog
from host.errors import AmbryError, ErrorCode, ProtocolError
from host.service.views import error_view

log = logging.getLogger(__name__)


class Run:
    """What a job's work may do to its record while it runs."""

    def __init__(self, jobs: Jobs, job: Job) -> None:
        self._jobs = jobs
        self.job = job

    async def progress(self, stage: str, total: int) -> None:
        """Say what is being done now, and out of how many items."""
        self._jobs.changed(await asyncio.to_thread(self._jobs.log.set_progress, self.job.id, stage=stage, total=total))

    async def record(self, *items: JobItem) -> None:
        """Account for pages or files."""
        self._jobs.changed(await asyncio.to_thread(self._jobs.log.record, self.job.id, *items))

    async def settle(self) -> None:
        """The total is what was accounted for: nothing more will come."""
        job = await asyncio.to_thread(self._jobs.log.job, self.job.id)
        await self.progress(job.stage, job.indexed + job.unchanged + job.skipped + job.failed)

    async def finished(self) -> frozenset[str]:
        """What an earlier run of this job has accounted for; what failed in passing is tried again."""
        items = await asyncio.to_thread(self._jobs.log.items, self.job.id)
        return frozenset(item.uri for item in items if item.code not in PASSING)


Work = Callable[[Run], Awaitable[None]]


class Jobs:
    """Runs jobs one at a time, in order; lets any number of clients watch.

    Those of a kind in `queues` have the queue that is named there, and the others do not wait for them.
    """

    def __init__(self, log: JobLog, works: Mapping[str, Work], queues: Mapping[str, str] | None = None) -> None:
        self.log = log
        self._works = works
        self._queues = queues or {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._watchers: defaultdict[int, set[asyncio.Event]] = defaultdict(set)
        # One at a time: jobs share one embedder, and two of them would only halve each other's speed.
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def start(self, job: Job) -> None:
        """Queue a job: a new one, or one that a stopped engine left behind."""
        task = asyncio.create_task(self._run(job), name=f"job {job.id}")
        self._tasks[job.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(job.id, None))

    async def cancel(self, job_id: int) -> Job:
        """Stop a job; what it has indexed stays. One that has ended is left as it is."""
        await self._stop(job_id)
        job = await asyncio.to_thread(self.log.job, job_id)
        if not job.state.ended:
            job = await asyncio.to_thread(self.log.set_state, job_id, JobState.CANCELLED)
            self.changed(job)
        return job

    async def pause(self, job_id: int) -> None:
        """Stop a job until it is resumed; what it has indexed stays. One that has ended is left as it is."""
        await self._stop(job_id)
        job = await asyncio.to_thread(self.log.job, job_id)
        if not job.state.ended:
            self.changed(await asyncio.to_thread(self.log.set_state, job_id, JobState.PAUSED, stage="Paused"))

    async def resume(self, job_id: int) -> None:
        """Queue a paused job again; any other is left as it is."""
        job = await asyncio.to_thread(self.log.job, job_id)
        if job.state is JobState.PAUSED:
            job = await asyncio.to_thread(self.log.set_state, job_id, JobState.QUEUED)
            self.start(job)
            self.changed(job)

    async def retry(self, job_id: int) -> Job:
        """Queue a job that has ended again, for what failed in passing. Raises ProtocolError when nothing did."""
        job = await asyncio.to_thread(self.log.job, job_id)
        if job.state.ended:
            items = await asyncio.to_thread(self.log.items, job_id)
            if not any(may_end_better(item.code) for item in items):
                message = f"Nothing of {job.title} failed in a way that another try could help."
                raise ProtocolError(ErrorCode.BAD_REQUEST, message, f"`ambry jobs {job_id}` says how each item ended.")
            job = await asyncio.to_thread(self.log.set_state, job_id, JobState.QUEUED)
            self.start(job)
            self.changed(job)
        return job

    async def cancel_of(self, collection_id: int) -> None:
        """Stop the jobs of a collection that is about to go."""
        for job in await asyncio.to_thread(self.log.unfinished):
            if job.collection_id == collection_id:
                await self.cancel(job.id)

    async def close(self) -> None:
        """Stop without ending: each job stays as it is in the store and is taken up by the next engine."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def watch(self, job_id: int) -> AsyncIterator[Job]:
        """The job now and after each change, until it has ended. Changes in quick succession are seen as one."""
        changed = asyncio.Event()
        self._watchers[job_id].add(changed)
        try:
            while True:
                job = await asyncio.to_thread(self.log.job, job_id)
                yield job
                if job.state.ended:
                    return
                await changed.wait()
                changed.clear()
        finally:
            self._watchers[job_id].discard(changed)

    def changed(self, job: Job) -> None:
        for watcher in self._watchers[job.id]:
            watcher.set()

    async def _stop(self, job_id: int) -> None:
        if task := self._tasks.get(job_id):
            task.cancel()
            await asyncio.wait([task])

    async def _run(self, job: Job) -> None:
        async with self._turns[self._queues.get(job.kind, "")]:
            self.changed(await asyncio.to_thread(self.log.set_state, job.id, JobState.RUNNING, stage="Starting"))
            try:
                await self._works[job.kind](Run(self, job))
            except Exception as error:
                view = _error_view(job, error)
                end = await asyncio.to_thread(self.log.set_state, job.id, JobState.FAILED, error=view.model_dump_json())
            else:
                end = await asyncio.to_thread(self.log.set_state, job.id, JobState.DONE)
        self.changed(end)


def _error_view(job: Job, error: Exception) -> ErrorView:
    if isinstance(error, AmbryError):
        return error_view(error)
    reference = secrets.token_hex(4)
    log.error("job %d failed [%s]", job.id, reference, exc_info=error)
    return ErrorView(
        code=ErrorCode.INTERNAL,
        message="Something went wrong inside Ambry.",
        next_step="Try again; if it happens again, report it with the reference.",
        log_reference=reference,
    )
