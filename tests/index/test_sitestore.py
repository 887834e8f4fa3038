import pytest

from host.core.chunks import ChunkSettings
from host.core.collections import CollectionKind
from host.core.jobs import JobState
from host.errors import NotFoundError
from host.index.joblog import SqliteJobLog
from host.index.library import SqliteLibrary
from host.index.sitestore import SqliteSiteStore
from tests.fakes import HashingEmbedder

HOUR = 3600.0


class World:
    def __init__(self, database):
        self.now = 1_000_000.0
        self.library = SqliteLibrary(database, self.clock)
        self.jobs = SqliteJobLog(database, self.clock)
        self.store = SqliteSiteStore(database, self.clock)
        self.site = self.open("a.example")

    def clock(self):
        return self.now

    def open(self, key):
        model = HashingEmbedder().model
        return self.library.open_collection(CollectionKind.SITE, key, key, model, ChunkSettings()).id


@pytest.fixture
def world(database):
    return World(database)


def test_the_last_request_is_remembered(world):
    assert world.store.request(world.site) == ""
    world.store.set_request(world.site, "{}")
    assert world.store.request(world.site) == "{}"
    assert world.store.request(99) == ""


def test_a_collection_shows_its_schedule_and_when_it_was_read(world):
    world.store.set_schedule(world.site, 24)
    world.store.set_refreshed(world.site)
    collection = world.library.collection(world.site)
    assert (collection.refresh_hours, collection.refreshed) == (24, world.now)


def test_a_schedule_of_no_collection_is_an_error(world):
    with pytest.raises(NotFoundError):
        world.store.set_schedule(99, 24)


def test_a_site_is_due_when_its_hours_are_over(world):
    world.store.set_request(world.site, "{}")
    assert world.store.due() == []
    world.store.set_schedule(world.site, 2)
    assert world.store.due() == [world.site]
    world.store.set_refreshed(world.site)
    world.now += 2 * HOUR - 1
    assert world.store.due() == []
    world.now += 1
    assert world.store.due() == [world.site]
    world.store.set_schedule(world.site, 0)
    assert world.store.due() == []


def test_what_was_never_indexed_is_never_due(world):
    world.store.set_schedule(world.site, 1)
    assert world.store.due() == []


@pytest.mark.parametrize("state", [JobState.QUEUED, JobState.RUNNING, JobState.PAUSED])
def test_a_site_with_a_job_is_not_due(world, state):
    world.store.set_request(world.site, "{}")
    world.store.set_schedule(world.site, 1)
    job = world.jobs.create("index_site", world.site, "a.example", "{}")
    world.jobs.set_state(job.id, state)
    world.now += 9 * HOUR
    assert world.store.due() == []


def test_a_refresh_that_failed_waits_for_its_next_time(world):
    world.store.set_request(world.site, "{}")
    world.store.set_schedule(world.site, 2)
    job = world.jobs.create("index_site", world.site, "a.example", "{}")
    world.jobs.set_state(job.id, JobState.FAILED)
    world.now += HOUR
    assert world.store.due() == []
    world.now += HOUR
    assert world.store.due() == [world.site]
