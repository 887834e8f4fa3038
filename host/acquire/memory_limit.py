"""Holds this process to an amount of memory, as far as the platform gives the means.

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


def limit_memory(megabytes: int) -> None:
    """From now on; what is in use already does not count."""
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        limit = pages * resource.getpagesize() + megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    elif sys.platform == "darwin":
        threading.Thread(target=_watch, args=(megabytes * 1_000_000,), daemon=True).start()


def _watch(limit: int) -> None:
    while sys.platform == "darwin":
        import resource

        # Bytes on macOS, and the most that was ever in use.
        if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > limit:
            os._exit(OVER_LIMIT)
        time.sleep(_LOOK_EVERY)
