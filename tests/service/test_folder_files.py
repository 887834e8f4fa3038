"""Many changed files of a folder: read ahead, embedded together, accounted for one by one."""

import asyncio
import time

import pytest

from host.contract import requests
from host.core.jobs import JobState

NOTES = {f"{number:02}.md": f"# Note {number}\n\nThe number is {number}." for number in range(40)}


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "Notes"
    path.mkdir()
    return path


async def read(world, folder, files):
    for name, text in files.items():
        (folder / name).write_text(text)
    started = await world.ask_for(requests.WatchFolder, vault="notes", path=str(folder))
    return await world.ask_for(requests.WatchJob, job=started.job.id)


async def test_short_notes_that_were_read_meanwhile_are_embedded_together(world, folder, monkeypatch):
    embedder, converter, calls, converted = world.parts.embedders.current, world.parts.converter, [], []
    embed, convert = embedder.embed_passages, converter.convert

    def embed_when_many_are_ready(texts):
        calls.append(len(texts))
        deadline = time.monotonic() + 20
        while len(converted) < 8 and time.monotonic() < deadline:
            time.sleep(0.005)
        return embed(texts)

    def convert_and_count(data, **options):
        converted.append(data)
        return convert(data, **options)

    monkeypatch.setattr(embedder, "embed_passages", embed_when_many_are_ready)
    monkeypatch.setattr(converter, "convert", convert_and_count)
    report = await read(world, folder, NOTES)
    assert [item.uri for item in report.items] == sorted(NOTES)
    assert sum(calls) == 40
    assert max(calls) > 3


async def test_of_equal_files_that_are_read_together_the_first_has_the_document(world, folder):
    report = await read(world, folder, {"a.md": "# A", "b.md": "# B", "copy.md": "# A", "last.md": "# A"})
    states = {item.uri: (item.state, item.reason) for item in report.items}
    assert states["a.md"] == ("indexed", "")
    assert states["copy.md"] == states["last.md"] == ("skipped", "The same file is already there as a.md.")
    assert len(world.parts.library.documents(report.job.collection)) == 2


async def test_texts_that_change_places_stay_though_each_takes_the_last_place_of_the_other(world, folder):
    await read(world, folder, {"a.md": "The mast is high.", "b.md": "The sail is white."})
    report = await read(world, folder, {"a.md": "The sail is white.\n", "b.md": "The mast is high.\n"})
    assert {item.uri: item.state for item in report.items} == {"a.md": "indexed", "b.md": "indexed"}


async def test_bad_files_among_good_ones_end_alone_and_in_order(world, folder):
    files = {"a.md": "# A", "b.md": "BROKEN", "c.md": "LOCKED", "d.md": "# D"}
    report = await read(world, folder, files)
    assert [(item.uri, item.state) for item in report.items] == [
        ("a.md", "indexed"),
        ("b.md", "failed"),
        ("c.md", "failed"),
        ("d.md", "indexed"),
    ]


async def test_a_job_that_is_stopped_has_accounted_for_all_that_is_in_the_index(world, folder, monkeypatch):
    store, stopped = world.parts.folder_store, asyncio.Event()
    put = store.put_files
    loop = asyncio.get_running_loop()

    def put_and_tell(folder, files):
        put(folder, files)
        loop.call_soon_threadsafe(stopped.set)

    monkeypatch.setattr(store, "put_files", put_and_tell)
    for name, text in NOTES.items():
        (folder / name).write_text(text)
    started = await world.ask_for(requests.WatchFolder, vault="notes", path=str(folder))
    job = started.job.id
    await stopped.wait()
    await world.ask_for(requests.CancelJob, job=job)
    report = await world.ask_for(requests.ReportJob, job=job)
    assert report.job.state == JobState.CANCELLED
    documents = {uri.rpartition("/")[2] for _, uri, _ in world.parts.library.documents(report.job.collection)}
    assert documents == {item.uri for item in report.items} == set(store.files(started.folder.id))
    assert 0 < len(documents) < 40
