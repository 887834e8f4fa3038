import os
import sys

import pytest

from host.acquire.folders.names import FolderNames
from host.acquire.folders.walk import FolderWalk

unix = pytest.mark.skipif(sys.platform == "win32", reason="links and special files need rights on Windows")


def walk(root, *paths, exclude=(), max_bytes=1000):
    found = FolderWalk(root, FolderNames(exclude), max_bytes)
    for path in paths or ("",):
        found.visit(path)
    return found


def make(root, *paths, text="text"):
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def test_files_are_found_with_their_stamps_wherever_they_are(tmp_path):
    make(tmp_path, "a.md", "guides/deep/b.pdf", "README")
    found = walk(tmp_path)
    assert set(found.files) == {"a.md", "guides/deep/b.pdf", "README"}
    assert found.files["a.md"].size == 4
    assert found.files["a.md"].modified == (tmp_path / "a.md").stat().st_mtime_ns
    assert sorted(found.folders) == ["", "guides", "guides/deep"]


def test_kinds_that_cannot_be_read_are_counted_and_nothing_more(tmp_path):
    make(tmp_path, "a.jpg", "b.exe", "c.md")
    found = walk(tmp_path)
    assert (set(found.files), found.unsupported) == ({"c.md"}, 2)


def test_what_is_left_out_is_not_entered(tmp_path):
    make(tmp_path, ".git/a.md", "node_modules/x/b.md", "drafts/c.md", "d.md", ".hidden.md")
    found = walk(tmp_path, exclude=("drafts/",))
    assert (set(found.files), found.folders, found.unsupported) == ({"d.md"}, [""], 0)


def test_only_what_is_asked_for_is_looked_at(tmp_path):
    make(tmp_path, "a.md", "guides/b.md", "guides/deep/c.md", "other/d.md", "node_modules/e.md")
    assert set(walk(tmp_path, "guides", "a.md").files) == {"a.md", "guides/b.md", "guides/deep/c.md"}
    assert walk(tmp_path, "gone.md", "a.md/below.md", "node_modules", "node_modules/e.md", ".git").files == {}


def test_a_file_that_is_too_large_says_so(tmp_path):
    make(tmp_path, "book.pdf", text="x" * 2000)
    found = walk(tmp_path)
    assert found.files == {}
    assert found.unread == {"book.pdf": "It has 2,000 bytes; at most 1,000 can be taken."}


@unix
def test_links_are_not_followed_in_or_out(tmp_path):
    root, outside = tmp_path / "root", tmp_path / "outside"
    make(root, "guides/a.md")
    make(outside, "secret.md")
    (root / "loop").symlink_to(root)
    (root / "out").symlink_to(outside)
    (root / "link.md").symlink_to(outside / "secret.md")
    (root / "broken.md").symlink_to(outside / "gone.md")
    found = walk(root)
    assert (set(found.files), sorted(found.folders)) == ({"guides/a.md"}, ["", "guides"])
    assert walk(root, "out/secret.md", "loop/guides/a.md", "link.md").files == {}


@unix
def test_special_files_are_none(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    assert walk(tmp_path).files == {}


@unix
def test_a_name_that_is_no_text_says_so(tmp_path):
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("text")
    found = walk(tmp_path)
    assert found.files == {}
    assert found.unread == {"caf?.md": "Its name is no valid text. Rename it."}


@unix
def test_a_folder_that_may_not_be_entered_is_told_with_the_reason(tmp_path, monkeypatch):
    make(tmp_path, "locked/a.md", "b.md")
    scandir = os.scandir

    def refusing(path):
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    found = walk(tmp_path)
    assert (set(found.files), found.unread) == ({"b.md"}, {"locked": "Permission denied."})
    assert found.folders == [""]


@unix
@pytest.mark.parametrize(("error", "told"), [(FileNotFoundError(2, "No"), {}), (OSError(5, "I/O"), {"a.md": "I/O."})])
def test_a_file_may_go_while_it_is_looked_at_or_be_on_a_bad_disk(tmp_path, monkeypatch, error, told):
    make(tmp_path, "a.md", "folder/b.md")
    lstat = os.lstat

    def failing(path):
        if str(path).endswith(("a.md", "folder")):
            raise error
        return lstat(path)

    monkeypatch.setattr(os, "lstat", failing)
    assert walk(tmp_path, "a.md").unread == told
    assert set(walk(tmp_path).unread) == ({"folder"} if told else set())


def test_a_folder_that_goes_while_it_is_entered_is_no_error(tmp_path, monkeypatch):
    make(tmp_path, "a.md")

    def missing(path):
        raise FileNotFoundError(2, "No such file or directory")

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", missing)
        assert walk(tmp_path).unread == {}


def test_a_folder_that_is_met_twice_is_entered_once(tmp_path):
    make(tmp_path, "guides/a.md")
    found = walk(tmp_path, "guides", "")
    assert found.folders == ["guides", ""]


CAFE, CAFE_APART = "Caf\u00e9.md", "Cafe\u0301.md"


@pytest.mark.parametrize(
    ("there", "reported"),
    [
        ("Notes/Mast.md", "notes/MAST.md"),
        (f"Notes/{CAFE_APART}", f"Notes/{CAFE}"),
        (f"Notes/{CAFE}", f"NOTES/{CAFE_APART}"),
        ("Notes/Mast.md", "Notes/Mast.md"),
    ],
)
def test_what_is_reported_in_another_spelling_is_found_as_its_folder_lists_it(tmp_path, there, reported):
    make(tmp_path, there)
    found = FolderWalk(tmp_path, FolderNames(()), 1000, respell=True)
    found.visit(reported)
    assert list(found.files) == [there]


def test_what_no_folder_lists_is_not_there_though_the_system_finds_it(tmp_path):
    make(tmp_path, "Program notes.md")
    found = FolderWalk(tmp_path, FolderNames(()), 1000, respell=True)
    for path in ("PROGRA~1.MD", "gone/a.md", "Program notes.md/a.md"):
        found.visit(path)
    assert found.files == {}


def test_of_two_spellings_that_are_both_there_each_is_itself(tmp_path):
    make(tmp_path, "mast.md", "Mast.md")
    found = FolderWalk(tmp_path, FolderNames(()), 1000, respell=True)
    found.visit("Mast.md")
    assert list(found.files) == ["Mast.md"]
