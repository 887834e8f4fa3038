"""Rotating log files. What goes in: what happened and where. Never page text, questions or secrets."""

from __future__ import annotations

import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

OURS = ("host", "engine", "door", "relay")
"""Loggers of this program."""

FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


def open_journal(path: Path, max_bytes: int, backups: int = 1) -> logging.Handler:
    """Send this process's log to `path`. The file's mode is the process's umask, set by the roots.

    A log that cannot be written is not a reason to stop: the handler then complains on stderr.
    """
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handler = RotatingFileHandler(path, maxBytes=max_bytes, backupCount=backups, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter(FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    # Libraries name every address that they fetch; only their troubles belong here.
    root.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    return handler
