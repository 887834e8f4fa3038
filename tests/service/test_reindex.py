"""A new index is made beside the one that answers: whatever happens meanwhile, nothing is lost or mixed up."""

import asyncio
import dataclasses
import sys
from pathlib import Path

import pytest

from host.contract import requests
from host.core.chunking import REVISION
from host.core.jobs import JobState
from host.errors import AmbryError, ErrorCode, ModelError
from host.service.ingest import Ingest
from host.service.service import Service
from tests.fakes import HashingEmbedder

ROOT = Path(__file__).parents[2]
WORDS = " ".join(f"word{number}" for number in range(60))
FILES = {f"{name}.md": f"# {name}\n\nThe {name} is high. {WORDS}" for name in ("mast", "sail", "rope")}


class SlowEmbedder(HashingEmbedder):
    """Another model, which waits after each step until it may go on."""

    def __init__(self, loop, name="slow", dimension=64):
        super().__init__(dimension, name=name)
        self._loop = loop
        self.waits = asyncio.Event()
        self.go = asyncio.Semaphore(0)

    def embed_passages(self, texts):
        self._loop.call_soon_threadsafe(self.waits.set)
        asyncio.run_coroutine_threadsafe(self.go.acquire(), self._loop).result(20)
        return super().embed_passages(texts)


async def vault(world, files=FILES):
    return (await world.add_files("boat", files)).job.collection


async def view(world, kind="vault", key="boat"):
    return (await world.ask_for(requests.FindCollection, kind=kind, key=key)).collection


async def search(world, collection, query="How high is the mast?"):
    return await world.ask_for(requests.Search, collection=collection, query=query, limit=3)


async def reindexed(world, collection):
    job = (await world.ask_for(requests.Reindex, collection=collection)).job
    return await world.ask_for(requests.WatchJob, job=job.id)


def rows(world, table, condition="1"):
    with world.parts.library._database.transaction() as connection:
        return connection.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()[0]


async def use_another(world, **changes):
    other = HashingEmbedder(**{"dimension": 64, "name": "other"} | changes)
    world.parts.embedders.here.append(other)
    await world.ask_for(requests.UseModel, model=other.model.name)
    return other


async def begin_slowly(world, collection):
    slow = SlowEmbedder(asyncio.get_running_loop())
    world.parts.embedders.here.append(slow)
    await world.ask_for(requests.UseModel, model="slow")
    job = (await world.ask_for(requests.Reindex, collection=collection)).job
    await slow.waits.wait()
    return slow, job


async def test_settings_are_shown_and_a_change_says_that_a_new_index_is_needed(world):
    collection = await vault(world)
    before = await view(world)
    assert (before.chunking.size, before.chunking.overlap, before.chunking.cap, before.outdated) == (512, 0, 200, "")
    await world.ask_for(requests.SetChunking, collection=collection, overlap=64)
    changed = await world.ask_for(requests.SetChunking, collection=collection, size=40, cap=1_000)
    assert (changed.collection.chunking.size, changed.collection.chunking.overlap) == (40, 5)
    assert changed.collection.chunking.cap == 1_000
    assert "cut otherwise" in (await view(world)).outdated
    back = await world.ask_for(requests.SetChunking, collection=collection, size=512, overlap=0, cap=200)
    assert back.collection.outdated == ""


async def test_an_empty_collection_takes_its_settings_at_once(world):
    report = await world.add_files("boat", {"broken.md": "BROKEN"})
    changed = await world.ask_for(requests.SetChunking, collection=report.job.collection, size=40)
    assert changed.collection.outdated == ""
    await vault(world)
    assert (await view(world)).outdated == ""
    assert (await view(world)).chunks > 3


@pytest.mark.parametrize(
    "bad", [{"size": 31}, {"size": 64, "overlap": 32}, {"overlap": -1}, {"cap": 0}, {"cap": 2_001}]
)
async def test_settings_that_nobody_can_mean_are_refused_and_change_nothing(world, bad):
    collection = await vault(world)
    before = await view(world)
    with pytest.raises(AmbryError) as caught:
        await world.ask_for(requests.SetChunking, collection=collection, **bad)
    assert caught.value.code is ErrorCode.BAD_REQUEST
    assert caught.value.next_step.startswith("Give")
    assert await view(world) == before


async def test_smaller_chunks_make_more_passages_of_the_same_documents(world):
    collection = await vault(world)
    before = await view(world)
    await world.ask_for(requests.SetChunking, collection=collection, size=40)
    report = await reindexed(world, collection)
    after = await view(world)
    assert (report.job.state, report.job.indexed, report.job.total) == ("done", 3, 3)
    assert after.chunks > before.chunks and after.documents == before.documents and after.outdated == ""
    number, *_ = world.parts.library.documents(collection)[0]
    assert all(len(stored.chunk.text.split()) <= 40 for stored in world.parts.library.document_chunks(number))
    assert (await search(world, collection)).sources
    assert rows(world, "chunks") == after.chunks


async def test_a_document_with_more_passages_than_are_kept_says_so_whenever_it_is_cut(world):
    collection = await vault(world)
    await world.ask_for(requests.SetChunking, collection=collection, size=40, cap=1)
    report = await reindexed(world, collection)
    assert {item.uri for item in report.items} == set(FILES)
    assert all("ambry vault set boat --cap 2000" in item.reason for item in report.items)
    added = await world.add_files("boat", {"long.md": f"# Long\n\n{WORDS}", "short.md": "Short."})
    reasons = {item.uri: item.reason for item in added.items}
    assert "ambry vault set boat --cap 2000" in reasons["long.md"] and reasons["short.md"] == ""


async def test_a_new_index_by_the_same_model_embeds_only_what_it_cuts_otherwise(world):
    short = {"a.md": "# A\n\nOne line.", "b.md": FILES["mast.md"]}
    collection = await vault(world, short)
    embedded = world.parts.embedders.current.embedded
    embedded.clear()
    await world.ask_for(requests.SetChunking, collection=collection, size=40)
    await reindexed(world, collection)
    assert embedded and not any("One line" in text for text in embedded)


async def test_another_model_gets_an_index_of_its_own_and_the_vectors_of_the_old_one_go(world):
    collection = await vault(world)
    other = await use_another(world)
    assert "hashing; the model in use is other" in (await view(world)).outdated
    before = await search(world, collection)
    await reindexed(world, collection)
    assert ((await view(world)).model, (await view(world)).outdated) == ("other", "")
    assert (await search(world, collection)).sources[0].uri == before.sources[0].uri
    assert rows(world, "vectors") == rows(world, "vectors", "length(vector) = 4 * 64") == len(set(other.embedded))
    assert rows(world, "editions") == 1
    assert rows(world, "edition_documents") == 0


async def test_another_collection_keeps_the_vectors_that_it_shares(world):
    collection = await vault(world)
    await world.add_files("spare", FILES)
    await use_another(world)
    await reindexed(world, collection)
    spare = await view(world, key="spare")
    assert spare.model == "hashing"
    assert rows(world, "vectors", "length(vector) = 4 * 256") == spare.chunks
    assert (await search(world, spare.id)).sources


async def test_the_old_index_answers_until_the_new_one_is_whole(world):
    collection = await vault(world)
    before = await search(world, collection)
    slow, job = await begin_slowly(world, collection)
    assert (await search(world, collection)).sources == before.sources
    answer = await world.ask_for(requests.Ask, collection=collection, question="How high is the mast?")
    assert answer.sources and not any("by words alone" in notice for notice in answer.notices)
    slow.go.release()
    await world.ask_for(requests.WatchJob, job=job.id)
    assert (await view(world)).model == "slow"


async def test_what_is_added_changed_and_removed_meanwhile_is_right_in_the_new_index(world):
    collection = await vault(world)
    slow, job = await begin_slowly(world, collection)
    await world.add_files("boat", {"keel.md": "# Keel\n\nThe keel is heavy.", "mast.md": "# Mast\n\nThe mast is gone."})
    assert "heavy" in (await search(world, collection, "keel")).sources[0].text
    with world.parts.library._database.transaction() as connection:
        connection.execute("DELETE FROM documents WHERE uri LIKE '%/rope.md'")
    for _ in range(9):
        slow.go.release()
    report = await world.ask_for(requests.WatchJob, job=job.id)
    assert report.job.state == "done"
    after = await view(world)
    assert (after.model, after.documents) == ("slow", 3)
    texts = [source.text for source in (await search(world, collection, "keel mast sail rope")).sources]
    assert any("heavy" in text for text in texts) and any("gone" in text for text in texts)
    assert not any("rope" in text for text in texts)
    assert rows(world, "chunks") == after.chunks


async def test_a_document_on_its_way_when_the_index_is_switched_comes_into_the_new_one(world):
    collection = await vault(world)
    library, embedders = world.parts.library, world.parts.embedders
    stale = library.collection(collection)
    await use_another(world)
    await reindexed(world, collection)
    some = library.document(library.documents(collection)[0][0])
    assert library.put_document(stale, some, []) is None
    late = dataclasses.replace(some, uri="ambry:///late", title="late")
    old, new = embedders.here[0].embedded, embedders.current.embedded
    before = len(old), len(new)
    await Ingest(library, embedders).document(stale, late)
    assert (len(old), len(new)) == (before[0], before[1] + 1)
    assert (await search(world, collection, "late")).sources[0].uri == "ambry:///late"


async def test_cancelling_leaves_the_old_index_whole_and_nothing_of_the_new_one(world):
    collection = await vault(world)
    before, found = await view(world), await search(world, collection)
    counts = [rows(world, table) for table in ("chunks", "vectors", "editions")]
    slow, job = await begin_slowly(world, collection)
    slow.go.release()
    await world.ask_for(requests.CancelJob, job=job.id)
    assert (await world.ask_for(requests.ReportJob, job=job.id)).job.state == "cancelled"
    await world.ask_for(requests.UseModel, model="hashing")
    assert await view(world) == before
    assert (await search(world, collection)).sources == found.sources
    assert [rows(world, table) for table in ("chunks", "vectors", "editions")] == counts


async def test_a_second_request_joins_the_job_that_is_there(world):
    collection = await vault(world)
    slow, job = await begin_slowly(world, collection)
    assert (await world.ask_for(requests.Reindex, collection=collection)).job.id == job.id
    slow.go.release()
    await world.ask_for(requests.WatchJob, job=job.id)


async def test_a_collection_that_is_up_to_date_is_told(world):
    collection = await vault(world)
    with pytest.raises(AmbryError, match="needs no new index") as caught:
        await world.ask_for(requests.Reindex, collection=collection)
    assert caught.value.code is ErrorCode.BAD_REQUEST


async def test_settings_changed_meanwhile_decide_what_comes_out(world):
    collection = await vault(world)
    slow, job = await begin_slowly(world, collection)
    await world.ask_for(requests.SetChunking, collection=collection, size=40)
    for _ in range(9):
        slow.go.release()
    await world.ask_for(requests.WatchJob, job=job.id)
    after = await view(world)
    assert (after.model, after.outdated) == ("slow", "")
    assert after.chunks > 3


async def test_going_back_to_the_old_model_meanwhile_ends_the_job_with_the_old_index(world):
    collection = await vault(world)
    before = await view(world)
    slow, job = await begin_slowly(world, collection)
    await world.ask_for(requests.UseModel, model="hashing")
    slow.go.release()
    report = await world.ask_for(requests.WatchJob, job=job.id)
    assert report.job.state == "done"
    assert await view(world) == before
    assert rows(world, "editions") == 1


async def test_a_restarted_engine_goes_on_with_what_is_missing(world, monkeypatch):
    monkeypatch.setattr("host.service.reindex.CHARACTERS", 1)  # a step for each document
    collection = await vault(world)
    slow, job = await begin_slowly(world, collection)
    slow.waits.clear()
    slow.go.release()
    await slow.waits.wait()  # the first document is in, the second on its way
    await world.service.close()
    slow.go.release()
    slow.embedded.clear()
    assert world.parts.job_log.job(job.id).state is JobState.RUNNING
    again = Service(world.parts)
    await again.start()
    for _ in range(9):
        slow.go.release()
    while again.jobs.busy:
        await asyncio.sleep(0.01)
    assert world.parts.job_log.job(job.id).state is JobState.DONE
    *_, first = min(world.parts.library.documents(collection))
    assert slow.embedded and not any(f"The {first}" in text for text in slow.embedded)
    world.service = again
    assert ((await view(world)).model, (await view(world)).documents) == ("slow", 3)


KILLED = """
import asyncio, sys
from pathlib import Path
from host.contract import requests
from tests.fakes import FewEmbedders, HashingEmbedder
from tests.service.conftest import World, make_parts
from host.service.service import Service

class Stalling(HashingEmbedder):
    def embed_passages(self, texts):
        vectors = super().embed_passages(texts)
        if len(self.embedded) > 4:
            print("half way", flush=True)
            import time
            time.sleep(60)
        return vectors

async def main():
    parts, _ = make_parts(Path(sys.argv[1]), FewEmbedders(Stalling(64, name="other"), HashingEmbedder()))
    world = World(Service(parts), parts)
    job = (await world.ask_for(requests.Reindex, collection=1)).job
    await world.ask_for(requests.WatchJob, job=job.id)

asyncio.run(main())
"""


async def test_an_engine_killed_half_way_leaves_the_old_index_and_the_next_one_goes_on(world, ambry_home, monkeypatch):
    files = {f"{number}.md": f"# Page {number}\n\nIt says {number}. {'long ' * 20_000}" for number in range(8)}
    collection = await vault(world, files | FILES)
    before, found = await view(world), await search(world, collection)
    command = [sys.executable, "-c", KILLED, str(ambry_home)]
    engine = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert await engine.stdout.readline() == b"half way\n"
    engine.kill()
    await engine.wait()
    assert await view(world) == before
    assert (await search(world, collection)).sources == found.sources
    (job,) = world.parts.job_log.unfinished()
    done = len(world.parts.job_log.items(job.id))
    assert 0 < done < len(files)
    other = await use_another(world)
    again = Service(world.parts)
    await again.start()
    while again.jobs.busy:
        await asyncio.sleep(0.01)
    world.service = again
    after = await view(world)
    assert (after.model, after.documents, after.outdated) == ("other", before.documents, "")
    *_, first = min(world.parts.library.documents(collection))
    assert other.embedded and not any(text.startswith(first) for text in other.embedded)
    assert rows(world, "chunks") == after.chunks
    await again.close()


async def test_a_collection_whose_model_is_gone_gets_a_new_index_from_its_stored_text(world):
    collection = await vault(world)
    world.parts.embedders.here.clear()
    await use_another(world)
    assert "by words alone" in (await search(world, collection)).notices[0]
    failed = await world.add_files("boat", {"keel.md": "# Keel\n\nThe keel is heavy."})
    assert (failed.job.state, failed.job.error.code) == ("failed", ErrorCode.MODEL_MISMATCH)
    assert "Index it anew" in failed.job.error.next_step
    await reindexed(world, collection)
    assert (await search(world, collection)).notices == ()
    assert (await world.add_files("boat", {"keel.md": "# Keel\n\nThe keel is heavy."})).job.indexed == 1


async def test_a_page_in_view_is_read_again_with_the_model_in_use(world):
    opened = await world.open_page(FILES["mast.md"])
    await use_another(world)
    assert (await search(world, opened.collection.id)).sources
    again = await world.open_page(FILES["mast.md"])
    assert (again.collection.model, again.collection.outdated, again.collection.chunking) == ("other", "", None)


async def test_a_question_that_crosses_the_switch_is_answered_from_the_new_index(world, monkeypatch):
    collection = await vault(world)
    await use_another(world)
    index = world.parts.index
    plain, switched = index.candidates, []

    def candidates(*values, **options):
        if not switched:
            switched.append(True)
            asyncio.run_coroutine_threadsafe(reindexed(world, collection), loop).result(20)
        return plain(*values, **options)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(type(index), "candidates", staticmethod(candidates))
    found = await search(world, collection)
    assert "mast" in found.sources[0].uri
    assert (await view(world)).model == "other"


async def test_an_older_way_of_cutting_is_a_reason_too(world, monkeypatch):
    collection = await vault(world)
    monkeypatch.setattr("host.core.outdated.why_outdated.__defaults__", (REVISION + 1,))
    assert "This version of Ambry" in (await view(world)).outdated
    assert collection


async def test_a_failing_model_ends_the_job_and_leaves_the_old_index(world):
    collection = await vault(world)
    other = await use_another(world)

    def broken(texts):
        raise ModelError(ErrorCode.MODEL_MISSING, "It is not whole.", "Copy it again.")

    other.embed_passages = broken
    report = await reindexed(world, collection)
    assert (report.job.state, report.job.error.next_step) == ("failed", "Copy it again.")
    assert (await search(world, collection)).sources


async def test_deleting_a_collection_ends_the_job(world):
    collection = await vault(world)
    slow, job = await begin_slowly(world, collection)
    slow.go.release()
    await world.ask_for(requests.DeleteCollection, collection=collection)
    assert [rows(world, table) for table in ("chunks", "vectors", "editions", "edition_documents", "jobs")] == [0] * 5
    assert job
