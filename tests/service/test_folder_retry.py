"""Files of a watched folder that lack a password, or leave to recognise their text: asked for and given in place."""

import asyncio

import pytest

from host.contract import requests
from host.errors import NotFoundError
from tests.service.test_folders import Notes, restarted


@pytest.fixture
async def notes(world, tmp_path):
    """A locked note, a picture and one of the usual kind, watched and read."""
    notes = Notes(world, tmp_path / "Notes")
    notes.write("safe/locked.md", "LOCKED text about the mast")
    notes.write("scan.md", "PICTURE of the sail")
    notes.write("plain.md", "# Plain\n\nThe rope is long.")
    await world.service.start()
    await notes.watch()
    await notes.until_state("watching")
    return notes


async def give(notes, path, **fields):
    started = await notes.world.ask_for(requests.ReadWatchedFile, folder=notes.id, path=path, **fields)
    return started.job, await notes.world.ask_for(requests.WatchJob, job=started.job.id)


async def lacking(notes):
    return [(problem.uri, problem.code) for problem in (await notes.view()).problems]


async def test_what_a_file_lacks_is_told_and_the_others_are_there(notes):
    assert set(notes.documents) == {"plain.md"}
    assert await lacking(notes) == [("safe/locked.md", "encrypted"), ("scan.md", "needs_ocr")]


async def test_a_locked_file_opens_with_its_password_which_is_kept_nowhere(notes, world, ambry_home):
    job, report = await give(notes, "safe/locked.md", password="secret")
    assert [(item.uri, item.state) for item in report.items] == [("safe/locked.md", "indexed")]
    assert set(notes.documents) == {"plain.md", "safe/locked.md"}
    assert await lacking(notes) == [("scan.md", "needs_ocr")]
    assert "secret" not in world.parts.job_log.job(job.id).request
    assert world.service._folder_retries._passwords == {}
    stored = b"".join(path.read_bytes() for path in ambry_home.rglob("*") if path.is_file())
    assert b"secret" not in stored
    found = await world.ask_for(requests.Search, collection=notes.collection, query="mast", folder="safe")
    assert [source.path for source in found.sources] == [str(notes.path / "safe/locked.md")]


async def test_a_wrong_password_leaves_it_waiting(notes):
    _, report = await give(notes, "safe/locked.md", password="guess")
    assert [(item.state, item.code) for item in report.items] == [("failed", "encrypted")]
    assert ("safe/locked.md", "encrypted") in await lacking(notes)


async def test_a_picture_is_recognised_with_leave_for_it(notes):
    _, report = await give(notes, "scan.md", ocr=("eng",))
    assert [item.state for item in report.items] == ["indexed"]
    assert await lacking(notes) == [("safe/locked.md", "encrypted")]


async def test_a_try_that_fails_takes_nothing_away(notes):
    await give(notes, "safe/locked.md", password="secret")
    _, report = await give(notes, "safe/locked.md", password="guess")
    assert [(item.state, item.reason) for item in report.items] == [
        ("failed", "It is locked. Add it again with its password.")
    ]
    assert "safe/locked.md" in notes.documents
    assert await lacking(notes) == [("scan.md", "needs_ocr")]


async def test_followers_are_told_when_it_has_been_read(notes, world):
    told = []

    async def emit(event):
        told.append(event.folders[0])

    following = asyncio.create_task(world.service.handle(requests.FollowFolders(id="f"), emit))
    await notes.until(lambda: told)
    await give(notes, "safe/locked.md", password="secret")
    await notes.until(lambda: told[-1].documents == 2)
    following.cancel()
    await asyncio.wait([following])


async def test_a_locked_file_that_changes_is_asked_for_again_and_its_old_text_is_gone(notes):
    await give(notes, "safe/locked.md", password="secret")
    notes.write("safe/locked.md", "LOCKED text about the oar")
    await notes.until(lambda: "safe/locked.md" not in notes.documents)
    await notes.until_state("watching")
    problem = (await notes.view()).problems[0]
    assert problem.code == "encrypted"
    assert problem.reason.startswith("It has changed since it was read;")
    await give(notes, "safe/locked.md", password="secret")
    assert "oar" in notes.documents["safe/locked.md"]


async def test_an_opened_file_that_only_moves_or_is_touched_stays_open(notes):
    await give(notes, "safe/locked.md", password="secret")
    before = notes.ids["safe/locked.md"]
    (notes.path / "safe/locked.md").rename(notes.path / "opened.md")
    await notes.until(lambda: "opened.md" in notes.ids)
    assert notes.ids["opened.md"] == before
    assert await lacking(notes) == [("scan.md", "needs_ocr")]


async def test_after_a_restart_the_password_is_asked_for_again(notes, world):
    started = await world.service._folder_retries.create_job(
        requests.ReadWatchedFile(id="r", folder=notes.id, path="safe/locked.md", password="secret")
    )
    await world.service.close()
    async with restarted(world):
        report = await world.ask_for(requests.WatchJob, job=started.id)
        assert [(item.state, item.code) for item in report.items] == [("failed", "encrypted")]


async def test_it_does_not_wait_for_the_reading_of_another_folder(notes, world):
    async with world.service.jobs._turns[""]:
        _, report = await give(notes, "safe/locked.md", password="secret")
    assert report.job.state == "done"


async def test_a_file_that_went_away_meanwhile_says_so(notes, world, monkeypatch):
    monkeypatch.setattr(world.parts.folder_store, "files", lambda folder: {"gone.md": None})
    job = await world.service._folder_retries.create_job(
        requests.ReadWatchedFile(id="r", folder=notes.id, path="gone.md")
    )
    monkeypatch.undo()
    world.service.jobs.start(job)
    report = await world.ask_for(requests.WatchJob, job=job.id)
    assert [(item.state, "not there any more" in item.reason) for item in report.items] == [("failed", True)]


async def test_a_folder_that_is_not_watched_any_more_takes_its_retries_along(notes, world):
    request = requests.ReadWatchedFile(id="r", folder=notes.id, path="safe/locked.md", password="secret")
    job = await world.service._folder_retries.create_job(request)
    await world.ask_for(requests.UnwatchFolder, folder=notes.id)
    assert world.parts.job_log.job(job.id).state == "cancelled"


async def test_only_what_is_watched_can_be_read(notes, world):
    for fields in ({"folder": notes.id, "path": "other.md"}, {"folder": 99, "path": "scan.md"}):
        with pytest.raises(NotFoundError):
            await world.ask_for(requests.ReadWatchedFile, **fields)


def test_a_password_is_in_no_text_that_could_be_logged():
    request = requests.ReadWatchedFile(id="1", folder=1, path="a.pdf", password="secret")
    assert "secret" not in f"{request!r} {request}"
