"""Drives on which the system does not report what others change."""

from __future__ import annotations

from pathlib import PurePath

import psutil

_REMOTE = (
    *("nfs", "cifs", "smb", "9p", "afp", "webdav", "davfs", "ncpfs", "afs", "ceph", "gluster", "lustre", "fuse."),
    *("virtiofs", "vboxsf", "prl_fs", "drvfs", "vmhgfs"),  # folders that a virtual machine shares with its host
)
"""How the names of their file systems begin. A file system in user space may be anything, so it counts too."""


def is_remote(path: str) -> bool:
    """Whether a folder is on a network drive, or on another of which changes are not reported reliably."""
    if path.startswith("\\\\"):
        return True
    try:
        drives = psutil.disk_partitions(all=True)
    except OSError:
        return False
    holding = [drive for drive in drives if PurePath(path).is_relative_to(drive.mountpoint)]
    if not holding:
        return False
    drive = max(holding, key=lambda drive: len(drive.mountpoint))
    return drive.fstype.lower().startswith(_REMOTE) or "remote" in drive.opts.split(",")
