"""Watched folders: a real folder, the real watcher, and what becomes of the vault."""

import asyncio
import os
import shutil
from contextlib import asynccontextmanager, suppress

import pytest

from host.contract import requests
from host.errors import ErrorCode, FolderError, NotFoundError, ProtocolError, StoreError
from host.service import folder_watch
from host.service.service import Service


class Notes:
    """A folder and the vault that follows it."""

    def __init__(self, world, path):
        self.world = world
        self.path = path
        self.id = 0
        self.collection = 0

    def write(self, name, text):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    async def watch(self, **fields):
        started = await self.world.ask_for(requests.WatchFolder, vault="notes", path=str(self.path), **fields)
        self.id, self.collection = started.folder.id, started.folder.collection
        return await self.world.ask_for(requests.WatchJob, job=started.job.id)

    @property
    def documents(self):
        """Path below the folder -> Markdown."""
        library = self.world.parts.library
        found = {}
        for document_id, _, _ in library.documents(self.collection):
            with suppress(NotFoundError):  # it was replaced in between
                document = library.document(document_id)
                found[os.path.relpath(document.path, self.path)] = document.markdown
        return found

    @property
    def ids(self):
        library = self.world.parts.library
        return {uri.partition("/notes/Notes/")[2]: number for number, uri, _ in library.documents(self.collection)}

    async def view(self):
        (found,) = (await self.world.ask_for(requests.ListFolders)).folders
        return found

    async def until(self, condition, seconds=15):
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.02)

    async def until_state(self, state):
        async with asyncio.timeout(15):
            while (await self.view()).state != state:
                await asyncio.sleep(0.02)


@pytest.fixture
async def notes(world, tmp_path):
    """Two notes, watched and in the index; the service has been started as the engine does it."""
    notes = Notes(world, tmp_path / "Notes")
    notes.write("mast.md", "# Mast\n\nThe mast is two metres high.")
    notes.write("guides/setup.md", "# Setup\n\nTurn the screw twice.")
    await world.service.start()
    report = await notes.watch()
    assert (report.job.state, report.job.indexed, report.job.total) == ("done", 2, 2)
    await notes.until_state("watching")
    return notes


async def test_a_watched_folder_is_in_the_vault_with_its_folders_and_paths(notes, world):
    assert set(notes.documents) == {"mast.md", "guides/setup.md"}
    found = await world.ask_for(requests.Search, collection=notes.collection, query="screw", folder="guides")
    assert [(source.title, source.path) for source in found.sources] == [("Setup", str(notes.path / "guides/setup.md"))]
    view = await notes.view()
    assert (view.path, view.vault, view.documents, view.failed) == (str(notes.path), "notes", 2, 0)
    assert view.checked > 0
    assert view.changed > 0


async def test_a_new_note_a_changed_one_and_one_that_goes(notes, world):
    jobs = len(world.parts.job_log.jobs())
    notes.write("new/sail.md", "# Sail\n\nThe sail is white.")
    await notes.until(lambda: "new/sail.md" in notes.documents)
    notes.write("mast.md", "# Mast\n\nThe mast is three metres high.")
    await notes.until(lambda: "three" in notes.documents.get("mast.md", ""))
    (notes.path / "guides/setup.md").unlink()
    await notes.until(lambda: set(notes.documents) == {"mast.md", "new/sail.md"})
    assert len(world.parts.job_log.jobs()) == jobs


async def test_a_renamed_note_keeps_its_document_and_is_not_embedded_again(notes, world):
    before, embedded = notes.ids["mast.md"], len(world.parts.embedders.current.embedded)
    (notes.path / "deep").mkdir()
    (notes.path / "mast.md").rename(notes.path / "deep/mast.md")
    await notes.until(lambda: "deep/mast.md" in notes.ids)
    assert notes.ids["deep/mast.md"] == before
    assert len(world.parts.embedders.current.embedded) == embedded
    found = await world.ask_for(requests.Search, collection=notes.collection, query="mast", folder="deep")
    assert [source.path for source in found.sources] == [str(notes.path / "deep/mast.md")]


async def test_a_renamed_folder_keeps_all_its_documents(notes, world):
    before, embedded = notes.ids["guides/setup.md"], len(world.parts.embedders.current.embedded)
    (notes.path / "guides").rename(notes.path / "manuals")
    await notes.until(lambda: "manuals/setup.md" in notes.ids)
    assert notes.ids["manuals/setup.md"] == before
    assert len(world.parts.embedders.current.embedded) == embedded
    # It is listened to under its new name.
    notes.write("manuals/setup.md", "# Setup\n\nTurn the screw once.")
    await notes.until(lambda: "once" in notes.documents.get("manuals/setup.md", ""))


async def test_two_notes_that_change_places_keep_their_documents(notes, world):
    before, embedded = notes.ids, len(world.parts.embedders.current.embedded)
    (notes.path / "mast.md").rename(notes.path / "aside.tmp")
    (notes.path / "guides/setup.md").rename(notes.path / "mast.md")
    (notes.path / "aside.tmp").rename(notes.path / "guides/setup.md")
    await notes.until(lambda: notes.ids["mast.md"] == before["guides/setup.md"])
    assert notes.ids["guides/setup.md"] == before["mast.md"]
    assert len(world.parts.embedders.current.embedded) == embedded
    assert "screw" in notes.documents.get("mast.md", "")


def vim(file, text):
    """As Vim writes with a backup."""
    probe = file.with_name("4913")
    probe.write_text("")
    probe.unlink()
    backup = file.with_name(f"{file.name}~")
    file.rename(backup)
    file.write_text(text)
    backup.unlink()


def word(file, text):
    """As Word writes: the new text beside the old one, which is put away first."""
    (file.with_name(f"~${file.name}")).write_text("ada")
    fresh, old = file.with_name("~WRD0000.tmp"), file.with_name("~WRL0001.tmp")
    fresh.write_text(text)
    file.rename(old)
    fresh.rename(file)
    old.unlink()


def rsync(file, text):
    """As rsync and most editors write: a hidden file renamed over the old one."""
    fresh = file.with_name(f".{file.name}.Xk3Pq1")
    fresh.write_text(text)
    fresh.replace(file)


def in_place(file, text):
    with file.open("w") as opened:
        for part in text.partition("metres"):
            opened.write(part)
            opened.flush()


@pytest.mark.parametrize("save", [vim, word, rsync, in_place])
async def test_however_a_program_saves_the_document_is_there_once_and_new(notes, world, save):
    save(notes.path / "mast.md", "# Mast\n\nThe mast is four metres high.")
    await notes.until(lambda: "four" in notes.documents.get("mast.md", ""))
    assert set(notes.documents) == {"mast.md", "guides/setup.md"}
    await asyncio.sleep(1)
    assert set(notes.documents) == {"mast.md", "guides/setup.md"}


async def test_what_is_none_of_the_persons_is_left_out(notes):
    for name in (".obsidian/app.md", "node_modules/x/readme.md", "~$mast.md", "mast.md~", "x.md.part", "photo.jpg"):
        notes.write(name, "# Not a note")
    notes.write("last.md", "# Last\n\nThe last one.")
    await notes.until(lambda: "last.md" in notes.documents)
    assert set(notes.documents) == {"last.md", "mast.md", "guides/setup.md"}


async def test_exclusions_are_patterns_as_in_gitignore(notes):
    notes.write("drafts/a.md", "# A draft")
    await notes.until(lambda: "drafts/a.md" in notes.documents)
    await notes.watch(exclude=("drafts/", "/mast.md"))
    assert set(notes.documents) == {"guides/setup.md"}
    assert (await notes.view()).exclude == ("drafts/", "/mast.md")


async def test_a_copy_is_there_once_and_stays_when_the_first_goes(notes, world):
    before = notes.ids["mast.md"]
    shutil.copy(notes.path / "mast.md", notes.path / "copy.md")
    await notes.until(lambda: "copy.md" in world.parts.folder_store.files(notes.id))
    assert set(notes.documents) == {"mast.md", "guides/setup.md"}
    (notes.path / "mast.md").unlink()
    await notes.until(lambda: "copy.md" in notes.ids)
    assert notes.ids["copy.md"] == before
    assert set(notes.documents) == {"copy.md", "guides/setup.md"}


async def test_a_note_that_is_emptied_or_broken_is_not_found_any_more(notes):
    notes.write("mast.md", "BROKEN")
    await notes.until(lambda: "mast.md" not in notes.documents)
    view = await notes.view()
    assert (view.failed, view.problems[0].uri) == (1, "mast.md")
    assert view.problems[0].reason.startswith("It is damaged.")
    notes.write("mast.md", "# Mast\n\nMended.")
    await notes.until(lambda: "mast.md" in notes.documents)
    assert (await notes.view()).problems == ()


async def test_many_changes_at_once_are_a_job_with_an_account(notes, world):
    for number in range(30):
        notes.write(f"many/{number}.md", f"# Note {number}\n\nNumber {number}.")
    await notes.until(lambda: len(notes.documents) == 32)
    await notes.until_state("watching")
    job = world.parts.job_log.jobs()[0]
    assert (job.kind, job.state) == ("read_folder", "done")
    assert job.indexed + job.unchanged >= 20


async def test_a_folder_that_vanishes_keeps_its_documents_and_comes_back(notes):
    away = notes.path.with_name("away")
    notes.path.rename(away)
    await notes.until_state("unreachable")
    view = await notes.view()
    assert view.documents == 2
    assert str(notes.path) in view.note
    (away / "later.md").write_text("# Later\n\nWritten meanwhile.")
    away.rename(notes.path)
    await notes.until(lambda: "later.md" in notes.documents)
    assert set(notes.documents) == {"later.md", "mast.md", "guides/setup.md"}


async def test_what_happened_while_the_engine_was_away_is_made_up_for(notes, world):
    await world.service.close()
    embedded, before = len(world.parts.embedders.current.embedded), notes.ids
    notes.write("mast.md", "# Mast\n\nThe mast is five metres high.")
    (notes.path / "guides/setup.md").rename(notes.path / "setup.md")
    os.utime(notes.path / "setup.md")
    async with restarted(world):
        found = await world.ask_for(requests.Search, collection=notes.collection, query="mast five metres")
        assert "five" in found.sources[0].text
        await notes.until(lambda: "setup.md" in notes.ids)
        assert notes.ids["setup.md"] == before["guides/setup.md"]
        assert len(world.parts.embedders.current.embedded) == embedded + 1


async def test_an_unfinished_job_goes_on_when_the_engine_starts_again(notes, world):
    await world.service.close()
    notes.write("late.md", "# Late\n\nIt was late.")
    job = world.parts.job_log.create("read_folder", notes.collection, "notes", f'{{"folder": {notes.id}}}')
    async with restarted(world):
        report = await world.ask_for(requests.WatchJob, job=job.id)
        assert (report.job.state, [item.uri for item in report.items]) == ("done", ["late.md"])
        await notes.until_state("watching")


async def test_a_stopped_job_leaves_the_folder_until_it_is_watched_again(notes, world):
    await world.service.close()
    job = world.parts.job_log.create("read_folder", notes.collection, "notes", f'{{"folder": {notes.id}}}')
    world.parts.job_log.set_state(job.id, "paused")
    async with restarted(world):
        await notes.until_state("paused")
        await world.ask_for(requests.CancelJob, job=job.id)
        async with asyncio.timeout(5):
            while "stopped" not in (await notes.view()).note:
                await asyncio.sleep(0.02)
        notes.write("late.md", "# Late\n\nIt was late.")
        await notes.watch()
        assert "late.md" in notes.documents


async def test_a_folder_that_vanishes_while_it_is_read_comes_back_too(notes, world, monkeypatch):
    await world.service.close()
    job = world.parts.job_log.create("read_folder", notes.collection, "notes", f'{{"folder": {notes.id}}}')
    away = notes.path.with_name("away")
    notes.path.rename(away)
    async with restarted(world):
        report = await world.ask_for(requests.WatchJob, job=job.id)
        assert (report.job.state, report.job.error.code) == ("failed", ErrorCode.FOLDER_UNREACHABLE)
        await notes.until_state("unreachable")
        away.rename(notes.path)
        await notes.until_state("watching")


async def test_a_job_that_fails_for_another_reason_leaves_the_folder_until_that_is_mended(notes, world, monkeypatch):
    def full(folder, files):
        raise StoreError(ErrorCode.DISK_FULL, "The disk is full.", "Free some space.")

    monkeypatch.setattr(world.parts.folder_store, "put_files", full)
    for number in range(30):
        notes.write(f"many/{number}.md", f"# Note {number}")
    await notes.until_state("paused")
    assert "Its job failed" in (await notes.view()).note
    assert world.parts.job_log.jobs()[0].state == "failed"


async def test_trouble_that_is_not_the_folders_is_told_and_passes(notes, world, monkeypatch):
    put_files, calls = world.parts.folder_store.put_files, []

    def full_once(folder, files):
        calls.append(files)
        if len(calls) == 1:
            raise StoreError(ErrorCode.DISK_FULL, "The disk is full.", "Free some space.")
        put_files(folder, files)

    monkeypatch.setattr(folder_watch, "_TRY_AGAIN", 1.0)
    monkeypatch.setattr(world.parts.folder_store, "put_files", full_once)
    notes.write("new.md", "# New")
    await notes.until_state("paused")
    assert (await notes.view()).note == "The disk is full. Free some space."
    await notes.until(lambda: "new.md" in notes.documents)


async def test_what_nobody_foresaw_is_in_the_log_and_the_folder_says_so(notes, world, monkeypatch, caplog):
    monkeypatch.setattr(world.parts.folder_store, "put_files", lambda folder, files: 1 / 0)
    notes.write("new.md", "# New")
    await notes.until_state("paused")
    assert "its log says what" in (await notes.view()).note
    assert "ZeroDivisionError" in caplog.text


async def test_a_file_that_may_not_be_read_fails_alone_and_is_tried_again(notes, world, monkeypatch):
    source, read = world.parts.folder_source, world.parts.folder_source.read

    def refusing(folder, path):
        if path == "mast.md":
            raise FolderError(ErrorCode.FILE_UNREADABLE, "mast.md: Permission denied.", "Check its permissions.")
        return read(folder, path)

    with monkeypatch.context() as patched:
        patched.setattr(source, "read", refusing)
        notes.write("mast.md", "# Mast\n\nThe mast is six metres high.")
        await notes.until(lambda: world.parts.folder_store.account(notes.id).problems)
    assert "two metres" in notes.documents.get("mast.md", "")
    assert (await notes.view()).problems[0].reason == "Permission denied. Check its permissions."
    await notes.watch()
    assert "six metres" in notes.documents.get("mast.md", "")


async def test_a_file_that_is_written_to_all_the_time_stops_nobody(notes):
    busy = notes.path / "busy.log"
    stop = asyncio.Event()

    async def write():
        while not stop.is_set():
            with busy.open("a") as file:
                file.write("one more line\n")
            await asyncio.sleep(0.05)

    writing = asyncio.create_task(write())
    notes.write("calm.md", "# Calm\n\nA calm note.")
    await notes.until(lambda: "calm.md" in notes.documents)
    stop.set()
    await writing
    await notes.until(lambda: "busy.log" in notes.documents)


async def test_a_drive_that_was_taken_out_leaves_an_empty_folder_and_all_documents(notes, world):
    await world.service.close()
    world.parts.folder_store.looked(notes.id, device=1)
    for path in ("mast.md", "guides/setup.md"):
        (notes.path / path).unlink()
    (notes.path / "guides").rmdir()
    async with restarted(world):
        await notes.until_state("unreachable")
        assert "the drive that it was on is not there" in (await notes.view()).note
        assert len(notes.documents) == 2


async def test_watching_stops_and_takes_its_documents_along_or_leaves_them(notes, world):
    await world.ask_for(requests.UnwatchFolder, folder=notes.id, keep=True)
    assert len(world.parts.library.documents(notes.collection)) == 2
    assert (await world.ask_for(requests.ListFolders)).folders == ()
    await notes.watch()
    assert set(notes.documents) == {"mast.md", "guides/setup.md"}
    await world.ask_for(requests.UnwatchFolder, folder=notes.id)
    assert world.parts.library.documents(notes.collection) == []
    assert (notes.path / "mast.md").exists()
    with pytest.raises(NotFoundError):
        await world.ask_for(requests.UnwatchFolder, folder=notes.id)


async def test_a_deleted_vault_watches_nothing(notes, world):
    await world.ask_for(requests.DeleteCollection, collection=notes.collection)
    assert (await world.ask_for(requests.ListFolders)).folders == ()


async def test_followers_are_told_of_every_change(notes, world):
    told = []

    async def emit(event):
        told.append(event.folders)

    following = asyncio.create_task(world.service.handle(requests.FollowFolders(id="f"), emit))
    await notes.until(lambda: told)
    notes.write("new.md", "# New\n\nA new one.")
    await notes.until(lambda: told[-1][0].documents == 3 and told[-1][0].state == "watching")
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following


async def test_a_folder_is_watched_once_in_a_vault(notes, world, tmp_path):
    with pytest.raises(FolderError) as error:
        await world.ask_for(requests.WatchFolder, vault="notes", path=str(notes.path / "guides"))
    assert error.value.code is ErrorCode.FOLDER_REFUSED
    assert "is watched in notes already" in error.value.message
    other = Notes(world, tmp_path / "elsewhere" / "Notes")
    other.write("a.md", "# A\n\nAnother folder of that name.")
    await other.watch()
    uris = [uri for _, uri, _ in world.parts.library.documents(notes.collection)]
    assert "ambry:///notes/Notes%202/a.md" in uris


async def test_a_document_that_would_come_back_is_not_removed_by_itself(notes, world):
    with pytest.raises(ProtocolError, match="it would come back"):
        await world.ask_for(requests.RemoveDocument, document=notes.ids["mast.md"])
    assert "mast.md" in notes.documents


async def test_uploads_and_watched_files_do_not_take_each_others_place(notes, world):
    await world.add_files("notes", {"mine.md": (notes.path / "mast.md").read_text()})
    (notes.path / "mast.md").unlink()
    await notes.until(lambda: "mast.md" not in notes.ids)
    uris = [uri for _, uri, _ in world.parts.library.documents(notes.collection)]
    assert "ambry:///notes/mine.md" in uris


async def test_a_file_that_a_folder_takes_the_place_of_and_the_other_way_round(notes):
    (notes.path / "mast.md").unlink()
    notes.write("mast.md/inner.md", "# Inner\n\nIt is inside.")
    await notes.until(lambda: set(notes.documents) == {"mast.md/inner.md", "guides/setup.md"})
    shutil.rmtree(notes.path / "mast.md")
    notes.write("mast.md", "# Mast\n\nIt is a file again.")
    await notes.until(lambda: set(notes.documents) == {"mast.md", "guides/setup.md"})


async def test_a_folder_whose_name_macos_takes_apart_is_found_as_it_is_typed(notes, world):
    notes.write("Cafe\u0301/menu.md", "# Menu\n\nThe soup is hot.")
    await notes.until(lambda: "Cafe\u0301/menu.md" in notes.documents)
    for typed in ("Caf\u00e9", "Cafe\u0301"):
        found = await world.ask_for(requests.Search, collection=notes.collection, query="soup", folder=typed)
        assert [source.title for source in found.sources] == ["Menu"]


@asynccontextmanager
async def restarted(world):
    """Another engine on the same database."""
    world.service = Service(world.parts)
    await world.service.start()
    try:
        yield
    finally:
        await world.service.close()
