from dataclasses import replace

import pytest

from host.core.collections import CollectionKind
from host.core.folders import KnownFile, Stamp, WatchedFolder, document_uri
from host.core.jobs import ItemState
from host.errors import NotFoundError
from host.index.folderstore import SqliteFolderStore
from host.index.library import SqliteLibrary
from tests.index.factories import make_document, open_collection, put


class World:
    def __init__(self, database):
        self.library = SqliteLibrary(database)
        self.store = SqliteFolderStore(database, clock=lambda: 100.0)
        self.vault = open_collection(self.library, "notes", CollectionKind.VAULT)
        self.folder = self.add()

    def add(self, path="/home/ada/Notes", name="Notes", **fields):
        return self.store.add(WatchedFolder(0, self.vault.id, "notes", path, name, **fields))

    def index(self, path, text="# Cats\n\nThe cat sleeps.", title="Cats"):
        put(self.library, self.vault, make_document(document_uri(self.folder, path), text, title))
        self.store.put_files(self.folder, [file(path)])

    @property
    def documents(self):
        found = [self.library.document(number) for number, _, _ in self.library.documents(self.vault.id)]
        return {document.uri.partition("/Notes/")[2]: document for document in found}


def file(path, state=ItemState.INDEXED, file_hash="hash", **fields):
    return KnownFile(path, Stamp(3, 2**60), file_hash, state, **fields)


@pytest.fixture
def world(database):
    return World(database)


def test_a_folder_is_stored_once_and_takes_new_exclusions(world):
    again = world.add(exclude=("drafts/",))
    assert again == replace(world.folder, exclude=("drafts/",))
    assert world.store.folders() == [again]
    assert world.store.folder(again.id) == again
    assert again.vault == "notes"


def test_a_folder_that_is_not_there_says_so(world):
    for ask in (world.store.folder, world.store.account, lambda number: world.store.remove(number, keep=True)):
        with pytest.raises(NotFoundError):
            ask(99)


def test_files_are_remembered_with_their_stamps(world):
    files = [file("a.md"), file("b.md", ItemState.FAILED, "", reason="No.")]
    for one in files:
        world.store.put_files(world.folder, [one])
    assert world.store.files(world.folder.id) == {one.path: one for one in files}
    later = replace(files[0], stamp=Stamp(4, 5))
    world.store.restamp(world.folder, [later])
    assert world.store.files(world.folder.id)["a.md"] == later


def test_an_indexed_file_gives_its_document_folder_and_path(world):
    world.index("guides/a.md")
    document = world.documents["guides/a.md"]
    assert (document.folder, document.path, document.file_hash) == (
        "guides/",
        "/home/ada/Notes/guides/a.md",
        "hash",
    )


def test_a_file_that_was_read_and_gives_no_text_loses_its_document_and_one_that_was_not_keeps_it(world):
    world.index("a.md")
    world.index("b.md")
    world.store.put_files(world.folder, [file("a.md", ItemState.FAILED)])
    world.store.put_files(world.folder, [file("b.md", ItemState.FAILED, "")])
    assert list(world.documents) == ["b.md"]


def test_documents_follow_their_files_even_when_these_change_places(world):
    world.index("a.md", title="a.md")
    world.index("deep/b.md", title="Its own")
    world.index("c.md")
    before = {uri: number for number, uri, _ in world.library.documents(world.vault.id)}
    moved = [("a.md", file("deep/b.md")), ("deep/b.md", file("a.md"))]
    world.store.rearrange(world.folder, moved, ["c.md"])
    after = {uri: number for number, uri, _ in world.library.documents(world.vault.id)}
    a, b = document_uri(world.folder, "a.md"), document_uri(world.folder, "deep/b.md")
    assert (after[a], after[b], len(after)) == (before[b], before[a], 2)
    assert world.documents["deep/b.md"].title == "b.md"
    assert world.documents["a.md"].title == "Its own"
    assert world.documents["a.md"].folder == ""
    assert set(world.store.files(world.folder.id)) == {"a.md", "deep/b.md"}


def test_an_account_has_counts_problems_and_times(world):
    assert world.store.account(world.folder.id).changed == 0.0
    world.index("a.md")
    failed = file("b.md", ItemState.FAILED, "", reason="No.")
    world.store.put_files(world.folder, [failed])
    world.store.looked(world.folder.id, 7)
    account = world.store.account(world.folder.id)
    assert account.counts == {ItemState.INDEXED: 1, ItemState.FAILED: 1}
    assert (account.problems, account.checked, account.changed) == ((failed,), 100.0, 100.0)
    assert world.store.folder(world.folder.id).device == 7
    world.store.forget_failed(world.folder.id)
    assert list(world.store.files(world.folder.id)) == ["a.md"]


def test_an_account_names_first_what_a_person_can_mend(world):
    partly = file("c.md", code="needs_ocr", reason="Page 2 is a picture.")
    broken = file("a.md", ItemState.FAILED, reason="It is damaged.")
    locked = file("b.md", ItemState.FAILED, reason="It is locked.", code="encrypted")
    world.index("d.md")
    world.store.put_files(world.folder, [broken, partly, locked])
    assert world.store.account(world.folder.id).problems == (locked, partly, broken)


@pytest.mark.parametrize(("keep", "left"), [(True, ["a.md"]), (False, [])])
def test_a_removed_folder_takes_its_documents_along_unless_they_are_kept(world, keep, left):
    world.index("a.md")
    world.store.put_files(world.folder, [file("b.md", ItemState.SKIPPED)])
    world.store.remove(world.folder.id, keep=keep)
    assert world.store.folders() == []
    assert list(world.documents) == left
    assert all(document.path == "" for document in world.documents.values())


def test_documents_of_a_folder_are_no_reason_to_leave_out_an_upload(world):
    world.index("a.md")
    assert world.library.same_bytes(world.vault.id, "hash", "ambry:///notes/a.md") == ""
    world.store.remove(world.folder.id, keep=True)
    assert world.library.same_bytes(world.vault.id, "hash", "ambry:///notes/a.md") != ""


def test_a_deleted_vault_takes_its_folders_along(world):
    world.library.delete_collection(world.vault.id)
    assert world.store.folders() == []
