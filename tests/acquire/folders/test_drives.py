from types import SimpleNamespace

import psutil
import pytest

from host.acquire.folders.drives import is_remote


@pytest.mark.parametrize(
    ("path", "remote"),
    [
        ("/home/ada/Notes", False),
        ("/mnt/nas/Notes", True),
        ("/mnt/nas-local/Notes", False),
        ("/home/ada/cloud/Notes", True),
        ("/media/usb", False),
        (r"\\server\share\Notes", True),
    ],
)
def test_the_drive_of_a_folder_decides(monkeypatch, path, remote):
    drives = [("/", "ext4"), ("/mnt/nas", "nfs4"), ("/home/ada/cloud", "fuse.rclone"), ("/media/usb", "fuseblk")]
    parts = [SimpleNamespace(mountpoint=mountpoint, fstype=fstype, opts="rw") for mountpoint, fstype in drives]
    monkeypatch.setattr(psutil, "disk_partitions", lambda all: parts)
    assert is_remote(path) is remote


def test_windows_says_of_a_drive_that_it_is_remote(monkeypatch):
    drive = SimpleNamespace(mountpoint="/", fstype="NTFS", opts="rw,remote")
    monkeypatch.setattr(psutil, "disk_partitions", lambda all: [drive])
    assert is_remote("/Notes")


def test_a_folder_on_this_very_machine_is_not(tmp_path):
    assert not is_remote(str(tmp_path))


@pytest.mark.parametrize("answer", [[], OSError()])
def test_where_nothing_is_known_of_drives_changes_are_waited_for(monkeypatch, answer):
    def partitions(all):
        if isinstance(answer, OSError):
            raise answer
        return answer

    monkeypatch.setattr(psutil, "disk_partitions", partitions)
    assert not is_remote("/home/ada/Notes")
