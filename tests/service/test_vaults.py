import asyncio
import threading

import pytest

from host.contract import requests
from host.core.jobs import ItemState, JobItem
from host.errors import NotFoundError
from host.service.vaults import clean_path

FILES = {"guides/setup.md": "# Setup\n\nTurn the screw twice.", "notes.md": "# Notes\n\nThe mast is two metres high."}


async def test_files_become_documents_with_their_folders(world):
    report = await world.add_files("papers", FILES)
    assert (report.job.state, report.job.indexed, report.job.total) == ("done", 2, 2)
    documents = world.parts.library.documents(report.job.collection)
    assert [(uri, title) for _, uri, title in documents] == [
        ("ambry:///papers/guides/setup.md", "Setup"),
        ("ambry:///papers/notes.md", "Notes"),
    ]
    assert world.parts.library.document(documents[0][0]).folder == "guides/"
    assert world.parts.library.document(documents[1][0]).folder == ""


async def test_a_bad_file_says_why_and_the_others_go_on(world):
    report = await world.add_files("papers", {"bad.md": "BROKEN", **FILES})
    assert (report.job.state, report.job.indexed, report.job.failed) == ("done", 2, 1)
    assert report.items[0].reason == "It is damaged. Save it again."


async def test_a_file_that_did_not_arrive_whole_fails_alone(world):
    begun = await world.ask_for(requests.BeginUpload, name="a.md", size=9, sha256="0" * 64)
    files = [{"upload": begun.upload, "path": "a.md"}, {"upload": await world.upload("b.md", "# B"), "path": "b.md"}]
    started = await world.ask_for(requests.AddFiles, vault="papers", files=files)
    report = await world.ask_for(requests.WatchJob, job=started.job.id)
    assert [(item.uri, item.state) for item in report.items] == [("a.md", "failed"), ("b.md", "indexed")]


async def test_the_same_file_again_is_unchanged(world):
    await world.add_files("papers", FILES)
    embedded = len(world.parts.embedders.current.embedded)
    report = await world.add_files("papers", FILES)
    assert (report.job.indexed, report.job.unchanged) == (0, 2)
    assert len(world.parts.embedders.current.embedded) == embedded


async def test_of_files_with_one_path_the_last_stays(world):
    texts = ("The mast is high.", "The sail is white.", "The mast is high.")
    files = [{"upload": await world.upload("a.md", text), "path": "a.md"} for text in texts]
    started = await world.ask_for(requests.AddFiles, vault="papers", files=files)
    report = await world.ask_for(requests.WatchJob, job=started.job.id)
    assert (report.job.state, [item.state for item in report.items]) == ("done", ["indexed"])
    ((document, _, _),) = world.parts.library.documents(report.job.collection)
    assert world.parts.library.document(document).markdown == texts[-1]


async def test_a_job_taken_up_again_leaves_out_what_was_done(world):
    uploads = [{"upload": await world.upload(path, text), "path": path} for path, text in FILES.items()]
    job = await world.service._vaults.create_job(requests.AddFiles(id="1", vault="papers", files=uploads))
    world.parts.job_log.record(job.id, JobItem("notes.md", ItemState.INDEXED))
    await world.service.start()
    report = await world.ask_for(requests.WatchJob, job=job.id)
    assert report.job.state == "done"
    assert [uri for _, uri, _ in world.parts.library.documents(job.collection_id)] == [
        "ambry:///papers/guides/setup.md"
    ]


async def test_uploads_are_gone_when_the_job_has_used_them(world, ambry_home):
    await world.add_files("papers", FILES)
    assert list((ambry_home / "uploads").iterdir()) == []


async def test_the_same_bytes_under_another_path_are_stored_once(world):
    await world.add_files("papers", {"guides/a.md": "# Mast\n\nTwo metres."})
    report = await world.add_files("papers", {"copy.md": "# Mast\n\nTwo metres.", "new.md": "# Sail\n\nWhite."})
    assert [(item.uri, item.state, item.reason) for item in report.items] == [
        ("copy.md", "skipped", "The same file is already there as guides/a.md."),
        ("new.md", "indexed", ""),
    ]
    assert len(world.parts.library.documents(report.job.collection)) == 2


async def test_the_same_bytes_in_another_vault_are_read_there_too(world):
    await world.add_files("papers", FILES)
    report = await world.add_files("books", FILES)
    assert report.job.indexed == 2


async def test_a_file_that_becomes_the_copy_of_another_leaves_no_old_text(world):
    await world.add_files("papers", {"a.md": "# Mast", "b.md": "# Sail"})
    report = await world.add_files("papers", {"b.md": "# Mast"})
    assert report.job.indexed == 1
    titles = [title for _, _, title in world.parts.library.documents(report.job.collection)]
    assert titles == ["Mast", "Mast"]


async def test_a_locked_file_opens_with_its_password_which_is_not_kept(world, ambry_home):
    files = [{"upload": await world.upload("a.md", "LOCKED text"), "path": "a.md", "password": "secret"}]
    started = await world.ask_for(requests.AddFiles, vault="papers", files=files)
    assert "secret" not in world.parts.job_log.job(started.job.id).request
    report = await world.ask_for(requests.WatchJob, job=started.job.id)
    assert [item.state for item in report.items] == ["indexed"]
    stored = b"".join(path.read_bytes() for path in ambry_home.rglob("*") if path.is_file())
    assert b"secret" not in stored


async def test_a_locked_file_without_its_password_says_what_to_do(world):
    report = await world.add_files("papers", {"a.md": "LOCKED text"})
    assert report.items[0].reason == "It is locked. Add it again with its password."


def test_a_password_is_in_no_text_that_could_be_logged():
    files = [{"upload": "u", "path": "a.pdf", "password": "secret"}]
    request = requests.AddFiles(id="1", vault="papers", files=files)
    assert "secret" not in f"{request!r} {request}"


@pytest.mark.parametrize(
    ("path", "clean"),
    [
        ("notes.md", "notes.md"),
        ("guides/setup.md", "guides/setup.md"),
        (r"C:\papers\a.pdf", "C:/papers/a.pdf"),
        ("/etc/passwd", "etc/passwd"),
        ("../../a.md", "a.md"),
        ("./a//b.md", "a/b.md"),
        ("", "unnamed"),
        ("..", "unnamed"),
    ],
)
def test_a_path_never_climbs_out_of_its_vault(path, clean):
    assert clean_path(path) == clean


async def retry(world, report, path, **fields):
    started = await world.ask_for(requests.RetryFile, job=report.job.id, path=path, **fields)
    return await world.ask_for(requests.WatchJob, job=started.job.id)


async def test_what_lacks_a_word_of_the_person_waits_for_it(world):
    report = await world.add_files("mine", {"locked.md": "LOCKED text", "scan.md": "PICTURE of text", "a.md": "Text"})
    assert [(item.state, item.code) for item in report.items] == [
        ("failed", "encrypted"),
        ("failed", "needs_ocr"),
        ("indexed", ""),
    ]
    wrong = await retry(world, report, "locked.md", password="guess")
    assert [(item.state, item.code) for item in wrong.items] == [("failed", "encrypted")]
    opened = await retry(world, wrong, "locked.md", password="secret")
    assert [item.state for item in opened.items] == ["indexed"]
    recognised = await retry(world, report, "scan.md", ocr=("eng",))
    assert [item.state for item in recognised.items] == ["indexed"]


async def test_pages_that_are_pictures_are_named_and_can_be_recognised_later(world):
    report = await world.add_files("mine", {"a.pdf": "PARTLY written\n\nThe mast is two metres high."})
    (item,) = report.items
    assert (item.state, item.code) == ("indexed", "needs_ocr")
    assert item.reason.startswith("Page 2 is a picture: what is written on it cannot be searched. Let the text be")
    recognised = await retry(world, report, "a.pdf", ocr=("eng",))
    assert [(item.state, item.code, item.reason) for item in recognised.items] == [("indexed", "", "")]
    (document,) = world.parts.library.documents(report.job.collection)
    assert "three metres" in world.parts.library.document(document[0]).markdown


async def test_pages_that_are_still_pictures_are_named_again(world):
    await world.add_files("mine", {"a.pdf": "PARTLY written\n\nThe mast is two metres high."})
    report = await world.add_files("mine", {"a.pdf": "PARTLY written\n\nThe mast is three metres high."})
    assert report.items[0].code == "needs_ocr"


async def test_recognition_says_how_far_it_is(world):
    report = await world.add_files("mine", {"scan.md": "PICTURE of text"})
    stages = []
    jobs = world.service.jobs.log
    kept, world.service.jobs.log.set_progress = (
        jobs.set_progress,
        lambda job, **said: (
            stages.append(said["stage"]),
            kept(job, **said),
        )[1],
    )
    await retry(world, report, "scan.md", ocr=("eng",))
    assert "Recognising the text of scan.md: page 2 of 2" in stages


async def test_a_file_whose_bytes_are_gone_is_to_be_added_again(world):
    report = await world.add_files("mine", {"broken.md": "BROKEN"})
    for path in ("broken.md", "other.md"):
        with pytest.raises(NotFoundError) as caught:
            await world.ask_for(requests.RetryFile, job=report.job.id, path=path)
        assert "again" in caught.value.next_step


async def test_a_copy_keeps_the_old_text_when_the_original_changes(world):
    await world.add_files("mine", {"a.md": "The old mast is two metres high."})
    skipped = await world.add_files("mine", {"b.md": "The old mast is two metres high."})
    assert skipped.items[0].state == "skipped"
    await world.add_files("mine", {"a.md": "Another text altogether about the sail."})
    collection = (await world.ask_for(requests.Status)).collections[0]
    found = await world.ask_for(requests.Search, collection=collection.id, query="old mast metres high")
    assert any("old mast" in source.text and source.uri.endswith("/b.md") for source in found.sources)


async def test_a_copy_outlives_the_removed_original_and_its_folder_is_its_own(world):
    await world.add_files("mine", {"old/a.md": "The mast is two metres high."})
    await world.add_files("mine", {"new/b.md": "The mast is two metres high."})
    collection = (await world.ask_for(requests.Status)).collections[0]
    (document,) = world.parts.catalogue.entries(collection.id)
    await world.ask_for(requests.RemoveDocument, document=document.id)
    (left,) = world.parts.catalogue.entries(collection.id)
    assert (left.uri, left.folder) == ("ambry:///mine/new/b.md", "new/")
    await world.ask_for(requests.RemoveDocument, document=left.id)
    assert world.parts.catalogue.entries(collection.id) == []


async def test_a_copy_that_changed_itself_inherits_nothing(world):
    await world.add_files("mine", {"a.md": "The mast is two metres high."})
    await world.add_files("mine", {"b.md": "The mast is two metres high."})
    await world.add_files("mine", {"b.md": "Words about the sail."})
    await world.add_files("mine", {"a.md": "Words about the oar."})
    collection = (await world.ask_for(requests.Status)).collections[0]
    assert [entry.uri for entry in world.parts.catalogue.entries(collection.id)] == [
        "ambry:///mine/a.md",
        "ambry:///mine/b.md",
    ]


async def test_of_several_files_read_at_once_the_same_bytes_are_stored_once_and_the_last_of_a_path_stays(world):
    files = [("a.md", "# A"), ("b.md", "# B"), ("copy.md", "# A"), ("b.md", "# Later"), ("copy-2.md", "# A")]
    uploads = [{"upload": await world.upload(path, text), "path": path} for path, text in files]
    started = await world.ask_for(requests.AddFiles, vault="papers", files=uploads)
    report = await world.ask_for(requests.WatchJob, job=started.job.id)
    documents = world.parts.library.documents(report.job.collection)
    assert [(uri.rpartition("/")[2], title) for _, uri, title in documents] == [("a.md", "A"), ("b.md", "Later")]
    states = {item.uri: (item.state, item.reason) for item in report.items}
    assert states["copy.md"] == states["copy-2.md"] == ("skipped", "The same file is already there as a.md.")


async def test_files_that_change_places_both_have_their_new_text(world):
    await world.add_files("mine", {"a.md": "The mast is high.", "b.md": "The sail is white."})
    report = await world.add_files("mine", {"a.md": "The sail is white.", "b.md": "The mast is high."})
    assert (report.job.state, report.job.indexed) == ("done", 2)
    library = world.parts.library
    documents = {uri: library.document(number).markdown for number, uri, _ in library.documents(report.job.collection)}
    assert documents == {"ambry:///mine/a.md": "The sail is white.", "ambry:///mine/b.md": "The mast is high."}


async def test_a_copy_of_bytes_that_a_file_before_it_has_just_replaced_is_read_after_all(world):
    await world.add_files("mine", {"a.md": "The mast is high."})
    report = await world.add_files("mine", {"a.md": "The sail is white.", "copy.md": "The mast is high."})
    assert [(item.uri, item.state) for item in report.items] == [("a.md", "indexed"), ("copy.md", "indexed")]
    assert len(world.parts.library.documents(report.job.collection)) == 2


async def test_short_files_that_were_read_meanwhile_are_embedded_together(world, monkeypatch):
    embedder, calls = world.parts.embedders.current, []
    embed = embedder.embed_passages
    monkeypatch.setattr(embedder, "embed_passages", lambda texts: (calls.append(len(texts)), embed(texts))[1])
    converter = HeldConverter(world.parts.converter)
    world.service._vaults._converter = converter
    names = ("held.md", *(f"{number}.md" for number in range(8)))
    adding = asyncio.create_task(world.add_files("mine", {name: f"Text of {name}" for name in names}))
    for name in names[1:]:
        await converter.until_read(name)
    converter.go.set()
    report = await adding
    assert [item.uri for item in report.items] == list(names)
    assert max(calls) > 3


class HeldConverter:
    """The usual one, which holds the file `held.md` until it is let go."""

    def __init__(self, converter):
        self._convert = converter.convert
        self.begun, self.go = threading.Event(), threading.Event()
        self.read = []

    def convert(self, data, *, name="", **options):
        if name == "held.md":
            self.begun.set()
            self.go.wait(20)
        document = self._convert(data, name=name, **options)
        self.read.append(name)
        return document

    async def until_read(self, name):
        while name not in self.read:
            await asyncio.sleep(0.01)


@pytest.fixture
async def held(world):
    """A job at work on `held.md`, with all places taken up by it, files that were read after it, and some that wait."""
    converter = HeldConverter(world.parts.converter)
    world.service._vaults._converter = converter
    names = ("held.md", *(f"{number}.md" for number in range(13)), "last.md")
    uploads = [{"upload": await world.upload(name, f"Text of {name}"), "path": name} for name in names]
    started = await world.ask_for(requests.AddFiles, vault="mine", files=uploads)
    await asyncio.to_thread(converter.begun.wait, 20)
    yield started.job, converter
    converter.go.set()


async def files_of(world, job):
    told = []

    async def emit(event):
        told.append(event.files)

    watching = asyncio.create_task(world.service.handle(requests.WatchJob(id="w", job=job.id), emit))
    while not told:
        await asyncio.sleep(0.01)
    watching.cancel()
    await asyncio.wait([watching])
    return {file.path: file.state for file in told[0]}


async def test_a_file_that_is_read_or_waits_can_be_taken_out_and_the_others_go_on(held, world, ambry_home):
    job, converter = held
    files = await files_of(world, job)
    assert (files["held.md"], files["last.md"]) == ("reading", "waiting")
    await converter.until_read("0.md")
    for path in ("last.md", "0.md", "held.md"):
        await world.ask_for(requests.LeaveOutFile, job=job.id, path=path)
    assert not {"held.md", "0.md", "last.md"} & set(await files_of(world, job))
    report = await world.ask_for(requests.WatchJob, job=job.id)
    ends = {item.uri: (item.state, item.reason, item.code) for item in report.items}
    cancelled = ("skipped", "Cancelled by you before it was read.", "cancelled")
    assert (report.job.state, ends["held.md"], ends["0.md"], ends["last.md"]) == (
        "done",
        cancelled,
        cancelled,
        cancelled,
    )
    assert (report.job.indexed, report.job.skipped, report.job.total) == (12, 3, 15)
    assert list((ambry_home / "uploads").iterdir()) == []
    assert world.service._vaults._running == {}


async def test_a_file_of_a_job_that_waits_is_taken_out_as_well(held, world):
    _, converter = held
    uploads = [{"upload": await world.upload(name, name), "path": name} for name in ("x.md", "y.md")]
    job = (await world.ask_for(requests.AddFiles, vault="mine", files=uploads)).job
    assert await files_of(world, job) == {"x.md": "waiting", "y.md": "waiting"}
    await world.ask_for(requests.LeaveOutFile, job=job.id, path="x.md")
    await world.ask_for(requests.LeaveOutFile, job=job.id, path="x.md")
    assert await files_of(world, job) == {"y.md": "waiting"}
    converter.go.set()
    report = await world.ask_for(requests.WatchJob, job=job.id)
    assert {item.uri: item.state for item in report.items} == {"x.md": "skipped", "y.md": "indexed"}


async def test_what_has_ended_is_not_taken_out_and_what_was_never_there_is_an_error(world):
    report = await world.add_files("mine", {"a.md": "Text"})
    await world.ask_for(requests.LeaveOutFile, job=report.job.id, path="a.md")
    again = await world.ask_for(requests.ReportJob, job=report.job.id)
    assert [item.state for item in again.items] == ["indexed"]
    with pytest.raises(NotFoundError):
        await world.ask_for(requests.LeaveOutFile, job=report.job.id, path="b.md")
