"""Whatever comes in, and whatever gives out: an error that says what to do next, and nothing lost."""

import asyncio
import sys
from pathlib import Path

import pytest

from host.contract import requests
from host.errors import AmbryError, ErrorCode
from host.index.database import Database
from host.service.service import Service
from tests.fakes import FewEmbedders
from tests.service.conftest import World, make_parts

ROOT = Path(__file__).parents[2]

PAGE = "# Mast\n\nThe mast is two metres high.\n\n# Sail\n\nThe sail is red."

LIMITED = """
import asyncio, resource, sys
from pathlib import Path
from host.contract import requests
from host.errors import AmbryError
from host.service.service import Service
from tests.fakes import FewEmbedders, HashingEmbedder
from tests.service.conftest import World, make_parts

async def main():
    parts, _ = make_parts(Path(sys.argv[1]), FewEmbedders(HashingEmbedder()))
    world = World(Service(parts), parts)
    upload = await world.upload("large.md", "# Large\\n\\n" + "one two three four " * 40_000)
    size = 4096 * 40
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    files = [{"upload": upload, "path": "large.md"}]
    try:
        started = await world.ask_for(requests.AddFiles, vault="boat", files=files)
        report = await world.ask_for(requests.WatchJob, job=started.job.id)
        error = report.job.error
    except AmbryError as raised:
        error = raised
    print(error.code, "|", error.next_step)

asyncio.run(main())
"""


async def boat(world):
    return (await world.add_files("boat", {"boat.md": PAGE})).job.collection


@pytest.mark.parametrize("question", ["", " \n", "x" * 100_000, "🚣⛵", "?!", "\ud800"])
async def test_a_question_of_nothing_of_signs_or_of_a_book_is_refused(world, question):
    collection = await boat(world)
    for kind, field in ((requests.Ask, "question"), (requests.Search, "query")):
        with pytest.raises(AmbryError) as caught:
            await world.ask_for(kind, collection=collection, **{field: question})
        assert caught.value.code is ErrorCode.BAD_REQUEST
        assert caught.value.next_step


async def test_an_empty_collection_says_where_to_look(world):
    collection = (await world.add_files("boat", {"broken.md": "BROKEN"})).job.collection
    for kind, field in ((requests.Ask, "question"), (requests.Search, "query")):
        with pytest.raises(AmbryError) as caught:
            await world.ask_for(kind, collection=collection, **{field: "How high is the mast?"})
        assert caught.value.code is ErrorCode.EMPTY_COLLECTION
        assert "its job" in caught.value.next_step


@pytest.mark.model
@pytest.mark.parametrize("question", ["マストの高さは?", "เสากระโดงสูงเท่าไร", "ما ارتفاع الصاري؟", "⛵ mast"])
async def test_a_question_in_another_script_is_answered_or_not_but_never_fails(ambry_home, real_embedder, question):
    parts, database = make_parts(ambry_home, FewEmbedders(real_embedder))
    world = World(Service(parts), parts)
    collection = await boat(world)
    answer = await world.ask_for(requests.Ask, collection=collection, question=question)
    assert answer.mode in ("document", "passages", "none")
    assert (await world.ask_for(requests.Search, collection=collection, query=question)).sources
    await world.service.close()
    database.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a limit of file size is POSIX's")
async def test_when_the_disk_takes_no_more_what_was_stored_stays_and_the_job_says_why(world, ambry_home):
    collection = await boat(world)
    before = await world.ask_for(requests.Search, collection=collection, query="How high is the mast?")
    await world.service.close()
    command = [sys.executable, "-c", LIMITED, str(ambry_home)]
    engine = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    said, _ = await asyncio.wait_for(engine.communicate(), 60)
    code, _, next_step = said.decode().strip().partition(" | ")
    assert code == ErrorCode.DISK_FULL
    assert "Free some space" in next_step
    database = Database(ambry_home / "ambry.db")
    with database.transaction() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    after = await world.ask_for(requests.Search, collection=collection, query="How high is the mast?")
    assert after.sources == before.sources
    assert (await world.add_files("boat", {"sail.md": "# Sail\n\nIt is red."})).job.indexed == 1


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(world, ambry_home):
    await boat(world)
    database = world.parts.library._database
    with database.transaction() as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(AmbryError) as caught:
        make_parts(ambry_home, world.parts.embedders)
    assert caught.value.code is ErrorCode.DATABASE_NEWER
    assert "Update Ambry" in caught.value.next_step
    with database.transaction() as connection:
        assert connection.execute("SELECT count(*) FROM documents").fetchone() == (1,)
