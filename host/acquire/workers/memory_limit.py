"""Holds each conversion of this process to an amount of memory, as far as the platform gives the means.

Linux refuses what is over the limit. macOS does not, so there the process watches itself and ends. Windows has neither
without a job object; there the limit of time is the only one.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

OVER_LIMIT = 77
"""Exit code of a process that found itself over the limit."""

_LOOK_EVERY = 0.2
"""Seconds."""


class MemoryLimit:
    """What a process may take for one file, beyond what it holds when that file comes."""

    def __init__(self, megabytes: int) -> None:
        self._bytes = megabytes * 1_000_000
        self._at_first = _in_use()
        if sys.platform == "darwin":
            threading.Thread(target=_watch, args=(self._bytes,), daemon=True).start()

    def renew(self) -> None:
        """Call it before each file: libraries that were loaded and memory not given back are not that file's."""
        if sys.platform == "linux":
            import resource

            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (_in_use() + self._bytes, hard))

    @property
    def spent(self) -> bool:
        """Whether the process has come to hold what one file may take: time for a fresh one."""
        return _in_use() > self._at_first + self._bytes


def _in_use() -> int:
    """Bytes of this process's address space; 0 where nobody tells."""
    if sys.platform != "linux":
        return 0
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _watch(limit: int) -> None:
    while sys.platform == "darwin":
        import resource

        # Bytes on macOS, and the most that was ever in use.
        if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > limit:
            os._exit(OVER_LIMIT)
        time.sleep(_LOOK_EVERY)
