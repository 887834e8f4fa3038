import itertools

import pytest

from host.core.jobs import ItemState, JobItem, JobState
from host.errors import NotFoundError
from host.index.database import Database
from host.index.joblog import SqliteJobLog
from host.index.library import SqliteLibrary
from tests.index.factories import open_collection


@pytest.fixture
def log(database):
    open_collection(SqliteLibrary(database))
    return SqliteJobLog(database, clock=itertools.count(1).__next__)


def test_a_new_job_is_queued(log):
    job = log.create("index_site", 1, "a.test", '{"url": 1}')
    assert (job.kind, job.collection_id, job.title, job.request) == ("index_site", 1, "a.test", '{"url": 1}')
    assert (job.state, job.stage, job.total, job.error) == (JobState.QUEUED, "", 0, "")
    assert job.created == job.updated == 1
    assert log.job(job.id) == job


def test_state_and_progress_are_kept_with_their_time(log):
    job = log.create("add_files", 1, "Notes", "")
    assert log.set_progress(job.id, stage="reading", total=9).total == 9
    failed = log.set_state(job.id, JobState.FAILED, error="{}")
    assert (failed.state, failed.stage, failed.total, failed.error) == (JobState.FAILED, "", 9, "{}")
    assert failed.updated > failed.created


def test_counts_follow_from_the_items(log):
    job = log.create("index_site", 1, "a.test", "")
    log.record(job.id, JobItem("u1", ItemState.FAILED, "no answer"))
    log.record(job.id, JobItem("u2", ItemState.SKIPPED))
    log.record(job.id, JobItem("u3", ItemState.UNCHANGED))
    job = log.record(job.id, JobItem("u1", ItemState.INDEXED))
    assert (job.indexed, job.unchanged, job.skipped, job.failed) == (1, 1, 1, 0)
    assert log.items(job.id) == [
        JobItem("u1", ItemState.INDEXED, ""),
        JobItem("u2", ItemState.SKIPPED, ""),
        JobItem("u3", ItemState.UNCHANGED, ""),
    ]


def test_jobs_are_listed_newest_first_and_unfinished_ones_oldest_first(log):
    ids = [log.create("index_site", 1, "a.test", "").id for _ in range(4)]
    log.set_state(ids[0], JobState.RUNNING)
    log.set_state(ids[1], JobState.DONE)
    log.set_state(ids[2], JobState.CANCELLED)
    assert [job.id for job in log.jobs()] == ids[::-1]
    assert [job.id for job in log.unfinished()] == [ids[0], ids[3]]


def test_a_restarted_engine_finds_what_was_running(tmp_path):
    first = Database(tmp_path / "ambry.db")
    open_collection(SqliteLibrary(first))
    log = SqliteJobLog(first)
    job = log.create("index_site", 1, "a.test", "")
    log.set_state(job.id, JobState.RUNNING, stage="crawling")
    log.record(job.id, JobItem("u1", ItemState.INDEXED))
    first.close()
    second = Database(tmp_path / "ambry.db")
    (again,) = SqliteJobLog(second).unfinished()
    assert (again.state, again.stage, again.indexed) == (JobState.RUNNING, "crawling", 1)
    second.close()


@pytest.mark.parametrize(
    "call",
    [
        lambda log: log.job(7),
        lambda log: log.items(7),
        lambda log: log.set_state(7, JobState.DONE),
        lambda log: log.set_progress(7, stage="", total=1),
        lambda log: log.record(7, JobItem("u", ItemState.INDEXED)),
    ],
)
def test_a_job_that_is_not_there_is_told(log, call):
    with pytest.raises(NotFoundError, match="There is no job 7") as caught:
        call(log)
    assert "`ambry jobs`" in caught.value.next_step


def test_jobs_go_with_their_collection(database, log):
    job = log.create("index_site", 1, "a.test", "")
    log.record(job.id, JobItem("https://a.test/secret", ItemState.INDEXED))
    SqliteLibrary(database).delete_collection(1)
    assert log.jobs() == []
    with pytest.raises(NotFoundError):
        log.items(job.id)


def test_several_items_are_recorded_together(log):
    job = log.create("read_folder", 1, "Notes", "")
    job = log.record(
        job.id, JobItem("u1", ItemState.INDEXED), JobItem("u2", ItemState.FAILED), JobItem("u1", ItemState.FAILED)
    )
    assert (job.indexed, job.failed) == (0, 2)
