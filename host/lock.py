"""The lock that makes the engine the only one of its user. Taken before anything heavy is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCKED_BYTE = 4096
"""Windows locks bytes, and a locked byte cannot be read: this one lies past the process id."""


@contextmanager
def hold(path: Path) -> Iterator[bool]:
    """Hold the lock for the length of the block; False when another process has it.

    The system lets go when the process ends, however it ends. The file holds our process id and is
    never removed: two processes could otherwise each lock a file of that name.
    """
    with path.open("a+b") as file:
        held = _try_to_lock(file)
        if held:
            file.truncate(0)
            file.write(b"%d\n" % os.getpid())
            file.flush()
        yield held


def _try_to_lock(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
