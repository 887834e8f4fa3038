from pathlib import PureWindowsPath

import pytest

from host.acquire.folders.spelling import as_listed, extended


@pytest.mark.parametrize(
    ("path", "long"),
    [
        ("C:\\Users\\ada\\Notes", "\\\\?\\C:\\Users\\ada\\Notes"),
        ("\\\\nas\\share\\Notes", "\\\\?\\UNC\\nas\\share\\Notes"),
        ("\\\\?\\C:\\Notes", "\\\\?\\C:\\Notes"),
    ],
)
def test_a_path_of_windows_may_be_long(path, long):
    assert extended(path, windows=True) == long
    assert str(PureWindowsPath(long) / "deep/note.md") == f"{long}\\deep\\note.md"


def test_elsewhere_a_path_stays_as_it_is():
    assert extended("/home/ada/Notes", windows=False) == "/home/ada/Notes"


def test_a_path_is_spelled_as_its_folders_list_it(tmp_path):
    (tmp_path / "Notes").mkdir()
    (tmp_path / "Notes" / "Mast.md").touch()
    assert as_listed(tmp_path, "notes/mast.MD") == "Notes/Mast.md"
    assert as_listed(tmp_path, "notes/sail.md") is None
    assert as_listed(tmp_path, "notes/mast.md/deep") is None
