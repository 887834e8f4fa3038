"""What must be there before anything is installed."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

from host.errors import ErrorCode
from host.setup.failure import SetupError
from host.setup.plan import Setup

CPU_GIGABYTES = 3
"""Measured: the environment takes 1.6 GB on Linux with the CPU build; pip needs room to unpack beside it."""

CUDA_GIGABYTES = 10


def check_machine(setup: Setup) -> None:
    """Raise SetupError when the installation could not succeed."""
    check_venv()
    needed = CUDA_GIGABYTES if setup.allow_cuda else CPU_GIGABYTES
    check_disk(setup.prefix, needed)


def check_prefix(setup: Setup) -> None:
    """A folder that is not ours is not emptied. Raises SetupError."""
    prefix = setup.prefix
    if not prefix.exists() or setup.stamps.file.exists() or (prefix / "pyvenv.cfg").exists():
        return
    if not prefix.is_dir() or any(prefix.iterdir()):
        message = f"{prefix} is there already and holds something else."
        raise SetupError(ErrorCode.BAD_REQUEST, message, "Name a new or empty folder: --prefix DIR")


def check_venv() -> None:
    """Debian and Ubuntu ship Python without `ensurepip`, which venv needs."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if shutil.which("apt-get"):
        mend = f"Install it, then run this again: sudo apt-get install python{version}-venv"
    else:
        mend = "Install your system's package for it (its name usually ends in -venv), then run this again."
    raise SetupError(ErrorCode.NOT_SUPPORTED, "This Python comes without its venv module.", mend)


def check_disk(prefix: Path, gigabytes: int) -> None:
    """Raise SetupError when the disk that holds `prefix` has too little room."""
    existing = next(folder for folder in (prefix, *prefix.parents) if folder.exists())
    free = shutil.disk_usage(existing).free / 1e9
    if free < gigabytes:
        raise SetupError(
            ErrorCode.DISK_FULL,
            f"The disk of {existing} has {free:.1f} GB left; Ambry needs {gigabytes} GB while it installs.",
            "Free some space, or choose another disk: --prefix DIR",
        )
