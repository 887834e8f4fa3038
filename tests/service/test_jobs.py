import asyncio

import pytest

from host.contract.views import ErrorView
from host.core.chunks import ChunkSettings
from host.core.collections import CollectionKind
from host.core.jobs import ItemState, JobItem, JobState
from host.errors import ErrorCode, FetchError, ProtocolError
from host.index.database import Database
from host.index.joblog import SqliteJobLog
from host.index.library import SqliteLibrary
from host.service.jobs import Jobs
from tests.fakes import HashingEmbedder

FAILED = JobItem("third", ItemState.FAILED, "It did not answer.", "unreachable")


class Bench:
    """Jobs whose work the test steers."""

    def __init__(self, log, collection):
        self.log, self.collection = log, collection
        self.go = asyncio.Event()
        self.started = asyncio.Event()
        self.runs = []
        self.jobs = self.fresh()

    def fresh(self):
        return Jobs(self.log, {"index_site": self.work, "reindex": self.work}, queues={"reindex": "slow"})

    async def work(self, run):
        self.runs.append((run.job.id, await run.finished()))
        await run.record(JobItem("first", ItemState.INDEXED))
        self.started.set()
        await self.go.wait()
        if run.job.title == "broken":
            raise ValueError("a secret detail")
        if run.job.title == "refused":
            raise FetchError(ErrorCode.UNREACHABLE, "The site is gone.", "Look at its address.")
        await run.progress("Finishing", 2)
        await run.record(JobItem("second", ItemState.SKIPPED, "a reason"))

    def start(self, title="site", kind="index_site"):
        job = self.log.create(kind, self.collection, title, "{}")
        self.jobs.start(job)
        return job.id

    async def end(self, job_id):
        return [job async for job in self.jobs.watch(job_id)][-1]


@pytest.fixture
async def bench(ambry_home):
    database = Database(ambry_home / "ambry.db")
    library = SqliteLibrary(database)
    collection = library.open_collection(
        CollectionKind.SITE, "example.org", "example.org", HashingEmbedder().model, ChunkSettings()
    )
    bench = Bench(SqliteJobLog(database), collection.id)
    yield bench
    await bench.jobs.close()
    database.close()


async def test_a_job_runs_to_its_end_while_nobody_watches(bench):
    job_id = bench.start()
    bench.go.set()
    while bench.jobs.busy:
        await asyncio.sleep(0.01)
    job = bench.log.job(job_id)
    assert (job.state, job.indexed, job.skipped, job.total) == (JobState.DONE, 1, 1, 2)


async def test_watchers_see_it_now_and_at_its_end(bench):
    job_id = bench.start()
    await bench.started.wait()
    first, second = bench.jobs.watch(job_id), bench.jobs.watch(job_id)
    assert (await anext(first)).state is JobState.RUNNING
    bench.go.set()
    assert [job async for job in second][-1].state is JobState.DONE
    assert [job async for job in first][-1].state is JobState.DONE


async def test_jobs_run_one_at_a_time_in_order(bench):
    first, second = bench.start(), bench.start()
    await bench.started.wait()
    assert bench.log.job(second).state is JobState.QUEUED
    bench.go.set()
    await bench.end(second)
    assert [job_id for job_id, _ in bench.runs] == [first, second]


async def test_a_job_of_a_kind_that_may_take_hours_is_not_waited_for(bench):
    aside, more = bench.start(kind="reindex"), bench.start(kind="reindex")
    await bench.started.wait()
    bench.started.clear()
    other = bench.start()
    await bench.started.wait()
    assert [bench.log.job(number).state for number in (aside, more, other)] == ["running", "queued", "running"]
    bench.go.set()
    assert (await bench.end(more)).state is JobState.DONE


async def test_a_cancelled_job_keeps_what_it_has(bench):
    job_id = bench.start()
    await bench.started.wait()
    await bench.jobs.cancel(job_id)
    job = bench.log.job(job_id)
    assert (job.state, job.indexed) == (JobState.CANCELLED, 1)


async def test_cancelling_a_job_that_has_ended_changes_nothing(bench):
    job_id = bench.start()
    bench.go.set()
    await bench.end(job_id)
    await bench.jobs.cancel(job_id)
    assert bench.log.job(job_id).state is JobState.DONE


async def test_a_paused_job_stays_so_until_it_is_resumed(bench):
    job_id = bench.start()
    await bench.started.wait()
    await bench.jobs.pause(job_id)
    job = bench.log.job(job_id)
    assert (job.state, job.indexed, bench.jobs.busy) == (JobState.PAUSED, 1, False)
    assert bench.log.unfinished() == [job]
    watched = bench.jobs.watch(job_id)
    assert (await anext(watched)).state is JobState.PAUSED
    await bench.jobs.resume(job_id)
    bench.go.set()
    assert [job async for job in watched][-1].state is JobState.DONE
    assert bench.runs[-1] == (job_id, frozenset({"first"}))


async def test_pausing_a_job_that_has_ended_and_resuming_one_that_is_not_paused_change_nothing(bench):
    job_id = bench.start()
    await bench.started.wait()
    await bench.jobs.resume(job_id)
    bench.go.set()
    await bench.end(job_id)
    await bench.jobs.pause(job_id)
    assert bench.log.job(job_id).state is JobState.DONE
    assert len(bench.runs) == 1


async def test_a_paused_job_can_be_cancelled(bench):
    job_id = bench.start()
    await bench.jobs.pause(job_id)
    await bench.jobs.cancel(job_id)
    assert bench.log.job(job_id).state is JobState.CANCELLED


async def test_the_jobs_of_a_collection_can_be_cancelled_together(bench):
    first, second = bench.start(), bench.start()
    await bench.started.wait()
    await bench.jobs.cancel_of(bench.collection + 1)
    assert bench.log.job(first).state is JobState.RUNNING
    await bench.jobs.cancel_of(bench.collection)
    assert {bench.log.job(job_id).state for job_id in (first, second)} == {JobState.CANCELLED}


async def test_a_job_of_a_stopped_engine_is_taken_up_where_it_stood(bench):
    job_id = bench.start()
    await bench.started.wait()
    await bench.jobs.close()
    assert bench.log.job(job_id).state is JobState.RUNNING
    bench.jobs = bench.fresh()
    (left_behind,) = bench.log.unfinished()
    bench.jobs.start(left_behind)
    bench.go.set()
    assert (await bench.end(job_id)).state is JobState.DONE
    assert bench.runs[-1] == (job_id, frozenset({"first"}))


async def test_a_known_error_ends_the_job_with_its_words(bench):
    job_id = bench.start("refused")
    bench.go.set()
    job = await bench.end(job_id)
    error = ErrorView.model_validate_json(job.error)
    assert (job.state, error.code, error.next_step) == (JobState.FAILED, ErrorCode.UNREACHABLE, "Look at its address.")


async def test_an_unknown_error_is_logged_and_not_shown(bench, caplog):
    job_id = bench.start("broken")
    bench.go.set()
    job = await bench.end(job_id)
    error = ErrorView.model_validate_json(job.error)
    assert error.code is ErrorCode.INTERNAL
    assert "secret" not in job.error
    assert error.log_reference in caplog.text
    assert "a secret detail" in caplog.text


async def test_a_job_that_has_ended_tries_again_what_failed_in_passing(bench):
    bench.go.set()
    job_id = bench.start()
    await bench.end(job_id)
    with pytest.raises(ProtocolError, match="Nothing of site failed"):
        await bench.jobs.retry(job_id)
    bench.log.record(job_id, FAILED)
    assert (await bench.jobs.retry(job_id)).state is JobState.QUEUED
    assert (await bench.end(job_id)).state is JobState.DONE
    assert bench.runs[-1] == (job_id, frozenset({"first", "second"}))


async def test_a_job_that_is_at_work_is_not_started_twice(bench):
    job_id = bench.start()
    await bench.started.wait()
    assert (await bench.jobs.retry(job_id)).state is JobState.RUNNING
    assert len(bench.runs) == 1
