import hashlib
import os
import sys
from pathlib import Path

import pytest

from host.acquire.folders.folder import LocalFolders
from host.core.folders import WatchedFolder
from host.errors import ErrorCode, FolderError


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    (home / "Notes").mkdir(parents=True)
    (home / ".ambry").mkdir()
    return home


@pytest.fixture
def folders(home):
    return LocalFolders(home, [home / ".ambry"], max_bytes=1000)


@pytest.fixture
def notes(home):
    return WatchedFolder(1, 1, "notes", str(home / "Notes"), "Notes")


def write(notes, name, text):
    file = Path(notes.path, name)
    file.write_text(text)
    return file


@pytest.mark.parametrize("typed", ["{}", "  {} ", '"{}"', "'{}'", "{}/", "file://{}", "{}/../Notes"])
def test_a_folder_is_found_however_it_was_pasted(folders, home, typed):
    assert folders.check(typed.format(home / "Notes")) == str(home / "Notes")


@pytest.mark.parametrize("typed", ["~/Notes", "~\\Notes" if sys.platform == "win32" else "~/Notes/"])
def test_a_tilde_is_the_persons_home(folders, home, typed):
    assert folders.check(typed) == str(home / "Notes")


def test_a_link_is_watched_where_it_leads(folders, home):
    (home / "link").symlink_to(home / "Notes")
    assert folders.check(str(home / "link")) == str(home / "Notes")


@pytest.mark.parametrize("typed", ["Notes", "./Notes", " ", "https://example.org/"])
def test_a_path_that_is_not_whole_is_refused(folders, typed):
    with pytest.raises(FolderError) as error:
        folders.check(typed)
    assert error.value.code is ErrorCode.FOLDER_REFUSED
    assert "Notes" in error.value.next_step


@pytest.mark.parametrize("inside", [".", "..", "../..", ".ambry", "/"])
def test_home_the_root_and_our_own_data_are_refused(folders, home, inside):
    with pytest.raises(FolderError) as error:
        folders.check(str(home / inside))
    assert error.value.code is ErrorCode.FOLDER_REFUSED
    assert error.value.next_step


def test_a_folder_around_our_own_data_is_refused(home):
    with pytest.raises(FolderError, match="Ambry's own data"):
        LocalFolders(home, [home / "Notes" / "data"]).check(str(home / "Notes"))


@pytest.mark.skipif(sys.platform != "linux", reason="only there")
@pytest.mark.parametrize("path", ["/proc", "/sys/kernel", "/dev"])
def test_what_the_kernel_shows_as_files_is_refused(folders, path):
    with pytest.raises(FolderError, match="belongs to the system"):
        folders.check(path)


@pytest.mark.parametrize("name", ["gone", "file.md", "nul\0"])
def test_a_folder_that_is_none_is_said_so(folders, home, name):
    (home / "file.md").write_text("x")
    with pytest.raises(FolderError) as error:
        folders.check(str(home / name))
    assert error.value.code is ErrorCode.FOLDER_UNREACHABLE


def test_exclusions_that_cannot_be_understood_are_refused_before_anything_is_stored(folders, home):
    with pytest.raises(FolderError, match="cannot be understood"):
        folders.check(str(home / "Notes"), ("!",))


def test_a_look_tells_what_is_there(folders, notes):
    assert folders.look(notes).empty
    write(notes, "a.md", "text")
    write(notes, "b.jpg", "picture")
    look = folders.look(notes)
    assert (set(look.files), look.unsupported, look.empty, look.paths) == ({"a.md"}, 1, False, ())
    assert look.device == os.stat(notes.path).st_dev  # noqa: PTH116
    assert folders.look(notes, ("b.jpg",)).files == {}


def test_a_look_at_a_folder_that_is_gone_says_so(folders, notes):
    Path(notes.path).rmdir()
    with pytest.raises(FolderError) as error:
        folders.look(notes)
    assert error.value.code is ErrorCode.FOLDER_UNREACHABLE
    assert "Its documents are kept." in error.value.next_step


def test_a_file_is_read_with_the_stamp_that_it_has(folders, notes):
    write(notes, "a.md", "text")
    data, stamp = folders.read(notes, "a.md")
    assert (data, stamp) == (b"text", folders.look(notes).files["a.md"])
    assert folders.digest(notes, "a.md") == hashlib.sha256(b"text").hexdigest()


@pytest.mark.parametrize("size", [0, 5000])
def test_a_file_that_is_written_to_while_it_is_read_is_left_for_later(folders, notes, monkeypatch, size):
    file = write(notes, "a.md", "text")
    fstat, calls = os.fstat, []

    def growing(descriptor):
        calls.append(descriptor)
        if len(calls) == 2:
            file.write_text("x" * size)
        return fstat(descriptor)

    monkeypatch.setattr(os, "fstat", growing)
    with pytest.raises(FolderError) as error:
        folders.read(notes, "a.md")
    assert error.value.code is ErrorCode.FILE_CHANGING


def test_a_file_that_is_gone_may_come_back(folders, notes):
    with pytest.raises(FolderError) as error:
        folders.read(notes, "a.md")
    assert error.value.code is ErrorCode.FILE_CHANGING
    assert folders.digest(notes, "a.md") == ""


def test_a_file_that_may_not_be_read_says_why(folders, notes, monkeypatch):
    write(notes, "a.md", "text")

    def refusing(path, mode):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refusing)
    with pytest.raises(FolderError) as error:
        folders.read(notes, "a.md")
    assert (error.value.code, error.value.message) == (ErrorCode.FILE_UNREADABLE, "a.md: Permission denied.")


def test_where_many_spellings_are_one_a_folder_is_watched_as_it_is_listed(home):
    folders = LocalFolders(home, [], respell=True)
    assert folders.check(str(home / "Notes")) == str(home / "Notes")
    with pytest.raises(FolderError, match="holds all your files"):
        folders.check("/")
